#define _GNU_SOURCE
#include "CEditline.h"

#include <curses.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

/* The cast of the reader, and comparisons of characters with numbers, need this. */
_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wide character has 32 bits");

static FILE *null_file(const char *mode) { return fopen("/dev/null", mode); }

static void close_file(FILE *file) {
  if (file != NULL) fclose(file);
}

/* The library that describes terminals keeps the description in use in one variable for all threads, and frees the one
   before it (`tgetent`). libedit reads descriptions when an editor is made, and when it gets another terminal. */
static pthread_mutex_t descriptions = PTHREAD_MUTEX_INITIALIZER;

EditLine *gaz_edit_open(const char *program, int terminal) {
  FILE *in = null_file("re"), *out = null_file("we"), *err = null_file("we");
  /* libedit must start on a terminal. It sets the terminal's modes, and allocates as large a screen as the terminal
     reports. So it gets a new pseudo-terminal; if there is none, the user's terminal. */
  int own = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
  int start = own >= 0 ? own : terminal;
  pthread_mutex_lock(&descriptions);
  /* Otherwise the size in a description is replaced by that of the standard output, even if that is huge. */
  use_env(false);
  EditLine *editor = in && out && err ? el_init_fd(program, in, out, err, start, start, start) : NULL;
  pthread_mutex_unlock(&descriptions);
  if (editor == NULL) {
    close_file(in);
    close_file(out);
    close_file(err);
  } else {
    /* From here on, libedit assumes that the terminal is ready for editing. Without its descriptors, it cannot change
       the modes again. */
    el_set(editor, EL_PREP_TERM, 1);
    el_set(editor, EL_SETFP, 0, in);
    el_set(editor, EL_SETFP, 1, out);
    el_set(editor, EL_SETFP, 2, err);
  }
  if (own >= 0) close(own);
  return editor;
}

void gaz_edit_close(EditLine *e) {
  FILE *files[3] = {NULL, NULL, NULL};
  for (int i = 0; i < 3; i++) el_get(e, EL_GETFP, i, &files[i]);
  el_end(e);
  for (int i = 0; i < 3; i++) close_file(files[i]);
}

void gaz_edit_set_owner(EditLine *e, void *owner) { el_set(e, EL_CLIENTDATA, owner); }
void *gaz_edit_owner(EditLine *e) {
  void *owner = NULL;
  el_get(e, EL_CLIENTDATA, &owner);
  return owner;
}
int gaz_edit_set_terminal(EditLine *e, const char *name) {
  pthread_mutex_lock(&descriptions);
  int failed = el_set(e, EL_TERMINAL, name);
  pthread_mutex_unlock(&descriptions);
  return failed;
}
int gaz_edit_set_size(EditLine *e, const char *columns, const char *rows) {
  int failed = el_set(e, EL_SETTC, "co", columns, NULL);
  return el_set(e, EL_SETTC, "li", rows, NULL) | failed;
}
int gaz_edit_set_reader(EditLine *e, gaz_edit_reader reader) { return el_set(e, EL_GETCFN, (el_rfunc_t)reader); }
int gaz_edit_set_history(EditLine *e, History *lines) { return el_set(e, EL_HIST, history, lines); }
int gaz_edit_set_mode(EditLine *e, const char *mode) { return el_set(e, EL_EDITOR, mode); }
const char *gaz_edit_mode(EditLine *e) {
  const char *mode = NULL;
  return el_get(e, EL_EDITOR, &mode) == 0 ? mode : NULL;
}

/* libedit does not say by which name a function was called, so each number has a C function of its own. */
static gaz_edit_function run_function;

#define TENS(X) X(0) X(1) X(2) X(3) X(4)
#define ONES(X, ten) X(ten##0) X(ten##1) X(ten##2) X(ten##3) X(ten##4) X(ten##5) X(ten##6) X(ten##7) X(ten##8) X(ten##9)
#define DEFINE(n) \
  static unsigned char function_##n(EditLine *e, int key) { (void)key; return run_function(e, 1##n - 100); }
#define NAME(n) function_##n,
#define DEFINE_TEN(ten) ONES(DEFINE, ten)
#define NAME_TEN(ten) ONES(NAME, ten)
TENS(DEFINE_TEN)
static unsigned char (*const functions[])(EditLine *, int) = {TENS(NAME_TEN)};

int gaz_edit_add_functions(EditLine *e, const char *const *names, int count, gaz_edit_function run) {
  run_function = run;
  int failed = count > (int)(sizeof functions / sizeof *functions);
  for (int i = 0; i < count && !failed; i++) failed = el_set(e, EL_ADDFN, names[i], names[i], functions[i]);
  return failed;
}

int gaz_edit_bind(EditLine *e, const char *key, const char *function) {
  return el_set(e, EL_BIND, key, function, NULL);
}
int gaz_edit_bind_command(EditLine *e, const char *key, const char *function) {
  return el_set(e, EL_BIND, "-a", key, function, NULL);
}

void gaz_edit_clear_keys(EditLine *e, const char *nothing, bool isVi) {
  for (int key = 0; key < 256; key++) {
    /* In octal, as libedit writes a character. It reads arguments in the locale, where a single byte may be invalid. */
    char name[5];
    snprintf(name, sizeof name, "\\%03o", key);
    bool isControl = key < 0x20 || (key >= 0x7f && key < 0xa0);
    /* Binding one character also removes every sequence that begins with it. */
    if (isControl) gaz_edit_bind(e, name, nothing);
    if (key >= 0xa0 && !iswprint((wint_t)key)) gaz_edit_bind(e, name, "ed-insert");
    if (isVi) gaz_edit_bind_command(e, name, nothing);
  }
}

bool gaz_edit_can(EditLine *e, const char *capability) {
  char *sequence = NULL;
  return el_get(e, EL_GETTC, capability, &sequence) == 0 && sequence != NULL && *sequence != '\0';
}

int gaz_history_set_size(History *h, int lines) {
  HistEvent event;
  return history(h, &event, H_SETSIZE, lines);
}
int gaz_history_set_unique(History *h, bool unique) {
  HistEvent event;
  return history(h, &event, H_SETUNIQUE, (int)unique);
}
int gaz_history_enter(History *h, const char *line) {
  HistEvent event;
  return history(h, &event, H_ENTER, line);
}

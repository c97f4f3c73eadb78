#define _GNU_SOURCE
#include "CEditline.h"

#include <wchar.h>

/* The reader's cast and the comparison of characters with numbers rest on this. */
_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wide character has 32 bits");

static FILE *nowhere(const char *mode) { return fopen("/dev/null", mode); }

static void end(FILE *file) {
  if (file != NULL) fclose(file);
}

EditLine *gaz_edit_open(const char *program, int input, int output) {
  FILE *in = nowhere("re"), *out = nowhere("we"), *err = nowhere("we");
  EditLine *editor = in && out && err ? el_init_fd(program, in, out, err, input, output, output) : NULL;
  if (editor == NULL) {
    end(in);
    end(out);
    end(err);
  }
  return editor;
}

void gaz_edit_close(EditLine *e) {
  FILE *files[3] = {NULL, NULL, NULL};
  for (int i = 0; i < 3; i++) el_get(e, EL_GETFP, i, &files[i]);
  /* Else it would set the terminal, and throw away what is typed ahead for whoever reads next. */
  el_set(e, EL_EDITMODE, 0);
  el_end(e);
  for (int i = 0; i < 3; i++) end(files[i]);
}

void gaz_edit_set_owner(EditLine *e, void *owner) { el_set(e, EL_CLIENTDATA, owner); }
void *gaz_edit_owner(EditLine *e) {
  void *owner = NULL;
  el_get(e, EL_CLIENTDATA, &owner);
  return owner;
}
int gaz_edit_set_terminal(EditLine *e, const char *name) { return el_set(e, EL_TERMINAL, name); }
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
int gaz_edit_add(EditLine *e, const char *name, const char *help, gaz_edit_function function) {
  return el_set(e, EL_ADDFN, name, help, function);
}
int gaz_edit_bind(EditLine *e, const char *key, const char *function) {
  return el_set(e, EL_BIND, key, function, NULL);
}
int gaz_edit_bind_alternative(EditLine *e, const char *key, const char *function) {
  return el_set(e, EL_BIND, "-a", key, function, NULL);
}
int gaz_edit_set_tty(EditLine *e, const char *change) { return el_set(e, EL_SETTY, "-d", change, NULL); }
int gaz_edit_set_tty_between(EditLine *e, const char *change) { return el_set(e, EL_SETTY, "-x", change, NULL); }
int gaz_edit_prepare(EditLine *e, bool isEditing) { return el_set(e, EL_PREP_TERM, (int)isEditing); }
int gaz_edit_enable(EditLine *e) { return el_set(e, EL_EDITMODE, 1); }
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

#include "CCurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The functions in use. Their types are checked against the header.
#define FUNCTIONS(USE) \
  USE(curl_global_init) \
  USE(curl_easy_init) \
  USE(curl_easy_setopt) \
  USE(curl_easy_getinfo) \
  USE(curl_easy_reset) \
  USE(curl_easy_strerror) \
  USE(curl_easy_cleanup) \
  USE(curl_multi_init) \
  USE(curl_multi_add_handle) \
  USE(curl_multi_remove_handle) \
  USE(curl_multi_perform) \
  USE(curl_multi_poll) \
  USE(curl_multi_wakeup) \
  USE(curl_multi_info_read) \
  USE(curl_multi_cleanup) \
  USE(curl_slist_append) \
  USE(curl_slist_free_all) \
  USE(curl_url) \
  USE(curl_url_set) \
  USE(curl_url_get) \
  USE(curl_url_cleanup) \
  USE(curl_free)

// Macros of libcurl that check the types of variadic arguments call the functions by these names.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define DECLARE(name) __typeof__(&name) name;
static struct {
  FUNCTIONS(DECLARE)
} lib;

static bool is_open;

static void open_library(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define LOAD(name) \
  *(void **)&lib.name = dlsym(library, #name); \
  if (lib.name == NULL) return;
  FUNCTIONS(LOAD)
  is_open = lib.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool gaz_curl_is_installed(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open;
}

static char *part(CURLU *url, CURLUPart which, unsigned int flags) {
  char *text = NULL;
  if (lib.curl_url_get(url, which, &text, flags) != CURLUE_OK) return NULL;
  char *copy = strdup(text);
  lib.curl_free(text);
  return copy;
}

bool gaz_url_parse(const char *text, const char *base, struct gaz_url *result) {
  memset(result, 0, sizeof *result);
  if (!gaz_curl_is_installed()) return false;
  CURLU *url = lib.curl_url();
  if (url == NULL) return false;
  bool is_read =
      (base == NULL || lib.curl_url_set(url, CURLUPART_URL, base, 0) == CURLUE_OK) &&
      lib.curl_url_set(url, CURLUPART_URL, text, CURLU_DISALLOW_USER | CURLU_URLENCODE) == CURLUE_OK;
  if (is_read) {
    lib.curl_url_set(url, CURLUPART_FRAGMENT, NULL, 0);
    result->host = part(url, CURLUPART_HOST, 0);
    if (result->host) {
      for (char *letter = result->host; *letter; letter += 1) {
        if (*letter >= 'A' && *letter <= 'Z') *letter += 'a' - 'A';
      }
      lib.curl_url_set(url, CURLUPART_HOST, result->host, 0);
    }
    result->text = part(url, CURLUPART_URL, 0);
    result->scheme = part(url, CURLUPART_SCHEME, 0);
    result->port = part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  }
  lib.curl_url_cleanup(url);
  if (result->text && result->scheme && result->host && result->port) return true;
  gaz_url_free(result);
  return false;
}

void gaz_url_free(struct gaz_url *url) {
  free(url->text);
  free(url->scheme);
  free(url->host);
  free(url->port);
  memset(url, 0, sizeof *url);
}

// The connection and, while it is made, one to another address of the same server.
#define MOST_SOCKETS 4

struct gaz_web {
  CURLM *multi;
  CURL *easy;
  atomic_bool is_stopped;
  // The open sockets to a mail server; -1: none. The thread that stops a mail uses them too.
  curl_socket_t mail_sockets[MOST_SOCKETS];
  pthread_mutex_t lock;
};

// Ends all that the mail server may still say and, with SHUT_RDWR, also what is said to it.
static void shut_mail_sockets(struct gaz_web *web, int directions) {
  pthread_mutex_lock(&web->lock);
  for (int i = 0; i < MOST_SOCKETS; i += 1) {
    if (web->mail_sockets[i] != CURL_SOCKET_BAD) shutdown(web->mail_sockets[i], directions);
  }
  pthread_mutex_unlock(&web->lock);
}

struct gaz_web *gaz_web_open(void) {
  if (!gaz_curl_is_installed()) return NULL;
  struct gaz_web *web = calloc(1, sizeof *web);
  if (web == NULL) return NULL;
  for (int i = 0; i < MOST_SOCKETS; i += 1) web->mail_sockets[i] = CURL_SOCKET_BAD;
  pthread_mutex_init(&web->lock, NULL);
  web->multi = lib.curl_multi_init();
  web->easy = lib.curl_easy_init();
  if (web->multi && web->easy) return web;
  gaz_web_close(web);
  return NULL;
}

void gaz_web_close(struct gaz_web *web) {
  if (web == NULL) return;
  if (web->easy) lib.curl_easy_cleanup(web->easy);
  if (web->multi) lib.curl_multi_cleanup(web->multi);
  pthread_mutex_destroy(&web->lock);
  free(web);
}

void gaz_web_stop(struct gaz_web *web) {
  atomic_store(&web->is_stopped, true);
  // The library waits for the answer to the end of a mail in a way that cannot be woken. And it ends a mail that was
  // stopped as if it were whole, so nothing more may be sent.
  shut_mail_sockets(web, SHUT_RDWR);
  lib.curl_multi_wakeup(web->multi);
}

static size_t receive_header(char *line, size_t one, size_t size, void *context) {
  struct gaz_exchange *exchange = context;
  size_t length = size;
  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) length -= 1;
  return exchange->on_header(exchange->context, (const uint8_t *)line, length) ? one * size : 0;
}

static size_t receive_bytes(char *bytes, size_t one, size_t size, void *context) {
  struct gaz_exchange *exchange = context;
  return exchange->on_bytes(exchange->context, (const uint8_t *)bytes, size) ? one * size : 0;
}

static int report_progress(void *context, curl_off_t total, curl_off_t done, curl_off_t up_total, curl_off_t up) {
  (void)up_total;
  (void)up;
  struct gaz_exchange *exchange = context;
  exchange->on_progress(exchange->context, done, total);
  return 0;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  struct gaz_exchange *exchange = context;
  if (!exchange->may_connect(exchange->context, &address->addr)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static void set_up(CURL *easy, struct gaz_exchange *exchange, struct curl_slist *headers, struct curl_slist *route) {
#define SET(option, value) lib.curl_easy_setopt(easy, option, value)
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_PROTOCOLS_STR, "https,http");
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_URL, exchange->url);
  SET(CURLOPT_CUSTOMREQUEST, exchange->method);
  bool has_body = strcmp(exchange->method, "HEAD") != 0;
  if (!has_body) SET(CURLOPT_NOBODY, 1L);
  if (has_body) SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)exchange->limit);
  if (exchange->body) {
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)exchange->body_size);
    SET(CURLOPT_POSTFIELDS, exchange->body);
  }
  SET(CURLOPT_HTTPHEADER, headers);
  SET(CURLOPT_USERAGENT, exchange->user_agent);
  // Both also replace what the environment says.
  SET(CURLOPT_PROXY, exchange->proxy);
  SET(CURLOPT_NOPROXY, exchange->no_proxy);
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  SET(CURLOPT_CONNECT_TO, route);
  SET(CURLOPT_CONNECTTIMEOUT_MS, exchange->connect_milliseconds);
  SET(CURLOPT_LOW_SPEED_LIMIT, 1L);
  SET(CURLOPT_LOW_SPEED_TIME, exchange->idle_seconds);
  SET(CURLOPT_TIMEOUT_MS, exchange->total_milliseconds);
  // Do not wait for a name server when an exchange was stopped.
  SET(CURLOPT_QUICK_EXIT, 1L);
  if (exchange->ca_file) SET(CURLOPT_CAINFO, exchange->ca_file);
  SET(CURLOPT_ERRORBUFFER, exchange->failure);
  SET(CURLOPT_HEADERFUNCTION, receive_header);
  SET(CURLOPT_HEADERDATA, exchange);
  SET(CURLOPT_WRITEFUNCTION, receive_bytes);
  SET(CURLOPT_WRITEDATA, exchange);
  SET(CURLOPT_NOPROGRESS, 0L);
  SET(CURLOPT_XFERINFOFUNCTION, report_progress);
  SET(CURLOPT_XFERINFODATA, exchange);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, exchange);
#undef SET
}

// Runs the exchange that is set up, until it ends or is stopped.
static CURLcode run(struct gaz_web *web) {
  for (;;) {
    // First, so that nothing is sent if it was stopped before.
    if (atomic_load(&web->is_stopped)) return CURLE_ABORTED_BY_CALLBACK;
    int running;
    if (lib.curl_multi_perform(web->multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
    int left;
    CURLMsg *message = lib.curl_multi_info_read(web->multi, &left);
    if (message && message->msg == CURLMSG_DONE) return message->data.result;
    if (lib.curl_multi_poll(web->multi, NULL, 0, 1000, NULL) != CURLM_OK) return CURLE_FAILED_INIT;
  }
}

static enum gaz_web_result meaning(CURLcode code, const char *failure) {
  switch (code) {
  case CURLE_OK: return GAZ_WEB_OK;
  case CURLE_ABORTED_BY_CALLBACK:
  case CURLE_WRITE_ERROR: return GAZ_WEB_STOPPED;
  case CURLE_COULDNT_RESOLVE_HOST: return GAZ_WEB_NOT_RESOLVED;
  case CURLE_COULDNT_CONNECT: return GAZ_WEB_NOT_CONNECTED;
  case CURLE_OPERATION_TIMEDOUT: return GAZ_WEB_TIMED_OUT;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE: return GAZ_WEB_NOT_TRUSTED;
  case CURLE_USE_SSL_FAILED:
  case CURLE_SSL_CONNECT_ERROR: return GAZ_WEB_TLS_FAILED;
  case CURLE_LOGIN_DENIED: return GAZ_WEB_DENIED;
  case CURLE_GOT_NOTHING:
  case CURLE_PARTIAL_FILE:
  case CURLE_SEND_ERROR: return GAZ_WEB_CUT_OFF;
  case CURLE_RECV_ERROR:
    // The library has no other sign of a malformed chunk.
    return strstr(failure, "chunked-encoding") ? GAZ_WEB_NOT_HTTP : GAZ_WEB_CUT_OFF;
  case CURLE_BAD_CONTENT_ENCODING: return GAZ_WEB_BAD_ENCODING;
  case CURLE_WEIRD_SERVER_REPLY:
  case CURLE_UNSUPPORTED_PROTOCOL:
  case CURLE_HTTP2: return GAZ_WEB_NOT_HTTP;
  case CURLE_FILESIZE_EXCEEDED: return GAZ_WEB_TOO_LARGE;
  // The library reads lines up to 100 KB.
  case CURLE_OUT_OF_MEMORY: return GAZ_WEB_TOO_LONG;
  case CURLE_COULDNT_RESOLVE_PROXY:
  case CURLE_PROXY: return GAZ_WEB_PROXY_FAILED;
  default: return GAZ_WEB_OTHER;
  }
}

// Adds a text to a list. False: there is no memory.
static bool append(struct curl_slist **list, const char *text) {
  struct curl_slist *longer = lib.curl_slist_append(*list, text);
  if (longer) *list = longer;
  return longer != NULL;
}

enum gaz_web_result gaz_web_perform(struct gaz_web *web, struct gaz_exchange *exchange) {
  struct curl_slist *headers = NULL, *route = NULL;
  bool is_ready = exchange->connect_to == NULL || append(&route, exchange->connect_to);
  for (const char *const *line = exchange->headers; is_ready && *line; line += 1) is_ready = append(&headers, *line);
  exchange->status = 0;
  exchange->retry_after = 0;
  exchange->failure[0] = 0;
  exchange->peer[0] = 0;
  CURLcode code = CURLE_FAILED_INIT;
  long proxy_status = 0;
  lib.curl_easy_reset(web->easy);
  if (is_ready) set_up(web->easy, exchange, headers, route);
  if (is_ready && lib.curl_multi_add_handle(web->multi, web->easy) == CURLM_OK) {
    code = run(web);
    lib.curl_easy_getinfo(web->easy, CURLINFO_RESPONSE_CODE, &exchange->status);
    lib.curl_easy_getinfo(web->easy, CURLINFO_HTTP_CONNECTCODE, &proxy_status);
    curl_off_t retry_after = 0;
    lib.curl_easy_getinfo(web->easy, CURLINFO_RETRY_AFTER, &retry_after);
    exchange->retry_after = retry_after;
    const char *peer = NULL;
    lib.curl_easy_getinfo(web->easy, CURLINFO_PRIMARY_IP, &peer);
    if (peer) strncpy(exchange->peer, peer, sizeof exchange->peer - 1);
    lib.curl_multi_remove_handle(web->multi, web->easy);
  }
  lib.curl_slist_free_all(headers);
  lib.curl_slist_free_all(route);
  if (code != CURLE_OK && exchange->failure[0] == 0) {
    strncpy(exchange->failure, lib.curl_easy_strerror(code), sizeof exchange->failure - 1);
  }
  if (code != CURLE_OK && proxy_status >= 300) return GAZ_WEB_PROXY_FAILED;
  return meaning(code, exchange->failure);
}

// A mail being sent.
struct sending {
  struct gaz_mail *mail;
  size_t sent;
};

static size_t give_content(char *room, size_t one, size_t count, void *context) {
  struct sending *sending = context;
  struct gaz_mail *mail = sending->mail;
  size_t left = mail->size - sending->sent;
  if (left == 0) return mail->may_end(mail->context) ? 0 : CURL_READFUNC_ABORT;
  size_t size = left < one * count ? left : one * count;
  memcpy(room, mail->content + sending->sent, size);
  sending->sent += size;
  return size;
}

// Remembers the last line in which the server refuses something.
static size_t receive_answer(char *line, size_t one, size_t size, void *context) {
  struct gaz_mail *mail = context;
  size_t length = size;
  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) length -= 1;
  if (length == 0 || (line[0] != '4' && line[0] != '5')) return one * size;
  if (length >= sizeof mail->answer) length = sizeof mail->answer - 1;
  memcpy(mail->answer, line, length);
  mail->answer[length] = 0;
  return one * size;
}

// Puts a socket in the place of another one. False: there is no room.
static bool replace_mail_socket(struct gaz_web *web, curl_socket_t old, curl_socket_t new) {
  for (int i = 0; i < MOST_SOCKETS; i += 1) {
    if (web->mail_sockets[i] != old) continue;
    web->mail_sockets[i] = new;
    return true;
  }
  return false;
}

static curl_socket_t open_mail_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  struct gaz_web *web = context;
  curl_socket_t new = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  if (new == CURL_SOCKET_BAD) return new;
  pthread_mutex_lock(&web->lock);
  bool is_kept = !atomic_load(&web->is_stopped) && replace_mail_socket(web, CURL_SOCKET_BAD, new);
  pthread_mutex_unlock(&web->lock);
  if (is_kept) return new;
  close(new);
  return CURL_SOCKET_BAD;
}

static int close_mail_socket(void *context, curl_socket_t old) {
  struct gaz_web *web = context;
  pthread_mutex_lock(&web->lock);
  replace_mail_socket(web, old, CURL_SOCKET_BAD);
  int result = close(old);
  pthread_mutex_unlock(&web->lock);
  return result;
}

static void set_up_mail(CURL *easy, struct gaz_web *web, struct sending *sending, struct curl_slist *recipients) {
  struct gaz_mail *mail = sending->mail;
#define SET(option, value) lib.curl_easy_setopt(easy, option, value)
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  SET(CURLOPT_URL, mail->url);
  if (mail->encryption == GAZ_MAIL_ENCRYPTED) SET(CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
  if (mail->encryption == GAZ_MAIL_ENCRYPTED_IF_OFFERED) SET(CURLOPT_USE_SSL, (long)CURLUSESSL_TRY);
  if (mail->user) {
    SET(CURLOPT_USERNAME, mail->user);
    SET(CURLOPT_PASSWORD, mail->password);
  }
  SET(CURLOPT_MAIL_FROM, mail->sender);
  SET(CURLOPT_MAIL_RCPT, recipients);
  // Without the size, so that `give_content` is also asked for what follows the last byte.
  SET(CURLOPT_UPLOAD, 1L);
  SET(CURLOPT_READFUNCTION, give_content);
  SET(CURLOPT_READDATA, sending);
  SET(CURLOPT_HEADERFUNCTION, receive_answer);
  SET(CURLOPT_HEADERDATA, mail);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_mail_socket);
  SET(CURLOPT_OPENSOCKETDATA, web);
  SET(CURLOPT_CLOSESOCKETFUNCTION, close_mail_socket);
  SET(CURLOPT_CLOSESOCKETDATA, web);
  SET(CURLOPT_CONNECTTIMEOUT_MS, mail->connect_milliseconds);
  SET(CURLOPT_SERVER_RESPONSE_TIMEOUT, mail->idle_seconds);
  SET(CURLOPT_TIMEOUT_MS, mail->total_milliseconds);
  SET(CURLOPT_QUICK_EXIT, 1L);
  if (mail->ca_file) SET(CURLOPT_CAINFO, mail->ca_file);
  SET(CURLOPT_ERRORBUFFER, mail->failure);
#undef SET
}

enum gaz_web_result gaz_mail_send(struct gaz_web *web, struct gaz_mail *mail) {
  struct sending sending = {mail, 0};
  mail->status = 0;
  mail->answer[0] = 0;
  mail->failure[0] = 0;
  struct curl_slist *recipients = lib.curl_slist_append(NULL, mail->recipient);
  if (recipients == NULL) return GAZ_WEB_OTHER;
  lib.curl_easy_reset(web->easy);
  set_up_mail(web->easy, web, &sending, recipients);
  CURLcode code = CURLE_FAILED_INIT;
  if (lib.curl_multi_add_handle(web->multi, web->easy) == CURLM_OK) {
    code = run(web);
    lib.curl_easy_getinfo(web->easy, CURLINFO_RESPONSE_CODE, &mail->status);
    // Closing the connection sends QUIT, and would then wait for an answer that may never come.
    shut_mail_sockets(web, SHUT_RD);
    lib.curl_multi_remove_handle(web->multi, web->easy);
  }
  lib.curl_slist_free_all(recipients);
  if (code != CURLE_OK && mail->failure[0] == 0) {
    strncpy(mail->failure, lib.curl_easy_strerror(code), sizeof mail->failure - 1);
  }
  return meaning(code, mail->failure);
}

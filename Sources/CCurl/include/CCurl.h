#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* libcurl. It is loaded at the first use of the network, because linking it would slow down every start. */

/// Whether the library is there. May be called on any thread.
bool gaz_curl_is_installed(void);

/// The parts of an absolute URL, as libcurl understands it; free them with `gaz_url_free`.
struct gaz_url {
  /// Normalised.
  char *text;
  char *scheme;
  /// In lower case; without the brackets of an IPv6 address.
  char *host;
  /// The port, also if it is the scheme's own.
  char *port;
};
/// The URL `text`; if `base` is not NULL, relative to that. False if it is malformed or names a user.
bool gaz_url_parse(const char *text, const char *base, struct gaz_url *url);
void gaz_url_free(struct gaz_url *url);

/// One request and its answer. Redirects are not followed.
struct gaz_exchange {
  const char *url;
  const char *method;
  /// Lines `Name: value`, ended by NULL.
  const char *const *headers;
  /// NULL: there is none.
  const uint8_t *body;
  size_t body_size;
  /// A file of certificates to trust besides those of the system; NULL: none.
  const char *ca_file;
  const char *user_agent;
  /// The URL of a proxy; empty: none. And the hosts that are asked without it, separated by commas.
  const char *proxy, *no_proxy;
  /// What to connect to in place of the host, also through a proxy: `::ADDRESS:`; NULL: the host.
  const char *connect_to;
  /// The most bytes of the body that the server may announce.
  int64_t limit;
  long connect_milliseconds, idle_seconds, total_milliseconds;

  void *context;
  /// Gets a line of the header, without its end. False: the exchange ends with CURLE_WRITE_ERROR.
  bool (*on_header)(void *context, const uint8_t *line, size_t size);
  /// Gets bytes of the body, as they were sent. False: the exchange ends with CURLE_WRITE_ERROR.
  bool (*on_bytes)(void *context, const uint8_t *bytes, size_t size);
  /// Gets how many bytes have come, and how many there are; 0 if unknown.
  void (*on_progress)(void *context, int64_t done, int64_t total);
  /// Whether a connection to this address is allowed.
  bool (*may_connect)(void *context, const struct sockaddr *address);

  /// The results: the status of HTTP, after how many seconds the server wants the next request (0: it does not say),
  /// what failed in words, and the numeric address of the server or the proxy.
  long status;
  int64_t retry_after;
  char failure[256];
  char peer[64];
};

/// How an exchange ended.
enum gaz_web_result {
  /// There is an answer.
  GAZ_WEB_OK,
  /// By `gaz_web_stop`, or because `on_header` or `on_bytes` wanted no more.
  GAZ_WEB_STOPPED,
  GAZ_WEB_NOT_RESOLVED,
  GAZ_WEB_NOT_CONNECTED,
  GAZ_WEB_TIMED_OUT,
  GAZ_WEB_NOT_TRUSTED,
  GAZ_WEB_TLS_FAILED,
  GAZ_WEB_CUT_OFF,
  GAZ_WEB_BAD_ENCODING,
  /// Also an answer that breaks the rules of HTTP.
  GAZ_WEB_NOT_HTTP,
  /// The server refuses the login.
  GAZ_WEB_DENIED,
  /// The server announces more bytes than the limit.
  GAZ_WEB_TOO_LARGE,
  /// A line is longer than the library allows.
  GAZ_WEB_TOO_LONG,
  GAZ_WEB_PROXY_FAILED,
  GAZ_WEB_OTHER,
};

/// Whether an `smtp:` connection becomes encrypted (STARTTLS) before anything is sent.
enum gaz_mail_encryption {
  GAZ_MAIL_PLAIN,
  /// If the server offers that.
  GAZ_MAIL_ENCRYPTED_IF_OFFERED,
  GAZ_MAIL_ENCRYPTED,
};

/// A mail for one recipient.
struct gaz_mail {
  /// `smtp://HOST:PORT/NAME` or `smtps://…`; NAME is how the program introduces this machine.
  const char *url;
  enum gaz_mail_encryption encryption;
  /// NULL: the server wants no login.
  const char *user, *password;
  /// Addresses without brackets. They have been checked: nothing here refuses the end of a line.
  const char *sender, *recipient;
  const uint8_t *content;
  size_t size;
  const char *ca_file;
  long connect_milliseconds, idle_seconds, total_milliseconds;

  void *context;
  /// Called when all of the content was sent, before its end is. Without the end, the server must forget the mail.
  /// False: the end is not sent.
  bool (*may_end)(void *context);

  /// The results: the code of the server's last answer that mattered, its last refusal, and what failed in words.
  long status;
  char answer[256];
  char failure[256];
};

/// Performs exchanges, one at a time, and keeps connections for the next one. NULL without the library.
struct gaz_web *gaz_web_open(void);
void gaz_web_close(struct gaz_web *web);
/// Blocks until the exchange is over.
enum gaz_web_result gaz_web_perform(struct gaz_web *web, struct gaz_exchange *exchange);
/// Sends a mail. Blocks until the server has taken or refused it. `web` must be used for one mail only.
enum gaz_web_result gaz_mail_send(struct gaz_web *web, struct gaz_mail *mail);
/// Ends the exchange in progress, and all later ones, at once. May be called on any thread.
void gaz_web_stop(struct gaz_web *web);

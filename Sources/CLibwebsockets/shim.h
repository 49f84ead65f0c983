#include <libwebsockets.h>
#include <malloc.h>

// What Swift cannot import: macros with casts or shifts of long long.

/// Options of a listener's context: check UTF-8, answer with safe headers, take the loop that is given.
static const uint64_t bs_context_options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_LIBUV
    | LWS_SERVER_OPTION_HTTP_HEADERS_SECURITY_BEST_PRACTICES_ENFORCE;

/// In addition, for a listener with a certificate.
static const uint64_t bs_tls_options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;

/// No listening socket of its own: connections are adopted.
static const int bs_no_listen = CONTEXT_PORT_NO_LISTEN_SERVER;

/// Has a line of memory fetched, without waiting for it.
static inline void bs_prefetch(const void *address) { __builtin_prefetch(address, 1); }

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import. An empty blob is a blob, not NULL.
static inline int backspin_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline int backspin_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// sqlite3_db_config is variadic. While kept is 1, closing leaves the write-ahead log as it is.
static inline int backspin_keep_log_on_close(sqlite3 *database, int kept) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, kept, (int *)0);
}

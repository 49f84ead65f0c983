// A disk that is watched and that fails: put before the system's own calls by LD_PRELOAD, for the files of one folder.
//
//   DISK_FOLDER   the folder; what is done to its files, and what is sent to sockets, counts as one call each: 1, 2, 3, …
//   DISK_LOG      a file that every call is appended to, with its bytes, in the order in which they took effect
//   DISK_MARK     a file that is made when a call fails by plan
//   DISK_PLAN     KIND:N[:ERRNO[:COUNT]]; what happens to the N-th call:
//                   before, after   the process is killed before it, or after it
//                   half            half of its bytes are written, then the process is killed
//                   fail            it fails with ERRNO, and so do the COUNT-1 calls after it (only files are counted)
//                   short           half of its bytes are written; the next one fails with ERRNO
//                   sync            as fail, but only syncs are counted
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { CALL_OPEN = 1, CALL_WRITE, CALL_TRUNCATE, CALL_SYNC, CALL_UNLINK, CALL_RENAME, CALL_SEND, CALL_FAILED_SYNC };
enum kind { TO_FILE, TO_DISK, TO_SOCKET };
enum plan { NOTHING, BEFORE, AFTER, HALF, FAIL, SHORT, SYNC };

// As it lies in the log, in front of `size` bytes.
struct record { uint32_t call; int32_t descriptor; uint64_t offset; uint64_t size; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[4096];
static size_t folder_length;
static int log_descriptor = -1;
static enum plan plan;
static long planned, count, failures = 1;
static int planned_error;
static unsigned char tracked[65536];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("DISK_FOLDER"), *text = getenv("DISK_PLAN"), *log = getenv("DISK_LOG");
    if (!path) return;
    folder_length = (size_t)snprintf(folder, sizeof folder, "%s", path);
    if (log) log_descriptor = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    char kind[16] = "";
    if (!text || sscanf(text, "%15[a-z]:%ld:%d:%ld", kind, &planned, &planned_error, &failures) < 2) return;
    const char *kinds[] = {"", "before", "after", "half", "fail", "short", "sync"};
    for (int index = BEFORE; index <= SYNC; index++) if (!strcmp(kind, kinds[index])) plan = index;
}

static int is_ours(const char *path) {
    return folder_length && !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}
static int is_tracked(int descriptor) { return descriptor >= 0 && descriptor < 65536 && tracked[descriptor]; }
static int is_socket(int descriptor) {
    struct stat status;
    return folder_length && !fstat(descriptor, &status) && S_ISSOCK(status.st_mode);
}

static void put(enum call call, int descriptor, uint64_t offset, const void *bytes, size_t size) {
    if (log_descriptor < 0) return;
    struct record record = {call, descriptor, offset, size};
    struct iovec parts[] = {{&record, sizeof record}, {(void *)bytes, size}};
    if (syscall(SYS_writev, log_descriptor, parts, 2) != (long)(sizeof record + size)) abort();
}

static void die(void) { syscall(SYS_kill, getpid(), SIGKILL); for (;;) pause(); }

// Counts a call, with the lock held. True when it is to fail, with errno set; `half` when only half of it is to be written.
static int enter(enum kind kind, int *half) {
    if ((plan == FAIL || plan == SHORT) && kind == TO_SOCKET) return 0;
    if (plan == SYNC && kind != TO_DISK) return 0;
    count++;
    if (count == planned && plan == BEFORE) die();
    if (count == planned && (plan == HALF || plan == SHORT)) *half = 1;
    long from = plan == SHORT ? planned + 1 : planned;
    if ((plan != FAIL && plan != SHORT && plan != SYNC) || count < from || count >= from + failures) return 0;
    if (getenv("DISK_MARK")) syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, getenv("DISK_MARK"), O_CREAT | O_WRONLY, 0600));
    errno = planned_error;
    return 1;
}
static void leave(void) { if (count == planned && (plan == AFTER || plan == HALF)) die(); }

// `kind` says what it is for; `action` gives `result`; `note` is logged when it went well.
#define CALL(type, kind, action, note) \
    int half = 0; (void)half; \
    pthread_mutex_lock(&lock); \
    type result = enter(kind, &half) ? (type)-1 : (action); \
    int error = errno; \
    if (result != (type)-1) { note; } \
    leave(); \
    pthread_mutex_unlock(&lock); \
    errno = error; \
    return result;

static size_t part(size_t size, int half) { return half && size > 1 ? size / 2 : size; }

static ssize_t write_ours(int descriptor, const void *bytes, size_t size, off64_t offset) {
    CALL(ssize_t, TO_FILE, syscall(SYS_pwrite64, descriptor, bytes, part(size, half), offset),
         put(CALL_WRITE, descriptor, (uint64_t)offset, bytes, (size_t)result))
}
static ssize_t send_ours(int descriptor, const void *bytes, size_t size, int flags) {
    CALL(ssize_t, TO_SOCKET, syscall(SYS_sendto, descriptor, bytes, part(size, half), flags, NULL, 0),
         put(CALL_SEND, descriptor, 0, bytes, (size_t)result))
}
static int truncate_ours(int descriptor, off64_t size) {
    CALL(int, TO_FILE, (int)syscall(SYS_ftruncate, descriptor, size), put(CALL_TRUNCATE, descriptor, (uint64_t)size, "", 0))
}
static int sync_ours(int descriptor, long number) {
    int half = 0;
    pthread_mutex_lock(&lock);
    int fails = enter(TO_DISK, &half), error = errno;
    int result = fails ? -1 : (int)syscall(number, descriptor);
    put(fails ? CALL_FAILED_SYNC : CALL_SYNC, descriptor, 0, "", 0);
    leave();
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}
static int note_open(int descriptor, int flags, const char *path) {
    if (descriptor < 65536) tracked[descriptor] = 1;
    put(CALL_OPEN, descriptor, (uint64_t)flags, path, strlen(path));
    return 0;
}
static int open_ours(const char *path, int flags, mode_t mode) {
    CALL(int, TO_FILE, (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), note_open(result, flags, path))
}
static int unlink_ours(const char *path) {
    CALL(int, TO_FILE, (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0), put(CALL_UNLINK, -1, 0, path, strlen(path)))
}
// The two names, with a zero between them.
static void note_rename(const char *from, const char *to) {
    char names[8192];
    size_t length = strlen(from) + 1;
    memcpy(names, from, length);
    memcpy(names + length, to, strlen(to));
    put(CALL_RENAME, -1, 0, names, length + strlen(to));
}
static int rename_ours(const char *from, const char *to) {
    CALL(int, TO_FILE, (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0), note_rename(from, to))
}

// What the program calls.

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        return is_ours(path) ? open_ours(path, flags, mode) : REAL(name)(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int close(int descriptor) {
    if (is_tracked(descriptor)) tracked[descriptor] = 0;
    return REAL(close)(descriptor);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
    return is_tracked(descriptor) ? write_ours(descriptor, bytes, size, offset) : REAL(pwrite64)(descriptor, bytes, size, offset);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) { return pwrite64(descriptor, bytes, size, offset); }

ssize_t write(int descriptor, const void *bytes, size_t size) {
    return is_socket(descriptor) ? send_ours(descriptor, bytes, size, MSG_NOSIGNAL) : REAL(write)(descriptor, bytes, size);
}
ssize_t send(int descriptor, const void *bytes, size_t size, int flags) {
    return folder_length ? send_ours(descriptor, bytes, size, flags) : REAL(send)(descriptor, bytes, size, flags);
}

int ftruncate64(int descriptor, off64_t size) {
    return is_tracked(descriptor) ? truncate_ours(descriptor, size) : REAL(ftruncate64)(descriptor, size);
}
int ftruncate(int descriptor, off_t size) { return ftruncate64(descriptor, size); }

int fsync(int descriptor) { return is_tracked(descriptor) ? sync_ours(descriptor, SYS_fsync) : REAL(fsync)(descriptor); }
int fdatasync(int descriptor) { return is_tracked(descriptor) ? sync_ours(descriptor, SYS_fdatasync) : REAL(fdatasync)(descriptor); }
int unlink(const char *path) { return is_ours(path) ? unlink_ours(path) : REAL(unlink)(path); }
int rename(const char *from, const char *to) { return is_ours(from) ? rename_ours(from, to) : REAL(rename)(from, to); }

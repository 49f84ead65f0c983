/* A thread that writes and syncs what SQLite's log does for one small commit: two pages and their headers. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { page = 4096, header = 24, pages = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t handed = PTHREAD_COND_INITIALIZER;
static int due, file;
/* Readable when the last commit is on disk. */
static int synced;

static void give_up(const char *what) { perror(what); exit(1); }

static void open_log(const char *path) {
    static char bytes[pages * (header + page)];
    file = open(path, O_RDWR | O_CREAT, 0600);
    if (file < 0 || pwrite(file, bytes, sizeof bytes, 0) < 0 || fsync(file)) give_up("file");
    synced = eventfd(0, EFD_NONBLOCK);
}

static void *write_and_sync(void *nothing) {
    static char bytes[page];
    off_t at = 0;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!due) pthread_cond_wait(&handed, &lock);
        due = 0;
        pthread_mutex_unlock(&lock);
        for (int i = 0; i < 2; i++, at += header + page)
            if (pwrite(file, bytes, header, at) < 0 || pwrite(file, bytes, page, at + header) < 0) give_up("write");
        if (at >= pages * (header + page)) at = 0;
        if (fdatasync(file) || eventfd_write(synced, 1)) give_up("fdatasync");
    }
    return nothing;
}

static void begin_syncing(void) {
    pthread_t writer;
    pthread_create(&writer, NULL, write_and_sync, NULL);
}

static void hand_over(void) {
    pthread_mutex_lock(&lock);
    due = 1;
    pthread_cond_signal(&handed);
    pthread_mutex_unlock(&lock);
}

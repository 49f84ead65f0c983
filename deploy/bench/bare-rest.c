/* The physical limit of a durable request at rest: a client that waits for each answer, a server whose loop hands each request to a second
 * thread, which writes and syncs as SQLite's log does for one request (two pages and their headers), and hands it back for the answer.
 * Nothing is decoded, ordered, encoded or kept. Server and client on a core of their own where there are two. Prints the median in microseconds.
 * cc -O2 bare-rest.c -o bare-rest -lpthread; bare-rest FILE */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { rounds = 2000, asked = 100, answered = 433, page = 4096, header = 24, pages = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t handed = PTHREAD_COND_INITIALIZER;
static int requests, done, file;

static void give_up(const char *what) { perror(what); exit(1); }

static void run_on(int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    if (sysconf(_SC_NPROCESSORS_ONLN) > 1) sched_setaffinity(0, sizeof cores, &cores);
}

static double microseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }

static void *write_and_sync(void *nothing) {
    static char bytes[page];
    off_t at = 0;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!requests) pthread_cond_wait(&handed, &lock);
        requests = 0;
        pthread_mutex_unlock(&lock);
        for (int i = 0; i < 2; i++, at += header + page)
            if (pwrite(file, bytes, header, at) < 0 || pwrite(file, bytes, page, at + header) < 0) give_up("write");
        if (at >= pages * (header + page)) at = 0;
        if (fdatasync(file) || eventfd_write(done, 1)) give_up("fdatasync");
    }
    return nothing;
}

static void serve(int listener) {
    char bytes[answered] = {0};
    int client = accept(listener, NULL, NULL), poll = epoll_create1(0);
    pthread_t writer;
    struct epoll_event event = {.events = EPOLLIN, .data.fd = client}, woken = {.events = EPOLLIN, .data.fd = done};
    epoll_ctl(poll, EPOLL_CTL_ADD, client, &event);
    epoll_ctl(poll, EPOLL_CTL_ADD, done, &woken);
    pthread_create(&writer, NULL, write_and_sync, NULL);
    while (epoll_wait(poll, &event, 1, -1) == 1) {
        if (event.data.fd == client) {
            if (recv(client, bytes, sizeof bytes, 0) <= 0) exit(0);
            pthread_mutex_lock(&lock);
            requests = 1;
            pthread_cond_signal(&handed);
            pthread_mutex_unlock(&lock);
        } else {
            eventfd_t count;
            eventfd_read(done, &count);
            if (send(client, bytes, answered, 0) < 0) exit(0);
        }
    }
}

int main(int count, char **words) {
    static char bytes[pages * (header + page)];
    static double times[rounds];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    file = open(count > 1 ? words[1] : "bare-rest.tmp", O_RDWR | O_CREAT, 0600);
    if (file < 0 || pwrite(file, bytes, sizeof bytes, 0) < 0 || fsync(file)) give_up("file");
    done = eventfd(0, EFD_NONBLOCK);
    if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 1)) give_up("listen");
    getsockname(listener, (struct sockaddr *)&address, &length);
    if (fork() == 0) { run_on(0); serve(listener); }
    run_on(1);
    int server = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0);
    if (connect(server, (struct sockaddr *)&address, length)) give_up("connect");
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(poll, EPOLL_CTL_ADD, server, &event);
    for (int i = 0; i < rounds; i++) {
        double start = microseconds();
        if (send(server, bytes, asked, 0) < 0) give_up("send");
        epoll_wait(poll, &event, 1, -1);
        if (recv(server, bytes, answered, MSG_WAITALL) != answered) give_up("recv");
        times[i] = microseconds() - start;
    }
    close(server);
    wait(NULL);
    qsort(times, rounds, sizeof times[0], compare);
    printf("%.1f\n", times[rounds / 2]);
    return 0;
}

/* The physical limit of a durable request at rest: a client that waits for each answer, a server whose loop hands each request to a second
 * thread, which writes and syncs as SQLite's log does for one request (two pages and their headers), and hands it back for the answer.
 * Nothing is decoded, ordered, encoded or kept. Server and client on a core of their own where there are two. Prints the median in microseconds.
 * cc -O2 bare-rest.c -o bare-rest -lpthread; bare-rest FILE */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "synced.h"

enum { rounds = 2000, asked = 100, answered = 433 };

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

static void serve(int listener) {
    char bytes[answered] = {0};
    int client = accept(listener, NULL, NULL), poll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = client}, woken = {.events = EPOLLIN, .data.fd = synced};
    epoll_ctl(poll, EPOLL_CTL_ADD, client, &event);
    epoll_ctl(poll, EPOLL_CTL_ADD, synced, &woken);
    begin_syncing();
    while (epoll_wait(poll, &event, 1, -1) == 1) {
        if (event.data.fd == client) {
            if (recv(client, bytes, sizeof bytes, 0) <= 0) exit(0);
            hand_over();
        } else {
            eventfd_t count;
            eventfd_read(synced, &count);
            if (send(client, bytes, answered, 0) < 0) exit(0);
        }
    }
}

int main(int count, char **words) {
    static char bytes[answered];
    static double times[rounds];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    open_log(count > 1 ? words[1] : "bare-rest.tmp");
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

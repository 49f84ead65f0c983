/* The physical limit to compare with: a server that does nothing but accept WebSockets on one epoll loop and send each event to everybody,
 * what a turn of the loop has for a client in one write. It stores nothing, checks nothing and forgets whoever is slow.
 * It speaks just enough of the wire (SPEC W) for `backspin load`, and its events are as long as Backspin's.
 * With the name of a file it has another thread write and sync two pages in there before it sends, and keeps nothing of the event either.
 *
 * cc -O2 bare-epoll.c -lcrypto -lpthread -o bare-epoll; bare-epoll [FILE] prints the port it listens on. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include "synced.h"

enum { max_fds = 20000, buffer_bytes = 1 << 16, turn_bytes = 1 << 20, albums = 100 };

struct client {
    int is_open, is_upgraded;
    char id[17];
    size_t length;
    unsigned char *bytes;
};

static struct client clients[max_fds];
static int highest, seq;
static char turn[turn_bytes];
/* What of it is being synced. */
static size_t turn_length, syncing;
static int is_durable;

static size_t frame(char *to, const char *text, size_t length) {
    size_t header = length < 126 ? 2 : 4;
    to[0] = (char)0x81;
    if (header == 2) to[1] = (char)length;
    else { to[1] = 126; to[2] = (char)(length >> 8); to[3] = (char)length; }
    memcpy(to + header, text, length);
    return header + length;
}

static void say(int fd, const char *text) {
    static char bytes[buffer_bytes];
    size_t length = frame(bytes, text, strlen(text));
    if (send(fd, bytes, length, MSG_NOSIGNAL) < 0 && errno != EAGAIN) perror("send");
}

static void url_base64(const unsigned char *from, int count, char *to) {
    EVP_EncodeBlock((unsigned char *)to, from, count);
    for (char *c = to; *c; c++) *c = *c == '+' ? '-' : *c == '/' ? '_' : *c;
}

/* The public name of a key (W1). */
static void name(struct client *client, const char *key) {
    char padded[48];
    unsigned char bytes[48], digest[32];
    char text[64];
    for (int i = 0; i < 43; i++) padded[i] = key[i] == '-' ? '+' : key[i] == '_' ? '/' : key[i];
    padded[43] = '=';
    EVP_DecodeBlock(bytes, (unsigned char *)padded, 44);
    SHA256(bytes, 32, digest);
    url_base64(digest, 32, text);
    memcpy(client->id, text, 16);
}

static void welcome(int fd, struct client *client, const char *message) {
    static char text[buffer_bytes];
    const char *key = strstr(message, "\"key\":\"");
    if (key) name(client, key + 7);
    sprintf(text, "{\"t\":\"welcome\",\"client\":\"%s\",\"shelf\":\"bare\",\"epoch\":\"bare\",\"seq\":%d,\"req\":0,\"role\":\"edit\",\"resumed\":false,\"durable\":\"memory\"}", client->id, seq);
    say(fd, text);
    char *end = text + sprintf(text, "{\"t\":\"snapshot\",\"epoch\":\"bare\",\"seq\":%d,\"part\":1,\"of\":1,\"why\":\"first\",\"albums\":[", seq);
    for (int i = 0; i < albums; i++) end += sprintf(end, "%s{\"id\":\"lbare0000-%d\",\"title\":\"Title\"}", i ? "," : "", i);
    strcpy(end, "]}");
    say(fd, text);
}

static void event(struct client *client, const char *message) {
    char text[4096];
    const char *ops = strstr(message, "\"ops\":"), *req = strstr(message, "\"req\":");
    if (!ops || !req) return;
    seq++;
    int length = snprintf(text, sizeof text,
        "{\"t\":\"ev\",\"seq\":%d,\"by\":\"%s\",\"name\":\"client 1\",\"req\":%d,\"kind\":\"do\",\"at\":1790000000000,"
        "\"label\":{\"op\":\"edit\",\"count\":1,\"id\":\"lbare0000-1\",\"title\":\"Title 123456\",\"field\":\"title\"},%s",
        seq, client->id, atoi(req + 6), ops);
    turn_length += frame(turn + turn_length, text, (size_t)length);
}

static void handle(int fd, struct client *client, char *message) {
    if (strstr(message, "\"t\":\"hello\"")) welcome(fd, client, message);
    else if (strstr(message, "\"t\":\"do\"")) event(client, message);
    else if (strstr(message, "\"t\":\"ping\"")) {
        char text[64];
        sprintf(text, "{\"t\":\"tick\",\"seq\":%d}", seq);
        say(fd, text);
    }
}

static void drop(int fd) {
    clients[fd].is_open = 0;
    clients[fd].is_upgraded = 0;
    clients[fd].length = 0;
    close(fd);
}

static void upgrade(int fd, struct client *client) {
    char text[512], accept[64];
    unsigned char digest[20];
    client->bytes[client->length] = 0;
    char *key = strcasestr((char *)client->bytes, "sec-websocket-key: "), *end = strstr((char *)client->bytes, "\r\n\r\n");
    if (!end) return;
    /* It has no pages: whoever asks for one is not kept waiting. */
    if (!key) return drop(fd);
    sprintf(text, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key + 19);
    SHA1((unsigned char *)text, strlen(text), digest);
    EVP_EncodeBlock((unsigned char *)accept, digest, 20);
    sprintf(text, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: backspin.v1\r\n\r\n", accept);
    if (send(fd, text, strlen(text), MSG_NOSIGNAL) < 0) perror("send");
    client->is_upgraded = 1;
    client->length = 0;
}

/* Handles the whole frames that arrived; every one is masked and shorter than 64 KiB. */
static void read_frames(int fd, struct client *client) {
    unsigned char *at = client->bytes, *end = at + client->length;
    while (end - at >= 6) {
        size_t length = at[1] & 0x7F, header = 6;
        if (length == 126) { length = (size_t)at[2] << 8 | at[3]; header = 8; }
        if ((size_t)(end - at) < header + length) break;
        unsigned char *key = at + header - 4, *body = at + header;
        if ((at[0] & 0x0F) == 8) return drop(fd);
        char message[8192];
        for (size_t i = 0; i < length && i < sizeof message - 1; i++) message[i] = (char)(body[i] ^ key[i & 3]);
        message[length < sizeof message ? length : sizeof message - 1] = 0;
        handle(fd, client, message);
        at += header + length;
    }
    client->length = (size_t)(end - at);
    memmove(client->bytes, at, client->length);
}

static void ready(int fd) {
    struct client *client = &clients[fd];
    if (!client->bytes) client->bytes = malloc(buffer_bytes + 1);
    ssize_t count = recv(fd, client->bytes + client->length, buffer_bytes - client->length, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return drop(fd);
    client->length += (size_t)count;
    if (!client->is_upgraded) upgrade(fd, client);
    else read_frames(fd, client);
}

static void broadcast(size_t length) {
    if (!length) return;
    for (int fd = 0; fd <= highest; fd++)
        if (clients[fd].is_open && clients[fd].is_upgraded)
            if (send(fd, turn, length, MSG_NOSIGNAL) < 0 && errno != EAGAIN) drop(fd);
    turn_length -= length;
    memmove(turn, turn + length, turn_length);
}

static void end_turn(void) {
    if (!is_durable) return broadcast(turn_length);
    if (syncing || !turn_length) return;
    syncing = turn_length;
    hand_over();
}

static void send_synced(void) {
    eventfd_t count;
    eventfd_read(synced, &count);
    broadcast(syncing);
    syncing = 0;
}

static void accept_all(int listener, int epoll) {
    for (int fd; (fd = accept4(listener, 0, 0, SOCK_NONBLOCK)) >= 0;) {
        int on = 1, bytes = 4 << 20;
        struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
        clients[fd].is_open = 1;
        if (fd > highest) highest = fd;
    }
}

int main(int count, char **words) {
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    struct rlimit limit = { max_fds, max_fds };
    setrlimit(RLIMIT_NOFILE, &limit);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), epoll = epoll_create1(0);
    if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 1024)) return perror("listen"), 1;
    getsockname(listener, (struct sockaddr *)&address, &length);
    struct epoll_event event = { .events = EPOLLIN, .data.fd = listener }, events[1024];
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    is_durable = count > 1;
    if (is_durable) {
        open_log(words[1]);
        struct epoll_event woken = { .events = EPOLLIN, .data.fd = synced };
        epoll_ctl(epoll, EPOLL_CTL_ADD, synced, &woken);
        begin_syncing();
    }
    printf("listening on http://127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (;;) {
        int ready_count = epoll_wait(epoll, events, 1024, -1);
        for (int i = 0; i < ready_count; i++) {
            if (events[i].data.fd == listener) accept_all(listener, epoll);
            else if (is_durable && events[i].data.fd == synced) send_synced();
            else ready(events[i].data.fd);
        }
        end_turn();
    }
}

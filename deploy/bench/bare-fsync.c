/* The physical limit of a durable request: how long the disk takes to make a page of a file durable. Prints the median in microseconds.
 * cc -O2 bare-fsync.c -o bare-fsync; bare-fsync FILE */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { rounds = 2000 };

static double microseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }

int main(int count, char **words) {
    static char page[4096];
    static double times[rounds];
    int file = open(count > 1 ? words[1] : "bare-fsync.tmp", O_RDWR | O_CREAT, 0600);
    if (file < 0) return perror("open"), 1;
    for (int i = 0; i < 64; i++) if (pwrite(file, page, sizeof page, i * (off_t)sizeof page) < 0) return perror("write"), 1;
    fsync(file);
    for (int i = 0; i < rounds; i++) {
        double start = microseconds();
        page[0] = (char)i;
        if (pwrite(file, page, sizeof page, i % 64 * (off_t)sizeof page) < 0 || fdatasync(file)) return perror("fdatasync"), 1;
        times[i] = microseconds() - start;
    }
    qsort(times, rounds, sizeof times[0], compare);
    printf("%.1f\n", times[rounds / 2]);
    return 0;
}

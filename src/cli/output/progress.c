/* The progress line: on stderr, after the first second, ten times a second. See progress.h. */
#include "cli/output/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { FIRST = 1000, INTERVAL = 100 }; /* milliseconds */

/* Gives the time in milliseconds. */
static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void progress_begin(struct progress *progress, bool quiet, size_t total) {
    *progress = (struct progress){.on = !quiet && isatty(STDERR_FILENO), .total = total};
    if (progress->on)
        progress->next = now() + FIRST;
}

void progress_show(struct progress *progress, size_t done) {
    if (!progress->on)
        return;
    int64_t time = now();
    if (time < progress->next)
        return;
    progress->next = time + INTERVAL;
    progress->width = fprintf(stderr, "\rchecking %zu/%zu files", done, progress->total) - 1;
    fflush(stderr);
}

void progress_erase(struct progress *progress) {
    if (progress->width <= 0)
        return;
    fprintf(stderr, "\r%*s\r", progress->width, "");
    fflush(stderr);
    progress->width = 0;
}

/* Messages about the command itself, how far a run has come, and the check that standard output could be written. */
#include "cli/format/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/format/print.h"

enum { TICKS = 10 /* a second */ };

void progress_show(long long *shown, size_t done, size_t total) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const long long tick = 1 + now.tv_sec * (long long)TICKS + now.tv_nsec / (1000000000 / TICKS);
    if (tick == *shown)
        return;
    fprintf(stderr, "\r\033[Kptxcheck: %zu of %zu files", done, total);
    fflush(stderr);
    *shown = tick;
}

void progress_hide(long long *shown) {
    if (*shown)
        fputs("\r\033[K", stderr);
    *shown = 0;
}

int report_error(const char *format, ...) {
    char text[8192]; /* the longest path, and a message about it */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    fflush(stdout);
    fputs("ptxcheck: ", stderr);
    print_clean(stderr, text, strlen(text));
    fputc('\n', stderr);
    return EXIT_ERROR;
}

int report_problem(const char *name, struct problem problem) {
    name = *name ? name : "''"; /* an empty argument */
    return problem.error ? report_error("%s: %s: %s", name, problem.text, strerror(problem.error))
                         : report_error("%s: %s", name, problem.text);
}

const char *status_text(enum ptxc_status status) {
    switch (status) {
    case PTXC_OK: return "no error";
    case PTXC_OUT_OF_MEMORY: return "not enough memory";
    case PTXC_BAD_ARGUMENT: return "internal error: bad argument"; /* every option was judged when it was read */
    case PTXC_TOO_LARGE: return "too large";
    case PTXC_UNREADABLE: return "no instruction";
    case PTXC_OVERLAP: return "internal error: overlapping edits";
    }
    return "";
}

int finish(int code) {
    if (fflush(stdout) != 0 || ferror(stdout))
        return report_error("cannot write standard output: %s", strerror(errno));
    return code;
}

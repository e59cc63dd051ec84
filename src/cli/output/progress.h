/* A line on a terminal that says how far a long run has come. */
#ifndef PTXC_CLI_PROGRESS_H
#define PTXC_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
    bool on;
    int width;    /* of the line that stands on the terminal; 0: none */
    int64_t next; /* when it is drawn next, milliseconds */
    size_t total;
};

/* Begins to count. Nothing is ever drawn when stderr is no terminal, or when `quiet`. */
void progress_begin(struct progress *progress, bool quiet, size_t total);

/* Draws the line if the time has come for it. */
void progress_show(struct progress *progress, size_t done);

/* Takes the line away, so that something else can be printed. */
void progress_erase(struct progress *progress);

#endif

/* The rows of accesses.def as C. */
#ifndef PTXC_CLI_ACCESSES_H
#define PTXC_CLI_ACCESSES_H

#include <stddef.h>
#include <stdint.h>

struct access_row {
    const char *name;
    uint32_t lanes;
    uint32_t width; /* bytes of each lane; 0: those of an element */
    uint32_t down;
    const char *words;
};

/* Gives access `index` of the table; NULL after the last. */
const struct access_row *access_get(size_t index);

/* Gives the access of this name; NULL where there is none. */
const struct access_row *access_find(const char *name);

#endif

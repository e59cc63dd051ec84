/* A first glance at a text that is to be read anyway: whether it is worth looking for what is rare. */
#ifndef PTXC_GLANCE_H
#define PTXC_GLANCE_H

#include <stdbool.h>
#include <stddef.h>

/* What a text may have: it has none where this says so. */
struct ptxc_glance {
    bool strange; /* bytes that are not ASCII, or 0 */
    bool pair;    /* the one character before the other */
};

struct ptxc_glance ptxc_glance(const char *text, size_t length, char first, char second);

/* The same for the test: one of the ways of this processor, or NULL past the last one, which is that of any. */
typedef struct ptxc_glance ptxc_glancer(const char *text, size_t length, char first, char second);
ptxc_glancer *ptxc_glance_choose(unsigned enough);

#endif

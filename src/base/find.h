/* A search for a word in a long text. */
#ifndef PTXC_FIND_H
#define PTXC_FIND_H

#include <stddef.h>
#include <string.h>

/* Gives the first place of the word, of `size` characters, between `text` and `limit`; NULL where there is none. The
 * character `rare` of it, which should be one that few texts have, is looked for as fast as libc can. */
static inline const char *ptxc_find(const char *text, const char *limit, const char *word, size_t size, size_t rare) {
    for (const char *at = text + rare; at < limit && (at = memchr(at, word[rare], (size_t)(limit - at))); at++)
        if ((size_t)(limit - at) >= size - rare && memcmp(at - rare, word, size) == 0)
            return at - rare;
    return NULL;
}

#endif

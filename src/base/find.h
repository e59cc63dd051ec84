/* Searches for a word or two characters in a long text. */
#ifndef PTXC_FIND_H
#define PTXC_FIND_H

#include <stddef.h>
#include <string.h>

/* Returns the first place where the one character stands before the other; NULL where there is none. */
const char *ptxc_find_pair(const char *text, const char *limit, char first, char second);

/* Returns the first place of the word, of `size` characters, between `text` and `limit`; NULL where there is none. The
 * character `rare` of it and the one after that should be two that seldom follow one another: they are looked for. */
static inline const char *ptxc_find(const char *text, const char *limit, const char *word, size_t size, size_t rare) {
    const char *at = text + rare;
    for (; at < limit && (at = ptxc_find_pair(at, limit, word[rare], word[rare + 1])); at++)
        if ((size_t)(limit - at) >= size - rare && memcmp(at - rare, word, size) == 0)
            return at - rare;
    return NULL;
}

#endif

/* Classes of characters that several readers share. An alphabet of its own has a name of its own where it is used.
 */
#ifndef PTXC_CHARACTERS_H
#define PTXC_CHARACTERS_H

#include <stdbool.h>

static inline bool ptxc_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* What the names of C, Python and most others are made of, whatever they begin with. */
static inline bool ptxc_is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || ptxc_is_digit(c) || c == '_';
}

#endif

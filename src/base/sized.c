/* Structures that begin with their size: see sized.h. */
#include "base/sized.h"

#include <string.h>

/* No version of a structure is longer, in bytes. */
enum { LONGEST = 4096 };

/* Every such structure begins with its size. */
static size_t size_of(const void *given) {
    size_t size;
    memcpy(&size, given, sizeof(size));
    return size;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

bool ptxc_sized_is(const void *given) {
    return size_of(given) >= sizeof(size_t) && size_of(given) <= LONGEST;
}

bool ptxc_sized_read(const void *given, void *known, size_t size) {
    const unsigned char *bytes = given;
    memset(known, 0, size);
    if (!ptxc_sized_is(given))
        return false;
    for (size_t i = size; i < size_of(given); i++)
        if (bytes[i])
            return false;
    memcpy(known, given, least(size_of(given), size));
    memcpy(known, &size, sizeof(size)); /* every field is known from here on */
    return true;
}

bool ptxc_sized_write(void *given, const void *known, size_t size) {
    unsigned char *to = given;
    const unsigned char *from = known;
    if (!ptxc_sized_is(given))
        return false;
    const size_t wanted = size_of(given), written = least(wanted, size);
    memcpy(to + sizeof(size_t), from + sizeof(size_t), written - sizeof(size_t));
    memset(to + written, 0, wanted - written);
    return true;
}

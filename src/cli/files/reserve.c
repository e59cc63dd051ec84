/* Growing arrays: see reserve.h. */
#include "cli/files/reserve.h"

#include <stdint.h>
#include <stdlib.h>

bool reserve(void **items, size_t *capacity, size_t wanted, size_t size) {
    if (wanted <= *capacity)
        return true;
    size_t larger = *capacity > wanted / 2 ? *capacity * 2 : wanted;
    void *moved = larger <= SIZE_MAX / size ? realloc(*items, larger * size) : NULL;
    if (!moved)
        return false;
    *items = moved;
    *capacity = larger;
    return true;
}

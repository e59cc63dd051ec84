/* The rows of accesses.def as C: see accesses.h. */
#include "cli/arguments/accesses.h"

#include <string.h>

static const struct access_row accesses[] = {
#define ACCESS(name, lanes, width, down, words) {name, lanes, width, down, words},
#include "cli/arguments/accesses.def"
};

const struct access_row *access_get(size_t index) {
    return index < sizeof(accesses) / sizeof(accesses[0]) ? &accesses[index] : NULL;
}

const struct access_row *access_find(const char *name) {
    const struct access_row *row;
    for (size_t i = 0; (row = access_get(i)); i++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

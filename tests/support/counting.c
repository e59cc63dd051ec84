#include "counting.h"

#include <stdlib.h>

void *counting_resize(void *user, void *pointer, size_t old_size, size_t new_size) {
    struct counting *counting = user;
    (void)old_size;
    if (new_size == 0) {
        counting->live--;
        free(pointer);
        return NULL;
    }
    if (counting->requests++ == counting->fail_at)
        return NULL;
    counting->live += pointer == NULL;
    counting->bytes += new_size;
    return realloc(pointer, new_size);
}

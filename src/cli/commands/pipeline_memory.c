/* Memory for pictures: see pipeline_memory.h. */
#include "cli/commands/pipeline_memory.h"

#include <stdint.h>
#include <stdlib.h>

#include "cli/output/trouble.h"

void *memory_new(size_t count, size_t size) {
    void *made = calloc(count ? count : 1, size);
    if (!made)
        exit(trouble("not enough memory"));
    return made;
}

void *memory_more(void *array, size_t count, size_t size) {
    if (count > 0 && (count & (count - 1)) != 0)
        return array;
    void *grown = count < SIZE_MAX / 2 / size ? realloc(array, (count ? 2 * count : 1) * size) : NULL;
    if (!grown)
        exit(trouble("not enough memory"));
    return grown;
}

/* Fuzz target: any bytes as a module whose certain fixes are made until there are none. */
#include <stdlib.h>

#include "fixes.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = target_copy(data, size);
    fixes_end(NULL, text, size);
    target_reached++;
    free(text);
    return 0;
}

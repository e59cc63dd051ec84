/* The promise that fixing ends. */
#ifndef TEST_FIXES_H
#define TEST_FIXES_H

#include <stddef.h>

/* Makes the certain fixes of a module (`path` is NULL) or of a source in another language as long as there are some;
 * aborts where that does not end, or where a fix is not in the source. */
void fixes_end(const char *path, const char *text, size_t size);

#endif

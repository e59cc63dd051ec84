/* Machine code as ptxas writes it: ELF files. */
#ifndef TEST_CUBIN_H
#define TEST_CUBIN_H

#include <stddef.h>

/* Whether two cubins are the same, section by section, but for the copy of the PTX text that debugging information has
 * and the line numbers in it. */
int cubin_same(const char *a, size_t size, const char *b, size_t other_size);

#endif

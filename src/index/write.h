/* Writes definitions of arrays as C, one file after another. */
#ifndef PTXC_INDEX_WRITE_H
#define PTXC_INDEX_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"

/* Opens the file that indices go to, which includes the header that declares them; false where it cannot be written. */
bool index_open(const char *name, const char *header);

/* Closes it; false where something was not written. */
bool index_close(void);

/* Writes the beginning of an array, a number or a wide set in one, its end, and anything else. */
void index_begin(const char *declaration);
void index_number(uint64_t value);
void index_wide(ptxc_wide value);
void index_end(void);
void index_write(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes the indices over what is looked up by its spelling (names.c). */
void index_write_names(void);

#endif

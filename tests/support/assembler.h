/* Asking ptxas 13.0, where it is found. */
#ifndef TEST_ASSEMBLER_H
#define TEST_ASSEMBLER_H

#include <stddef.h>

/* Whether ptxas of the right version is on the path. */
int assembler_found(void);

/* Sets `rejected` for each statement that ptxas does not accept in the place of <the case> in the pattern; all are put
 * into one module, and those that are rejected already are left out of it. */
void assembler_ask(const char *pattern, const char *version, const char *target, char *const *statements, size_t count,
                   char *rejected);

/* What ptxas makes of a module, to be freed; NULL where it rejects it. */
char *assembler_compile(const char *source, size_t length, const char *target, const char *options, size_t *size);

#endif

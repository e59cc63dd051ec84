/* Asks the assembler, the command in the environment variable PTXAS, or else `ptxas` on the path. */
#ifndef TEST_PTXAS_H
#define TEST_PTXAS_H

#include <stddef.h>

/* Gives the release of the assembler, such as "13.0.88"; NULL where there is no assembler. */
const char *ptxas_release(void);

/* 1 when the assembler rejects the module. `target` is the one that the module names. */
int ptxas_rejects(const char *module, const char *target);

/* The same, but -1 where the assembler takes the module for no architecture that it is run for: it may name several. */
int ptxas_verdict(const char *module, const char *target);

/* Asks about many statements in few runs: each stands on its own line in `pattern` (see module_fill), and rejected[i]
 * becomes 1 when there is an error on its line. Statements that are marked already are not asked about.
 */
void ptxas_mark_rejected(const char *pattern, const char *version, const char *target, char *const *statements,
                         size_t count, char *rejected);

/* Gives the cubin that the assembler makes of a module, to be freed; NULL where the assembler rejects the module. */
char *ptxas_compile(const char *source, size_t length, const char *target, const char *options, size_t *size);

#endif

/* The check of what a compiler is given or has made: of a source the lines that are compiled, those that its
 * preprocessor has left for one target or another. */
#ifndef PTXC_CLI_PRODUCTS_H
#define PTXC_CLI_PRODUCTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/arguments.h"
#include "cli/system/source.h"

/* Fill with zeros; free with compiled_free. */
struct compiled {
    char *source; /* its path, as the compiler was given it; NULL: all lines of all sources are */
    bool *lines;  /* by number; [0] is none */
    size_t count;
};

/* Adds the lines that a preprocessed file has of the source; of a file that cannot be read or has none, nothing is
 * learned. Ends the program without memory. */
void compiled_add(struct compiled *compiled, const char *preprocessed, const char *source);

/* Whether what stands at a place of a source is compiled, as far as is known: in such a line, or in a directive, whose
 * macro may be used. */
bool compiled_has(const struct compiled *compiled, const struct source *source, size_t offset);

void compiled_free(struct compiled *compiled);

/* What a compiler is given or has made. */
struct products {
    struct arguments paths;    /* by which the files are opened */
    struct arguments names;    /* by which messages call them, and their configurations are found */
    bool once;                 /* all are made of one source: what was reported of one is not reported of another */
    struct compiled *compiled; /* one for each source */
    size_t compiled_count;
};

/* Checks the files, by options as command_check takes them, and returns the exit code, for which warnings do not count.
 */
int check_products(int argc, char **argv, const struct products *products);

#endif

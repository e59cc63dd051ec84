/* The check of what a compiler is given or has made: of a source the lines that are compiled, those that its
 * preprocessor has left for one target or another. */
#ifndef PTXC_CLI_PRODUCTS_H
#define PTXC_CLI_PRODUCTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/arguments.h"
#include "cli/system/source.h"
#include "ptxcheck/ptxcheck.h"

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

/* A rule and a message that findings had: a mistake is in the PTX of a source for each architecture. */
struct repeat {
    const char *rule; /* of the table */
    char *message;
    size_t most; /* such findings in a file before this one */
    size_t here; /* in this one */
};

/* Fill with zeros; free with repeats_free. */
struct repeats {
    struct repeat *items;
    size_t count;
};

/* Begins a file. */
void repeats_begin(struct repeats *repeats);

/* Whether an earlier file had as many findings of the same rule and message as this one up to here. Ends the program
 * without memory. */
bool repeats_know(struct repeats *repeats, const struct ptxc_diagnostic *diagnostic);

void repeats_free(struct repeats *repeats);

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

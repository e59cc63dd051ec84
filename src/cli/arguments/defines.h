/* Reads the values of -D and -U, the macros that decide #if lines in sources of C and C++. */
#ifndef PTXC_CLI_DEFINES_H
#define PTXC_CLI_DEFINES_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/arguments/given.h"
#include "ptxcheck/ptxcheck.h"

enum { MAX_DEFINES = 256 };

/* One item for each name. */
struct define_list {
    struct ptxc_define items[MAX_DEFINES];
    struct given origins[MAX_DEFINES]; /* who has said so */
    size_t count;
};

/* Adds a macro that is `defined` by NAME or NAME=VALUE, which is cut in two and must live as long as the list, or that
 * is not by NAME; of two for one name the last counts. False after a message on stderr. */
bool define_add(struct define_list *list, const struct given *given, char *text, bool defined);

/* Adds what follows -D and -U on the command line in the same way. */
bool define_parse(struct define_list *list, char *text);
bool undefine_parse(struct define_list *list, char *text);

/* Adds the items of another list; false where they are too many. */
bool define_join(struct define_list *list, const struct define_list *other);

#endif

/* Reads the values of --assume, -D and -U: what the author knows and the text does not say. Of two values for one name
 * the last counts. A value is cut in two and must live as long as its list. False is given after a message on stderr.
 */
#ifndef PTXC_CLI_KNOWN_H
#define PTXC_CLI_KNOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/given.h"
#include "ptxcheck/ptxcheck.h"

enum { MAX_ASSUMPTIONS = 64, MAX_DEFINES = 256 };

/* One item for each name; `origins` are who has said so. */
struct assumption_list {
    struct ptxc_assumption items[MAX_ASSUMPTIONS];
    struct given origins[MAX_ASSUMPTIONS];
    size_t count;
};

/* The macros that decide #if lines in sources of C and C++. */
struct define_list {
    struct ptxc_define items[MAX_DEFINES];
    struct given origins[MAX_DEFINES];
    size_t count;
};

/* Adds NAME=VALUE. */
bool assumption_add(struct assumption_list *list, const struct given *given, char *text);

/* Adds a macro that is `defined` by NAME or NAME=VALUE, or that is not by NAME. */
bool define_add(struct define_list *list, const struct given *given, char *text, bool defined);

/* Adds what follows -D and -U on the command line in the same way. */
bool define_parse(struct define_list *list, char *text);
bool undefine_parse(struct define_list *list, char *text);

/* Adds the items of another list; false, without a message, where they are too many. */
bool assumption_join(struct assumption_list *list, const struct assumption_list *other);
bool define_join(struct define_list *list, const struct define_list *other);

#endif

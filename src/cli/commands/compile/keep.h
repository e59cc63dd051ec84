/* How the PTX of clang is kept, which has no option for that: its ptxas is a link to this program, in a directory. The
 * link copies there what it is given, and becomes ptxas. */
#ifndef PTXC_CLI_KEEP_H
#define PTXC_CLI_KEEP_H

#include "cli/options/arguments.h"

/* Makes the link in the directory, and has the command, which is clang with its arguments, call it. Nothing is changed
 * where clang runs no ptxas, or where no link can be made, which stderr says. */
void keep_begin(struct arguments *command, const char *folder);

/* In the link: returns the ptxas for which it stands, to be freed; NULL elsewhere. */
char *keep_assembler(void);

/* In the link: copies the modules to the directory. */
void keep_modules(const struct arguments *modules);

#endif

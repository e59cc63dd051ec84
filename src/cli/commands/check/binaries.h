/* The PTX in programs, libraries and objects, which cuobjdump takes out of them. */
#ifndef PTXC_CLI_BINARIES_H
#define PTXC_CLI_BINARIES_H

#include <stdbool.h>

#include "cli/files/walk.h"
#include "cli/options/arguments.h"

/* Fill with zeros. */
struct binaries {
    struct arguments folders; /* that hold the PTX, and go */
    struct arguments names;   /* of it: "app(app.1.sm_90.ptx)" */
};

/* Whether a file that was named is a program, a library or an object. */
bool binaries_are_among(const struct file_list *files);

/* Puts the PTX of each such file in its place. What goes wrong becomes the problem of the file. To be called under
 * process_guard. */
void binaries_open(struct binaries *binaries, struct file_list *files);

/* Removes what was taken out. */
void binaries_close(struct binaries *binaries);

#endif

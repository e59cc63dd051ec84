/* A directory for the files of one run, which goes with them. */
#ifndef PTXC_CLI_SCRATCH_H
#define PTXC_CLI_SCRATCH_H

#include <stdbool.h>

/* Makes a directory in $TMPDIR or /tmp that nobody else can see into, and returns its path, to be freed; NULL with
 * errno.
 */
char *scratch_make(void);

/* Removes the directory with its files and empty directories; false with errno. It tries for a while, as programs that
 * were just killed may have left some that still write. */
bool scratch_remove(const char *path);

#endif

/* The lines that differ from a revision of git: findings elsewhere are not new, and are not reported. */
#ifndef PTXC_CLI_REVISION_H
#define PTXC_CLI_REVISION_H

#include <stdbool.h>

#include "cli/format/output.h"

struct revision;

/* Asks git how the work tree around the current directory differs from the revision of this name, while there is one
 * thread. Free with revision_free; NULL after a message on stderr. */
struct revision *revision_open(const char *name);

/* Whether a finding of the file stands on lines that differ, or is not of a file that git tracks: the line that it
 * names, those of its notes and of calls that were inlined; of a hazard, also what lies between them. `lines` is a map
 * of the source. */
bool revision_touches(struct revision *revision, const struct checked *checked, struct ptxc_lines *lines,
                      const struct ptxc_diagnostic *diagnostic);

void revision_free(struct revision *revision);

#endif

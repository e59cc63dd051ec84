/* Which configuration holds for a file: the .ptxcheck.yaml of its directory, or of the nearest directory above that has
 * one. Each is read once, however many files it holds for. Not for several threads at once.
 */
#ifndef PTXC_CLI_FIND_H
#define PTXC_CLI_FIND_H

#include <stdbool.h>

#include "cli/config/config.h"
#include "cli/files/exclude.h"
#include "cli/options/profile.h"

struct finder;

/* Makes what finds the configurations; `profile` has what the command line asks for, which wins over them, and must
 * live as long. Free with finder_free. */
struct finder *finder_new(const struct profile *profile);
void finder_free(struct finder *finder);

/* Has a profile, which must live as long, hold where no configuration says otherwise. To be called before anything is
 * looked for. */
void finder_underlay(struct finder *finder, const struct profile *profile);

/* Has this file hold for everything, instead of those that would be found; false after a message on stderr. */
bool finder_fix(struct finder *finder, const char *path);

/* Has no configuration hold for anything. */
void finder_close(struct finder *finder);

/* Returns what is asked of the file at a path, or of standard input, "-"; the profile lives as long as the finder. NULL
 * where its configuration cannot be read; finder_sound is false from then on. */
const struct profile *finder_profile(struct finder *finder, const char *path);

/* Returns the configuration that holds for the path, NULL for none. */
const struct config *finder_config(struct finder *finder, const char *path);

/* Returns the path whose configuration holds for a file that a compiler has made or is given: its own where it has one,
 * else that of the current directory, "-", as compilers write to directories of their own. */
const char *finder_base(struct finder *finder, const char *path);

/* Says whether the configuration of its directory leaves out a path that was found in a directory; for struct search,
 * whose `user` is the finder. */
enum exclude_verdict finder_filter(void *user, const char *path, bool folder);

/* The same of a path that was named, wherever the walk would have begun: it or a directory in which it lies, below that
 * of the configuration, is left out. */
enum exclude_verdict finder_filter_named(void *user, const char *path, bool folder);

/* Says whether all went well so far; where not, stderr has messages, one for each thing that is wrong. */
bool finder_sound(const struct finder *finder);

/* Prints each key with the value that holds for a file, or for those in a directory, and as a comment who has set it;
 * false where its configuration cannot be read. */
bool config_show(struct finder *finder, const char *path);

#endif

/* Matches names and paths with the patterns of .gitignore. */
#ifndef PTXC_CLI_GLOB_H
#define PTXC_CLI_GLOB_H

#include <stdbool.h>

/* Matches a name, which has no '/'. */
bool glob_match_name(const char *pattern, const char *name);

/* Matches a path, part by part; neither it nor the pattern begins or ends with '/'. */
bool glob_match_path(const char *pattern, const char *path);

#endif

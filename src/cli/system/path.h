/* The parts of paths, and the path of a file as it is seen from a directory. */
#ifndef PTXC_CLI_PATH_H
#define PTXC_CLI_PATH_H

#include <stdbool.h>

/* Whether there is a regular file, or a directory, at the path or where it leads to. */
bool path_is_file(const char *path);
bool path_is_folder(const char *path);

/* Returns the name of a file without its directory. */
const char *path_base(const char *path);

/* Joins a directory and a name; free what is given. */
char *path_join(const char *folder, const char *name);

/* Returns the directory that the file stands in, or would stand in, as an absolute path without links; NULL with errno.
 * Free what is given. */
char *path_directory(const char *path);

/* Returns a path as URIs have it (RFC 3986): what is special there is a percent sign and two digits. Free what is
 * given.
 */
char *path_encode(const char *path);

/* Returns what is left of an absolute path below a directory other than the root, or the path where it is elsewhere. */
const char *path_below(const char *directory, const char *path);

/* Returns the path of the file seen from a directory of path_directory: "a/b.ptx", "../c.cu". A file in a directory
 * that does not exist, such as one that only has a name, keeps its path. Free what is given. */
char *path_relative(const char *directory, const char *path);

#endif

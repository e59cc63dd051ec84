/* Patterns that leave files out, written as in .gitignore. A list answers for paths relative to one directory: the
 * argument for --exclude, its own directory for a .gitignore file. In a list the last pattern that matches decides.
 */
#ifndef PTXC_CLI_EXCLUDE_H
#define PTXC_CLI_EXCLUDE_H

#include <stdbool.h>
#include <stddef.h>

struct exclude_pattern {
    char *glob;    /* without the signs below */
    bool negated;  /* began with '!': keeps the file after all */
    bool folder;   /* ended with '/': matches directories only */
    bool anchored; /* had a '/' elsewhere: matches the whole relative path, otherwise the name alone */
};

/* Fill with zeros; free with exclude_free. */
struct exclude_list {
    struct exclude_pattern *items;
    size_t count;
};

enum exclude_verdict { EXCLUDE_SILENT, EXCLUDE_OUT, EXCLUDE_IN };

enum exclude_status { EXCLUDE_OK, EXCLUDE_EMPTY, EXCLUDE_UNREADABLE };

/* Adds a pattern. EXCLUDE_EMPTY for a pattern that can match nothing: "", "/", "!". */
enum exclude_status exclude_add(struct exclude_list *list, const char *pattern);

/* Adds the lines of a .gitignore file. EXCLUDE_UNREADABLE leaves the reason in errno. */
enum exclude_status exclude_read(struct exclude_list *list, const char *path);

/* Returns what the list says of a path, which is relative to the directory of the list and has no '/' at its ends. */
enum exclude_verdict exclude_ask(const struct exclude_list *list, const char *path, bool folder);

/* The same, but as a walk from the directory of the list gets there: what is in a directory that is left out is, too.
 */
enum exclude_verdict exclude_ask_down(const struct exclude_list *list, const char *path, bool folder);

/* Whether a list that names files, instead of leaving them out, has this one: it or a directory that it is in
 * matches. */
bool exclude_holds(const struct exclude_list *list, const char *path);

void exclude_free(struct exclude_list *list);

/* Matches a name, which has no '/', with a pattern. */
bool glob_match_name(const char *pattern, const char *name);

/* Matches a path, part by part; neither it nor the pattern begins or ends with '/'. */
bool glob_match_path(const char *pattern, const char *path);

#endif

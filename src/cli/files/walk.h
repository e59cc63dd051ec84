/* The files that the arguments of the command stand for. */
#ifndef PTXC_CLI_WALK_H
#define PTXC_CLI_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/files/exclude.h"
#include "cli/system/problem.h"

struct profile;

/* What is looked for. */
struct search {
    char *const *names; /* files and directories; "-" is standard input */
    size_t count;
    const struct exclude_list *excludes; /* for what is in directories */
    bool ignore;                         /* honour the .gitignore files in them */
    /* Says what else leaves out a path below a directory that was named; NULL for nothing. It is asked after `excludes`
     * and before the .gitignore files. */
    enum exclude_verdict (*filter)(void *user, const char *path, bool folder);
    /* With --force-exclude, says the same of a path that was named; NULL: what is named is never left out. */
    enum exclude_verdict (*filter_named)(void *user, const char *path, bool folder);
    void *user; /* is handed to these two */
    /* Whether to leave off in the middle, asked at each directory; NULL: never. */
    bool (*stops)(void *asker);
    void *asker;
    const char *standard; /* the name of the file that standard input is; NULL: none */
};

struct file {
    char *path;                    /* as it is opened; "-" is standard input */
    const char *name;              /* in messages: the path, less a leading "./" of the walk; or of standard input */
    bool anonymous;                /* standard input that was not given the name of a file */
    bool excluded;                 /* standard input that is left out: it is read, and not checked */
    bool walked;                   /* found in a directory, not named by the user */
    struct problem problem;        /* what the walk found wrong already; the file is not opened then */
    const struct profile *profile; /* what is asked of it; the walk leaves it NULL */
};

/* Fill with zeros; free with files_free. */
struct file_list {
    struct file *items;
    size_t count;
    size_t passed; /* names that were left out */
    bool stopped;  /* the walk was left off: there may be more */
};

/* Adds the files of the names, in their order; a directory stands for the files in it and below, sorted by name.
 * What cannot be read becomes a file with a problem. */
void files_find(struct file_list *files, const struct search *search);
void files_free(struct file_list *files);

#endif

/* A configuration as it was read: what it sets for all of its files, for some, and what it leaves out. */
#ifndef PTXC_CLI_CONFIG_H
#define PTXC_CLI_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/config/tree.h"
#include "cli/files/exclude.h"
#include "cli/options/profile.h"

enum { MAX_SECTIONS = 64 };

/* What holds for some files of a configuration. */
struct section {
    struct exclude_list files; /* the patterns */
    struct profile profile;
};

struct config {
    char *name;                  /* the path in messages */
    struct yaml_node root;       /* what was read; macros of the profiles are in it */
    char *folder;                /* the directory to which the patterns are relative: absolute, without links */
    struct profile base;         /* what holds for all files */
    struct exclude_list exclude; /* what is left out of directories */
    struct section *sections[MAX_SECTIONS];
    size_t section_count;
    bool inherit;               /* the configuration of the directory above comes first */
    const struct config *outer; /* that one; NULL for none */
};

/* Reads a configuration. `name` and `folder` become its own, also where it fails: then everything is freed. NULL after
 * messages on stderr, one for each thing that is wrong. */
struct config *config_read(const char *path, char *name, char *folder);

void config_free(struct config *config);

/* Returns the path, which is absolute, as the patterns of the configuration see it; outside of its directory that is
 * the path from the root. */
const char *config_relative(const struct config *config, const char *path);

/* Returns a bit for each section that holds for the file at this relative path. */
uint64_t config_sections(const struct config *config, const char *relative);

#endif

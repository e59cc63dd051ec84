/* The options of `ptxcheck check` and `ptxcheck tensormap`. */
#ifndef PTXC_CLI_SETTINGS_H
#define PTXC_CLI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/files/exclude.h"
#include "cli/format/output.h"
#include "cli/options/profile.h"
#include "cli/options/table.h"
#include "cli/options/values.h"

struct finder;
struct products;
struct revision;

struct settings {
    enum command_id command; /* COMMAND_CHECK or COMMAND_TENSORMAP, which has some of the options */
    struct profile profile;  /* what the options ask of every file */
    const struct output_format *format;
    bool statistics;               /* the format prints how often each rule is broken */
    const char *output;            /* the name of the file to write; NULL: standard output */
    const char *stdin_filename;    /* the name that standard input goes by; NULL: none */
    bool picture;                  /* draw the tensor maps in which nothing is wrong */
    const char *svg;               /* the file of their picture; NULL: as text */
    const char *map;               /* the one to draw; NULL: all */
    const char *maps;              /* the file of tensor maps; NULL: none */
    struct ptxc_tensormaps *bound; /* what it holds, once it was read; NULL: nothing */
    const char *baseline;          /* the file of known findings; NULL: none */
    bool update_baseline;          /* write it anew */
    const char *diff_base;         /* the name of a revision of git; NULL: none */
    struct revision *revision;     /* what differs from it, once it was asked; NULL: nothing is left out for it */
    bool ignore_allow;             /* comments that allow findings do not count */
    bool ptx_alone;                /* the sources that modules were compiled from do not count */
    bool quiet;
    bool progress;                   /* show on a terminal how far the run has come, if it is long */
    const struct products *products; /* of a compiler, of which warnings do not count in the exit code; NULL: none */
    enum color color;
    struct exclude_list excludes;
    bool force_exclude; /* what is excluded is so where it is named, too */
    bool no_ignore;
    bool fix, diff;     /* apply the fixes that are certain; show what would change, and change nothing */
    const char *reason; /* of the comments to add for what is found; NULL: none is added */
    const char *writes; /* the option by which files are changed, "--fix"; NULL: there is none */
    const char *config; /* the configuration that holds for all files; NULL: those that are found */
    bool no_config;     /* none is looked for */
    bool show_config;   /* print what holds, and check nothing */
    bool report;        /* print what a report about a finding needs */
    size_t jobs;
    uint64_t seed; /* of the hash tables of the library */
    int argc;      /* what is left: the files */
    char **argv;
};

/* Fills the settings from the arguments; false after a message on stderr. Call settings_free in either case. */
bool settings_parse(struct settings *settings, enum command_id command, int argc, char **argv);
void settings_free(struct settings *settings);

/* Returns how many findings may be told before those of a file are left out, 0 for any number. A document is whole,
 * unless the command line says otherwise. */
size_t settings_limit(const struct settings *settings, const struct profile *profile);

/* Returns the options of the library for a file of this profile. The report keeps as many findings as can become lines
 * that are printed. */
struct ptxc_options settings_options(const struct settings *settings, const struct profile *profile);

/* Prints what a report about the file needs that is named, for --report; returns the exit code. */
int report_print(const struct settings *settings, struct finder *finder);

#endif

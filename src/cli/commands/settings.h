/* The options of `ptxcheck check`. */
#ifndef PTXC_CLI_SETTINGS_H
#define PTXC_CLI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/arguments/defines.h"
#include "cli/arguments/values.h"
#include "cli/files/exclude.h"
#include "cli/output/output.h"
#include "ptxcheck/ptxcheck.h"

enum { MAX_OVERRIDES = 256, MAX_PORTABLE = 128 };

struct settings {
    struct ptxc_options options;
    struct ptxc_override overrides[MAX_OVERRIDES];
    const char *portable[MAX_PORTABLE];
    const struct output_format *format;
    const char *output; /* the name of the file to write; NULL: standard output */
    struct define_list defines;
    size_t max_diagnostics; /* 0: all */
    bool warnings_as_errors;
    bool quiet;
    enum color color;
    struct exclude_list excludes; /* exclude_free when done */
    bool no_ignore;
    bool fix, diff; /* apply the fixes that are certain; show what they change, and change nothing */
    size_t jobs;
    int argc; /* what is left: the files */
    char **argv;
};

/* Fills the settings from the arguments; false after a message on stderr. Call exclude_free in either case. */
bool settings_parse(struct settings *settings, int argc, char **argv);

#endif

/* Known findings: those that a baseline holds are not reported again, however their lines have moved. */
#ifndef PTXC_CLI_BASELINE_H
#define PTXC_CLI_BASELINE_H

#include "cli/commands/baseline_file.h"
#include "cli/commands/settings.h"
#include "cli/files/source.h"
#include "cli/files/walk.h"

struct baseline {
    const struct settings *settings;
    const char *path;        /* of the baseline; NULL: there is none, and nothing is known */
    char *directory;         /* that it stands in */
    bool writes;             /* it is written by this run: every finding is added and then known */
    struct known_list known; /* what it holds */
    struct known_list added; /* what it is to hold, when it is written */
    char *file;              /* the file that is looked at, seen from the directory */
    size_t left_out;         /* findings of this run that it knows */
};

/* Reads the baseline that the settings name, if they do. One that does not exist is to be written. False after a
 * message on stderr; call baseline_close in either case. */
bool baseline_open(struct baseline *baseline, const struct settings *settings);

/* Goes to the next file that was checked. */
void baseline_begin(struct baseline *baseline, const struct file *file);

/* Decides whether the finding of that file is known, or becomes so because the baseline is written. */
bool baseline_knows(struct baseline *baseline, const struct source *source, const struct ptxc_diagnostic *diagnostic);

/* Gives how many findings of the baseline are gone: their file was checked, by their rule, or does not exist. */
size_t baseline_gone(const struct baseline *baseline);

/* Writes the baseline, if it is to be written; false after a message on stderr. */
bool baseline_write(struct baseline *baseline);

void baseline_close(struct baseline *baseline);

#endif

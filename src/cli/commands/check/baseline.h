/* Known findings: those that a baseline holds are not reported again, however their lines have moved. */
#ifndef PTXC_CLI_BASELINE_H
#define PTXC_CLI_BASELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/commands/check/settings.h"
#include "cli/files/walk.h"
#include "cli/system/source.h"

/* Equal findings, by what they say and of what text, wherever that stands. */
struct known {
    char *path; /* seen from the directory of the baseline */
    char *rule;
    char *message;
    char *text;   /* of the line, each run of blanks as one */
    size_t count; /* of such findings */
    size_t found; /* of these, in this run */
    bool checked; /* the file was, in this run */
    bool applied; /* and its rule */
};

/* Fill with zeros; free with known_free. */
struct known_list {
    struct known *items;
    size_t count;
};

/* A look at the findings of one file, in source order: of equal ones as many are known as the baseline counts. */
struct baseline_view {
    const struct baseline *baseline;
    char *file;          /* seen from the directory of the baseline */
    size_t first, count; /* those of the file in baseline.known */
    size_t *found;       /* how many of each of them there were */
};

struct baseline {
    const struct settings *settings;
    const char *path;          /* of the baseline; NULL: there is none, and nothing is known */
    char *directory;           /* that it stands in */
    bool writes;               /* it is written by this run: every finding is added and then known */
    struct known_list known;   /* what it holds */
    struct known_list added;   /* what it is to hold, when it is written */
    struct baseline_view view; /* of the file that is reported */
    size_t left_out;           /* findings of this run that it knows */
};

/* Reads the baseline that the settings name, if they do; it must exist unless it is to be written. False after a
 * message on stderr; call baseline_close in either case. */
bool baseline_open(struct baseline *baseline, const struct settings *settings);

/* Begins a look at a file, which messages call `name`; baseline_leave ends it. Several threads may have one each. */
void baseline_look(struct baseline_view *view, const struct baseline *baseline, const char *name);
void baseline_leave(struct baseline_view *view);

/* Returns what the baseline holds of a finding of that file; NULL where it is new. */
const struct known *baseline_find(struct baseline_view *view, const struct source *source,
                                  const struct ptxc_diagnostic *diagnostic);

/* Goes to the next file that is reported. */
void baseline_begin(struct baseline *baseline, const struct file *file);

/* Whether the finding of that file is known, or becomes so because the baseline is written. */
bool baseline_knows(struct baseline *baseline, const struct source *source, const struct ptxc_diagnostic *diagnostic);

/* Returns how many findings of the baseline are gone: their file was checked, by their rule, or does not exist. */
size_t baseline_gone(const struct baseline *baseline);

/* Writes the baseline, if it is to be written; false after a message on stderr. */
bool baseline_write(struct baseline *baseline);

void baseline_close(struct baseline *baseline);

#endif

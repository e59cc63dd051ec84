/* What the parts of the command share. Exit codes: 0 nothing found, 1 findings, 2 could not do the job. */
#ifndef PTXC_CLI_H
#define PTXC_CLI_H

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>

#include "clean.h"
#include "exclude.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/ptxcheck.h"

enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };

enum { MAX_OVERRIDES = 256, MAX_PORTABLE = 128 };

/* The options of `ptxcheck check`. */
struct settings {
    struct ptxc_options options;
    struct ptxc_override overrides[MAX_OVERRIDES];
    const char *portable[MAX_PORTABLE];
    size_t max_diagnostics; /* 0: all */
    bool warnings_as_errors;
    bool quiet;
    bool color;
    struct exclude_list excludes; /* exclude_free when done */
    bool no_ignore;
    size_t jobs;
    int argc; /* what is left: the files */
    char **argv;
};

/* A file in memory. */
struct source {
    const char *name;
    char *text;
    size_t length;
};

/* What keeps a file from being checked: words, or NULL for nothing, and an errno, or 0. */
struct problem {
    const char *text;
    int error;
};

/* arguments.c: the next option, as getopt_long gives it, of an argv[0] that is the subcommand; -1 behind the last, '?'
 * after a message on stderr. Where the help or the version is asked for, prints it and ends the program. Every table
 * begins with COMMON_OPTIONS; what is no letter has a value above any character. */
enum { OPTION_HELP = 256, OPTION_VERSION, OPTION_OWN };
#define COMMON_OPTIONS                               \
    {"help", no_argument, NULL, OPTION_HELP}, {      \
        "version", no_argument, NULL, OPTION_VERSION \
    }
int option_next(int argc, char **argv, const char *letters, const struct option *table);

/* For a subcommand without options: the place in argv of its first argument; 0 after a message on stderr. */
int arguments_begin(int argc, char **argv);

/* The values of --target, --ptx and --color; false after a message on stderr. */
bool target_parse(const char *text, enum ptxc_target *target);
bool version_parse(const char *text, uint32_t *ptx);
bool color_parse(const char *text, bool *color);

/* options.c: false after a message on stderr. */
bool settings_parse(struct settings *settings, int argc, char **argv);

/* usage.c */
void usage_print(FILE *stream);

/* source.c: reads a file, or standard input for "-". Free with source_free, whatever came of it. */
struct problem source_load(struct source *source, const char *name);
/* Whether there is text in what was read. */
struct problem source_judge(const struct source *source);
void source_free(struct source *source);
/* The name of a file in messages. */
const char *source_name(const char *path);

/* read.c: loads and judges a file for a subcommand; false after a message on stderr. Free with source_free. */
bool source_read(struct source *source, const char *name);
/* The same for a command that reads PTX modules alone: refuses a file whose extension is that of another language. */
bool source_read_module(struct source *source, const char *name, const char *command);

/* lines.c: turns byte offsets of a text into lines and columns. The cost is the distance from the offset asked for
 * last. */
struct lines {
    const char *text;
    size_t offset; /* asked for last */
    size_t line;   /* its line, from 1 */
    size_t start;  /* where that line starts */
};
struct lines lines_of(const char *text);
void lines_seek(struct lines *lines, size_t offset);

/* render.c */
struct renderer {
    FILE *stream;
    bool color;
    const struct source *source;
    struct lines lines;
    size_t end; /* of the line that was printed last */
};
struct renderer renderer_of(const struct source *source, bool color);
void render_diagnostic(struct renderer *renderer, const struct ptxc_diagnostic *diagnostic,
                       enum ptxc_severity severity);

/* One function a subcommand; argv[0] is its name. They give the exit code. */
int command_check(int argc, char **argv);
int command_fmt(int argc, char **argv);
int command_dump(int argc, char **argv);
int command_where(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_rules(int argc, char **argv);
int command_forms(int argc, char **argv);
int command_reference(int argc, char **argv);

/* trouble.c: "ptxcheck: …" on stderr, printed clean; gives EXIT_TROUBLE. */
int trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));
int trouble_with(const char *name, struct problem problem);
/* What to say of a call of the library that could not do its job. */
const char *status_text(enum ptxc_status status);
/* Closes what was printed: EXIT_TROUBLE if standard output could not be written, else `code`. */
int finish(int code);

#endif

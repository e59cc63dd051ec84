/* The rows of commands.def and options.def as C. */
#ifndef PTXC_CLI_TABLE_H
#define PTXC_CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>

/* The commands, each a bit. */
enum command_id {
    COMMAND_NONE = 0,
#define COMMAND(enumerator, bit, ...) enumerator = bit,
#include "cli/options/commands.def"
    COMMANDS_ALL = ~(COMMAND_PTXAS | COMMAND_LAUNCH) /* that read their own arguments */
};

/* The options. Their values are above those of any character. */
enum option_id {
    OPTION_END = -1,    /* there is no further option */
    OPTION_WRONG = '?', /* a message about it was printed */
    OPTION_FIRST = 255,
#define OPTION(enumerator, ...) enumerator,
#define AGAIN(...)
#include "cli/options/options.def"
    OPTION_LAST
};

/* What completes a value. */
enum values_kind {
    VALUES_NONE,
    VALUES_FILES,       /* files and directories */
    VALUES_TARGETS,     /* sm_90a */
    VALUES_VERSIONS,    /* 8.0 */
    VALUES_ASSEMBLERS,  /* 12.6 */
    VALUES_CLASSES,     /* legality */
    VALUES_RULES,       /* cp-size */
    VALUES_SEVERITIES,  /* note */
    VALUES_OVERRIDES,   /* cp-size=note, hazard=off, or "error" */
    VALUES_MNEMONICS,   /* cp.async */
    VALUES_COMMANDS,    /* check */
    VALUES_ELEMENTS,    /* bf16 */
    VALUES_SWIZZLES,    /* 128B */
    VALUES_ACCESSES,    /* ldmatrix */
    VALUES_DESCRIPTORS, /* wgmma */
    VALUES_WORDS        /* those that the row names */
};

struct values {
    enum values_kind kind;
    bool list;         /* several, with commas between them */
    const char *words; /* of VALUES_WORDS, with blanks between them; else NULL */
};

struct option_row {
    enum option_id id;
    const char *name; /* NULL where it is a letter alone */
    char letter;      /* 0: none */
    const char *argument;
    struct values values;
    int commands; /* bits of enum command_id */
    const char *text;
};

struct command_row {
    enum command_id id;
    const char *name, *arguments;
    struct values values;
    const char *summary, *text, *exits;
};

/* Returns command `index` of the table; NULL after the last. */
const struct command_row *command_get(size_t index);

/* Returns the row of this name or of this enumerator; NULL where there is none. */
const struct command_row *command_find(const char *name);
const struct command_row *command_of(enum command_id id);

/* Fills the row with option `index` of those that the command has; false after the last. */
bool option_get(enum command_id command, size_t index, struct option_row *row);

#endif

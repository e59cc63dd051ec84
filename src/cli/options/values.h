/* Reads the values of options that several subcommands take, and of the keys of a configuration; each is false after a
 * message on stderr. */
#ifndef PTXC_CLI_VALUES_H
#define PTXC_CLI_VALUES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/options/table.h"
#include "ptxcheck/instruction.h"

/* A value that somebody has given, and where: as an option of the command line or in a configuration. Who reads the
 * value says with this what is wrong with it, in the words and at the place of whoever wrote it. */
struct given {
    const char *name; /* is what it is the value of: "--target", or "target" in a configuration */
    const char *text; /* is the value */
    const char *file; /* is the configuration; NULL on the command line */
    size_t line;      /* is the place of the value there, from 1 */
    size_t column;    /* counts characters */
};

/* Returns the value of an option of the command line. */
struct given given_option(const char *name, const char *text);

/* Reports on stderr what is wrong with the value, after its place where it has one (`given` may be NULL); returns
 * false. */
bool given_wrong(const struct given *given, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether a text is one of the words that the option of the command takes; false after a message on stderr. */
bool word_parse(enum command_id command, enum option_id option, const char *text);

/* Reads the value of --target, a name such as sm_90a. */
bool target_parse(const struct given *given, enum ptxc_target *target);

/* Reads the value of --ptx, a version such as 8.0, as major * 100 + minor. */
bool version_parse(const struct given *given, uint32_t *ptx);

/* Reads the value of --assembler, a release such as 12.6, as major * 100 + minor. */
bool assembler_parse(const struct given *given, uint32_t *assembler);

/* Whether the text is the name of a class of rules, such as legality. */
bool class_find(const char *text, enum ptxc_class *class);

/* Reads the name of a class of rules. */
bool class_parse(const struct given *given, enum ptxc_class *class);

/* Reads the id of a rule; `*id` becomes that of the table. */
bool rule_parse(const struct given *given, const char **id);

/* Reads the name of a severity: error, warning, note or off. */
bool severity_parse(const struct given *given, enum ptxc_severity *severity);

/* Reads a number such as that of --jobs. */
bool count_parse(const struct given *given, size_t *count);

/* Reads true or false. */
bool flag_parse(const struct given *given, bool *flag);

/* Whether the assembler, where one is named, knows the target and the PTX version that are; false after a
 * message on stderr, at the place where the assembler was `given`. */
bool assembler_suits(const struct given *given, const struct ptxc_options *options);

/* What becomes of errors that are found before or beside a compiler: they are printed; they fail the compilation, too;
 * nothing is checked. */
enum compile_mode { COMPILE_WARN, COMPILE_ERROR, COMPILE_OFF };

/* Reads the value of the key mode, or of PTXCHECK_MODE. */
bool mode_parse(const struct given *given, enum compile_mode *mode);

/* Returns the word for it. */
const char *mode_name(enum compile_mode mode);

/* When there are to be colors: as --color says, or as environment_has_colors does. */
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Returns what the value of --color asks for. */
enum color color_of(const char *text);

/* Whether what is written to the stream has colors. */
bool color_wanted(enum color color, FILE *stream);

#endif

/* Reads the values of options that several subcommands take; each is false after a message on stderr. */
#ifndef PTXC_CLI_VALUES_H
#define PTXC_CLI_VALUES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/arguments/table.h"
#include "ptxcheck/instruction.h"

/* Decides whether a text is one of the words that the option of the command takes; false after a message on stderr. */
bool word_parse(enum command_id command, enum option_id option, const char *text);

/* Reads the value of --target, a name such as sm_90a. */
bool target_parse(const char *text, enum ptxc_target *target);

/* Reads the value of --ptx, a version such as 8.0, as major * 100 + minor. */
bool version_parse(const char *text, uint32_t *ptx);

/* Reads the value of --assembler, a release such as 12.6, as major * 100 + minor. */
bool assembler_parse(const char *text, uint32_t *assembler);

/* Decides whether the assembler, where one is named, knows the target and the PTX version that are; false after a
 * message on stderr. */
bool assembler_suits(const struct ptxc_options *options);

/* When there are to be colors: on a terminal that has them, unless the variable NO_COLOR is set; or as --color says. */
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Reads the value of --color. */
bool color_parse(const char *text, enum color *color);

/* Decides whether what is written to the stream has colors. */
bool color_wanted(enum color color, FILE *stream);

#endif

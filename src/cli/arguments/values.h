/* The values of options that several subcommands take; false after a message on stderr. */
#ifndef PTXC_CLI_VALUES_H
#define PTXC_CLI_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "ptxcheck/instruction.h"

/* --target: a name such as sm_90a. */
bool target_parse(const char *text, enum ptxc_target *target);

/* --ptx: a version such as 8.0, as major * 100 + minor. */
bool version_parse(const char *text, uint32_t *ptx);

/* --color: whether standard output is to be painted. */
bool color_parse(const char *text, bool *color);

#endif

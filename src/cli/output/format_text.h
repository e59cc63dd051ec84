/* Findings for people, with the source line and what points into it. */
#ifndef PTXC_CLI_FORMAT_TEXT_H
#define PTXC_CLI_FORMAT_TEXT_H

#include "cli/output/output.h"

extern const struct output_format format_text;

#endif

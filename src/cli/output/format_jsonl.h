/* Findings as JSON, one a line. */
#ifndef PTXC_CLI_FORMAT_JSONL_H
#define PTXC_CLI_FORMAT_JSONL_H

#include "cli/output/output.h"

extern const struct output_format format_jsonl;

#endif

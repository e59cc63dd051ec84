/* Findings as one JSON document, in the dialect of docs/json.md. */
#ifndef PTXC_CLI_FORMAT_JSON_H
#define PTXC_CLI_FORMAT_JSON_H

#include "cli/output/output.h"

extern const struct output_format format_json;

#endif

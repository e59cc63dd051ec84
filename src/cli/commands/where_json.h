/* Prints the answer of `ptxcheck where` as JSON, on standard output; docs/where.md describes it. */
#ifndef PTXC_CLI_WHERE_JSON_H
#define PTXC_CLI_WHERE_JSON_H

#include "cli/commands/where_answer.h"

/* Prints the answer as one JSON object. Ends the program without memory. */
void where_print_json(const struct answer *answer);

#endif

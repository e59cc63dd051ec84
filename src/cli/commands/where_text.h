/* Prints the answer of `ptxcheck where` as text, on standard output. */
#ifndef PTXC_CLI_WHERE_TEXT_H
#define PTXC_CLI_WHERE_TEXT_H

#include <stdbool.h>

#include "cli/commands/where_answer.h"

/* Prints the answer, and the diagnostics that say why an instruction is not legal. */
void where_print_text(const struct answer *answer, bool color);

#endif

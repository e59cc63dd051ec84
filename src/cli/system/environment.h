/* What this program runs in: its terminal, its processors, and what is random. */
#ifndef PTXC_CLI_ENVIRONMENT_H
#define PTXC_CLI_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Whether the stream is a terminal that moves its cursor as it is told to. */
bool environment_is_terminal(FILE *stream);

/* Whether what is written to the stream has colors where nobody says so: never where the variable NO_COLOR is set,
 * always where FORCE_COLOR is, else on a terminal that has them. */
bool environment_has_colors(FILE *stream);

/* Whether what is written to the stream may have hyperlinks (OSC 8): on a terminal that is known to take them, and as
 * FORCE_HYPERLINK says where it is set, "0" for never. */
bool environment_has_links(FILE *stream);

/* Returns the width of the terminal: what it says itself, else COLUMNS, where it is from `least` to `most`, else 80; 0
 * where standard output is none. */
int environment_width(int least, int most);

/* Returns the number of processors, from 1 to `most`. */
size_t environment_processors(size_t most);

/* Returns the seed of this process for the hash tables of the library: another number each time. That of PTXCHECK_SEED
 * where the environment has it, so that runs can be repeated; 0 where the system has no random numbers. What is found
 * does not depend on it. */
uint64_t environment_seed(void);

#endif

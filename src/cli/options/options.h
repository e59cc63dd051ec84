/* The options on the command line, the messages about those that are wrong, and what --help prints. */
#ifndef PTXC_CLI_OPTIONS_H
#define PTXC_CLI_OPTIONS_H

#include <getopt.h>
#include <stdio.h>

#include "cli/options/table.h"

/* Returns the next option of the command, as getopt_long does: its value is in `optarg`, and after OPTION_END the first
 * argument is argv[optind]. A value is one of the words that the row names, if it names some. OPTION_WRONG follows a
 * message on stderr. Where the help or the version is asked for,
 * prints it and ends the program. argv[0] is the name of the subcommand, or of the program. */
enum option_id option_next(int argc, char **argv, enum command_id command);

/* Returns the place in argv of the first argument of a command without options; 0 after a message on stderr. */
int arguments_begin(int argc, char **argv, enum command_id command);

/* Prints the commands, and the options of the one that is the default. */
void usage_print(FILE *stream);

/* Prints what one command does, its options and its exit status. */
void usage_print_command(FILE *stream, const struct command_row *command);

#endif

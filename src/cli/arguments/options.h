/* The options that every subcommand has, and the messages about options that are wrong. */
#ifndef PTXC_CLI_OPTIONS_H
#define PTXC_CLI_OPTIONS_H

#include <getopt.h>
#include <stddef.h>

/* Every table begins with COMMON_OPTIONS. Options that are not single letters have values above any character. */
enum { OPTION_HELP = 256, OPTION_VERSION, OPTION_OWN };
#define COMMON_OPTIONS                               \
    {"help", no_argument, NULL, OPTION_HELP}, {      \
        "version", no_argument, NULL, OPTION_VERSION \
    }

/* Gives the next option, as getopt_long gives it, of an argv[0] that is the subcommand; -1 after the last, '?' after a
 * message on stderr. Where the help or the version is asked for, prints it and ends the program. */
int option_next(int argc, char **argv, const char *letters, const struct option *table);

/* Gives the place in argv of the first argument of a subcommand without options; 0 after a message on stderr. */
int arguments_begin(int argc, char **argv);

#endif

/* The options of every subcommand: see options.h. */
#include "cli/arguments/options.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments/usage.h"
#include "cli/output/trouble.h"
#include "ptxcheck/ptxcheck.h"

/* Prints the version, and gives the exit code. */
static int version_print(void) {
    printf("ptxcheck %s, PTX up to %u.%u\n", ptxc_version(), ptxc_newest_ptx() / 100, ptxc_newest_ptx() % 100);
    return finish(EXIT_CLEAN);
}

/* Decides whether this is a beginning that the long options share. */
static bool is_ambiguous(const char *argument, const struct option *table) {
    size_t count = 0, length = strncmp(argument, "--", 2) == 0 ? strcspn(argument + 2, "=") : 0;
    for (; length > 0 && table->name; table++)
        count += strncmp(table->name, argument + 2, length) == 0;
    return count > 1;
}

/* Says what is wrong with the option that getopt_long has given up. */
static void say_wrong(int option, const char *argument, const struct option *table) {
    int length = (int)strcspn(argument, "=");
    if (option == ':')
        trouble("option '%s' requires a value", argument);
    else if (optopt >= OPTION_HELP)
        trouble("option '%.*s' takes no value", length, argument);
    else if (optopt)
        trouble("unrecognized option '-%c'", optopt);
    else
        trouble("%s option '%.*s'", is_ambiguous(argument, table) ? "ambiguous" : "unrecognized", length, argument);
}

int option_next(int argc, char **argv, const char *letters, const struct option *table) {
    char all[16];
    snprintf(all, sizeof(all), ":h%s", letters); /* ':' tells a missing value from an unknown option */
    opterr = 0;
    int option = getopt_long(argc, argv, all, table, NULL);
    if (option == 'h' || option == OPTION_HELP) {
        usage_print(stdout);
        exit(finish(EXIT_CLEAN));
    }
    if (option == OPTION_VERSION)
        exit(version_print());
    if (option != '?' && option != ':')
        return option;
    say_wrong(option, argv[optind - 1], table);
    return '?';
}

int arguments_begin(int argc, char **argv) {
    static const struct option table[] = {COMMON_OPTIONS, {NULL, 0, NULL, 0}};
    return option_next(argc, argv, "", table) == -1 ? optind : 0;
}

/* The options on the command line: see options.h. */
#include "cli/arguments/options.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments/vocabulary.h"
#include "cli/arguments/usage.h"
#include "cli/output/trouble.h"
#include "ptxcheck/ptxcheck.h"

enum { MAX_OPTIONS = OPTION_LAST - OPTION_FIRST };

/* What getopt_long takes: the options of one command. */
struct grammar {
    struct option table[MAX_OPTIONS + 1];
    char letters[2 * MAX_OPTIONS + 2];
};

/* Makes it of the rows. The letters begin with a ':', which tells a missing value from an unknown option. */
static void grammar_fill(struct grammar *grammar, enum command_id command) {
    struct option_row row;
    size_t count = 0, length = 0;
    grammar->letters[length++] = ':';
    for (size_t i = 0; option_get(command, i, &row); i++) {
        int takes = row.argument ? required_argument : no_argument;
        if (row.name)
            grammar->table[count++] = (struct option){row.name, takes, NULL, row.id};
        if (row.letter)
            grammar->letters[length++] = row.letter;
        if (row.letter && row.argument)
            grammar->letters[length++] = ':';
    }
    grammar->table[count] = (struct option){NULL, 0, NULL, 0};
    grammar->letters[length] = 0;
}

/* Finds the option that getopt_long has found, which is a letter or an enumerator; false after the last. */
static bool option_of(enum command_id command, int found, struct option_row *row) {
    for (size_t i = 0; option_get(command, i, row); i++)
        if (found < OPTION_FIRST ? row->letter == found : (int)row->id == found)
            return true;
    return false;
}

/* Whether the option takes a file, and none is named. */
static bool lacks_file(const struct option_row *row) {
    return row->argument && strcmp(row->argument, "FILE") == 0 && !*optarg;
}

/* Prints the version, and gives the exit code. */
static int version_print(void) {
    printf("ptxcheck %s, PTX up to %u.%u\n", ptxc_version(), ptxc_newest_ptx() / 100, ptxc_newest_ptx() % 100);
    return finish(EXIT_CLEAN);
}

/* Prints the help that was asked for: of the command where it was named, else of all; and gives the exit code. */
static int help_print(const char *name, enum command_id command) {
    const struct command_row *row = command_find(name);
    if (row && row->id == command)
        usage_print_command(stdout, row);
    else
        usage_print(stdout);
    return finish(EXIT_CLEAN);
}

/* Decides whether this is a beginning that the long options share. */
static bool is_ambiguous(const char *argument, const struct option *table) {
    size_t count = 0, length = strncmp(argument, "--", 2) == 0 ? strcspn(argument + 2, "=") : 0;
    for (; length > 0 && table->name; table++)
        count += strncmp(table->name, argument + 2, length) == 0;
    return count > 1;
}

/* Decides whether the argument is "-target": a long option that lacks its second '-'. */
static bool lacks_dash(const char *argument, int letter) {
    return argument && argument[0] == '-' && argument[1] == letter && argument[2] && argument[2] != '=';
}

/* Says that there is no such option. `name` is what a long one is called, perhaps with its value, or NULL. */
static void say_unrecognized(const char *argument, const char *name, const struct option *table) {
    char text[LONGEST_WORD] = "";
    int length = (int)strcspn(argument, "=");
    if (name && strcspn(name, "=") < sizeof(text))
        snprintf(text, sizeof(text), "%.*s", (int)strcspn(name, "="), name);
    struct suggestion suggestion = suggestion_for(text);
    for (; table->name; table++)
        suggestion_offer(&suggestion, table->name);
    bool near = suggestion.best[0];
    trouble("unrecognized option '%.*s'%s%s%s", length, argument, near ? "; did you mean --" : "", suggestion.best,
            near ? "?" : "");
}

/* Says what is wrong with the option that getopt_long has given up. `next` is the argument after it; a cluster of
 * letters that has more letters is still the next one. */
static void say_wrong(int found, const char *argument, const char *next, const struct option *table) {
    int length = (int)strcspn(argument, "=");
    char letter[] = {'-', (char)optopt, 0};
    if (found == ':')
        trouble("option '%s' requires a value", argument);
    else if (optopt > OPTION_FIRST)
        trouble("option '%.*s' takes no value", length, argument);
    else if (optopt && lacks_dash(next, optopt))
        say_unrecognized(next, next + 1, table);
    else if (optopt)
        say_unrecognized(letter, NULL, table);
    else if (is_ambiguous(argument, table))
        trouble("ambiguous option '%.*s'", length, argument);
    else
        say_unrecognized(argument, argument + 2, table);
}

enum option_id option_next(int argc, char **argv, enum command_id command) {
    struct grammar grammar;
    grammar_fill(&grammar, command);
    opterr = 0;
    int found = getopt_long(argc, argv, grammar.letters, grammar.table, NULL);
    if (found == '?' || found == ':') {
        say_wrong(found, argv[optind - 1], argv[optind], grammar.table);
        return OPTION_WRONG;
    }
    struct option_row row;
    if (!option_of(command, found, &row))
        return OPTION_END;
    if (row.id == OPTION_HELP)
        exit(help_print(argv[0], command));
    if (row.id == OPTION_VERSION)
        exit(version_print());
    if (!lacks_file(&row))
        return row.id;
    trouble("option '--%s' requires a value", row.name);
    return OPTION_WRONG;
}

int arguments_begin(int argc, char **argv, enum command_id command) {
    return option_next(argc, argv, command) == OPTION_END ? optind : 0;
}

/* The options on the command line, and what --help prints: the rows of the tables in words. See options.h. */
#include "cli/options/options.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/print.h"
#include "cli/options/values.h"
#include "cli/options/vocabulary.h"
#include "ptxcheck/ptxcheck.h"

/* ---- the help ---- */

enum { WIDTH = 80, OPTION_COLUMN = 26, COMMAND_COLUMN = 14, STATUS_COLUMN = 5 };

/* Prints what stands on the left, and the text in lines that begin at the column. */
static void print_entry(FILE *stream, const char *left, int column, const char *text) {
    int length = fprintf(stream, "  %s", left);
    if (length + 1 < column)
        fprintf(stream, "%*s", column - length, "");
    else
        fprintf(stream, "\n%*s", column, "");
    wrap_print(stream, text, strlen(text), (struct wrap){.indent = column, .start = column, .width = WIDTH});
}

/* Prints how an option is written: "-h, --help", "--target=NAME", "-W RULE=SEVERITY". */
static void option_spell(const struct option_row *row, char *text, size_t size) {
    const char *argument = row->argument ? row->argument : "";
    char letter[4] = {'-', row->letter, 0};
    if (row->name)
        snprintf(text, size, "%s%s--%s%s%s", row->letter ? letter : "", row->letter ? ", " : "", row->name,
                 row->argument ? "=" : "", argument);
    else
        snprintf(text, size, "%s%s%s", letter, row->argument ? " " : "", argument);
}

static void print_options(FILE *stream, enum command_id command) {
    struct option_row row;
    char left[64];
    for (size_t i = 0; option_get(command, i, &row); i++) {
        option_spell(&row, left, sizeof(left));
        print_entry(stream, left, OPTION_COLUMN, row.text);
    }
}

/* Prints each paragraph in lines, with an empty one between them. */
static void print_paragraphs(FILE *stream, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        wrap_print(stream, text, length, (struct wrap){.width = WIDTH});
        text += length + (text[length] == '\n');
        if (*text)
            fputc('\n', stream);
    }
}

static void print_exits(FILE *stream, const struct command_row *command) {
    fputs("\nexit status:\n", stream);
    for (const char *line = command->exits; *line;) {
        char number[2] = {line[0], 0}, text[200];
        size_t length = strcspn(line, "\n");
        snprintf(text, sizeof(text), "%.*s", (int)length - 2, line + 2);
        print_entry(stream, number, STATUS_COLUMN, text);
        line += length + (line[length] == '\n');
    }
}

void usage_print_command(FILE *stream, const struct command_row *command) {
    const bool options = command->id & COMMANDS_ALL;
    fprintf(stream, "usage: ptxcheck %s%s%s%s\n\n%s\n\n", command->name, options ? " [OPTION...]" : "",
            command->arguments[0] ? " " : "", command->arguments, command->summary);
    print_paragraphs(stream, command->text);
    if (options) {
        fputs("\noptions:\n", stream);
        print_options(stream, command->id);
    }
    print_exits(stream, command);
}

void usage_print(FILE *stream) {
    const struct command_row *check = command_of(COMMAND_CHECK), *command;
    fprintf(stream, "usage: ptxcheck [check] [OPTION...] %s\n       ptxcheck COMMAND [OPTION...] [ARGUMENT...]\n\n",
            check->arguments);
    print_paragraphs(stream, check->text);
    fputs("\ncommands ('ptxcheck help COMMAND' tells more):\n", stream);
    for (size_t i = 0; (command = command_get(i)); i++)
        print_entry(stream, command->name, COMMAND_COLUMN, command->summary);
    fputs("\noptions of check:\n", stream);
    print_options(stream, COMMAND_CHECK);
    print_exits(stream, check);
}

/* ---- the command line ---- */

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

/* Prints the version, and returns the exit code. */
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

/* Whether this is a beginning that the long options share. */
static bool is_ambiguous(const char *argument, const struct option *table) {
    size_t count = 0, length = strncmp(argument, "--", 2) == 0 ? strcspn(argument + 2, "=") : 0;
    for (; length > 0 && table->name; table++)
        count += strncmp(table->name, argument + 2, length) == 0;
    return count > 1;
}

/* Whether the argument is "-target": a long option that lacks its second '-'. */
static bool lacks_dash(const char *argument, int letter) {
    return argument && argument[0] == '-' && argument[1] == letter && argument[2] && argument[2] != '=';
}

/* Reports that there is no such option. `name` is what a long one is called, perhaps with its value, or NULL. */
static void report_unrecognized(const char *argument, const char *name, const struct option *table) {
    char text[LONGEST_WORD] = "";
    int length = (int)strcspn(argument, "=");
    if (name && strcspn(name, "=") < sizeof(text))
        snprintf(text, sizeof(text), "%.*s", (int)strcspn(name, "="), name);
    struct suggestion suggestion = suggestion_for(text);
    for (; table->name; table++)
        suggestion_offer(&suggestion, table->name);
    bool near = suggestion.best[0];
    report_error("unrecognized option '%.*s'%s%s%s", length, argument, near ? "; did you mean --" : "", suggestion.best,
                 near ? "?" : "");
}

/* Reports what is wrong with the option that getopt_long has given up. `next` is the argument after it; a cluster of
 * letters that has more letters is still the next one. */
static void report_wrong(int found, const char *argument, const char *next, const struct option *table) {
    int length = (int)strcspn(argument, "=");
    char letter[] = {'-', (char)optopt, 0};
    if (found == ':')
        report_error("option '%s' requires a value", argument);
    else if (optopt > OPTION_FIRST)
        report_error("option '%.*s' takes no value", length, argument);
    else if (optopt && lacks_dash(next, optopt))
        report_unrecognized(next, next + 1, table);
    else if (optopt)
        report_unrecognized(letter, NULL, table);
    else if (is_ambiguous(argument, table))
        report_error("ambiguous option '%.*s'", length, argument);
    else
        report_unrecognized(argument, argument + 2, table);
}

enum option_id option_next(int argc, char **argv, enum command_id command) {
    struct grammar grammar;
    grammar_fill(&grammar, command);
    opterr = 0;
    int found = getopt_long(argc, argv, grammar.letters, grammar.table, NULL);
    if (found == '?' || found == ':') {
        report_wrong(found, argv[optind - 1], argv[optind], grammar.table);
        return OPTION_WRONG;
    }
    struct option_row row;
    if (!option_of(command, found, &row))
        return OPTION_END;
    if (row.id == OPTION_HELP)
        exit(help_print(argv[0], command));
    if (row.id == OPTION_VERSION)
        exit(version_print());
    if (row.values.kind == VALUES_WORDS && !word_parse(command, row.id, optarg))
        return OPTION_WRONG;
    if (!lacks_file(&row))
        return row.id;
    report_error("option '--%s' requires a value", row.name);
    return OPTION_WRONG;
}

int arguments_begin(int argc, char **argv, enum command_id command) {
    return option_next(argc, argv, command) == OPTION_END ? optind : 0;
}

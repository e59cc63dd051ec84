/* ptxcheck help: what all commands do, or one of them. */
#include "cli/commands/commands.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/options/options.h"
#include "cli/options/table.h"
#include "cli/options/vocabulary.h"
#include "ptxcheck/ptxcheck.h"

/* ---- manual pages: the rows of the tables in the macros of man(7) ---- */

enum { LINE = 50 }; /* bytes after which a line of the source of a page ends at the next blank */

/* Prints a character so that roff shows it as it is. */
static void print_character(FILE *stream, int character) {
    switch (character) {
    case '-': fputs("\\-", stream); break;
    case '\'': fputs("\\(aq", stream); break;
    case '\\': fputs("\\e", stream); break;
    default: fputc(character, stream);
    }
}

/* Prints a piece of text in lines of which none is a request. */
static void print_roff(FILE *stream, const char *text, size_t length) {
    size_t column = 0;
    for (size_t i = 0; i < length; i++) {
        bool ends = text[i] == ' ' && column > LINE;
        if (column++ == 0 && text[i] == '.')
            fputs("\\&", stream);
        if (ends)
            column = 0;
        print_character(stream, ends ? '\n' : text[i]);
    }
}

/* Prints the head of a page, whose name is "ptxcheck" or "ptxcheck-check", up to the synopsis. The summary is a
 * sentence, of which the page has no capital and no full stop. */
static void print_head(FILE *stream, const char *command, const char *summary) {
    fprintf(stream, ".TH PTXCHECK%s", command[0] ? "\\-" : "");
    for (const char *letter = command; *letter; letter++)
        fputc(toupper((unsigned char)*letter), stream);
    fprintf(stream, " 1 \"%s\" \"ptxcheck %s\" \"User Commands\"\n.SH NAME\nptxcheck%s%s \\- %c", PTXC_DATE,
            ptxc_version(), command[0] ? "\\-" : "", command, tolower((unsigned char)summary[0]));
    print_roff(stream, summary + 1, strlen(summary) - 2);
    fputs("\n.SH SYNOPSIS\n", stream);
}

/* Prints how a command is called: what is typed in bold, the rest as it is. */
static void print_synopsis(FILE *stream, const char *typed, bool options, const char *arguments) {
    fprintf(stream, ".B %s\n%s", typed, options ? "[\\fIOPTION\\fR...]" : "");
    if (options && arguments[0])
        fputc(' ', stream);
    print_roff(stream, arguments, strlen(arguments));
    fputc('\n', stream);
}

/* Prints the lines of a text, each after a macro. */
static void print_lines(FILE *stream, const char *macro, const char *text) {
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, "\n");
        if (!first)
            fprintf(stream, "%s\n", macro);
        print_roff(stream, text, length);
        fputc('\n', stream);
        text += length + (text[length] == '\n');
    }
}

/* Prints an option as the tag of a paragraph, and what it does. */
static void print_option(FILE *stream, const struct option_row *row) {
    fputs(".TP\n", stream);
    if (row->letter)
        fprintf(stream, "\\fB\\-%c\\fR%s", row->letter, row->name ? ", " : "");
    if (row->name) {
        fputs("\\fB\\-\\-", stream);
        print_roff(stream, row->name, strlen(row->name));
        fputs("\\fR", stream);
    }
    if (row->argument) {
        fprintf(stream, "%s\\fI", row->name ? "=" : " ");
        print_roff(stream, row->argument, strlen(row->argument));
        fputs("\\fR", stream);
    }
    fputc('\n', stream);
    print_roff(stream, row->text, strlen(row->text));
    fputc('\n', stream);
}

static void print_exits(FILE *stream, const struct command_row *command) {
    fputs(".SH \"EXIT STATUS\"\n", stream);
    for (const char *line = command->exits; *line;) {
        size_t length = strcspn(line, "\n");
        fprintf(stream, ".TP\n.B %c\n", line[0]);
        print_roff(stream, line + 2, length - 2);
        fputc('\n', stream);
        line += length + (line[length] == '\n');
    }
}

/* Prints the other pages. */
static void print_others(FILE *stream, const struct command_row *own) {
    const struct command_row *command;
    fputs(".SH \"SEE ALSO\"\n", stream);
    if (own)
        fputs(".BR \\%ptxcheck (1),\n", stream);
    for (size_t i = 0; (command = command_get(i)); i++)
        if (command != own)
            fprintf(stream, ".BR \\%%ptxcheck\\-%s (1),\n", command->name);
    fputs(".BR \\%libptxcheck (3)\n", stream);
}

/* Prints the page of one command, such as ptxcheck-check(1). */
static void manual_print_command(FILE *stream, const struct command_row *command) {
    struct option_row row;
    char typed[64];
    print_head(stream, command->name, command->summary);
    snprintf(typed, sizeof(typed), "ptxcheck %s", command->name);
    print_synopsis(stream, typed, command->id & COMMANDS_ALL, command->arguments);
    fputs(".SH DESCRIPTION\n", stream);
    print_lines(stream, ".PP", command->text);
    if (command->id & COMMANDS_ALL)
        fputs(".SH OPTIONS\n", stream);
    for (size_t i = 0; option_get(command->id, i, &row); i++)
        print_option(stream, &row);
    print_exits(stream, command);
    print_others(stream, command);
}

/* Prints ptxcheck(1): what the commands do. */
static void manual_print(FILE *stream) {
    const struct command_row *check = command_of(COMMAND_CHECK), *command;
    print_head(stream, "", check->summary);
    print_synopsis(stream, "ptxcheck", true, check->arguments);
    fputs(".br\n.B ptxcheck\n\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n.SH DESCRIPTION\n", stream);
    print_lines(stream, ".PP", check->text);
    fputs(".SH COMMANDS\n", stream);
    for (size_t i = 0; (command = command_get(i)); i++) {
        fprintf(stream, ".TP\n.BR \\%%ptxcheck\\-%s (1)\n", command->name);
        print_roff(stream, command->summary, strlen(command->summary));
        fputc('\n', stream);
    }
    fputs(".SH OPTIONS\nEach command has its own, which\n.B ptxcheck\n\\fICOMMAND\\fR \\fB\\-\\-help\\fR\nlists. "
          "Without the name of a command they are those of\n.BR \\%ptxcheck\\-check (1).\n",
          stream);
    print_exits(stream, check);
    print_others(stream, NULL);
}

/* ---- the command ---- */

/* Prints the help or the manual page of one command, or of all where it is NULL. */
static void print(const struct command_row *command, bool manual) {
    if (manual && command)
        manual_print_command(stdout, command);
    else if (manual)
        manual_print(stdout);
    else if (command)
        usage_print_command(stdout, command);
    else
        usage_print(stdout);
}

int command_help(int argc, char **argv) {
    const struct command_row *command = NULL;
    bool manual = false;
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_HELP)) != OPTION_END;) {
        if (option != OPTION_MAN)
            return EXIT_ERROR; /* option_next has reported what is wrong */
        manual = true;
    }
    if (argc - optind > 1)
        return report_error("help takes at most one command");
    if (optind < argc && !(command = command_find(argv[optind])))
        return report_error("there is no command '%s'%s", argv[optind],
                            hint_for(VALUES_COMMANDS, argv[optind], "; 'ptxcheck help' lists them").text);
    print(command, manual);
    return finish(EXIT_CLEAN);
}

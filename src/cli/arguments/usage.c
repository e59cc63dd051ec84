/* What --help prints: the rows of the tables in words. */
#include "cli/arguments/usage.h"

#include <string.h>

#include "cli/output/wrap.h"

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

/* What completes the command line in zsh: for a file _ptxcheck in the path of functions, or for eval. */
#include "cli/commands/completion_words.h"

#include <stdio.h>
#include <string.h>

#include "cli/arguments/table.h"

static const char before[] = "#compdef ptxcheck\n"
                             "# Completes the command line of ptxcheck in zsh. Printed by 'ptxcheck completion zsh'.\n"
                             "\n"
                             "# A rule and its severity.\n"
                             "_ptxcheck_overrides() {\n"
                             "    if compset -P '*='; then\n"
                             "        compadd -a severities\n"
                             "    else\n"
                             "        compadd -S = -a classes rules\n"
                             "        compadd error likely\n"
                             "    fi\n"
                             "}\n"
                             "\n"
                             "# One of the words of an array, or several with commas between them.\n"
                             "_ptxcheck_list() {\n"
                             "    compset -P '*,'\n"
                             "    compset -S ',*'\n"
                             "    compadd -S '' -a $1\n"
                             "}\n"
                             "\n"
                             "_ptxcheck() {\n"
                             "    local command=check\n";

static const char after[] = "    esac\n"
                            "}\n"
                            "\n"
                            "if [[ $funcstack[1] == _ptxcheck ]]; then\n"
                            "    _ptxcheck \"$@\"\n"
                            "else\n"
                            "    compdef _ptxcheck ptxcheck\n"
                            "fi\n";

/* Prints a text for a single-quoted string that _arguments or _describe takes apart. */
static void print_text(const char *text) {
    for (; *text; text++)
        if (*text == '\'')
            printf("'\\''");
        else
            printf("%s%c", strchr("[]:\\", *text) ? "\\" : "", *text);
}

/* Prints what completes a value: the end of a specification of _arguments. The leading blank keeps _arguments from
 * adding arguments. */
static void print_values(const struct values *values, const char *argument) {
    printf(":");
    print_text(argument);
    printf(":");
    if (values->kind == VALUES_FILES)
        printf("_files");
    else if (values->kind == VALUES_OVERRIDES)
        printf(" _ptxcheck_overrides");
    else if (values->kind == VALUES_WORDS) {
        printf("(");
        print_words(values);
        printf(")");
    } else if (word_kind_name(values->kind)) {
        printf(values->list ? " _ptxcheck_list %s" : "compadd -a %s", word_kind_name(values->kind));
    } else {
        printf(" ");
    }
}

/* Prints the specification of an option, by its name or by its letter. */
static void print_option(const struct option_row *row, bool by_name) {
    printf(" \\\n        '");
    if (row->argument)
        printf("*"); /* may be given again */
    else if (row->name && row->letter)
        printf("(-%c --%s)", row->letter, row->name);
    if (by_name)
        printf("--%s%s", row->name, row->argument ? "=" : "");
    else
        printf("-%c%s", row->letter, row->argument ? "+" : "");
    printf("[");
    print_text(row->text);
    printf("]");
    if (row->argument)
        print_values(&row->values, row->argument);
    printf("'");
}

static void print_command(const struct command_row *command) {
    struct option_row row;
    printf("    %s)\n        _arguments -s -S :", command->name);
    for (size_t i = 0; option_get(command->id, i, &row); i++) {
        if (row.name)
            print_option(&row, true);
        if (row.letter)
            print_option(&row, false);
    }
    if (command->values.kind != VALUES_NONE) {
        printf(" \\\n        '*");
        print_values(&command->values, command->arguments);
        printf("'");
    }
    printf(" ;;\n");
}

void completion_print_zsh(void) {
    const struct command_row *command;
    fputs(before, stdout);
    print_kinds("    local -a ", "=(", ")\n");
    printf("    local -a subcommands=(\n");
    for (size_t i = 0; (command = command_get(i)); i++) {
        printf("        '%s:", command->name);
        print_text(command->summary);
        printf("'\n");
    }
    printf("    )\n"
           "    if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
           "        _describe -t commands command subcommands\n"
           "        _files\n"
           "        return\n"
           "    fi\n"
           "    if (($names[(Ie)$words[2]])); then\n"
           "        command=$words[2]\n"
           "        shift words\n"
           "        ((CURRENT--))\n"
           "    fi\n"
           "    case $command in\n");
    for (size_t i = 0; (command = command_get(i)); i++)
        print_command(command);
    fputs(after, stdout);
}

/* What completes the command line in fish. */
#include "cli/commands/completion_words.h"

#include <stdio.h>
#include <string.h>

#include "cli/arguments/table.h"

static const char functions[] = "\n"
                                "# Whether the command on the line is $argv.\n"
                                "function __ptxcheck_is\n"
                                "    set -l words (commandline -opc)\n"
                                "    if not contains -- \"$words[2]\" $__ptxcheck_names\n"
                                "        set words[2] check\n"
                                "    end\n"
                                "    test \"$words[2]\" = \"$argv\"\n"
                                "end\n"
                                "\n"
                                "# Whether the first word is being written.\n"
                                "function __ptxcheck_first\n"
                                "    test (count (commandline -opc)) -eq 1\n"
                                "end\n"
                                "\n"
                                "# The word being written, without the option that it is a value of.\n"
                                "function __ptxcheck_value\n"
                                "    string replace -r -- '^(--[^=]*=|-[^-])' '' (commandline -ct)\n"
                                "end\n"
                                "\n"
                                "# The words after those that stand before the last comma.\n"
                                "function __ptxcheck_list\n"
                                "    set -l before (string replace -r '[^,]*$' '' -- (__ptxcheck_value))\n"
                                "    printf '%s\\n' $before$argv\n"
                                "end\n"
                                "\n"
                                "# A rule or a class, and its severity.\n"
                                "function __ptxcheck_overrides\n"
                                "    set -l rule (string match -r '^.*=' -- (__ptxcheck_value))\n"
                                "    if test -n \"$rule\"\n"
                                "        printf '%s\\n' $rule$__ptxcheck_severities\n"
                                "    else\n"
                                "        printf '%s\\n' error likely $__ptxcheck_classes= $__ptxcheck_rules=\n"
                                "    end\n"
                                "end\n"
                                "\n"
                                "complete -c ptxcheck -f\n";

/* Prints what completes a value. */
static void print_values(const struct values *values) {
    const char *name = word_kind_name(values->kind);
    if (values->kind == VALUES_FILES)
        printf(" -F");
    else if (values->kind == VALUES_OVERRIDES)
        printf(" -a '(__ptxcheck_overrides)'");
    else if (values->kind == VALUES_WORDS) {
        printf(" -a '");
        print_words(values);
        printf("'");
    } else if (name && values->list) {
        printf(" -a '(__ptxcheck_list $__ptxcheck_%s)'", name);
    } else if (name) {
        printf(" -a '$__ptxcheck_%s'", name);
    }
}

/* Prints the description, which ends the line. */
static void print_text(const char *text) {
    printf(" -d '");
    for (; *text; text++)
        printf("%s%c", strchr("'\\", *text) ? "\\" : "", *text);
    printf("'\n");
}

static void print_command(const struct command_row *command) {
    struct option_row row;
    printf("\ncomplete -c ptxcheck -n __ptxcheck_first -a %s", command->name);
    print_text(command->summary);
    if (command->values.kind != VALUES_NONE) {
        printf("complete -c ptxcheck -n '__ptxcheck_is %s'", command->name);
        print_values(&command->values);
        printf("\n");
    }
    for (size_t i = 0; option_get(command->id, i, &row); i++) {
        printf("complete -c ptxcheck -n '__ptxcheck_is %s'", command->name);
        if (row.letter)
            printf(" -s %c", row.letter);
        if (row.name)
            printf(" -l %s", row.name);
        if (row.argument) {
            printf(row.values.kind == VALUES_FILES ? " -r" : " -x");
            print_values(&row.values);
        }
        print_text(row.text);
    }
}

void completion_print_fish(void) {
    const struct command_row *command;
    printf("# Completes the command line of ptxcheck in fish. Printed by 'ptxcheck completion fish'.\n\n");
    print_kinds("set -g __ptxcheck_", " ", "\n");
    fputs(functions, stdout);
    for (size_t i = 0; (command = command_get(i)); i++)
        print_command(command);
}

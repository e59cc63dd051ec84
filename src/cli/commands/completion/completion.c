/* ptxcheck completion. The scripts hold all words themselves: completing starts no program. Each is a template beside
 * this file, completion.bash and so on, which the build makes a header of; a line such as @VALUES@ in it stands for
 * what is printed here for each command. Bash needs nothing of the package bash-completion; the script for zsh is for a
 * file _ptxcheck in the path of functions, or for eval.
 */
#include "cli/commands/commands.h"

#include <stdio.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/options/options.h"
#include "cli/options/vocabulary.h"
#include <completion_scripts.h>

/* ---- words ---- */

/* The kinds of value that have words in the tables, and what the scripts call these. */
static const struct {
    enum values_kind kind;
    const char *name;
} kinds[] = {
    {VALUES_TARGETS, "targets"},   {VALUES_VERSIONS, "versions"},   {VALUES_ASSEMBLERS, "assemblers"},
    {VALUES_CLASSES, "classes"},   {VALUES_RULES, "rules"},         {VALUES_SEVERITIES, "severities"},
    {VALUES_COMMANDS, "names"},    {VALUES_MNEMONICS, "mnemonics"}, {VALUES_ELEMENTS, "elements"},
    {VALUES_SWIZZLES, "swizzles"}, {VALUES_ACCESSES, "accesses"},   {VALUES_DESCRIPTORS, "descriptors"},
};

/* Returns what the scripts call the words of a kind; NULL where it has none. */
static const char *kind_name(enum values_kind kind) {
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (kinds[i].kind == kind)
            return kinds[i].name;
    return NULL;
}

/* Prints the words with blanks between them. */
static void print_words(const struct values *values) {
    char word[LONGEST_WORD];
    for (size_t i = 0; vocabulary_get(values, i, word); i++)
        printf("%s%s", i ? " " : "", word);
}

/* Prints the words that the row of an option names, between two texts. */
static void print_own_words(const char *before, const struct values *values, const char *after) {
    fputs(before, stdout);
    print_words(values);
    fputs(after, stdout);
}

/* ---- bash ---- */

static void print_bash_value(const struct values *values) {
    if (values->kind == VALUES_FILES)
        printf(" files=yes");
    else if (values->kind == VALUES_OVERRIDES)
        printf(" words=\"error likely ${classes// /= }= ${rules// /= }=\" override=$severities");
    else if (values->kind == VALUES_WORDS)
        print_own_words(" words='", values, "'");
    else if (kind_name(values->kind))
        printf(" words=$%s", kind_name(values->kind));
    printf("%s ;;\n", values->list ? " list=yes" : "");
}

/* Prints what completes the values of one command. */
static void print_bash_values(const struct command_row *command) {
    struct option_row row;
    for (size_t i = 0; option_get(command->id, i, &row); i++) {
        if (!row.argument)
            continue;
        printf("    ");
        if (row.name)
            printf("%s:--%s%s", command->name, row.name, row.letter ? " | " : ")");
        if (row.letter)
            printf("%s:-%c)", command->name, row.letter);
        print_bash_value(&row.values);
    }
    printf("    %s:)", command->name);
    print_bash_value(&command->values);
}

/* Prints the options of one command. */
static void print_bash_options(const struct command_row *command) {
    struct option_row row;
    printf("    %s) printf '%%s' '", command->name);
    for (size_t i = 0; option_get(command->id, i, &row); i++) {
        if (row.letter)
            printf("%s-%c", i ? " " : "", row.letter);
        if (row.name)
            printf("%s--%s%s", i || row.letter ? " " : "", row.name, row.argument ? "=" : "");
    }
    printf("' ;;\n");
}

/* ---- zsh ---- */

/* Prints a text for a single-quoted string that _arguments or _describe takes apart. */
static void print_zsh_text(const char *text) {
    for (; *text; text++)
        if (*text == '\'')
            printf("'\\''");
        else
            printf("%s%c", strchr("[]:\\", *text) ? "\\" : "", *text);
}

/* Prints what completes a value: the end of a specification of _arguments. The leading blank keeps _arguments from
 * adding arguments. */
static void print_zsh_value(const struct values *values, const char *argument) {
    printf(":");
    print_zsh_text(argument);
    printf(":");
    if (values->kind == VALUES_FILES)
        printf("_files");
    else if (values->kind == VALUES_OVERRIDES)
        printf(" _ptxcheck_overrides");
    else if (values->kind == VALUES_WORDS)
        print_own_words("(", values, ")");
    else if (kind_name(values->kind))
        printf(values->list ? " _ptxcheck_list %s" : "compadd -a %s", kind_name(values->kind));
    else
        printf(" ");
}

/* Prints the specification of an option, by its name or by its letter. */
static void print_zsh_option(const struct option_row *row, bool by_name) {
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
    print_zsh_text(row->text);
    printf("]");
    if (row->argument)
        print_zsh_value(&row->values, row->argument);
    printf("'");
}

static void print_zsh_summary(const struct command_row *command) {
    printf("        '%s:", command->name);
    print_zsh_text(command->summary);
    printf("'\n");
}

static void print_zsh_command(const struct command_row *command) {
    struct option_row row;
    printf("    %s)\n        _arguments -s -S :", command->name);
    for (size_t i = 0; option_get(command->id, i, &row); i++) {
        if (row.name)
            print_zsh_option(&row, true);
        if (row.letter)
            print_zsh_option(&row, false);
    }
    if (command->values.kind != VALUES_NONE) {
        printf(" \\\n        '*");
        print_zsh_value(&command->values, command->arguments);
        printf("'");
    }
    printf(" ;;\n");
}

/* ---- fish ---- */

static void print_fish_value(const struct values *values) {
    const char *name = kind_name(values->kind);
    if (values->kind == VALUES_FILES)
        printf(" -F");
    else if (values->kind == VALUES_OVERRIDES)
        printf(" -a '(__ptxcheck_overrides)'");
    else if (values->kind == VALUES_WORDS)
        print_own_words(" -a '", values, "'");
    else if (name)
        printf(values->list ? " -a '(__ptxcheck_list $__ptxcheck_%s)'" : " -a '$__ptxcheck_%s'", name);
}

/* Prints the description, which ends the line. */
static void print_fish_text(const char *text) {
    printf(" -d '");
    for (; *text; text++)
        printf("%s%c", strchr("'\\", *text) ? "\\" : "", *text);
    printf("'\n");
}

static void print_fish_command(const struct command_row *command) {
    struct option_row row;
    printf("\ncomplete -c ptxcheck -n __ptxcheck_first -a %s", command->name);
    print_fish_text(command->summary);
    if (command->values.kind != VALUES_NONE) {
        printf("complete -c ptxcheck -n '__ptxcheck_is %s'", command->name);
        print_fish_value(&command->values);
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
            print_fish_value(&row.values);
        }
        print_fish_text(row.text);
    }
}

/* ---- the command ---- */

/* A shell: its script, how a line of it gives words their name, and what stands for each of its other lines with '@'.
 */
static const struct shell {
    const char *name, *script;
    size_t length;
    const char *before, *between, *after; /* the name, and the words */
    struct {
        const char *line;
        void (*print)(const struct command_row *command);
    } parts[2];
} shells[] = {
    {"bash",
     script_bash,
     sizeof(script_bash),
     "    local ",
     "='",
     "'\n",
     {{"@VALUES@\n", print_bash_values}, {"@OPTIONS@\n", print_bash_options}}},
    {"zsh",
     script_zsh,
     sizeof(script_zsh),
     "    local -a ",
     "=(",
     ")\n",
     {{"@SUMMARIES@\n", print_zsh_summary}, {"@COMMANDS@\n", print_zsh_command}}},
    {"fish", script_fish, sizeof(script_fish), "set -g __ptxcheck_", " ", "\n", {{"@COMMANDS@\n", print_fish_command}}},
};

/* Prints for each kind of value a line that gives its words their name. */
static void print_kinds(const struct shell *shell) {
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const struct values values = {.kind = kinds[i].kind};
        printf("%s%s", shell->before, kinds[i].name);
        print_own_words(shell->between, &values, shell->after);
    }
}

/* Prints what stands for a line of the script: most stand for themselves. */
static void print_line(const struct shell *shell, const char *line, size_t length) {
    const struct command_row *command;
    if (strncmp(line, "@KINDS@\n", length) == 0) {
        print_kinds(shell);
        return;
    }
    for (size_t i = 0; i < sizeof(shell->parts) / sizeof(shell->parts[0]); i++)
        if (shell->parts[i].line && strncmp(line, shell->parts[i].line, length) == 0) {
            for (size_t j = 0; (command = command_get(j)); j++)
                shell->parts[i].print(command);
            return;
        }
    fwrite(line, 1, length, stdout);
}

static void print_script(const struct shell *shell) {
    for (size_t at = 0, length; at < shell->length; at += length) {
        const char *line = shell->script + at, *newline = memchr(line, '\n', shell->length - at);
        length = newline ? (size_t)(newline - line) + 1 : shell->length - at;
        print_line(shell, line, length);
    }
}

int command_completion(int argc, char **argv) {
    const struct values *values = &command_of(COMMAND_COMPLETION)->values;
    char known[LONGEST_WORD];
    int first = arguments_begin(argc, argv, COMMAND_COMPLETION);
    if (!first)
        return EXIT_ERROR;
    vocabulary_list(values, known, sizeof(known));
    if (argc - first != 1)
        return report_error("completion takes one shell: %s", known);
    for (size_t i = 0; i < sizeof(shells) / sizeof(shells[0]); i++)
        if (strcmp(argv[first], shells[i].name) == 0) {
            print_script(&shells[i]);
            return finish(EXIT_CLEAN);
        }
    return report_error("completion takes %s, not '%s'%s", known, argv[first],
                        hint_among(values, argv[first], "").text);
}

/* ptxcheck where: where one instruction is legal, what raises its requirement, and what to write to ask for less. This
 * file reads the question.
 */
#include "cli/commands/where.h"

#include <stdlib.h>
#include <string.h>

#include "cli/arguments/options.h"
#include "cli/arguments/read.h"
#include "cli/arguments/values.h"
#include "cli/commands/where_answer.h"
#include "cli/commands/where_json.h"
#include "cli/commands/where_text.h"
#include "cli/output/trouble.h"
#include "ptxcheck/render.h"

enum { MAX_SHOWN = 60 }; /* bytes of a word in a message */

struct where_settings {
    enum ptxc_target target;
    uint32_t assembler;
    bool json;
    enum color color;
};

/* Takes one option over; false after a message on stderr. */
static bool apply(struct where_settings *settings, enum option_id option, const char *value) {
    switch (option) {
    case OPTION_JSON: settings->json = true; return true;
    case OPTION_FORMAT: settings->json = strcmp(value, "json") == 0; return word_parse(COMMAND_WHERE, option, value);
    case OPTION_TARGET: return target_parse(&(struct given){"--target", value}, &settings->target);
    case OPTION_ASSEMBLER: return assembler_parse(&(struct given){"--assembler", value}, &settings->assembler);
    case OPTION_COLOR: return color_parse(value, &settings->color);
    default: return false; /* option_next has said what is wrong */
    }
}

/* Reads the options, and decides whether one instruction is named; false after a message on stderr. */
static bool parse_options(struct where_settings *settings, int argc, char **argv) {
    *settings = (struct where_settings){.color = COLOR_AUTO};
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_WHERE)) != OPTION_END;)
        if (!apply(settings, option, optarg))
            return false;
    const struct ptxc_options named = {
        .size = sizeof(named), .target = ptxc_target_name(settings->target), .assembler = settings->assembler};
    if (!assembler_suits(NULL, &named))
        return false;
    if (argc - optind != 1)
        return trouble("where takes one instruction in quotes; - stands for standard input"), false;
    return true;
}

/* Decides whether a comment to the end of a line is in the text. */
static bool has_comment(const struct source *source) {
    for (size_t i = 0; i + 1 < source->length; i++)
        if (source->text[i] == '/' && source->text[i + 1] == '/')
            return true;
    return false;
}

/* Decides whether there is more than blanks and ';'. */
static bool has_text(const struct source *source) {
    for (size_t i = 0; i < source->length; i++)
        if (!strchr(" \t\r\n;", source->text[i]))
            return true;
    return false;
}

/* Closes the text with a ';' where it has none; after a comment, on a line of its own. */
static bool close_question(struct source *source) {
    while (source->length > 0 && strchr(" \t\r\n", source->text[source->length - 1]))
        source->length--;
    if (!has_text(source))
        return trouble("where takes one instruction, but found none"), false;
    if (memchr(source->text, ';', source->length))
        return true;
    char *closed = malloc(source->length + 3);
    if (!closed)
        return trouble("not enough memory"), false;
    bool comment = has_comment(source);
    memcpy(closed, source->text, source->length);
    memcpy(closed + source->length, comment ? "\n;" : ";", comment ? 3 : 2);
    size_t length = source->length + (comment ? 2 : 1);
    source_free(source);
    source->text = closed;
    source->length = length;
    return true;
}

static bool read_question(struct source *source, const char *argument) {
    if (strcmp(argument, "-") == 0)
        return source_read(source, "-") && close_question(source);
    *source = (struct source){"<instruction>", strdup(argument), strlen(argument)};
    return source->text ? close_question(source) : (trouble("not enough memory"), false);
}

/* Decides whether the text is no instruction of the family, right or wrong: then there is nothing to answer. */
static bool is_foreign(const struct answer *answer) {
    return !answer->read && ptxc_report_instructions(answer->report) == 0;
}

/* Says where the instruction should begin, and what stands there. */
static void say_foreign(const struct answer *answer) {
    struct ptxc_lines lines;
    const struct ptxc_diagnostic *diagnostic = ptxc_report_get(answer->report, 0);
    if (!diagnostic)
        return;
    const struct ptxc_span span = diagnostic->span;
    bool syntax = diagnostic->rule_class == PTXC_CLASS_SYNTAX && span.length > 0;
    int shown = !syntax ? 0 : span.length > MAX_SHOWN ? MAX_SHOWN : (int)span.length;
    ptxc_lines_init(&lines, answer->source.text, answer->source.length);
    ptxc_lines_seek(&lines, span.offset);
    trouble("%s:%zu:%zu: %s%s%.*s%s", answer->source.name, lines.line, lines.column, diagnostic->message,
            syntax ? ", found '" : "", shown, answer->source.text + span.offset, syntax ? "'" : "");
}

/* Finds the answer and prints it; gives the exit code. */
static int print_answer(const struct where_settings *settings, struct answer *answer) {
    if (!answer_find(answer))
        return trouble("not enough memory");
    if (is_foreign(answer)) {
        say_foreign(answer);
        return EXIT_TROUBLE;
    }
    if (settings->json)
        where_print_json(answer);
    else
        where_print_text(answer, color_wanted(settings->color, stdout));
    return answer_is_legal(answer, &answer->requirement) ? EXIT_CLEAN : EXIT_FINDINGS;
}

int command_where(int argc, char **argv) {
    struct where_settings settings;
    if (!parse_options(&settings, argc, argv))
        return EXIT_TROUBLE;
    struct answer *answer = calloc(1, sizeof(*answer));
    if (!answer)
        return trouble("not enough memory");
    answer->target = settings.target;
    answer->assembler = settings.assembler;
    int code = EXIT_TROUBLE;
    if (read_question(&answer->source, argv[optind]))
        code = print_answer(&settings, answer);
    ptxc_report_free(answer->report);
    free(answer->canonical);
    source_free(&answer->source);
    free(answer);
    return code == EXIT_TROUBLE ? code : finish(code);
}

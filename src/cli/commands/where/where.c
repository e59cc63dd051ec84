/* ptxcheck where: where one instruction is legal, what raises its requirement, and what to write to ask for less. This
 * file reads the question.
 */
#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/where/answer.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/format/print.h"
#include "cli/options/options.h"
#include "cli/options/request.h"
#include "cli/options/values.h"
#include "ptxcheck/render.h"

/* ---- as JSON: docs/json.md describes it ---- */

enum { ROOM = 4000 };

static bool is_asked(const struct answer *answer, int target) {
    return !answer->target || answer->target == (enum ptxc_target)target;
}

/* Returns the targets that have the instruction, of those asked about, with their first and last PTX version. */
static json_t *from_targets(const struct answer *answer, const struct ptxc_requirement *requirement) {
    json_t *targets = json_sure(json_array());
    for (int i = 1; ptxc_target_name((enum ptxc_target)i); i++) {
        if (!is_asked(answer, i) || !requirement->first[i])
            continue;
        uint32_t last = requirement->last[i] < answer_newest(answer) ? requirement->last[i] : 0;
        json_push(targets,
                  json_sure(json_pack("{s:s, s:o, s:o}", "target", ptxc_target_name((enum ptxc_target)i), "from",
                                      json_from_ptx(requirement->first[i]), "to", json_from_ptx(last))));
    }
    return targets;
}

/* Returns the targets that do not have the instruction, or those of which it is not known, of those asked about. */
static json_t *from_rejecting(const struct answer *answer, bool measured) {
    json_t *targets = json_sure(json_array());
    for (int i = 1; ptxc_target_name((enum ptxc_target)i); i++)
        if (!answer->requirement.first[i] && is_asked(answer, i) &&
            (ptxc_target_assembler((enum ptxc_target)i) != NULL) == measured)
            json_push(targets, json_from_text(ptxc_target_name((enum ptxc_target)i)));
    return targets;
}

/* Returns the targets on which the assembler crashes on the instruction, of those asked about, with the first PTX
 * version.
 */
static json_t *from_deaths(const struct answer *answer) {
    json_t *targets = json_sure(json_array());
    for (int i = 1; ptxc_target_name((enum ptxc_target)i); i++)
        if (is_asked(answer, i) && answer->requirement.crashes[i])
            json_push(targets, json_sure(json_pack("{s:s, s:o}", "target", ptxc_target_name((enum ptxc_target)i),
                                                   "from", json_from_ptx(answer->requirement.crashes[i]))));
    return targets;
}

/* Returns what raises the requirement. */
static json_t *from_reasons(const struct answer *answer) {
    static const char *const kinds[] = {"form", "qualifier", "operand", "reduction", "value", "special"};
    json_t *reasons = json_sure(json_array());
    for (size_t i = 0; i < answer->reason_count; i++) {
        const struct ptxc_reason *reason = &answer->reasons[i];
        char subject[200], needs[ROOM];
        ptxc_reason_needs(reason, needs, sizeof(needs));
        reason_subject(answer, reason, subject, sizeof(subject));
        json_push(reasons, json_sure(json_pack("{s:s, s:o, s:s}", "kind", kinds[reason->kind], "text",
                                               json_from_text(subject), "needs", needs)));
    }
    return reasons;
}

/* Returns what to write to ask for less, with what that needs. */
static json_t *from_changes(const struct answer *answer) {
    json_t *changes = json_sure(json_array());
    for (size_t i = 0; i < answer->change_count; i++) {
        const struct change *change = &answer->changes[i];
        char *text = instruction_text(&change->instruction);
        json_push(changes, json_sure(json_pack("{s:s, s:o, s:o, s:o}", "change", change->words, "instruction",
                                               json_from_name(text), "ptx", json_from_ptx(change->requirement.ptx),
                                               "targets", from_targets(answer, &change->requirement))));
        free(text);
    }
    return changes;
}

/* Prints the answer as one JSON object. Ends the program without memory. */
static void where_print_json(const struct answer *answer) {
    const struct ptxc_requirement *requirement = &answer->requirement;
    bool legal = answer_is_legal(answer, requirement);
    uint32_t ptx = answer->target ? requirement->first[answer->target] : requirement->ptx;
    size_t form = answer->read ? ptxc_instruction_form(&answer->instruction) : ptxc_form_count();
    json_t *root = json_envelope("where"),
           *members = json_sure(json_pack(
               "{s:s, s:o, s:s?, s:s?, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "tables",
               ptxc_tables_version(), "instruction", json_from_name(answer->canonical), "form", ptxc_form_name(form),
               "target", ptxc_target_name(answer->target), "assembler", json_from_ptx(answer->assembler), "legal",
               (int)legal, "ptx", json_from_ptx(legal ? ptx : 0), "targets", from_targets(answer, requirement),
               "not_on", from_rejecting(answer, true), "unmeasured", from_rejecting(answer, false), "crashes",
               from_deaths(answer), "reasons", from_reasons(answer), "changes", from_changes(answer), "diagnostics",
               json_from_report(answer->report, &answer->source)));
    if (json_object_update(root, members) != 0)
        json_sure(NULL);
    json_decref(members);
    bool written = json_dumpf(root, stdout, JSON_INDENT(2)) == 0;
    json_decref(root);
    if (!written && !ferror(stdout)) /* whoever closes standard output says what is wrong with it */
        json_sure(NULL);
    putchar('\n');
}

/* ---- the command ---- */

enum { MAX_SHOWN = 60 }; /* bytes of a word in a message */

/* Reads the options, and decides whether one instruction is named; false after a message on stderr. */
static bool parse_options(struct request *request, int argc, char **argv) {
    if (!request_read(request, COMMAND_WHERE, argc, argv, NULL, NULL) || !assembler_suits(NULL, &request->options))
        return false;
    if (argc - optind != 1)
        return report_error("where takes one instruction in quotes; - stands for standard input"), false;
    return true;
}

/* Whether a comment to the end of a line is in the text. */
static bool has_comment(const struct source *source) {
    for (size_t i = 0; i + 1 < source->length; i++)
        if (source->text[i] == '/' && source->text[i + 1] == '/')
            return true;
    return false;
}

/* Whether there is more than blanks and ';'. */
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
        return report_error("where takes one instruction, but found none"), false;
    if (memchr(source->text, ';', source->length))
        return true;
    char *closed = memory_new(source->length + 3, 1);
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
    *source = (struct source){"<instruction>", memory_text(argument, strlen(argument)), strlen(argument)};
    return close_question(source);
}

/* Whether the text is no instruction of the family, right or wrong: then there is nothing to answer. */
static bool is_foreign(const struct answer *answer) {
    return !answer->read && ptxc_report_instructions(answer->report) == 0;
}

/* Says where the instruction should begin, and what stands there. */
static void report_foreign(const struct answer *answer) {
    struct ptxc_lines lines;
    const struct ptxc_diagnostic *diagnostic = ptxc_report_get(answer->report, 0);
    if (!diagnostic)
        return;
    const struct ptxc_span span = diagnostic->span;
    bool syntax = diagnostic->rule_class == PTXC_CLASS_SYNTAX && span.length > 0;
    int shown = !syntax ? 0 : span.length > MAX_SHOWN ? MAX_SHOWN : (int)span.length;
    ptxc_lines_init(&lines, answer->source.text, answer->source.length);
    ptxc_lines_seek(&lines, span.offset);
    report_error("%s:%zu:%zu: %s%s%.*s%s", answer->source.name, lines.line, lines.column, diagnostic->message,
                 syntax ? ", found '" : "", shown, answer->source.text + span.offset, syntax ? "'" : "");
}

/* Finds the answer and prints it; returns the exit code. */
static int print_answer(const struct request *request, struct answer *answer) {
    if (!answer_find(answer))
        return report_error("not enough memory");
    if (is_foreign(answer)) {
        report_foreign(answer);
        return EXIT_ERROR;
    }
    if (request->json)
        where_print_json(answer);
    else
        where_print_text(answer, color_wanted(request->color, stdout));
    return answer_is_legal(answer, &answer->requirement) ? EXIT_CLEAN : EXIT_FINDINGS;
}

int command_where(int argc, char **argv) {
    struct request request;
    if (!parse_options(&request, argc, argv))
        return EXIT_ERROR;
    struct answer *answer = memory_new(1, sizeof(*answer));
    answer->target = ptxc_target_from_name(request.options.target);
    answer->assembler = request.options.assembler;
    int code = EXIT_ERROR;
    if (read_question(&answer->source, argv[optind]))
        code = print_answer(&request, answer);
    ptxc_report_free(answer->report);
    free(answer->canonical);
    source_free(&answer->source);
    free(answer);
    return code == EXIT_ERROR ? code : finish(code);
}

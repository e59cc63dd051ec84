/* ptxcheck where, as JSON; docs/json.md describes it. */
#include "cli/commands/where_json.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/output/instruction_text.h"
#include "cli/output/json.h"

enum { ROOM = 4000 };

static bool is_asked(const struct answer *answer, int target) {
    return !answer->target || answer->target == (enum ptxc_target)target;
}

/* Gives the targets that have the instruction, of those asked about, with their first and last PTX version. */
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

/* Gives the targets that do not have the instruction, or those of which it is not known, of those asked about. */
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

/* Gives what raises the requirement. */
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

/* Gives what to write to ask for less, with what that needs. */
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

static json_t *from_diagnostics(const struct answer *answer) {
    json_t *diagnostics = json_sure(json_array());
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, answer->source.text, answer->source.length);
    for (size_t i = 0; i < ptxc_report_count(answer->report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(answer->report, i);
        json_push(diagnostics, json_from_diagnostic(&lines, diagnostic, diagnostic->severity));
    }
    return diagnostics;
}

void where_print_json(const struct answer *answer) {
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
               from_diagnostics(answer)));
    if (json_object_update(root, members) != 0)
        json_sure(NULL);
    json_decref(members);
    bool written = json_dumpf(root, stdout, JSON_INDENT(2)) == 0;
    json_decref(root);
    if (!written && !ferror(stdout)) /* whoever closes standard output says what is wrong with it */
        json_sure(NULL);
    putchar('\n');
}

/* ptxcheck where, as JSON; docs/where.md describes it. A json_t that could not be made is NULL, and what it goes into
 * then becomes NULL too: one look at the end is enough.
 */
#include <jansson.h>
#include <string.h>

#include "where.h"

enum { SCHEMA_VERSION = 1, ROOM = 4000 };

static json_t *version_json(uint32_t ptx) {
    return json_sprintf("%u.%u", ptx / 100, ptx % 100);
}

/* Appends; an array that could not grow becomes NULL. */
static json_t *append(json_t *array, json_t *value) {
    if (array && json_array_append_new(array, value) == 0)
        return array;
    json_decref(array);
    return NULL;
}

static json_t *targets_json(const struct answer *answer, const struct ptxc_requirement *requirement) {
    json_t *targets = json_array();
    for (int i = 1; ptxc_target_name((enum ptxc_target)i); i++) {
        bool asked = !answer->target || answer->target == (enum ptxc_target)i;
        if (!asked || !requirement->first[i])
            continue;
        json_t *last = requirement->last[i] < ptxc_newest_ptx() ? version_json(requirement->last[i]) : json_null();
        targets = append(targets, json_pack("{s:s, s:o, s:o}", "target", ptxc_target_name((enum ptxc_target)i), "from",
                                            version_json(requirement->first[i]), "to", last));
    }
    return targets;
}

static json_t *rejecting_json(const struct answer *answer) {
    json_t *targets = json_array();
    for (int i = 1; ptxc_target_name((enum ptxc_target)i); i++)
        if (!answer->requirement.first[i] && (!answer->target || answer->target == (enum ptxc_target)i))
            targets = append(targets, json_string(ptxc_target_name((enum ptxc_target)i)));
    return targets;
}

static json_t *reasons_json(const struct answer *answer) {
    static const char *const kinds[] = {"form", "qualifier", "operand", "reduction", "value"};
    json_t *reasons = json_array();
    for (size_t i = 0; i < answer->reason_count; i++) {
        const struct ptxc_reason *reason = &answer->reasons[i];
        char subject[200], needs[ROOM];
        ptxc_reason_needs(reason, needs, sizeof(needs));
        reasons = append(reasons, json_pack("{s:s, s:s, s:s}", "kind", kinds[reason->kind], "text",
                                            reason_subject(answer, reason, subject, sizeof(subject)), "needs", needs));
    }
    return reasons;
}

static json_t *changes_json(const struct answer *answer) {
    json_t *changes = json_array();
    for (size_t i = 0; i < answer->change_count; i++) {
        const struct change *change = &answer->changes[i];
        char text[ROOM];
        ptxc_instruction_emit(&change->instruction, text, sizeof(text));
        changes = append(changes, json_pack("{s:s, s:s, s:o, s:o}", "change", change->words, "instruction", text, "ptx",
                                            version_json(change->requirement.ptx), "targets",
                                            targets_json(answer, &change->requirement)));
    }
    return changes;
}

static json_t *diagnostics_json(const struct answer *answer) {
    json_t *diagnostics = json_array();
    for (size_t i = 0; i < ptxc_report_count(answer->report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(answer->report, i);
        json_t *notes = json_array();
        for (size_t j = 0; j < diagnostic->note_count; j++)
            notes = append(notes, json_string(diagnostic->notes[j].text));
        diagnostics =
            append(diagnostics,
                   json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:s?, s:o}", "rule", diagnostic->rule, "severity",
                             ptxc_severity_name(diagnostic->severity), "message", diagnostic->message, "section",
                             diagnostic->section, "offset", (int)diagnostic->span.offset, "length",
                             (int)diagnostic->span.length, "replacement", diagnostic->replacement, "notes", notes));
    }
    return diagnostics;
}

int where_print_json(const struct answer *answer) {
    const struct ptxc_requirement *requirement = &answer->requirement;
    bool legal = answer_is_legal(answer, requirement);
    uint32_t ptx = answer->target ? requirement->first[answer->target] : requirement->ptx;
    size_t form = answer->read ? ptxc_instruction_form(&answer->instruction) : ptxc_form_count();
    json_t *root =
        json_pack("{s:s, s:i, s:s, s:s?, s:s?, s:s?, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "schema", "ptxcheck-where",
                  "version", (int)SCHEMA_VERSION, "tables", ptxc_tables_version(), "instruction", answer->canonical,
                  "form", ptxc_form_name(form), "target", ptxc_target_name(answer->target), "legal", (int)legal, "ptx",
                  legal ? version_json(ptx) : json_null(), "targets", targets_json(answer, requirement), "not_on",
                  rejecting_json(answer), "reasons", reasons_json(answer), "changes", changes_json(answer),
                  "diagnostics", diagnostics_json(answer));
    bool printed = root && json_dumpf(root, stdout, JSON_INDENT(2)) == 0;
    json_decref(root);
    if (!printed && ferror(stdout))
        return EXIT_CLEAN; /* whoever closes standard output says what is wrong with it */
    if (!printed)
        return trouble("not enough memory for the JSON, or the instruction is not ASCII");
    putchar('\n');
    return EXIT_CLEAN;
}

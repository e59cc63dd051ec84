/* Fuzz target: any bytes as one instruction, and every question that a program can ask of it: where it is legal and
 * why, what else may fill a slot, what is left without one, what to write instead. All answers can be printed.
 */
#include <stdlib.h>
#include <string.h>

#include "equivalence.h"
#include "ptxcheck/session.h"
#include "same.h"
#include "target.h"

enum { REASONS = 64, SENTENCE = 1000 };

/* Asks where an instruction is legal, and why; the first PTX version for a target is one that its reasons allow. */
static void ask_where(const struct ptxc_instruction *instruction) {
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    struct ptxc_reason reasons[REASONS];
    char words[SENTENCE];
    ptxc_instruction_requirement(instruction, &requirement);
    ptxc_instruction_requirement_by(instruction, 1206, &requirement);
    const size_t count = ptxc_instruction_reasons(instruction, reasons, REASONS);
    for (size_t i = 0; i < count && i < REASONS; i++) {
        ptxc_reason_needs(&reasons[i], words, sizeof(words));
        ptxc_reason_span(instruction, &reasons[i]);
        ptxc_reason_allows(&reasons[i], 900, PTXC_TARGET_NONE);
    }
}

/* Asks what may fill each slot, and what the instruction is without it or with something instead. */
static void ask_slots(const struct ptxc_instruction *instruction, struct equivalence *result) {
    for (int slot = 0; ptxc_slot_name((enum ptxc_slot)slot); slot++) {
        enum ptxc_qualifier choices[PTXC_MAX_CHOICES];
        struct ptxc_instruction other;
        const char *why;
        const size_t count =
            ptxc_instruction_choices(instruction, (enum ptxc_slot)slot, NULL, choices, PTXC_MAX_CHOICES);
        if (count > 0) {
            other = *instruction;
            if (ptxc_instruction_set(&other, (enum ptxc_slot)slot, choices[0]) == PTXC_OK)
                equivalence_value(&other, result);
        }
        if (ptxc_instruction_without(instruction, (enum ptxc_slot)slot, &other) == PTXC_OK)
            equivalence_value(&other, result);
        for (size_t i = 0; ptxc_instruction_replace(instruction, (enum ptxc_slot)slot, i, &other, &why) == PTXC_OK; i++)
            equivalence_value(&other, result);
    }
}

/* Holds a report of a session, which is NULL where nothing is found, against that of a single call; frees the first. */
static void hold_report(struct ptxc_report *got, const struct ptxc_report *expected, const char *text, size_t size) {
    const char *difference = got ? same_reports(expected, got) : ptxc_report_count(expected) > 0 ? "it is none" : NULL;
    ptxc_report_free(got);
    if (difference)
        target_broken(difference, text, size);
}

/* A session, which has seen all inputs before, parses and checks as single calls do. */
static struct ptxc_session *open_session(const struct ptxc_options *options) {
    static struct ptxc_session *session;
    if (!session && ptxc_session_open(options, &session) != PTXC_OK)
        abort();
    return session;
}

static void hold_parse(struct ptxc_session *session, const struct ptxc_report *expected, enum ptxc_status status,
                       const char *text, size_t size) {
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    if (ptxc_session_parse(session, text, size, &instruction, &report) != status)
        target_broken("a session does not read what a single call reads", text, size);
    hold_report(report, expected, text, size);
}

static void hold_check(struct ptxc_session *session, const struct ptxc_report *expected,
                       const struct ptxc_instruction *instruction, const char *text, size_t size) {
    for (int i = 0; i < 2; i++) { /* the second time its shape is known, if it is clean */
        struct ptxc_report *report;
        if (ptxc_session_check(session, instruction, &report) != PTXC_OK)
            target_broken("a session does not check what a single call checks", text, size);
        hold_report(report, expected, text, size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct ptxc_options options = {.size = sizeof(options), .target = "sm_90a"};
    struct equivalence result = {0};
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    struct ptxc_session *const session = open_session(&options);
    char *text = target_copy(data, size);
    const enum ptxc_status status = ptxc_instruction_parse_with(text, size, &options, &instruction, &report);
    hold_parse(session, report, status, text, size);
    target_read_report(report, text, size);
    if (status == PTXC_OK) {
        target_reached++;
        equivalence_value(&instruction, &result);
        ask_where(&instruction);
        ask_slots(&instruction, &result);
        for (size_t i = 0; i < instruction.operand_count; i++)
            ptxc_instruction_operand_name(&instruction, i);
        if (ptxc_instruction_check(&instruction, &options, NULL, &report) == PTXC_OK) {
            const char *own = ptxc_report_text(report);
            hold_check(session, report, &instruction, text, size);
            target_read_report(report, own ? own : text, own ? strlen(own) : size);
        }
        if (result.differ > 0)
            target_broken("an instruction does not keep its promises", text, size);
    }
    free(text);
    return 0;
}

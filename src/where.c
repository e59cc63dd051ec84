/* Where an instruction is legal, what raises its requirement, and what can be left out or written otherwise.
 */
#include <string.h>

#include "check.h"

/* Matches without a word; false where something is wrong with the instruction there. */
static bool matches(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                    struct ptxc_match *match) {
    struct ptxc_report report = ptxc_counting_report();
    struct ptxc_subject subject = {instruction, environment, "", &report, match};
    ptxc_match(&subject);
    return match->complete && report.raised == 0 && !instruction->damaged;
}

static bool satisfies_rules(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                            struct ptxc_match *match) {
    struct ptxc_report report = ptxc_counting_report();
    struct ptxc_subject subject = {instruction, environment, "", &report, match};
    ptxc_constraints_check(&subject);
    return report.raised == 0;
}

bool ptxc_legal(const struct ptxc_instruction *instruction, struct ptxc_environment environment) {
    struct ptxc_match match;
    return matches(instruction, environment, &match) && satisfies_rules(instruction, environment, &match);
}

int ptxc_reason_allows(const struct ptxc_reason *reason, uint32_t ptx, enum ptxc_target target) {
    if (!reason || reason->gate >= PTXC_GATE_COUNT || (unsigned)target >= PTXC_TARGET_COUNT)
        return 0;
    return ptxc_gate_open((enum ptxc_gate)reason->gate, (struct ptxc_environment){.ptx = ptx, .target = target}) ==
           !reason->barred;
}

/* ---- the requirement ---- */

enum { MAX_VERSIONS = 100 };

/* Targets that open the same gates and expand the same forms: nothing else of a target, and nothing of a version but
 * the gates that it opens, makes a difference to a verdict. */
struct target_class {
    uint64_t gates; /* bit per ptxc_gate that these targets open with some version */
    bool expands;
    bool legal[MAX_VERSIONS];
};

static uint64_t gates_of(enum ptxc_target target) {
    uint64_t gates = 0;
    for (int gate = 0; gate < PTXC_GATE_COUNT; gate++)
        if (ptxc_gate_open((enum ptxc_gate)gate, (struct ptxc_environment){.target = target}))
            gates |= PTXC_BIT(gate);
    return gates;
}

_Static_assert(PTXC_GATE_COUNT <= 64, "a class of targets names gates in 64 bits");

static void ask_class(const struct ptxc_instruction *instruction, enum ptxc_target target,
                      struct target_class *class_asked) {
    size_t i = 0;
    bool legal = false;
    for (uint32_t ptx = ptxc_next_ptx(0); ptx && i < MAX_VERSIONS; ptx = ptxc_next_ptx(ptx)) {
        if (i == 0 || ptxc_gates_turn(ptx))
            legal = ptxc_legal(instruction, (struct ptxc_environment){.ptx = ptx, .target = target});
        class_asked->legal[i++] = legal;
    }
}

/* The class of a target: one that was asked before, or a new one. */
static const struct target_class *class_of(const struct ptxc_instruction *instruction, enum ptxc_target target,
                                           struct target_class *classes, size_t *count) {
    uint64_t gates = gates_of(target);
    bool expands = ptxc_target_expands(target);
    for (size_t i = 0; i < *count; i++)
        if (classes[i].gates == gates && classes[i].expands == expands)
            return &classes[i];
    struct target_class *added = &classes[(*count)++];
    *added = (struct target_class){.gates = gates, .expands = expands};
    ask_class(instruction, target, added);
    return added;
}

static void note_version(struct ptxc_requirement *requirement, enum ptxc_target target, uint32_t ptx) {
    if (!requirement->first[target])
        requirement->first[target] = (uint16_t)ptx;
    requirement->last[target] = (uint16_t)ptx;
    if (!requirement->ptx || ptx < requirement->ptx)
        requirement->ptx = ptx;
}

_Static_assert((int)PTXC_TARGET_COUNT <= (int)PTXC_MAX_TARGETS, "a requirement has room for every target");

void ptxc_instruction_requirement(const struct ptxc_instruction *instruction, struct ptxc_requirement *requirement) {
    struct target_class classes[PTXC_TARGET_COUNT];
    size_t count = 0;
    if (!requirement)
        return;
    memset(requirement, 0, sizeof(*requirement));
    if (!ptxc_instruction_sound(instruction))
        return;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        enum ptxc_target target = (enum ptxc_target)i;
        const struct target_class *asked = class_of(instruction, target, classes, &count);
        size_t version = 0;
        for (uint32_t ptx = ptxc_next_ptx(0); ptx && version < MAX_VERSIONS; ptx = ptxc_next_ptx(ptx), version++)
            if (asked->legal[version] && ptxc_header_valid(ptx, target))
                note_version(requirement, target, ptx);
    }
}

/* ---- reasons ---- */

size_t ptxc_instruction_reasons(const struct ptxc_instruction *instruction, struct ptxc_reason *reasons,
                                size_t capacity) {
    struct ptxc_reason all[PTXC_MAX_REASONS];
    struct ptxc_match match;
    struct ptxc_subject subject = {instruction, {0}, "", NULL, &match};
    if (!ptxc_instruction_sound(instruction))
        return 0;
    matches(instruction, subject.environment, &match);
    if (!match.complete)
        return 0;
    size_t count = ptxc_available_reasons(&subject, all), room = PTXC_COUNT(all) - count;
    size_t more = ptxc_constraints_reasons(&subject, all + count, room);
    count += more < room ? more : room;
    if (reasons && capacity > 0)
        memcpy(reasons, all, (count < capacity ? count : capacity) * sizeof(*reasons));
    return count;
}

/* ---- without a qualifier ---- */

/* Whether the entry of a qualifier may stay empty and leaves the same instruction: without its state space an address
 * is a generic one. */
static bool is_optional(const struct ptxc_form_row *form, const struct ptxc_form_slot *entry) {
    while (entry > form->slots && entry->presence == PTXC_PRESENCE_ALSO)
        entry--;
    bool space = ptxc_qualifiers[entry->choices[0]].slot == PTXC_SLOT_DESTINATION;
    return (entry->presence == PTXC_PRESENCE_MAY && !space) || entry->presence == PTXC_PRESENCE_IGNORED;
}

/* Whether a qualifier still means with the slots of `left` filled what it meant with those of `filled`. */
static bool keeps_meaning(const struct ptxc_form_row *form, const struct ptxc_qualifier_use *use, uint64_t filled,
                          uint64_t left) {
    const struct ptxc_form_slot *before = ptxc_form_entry(form, use, filled), *after = ptxc_form_entry(form, use, left);
    return after && ptxc_form_offers(after, use->id) &&
           (after->presence != PTXC_PRESENCE_IGNORED || before->presence == PTXC_PRESENCE_IGNORED);
}

/* The slots that stay filled: without the one, and without those that ask for it. */
static uint64_t slots_left(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction,
                           uint64_t filled, enum ptxc_slot slot) {
    uint64_t left = filled & ~PTXC_BIT(slot);
    for (size_t i = 0; i < instruction->qualifier_count;) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i++];
        if (!(left >> use->slot & 1) || keeps_meaning(form, use, filled, left))
            continue;
        left &= ~PTXC_BIT(use->slot);
        i = 0; /* others may have asked for this one */
    }
    return left;
}

static void copy_operand(const struct ptxc_instruction *instruction, size_t index, struct ptxc_instruction *reduced) {
    struct ptxc_operand operand = instruction->operands[index];
    memcpy(&reduced->values[reduced->value_count], &instruction->values[operand.first],
           operand.count * sizeof(instruction->values[0]));
    operand.first = reduced->value_count;
    reduced->value_count = (uint8_t)(reduced->value_count + operand.count);
    reduced->operands[reduced->operand_count++] = operand;
}

/* Copies the operands that the form has with fewer slots filled, told by their names; false where it has others. */
static bool copy_operands(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction, uint64_t filled,
                          uint64_t left, struct ptxc_instruction *reduced) {
    size_t next = 0;
    for (size_t i = 0; i < ptxc_form_operands(form, left); i++) {
        const char *wanted = ptxc_roles[ptxc_form_argument(form, left, i)->role].name;
        while (next < instruction->operand_count &&
               strcmp(ptxc_roles[ptxc_form_argument(form, filled, next)->role].name, wanted) != 0)
            next++;
        if (next == instruction->operand_count)
            return false;
        copy_operand(instruction, next++, reduced);
    }
    return true;
}

/* Whether the changed instruction fits a form, and one that the ISA has where the other has one. */
static bool is_sound(const struct ptxc_instruction *changed, const struct ptxc_form_row *before) {
    struct ptxc_match match;
    matches(changed, (struct ptxc_environment){0}, &match);
    return match.complete &&
           (ptxc_forms[match.form].kind != PTXC_FORM_UNDOCUMENTED || before->kind == PTXC_FORM_UNDOCUMENTED);
}

enum ptxc_status ptxc_instruction_without(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                          struct ptxc_instruction *reduced) {
    struct ptxc_match match;
    if (!ptxc_instruction_sound(instruction) || !reduced)
        return PTXC_BAD_ARGUMENT;
    const struct ptxc_qualifier_use *use = ptxc_instruction_qualifier(instruction, slot);
    matches(instruction, (struct ptxc_environment){0}, &match);
    if (!use || !match.complete)
        return PTXC_BAD_ARGUMENT;
    const struct ptxc_form_row *form = &ptxc_forms[match.form];
    if (!is_optional(form, ptxc_form_entry(form, use, match.filled)))
        return PTXC_BAD_ARGUMENT;
    uint64_t left = slots_left(form, instruction, match.filled, slot);
    ptxc_instruction_init(reduced, instruction->opcode);
    reduced->span = instruction->span;
    reduced->opcode_span = instruction->opcode_span;
    reduced->guarded = instruction->guarded;
    reduced->guard = instruction->guard;
    reduced->damaged = instruction->damaged;
    reduced->incomplete = instruction->incomplete;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        if (left >> instruction->qualifiers[i].slot & 1)
            reduced->qualifiers[reduced->qualifier_count++] = instruction->qualifiers[i];
    bool copied = copy_operands(form, instruction, match.filled, left, reduced);
    return copied && is_sound(reduced, form) ? PTXC_OK : PTXC_BAD_ARGUMENT;
}

/* ---- with another qualifier ---- */

static const struct {
    uint8_t qualifier, replacement, slot;
    const char *why;
} replacements[] = {
#define REPLACEMENT(qualifier, replacement, slot, why) {qualifier, replacement, slot, why},
#include "replacements.def"
};

enum ptxc_status ptxc_instruction_replace(const struct ptxc_instruction *instruction, enum ptxc_slot slot, size_t index,
                                          struct ptxc_instruction *replaced, const char **why) {
    struct ptxc_match match;
    if (!ptxc_instruction_sound(instruction) || !replaced)
        return PTXC_BAD_ARGUMENT;
    enum ptxc_qualifier qualifier = ptxc_instruction_get(instruction, slot);
    matches(instruction, (struct ptxc_environment){0}, &match);
    for (size_t i = 0; match.complete && i < PTXC_COUNT(replacements); i++) {
        if (replacements[i].slot != slot || replacements[i].qualifier != qualifier)
            continue;
        *replaced = *instruction;
        enum ptxc_qualifier other = (enum ptxc_qualifier)replacements[i].replacement;
        if (ptxc_instruction_set(replaced, slot, other) != PTXC_OK || !is_sound(replaced, &ptxc_forms[match.form]) ||
            index-- > 0)
            continue;
        if (why)
            *why = replacements[i].why;
        return PTXC_OK;
    }
    return PTXC_BAD_ARGUMENT;
}

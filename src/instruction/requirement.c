/* Where an instruction is legal, and what raises its requirement. */
#include "ptxcheck/instruction.h"

#include <string.h>

#include "base/sized.h"
#include "instruction/sound.h"
#include "legality/reasons.h"
#include "legality/verdict.h"

enum { MAX_VERSIONS = 100, GATE_WORDS = (PTXC_GATE_COUNT + 63) / 64 };

/* Targets that open the same gates and expand the same forms: nothing else of a target, and nothing of a version but
 * the gates that it opens, makes a difference to a verdict. */
struct target_class {
    uint64_t gates[GATE_WORDS]; /* bit per ptxc_gate that these targets open with some version */
    bool expands;
    bool legal[MAX_VERSIONS];
};

static void find_gates(enum ptxc_target target, uint64_t *gates) {
    for (int gate = 0; gate < PTXC_GATE_COUNT; gate++)
        if (ptxc_gate_open((enum ptxc_gate)gate, (struct ptxc_environment){.target = target}))
            gates[gate / 64] |= PTXC_BIT(gate % 64);
}

static void ask_class(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                      struct target_class *class_asked) {
    size_t i = 0;
    bool legal = false;
    for (uint32_t ptx = ptxc_next_ptx(0); ptx && i < MAX_VERSIONS; ptx = ptxc_next_ptx(ptx)) {
        environment.ptx = ptx;
        if (i == 0 || ptxc_gates_turn(ptx))
            legal = ptxc_is_legal(instruction, environment);
        class_asked->legal[i++] = legal;
    }
}

/* The class of a target: one that was asked before, or a new one. */
static const struct target_class *class_of(const struct ptxc_instruction *instruction,
                                           struct ptxc_environment environment, struct target_class *classes,
                                           size_t *count) {
    struct target_class *added = &classes[*count];
    *added = (struct target_class){.expands = ptxc_targets[environment.target].calls};
    find_gates(environment.target, added->gates);
    for (size_t i = 0; i < *count; i++)
        if (memcmp(classes[i].gates, added->gates, sizeof(added->gates)) == 0 && classes[i].expands == added->expands)
            return &classes[i];
    (*count)++;
    ask_class(instruction, environment, added);
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

/* Fills the versions of all targets. A version or a target that nobody measured makes nothing legal; an unmeasured
 * version after others ends nothing either. */
static void ask_all(const struct ptxc_instruction *instruction, uint32_t assembler,
                    struct ptxc_requirement *requirement) {
    struct target_class classes[PTXC_TARGET_COUNT];
    size_t count = 0;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        enum ptxc_target target = (enum ptxc_target)i;
        struct ptxc_environment environment = {.target = target, .assembler = assembler};
        const struct target_class *asked = class_of(instruction, environment, classes, &count);
        size_t version = 0;
        if (!ptxc_target_measured(target))
            continue;
        for (uint32_t ptx = ptxc_next_ptx(0); ptx && version < MAX_VERSIONS; ptx = ptxc_next_ptx(ptx), version++) {
            environment.ptx = ptx;
            if (asked->legal[version] && ptxc_header_valid(environment) && ptxc_assembler_knows(assembler, ptx) &&
                (ptxc_version_measured(ptx) || requirement->first[i]))
                note_version(requirement, target, ptx);
        }
    }
}

void ptxc_instruction_requirement_by(const struct ptxc_instruction *instruction, uint32_t assembler,
                                     struct ptxc_requirement *requirement) {
    struct ptxc_requirement known;
    if (!requirement || !ptxc_sized_is(requirement))
        return;
    memset(&known, 0, sizeof(known)); /* the bytes between its members, too */
    if (ptxc_instruction_sound(instruction) && (!assembler || ptxc_assembler_measured(assembler)))
        ask_all(instruction, assembler, &known);
    ptxc_sized_write(requirement, &known, sizeof(known));
}

void ptxc_instruction_requirement(const struct ptxc_instruction *instruction, struct ptxc_requirement *requirement) {
    ptxc_instruction_requirement_by(instruction, 0, requirement);
}

size_t ptxc_instruction_reasons(const struct ptxc_instruction *instruction, struct ptxc_reason *reasons,
                                size_t capacity) {
    return ptxc_instruction_sound(instruction) ? ptxc_reasons_find(instruction, reasons, capacity) : 0;
}

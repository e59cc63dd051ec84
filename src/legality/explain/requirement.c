/* Where an instruction is legal, and what raises its requirement. */
#include "ptxcheck/instruction.h"

#include <string.h>

#include "base/bits.h"
#include "base/sized.h"
#include "legality/instruction.h"
#include "legality/crashes.h"
#include "legality/match.h"
#include "legality/explain/reasons.h"
#include "legality/verdict.h"
#include "tables/index.h"
#include "tables/open.h"

/* A set of environments: by target, bit per version as in ptxc_versions. */
struct environments {
    ptxc_wide targets; /* those that have any, bit per ptxc_target: of others nothing is said below */
    uint64_t of[PTXC_TARGET_COUNT];
};

/* What is asked: for which assembler, where the verdict is not known yet, and where the instruction is legal. */
struct asked {
    const struct ptxc_instruction *instruction;
    uint32_t assembler;
    struct environments open, legal;
};

/* Returns where the row of a gate is open. The first gate, which is none, is no alternative. */
static struct ptxc_gate_index row_of(uint8_t gate, uint32_t assembler) {
    struct ptxc_gate_index row = ptxc_gate_index[gate];
    if (assembler)
        row.versions = ptxc_gate_versions((enum ptxc_gate)gate, assembler);
    return row;
}

/* Returns the targets on which forms become calls, or do not, as on this one. */
static ptxc_wide calling(enum ptxc_target target) {
    ptxc_wide targets = 0;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++)
        if (ptxc_targets[i].calls == ptxc_targets[target].calls)
            targets |= PTXC_WIDE_BIT(i);
    return targets;
}

/* Takes out the environments of a set where a gate is not as it is in one of them. */
static void keep_alike(const struct asked *question, uint8_t gate, bool open, struct environments *alike) {
    const uint8_t other = ptxc_gate_alternatives[gate];
    const struct ptxc_gate_index row = row_of(gate, question->assembler);
    const struct ptxc_gate_index also =
        other ? row_of(other, question->assembler) : (struct ptxc_gate_index){.versions = 0};
    const uint64_t closed = open ? 0 : UINT64_MAX;
    for (ptxc_wide left = alike->targets; left; left &= left - 1) {
        const unsigned i = ptxc_lowest_wide(left);
        const uint64_t there = (row.targets >> i & 1 ? row.versions : 0) | (also.targets >> i & 1 ? also.versions : 0);
        alike->of[i] &= there ^ closed;
        alike->targets &= ~((ptxc_wide)!alike->of[i] << i);
    }
}

/* Makes a set of the open environments with these targets and versions. */
static void keep_open(const struct environments *open, struct ptxc_gate_index within, struct environments *alike) {
    alike->targets = 0;
    for (ptxc_wide left = open->targets & within.targets; left; left &= left - 1) {
        const unsigned i = ptxc_lowest_wide(left);
        alike->of[i] = open->of[i] & within.versions;
        alike->targets |= (ptxc_wide)(alike->of[i] != 0) << i;
    }
}

/* Finds the open environments that answer alike to all that was asked of one of them. Most gates are open there and
 * have no alternative, so that they are open together in some versions on some targets. */
static void find_alike(const struct asked *question, const struct ptxc_gates *asked,
                       struct ptxc_environment environment, struct environments *alike) {
    struct ptxc_gate_index within = {.versions = UINT64_MAX, .targets = calling(environment.target)};
    uint8_t others[PTXC_GATE_COUNT];
    size_t count = 0;
    for (size_t word = 0; word < PTXC_COUNT(asked->words); word++) {
        for (uint64_t left = asked->words[word]; left; left &= left - 1) {
            const uint8_t gate = (uint8_t)(word * 64 + ptxc_lowest_bit(left));
            if (ptxc_gate_alternatives[gate] || !ptxc_gate_open((enum ptxc_gate)gate, environment)) {
                others[count++] = gate;
                continue;
            }
            const struct ptxc_gate_index row = row_of(gate, question->assembler);
            within.versions &= row.versions;
            within.targets &= row.targets;
        }
    }
    keep_open(&question->open, within, alike);
    for (size_t i = 0; i < count; i++)
        keep_alike(question, others[i], ptxc_gate_open((enum ptxc_gate)others[i], environment), alike);
}

/* Finds the verdict in one environment. It is that of every other environment that answers alike what was asked for
 * it: nothing else of a target or version makes a difference, but whether forms become calls. */
static void ask(struct asked *question, enum ptxc_target target, unsigned version) {
    struct ptxc_gates asked = {{0}};
    struct ptxc_environment environment = {
        .ptx = ptxc_versions[version], .target = target, .assembler = question->assembler, .asked = &asked};
    const bool legal = ptxc_verdict_is_legal(question->instruction, environment);
    struct environments alike;
    environment.asked = NULL;
    find_alike(question, &asked, environment, &alike);
    for (ptxc_wide left = alike.targets; left; left &= left - 1) {
        const unsigned i = ptxc_lowest_wide(left);
        question->open.of[i] &= ~alike.of[i];
        question->open.targets &= ~((ptxc_wide)!question->open.of[i] << i);
        question->legal.of[i] |= legal ? alike.of[i] : 0;
    }
}

/* Returns the versions in which a module for this target can be written. A target that nobody measured has none. */
static uint64_t versions_of(enum ptxc_target target, uint32_t assembler) {
    return assembler ? ptxc_target_versions(target, assembler) : ptxc_target_index[target];
}

_Static_assert((int)PTXC_TARGET_COUNT <= (int)PTXC_MAX_TARGETS, "a requirement has room for every target");

/* Fills the versions for which the assembler crashes on the instruction. The form and the roles of one place are those
 * of all: no role in crashes.def is one that NEWER or EXPANDED rows exchange. */
static void find_crashes(const struct asked *question, struct ptxc_requirement *requirement) {
    uint64_t rows = 0;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        struct ptxc_environment there = {.target = (enum ptxc_target)i, .assembler = question->assembler};
        for (uint64_t left = question->legal.of[i]; left && !requirement->crashes[i]; left &= left - 1) {
            there.ptx = ptxc_versions[ptxc_lowest_bit(left)];
            if (!rows) {
                const struct ptxc_match match = ptxc_match_find(question->instruction, there);
                rows = ptxc_crashes_of(question->instruction, &match);
            }
            if (!rows)
                return;
            if (ptxc_crashes_there(rows, there))
                requirement->crashes[i] = ptxc_versions[ptxc_lowest_bit(left)];
        }
    }
}

/* Fills the versions of all targets. A version that nobody measured makes nothing legal; after others it ends nothing
 * either. */
static void ask_all(const struct ptxc_instruction *instruction, uint32_t assembler,
                    struct ptxc_requirement *requirement) {
    struct asked question = {.instruction = instruction, .assembler = assembler};
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        question.open.of[i] = versions_of((enum ptxc_target)i, assembler);
        question.open.targets |= (ptxc_wide)(question.open.of[i] != 0) << i;
    }
    while (question.open.targets) {
        const unsigned first = ptxc_lowest_wide(question.open.targets);
        ask(&question, (enum ptxc_target)first, ptxc_lowest_bit(question.open.of[first]));
    }
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        const uint64_t legal = question.legal.of[i], measured = legal & ptxc_versions_measured;
        if (!measured)
            continue;
        requirement->first[i] = ptxc_versions[ptxc_lowest_bit(measured)];
        requirement->last[i] = ptxc_versions[ptxc_highest_bit(legal)];
        if (!requirement->ptx || requirement->first[i] < requirement->ptx)
            requirement->ptx = requirement->first[i];
    }
    find_crashes(&question, requirement);
}

void ptxc_instruction_requirement_by(const struct ptxc_instruction *instruction, uint32_t assembler,
                                     struct ptxc_requirement *requirement) {
    struct ptxc_requirement known;
    if (!requirement || !ptxc_sized_is(requirement))
        return;
    memset(&known, 0, sizeof(known)); /* the bytes between its members, too */
    if (ptxc_instruction_is_valid(instruction) && (!assembler || ptxc_assembler_measured(assembler)))
        ask_all(instruction, assembler, &known);
    ptxc_sized_write(requirement, &known, sizeof(known));
}

void ptxc_instruction_requirement(const struct ptxc_instruction *instruction, struct ptxc_requirement *requirement) {
    ptxc_instruction_requirement_by(instruction, 0, requirement);
}

size_t ptxc_instruction_reasons(const struct ptxc_instruction *instruction, struct ptxc_reason *reasons,
                                size_t capacity) {
    return ptxc_instruction_is_valid(instruction) ? ptxc_reasons_find(instruction, reasons, capacity) : 0;
}

/* Detours: see detour.h. */
#include "analysis/code/detour.h"

enum { MOST_BLOCKS = 64, MOST_LOOKS = 2000000 };

/* The blocks between a branch and the one where its ways meet. */
struct detour {
    const struct ptxc_code *code;
    uint32_t meeting;
    uint32_t blocks[MOST_BLOCKS];
    uint32_t count;
};

/* Counts looks at so many ops; false where they are too many. */
static bool look(const struct ptxc_code *code, uint32_t count) {
    struct ptxc_detours *detours = code->detours;
    const bool enough = detours->looks >= count;
    detours->looks -= enough ? count : detours->looks;
    return enough;
}

/* Whether an op loads from memory that all threads of the grid see. */
static bool loads_from_outside(const struct ptxc_code *code, const struct ptxc_op *op) {
    return ptxc_step_does(&code->program->steps[op->step], PTXC_ACT_LOAD) && op->space != PTXC_SPACE_NONE &&
           op->space != PTXC_SPACE_SHARED && op->space != PTXC_SPACE_LOCAL;
}

/* Whether an op writes a register. */
static bool writes(const struct ptxc_code *code, const struct ptxc_op *op, uint32_t reg) {
    for (uint32_t i = 0; i < op->result_count; i++)
        if (code->results[op->first_result + i] == reg)
            return true;
    return false;
}

/* Whether an op reads where a pointer from outside says: the caller does not know where shared memory is. */
static bool follows_pointer(const struct ptxc_code *code, const struct ptxc_op *op) {
    const struct ptxc_input *address = op->input_count > 0 ? &code->inputs[op->first_input] : NULL;
    if (!address || address->reg == PTXC_NO_REGISTER || !look(code, code->count))
        return false;
    for (uint32_t i = 0; i < code->count; i++)
        if (writes(code, &code->ops[i], address->reg) && !loads_from_outside(code, &code->ops[i]))
            return false;
    return true;
}

/* Whether a step does no more than compute: nothing that others can see, and nothing that depends on other lanes. */
static bool only_computes(const struct ptxc_code *code, const struct ptxc_op *op) {
    const struct ptxc_step *step = &code->program->steps[op->step];
    if (step->names || op->exchange != PTXC_EXCHANGE_NONE || (step->traits & PTXC_TRAITS_STRONG))
        return false;
    if (ptxc_step_does(step, PTXC_ACT_LOAD))
        return loads_from_outside(code, op) || (op->space == PTXC_SPACE_NONE && follows_pointer(code, op));
    return !step->event || ptxc_natures[step->event->action] != PTXC_NATURE_ACTS;
}

/* Whether all ops of a block compute, up to a branch that may end it. */
static bool is_plain(const struct ptxc_code *code, uint32_t block) {
    if (!look(code, code->first_op[block + 1] - code->first_op[block] + 1))
        return false;
    for (uint32_t i = code->first_op[block]; i < code->first_op[block + 1]; i++) {
        const bool last = i + 1 == code->first_op[block + 1];
        if (!only_computes(code, &code->ops[i]) && !(last && code->ops[i].target != PTXC_NO_BLOCK))
            return false;
    }
    return true;
}

/* Adds a block and all that come after it, up to the meeting; false where one does more than compute, or they are too
 * many. A block that the function ends with has no successor, so that the meeting does not come. */
static bool add_way(struct detour *detour, uint32_t block) {
    const uint32_t *successors = detour->code->graph->blocks[block].successors;
    if (block == detour->meeting)
        return true;
    for (uint32_t i = 0; i < detour->count; i++)
        if (detour->blocks[i] == block)
            return true;
    if (detour->count == MOST_BLOCKS || !is_plain(detour->code, block) ||
        (successors[0] == PTXC_NO_BLOCK && successors[1] == PTXC_NO_BLOCK))
        return false;
    detour->blocks[detour->count++] = block;
    return (successors[0] == PTXC_NO_BLOCK || add_way(detour, successors[0])) &&
           (successors[1] == PTXC_NO_BLOCK || add_way(detour, successors[1]));
}

/* Whether an op is in one of the blocks. */
static bool is_inside(const struct detour *detour, const struct ptxc_op *op) {
    for (uint32_t i = 0; i < detour->count; i++)
        if (detour->blocks[i] == op->block)
            return true;
    return false;
}

/* Whether an op reads a register. */
static bool reads(const struct ptxc_code *code, const struct ptxc_op *op, uint32_t reg) {
    for (uint32_t i = 0; i < op->input_count; i++)
        if (code->inputs[op->first_input + i].reg == reg)
            return true;
    return op->guarded && op->guard.reg == reg;
}

/* Whether something outside of the blocks reads a register; but for comparisons of floating-point numbers, of which any
 * result may come. */
static bool is_read_outside(const struct detour *detour, uint32_t reg) {
    const struct ptxc_code *code = detour->code;
    if (!look(code, code->count))
        return true;
    for (uint32_t i = 0; i < code->count; i++)
        if (!code->ops[i].is_real && reads(code, &code->ops[i], reg) && !is_inside(detour, &code->ops[i]))
            return true;
    return false;
}

/* Whether nothing that is computed in the blocks is read outside of them. */
static bool leaves_nothing(const struct detour *detour) {
    const struct ptxc_code *code = detour->code;
    for (uint32_t i = 0; i < detour->count; i++)
        for (uint32_t k = code->first_op[detour->blocks[i]]; k < code->first_op[detour->blocks[i] + 1]; k++)
            for (uint32_t r = 0; r < code->ops[k].result_count; r++) {
                const uint32_t reg = code->results[code->ops[k].first_result + r];
                if (reg != PTXC_NO_REGISTER && is_read_outside(detour, reg))
                    return false;
            }
    return true;
}

/* Lists the blocks that one way of a branch may come to before anything but computing is done, and those where it is.
 * Returns how many there are. */
static uint32_t list_meetings(const struct ptxc_code *code, uint32_t from, uint32_t found[MOST_BLOCKS]) {
    uint32_t count = 1;
    found[0] = from;
    for (uint32_t i = 0; i < count; i++) {
        for (int way = 0; way < 2 && is_plain(code, found[i]); way++) {
            const uint32_t next = code->graph->blocks[found[i]].successors[way];
            uint32_t k = 0;
            while (k < count && found[k] != next)
                k++;
            if (next != PTXC_NO_BLOCK && k == count && count < MOST_BLOCKS)
                found[count++] = next;
        }
    }
    return count;
}

bool ptxc_detours_make(struct ptxc_code *code) {
    struct ptxc_arena *arena = code->program->arena;
    code->detours = ptxc_arena_alloc(arena, sizeof(*code->detours));
    if (!code->detours)
        return false;
    *code->detours = (struct ptxc_detours){ptxc_arena_alloc(arena, code->count + 1), MOST_LOOKS};
    return code->detours->answers != NULL;
}

/* Finds the answer of ptxc_detour_is_idle. */
static bool find_detour(const struct ptxc_code *code, const struct ptxc_op *branch) {
    const uint32_t next = branch->block + 1;
    uint32_t meetings[MOST_BLOCKS];
    const uint32_t count = next < code->graph->count ? list_meetings(code, next, meetings) : 0;
    for (uint32_t i = 0; i < count; i++) {
        struct detour detour = {.code = code, .meeting = meetings[i]};
        if (add_way(&detour, next) && add_way(&detour, branch->target))
            return leaves_nothing(&detour);
    }
    return false;
}

bool ptxc_detour_is_idle(const struct ptxc_code *code, const struct ptxc_op *branch) {
    uint8_t *answer = &code->detours->answers[branch - code->ops];
    if (!*answer)
        *answer = find_detour(code, branch) ? 1 : 2;
    return *answer == 1;
}

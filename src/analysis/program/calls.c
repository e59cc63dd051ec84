/* Inlining: see calls.h. The steps of a function are copied into the program, as they are but for how its parameters
 * are passed. Where a branch goes is known within the function, so that it is known in the copy.
 */
#include "analysis/program/calls.h"

#include "analysis/semantics/external_calls.h"
#include "analysis/program/call_arguments.h"
#include "analysis/program/branch_targets.h"

enum { DEEPEST = 24, MOST_STEPS = 100000 };

struct inliner {
    struct ptxc_program *program;
    const struct ptxc_library *library;
    struct ptxc_step *steps;
    size_t count, capacity;
    struct ptxc_frame *frames;
    size_t frame_count, frame_capacity;
    bool stopped; /* the program is uncertain, or there is no memory */
};

static bool copy_steps(struct inliner *all, const struct ptxc_program *from, uint16_t frame,
                       const struct ptxc_call_arguments *passing, unsigned depth);

/* Gives up: from this call on, not all is known. */
static void doubt(struct inliner *all, const struct ptxc_statement *call, const char *why) {
    ptxc_program_doubt(all->program, call->word, why);
    all->stopped = true;
}

/* Adds a step of the frame, if there is one; its place, or PTXC_NO_STEP. */
static uint32_t add(struct inliner *all, struct ptxc_step step, uint16_t frame) {
    if (!step.statement || all->stopped)
        return PTXC_NO_STEP;
    if (all->count == MOST_STEPS) {
        doubt(all, step.statement, "with all that is called, the function is too large here");
        return PTXC_NO_STEP;
    }
    void *grown = ptxc_arena_grow(all->program->arena, all->steps, &all->capacity, all->count + 1, sizeof(*all->steps));
    all->stopped = !grown;
    if (!grown)
        return PTXC_NO_STEP;
    all->steps = grown;
    step.frame = frame;
    all->steps[all->count] = step;
    return (uint32_t)all->count++;
}

/* Adds a frame; false without memory. */
static bool add_frame(struct inliner *all, struct ptxc_frame frame) {
    void *grown = ptxc_arena_grow(all->program->arena, all->frames, &all->frame_capacity, all->frame_count + 1,
                                  sizeof(*all->frames));
    all->stopped |= !grown;
    if (!grown)
        return false;
    all->frames = grown;
    all->frames[all->frame_count++] = frame;
    return true;
}

/* Makes a step in place of a call, which does nothing by itself, or branches past it where its guard does not hold. */
static struct ptxc_step stand_in(struct inliner *all, const struct ptxc_statement *call, bool branches) {
    struct ptxc_statement *statement = ptxc_arena_alloc(all->program->arena, sizeof(*statement));
    struct ptxc_step step = {.statement = statement, .target = PTXC_NO_STEP};
    all->stopped |= !statement;
    if (!statement)
        return step;
    *statement = *call;
    statement->operand_count = 0;
    statement->value_count = 0;
    statement->guarded = branches;
    statement->guard.flags ^= PTXC_FLAG_NOT;
    step.event = ptxc_event_that(branches ? PTXC_ACT_BRANCH : PTXC_ACT_NOTHING, PTXC_DO_NOTHING);
    return step;
}

/* Whether the function is on its way already: it calls itself. */
static bool is_open(const struct inliner *all, const struct ptxc_body *body, uint16_t frame) {
    while (frame != 0 && all->frames[frame].body->name.offset != body->name.offset)
        frame = all->frames[frame].caller;
    return all->frames[frame].body->name.offset == body->name.offset;
}

/* Why a call cannot be followed, or NULL. */
static const char *obstacle(const struct inliner *all, const struct ptxc_body *body, uint16_t frame, unsigned depth) {
    if (is_open(all, body, frame))
        return "this call is a recursion";
    return depth == DEEPEST || all->frame_count == UINT16_MAX ? "this call leads too deep" : NULL;
}

/* Adds the steps of a function that is called in this frame. */
static void enter(struct inliner *all, const struct ptxc_call *call, const struct ptxc_callee *callee, uint16_t frame,
                  unsigned depth) {
    const struct ptxc_body *body = callee->program.body;
    const uint16_t inside = (uint16_t)all->frame_count;
    struct ptxc_call_arguments *passing = ptxc_call_arguments_make(all->program, call, body);
    if (callee->program.uncertain)
        ptxc_program_doubt(all->program, callee->program.uncertain_at, callee->program.uncertain_why);
    all->stopped |= callee->program.uncertain || all->program->arena->failed;
    const char *why = passing ? obstacle(all, body, frame, depth) : "this call does not fit the function";
    if (why) {
        doubt(all, call->statement, why);
        return;
    }
    const uint32_t branch = call->statement->guarded ? add(all, stand_in(all, call->statement, true), frame) : 0;
    for (size_t i = 0; i < body->parameter_count; i++)
        add(all, ptxc_call_argument(passing, i), frame);
    if (!add_frame(all, (struct ptxc_frame){body, call->statement, frame}) ||
        !copy_steps(all, &callee->program, inside, passing, depth + 1))
        return;
    for (size_t i = 0; i < body->result_count; i++)
        add(all, ptxc_call_result(passing, i), frame);
    const uint32_t after = add(all, stand_in(all, call->statement, false), frame);
    if (call->statement->guarded && !all->stopped)
        all->steps[branch].target = after;
}

/* Adds what a call in this frame does. */
static void add_call(struct inliner *all, struct ptxc_step step, uint16_t frame, unsigned depth) {
    const struct ptxc_call call = ptxc_call_read(step.statement);
    if (!call.direct) {
        doubt(all, step.statement, "it is not known which function this calls");
        return;
    }
    const struct ptxc_callee *callee =
        all->library ? ptxc_library_find(all->library, call.function->name, call.function->name_length) : NULL;
    if (callee) {
        enter(all, &call, callee, frame, depth);
        return;
    }
    switch (ptxc_external_call_find(call.function->name, call.function->name_length)) {
    case PTXC_CALL_HARMLESS: add(all, step, frame); break;
    case PTXC_CALL_ENDS:
        step.event = ptxc_event_that(PTXC_ACT_TRAP, PTXC_DO_NOTHING);
        add(all, step, frame);
        break;
    default:
        all->program->missing = true;
        doubt(all, step.statement, "it is not known what the function does that this calls");
    }
}

/* Whether the step is the last one and returns: what comes after the call comes next. */
static bool falls_out(const struct ptxc_program *program, uint32_t step) {
    return step + 1 == program->count && ptxc_step_does(&program->steps[step], PTXC_ACT_RETURN) &&
           !program->steps[step].statement->guarded;
}

/* Sets the targets of the branches of a function that was copied; `places` are those of its steps. A return goes to the
 * end. */
static void set_targets(struct inliner *all, const struct ptxc_program *from, uint16_t frame, const uint32_t *places) {
    for (uint32_t i = 0; i < from->count; i++) {
        const struct ptxc_step *step = &from->steps[i];
        if (step->target != PTXC_NO_STEP)
            all->steps[places[i]].target = places[step->target];
        else if (frame != 0 && ptxc_step_does(step, PTXC_ACT_RETURN) && !falls_out(from, i))
            all->steps[places[i]].target = (uint32_t)all->count;
    }
}

/* Copies the steps of a function into a frame, with those that it calls; false where that ended early. */
static bool copy_steps(struct inliner *all, const struct ptxc_program *from, uint16_t frame,
                       const struct ptxc_call_arguments *passing, unsigned depth) {
    uint32_t *places = ptxc_arena_alloc(all->program->arena, (from->count + 1) * sizeof(*places));
    all->stopped |= !places;
    for (uint32_t i = 0; i < from->count && !all->stopped; i++) {
        struct ptxc_step step = from->steps[i];
        places[i] = (uint32_t)all->count;
        if (!ptxc_call_arguments_rename(passing, &step))
            doubt(all, step.statement, "it is not known what this does with a parameter");
        else if (ptxc_step_does(&step, PTXC_ACT_CALL))
            add_call(all, step, frame, depth);
        else if (frame == 0 || !falls_out(from, i))
            add(all, step, frame);
    }
    if (!all->stopped)
        set_targets(all, from, frame, places);
    return !all->stopped;
}

bool ptxc_calls_inline(struct ptxc_program *program, const struct ptxc_library *library) {
    struct inliner all = {.program = program, .library = library};
    uint32_t call = 0;
    while (call < program->count && !ptxc_step_does(&program->steps[call], PTXC_ACT_CALL))
        call++;
    if (call == program->count)
        return true;
    if (!ptxc_branch_targets_resolve(program) || !add_frame(&all, (struct ptxc_frame){program->body, NULL, 0}))
        return false;
    if (copy_steps(&all, program, 0, NULL, 0)) {
        program->steps = all.steps;
        program->count = (uint32_t)all.count;
        program->frames = all.frames;
    }
    return !program->arena->failed;
}

/* A function as steps: its statements in order, each with what the tables say that it does. */
#ifndef PTXC_PROGRAM_PROGRAM_H
#define PTXC_PROGRAM_PROGRAM_H

#include "base/symbols.h"
#include "analysis/semantics/events.h"
#include "analysis/semantics/words.h"
#include "syntax/statement.h"

#define PTXC_NO_STEP UINT32_MAX

struct ptxc_memory_range;

/* What the mnemonic of an ordinary instruction says of memory. */
struct ptxc_access {
    enum ptxc_space space;   /* PTXC_SPACE_NONE: generic */
    uint32_t element, bytes; /* of one element, and of all; 0: not known */
};

struct ptxc_step {
    const struct ptxc_statement *statement;
    const struct ptxc_event *event;   /* what it does; NULL: nothing is known of it, or it is a label */
    const struct ptxc_match *match;   /* of the family: how it fits its form, where it does, else NULL */
    const uint8_t *names;             /* where the event is one of its opcode: ptxc_operand_name of each operand,
                                         else NULL */
    struct ptxc_memory_range *memory; /* what it names, once that was asked for: memory_range.h */
    uint32_t traits;                  /* of the event: enum ptxc_trait */
    struct ptxc_access access;        /* where the event is none of its opcode */
    uint32_t target;                  /* the label's step that a branch goes to, or PTXC_NO_STEP */
    uint16_t frame;                   /* 0; of an inlined call, which one: registers of two frames differ */
};

/* An inlined call. */
struct ptxc_frame {
    const struct ptxc_body *body;      /* of the function that is called; of frame 0 that of the program */
    const struct ptxc_statement *call; /* the call, of frame 0 NULL */
    uint16_t caller;                   /* the frame of the call */
};

/* Among the flags of a value in a step of an inlined call: the register is one of the caller's frame, by which an
 * argument or a result is passed. */
#define PTXC_OF_CALLER (UINT32_C(1) << 31)

struct ptxc_program {
    struct ptxc_arena *arena;
    const char *source;
    const struct ptxc_body *body;
    const struct ptxc_symbols *symbols;
    struct ptxc_step *steps;
    uint32_t count;
    const struct ptxc_frame *frames; /* as many as there are; NULL: nothing was inlined, and all steps are in frame 0 */
    bool uncertain; /* not all that it does is known: it calls what is not known, or goes where that is not known */
    struct ptxc_span uncertain_at;
    const char *uncertain_why; /* a clause: "this calls …" */
    bool missing;              /* it is uncertain because of a call to a function whose body may come further down */
};

/* Makes the steps of a body in the arena; false without memory. `environment` says which forms the instructions have.
 * Calls are left as they are: see calls.h. */
bool ptxc_program_make(struct ptxc_program *program, struct ptxc_environment environment);

/* Marks the program as uncertain, from the first such place on. `why` says what is there: "this …". */
void ptxc_program_doubt(struct ptxc_program *program, struct ptxc_span span, const char *why);

/* Returns the frame of a register that a value of this step is. */
uint16_t ptxc_program_frame(const struct ptxc_program *program, uint32_t step, const struct ptxc_value *value);

/* Makes the instruction of a step of the family anew, as it is written but for its guard; false where a part of it is
 * not known. */
bool ptxc_step_instruction(const struct ptxc_step *step, struct ptxc_instruction *instruction);

/* Returns the operand that a column of events.def names, or NULL where the step has none. */
const struct ptxc_operand *ptxc_step_operand(const struct ptxc_step *step, unsigned name);

/* Returns the first value of that operand, or NULL. */
const struct ptxc_value *ptxc_step_value(const struct ptxc_step *step, unsigned name);

/* Whether a step is of the family, with a row of its opcode, or is about an mbarrier as those are. */
bool ptxc_program_is_async(const struct ptxc_program *program, uint32_t step);

/* Returns the constant that says how many groups, arrivals or bytes, or NULL. */
const struct ptxc_value *ptxc_step_number(const struct ptxc_step *step);

/* What the step does, as far as is known. */
static inline enum ptxc_action ptxc_step_action(const struct ptxc_step *step) {
    return step->event ? step->event->action : PTXC_ACT_NOTHING;
}

/* Returns how many leading operands the step writes; of a mnemonic that is not known the first. */
uint8_t ptxc_step_results(const struct ptxc_step *step);

/* Whether the step does more than compute a result: it has to do with memory, with order, or with where control goes,
 * or nothing is known of it. A label does not. */
bool ptxc_step_acts(const struct ptxc_step *step);

/* Whether the step is known to do this. */
static inline bool ptxc_step_does(const struct ptxc_step *step, enum ptxc_action action) {
    return step->event && step->event->action == action;
}

/* Whether the step, of the family, waits for a phase. */
static inline bool ptxc_step_waits(const struct ptxc_step *step) {
    return ptxc_step_action(step) == PTXC_ACT_TEST_WAIT || ptxc_step_action(step) == PTXC_ACT_TRY_WAIT;
}

/* The qualifier that the step, of the family, has in a slot, or PTXC_Q_NONE. */
enum ptxc_qualifier ptxc_step_qualifier(const struct ptxc_step *step, enum ptxc_slot slot);

/* The state space that the step, of the family, names in a slot: of an instruction with one space, the destination's;
 * PTXC_SPACE_NONE: none. */
enum ptxc_space ptxc_step_space(const struct ptxc_step *step, enum ptxc_slot slot);

/* Whether the function may end with the step: it returns or exits, or it is the last one and control goes on. */
bool ptxc_step_may_end(const struct ptxc_program *program, uint32_t step);

/* Returns where a finding about the step points: its mnemonic. */
struct ptxc_span ptxc_step_span(const struct ptxc_program *program, uint32_t step);

/* Whether it tells threads of other CTAs what was done before it. */
static inline bool ptxc_step_publishes(const struct ptxc_step *step) {
    return (step->traits & PTXC_TRAIT_RELEASES) && (step->traits & PTXC_TRAIT_BEYOND_CTA);
}

#endif

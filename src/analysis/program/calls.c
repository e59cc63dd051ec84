/* Inlining: see calls.h. The steps of a function are copied into the program, as they are but for how its parameters
 * are passed. Where a branch goes is known within the function, so that it is known in the copy.
 *
 * A variable of .param that the caller names stands in place of the formal parameter. All else is passed in a register
 * that has the symbol of the formal parameter and is one of the caller's frame (PTXC_OF_CALLER): a step of the caller
 * moves the argument there, and the loads and stores of a formal parameter in .param become moves.
 */
#include "analysis/program/calls.h"

#include <string.h>

#include "analysis/program/branch_targets.h"
#include "analysis/program/program.h"
#include "tables/tables.h"

/* The parts of a call; pointers into its statement. */
struct call {
    const struct ptxc_statement *statement;
    const struct ptxc_value *function;
    const struct ptxc_operand *results, *arguments; /* NULL: it has none */
    bool direct;                                    /* the function is named, and what follows is understood */
};

/* Where a formal parameter is, as the steps of the function see it. */
enum binding_kind {
    AS_WRITTEN,
    IN_PLACE,   /* the variable that the caller names stands for it */
    IN_REGISTER /* in the register of the caller's frame that has its symbol */
};

struct binding {
    enum binding_kind kind;
    bool in_memory; /* the formal parameter is a variable of .param */
    const struct ptxc_value *actual;
};

/* The symbols of formal parameters are declared one after another, so that they are looked up by their ids. */
enum { MOST_SYMBOLS = 4096 };

struct call_arguments {
    const struct ptxc_program *program;
    const struct ptxc_body *body;
    const struct call *call;
    uint32_t lowest, count;
    struct binding *bindings;
};

static struct call read_call(const struct ptxc_statement *statement) {
    struct call call = {.statement = statement};
    uint8_t at = 0;
    if (at + 1 < statement->operand_count && statement->operands[at].shape == PTXC_OPERAND_VECTOR)
        call.results = &statement->operands[at++];
    if (at >= statement->operand_count || statement->operands[at].shape != PTXC_OPERAND_SCALAR)
        return call;
    call.function = &statement->values[statement->operands[at++].first];
    if (at < statement->operand_count && statement->operands[at].shape == PTXC_OPERAND_VECTOR)
        call.arguments = &statement->operands[at++];
    call.direct = at == statement->operand_count && !statement->open && call.function->name &&
                  (call.function->kind == PTXC_VALUE_FUNCTION || call.function->kind == PTXC_VALUE_UNKNOWN);
    return call;
}

static size_t count_of(const struct ptxc_operand *operand) {
    return operand ? operand->count : 0;
}

/* Widens the range of symbols so that these are in it. */
static void cover(uint32_t *lowest, uint32_t *highest, const uint32_t *symbols, size_t count) {
    for (size_t i = 0; i < count; i++) {
        *lowest = symbols[i] < *lowest ? symbols[i] : *lowest;
        *highest = symbols[i] > *highest ? symbols[i] : *highest;
    }
}

/* Whether the value is a variable of .param. */
static bool is_parameter(const struct ptxc_value *value) {
    return value->kind == PTXC_VALUE_VARIABLE && value->space == PTXC_SPACE_PARAM;
}

/* Binds formal parameters to the values of an operand of the call. */
static void bind(struct call_arguments *arguments, const uint32_t *formals, const struct ptxc_operand *operand) {
    for (size_t i = 0; i < count_of(operand); i++) {
        struct binding *binding = &arguments->bindings[formals[i] - arguments->lowest];
        const struct ptxc_symbol *symbol = ptxc_symbols_get(arguments->program->symbols, formals[i]);
        const struct ptxc_value *actual = &arguments->call->statement->values[operand->first + i];
        binding->actual = actual;
        binding->in_memory = symbol && symbol->kind == PTXC_SYMBOL_VARIABLE;
        binding->kind = binding->in_memory && is_parameter(actual) ? IN_PLACE : IN_REGISTER;
    }
}

/* Says how the call passes its operands to the function of the body; NULL where they do not fit its parameters, or
 * without memory. */
static struct call_arguments *make_arguments(const struct ptxc_program *program, const struct call *call,
                                             const struct ptxc_body *body) {
    uint32_t lowest = UINT32_MAX, highest = 0;
    cover(&lowest, &highest, body->parameters, body->parameter_count);
    cover(&lowest, &highest, body->results, body->result_count);
    const uint32_t count = highest >= lowest ? highest - lowest + 1 : 0;
    if (count > MOST_SYMBOLS || count_of(call->arguments) != body->parameter_count ||
        count_of(call->results) != body->result_count)
        return NULL;
    struct call_arguments *arguments = ptxc_arena_alloc(program->arena, sizeof(*arguments));
    struct call *kept = ptxc_arena_alloc(program->arena, sizeof(*kept));
    struct binding *bindings = ptxc_arena_alloc(program->arena, (count + 1) * sizeof(*bindings));
    if (!arguments || !kept || !bindings)
        return NULL;
    *kept = *call;
    *arguments = (struct call_arguments){program, body, kept, lowest, count, bindings};
    bind(arguments, body->parameters, call->arguments);
    bind(arguments, body->results, call->results);
    return arguments;
}

/* Returns the binding of the symbol of a value, or NULL where it stays as it is. */
static const struct binding *binding_of(const struct call_arguments *arguments, const struct ptxc_value *value) {
    const uint32_t place = value->symbol - arguments->lowest;
    if (value->symbol == 0 || place >= arguments->count || arguments->bindings[place].kind == AS_WRITTEN)
        return NULL;
    return &arguments->bindings[place];
}

/* Makes of a value of the function what the caller has for it. */
static void rename_value(const struct binding *binding, struct ptxc_value *value) {
    if (binding->kind == IN_PLACE) {
        const struct ptxc_value own = *value;
        *value = *binding->actual;
        value->flags |= own.flags;
        value->integer = own.integer;
        value->span = own.span;
    } else {
        value->flags |= PTXC_OF_CALLER;
    }
}

/* Makes a move of a load or a store of the whole of a formal parameter that is passed in a register. */
static void make_move(const struct call_arguments *arguments, struct ptxc_step *step, struct ptxc_statement *statement,
                      struct ptxc_value *values, struct ptxc_operand *operands) {
    const bool stores = ptxc_step_does(step, PTXC_ACT_STORE);
    const uint8_t place = stores ? 0 : 1;
    if ((!stores && !ptxc_step_does(step, PTXC_ACT_LOAD)) || statement->operand_count != 2 || statement->open ||
        operands[place].shape != PTXC_OPERAND_ADDRESS || operands[!place].shape != PTXC_OPERAND_SCALAR)
        return;
    struct ptxc_value *value = &values[operands[place].first];
    const struct binding *binding = binding_of(arguments, value);
    if (!binding || binding->kind != IN_REGISTER || !binding->in_memory || value->integer != 0 ||
        value->flags & PTXC_FLAG_REGISTER_INDEX)
        return;
    value->kind = PTXC_VALUE_REGISTER;
    value->flags = 0;
    operands[place].shape = PTXC_OPERAND_SCALAR;
    step->event = ptxc_event_that(PTXC_ACT_COMPUTE, PTXC_DO_MOVE);
}

/* Changes all values of a statement. A formal parameter that is passed in a register and yet used as memory, other than
 * by such loads and stores, is not understood: false. */
static bool rename_values(const struct call_arguments *arguments, struct ptxc_value *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct binding *binding = binding_of(arguments, &values[i]);
        if (!binding)
            continue;
        if (binding->kind == IN_REGISTER && values[i].kind != PTXC_VALUE_REGISTER)
            return false;
        rename_value(binding, &values[i]);
    }
    return true;
}

/* Changes a step of the function; false where it uses a parameter in a way that is not understood. `arguments` NULL: it
 * stays as it is. */
static bool rename_step(const struct call_arguments *arguments, struct ptxc_step *step) {
    const struct ptxc_statement *from = step->statement;
    bool changes = arguments && from->guarded && binding_of(arguments, &from->guard);
    for (uint16_t i = 0; arguments && i < from->value_count; i++)
        changes |= binding_of(arguments, &from->values[i]) != NULL;
    if (!changes)
        return true;
    struct ptxc_arena *arena = arguments->program->arena;
    struct ptxc_statement *statement = ptxc_arena_alloc(arena, sizeof(*statement));
    struct ptxc_value *values = ptxc_arena_alloc(arena, (from->value_count + 1) * sizeof(*values));
    struct ptxc_operand *operands = ptxc_arena_alloc(arena, (from->operand_count + 1) * sizeof(*operands));
    if (!statement || !values || !operands)
        return false;
    *statement = *from;
    for (uint16_t i = 0; i < from->value_count; i++)
        values[i] = from->values[i];
    for (uint8_t i = 0; i < from->operand_count; i++)
        operands[i] = from->operands[i];
    make_move(arguments, step, statement, values, operands);
    statement->values = values;
    statement->operands = operands;
    step->statement = statement;
    return rename_values(arguments, values, from->value_count) &&
           (!from->guarded || rename_values(arguments, &statement->guard, 1));
}

/* Returns the register of the caller's frame that has the symbol of a formal parameter. */
static struct ptxc_value register_of(const struct call_arguments *arguments, uint32_t formal) {
    const struct ptxc_symbol *symbol = ptxc_symbols_get(arguments->program->symbols, formal);
    return (struct ptxc_value){.kind = PTXC_VALUE_REGISTER,
                               .type = symbol->type,
                               .symbol = formal,
                               .name = symbol->name,
                               .name_length = symbol->length};
}

/* Returns a constant as a register of the formal parameter's type keeps it. */
static struct ptxc_value fitted(struct ptxc_value value, enum ptxc_type type) {
    const unsigned width = ptxc_types[type].width;
    if (value.kind == PTXC_VALUE_INTEGER && width > 0 && width < 64) {
        const uint64_t sign = (uint64_t)1 << (width - 1), low = (uint64_t)value.integer & (sign * 2 - 1);
        value.integer = (int64_t)((low ^ sign) - sign);
    }
    return value;
}

/* Makes a step that gives `to` the value `from`; what stands in memory there is not known. */
static void move(const struct call_arguments *arguments, struct ptxc_value to, struct ptxc_value from,
                 struct ptxc_step *step) {
    struct ptxc_arena *arena = arguments->program->arena;
    struct ptxc_statement *statement = ptxc_arena_alloc(arena, sizeof(*statement));
    struct ptxc_value *values = ptxc_arena_alloc(arena, 2 * sizeof(*values));
    struct ptxc_operand *operands = ptxc_arena_alloc(arena, 2 * sizeof(*operands));
    const bool moves = to.kind == PTXC_VALUE_REGISTER && from.kind != PTXC_VALUE_VARIABLE;
    if (!statement || !values || !operands || to.kind == PTXC_VALUE_SINK)
        return;
    values[0] = to;
    values[1] = from;
    operands[0] = (struct ptxc_operand){.shape = PTXC_OPERAND_SCALAR, .count = 1};
    operands[1] = (struct ptxc_operand){.shape = PTXC_OPERAND_SCALAR, .first = 1, .count = 1};
    *statement = *arguments->call->statement;
    statement->guarded = false;
    statement->open = !moves;
    statement->operands = operands;
    statement->values = values;
    statement->operand_count = 2;
    statement->value_count = 2;
    step->statement = statement;
    step->event = moves ? ptxc_event_that(PTXC_ACT_COMPUTE, PTXC_DO_MOVE) : NULL;
}

/* Returns the step of the caller's frame that passes an argument, before those of the function, or a result, after
 * them, by its index. Its statement is NULL where there is nothing to do. */
static struct ptxc_step argument_step(const struct call_arguments *arguments, size_t index) {
    const uint32_t formal = arguments->body->parameters[index];
    const struct binding *binding = &arguments->bindings[formal - arguments->lowest];
    const struct ptxc_value to = register_of(arguments, formal);
    struct ptxc_step step = {.target = PTXC_NO_STEP};
    if (binding->kind != IN_PLACE)
        move(arguments, to, fitted(*binding->actual, to.type), &step);
    return step;
}

static struct ptxc_step result_step(const struct call_arguments *arguments, size_t index) {
    const uint32_t formal = arguments->body->results[index];
    const struct binding *binding = &arguments->bindings[formal - arguments->lowest];
    struct ptxc_step step = {.target = PTXC_NO_STEP};
    if (binding->kind != IN_PLACE)
        move(arguments, *binding->actual, register_of(arguments, formal), &step);
    return step;
}

/* What calls to functions without a body do: known_functions.def. */
enum external_call {
    PTXC_CALL_UNKNOWN,  /* anything */
    PTXC_CALL_HARMLESS, /* nothing that matters; its results are not known */
    PTXC_CALL_ENDS      /* the thread ends */
};

static const struct {
    const char *name;
    bool prefix;
    enum external_call call;
} external_functions[] = {
#define KNOWN_FUNCTION(name, call) {name, false, PTXC_CALL_##call},
#define KNOWN_FUNCTIONS(name, call) {name, true, PTXC_CALL_##call},
#include "known_functions.def"
};

static enum external_call find_external(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof(external_functions) / sizeof(*external_functions); i++) {
        const size_t own = strlen(external_functions[i].name);
        if ((external_functions[i].prefix ? length > own : length == own) &&
            memcmp(external_functions[i].name, name, own) == 0)
            return external_functions[i].call;
    }
    return PTXC_CALL_UNKNOWN;
}

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
                       const struct call_arguments *arguments, unsigned depth);

/* Says that from this call on not all is known. */
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
    struct ptxc_frame *added =
        ptxc_arena_add(all->program->arena, &all->frames, &all->frame_count, &all->frame_capacity, sizeof(*added));
    all->stopped |= !added;
    if (!added)
        return false;
    *added = frame;
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
static void enter(struct inliner *all, const struct call *call, const struct ptxc_callee *callee, uint16_t frame,
                  unsigned depth) {
    const struct ptxc_body *body = callee->program.body;
    const uint16_t inside = (uint16_t)all->frame_count;
    struct call_arguments *arguments = make_arguments(all->program, call, body);
    if (callee->program.uncertain)
        ptxc_program_doubt(all->program, callee->program.uncertain_at, callee->program.uncertain_why);
    all->stopped |= callee->program.uncertain || all->program->arena->failed;
    const char *why = arguments ? obstacle(all, body, frame, depth) : "this call does not fit the function";
    if (why) {
        doubt(all, call->statement, why);
        return;
    }
    const uint32_t branch = call->statement->guarded ? add(all, stand_in(all, call->statement, true), frame) : 0;
    for (size_t i = 0; i < body->parameter_count; i++)
        add(all, argument_step(arguments, i), frame);
    if (!add_frame(all, (struct ptxc_frame){body, call->statement, frame}) ||
        !copy_steps(all, &callee->program, inside, arguments, depth + 1))
        return;
    for (size_t i = 0; i < body->result_count; i++)
        add(all, result_step(arguments, i), frame);
    const uint32_t after = add(all, stand_in(all, call->statement, false), frame);
    if (call->statement->guarded && !all->stopped)
        all->steps[branch].target = after;
}

/* Adds what a call in this frame does. */
static void add_call(struct inliner *all, struct ptxc_step step, uint16_t frame, unsigned depth) {
    const struct call call = read_call(step.statement);
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
    switch (find_external(call.function->name, call.function->name_length)) {
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
                       const struct call_arguments *arguments, unsigned depth) {
    uint32_t *places = ptxc_arena_alloc(all->program->arena, (from->count + 1) * sizeof(*places));
    all->stopped |= !places;
    for (uint32_t i = 0; i < from->count && !all->stopped; i++) {
        struct ptxc_step step = from->steps[i];
        places[i] = (uint32_t)all->count;
        if (!rename_step(arguments, &step))
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

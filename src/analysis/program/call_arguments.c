/* Arguments and results: see call_arguments.h. */
#include "analysis/program/call_arguments.h"

#include "tables/tables.h"

/* Where a formal parameter is, as the steps of the function see it. */
enum way {
    AS_WRITTEN,
    IN_PLACE,   /* the variable that the caller names stands for it */
    IN_REGISTER /* in the register of the caller's frame that has its symbol */
};

struct binding {
    enum way way;
    bool in_memory; /* the formal parameter is a variable of .param */
    const struct ptxc_value *actual;
};

/* The symbols of formal parameters are declared one after another, so that they are looked up by their ids. */
enum { MOST_SYMBOLS = 4096 };

struct ptxc_call_arguments {
    const struct ptxc_program *program;
    const struct ptxc_body *body;
    const struct ptxc_call *call;
    uint32_t lowest, count;
    struct binding *bindings;
};

struct ptxc_call ptxc_call_read(const struct ptxc_statement *statement) {
    struct ptxc_call call = {.statement = statement};
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
static void bind(struct ptxc_call_arguments *passing, const uint32_t *formals, const struct ptxc_operand *operand) {
    for (size_t i = 0; i < count_of(operand); i++) {
        struct binding *binding = &passing->bindings[formals[i] - passing->lowest];
        const struct ptxc_symbol *symbol = ptxc_symbols_get(passing->program->symbols, formals[i]);
        const struct ptxc_value *actual = &passing->call->statement->values[operand->first + i];
        binding->actual = actual;
        binding->in_memory = symbol && symbol->kind == PTXC_SYMBOL_VARIABLE;
        binding->way = binding->in_memory && is_parameter(actual) ? IN_PLACE : IN_REGISTER;
    }
}

struct ptxc_call_arguments *ptxc_call_arguments_make(const struct ptxc_program *program, const struct ptxc_call *call,
                                                     const struct ptxc_body *body) {
    uint32_t lowest = UINT32_MAX, highest = 0;
    cover(&lowest, &highest, body->parameters, body->parameter_count);
    cover(&lowest, &highest, body->results, body->result_count);
    const uint32_t count = highest >= lowest ? highest - lowest + 1 : 0;
    if (count > MOST_SYMBOLS || count_of(call->arguments) != body->parameter_count ||
        count_of(call->results) != body->result_count)
        return NULL;
    struct ptxc_call_arguments *passing = ptxc_arena_alloc(program->arena, sizeof(*passing));
    struct ptxc_call *kept = ptxc_arena_alloc(program->arena, sizeof(*kept));
    struct binding *bindings = ptxc_arena_alloc(program->arena, (count + 1) * sizeof(*bindings));
    if (!passing || !kept || !bindings)
        return NULL;
    *kept = *call;
    *passing = (struct ptxc_call_arguments){program, body, kept, lowest, count, bindings};
    bind(passing, body->parameters, call->arguments);
    bind(passing, body->results, call->results);
    return passing;
}

/* The binding of the symbol of a value, or NULL where it stays as it is. */
static const struct binding *binding_of(const struct ptxc_call_arguments *passing, const struct ptxc_value *value) {
    const uint32_t place = value->symbol - passing->lowest;
    if (value->symbol == 0 || place >= passing->count || passing->bindings[place].way == AS_WRITTEN)
        return NULL;
    return &passing->bindings[place];
}

/* Makes of a value of the function what the caller has for it. */
static void rename_value(const struct binding *binding, struct ptxc_value *value) {
    if (binding->way == IN_PLACE) {
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
static void make_move(const struct ptxc_call_arguments *passing, struct ptxc_step *step,
                      struct ptxc_statement *statement, struct ptxc_value *values, struct ptxc_operand *operands) {
    const bool stores = ptxc_step_does(step, PTXC_ACT_STORE);
    const uint8_t place = stores ? 0 : 1;
    if ((!stores && !ptxc_step_does(step, PTXC_ACT_LOAD)) || statement->operand_count != 2 || statement->open ||
        operands[place].shape != PTXC_OPERAND_ADDRESS || operands[!place].shape != PTXC_OPERAND_SCALAR)
        return;
    struct ptxc_value *value = &values[operands[place].first];
    const struct binding *binding = binding_of(passing, value);
    if (!binding || binding->way != IN_REGISTER || !binding->in_memory || value->integer != 0 ||
        value->flags & PTXC_FLAG_REGISTER_INDEX)
        return;
    value->kind = PTXC_VALUE_REGISTER;
    value->flags = 0;
    operands[place].shape = PTXC_OPERAND_SCALAR;
    step->event = ptxc_event_that(PTXC_ACT_COMPUTE, PTXC_DO_MOVE);
}

/* Changes all values of a statement. A formal parameter that is passed in a register and yet used as memory, other than
 * by such loads and stores, is not understood: false. */
static bool rename_values(const struct ptxc_call_arguments *passing, struct ptxc_value *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct binding *binding = binding_of(passing, &values[i]);
        if (!binding)
            continue;
        if (binding->way == IN_REGISTER && values[i].kind != PTXC_VALUE_REGISTER)
            return false;
        rename_value(binding, &values[i]);
    }
    return true;
}

bool ptxc_call_arguments_rename(const struct ptxc_call_arguments *passing, struct ptxc_step *step) {
    const struct ptxc_statement *from = step->statement;
    bool changes = passing && from->guarded && binding_of(passing, &from->guard);
    for (uint16_t i = 0; passing && i < from->value_count; i++)
        changes |= binding_of(passing, &from->values[i]) != NULL;
    if (!changes)
        return true;
    struct ptxc_arena *arena = passing->program->arena;
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
    make_move(passing, step, statement, values, operands);
    statement->values = values;
    statement->operands = operands;
    step->statement = statement;
    return rename_values(passing, values, from->value_count) &&
           (!from->guarded || rename_values(passing, &statement->guard, 1));
}

/* The register of the caller's frame that has the symbol of a formal parameter. */
static struct ptxc_value register_of(const struct ptxc_call_arguments *passing, uint32_t formal) {
    const struct ptxc_symbol *symbol = ptxc_symbols_get(passing->program->symbols, formal);
    return (struct ptxc_value){.kind = PTXC_VALUE_REGISTER,
                               .type = symbol->type,
                               .symbol = formal,
                               .name = symbol->name,
                               .name_length = symbol->length};
}

/* A constant as a register of the formal parameter's type keeps it. */
static struct ptxc_value fitted(struct ptxc_value value, enum ptxc_type type) {
    const unsigned width = ptxc_types[type].width;
    if (value.kind == PTXC_VALUE_INTEGER && width > 0 && width < 64) {
        const uint64_t sign = (uint64_t)1 << (width - 1), low = (uint64_t)value.integer & (sign * 2 - 1);
        value.integer = (int64_t)((low ^ sign) - sign);
    }
    return value;
}

/* Makes a step that gives `to` the value `from`; what stands in memory there is not known. */
static void move(const struct ptxc_call_arguments *passing, struct ptxc_value to, struct ptxc_value from,
                 struct ptxc_step *step) {
    struct ptxc_arena *arena = passing->program->arena;
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
    *statement = *passing->call->statement;
    statement->guarded = false;
    statement->open = !moves;
    statement->operands = operands;
    statement->values = values;
    statement->operand_count = 2;
    statement->value_count = 2;
    step->statement = statement;
    step->event = moves ? ptxc_event_that(PTXC_ACT_COMPUTE, PTXC_DO_MOVE) : NULL;
}

struct ptxc_step ptxc_call_argument(const struct ptxc_call_arguments *passing, size_t index) {
    const uint32_t formal = passing->body->parameters[index];
    const struct binding *binding = &passing->bindings[formal - passing->lowest];
    const struct ptxc_value to = register_of(passing, formal);
    struct ptxc_step step = {.target = PTXC_NO_STEP};
    if (binding->way != IN_PLACE)
        move(passing, to, fitted(*binding->actual, to.type), &step);
    return step;
}

struct ptxc_step ptxc_call_result(const struct ptxc_call_arguments *passing, size_t index) {
    const uint32_t formal = passing->body->results[index];
    const struct binding *binding = &passing->bindings[formal - passing->lowest];
    struct ptxc_step step = {.target = PTXC_NO_STEP};
    if (binding->way != IN_PLACE)
        move(passing, *binding->actual, register_of(passing, formal), &step);
    return step;
}

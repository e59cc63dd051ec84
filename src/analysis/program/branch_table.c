/* Branches through a table: see branch_table.h. */
#include "analysis/program/branch_table.h"

#include <string.h>

/* How often a branch is compared with a table at most, and how many steps are added. */
enum { MOST_LOOKS = 1 << 20, MOST_ADDED = 1 << 16 };

struct expansion {
    struct ptxc_program *program;
    uint32_t *lists; /* the steps that list the labels of a table */
    uint32_t list_count;
    struct ptxc_step *steps;
    uint32_t count;
    uint32_t looks, added;
};

/* Finds the steps that list the labels of a table; false without memory. A label stands before each. */
static bool find_lists(struct expansion *expansion) {
    const struct ptxc_program *program = expansion->program;
    uint32_t count = 0;
    for (uint32_t i = 1; i < program->count; i++)
        count += ptxc_step_does(&program->steps[i], PTXC_ACT_LABELS);
    expansion->lists = ptxc_arena_alloc(program->arena, (count + 1) * sizeof(*expansion->lists));
    for (uint32_t i = 1; expansion->lists && i < program->count; i++)
        if (ptxc_step_does(&program->steps[i], PTXC_ACT_LABELS))
            expansion->lists[expansion->list_count++] = i;
    return expansion->lists != NULL;
}

/* Whether a step is a label of this name. */
static bool is_label(const struct ptxc_program *program, const struct ptxc_step *step, const struct ptxc_value *name) {
    const struct ptxc_span span = step->statement->word;
    return step->statement->kind == PTXC_STATEMENT_LABEL && span.length == name->name_length &&
           memcmp(program->source + span.offset, name->name, span.length) == 0;
}

/* Whether a statement has nothing but plain names as operands. */
static bool has_names_alone(const struct ptxc_statement *statement) {
    for (uint16_t i = 0; i < statement->value_count; i++)
        if (statement->values[i].kind != PTXC_VALUE_UNKNOWN || !statement->values[i].name || statement->values[i].flags)
            return false;
    return statement->value_count > 0 && statement->value_count == statement->operand_count && !statement->open;
}

/* The statement with the labels that a branch chooses from; NULL: that is not known. */
static const struct ptxc_statement *table_of(struct expansion *expansion, const struct ptxc_statement *branch) {
    const struct ptxc_program *program = expansion->program;
    const struct ptxc_statement *found = NULL;
    if (branch->guarded || branch->open || branch->operand_count != 2 || branch->value_count != 2 ||
        !branch->values[1].name)
        return NULL;
    for (uint32_t i = 0; i < expansion->list_count; i++) {
        const struct ptxc_step *step = &program->steps[expansion->lists[i]];
        if (++expansion->looks > MOST_LOOKS)
            return NULL;
        if (!is_label(program, step - 1, &branch->values[1]))
            continue;
        if (found || !has_names_alone(step->statement))
            return NULL;
        found = step->statement;
    }
    return found;
}

/* Adds a step that stands for part of a branch, with these operands. */
static void add(struct expansion *expansion, const struct ptxc_statement *branch, const struct ptxc_event *event,
                const struct ptxc_value *guard, const struct ptxc_value *values, uint8_t count) {
    struct ptxc_arena *arena = expansion->program->arena;
    struct ptxc_statement *statement = ptxc_arena_alloc(arena, sizeof(*statement));
    struct ptxc_value *kept = ptxc_arena_alloc(arena, count * sizeof(*kept));
    struct ptxc_operand *operands = ptxc_arena_alloc(arena, count * sizeof(*operands));
    if (!statement || !kept || !operands)
        return;
    *statement = *branch;
    statement->guarded = guard != NULL;
    if (guard)
        statement->guard = *guard;
    for (uint8_t i = 0; i < count; i++) {
        kept[i] = values[i];
        operands[i] = (struct ptxc_operand){.shape = PTXC_OPERAND_SCALAR, .first = i, .count = 1};
    }
    statement->values = kept;
    statement->operands = operands;
    statement->value_count = statement->operand_count = count;
    expansion->steps[expansion->count++] =
        (struct ptxc_step){.statement = statement, .target = PTXC_NO_STEP, .event = event};
}

/* Adds the steps of a branch through a table. The predicate of a comparison has a name that no text can have, with a
 * number of its own. */
static void add_branch(struct expansion *expansion, const struct ptxc_statement *branch,
                       const struct ptxc_statement *table) {
    const struct ptxc_event *compares = ptxc_event_that(PTXC_ACT_COMPUTE, PTXC_DO_COMPUTE);
    const struct ptxc_event *branches = ptxc_event_that(PTXC_ACT_BRANCH, PTXC_DO_NOTHING);
    for (uint16_t i = 0; i + 1 < table->value_count; i++) {
        const struct ptxc_value equal = {.kind = PTXC_VALUE_UNKNOWN,
                                         .type = PTXC_TYPE_PRED,
                                         .name = "brx.idx",
                                         .name_length = sizeof("brx.idx") - 1,
                                         .number = expansion->count};
        const struct ptxc_value place = {.kind = PTXC_VALUE_INTEGER, .integer = i};
        add(expansion, branch, compares, NULL, (struct ptxc_value[]){equal, branch->values[0], place}, 3);
        add(expansion, branch, branches, &equal, &table->values[i], 1);
    }
    add(expansion, branch, branches, NULL, &table->values[table->value_count - 1], 1);
}

bool ptxc_branch_tables_expand(struct ptxc_program *program) {
    struct expansion expansion = {.program = program};
    uint32_t branches = 0;
    for (uint32_t i = 0; i < program->count; i++)
        branches += ptxc_step_does(&program->steps[i], PTXC_ACT_INDIRECT);
    if (branches == 0)
        return true;
    const struct ptxc_statement **tables = ptxc_arena_alloc(program->arena, program->count * sizeof(const void *));
    if (!tables || !find_lists(&expansion))
        return false;
    for (uint32_t i = 0; i < program->count; i++) {
        if (ptxc_step_does(&program->steps[i], PTXC_ACT_INDIRECT))
            tables[i] = table_of(&expansion, program->steps[i].statement);
        if (tables[i] && expansion.added + 2u * tables[i]->value_count > MOST_ADDED)
            tables[i] = NULL;
        expansion.added += tables[i] ? 2u * tables[i]->value_count : 0;
    }
    const size_t size = (program->count + (size_t)expansion.added + 1) * sizeof(*expansion.steps);
    expansion.steps = ptxc_arena_alloc(program->arena, size);
    for (uint32_t i = 0; expansion.steps && i < program->count; i++)
        if (tables[i])
            add_branch(&expansion, program->steps[i].statement, tables[i]);
        else
            expansion.steps[expansion.count++] = program->steps[i];
    program->steps = expansion.steps ? expansion.steps : program->steps;
    program->count = expansion.steps ? expansion.count : program->count;
    return !program->arena->failed;
}

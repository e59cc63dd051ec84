/* Parameters and special registers: see parameters.h. Formal parameters hold what the caller says. Others hold what was
 * stored there, as the arguments of a call are, which is looked for nearby.
 */
#include "analysis/values/parameters.h"

#include <string.h>

#include "tables/tables.h"

ptxc_affine ptxc_special_value(struct ptxc_affines *all, const struct ptxc_value *value) {
    static const struct {
        const char *name;
        enum ptxc_variance variance;
    } rows[] = {
#define VARIES(name, variance) {name, PTXC_##variance},
#include "specials.def"
    };
    const uint32_t component = value->flags & PTXC_FLAG_COMPONENT ? 2 : 0;
    const struct ptxc_special_row *row = ptxc_special_of(value);
    uint32_t number = 0, letter = 0;
    for (size_t i = 0; row && i < sizeof(rows) / sizeof(*rows); i++) {
        if (strcmp(rows[i].name, row->name) != 0)
            continue;
        for (uint32_t k = (uint32_t)strlen(row->name); k < value->name_length - component; k++)
            number = number * 10 + (uint32_t)(value->name[k] - '0');
        while (component && letter < 3 && "xyzw"[letter] != value->name[value->name_length - 1])
            letter++;
        return ptxc_affine_term(all, &(struct ptxc_term){.kind = PTXC_TERM_SPECIAL,
                                                         .a = ptxc_special_index(row),
                                                         .b = letter,
                                                         .c = number,
                                                         .block = PTXC_NO_BLOCK,
                                                         .variance = rows[i].variance});
    }
    return 0;
}

enum { NEARBY = 256 /* steps */ };

bool ptxc_parameter_is(const struct ptxc_body *body, uint32_t symbol) {
    for (size_t i = 0; symbol != 0 && i < body->parameter_count; i++)
        if (body->parameters[i] == symbol)
            return true;
    return false;
}

/* Returns the operand in brackets at this place, or NULL. */
static const struct ptxc_value *address_at(const struct ptxc_statement *statement, uint8_t place) {
    return place < statement->operand_count && statement->operands[place].shape == PTXC_OPERAND_ADDRESS
               ? &statement->values[statement->operands[place].first]
               : NULL;
}

const struct ptxc_value *ptxc_parameter_address(const struct ptxc_program *program, uint32_t step) {
    const struct ptxc_step *here = &program->steps[step];
    return here->access.space == PTXC_SPACE_PARAM ? address_at(here->statement, 1) : NULL;
}

const struct ptxc_value *ptxc_common_address(const struct ptxc_program *program, uint32_t step) {
    const struct ptxc_step *here = &program->steps[step];
    const enum ptxc_space space = here->access.space;
    const bool common = space == PTXC_SPACE_GLOBAL || space == PTXC_SPACE_CONST || space == PTXC_SPACE_SHARED;
    return common && !(here->traits & PTXC_TRAITS_STRONG) ? address_at(here->statement, 1) : NULL;
}

ptxc_affine ptxc_parameter_read(const struct ptxc_program *program, struct ptxc_affines *all, uint32_t step,
                                uint32_t result, ptxc_affine address) {
    const struct ptxc_linear *linear = ptxc_affine_get(all, address);
    const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[0].term);
    const uint32_t bytes = program->steps[step].access.element;
    const int64_t offset = linear->constant + (int64_t)bytes * result;
    if (linear->count != 1 || linear->parts[0].coefficient != 1 || term->kind != PTXC_TERM_SYMBOL || offset < 0 ||
        offset > UINT32_MAX || !ptxc_parameter_is(program->body, term->a))
        return 0;
    return ptxc_affine_term(all,
                            &(struct ptxc_term){.kind = PTXC_TERM_PARAMETER,
                                                .a = term->a,
                                                .b = (uint32_t)offset,
                                                .c = bytes,
                                                .block = PTXC_NO_BLOCK,
                                                .variance = program->body->entry ? PTXC_UNIFORM : PTXC_VARIES_UNKNOWN});
}

/* Whether the step names the variable in any of its operands. */
static bool mentions(const struct ptxc_statement *statement, uint32_t symbol) {
    for (uint16_t i = 0; i < statement->value_count; i++)
        if (statement->values[i].symbol == symbol)
            return true;
    return false;
}

/* Goes to the step before `*at`, if there is one way to it: within the block, or in its one predecessor. */
static bool go_back(const struct ptxc_graph *graph, uint32_t *at) {
    const struct ptxc_block *block = &graph->blocks[ptxc_graph_block_of(graph, *at)];
    if (*at > block->first) {
        --*at;
        return true;
    }
    if (block->order == UINT32_MAX || block->order == 0 || block->predecessor_count != 1)
        return false;
    *at = graph->blocks[graph->predecessors[block->predecessor_first]].end - 1;
    return true;
}

bool ptxc_parameter_stored(const struct ptxc_graph *graph, uint32_t step, uint32_t result, struct ptxc_stored *stored) {
    const struct ptxc_program *program = graph->program;
    const struct ptxc_value *wanted = ptxc_parameter_address(program, step);
    uint32_t at = step;
    if (!wanted || wanted->kind != PTXC_VALUE_VARIABLE || ptxc_parameter_is(program->body, wanted->symbol))
        return false;
    for (int passed = 0; passed < NEARBY && go_back(graph, &at); passed++) {
        const struct ptxc_statement *statement = program->steps[at].statement;
        if (statement->kind == PTXC_STATEMENT_LABEL || !mentions(statement, wanted->symbol))
            continue;
        const struct ptxc_value *address = address_at(statement, 0);
        if (ptxc_step_does(&program->steps[at], PTXC_ACT_LOAD))
            continue;
        if (!ptxc_step_does(&program->steps[at], PTXC_ACT_STORE) || statement->guarded || statement->open || !address ||
            statement->operand_count != 2 || address->symbol != wanted->symbol)
            return false;
        const struct ptxc_access *there = &program->steps[at].access, *here = &program->steps[step].access;
        const int64_t distance = wanted->integer - address->integer;
        if (distance >= (int64_t)there->bytes || -distance >= (int64_t)here->bytes)
            continue;
        if (distance != 0 || there->element != here->element || result >= statement->operands[1].count)
            return false;
        *stored = (struct ptxc_stored){at, &statement->values[statement->operands[1].first + result]};
        return true;
    }
    return false;
}

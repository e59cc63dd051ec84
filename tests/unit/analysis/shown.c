/* What registers hold: see shown.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "ptxcheck/instruction.h"
#include "shown.h"
#include "tables/tables.h"

static void put(struct stored *stored, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct stored *stored, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(stored->text + stored->length, ROOM - stored->length, format, arguments);
    va_end(arguments);
    stored->length += (size_t)length;
    if (stored->length >= ROOM)
        stored->length = ROOM - 1;
}

static void show(struct stored *stored, ptxc_affine expression);

static const char *operation_name(unsigned operation) {
    static const char *const names[] = {
#define OPERATION(enumerator) [enumerator] = #enumerator,
#include "events.def"
    };
    switch (operation) {
    case PTXC_EXPR_MAPA: return "mapa";
    case PTXC_EXPR_BROADCAST: return "broadcast";
    case PTXC_EXPR_PIECE: return "piece";
    default: return names[operation] + strlen("PTXC_DO_");
    }
}

/* Shows a term: a name, what step or merge makes it, or an operation on others. */
static void show_term(struct stored *stored, const struct ptxc_term *term) {
    const struct ptxc_symbol *symbol = ptxc_symbols_get(stored->symbols, term->a);
    switch (term->kind) {
    case PTXC_TERM_SYMBOL: put(stored, "%.*s", (int)symbol->length, symbol->name); break;
    case PTXC_TERM_PARAMETER: put(stored, "%.*s[%u]", (int)symbol->length, symbol->name, term->b); break;
    case PTXC_TERM_SPECIAL:
        put(stored, "%s.%u", ptxc_special_named(term->a, "%tid") ? "tid" : "special", term->b);
        break;
    case PTXC_TERM_RESULT: put(stored, "result"); break;
    case PTXC_TERM_PHI: put(stored, "merge"); break;
    default:
        put(stored, "%s(", operation_name(term->operation));
        show(stored, term->a);
        for (int i = 0; i < 2; i++) {
            const ptxc_affine part = i ? term->c : term->b;
            put(stored, "%s", part ? " " : "");
            if (part)
                show(stored, part);
        }
        put(stored, ")");
    }
}

static void show(struct stored *stored, ptxc_affine expression) {
    const struct ptxc_affines *all = ptxc_values_expressions(stored->values);
    const struct ptxc_linear *linear = ptxc_affine_get(all, expression);
    if (linear->constant != 0 || linear->count == 0)
        put(stored, "%lld%s", (long long)linear->constant, linear->count ? "+" : "");
    for (uint32_t i = 0; i < linear->count; i++) {
        if (linear->parts[i].coefficient != 1)
            put(stored, "%lld*", (long long)linear->parts[i].coefficient);
        show_term(stored, ptxc_affine_term_get(all, linear->parts[i].term));
        put(stored, "%s", i + 1 < linear->count ? "+" : "");
    }
}

/* Shows what `step` stores; of st.pred-like tests, the guard of a trap as a predicate. */
static void show_step(struct stored *stored, const struct ptxc_program *program, uint32_t step) {
    static const char letters[] = "uwt?";
    const struct ptxc_statement *statement = program->steps[step].statement;
    struct ptxc_affines *all = ptxc_values_expressions(stored->values);
    ptxc_affine value = 0;
    bool negated = false;
    if (ptxc_step_does(&program->steps[step], PTXC_ACT_STORE))
        value = ptxc_values_of(stored->values, step, &statement->values[statement->operands[1].first]);
    else if (ptxc_step_does(&program->steps[step], PTXC_ACT_NOTHING) && statement->guarded)
        assert_true(ptxc_values_predicate(stored->values, step, &statement->guard, &value, &negated));
    else
        return;
    assert_int_not_equal(value, 0);
    if (stored->count < MOST_STORED)
        stored->known[stored->count] = ptxc_affine_is_constant(all, value, &stored->constants[stored->count]);
    stored->count++;
    put(stored, "%s", negated ? "!" : "");
    show(stored, value);
    put(stored, " %c;", letters[ptxc_affine_variance(all, value)]);
}

/* Analyses a body; last steps are asked first, so that what they need is looked for. */
static void analyse(struct stored *stored, const struct ptxc_module *module, const struct ptxc_body *body) {
    struct ptxc_arena arena;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_program program = {
        .arena = &arena, .source = module->parser.lexer.source, .body = body, .symbols = &module->parser.symbols};
    stored->bodies++;
    assert_false(body->broken);
    assert_true(ptxc_program_make(&program, (struct ptxc_environment){.ptx = 900}));
    struct ptxc_graph *graph = ptxc_graph_make(&program);
    assert_non_null(graph);
    stored->symbols = program.symbols;
    stored->values = ptxc_values_make(&program, graph);
    assert_non_null(stored->values);
    for (uint32_t step = program.count; step-- > 0;)
        if (ptxc_step_does(&program.steps[step], PTXC_ACT_STORE))
            ptxc_values_of(stored->values, step,
                           &program.steps[step].statement->values[program.steps[step].statement->operands[1].first]);
    for (uint32_t step = 0; step < program.count; step++)
        show_step(stored, &program, step);
    ptxc_arena_free(&arena);
}

void walk(const char *source, struct stored *stored) {
    struct ptxc_module *module;
    assert_int_equal(ptxc_module_open(source, strlen(source), NULL, &module), PTXC_OK);
    module->collects = true;
    for (enum ptxc_item item; (item = ptxc_reader_next(module));)
        if (item == PTXC_ITEM_BODY)
            analyse(stored, module, &module->collection.body);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    assert_int_equal(stored->bodies, 1);
}

void compare(const char *const (*cases)[2], size_t count) {
    static struct stored stored;
    for (size_t i = 0; i < count; i++) {
        char source[4000];
        memset(&stored, 0, sizeof(stored));
        snprintf(source, sizeof(source), "%s%s\nret;\n}\n", BEFORE, cases[i][0]);
        walk(source, &stored);
        if (strcmp(stored.text, cases[i][1]) != 0)
            fail_msg("%s\ngives    %s\nand not  %s", cases[i][0], stored.text, cases[i][1]);
    }
}

/* The public API: which declaration a name stands for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>

/* Three instructions have [%r1] in them: in an outer scope, in an inner one that declares the name anew, and after it.
 */
static const char scopes[] = ".version 8.0\n"
                             ".target sm_90a\n"
                             ".entry first()\n"
                             "{\n"
                             "    .reg .b32 %r<4>;\n"
                             "    .reg .b64 %rd<4>;\n"
                             "    cp.async.ca.shared.global [%r1], [%rd1], 4;\n"
                             "    {\n"
                             "        .reg .u32 %r1;\n"
                             "        cp.async.ca.shared.global [%r1], [%rd1], 4;\n"
                             "    }\n"
                             "    cp.async.ca.shared.global [%r1], [%rd2], 4;\n"
                             "}\n"
                             ".entry second()\n"
                             "{\n"
                             "    .reg .s32 %r<4>;\n"
                             "    .reg .b64 %rd<4>;\n"
                             "    cp.async.ca.shared.global [%r1], [%rd1], 4;\n"
                             "}\n";
enum { COPIES = 4 };

static struct ptxc_module *open_module(const char *text) {
    struct ptxc_module *module;
    assert_int_equal(ptxc_module_open(text, strlen(text), NULL, &module), PTXC_OK);
    return module;
}

/* Walks to the end of the source; gives the walk, in which all scopes have ended. */
static struct ptxc_module *walk(const char *text, struct ptxc_instruction *instructions, size_t count) {
    struct ptxc_module *module = open_module(text);
    struct ptxc_instruction none;
    for (size_t i = 0; i < count; i++)
        assert_true(ptxc_module_next(module, &instructions[i]));
    assert_false(ptxc_module_next(module, &none));
    return module;
}

/* Fails unless the id stands for a register of this name and type. */
static void assert_declared(const struct ptxc_module *module, uint32_t symbol, const char *name, enum ptxc_type type) {
    struct ptxc_value value;
    assert_true(ptxc_module_symbol(module, symbol, &value));
    assert_int_equal(value.kind, PTXC_VALUE_REGISTER);
    assert_int_equal(value.space, PTXC_SPACE_REG);
    assert_int_equal(value.type, type);
    assert_int_equal(value.symbol, symbol);
    assert_int_equal(value.number, 0);
    assert_int_equal(value.name_length, strlen(name));
    assert_memory_equal(value.name, name, strlen(name));
}

/* A name that is declared in two scopes has two ids, and its first one again when the inner scope has ended. */
static void declarations_differ_by_scope(void **state) {
    struct ptxc_instruction copies[COPIES];
    struct ptxc_module *module = walk(scopes, copies, COPIES);
    const struct ptxc_value *outer = &copies[0].values[0], *inner = &copies[1].values[0], *after = &copies[2].values[0],
                            *elsewhere = &copies[3].values[0];
    (void)state;
    assert_true(outer->symbol && inner->symbol && elsewhere->symbol);
    assert_int_not_equal(outer->symbol, inner->symbol);
    assert_int_equal(outer->symbol, after->symbol);
    assert_int_not_equal(outer->symbol, elsewhere->symbol);
    assert_int_not_equal(inner->symbol, elsewhere->symbol);
    assert_int_equal(outer->number, 1);
    assert_int_equal(inner->number, 0); /* %r1 is declared by itself */
    assert_int_equal(after->number, 1);
    /* %rd1 and %rd2 are two registers of one declaration */
    assert_int_equal(copies[0].values[1].symbol, copies[2].values[1].symbol);
    assert_int_equal(copies[0].values[1].number, 1);
    assert_int_equal(copies[2].values[1].number, 2);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
}

/* After its scope has ended an id still gives its declaration; an unknown id gives nothing. */
static void ids_outlive_their_scopes(void **state) {
    struct ptxc_instruction copies[COPIES];
    struct ptxc_module *module = walk(scopes, copies, COPIES);
    struct ptxc_value value = {.number = 7};
    (void)state;
    assert_declared(module, copies[0].values[0].symbol, "%r", PTXC_TYPE_B32);
    assert_declared(module, copies[1].values[0].symbol, "%r1", PTXC_TYPE_U32);
    assert_declared(module, copies[3].values[0].symbol, "%r", PTXC_TYPE_S32);
    assert_false(ptxc_module_symbol(module, 0, &value));
    assert_false(ptxc_module_symbol(module, UINT32_MAX, &value));
    assert_false(ptxc_module_symbol(NULL, copies[0].values[0].symbol, &value));
    assert_int_equal(value.number, 7);
    assert_false(ptxc_module_symbol(module, copies[0].values[0].symbol, NULL));
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
}

/* All digits at the end of a name are its number (measured on ptxas 13.0). */
static void leading_zeros_make_no_other_register(void **state) {
    struct ptxc_instruction copies[2];
    struct ptxc_module *module = walk(".version 8.0\n.target sm_90a\n.entry e() {\n.reg .b32 %r<16>;\n.reg .b64 a;\n"
                                      "cp.async.ca.shared.global [%r12], [a], 4;\n"
                                      "cp.async.ca.shared.global [%r012], [a], 4;\n}\n",
                                      copies, 2);
    const struct ptxc_value *plain = &copies[0].values[0], *padded = &copies[1].values[0];
    (void)state;
    assert_int_equal(plain->name_length, 4);
    assert_int_equal(padded->name_length, 5);
    assert_true(plain->symbol);
    assert_int_equal(plain->symbol, padded->symbol);
    assert_int_equal(plain->number, 12);
    assert_int_equal(padded->number, 12);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
}

/* Variables, parameters, predicates and vectors have ids as registers have; special registers and constants have
 * none. */
static void every_kind_of_name(void **state) {
    static const char text[] = ".version 8.0\n.target sm_90a\n.global .b8 data[64];\n.entry e(.param .u64 p) {\n"
                               ".reg .pred %p<2>;\n.reg .v2 .u32 pair;\n"
                               "@%p1 cp.async.ca.shared.global [%laneid], [data], 4, pair.x;\n}\n";
    struct ptxc_instruction copy;
    struct ptxc_module *module = walk(text, &copy, 1);
    const struct ptxc_value *lane = &copy.values[0], *data = &copy.values[1], *size = &copy.values[2],
                            *pair = &copy.values[3];
    struct ptxc_value value;
    (void)state;
    assert_true(copy.guard.symbol);
    assert_int_equal(copy.guard.number, 1);
    assert_int_equal(lane->symbol, 0); /* a special register is declared nowhere */
    assert_int_equal(size->symbol, 0); /* a constant has no name */
    assert_true(ptxc_module_symbol(module, data->symbol, &value));
    assert_int_equal(value.kind, PTXC_VALUE_VARIABLE);
    assert_int_equal(value.space, PTXC_SPACE_GLOBAL);
    assert_true(ptxc_module_find(module, "data", 4, &value));
    assert_int_equal(value.symbol, data->symbol);
    assert_declared(module, pair->symbol, "pair", PTXC_TYPE_U32); /* pair.x is a part of it */
    assert_true(pair->flags & PTXC_FLAG_COMPONENT);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
}

/* An instruction that was parsed knows no declarations; the check in a module looks its names up, and what it says
 * shows which declaration it took. The instruction stays the caller's. */
static void names_are_looked_up_where_the_walk_stands(void **state) {
    static const char text[] = "cp.async.ca.shared.global [%r1], [%rd1], 4;";
    static const char *const expected[] = {"'%r1' is .f32", "'%r1' is .f64"};
    struct ptxc_module *module = open_module(".version 8.0\n.target sm_90a\n.entry e() {\n.reg .b64 %rd<4>;\n"
                                             ".reg .f32 %r<4>;\ncp.async.wait_all;\n{\n.reg .f64 %r1;\n"
                                             "cp.async.wait_all;\n}\n}\n");
    struct ptxc_instruction parsed, at;
    struct ptxc_value found[2];
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &parsed, NULL), PTXC_OK);
    for (size_t i = 0; i < parsed.value_count; i++) {
        assert_int_equal(parsed.values[i].symbol, 0);
        assert_int_equal(parsed.values[i].number, 0);
    }
    for (size_t i = 0; i < 2; i++) {
        assert_true(ptxc_module_next(module, &at));
        assert_true(ptxc_module_find(module, "%r1", 3, &found[i]));
        assert_int_equal(ptxc_instruction_check(&parsed, NULL, module, &report), PTXC_OK);
        assert_int_equal(ptxc_report_count(report), 1);
        assert_non_null(strstr(ptxc_report_get(report, 0)->message, expected[i]));
        ptxc_report_free(report);
        assert_int_equal(parsed.values[0].symbol, 0);
        assert_int_equal(parsed.values[0].kind, PTXC_VALUE_UNKNOWN);
    }
    assert_int_not_equal(found[0].symbol, found[1].symbol);
    assert_int_equal(found[0].number, 1);
    assert_int_equal(found[1].number, 0);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
}

/* Where no header says that names are declared, they have no declaration. */
static void fragments_have_no_symbols(void **state) {
    struct ptxc_instruction copy;
    struct ptxc_module *module = walk("cp.async.ca.shared.global [%r1], [%rd1], 4;", &copy, 1);
    (void)state;
    assert_int_equal(copy.values[0].symbol, 0);
    assert_int_equal(copy.values[1].symbol, 0);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declarations_differ_by_scope),
        cmocka_unit_test(ids_outlive_their_scopes),
        cmocka_unit_test(leading_zeros_make_no_other_register),
        cmocka_unit_test(every_kind_of_name),
        cmocka_unit_test(names_are_looked_up_where_the_walk_stands),
        cmocka_unit_test(fragments_have_no_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

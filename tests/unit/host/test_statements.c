/* Asm statements of C, C++ and CUDA: every pattern in which people write them, with the place of each part. */
#include "extracted.h"

#define C(source, count) extract(PTXC_HOST_C_FAMILY, source, count)
#define TEXTS(...) ((const char *const[]){__VA_ARGS__})

/* Adjacent literals are one text, in which each character knows its place. */
static void literals_are_joined(void **state) {
    (void)state;
    struct extracted e = C("void f() {\n"
                           "  asm volatile(\"cp.async.bulk.mbarrier::complete_tx::\" /* no \" */\n"
                           "      \"bytes\" // and no \"\n"
                           "      \" [%0], [%1];\\n\\t\" :: \"r\"(a), \"l\"(g(b, \")\"))\n"
                           "      : \"memory\");\n}\n",
                           1);
    assert_text(&e, 0, "cp.async.bulk.mbarrier::complete_tx::bytes [%0], [%1];\n\t");
    assert_origin(&e, 0, "bytes", "bytes");
    assert_origin(&e, 0, "\n", "\\n");
    assert_origin(&e, 0, "\t", "\\t");
    assert_operands(&e, 0, "r:a l:g(b, \")\")");
    assert_unknown(&e, 0, TEXTS(NULL));
    const struct ptxc_snippet *snippet = &e.list.items[0];
    assert_int_equal(snippet->kind, PTXC_SNIPPET_STATEMENT);
    assert_int_equal(snippet->style, PTXC_TEMPLATE_GCC);
    assert_true(snippet->is_volatile && snippet->clobbers_memory && snippet->operands_known);
    assert_false(snippet->is_basic || snippet->is_goto);
    assert_int_equal(snippet->statement.offset, strstr(e.source, "asm") - e.source);
    assert_int_equal(snippet->statement.offset + snippet->statement.length, strstr(e.source, ";\n}") - e.source);
    extracted_free(&e);
}

/* Each way to write `asm` with its qualifiers begins a statement. */
static void all_spellings_of_asm(void **state) {
    static const char *const spellings[] = {"asm",
                                            "asm volatile",
                                            "__asm__ __volatile__",
                                            "__asm volatile",
                                            "asm inline volatile goto",
                                            "asm\nvolatile\n",
                                            "asm/**/volatile/**/",
                                            "asm \\\n volatile"};
    char source[200];
    (void)state;
    for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
        strcpy(source, spellings[i]);
        strcat(source, "(\"cp.async.wait_all;\":::\"memory\");");
        struct extracted e = C(source, 1);
        assert_text(&e, 0, "cp.async.wait_all;");
        assert_int_equal(e.list.items[0].is_volatile, strstr(spellings[i], "volatile") != NULL);
        assert_int_equal(e.list.items[0].is_goto, strstr(spellings[i], "goto") != NULL);
        extracted_free(&e);
    }
}

/* Names for the linker, comments, other syntax and what is never closed are no statements. */
static void what_is_no_statement(void **state) {
    static const char *const sources[] = {
        "register int x asm(\"r0\");",
        "void f(int) asm(\"f_name\");",
        "clock_t clock() __asm__(\"clock32\");",
        "// asm(\"cp.async.wait_all;\");\n/* asm(\"cp.async.wait_all;\"); */",
        "// continued \\\n asm(\"cp.async.wait_all;\");",
        "asm { nop }",
        "int asm_count; f(asmx(\"cp.async\"));",
        "asm volatile(\"cp.async.wait_all;\"",
        "asm volatile(\"cp.async.wait_all;\" : \"r\";",
        "#error asm(\"cp.async.wait_all;\")\n",
        "char c = '\"'; // asm(\"cp.async.wait_all;\")",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
        struct extracted e = C(sources[i], 0);
        extracted_free(&e);
    }
}

/* A statement that is never closed takes nothing else with it. */
static void a_broken_statement_ends_at_the_next(void **state) {
    (void)state;
    struct extracted e = C("asm volatile(\"first;\" : \"=r\"(x\n asm(\"cp.async.wait_all;\");", 1);
    assert_text(&e, 0, "cp.async.wait_all;");
    assert_true(e.list.items[0].is_basic);
    assert_int_equal(e.list.items[0].style, PTXC_TEMPLATE_NONE);
    extracted_free(&e);
}

static void a_missing_comma_is_said(void **state) {
    (void)state;
    struct extracted e = C("asm(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: \"r\"(a) \"l\"(b));", 1);
    assert_operands(&e, 0, "r:a l:b");
    assert_int_equal(e.list.items[0].unexpected.offset, strstr(e.source, "\"l\"") - e.source);
    extracted_free(&e);
}

/* An escape is the character that it stands for, and a spliced line goes on. */
static void escapes_and_splices(void **state) {
    (void)state;
    struct extracted e = C("asm(\"a\\x41\\102\\\\ cp.as\\\nync\\\" \\u00e9\\q;\\r\\\r\n.\");", 1);
    assert_text(&e, 0, "aAB\\ cp.async\" \xc3\xa9q;\r.");
    assert_origin(&e, 0, "A", "\\x41");
    assert_origin(&e, 0, "B", "\\102");
    assert_origin(&e, 0, "\\", "\\\\");
    assert_origin(&e, 0, "async", "as\\\nync");
    assert_origin(&e, 0, "\"", "\\\"");
    assert_origin(&e, 0, "\xa9", "\\u00e9");
    assert_origin(&e, 0, ".", "."); /* of cp.async */
    extracted_free(&e);
}

static void raw_strings_and_prefixes(void **state) {
    (void)state;
    struct extracted e = C("asm volatile(R\"x({ .reg .b32 )\" %%t;\n  cp.async\\n; })x\" u8\"!\" L\"?;\");", 1);
    assert_text(&e, 0, "{ .reg .b32 )\" %%t;\n  cp.async\\n; }!?;");
    assert_origin(&e, 0, "cp.async\\n;", "cp.async\\n;");
    assert_origin(&e, 0, "!", "!");
    extracted_free(&e);
}

/* Outputs, inputs, names, clobbers and labels are told apart, whatever brackets the expressions have. */
static void operands_of_every_kind(void **state) {
    (void)state;
    struct extracted e = C("asm volatile(\"%0 %[dst] %2;\" : \"=&r\"(o[0][1]), [dst] \"+l\"(p->q)\n"
                           " : [n] \"n\"(sizeof(T<1, 2>)), \"h\" ((short){3}), \"C\"(v), \"0\"(o)\n : \"memory\", "
                           "\"cc\" : done, fail);",
                           1);
    assert_operands(&e, 0, "=&r:o[0][1] [dst]+l:p->q [n]n:sizeof(T<1, 2>) h:(short){3} C:v 0:o");
    const struct ptxc_asm_operand *named = &e.list.items[0].operands[1];
    assert_int_equal(named->expression.offset, strstr(e.source, "p->q") - e.source);
    assert_true(e.list.items[0].clobbers_memory);
    extracted_free(&e);
}

/* A macro of another file is unknown text; one of this file that is only literals is expanded. */
static void macros_are_unknown_unless_defined(void **state) {
    (void)state;
    struct extracted e =
        C("asm(\"cp.async.\" MOD \".shared\" SIZE(T, 4) \" [%0], \" #n \";\" :: \"r\"(a), PTR(b));", 1);
    assert_text(&e, 0, "cp.async.?.shared? [%0], ?;");
    assert_unknown(&e, 0, TEXTS("MOD", "SIZE(T, 4)", "#n", NULL));
    assert_false(e.list.items[0].operands_known);
    extracted_free(&e);
    e = C("#define HINT(n) \".L2::\" #n \"B\"\n#define ALL \"cp.async\" \\\n \".cg\"\n"
          "#define P \"l\"\nasm(ALL \".shared.global\" HINT(128) \" [%0], [%1], 16;\" :: \"r\"(a), P(b));",
          1);
    assert_text(&e, 0, "cp.async.cg.shared.global.L2::128B [%0], [%1], 16;");
    assert_origin(&e, 0, "128", "HINT(128)");
    assert_origin(&e, 0, "L2::128B [", "HINT(128) \" [");
    assert_operands(&e, 0, "r:a l:b");
    assert_true(e.list.items[0].operands_known);
    extracted_free(&e);
    e = C("#if A\n#define M \"x\"\n#define P \"l\"\n#else\n#define M \"y\"\n#define P \"r\"\n#endif\n"
          "asm(\"cp.async\" M \";\" :: P(z));",
          1);
    assert_text(&e, 0, "cp.async?;");
    assert_operands(&e, 0, "\x01:z");
    assert_true(e.list.items[0].operands_known);
    extracted_free(&e);
}

/* A statement in the body of a macro is read, with its parameters as unknown text. */
static void bodies_of_macros_are_read(void **state) {
    (void)state;
    struct extracted e = C("#define COPY(dst, src, n) \\\n"
                           "  asm volatile(\"cp.async.ca.shared.global [%0], [%1], \" \\\n"
                           "               #n \";\\n\" \\\n"
                           "               :: \"r\"(dst), \"l\"(src))\n"
                           "#define HALF asm(\"open\n"
                           "asm(\"cp.async.wait_all;\");\n",
                           2);
    assert_text(&e, 0, "cp.async.ca.shared.global [%0], [%1], ?;\n");
    assert_unknown(&e, 0, TEXTS("#n", NULL));
    assert_operands(&e, 0, "r:dst l:src");
    assert_text(&e, 1, "cp.async.wait_all;");
    extracted_free(&e);
}

/* A statement through which #if lines cut is read once for each branch. */
static void every_branch_is_read(void **state) {
    (void)state;
    struct extracted e = C("asm volatile(\"cp.async\"\n#if WIDE\n  \".cg\"\n#else\n  \".ca\"\n#endif\n"
                           "  \" [%0];\" ::\n#if WIDE\n  \"l\"(a)\n#else\n  \"r\"(b)\n#endif\n);\nasm(\"exit;\");",
                           3);
    assert_text(&e, 0, "cp.async.cg [%0];");
    assert_operands(&e, 0, "l:a");
    assert_text(&e, 1, "cp.async.ca [%0];");
    assert_operands(&e, 1, "r:b");
    assert_text(&e, 2, "exit;");
    extracted_free(&e);
    e = C("asm(\"a;\"\n#ifdef X\n\"b;\"\n#elif Y\n\"c;\"\n#endif\n\"d;\");", 3);
    assert_text(&e, 0, "a;b;d;");
    assert_text(&e, 1, "a;c;d;");
    assert_text(&e, 2, "a;d;");
    extracted_free(&e);
}

/* Two beginnings of a statement share the end that stands after the #endif, each with its own targets. */
static void a_statement_begun_in_two_branches(void **state) {
    (void)state;
    struct extracted e = C("#if __CUDA_ARCH__ >= 900\n asm(\"first;\"\n#else\n asm volatile(\"second;\"\n#endif\n"
                           "  :: \"r\"(x));\nasm(\"third;\");",
                           3);
    assert_text(&e, 0, "first;");
    assert_text(&e, 1, "second;");
    assert_text(&e, 2, "third;");
    assert_operands(&e, 1, "r:x");
    assert_int_equal(e.list.items[0].facts.lowest, 90);
    assert_int_equal(e.list.items[1].facts.highest, 89);
    assert_int_equal(e.list.items[2].facts.highest, PTXC_ANY_TARGET);
    extracted_free(&e);
}

/* Source code in a string is read, and what is found there points into the string. */
static void statements_inside_strings(void **state) {
    (void)state;
    struct extracted e =
        C("auto k = R\"(__global__ void k() {\n asm(\"cp.async.wait_group %0;\\n\" :: \"n\"(N)); })\";\n"
          "auto m = \"asm(\\\"cp.async.wait_all;\\\\n\\\" ::: \\\"memory\\\");\\n\";",
          2);
    assert_text(&e, 0, "cp.async.wait_group %0;\n");
    assert_origin(&e, 0, "wait_group", "wait_group");
    assert_operands(&e, 0, "n:N");
    assert_text(&e, 1, "cp.async.wait_all;\n");
    assert_origin(&e, 1, "wait_all", "wait_all");
    assert_origin(&e, 1, "\n", "\\\\n");
    assert_true(e.list.items[1].clobbers_memory);
    extracted_free(&e);
}

/* In a string with doubled braces the single ones are unknown text. */
static void formats_that_are_filled_elsewhere(void **state) {
    (void)state;
    struct extracted e = C("auto k = R\"(void f() {{ asm(\"cp.async.wait_group {n};\"); int a[] = {{1, 2}};\n"
                           " asm(\"cp.async.wait_group {{ depth }};\"); }})\";\n"
                           "auto q = R\"(void f() { asm(\"cp.async.bulk.wait_group {x};\"); })\";\n"
                           "auto p = R\"(void f() { asm(\"{ cp.async.wait_all; }\"); })\";",
                           4);
    assert_text(&e, 0, "cp.async.wait_group ?;");
    assert_unknown(&e, 0, TEXTS("{n}", NULL));
    assert_text(&e, 1, "cp.async.wait_group ?;");
    assert_unknown(&e, 1, TEXTS("{{ depth }}", NULL));
    assert_text(&e, 2, "cp.async.bulk.wait_group ?;");
    assert_unknown(&e, 2, TEXTS("{x}", NULL));
    assert_text(&e, 3, "{ cp.async.wait_all; }");
    extracted_free(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals_are_joined),
        cmocka_unit_test(all_spellings_of_asm),
        cmocka_unit_test(what_is_no_statement),
        cmocka_unit_test(a_broken_statement_ends_at_the_next),
        cmocka_unit_test(a_missing_comma_is_said),
        cmocka_unit_test(escapes_and_splices),
        cmocka_unit_test(raw_strings_and_prefixes),
        cmocka_unit_test(operands_of_every_kind),
        cmocka_unit_test(macros_are_unknown_unless_defined),
        cmocka_unit_test(bodies_of_macros_are_read),
        cmocka_unit_test(every_branch_is_read),
        cmocka_unit_test(a_statement_begun_in_two_branches),
        cmocka_unit_test(statements_inside_strings),
        cmocka_unit_test(formats_that_are_filled_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

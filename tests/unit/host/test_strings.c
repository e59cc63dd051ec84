/* PTX in the strings of all host languages: what is taken, what is left alone, and where it stands. */
#include "extracted.h"

#define TEXTS(...) ((const char *const[]){__VA_ARGS__})

/* The extension of a path tells its language. */
static void hosts_are_known_by_extension(void **state) {
    (void)state;
    assert_int_equal(ptxc_host_find("a/b.cu"), PTXC_HOST_C_FAMILY);
    assert_int_equal(ptxc_host_find("b.HPP"), PTXC_HOST_C_FAMILY);
    assert_int_equal(ptxc_host_find("x.py"), PTXC_HOST_PYTHON);
    assert_int_equal(ptxc_host_find("x.jl"), PTXC_HOST_JULIA);
    assert_int_equal(ptxc_host_find("x.rs"), PTXC_HOST_RUST);
    assert_int_equal(ptxc_host_find("x.ll"), PTXC_HOST_LLVM);
    assert_int_equal(ptxc_host_find("x.mlir"), PTXC_HOST_LLVM);
    assert_int_equal(ptxc_host_find("x.ptx"), PTXC_HOST_NONE);
    assert_int_equal(ptxc_host_find("x.cu/y"), PTXC_HOST_NONE);
    assert_int_equal(ptxc_host_find("cu"), PTXC_HOST_NONE);
    assert_int_equal(ptxc_host_find("x."), PTXC_HOST_NONE);
}

/* Text that speaks of PTX and is none, in any language, is left alone. */
static void talk_is_left_alone(void **state) {
    static const char *const texts[] = {
        "cp.async failed",
        "cp.async failed; retry",
        "cp.async.wait_all is slow;",
        "cp.async.bulk not supported on sm_80.",
        "requires cp.async.bulk; see the manual",
        "llvm.nvvm.cp.async.wait.all",
        "cp.async.wait_all",
        "cp.async.cg.shared.global [a], [b], 16",
        "cp.async.cg.shared.global{.level::cache_hint} [dst], [src], 16;",
        "cp.async.bulk.tensor.2d ... ;",
        "// cp.async.wait_all;",
        "/* cp.async.wait_all; */",
        "use cp.async.wait_all; then go on",
        "cp.async.bulk calls, but a CTA has only 2 columns; use less",
        "cp.async.bulk failed, %d times (try again);",
    };
    static const enum ptxc_host hosts[] = {PTXC_HOST_C_FAMILY, PTXC_HOST_PYTHON, PTXC_HOST_JULIA, PTXC_HOST_RUST};
    char source[300];
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        for (size_t k = 0; k < sizeof(hosts) / sizeof(hosts[0]); k++) {
            strcpy(source, "f(\"");
            strcat(source, texts[i]);
            strcat(source, "\");\n");
            struct extracted e = extract(hosts[k], source, 0);
            extracted_free(&e);
        }
}

/* A string that holds a whole instruction is taken, whatever stands around the instruction. */
static void whole_statements_are_taken(void **state) {
    static const char *const texts[] = {
        "cp.async.wait_all;",
        "  cp.async.wait_group N;",
        "@!%p1 cp.async.bulk.commit_group;",
        "mov.u32 %r1, 0; cp.async.wait_group 0x10;",
        "{ cp.async.cg.shared.global [%0], [%1], 16; }",
        "L: cp.async.bulk.prefetch.L2.global [a+4], %r2 ;",
        "// note;\\ncp.async.wait_all;",
        "cp.async.cg.shared.global dst, src, 16;",
        "mbarrier.arrive.b64 state /* of this phase */, [bar];",
        "cp.async.bulk.tensor.2d.cta_group::%6.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];",
        ".version 8.0\\n.target sm_90\\n.entry k() {\\n cp.async.wait_all;\\n ret;\\n}",
    };
    char source[300];
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        strcpy(source, "constexpr const char *text = \"");
        strcat(source, texts[i]);
        strcat(source, "\";\n");
        struct extracted e = extract(PTXC_HOST_C_FAMILY, source, 1);
        assert_int_equal(e.list.items[0].kind, PTXC_SNIPPET_STRING);
        assert_false(e.list.items[0].operands_known);
        extracted_free(&e);
    }
}

/* The placeholders in a string tell which compiler it is written for. */
static void the_style_is_guessed(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_C_FAMILY,
                                 "a = \"cp.async.wait_group %0;\"; b = \"cp.async.wait_group $0;\";"
                                 "c = \"cp.async.bulk.prefetch.L2.global [{$r0}], {$r1};\"; d = \"cp.async.wait_all;\"",
                                 4);
    assert_int_equal(e.list.items[0].style, PTXC_TEMPLATE_GCC);
    assert_int_equal(e.list.items[1].style, PTXC_TEMPLATE_LLVM);
    assert_int_equal(e.list.items[2].style, PTXC_TEMPLATE_NVVM);
    assert_int_equal(e.list.items[3].style, PTXC_TEMPLATE_NONE);
    extracted_free(&e);
}

/* Strings that are joined at run time are one text, with the expressions between them as unknown text. */
static void strings_cut_by_expressions(void **state) {
    (void)state;
    struct extracted e =
        extract(PTXC_HOST_C_FAMILY,
                "os << \"cp.async.cg.shared.global [\" << f(a, b) << \"], [\" << c->d << \"], 16;\\n\";\n"
                "s = \"cp.async.wait_group \" + std::to_string(n) + \";\";\n"
                "p = \"cp.async.\" KIND \".shared.global [a], [b], 4;\";\n"
                "q(\"cp.async.wait_group \" + n, \";\");",
                3);
    assert_text(&e, 0, "cp.async.cg.shared.global [?], [?], 16;\n");
    assert_unknown(&e, 0, TEXTS("f(a, b)", "c->d", NULL));
    assert_text(&e, 1, "cp.async.wait_group ?;");
    assert_unknown(&e, 1, TEXTS("std::to_string(n)", NULL));
    assert_text(&e, 2, "cp.async.?.shared.global [a], [b], 4;");
    extracted_free(&e);
}

/* Each kind of Python string is read with its prefix, and adjacent ones are joined. */
static void python_quotes(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_PYTHON,
                                 "# 'cp.async.wait_all;'\n"
                                 "a = 'cp.async.\\x77ait_all;'\n"
                                 "b = r'cp.async.wait_all;\\n'\n"
                                 "c = '''cp.async.wait_group\n  1;'''\n"
                                 "d = b\"cp.async.wait_\" 'all;'\n"
                                 "e = (\"cp.async.\"  # why\n     U\"wait_all;\")\n"
                                 "g = 'open\nh = Rb\"cp.async.wait_group 8;\"\n",
                                 6);
    assert_text(&e, 0, "cp.async.wait_all;");
    assert_origin(&e, 0, "w", "\\x77");
    assert_text(&e, 1, "cp.async.wait_all;\\n");
    assert_text(&e, 2, "cp.async.wait_group\n  1;");
    assert_text(&e, 3, "cp.async.wait_all;");
    assert_text(&e, 4, "cp.async.wait_all;");
    assert_origin(&e, 5, "8", "8");
    extracted_free(&e);
}

/* What Python puts into a string at run time is unknown text. */
static void python_unknown_text(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_PYTHON,
                                 "a = f'cp.async.{kind}.shared.global [%0], [%1], {size[0]:d};'\n"
                                 "b = f\"{{ cp.async.wait_group {n}; }}\"\n"
                                 "c = 'cp.async.wait_group ' + str(count) + ';'\n"
                                 "d = 'cp.async.wait_group %d;' % k\n"
                                 "e = ('cp.async.wait_' 'group {m}; {{'.format(m=1))\n",
                                 5);
    assert_text(&e, 0, "cp.async.?.shared.global [%0], [%1], ?;");
    assert_unknown(&e, 0, TEXTS("{kind}", "{size[0]:d}", NULL));
    assert_text(&e, 1, "{ cp.async.wait_group ?; }");
    assert_origin(&e, 1, "{", "{{");
    assert_text(&e, 2, "cp.async.wait_group ?;");
    assert_unknown(&e, 2, TEXTS("str(count)", NULL));
    assert_text(&e, 3, "cp.async.wait_group ?;");
    assert_unknown(&e, 3, TEXTS("%d", NULL));
    assert_text(&e, 4, "cp.async.wait_group ?; {");
    extracted_free(&e);
}

static void python_documentation_is_left_alone(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_PYTHON,
                                 "'''cp.async.wait_all;'''\n"
                                 "def f(x):\n    \"\"\"\n    cp.async.wait_all;\n    \"\"\"\n    return x\n",
                                 0);
    extracted_free(&e);
}

/* A string with a constraint string after it is a statement, with operands and clobbers. */
static void python_inline_asm(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_PYTHON,
                                 "llvm.inline_asm(T.i32(), [a, b],\n"
                                 "    \"cp.async.bulk.prefetch.L2.global [$0], $1;\",\n"
                                 "    \"l,r,~{memory}\", has_side_effects=True)\n"
                                 "tl.inline_asm_elementwise(asm='cp.async.wait_group $1; mov.u32 $0, $2;',\n"
                                 "    constraints=('=r,n,'\n 'l'), args=[x], is_pure=True)\n",
                                 2);
    assert_text(&e, 0, "cp.async.bulk.prefetch.L2.global [$0], $1;");
    assert_operands(&e, 0, "l r");
    assert_int_equal(e.list.items[0].kind, PTXC_SNIPPET_STATEMENT);
    assert_int_equal(e.list.items[0].style, PTXC_TEMPLATE_LLVM);
    assert_true(e.list.items[0].is_volatile && e.list.items[0].clobbers_memory);
    assert_operands(&e, 1, "=r n l");
    assert_false(e.list.items[1].is_volatile || e.list.items[1].clobbers_memory);
    extracted_free(&e);
}

/* CUDA in a Python string is read as CUDA, with the conditions around its statements. */
static void python_that_holds_cuda(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_PYTHON,
                                 "src = f'''\n"
                                 "#if __CUDA_ARCH__ >= 800\n"
                                 "__device__ void f() {{\n"
                                 "  asm volatile(\"cp.async.cg.shared.global [%0], [%1], {n};\\\\n\"\n"
                                 "               :: \"r\"(a), \"l\"({b}));\n}}\n#endif\n'''\n",
                                 1);
    assert_text(&e, 0, "cp.async.cg.shared.global [%0], [%1], ?;\n");
    assert_unknown(&e, 0, TEXTS("{n}", NULL));
    assert_operands(&e, 0, "r:a l:{b}");
    assert_int_equal(e.list.items[0].facts.lowest, 80);
    assert_int_equal(e.list.items[0].statement.offset, strstr(e.source, "asm") - e.source);
    extracted_free(&e);
}

/* Julia strings are read with their interpolations, and @asmcall as a statement. */
static void julia_strings(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_JULIA,
                                 "# \"cp.async.wait_all;\"\n#= \"cp.async.wait_all; #= =# \" =#\n"
                                 "f(a', 'x', '\"') = @asmcall(\"cp.async.bulk.prefetch.L2.global [\\$0], \\$1;\", "
                                 "\"l,r,~{memory}\", true, Cvoid)\n"
                                 "g = \"\"\"cp.async.wait_group $(h(\"n\")); cp.async.wait_group $k;\"\"\"\n",
                                 2);
    assert_text(&e, 0, "cp.async.bulk.prefetch.L2.global [$0], $1;");
    assert_origin(&e, 0, "$0", "\\$0");
    assert_operands(&e, 0, "l r");
    assert_text(&e, 1, "cp.async.wait_group ?; cp.async.wait_group ?;");
    assert_unknown(&e, 1, TEXTS("$(h(\"n\"))", "$k", NULL));
    extracted_free(&e);
}

/* Rust strings are read, raw ones too; lifetimes and nested comments begin none. */
static void rust_strings(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_RUST,
                                 "/* \"cp.async.wait_all;\" /* */ \"cp.async.wait_all;\" */\n"
                                 "fn f<'a>(c: &'a str) { g('\"', b'\\'');\n"
                                 "asm!(\"cp.async.cg.shared.global [{0}], [{src}], 16;\", in(reg) d);\n"
                                 "let x = r#\"cp.async.wait_group \"1\"#;\n"
                                 "let y = r#\"cp.async.wait_all;\\n\"#;\n"
                                 "format!(\"{{ cp.async.wait_\\\n      group {}; }}\", n); }\n",
                                 3);
    assert_text(&e, 0, "cp.async.cg.shared.global [?], [?], 16;");
    assert_unknown(&e, 0, TEXTS("{0}", "{src}", NULL));
    assert_text(&e, 1, "cp.async.wait_all;\\n");
    assert_text(&e, 2, "{ cp.async.wait_group ?; }");
    assert_origin(&e, 2, "wait_group", "wait_\\\n      group");
    extracted_free(&e);
}

/* The asm of LLVM IR and MLIR is read in each of its notations. */
static void llvm_and_mlir(void **state) {
    (void)state;
    struct extracted e =
        extract(PTXC_HOST_LLVM,
                "; CHECK: asm \"cp.async.wait_all;\", \"\"\n"
                "call void asm sideeffect \"cp.async.cg.shared.global [$0], [$1], 16;\\0A\\09// \\22$$\\22\", "
                "\"r,l,~{memory}\"(i32 %a, ptr %b)\n"
                "%r = call i32 asm \"cp.async.wait_group $1; mov.u32 $0, 0;\", \"=r,n\"(i32 2)\n"
                "// CHECK: \"cp.async.wait_all;\"\n"
                "llvm.inline_asm has_side_effects asm_dialect = att \"cp.async.wait_all;\", \"\" : () -> ()\n"
                "nvvm.inline_ptx \"cp.async.wait_group {$r0};\" (%x : i32)\n",
                4);
    assert_text(&e, 0, "cp.async.cg.shared.global [$0], [$1], 16;\n\t// \"$$\"");
    assert_origin(&e, 0, "\n", "\\0A");
    assert_origin(&e, 0, "\t", "\\09");
    assert_operands(&e, 0, "r l");
    assert_true(e.list.items[0].is_volatile && e.list.items[0].clobbers_memory);
    assert_false(e.list.items[1].is_volatile || e.list.items[1].clobbers_memory);
    assert_operands(&e, 1, "=r n");
    assert_int_equal(e.list.items[2].kind, PTXC_SNIPPET_STATEMENT);
    assert_true(e.list.items[2].is_volatile);
    assert_int_equal(e.list.items[3].style, PTXC_TEMPLATE_NVVM);
    extracted_free(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hosts_are_known_by_extension),
        cmocka_unit_test(talk_is_left_alone),
        cmocka_unit_test(whole_statements_are_taken),
        cmocka_unit_test(the_style_is_guessed),
        cmocka_unit_test(strings_cut_by_expressions),
        cmocka_unit_test(python_quotes),
        cmocka_unit_test(python_unknown_text),
        cmocka_unit_test(python_documentation_is_left_alone),
        cmocka_unit_test(python_inline_asm),
        cmocka_unit_test(python_that_holds_cuda),
        cmocka_unit_test(julia_strings),
        cmocka_unit_test(rust_strings),
        cmocka_unit_test(llvm_and_mlir),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

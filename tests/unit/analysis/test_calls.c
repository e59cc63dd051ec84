/* Calls to functions of the module: what a kernel stores after them is compared as text, and where not all is known,
 * the clause that says so. Then what the check says of modules with calls.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "counting.h"
#include "analysis/program/calls.h"
#include "analysis/values/condition.h"
#include "syntax/reader.h"

enum { ROOM = 4000 };

/* The functions of a module so far, and what was stored in its kernels. */
struct seen {
    struct ptxc_library library;
    uint32_t steps;
    size_t length;
    char text[ROOM];
};

static void put(struct seen *seen, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct seen *seen, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(seen->text + seen->length, ROOM - seen->length, format, arguments);
    va_end(arguments);
    seen->length += (size_t)length;
    assert_in_range(seen->length, 0, ROOM - 1);
}

/* Shows what the stores to .global store: constants, '?' for all else; '-' where that never runs. */
static void show_stores(struct seen *seen, struct ptxc_program *program, const struct ptxc_graph *graph) {
    struct ptxc_values *values = ptxc_values_make(program, graph);
    assert_non_null(values);
    struct ptxc_conditions *conditions = ptxc_conditions_make(program, graph, values);
    assert_non_null(conditions);
    for (uint32_t i = 0; i < program->count; i++) {
        const struct ptxc_step *step = &program->steps[i];
        const struct ptxc_span word = step->statement->word;
        int64_t constant;
        if (!ptxc_step_does(step, PTXC_ACT_STORE) ||
            ptxc_word_space(program->source + word.offset, word.length) != PTXC_SPACE_GLOBAL)
            continue;
        const struct ptxc_value *value = &step->statement->values[step->statement->operands[1].first];
        const ptxc_affine held = ptxc_values_of(values, i, value);
        if (graph->blocks[ptxc_graph_block_of(graph, i)].order == UINT32_MAX || ptxc_condition_of(conditions, i)->never)
            put(seen, "- ");
        else if (ptxc_affine_is_constant(ptxc_values_expressions(values), held, &constant))
            put(seen, "%lld ", (long long)constant);
        else
            put(seen, "? ");
    }
}

static void take(struct seen *seen, const struct ptxc_module *module, const struct ptxc_body *body) {
    struct ptxc_arena arena;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_program program = {
        .arena = &arena, .source = module->parser.lexer.source, .body = body, .symbols = &module->parser.symbols};
    if (!body->entry) {
        ptxc_library_add(&seen->library, &program, module->environment);
        return;
    }
    assert_true(ptxc_program_make(&program, module->environment));
    assert_true(ptxc_calls_inline(&program, &seen->library));
    struct ptxc_graph *graph = ptxc_graph_make(&program);
    assert_non_null(graph);
    if (program.uncertain)
        put(seen, "%s%s: %.*s ", program.missing ? "missing " : "", program.uncertain_why,
            (int)program.uncertain_at.length, program.source + program.uncertain_at.offset);
    else
        show_stores(seen, &program, graph);
    seen->steps = program.count;
    ptxc_arena_free(&arena);
}

static void walk(const char *source, struct seen *seen) {
    struct ptxc_module *module;
    memset(seen, 0, sizeof(*seen));
    ptxc_library_init(&seen->library, NULL);
    assert_int_equal(ptxc_module_open(source, strlen(source), NULL, &module), PTXC_OK);
    module->collects = true;
    for (enum ptxc_item item; (item = ptxc_reader_next(module));)
        if (item == PTXC_ITEM_BODY)
            take(seen, module, &module->collection.body);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    ptxc_library_free(&seen->library);
}

#define HEADER ".version 9.0\n.target sm_90a\n"
#define NAMES ".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<9>;\n"
#define KERNEL ".entry k(.param .u64 a) {\n" NAMES "cp.async.wait_all;\n"
#define STORE(register) "st.global.b32 [%d0], " register ";\n"
#define END "ret;\n}\n"

/* The same functions in many cases: one more than the parameter, with parameters of either kind. */
#define MORE_PARAM                                                                                       \
    ".func (.param .b32 o) more(.param .b32 i) { " NAMES "ld.param.b32 %r1, [i]; add.s32 %r1, %r1, 1;\n" \
    "st.param.b32 [o], %r1;\nret;\n}\n"
#define MORE_REG ".func (.reg .b32 o) more(.reg .b32 i) { add.s32 o, i, 1;\nret;\n}\n"
#define CALL_PARAM(result, argument)                                                             \
    "{ .param .b32 x; .param .b32 y; st.param.b32 [x], " argument "; call.uni (y), more, (x);\n" \
    "ld.param.b32 " result ", [y]; }\n"
#define CALL_REG(result, argument) "call (" result "), more, (" argument ");\n"

static void compare(const char *const (*cases)[2], size_t count) {
    static struct seen seen;
    for (size_t i = 0; i < count; i++) {
        char source[8000];
        snprintf(source, sizeof(source), HEADER "%s", cases[i][0]);
        walk(source, &seen);
        if (strcmp(seen.text, cases[i][1]) != 0)
            fail_msg("%s\ngives    %s\nand not  %s", source, seen.text, cases[i][1]);
    }
}
#define COMPARE(cases) compare(cases, sizeof(cases) / sizeof(*cases))

/* Parameters of either kind, given from variables, registers and constants; a register that a variable is passed in is
 * not known. */
static void arguments_are_passed(void **state) {
    static const char *const cases[][2] = {
        {MORE_PARAM KERNEL CALL_PARAM("%r1", "7") STORE("%r1") END, "8 "},
        {MORE_PARAM KERNEL "mov.b32 %r2, 7;" CALL_PARAM("%r1", "%r2") STORE("%r1") END, "8 "},
        {MORE_REG KERNEL "mov.b32 %r2, 7;" CALL_REG("%r1", "%r2") STORE("%r1") END, "8 "},
        {MORE_REG KERNEL CALL_REG("%r1", "-2") STORE("%r1") END, "-1 "},
        {MORE_REG KERNEL CALL_REG("%r1", "0xffffffff") STORE("%r1") END, "0 "},
        {".func f(.reg .b32 i) { " STORE("i") END KERNEL "call f, (0xffffffff);\n" END, "-1 "},
        {MORE_PARAM KERNEL "mov.b32 %r2, 7;" CALL_REG("%r1", "%r2") STORE("%r1") END, "8 "},
        {MORE_PARAM KERNEL CALL_REG("%r1", "5") STORE("%r1") END, "6 "},
        {MORE_PARAM KERNEL CALL_REG("_", "5") STORE("5") END, "5 "},
        {MORE_REG KERNEL CALL_PARAM("%r1", "5") STORE("%r1") END, "? "},
        {MORE_PARAM KERNEL CALL_PARAM("%r1", "1") CALL_PARAM("%r2", "2") STORE("%r1") STORE("%r2") END, "2 3 "},
        {MORE_REG KERNEL CALL_REG("%r1", "1") CALL_REG("%r1", "%r1") STORE("%r1") END, "3 "},
        {MORE_PARAM KERNEL CALL_PARAM("%r1", "1") CALL_PARAM("%r1", "%r1") STORE("%r1") END, "3 "},
    };
    (void)state;
    COMPARE(cases);
}

/* A function has registers of its own, which have the same names as those of the caller. */
static void registers_are_of_the_call(void **state) {
    static const char *const cases[][2] = {
        {".func f() { " NAMES "mov.b32 %r1, 5;" STORE("%r1") END KERNEL "mov.b32 %r1, 1; call f;\n" STORE("%r1") END,
         "5 1 "},
        {MORE_REG ".func (.reg .b32 o) twice(.reg .b32 i) { .reg .b32 i2; call (i2), more, (i);\n"
                  "call (o), more, (i2);\nret;\n}\n" KERNEL "call (%r1), twice, (3);\n"
                  "call (%r2), twice, (%r1);\n" STORE("%r1") STORE("%r2") END,
         "5 7 "},
        {MORE_PARAM
         ".func (.param .b32 o) twice(.param .b32 i) { " NAMES "ld.param.b32 %r1, [i];\n" CALL_PARAM("%r1", "%r1")
             CALL_PARAM("%r1", "%r1") "st.param.b32 [o], %r1;\nret;\n}\n" KERNEL
                                      "{ .param .b32 q; .param .b32 s; st.param.b32 [q], 3; call (s), twice, (q);\n"
                                      "ld.param.b32 %r1, [s]; }\n" STORE("%r1") END,
         "5 "},
        {MORE_PARAM ".func f(.param .b32 i) { " NAMES "{ .param .b32 y; call (y), more, (i);\n"
                    "ld.param.b32 %r1, [y]; }\n" STORE("%r1") END KERNEL
         "{ .param .b32 x; st.param.b32 [x], 1; call f, (x);\n}\n" END,
         "2 "},
    };
    (void)state;
    COMPARE(cases);
}

/* Labels belong to the copy; returns go to what follows the call. */
static void control_comes_back(void **state) {
    static const char *const cases[][2] = {
        {".func f() { bra L;\n" STORE("1") "L: ret;\n}\n" KERNEL "call f; call f; bra L;\n" STORE("2") "L: " STORE("3")
             END,
         "- - - 3 "},
        {".func f(.reg .b32 i) { .reg .pred p; setp.eq.b32 p, i, 0; @p ret;\n" STORE("i") END KERNEL
         "call f, (4);\n" STORE("5") END,
         "4 5 "},
        {".func f() { exit; }\n" KERNEL "call f;\n" STORE("5") END, "- "},
        {".func f() { trap; }\n" KERNEL "@%p1 call f;\n" STORE("5") END, "5 "},
        {".func (.reg .b32 o) f(.reg .pred p) { mov.b32 o, 4; @p ret;\nmov.b32 o, 4;\nret;\n}\n" KERNEL
         "call (%r1), f, (%p1);\n" STORE("%r1") END,
         "4 "},
        {".func (.reg .b32 o) f(.reg .pred p) { mov.b32 o, 4; @p ret;\nmov.b32 o, 5;\nret;\n}\n" KERNEL
         "call (%r1), f, (%p1);\n" STORE("%r1") END,
         "? "},
        {".func f() { " STORE("1") END KERNEL "setp.eq.b32 %p1, 0, 1; @%p1 call f;\n@!%p1 call f;\n" STORE("2") END,
         "- 1 2 "},
        {MORE_REG KERNEL "mov.b32 %r1, 3; @%p1 call (%r1), more, (2);\n" STORE("%r1") END, "3 "},
        {MORE_REG KERNEL "mov.b32 %r1, 3; @!%p1 call (%r1), more, (7);\n" STORE("%r1") END, "? "},
        {".func f(.param .b32 i) { " NAMES "L: ld.param.b32 %r1, [i];" STORE("%r1") END KERNEL
         "{ .param .b32 x; st.param.b32 [x], 1; @%p1 call f, (x);\n}\n" END,
         "1 "},
        {".func f() { ret; }\n" KERNEL "call f; bra L;\n{ L: }\n" END, "it is not known where this branch goes: bra "},
    };
    (void)state;
    COMPARE(cases);
}

/* What is not known of a call. */
static void not_all_is_known(void **state) {
    static const char *const unknown = "missing it is not known what the function does that this calls: call ";
    const char *const cases[][2] = {
        {".extern .func f();\n" KERNEL "call f;\n" END, unknown},
        {KERNEL "call f;\n" END ".func f() { ret; }\n", unknown},
        {".func g();\n.func f() { call g;\nret; }\n" KERNEL "call f;\n" END, unknown},
        {".func f() { ret; }\n.func f() { ret; }\n" KERNEL "call f;\n" END, unknown},
        {".func f() { ret; \xff }\n" KERNEL "call f;\n" END, unknown},
        {".func f() { call f;\nret; }\n" KERNEL "call f;\n" END, "this call is a recursion: call "},
        {".func g();\n.func f() { call.uni g;\nret; }\n.func g() { call f;\nret; }\n" KERNEL "call f;\n" END,
         "this call is a recursion: call "},
        {".func f() { ret; }\n" KERNEL "call %d1, p;\n" END, "it is not known which function this calls: call "},
        {".func f() { ret; }\n" KERNEL "call f, (), p;\n" END, "it is not known which function this calls: call "},
        {".func f() { ret; }\n" KERNEL "call f, (%r1);\n" END, "this call does not fit the function: call "},
        {".func (.reg .b32 o) f() { ret; }\n" KERNEL "call f;\n" END, "this call does not fit the function: call "},
        {".func f() { brx.idx %r1, t;\n ret; }\n" KERNEL "call f;\n" END,
         "it is not known where this branch goes: brx.idx "},
        {".func f(.param .b32 i) { " NAMES "mov.b64 %d1, i; ret; }\n" KERNEL "call f, (%r1);\n" END,
         "it is not known what this does with a parameter: mov.b64 "},
        {".func f(.param .v2 .b32 i) { " NAMES "ld.param.v2.b32 {%r1, %r2}, [i]; ret; }\n" KERNEL
         "call f, (%r1);\n" END,
         "it is not known what this does with a parameter: ld.param.v2.b32 "},
    };
    (void)state;
    COMPARE(cases);
}

/* Functions of known_functions.def, and that a body counts more. */
static void some_functions_are_known(void **state) {
    static const char *const cases[][2] = {
        {".extern .func (.param .b32 o) vprintf(.param .b64 f, .param .b64 v);\n" KERNEL
         "{ .param .b64 x; .param .b64 y; .param .b32 z; st.param.b64 [x], 1; st.param.b32 [z], 1;\n"
         "call (z), vprintf, (x, y);\nld.param.b32 %r1, [z]; }\n" STORE("%r1") END,
         "? "},
        {".extern .func (.reg .f32 o) __nv_sinf(.reg .f32 i);\n" KERNEL "mov.b32 %r1, 5; mov.b32 %r2, 5;\n"
         "call (%r1), __nv_sinf, (%r1);\n" STORE("%r1") STORE("%r2") END,
         "? 5 "},
        {".extern .func __assertfail();\n" KERNEL
         "@%p1 call __assertfail;\n" STORE("4") "call __assertfail;\n" STORE("5") END,
         "4 - "},
        {".func __nv_x() { " STORE("3") END KERNEL "call __nv_x;\n" END, "3 "},
        {".extern .func __nv_();\n" KERNEL "call __nv_;\n" END,
         "missing it is not known what the function does that this calls: call "},
        {".extern .func memcpy();\n" KERNEL "call memcpy;\n" END,
         "missing it is not known what the function does that this calls: call "},
    };
    (void)state;
    COMPARE(cases);
}

/* Calls one in another: `depth` functions, each of which calls the one before it `times` times. */
static void chain(char *source, size_t room, int depth, int times) {
    size_t length = (size_t)snprintf(source, room, HEADER ".func f0() { mov.b32 %%r1, 1;\nret;\n}\n");
    for (int i = 1; i < depth; i++) {
        length += (size_t)snprintf(source + length, room - length, ".func f%d() {\n", i);
        for (int k = 0; k < times; k++)
            length += (size_t)snprintf(source + length, room - length, "call f%d;\n", i - 1);
        length += (size_t)snprintf(source + length, room - length, "ret;\n}\n");
    }
    snprintf(source + length, room - length, "%scall f%d;\n%s", KERNEL, depth - 1, END);
}

static void calls_are_bounded(void **state) {
    static struct seen seen;
    static char source[20000];
    (void)state;
    chain(source, sizeof(source), 24, 1);
    walk(source, &seen);
    assert_string_equal(seen.text, "");
    assert_int_equal(seen.steps, 1 + 1 + 24 + 1);
    chain(source, sizeof(source), 25, 1);
    walk(source, &seen);
    assert_string_equal(seen.text, "this call leads too deep: call ");
    chain(source, sizeof(source), 5, 10);
    walk(source, &seen);
    assert_string_equal(seen.text, "");
    assert_int_equal(seen.steps, 2 + 10000 * 2 + 1000 + 100 + 10 + 1);
    chain(source, sizeof(source), 8, 10);
    walk(source, &seen);
    assert_string_equal(seen.text, "with all that is called, the function is too large here: call ");
}

/* Beyond a number of bytes no function is kept any more. */
static void memory_is_bounded(void **state) {
    enum { FUNCTIONS = 400, STATEMENTS = 400 };
    static struct seen seen;
    const size_t room = (size_t)FUNCTIONS * (STATEMENTS * 24 + 40) + 1000;
    char *source = malloc(room);
    assert_non_null(source);
    (void)state;
    size_t length = (size_t)snprintf(source, room, HEADER);
    for (int i = 0; i < FUNCTIONS; i++) {
        length += (size_t)snprintf(source + length, room - length, ".func f%d() {\n", i);
        for (int k = 0; k < STATEMENTS; k++)
            length += (size_t)snprintf(source + length, room - length, "mov.b32 %%r1, 1;\n");
        length += (size_t)snprintf(source + length, room - length, "}\n");
    }
    snprintf(source + length, room - length, "%scall f%d;\n%s", KERNEL, FUNCTIONS - 1, END);
    walk(source, &seen);
    assert_string_equal(seen.text, "missing it is not known what the function does that this calls: call ");
    snprintf(source + length, room - length, "%s", KERNEL "call f0;\n" END);
    walk(source, &seen);
    assert_string_equal(seen.text, "");
    free(source);
}

/* ---- the check ---- */

/* Lists the findings of class hazard: "line rule(lines of notes)". */
static void list_findings(const char *source, uint32_t flags, char *text, size_t room) {
    const struct ptxc_options options = {
        .size = sizeof(options), .flags = PTXC_CHECK_FLOW | flags, .classes = 1u << PTXC_CLASS_HAZARD};
    struct ptxc_report *report;
    size_t length = 0;
    text[0] = '\0';
    assert_int_equal(ptxc_check(source, strlen(source), &options, &report), PTXC_OK);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        length += (size_t)snprintf(text + length, room - length, "%.*s %s", (int)diagnostic->span.length,
                                   source + diagnostic->span.offset, diagnostic->rule);
        for (size_t k = 0; k < diagnostic->note_count; k++)
            if (strcmp(diagnostic->notes[k].text, "called here") == 0)
                length +=
                    (size_t)snprintf(text + length, room - length, " <%.*s", (int)diagnostic->notes[k].span.length,
                                     source + diagnostic->notes[k].span.offset);
        length += (size_t)snprintf(text + length, room - length, "\n");
    }
    ptxc_report_free(report);
}

static void assert_findings(const char *source, uint32_t flags, const char *expected) {
    char text[2000];
    list_findings(source, flags, text, sizeof(text));
    if (strcmp(text, expected) != 0)
        fail_msg("%s\nhas\n%s\nand not\n%s", source, text, expected);
}

#define CHECKED ".shared .align 16 .b8 s[64];\n.global .align 16 .b8 g[64];\n"
#define COPY "cp.async.ca.shared.global [s], [g], 16;\ncp.async.commit_group;\n"
#define WAIT ".func w() { cp.async.wait_group 0;\n" END
#define READ "ld.shared.b32 %r1, [s];\n" STORE("%r1")

/* What is wrong in a function is said of the function, once. */
static void a_mistake_is_found_once(void **state) {
    (void)state;
    assert_findings(HEADER CHECKED ".func f() { " NAMES COPY READ "cp.async.wait_all;\n" END KERNEL
                                   "call f; call f;\n" END ".entry l() { call f;\n" END,
                    0, "ld.shared.b32 read-before-wait\n");
    assert_findings(HEADER CHECKED ".entry l() { call.uni f;\n" END ".func f() { " NAMES COPY READ
                                   "cp.async.wait_all;\n" END ".entry m() { call f;\n" END,
                    0, "ld.shared.b32 read-before-wait\n");
}

/* What is wrong only for one caller says which. */
static void the_caller_is_told(void **state) {
    (void)state;
    assert_findings(HEADER CHECKED ".func f() { " NAMES READ END KERNEL COPY "call.uni f;\ncp.async.wait_all;\n" END, 0,
                    "ld.shared.b32 read-before-wait <call.uni\n");
    assert_findings(HEADER CHECKED ".func f() { " NAMES READ END ".func h() { call f;\n" END KERNEL COPY
                                   "call.uni h;\ncp.async.wait_all;\n" END,
                    0, "ld.shared.b32 read-before-wait <call <call.uni\n");
    assert_findings(HEADER CHECKED ".func f() { " NAMES READ END KERNEL COPY "cp.async.wait_all;\ncall.uni f;\n" END, 0,
                    "");
}

/* A wait in a function counts, wherever the function stands. */
static void a_wait_may_be_called(void **state) {
    (void)state;
    assert_findings(HEADER CHECKED ".func w();\n" WAIT KERNEL COPY "call w;\n" READ END, PTXC_CHECK_PEDANTIC, "");
    assert_findings(HEADER CHECKED ".func w();\n" KERNEL COPY "call w;\n" READ END WAIT, PTXC_CHECK_PEDANTIC, "");
    assert_findings(HEADER CHECKED ".func c();\n.func r();\n.entry k() { call c;\ncall r;\n" END ".func c() { " COPY END
                                   ".func r() { " NAMES READ END,
                    0, "ld.shared.b32 read-before-wait <call\n");
    assert_findings(HEADER CHECKED ".func w() { ret; }\n" KERNEL COPY "call w;\n" READ END, 0,
                    "ld.shared.b32 read-before-wait\n");
}

/* After a trap, or what ends in one, all threads are there that are left. */
static void survivors_are_all(void **state) {
    static const char *const ends[][2] = {
        {"call __assertfail;\n", ""},
        {"@%p2 call __assertfail;\n@!%p2 bra T;\nT: trap;\n", ""},
        {"trap;\n", ""},
        {"exit;\n", "bar.sync aligned-barrier-divergent\n"},
    };
    char source[2000];
    (void)state;
    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
        snprintf(source, sizeof(source), "%s%s%s%s", HEADER ".extern .func __assertfail();\n" KERNEL,
                 "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 5; @%p1 bra L;\n", ends[i][0], "L: bar.sync 0;\n" END);
        assert_findings(source, PTXC_CHECK_LIKELY, ends[i][1]);
    }
    assert_findings(HEADER KERNEL "mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 5; @%p1 trap;\nbar.sync 0;\n" END,
                    PTXC_CHECK_LIKELY, "");
    assert_findings(HEADER KERNEL "mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 5; @%p1 exit;\nbar.sync 0;\n" END,
                    PTXC_CHECK_LIKELY, "bar.sync aligned-barrier-divergent\n");
}

#define PEEK(result, after) "mbarrier.test_wait.parity.shared.b64 " result ", [b], 0; " after

/* The result of a wait counts where a caller may look at it, or who has written the asm statement. */
static void results_are_handed_out(void **state) {
    static const char head[] = HEADER ".shared .align 8 .b64 b;\n";
    static const struct {
        const char *text;
        bool ignored;
    } functions[] = {
        {".func (.reg .b32 o) f() { " NAMES PEEK("%p1", "selp.b32 o, 1, 0, %p1;\n") END, false},
        {".func (.reg .pred o) f() { " PEEK("o", END), false},
        {".func f() { .reg .b32 o; " NAMES PEEK("%p1", "selp.b32 o, 1, 0, %p1;\n") END, true},
    };
    static const char statement[] = "asm volatile(\"{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; "
                                    "selp.b32 %0, 1, 0, p; }\" : \"=r\"(done) : \"r\"(bar) : \"memory\");";
    const struct ptxc_options options = {.size = sizeof(options), .flags = PTXC_CHECK_FLOW | PTXC_CHECK_LIKELY};
    struct ptxc_report *report;
    char source[1000], found[1000];
    (void)state;
    for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
        snprintf(source, sizeof(source), "%s%s", head, functions[i].text);
        list_findings(source, PTXC_CHECK_LIKELY, found, sizeof(found));
        assert_int_equal(functions[i].ignored, strstr(found, "try-wait-not-retried") != NULL);
    }
    assert_int_equal(ptxc_check_host("x.cu", statement, strlen(statement), &options, &report), PTXC_OK);
    assert_int_equal(ptxc_report_instructions(report), 1);
    assert_int_equal(ptxc_report_count(report), 0);
    ptxc_report_free(report);
}

/* Where the analysis stops is said once, to who wants to know. */
static void the_end_is_told(void **state) {
    static const char source[] =
        HEADER CHECKED ".extern .func x();\n.func f() { call.uni x;\nret;\n}\n" KERNEL COPY
                       "call f;\ncall x;\n" READ END ".entry l() { call f;\ncp.async.wait_all;\n" END;
    (void)state;
    assert_findings(source, 0, "");
    assert_findings(source, PTXC_CHECK_LIKELY, "");
    assert_findings(source, PTXC_CHECK_PEDANTIC, "call.uni analysis-incomplete\n");
    assert_findings(HEADER
                    ".entry l() { .reg .pred p; cp.async.wait_all;\n@p bra M;\nL: nanosleep 1;\nM: @p bra L;\n" END,
                    PTXC_CHECK_PEDANTIC, "l analysis-incomplete\n");
}

/* Out of memory is told, whichever request fails, and nothing is lost. */
static void memory_runs_out(void **state) {
    static const char source[] =
        HEADER CHECKED MORE_REG ".func w();\n" KERNEL COPY "call (%r1), more, (1);\n"
                                "@%p1 call w;\n" READ END ".func w() { cp.async.wait_all;\n" END;
    enum ptxc_status status = PTXC_OUT_OF_MEMORY;
    (void)state;
    for (long at = 0; status != PTXC_OK; at++) {
        struct counting counting = {.fail_at = at};
        const struct ptxc_allocator allocator = {counting_resize, &counting};
        const struct ptxc_options options = {
            .size = sizeof(options), .flags = PTXC_CHECK_FLOW, .allocator = &allocator};
        struct ptxc_report *report;
        status = ptxc_check(source, strlen(source), &options, &report);
        assert_true(status == PTXC_OK || status == PTXC_OUT_OF_MEMORY);
        ptxc_report_free(report);
        assert_int_equal(counting.live, 0);
        assert_int_equal(status == PTXC_OK, counting.requests <= at);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_passed),     cmocka_unit_test(registers_are_of_the_call),
        cmocka_unit_test(control_comes_back),       cmocka_unit_test(not_all_is_known),
        cmocka_unit_test(some_functions_are_known), cmocka_unit_test(calls_are_bounded),
        cmocka_unit_test(memory_is_bounded),        cmocka_unit_test(a_mistake_is_found_once),
        cmocka_unit_test(the_caller_is_told),       cmocka_unit_test(a_wait_may_be_called),
        cmocka_unit_test(the_end_is_told),          cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(survivors_are_all),        cmocka_unit_test(results_are_handed_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

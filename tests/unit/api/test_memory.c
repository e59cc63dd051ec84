/* Out of memory: with an allocator that fails the Nth request, for N = 0, 1, … until the work is done, every entry of
 * the library gives PTXC_OUT_OF_MEMORY, no result, and all that it had back.
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
#include "ptxcheck/document.h"
#include "ptxcheck/edit.h"
#include "ptxcheck/pipeline.h"
#include "ptxcheck/plan.h"
#include "ptxcheck/tensormap.h"

enum { MOST = 1000, LINES = 3000 };

static char many[LINES * 120];

/* Without an allocator of the caller the library calls realloc and free: the linker leads those here (--wrap). */
static struct counting *wrapped;
void *__real_realloc(void *pointer, size_t size);
void *__wrap_realloc(void *pointer, size_t size);
void __real_free(void *pointer);
void __wrap_free(void *pointer);

void *__wrap_realloc(void *pointer, size_t size) {
    if (wrapped && wrapped->requests++ == wrapped->fail_at)
        return NULL;
    if (wrapped)
        wrapped->live += pointer == NULL;
    return __real_realloc(pointer, size);
}

void __wrap_free(void *pointer) {
    if (wrapped && pointer)
        wrapped->live--;
    __real_free(pointer);
}

typedef enum ptxc_status work(const struct ptxc_options *options);

/* Writes a source with many findings with notes, declarations and scopes, so that every list grows more than once. */
static void write_source(void) {
    char *out = many + sprintf(many, ".version 8.6\n.target sm_90\n.entry k() {\n.reg .b32 %%r<9>;\n");
    for (int i = 0; i < LINES; i++)
        out += sprintf(out, ".shared .b8 s%d[16]; cp.async.bulk.tensr [s%d], [undeclared], 12;", i, i);
    strcpy(out, "}\n");
}

static enum ptxc_status check_source(const struct ptxc_options *options) {
    struct ptxc_report *report;
    enum ptxc_status status = ptxc_check(many, strlen(many), options, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    ptxc_report_free(report);
    return status;
}

/* Checks a source with many comments that allow findings or are wrong, in C++ and in PTX. */
static enum ptxc_status check_comments(const struct ptxc_options *options) {
    static char text[20 * 250];
    struct ptxc_options honour = *options;
    struct ptxc_report *report;
    char *out = text;
    honour.flags = PTXC_CHECK_ALLOW;
    for (int i = 0; i < 20; i++)
        out += sprintf(out,
                       "asm(\"cp.async.wait_group -1; // ptxcheck: allow(frob, syntax-error)\\n\"); "
                       "// ptxcheck: allow(operand-type, unknown-allow, nothing%d)\n",
                       i);
    enum ptxc_status status = ptxc_check_host("a.cu", text, strlen(text), &honour, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    ptxc_report_free(report);
    if (status != PTXC_OK)
        return status;
    status = ptxc_check(text, strlen(text), &honour, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    ptxc_report_free(report);
    return status;
}

/* Walks through the source, asking all questions on the way; gives the first status that is not PTXC_OK. */
static enum ptxc_status walk_source(const struct ptxc_options *options) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    struct ptxc_value value;
    struct ptxc_place place = {.size = sizeof(place)};
    struct ptxc_report *report;
    size_t count = 0;
    enum ptxc_status status = ptxc_module_open(many, strlen(many), options, &module);
    assert_int_equal(status == PTXC_OK, module != NULL);
    if (status != PTXC_OK)
        return status;
    while (ptxc_module_next(module, &instruction))
        count++;
    ptxc_module_place(module, &place);
    ptxc_module_find(module, "s1", 2, &value);
    assert_int_equal(ptxc_module_next(module, &instruction), 0);
    status = ptxc_module_close(module, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    assert_true(status != PTXC_OK || count == LINES);
    ptxc_report_free(report);
    return status;
}

/* Walks through the source without asking for the report. */
static enum ptxc_status walk_silently(const struct ptxc_options *options) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    enum ptxc_status status = ptxc_module_open(many, strlen(many), options, &module);
    while (status == PTXC_OK && ptxc_module_next(module, &instruction))
        ;
    return status == PTXC_OK ? ptxc_module_close(module, NULL) : status;
}

/* Walks through a source of C++ with many statements, macros and strings. */
static enum ptxc_status walk_host(const struct ptxc_options *options) {
    static const char source[] = "#define CP(n) asm(\"cp.async.wait_group %0;\" :: \"n\"(n))\n"
                                 "asm(\"cp.async.cg.shared.global [%0], [%1], %2;\" :: \"r\"(a), \"l\"(b), \"n\"(8));"
                                 "asm(\"cp.async.wait_grup 0;\"); CP(-1); f(\"cp.async.wait_all;\"); asm(\"nop;\");";
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    struct ptxc_asm_argument argument = {.size = sizeof(argument)};
    size_t count = 0;
    enum ptxc_status status = ptxc_module_open_host("x.cu", source, strlen(source), options, &module);
    assert_int_equal(status == PTXC_OK, module != NULL);
    if (status != PTXC_OK)
        return status;
    while (ptxc_module_next(module, &instruction))
        for (size_t i = 0; ptxc_module_operand(module, i, &argument); i++)
            count++;
    status = ptxc_module_close(module, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    assert_true(status != PTXC_OK || count == 4);
    ptxc_report_free(report);
    return status;
}

/* Checks the same kind of source, in which macros are followed. */
static enum ptxc_status check_uses(const struct ptxc_options *options) {
    static char source[200 * 30 + 200];
    struct ptxc_define define = {"X", "1"};
    struct ptxc_options given = *options;
    struct ptxc_report *report;
    char *out = source + sprintf(source, "#define CP(n) asm(\"cp.async.wait_group %%0;\" :: \"n\"(n))\n#if X\n");
    for (int i = 0; i < 200; i++)
        out += sprintf(out, "CP(-%d);\n", i + 1);
    strcpy(out, "#endif\n");
    given.defines = &define;
    given.define_count = 1;
    enum ptxc_status status = ptxc_check_host("x.cu", source, strlen(source), &given, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    assert_true(status != PTXC_OK || ptxc_report_count(report) >= 200);
    ptxc_report_free(report);
    return status;
}

static const char wrong[] = "@%r1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
                            "[%r1], [nowhere+3], 17, [%r2];";

/* Checks an instruction that was built, with many findings. */
static enum ptxc_status check_value(const struct ptxc_options *options) {
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    ptxc_instruction_init(&instruction, PTXC_OP_CP_ASYNC_BULK);
    ptxc_instruction_add(&instruction, PTXC_Q_CACHE_HINT);
    for (int i = 0; i < 10; i++)
        ptxc_instruction_push_address(&instruction, ptxc_register("%a_register_with_a_long_name", PTXC_TYPE_F32));
    enum ptxc_status status = ptxc_instruction_check(&instruction, options, NULL, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    ptxc_report_free(report);
    return status;
}

/* Checks in a module that has memory enough; the check has an allocator of its own. */
static enum ptxc_status check_value_in_module(const struct ptxc_options *options) {
    static const char header[] = ".version 8.6\n.target sm_90\n.reg .b32 %r<9>;\n";
    struct ptxc_instruction instruction;
    struct ptxc_module *module;
    struct ptxc_report *report;
    struct counting *counting = options->allocator->user;
    long fail_at = counting->fail_at, requests;
    counting->fail_at = -1;
    assert_int_equal(ptxc_instruction_parse(wrong, strlen(wrong), &instruction, NULL), PTXC_OK);
    assert_int_equal(ptxc_module_open(header, strlen(header), options, &module), PTXC_OK);
    while (ptxc_module_next(module, &instruction))
        ;
    requests = counting->requests;
    counting->fail_at = fail_at + requests;
    enum ptxc_status status = ptxc_instruction_check(&instruction, options, module, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    ptxc_report_free(report);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    return status;
}

static enum ptxc_status parse(const char *text, enum ptxc_status done) {
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    enum ptxc_status status = ptxc_instruction_parse(text, strlen(text), &instruction, &report);
    assert_int_equal(status == PTXC_OUT_OF_MEMORY, report == NULL);
    ptxc_report_free(report);
    assert_true(status == done || status == PTXC_OUT_OF_MEMORY);
    return status == done ? PTXC_OK : status;
}

static enum ptxc_status parse_sound(const struct ptxc_options *options) {
    (void)options;
    return parse(wrong, PTXC_OK);
}

static enum ptxc_status parse_unsound(const struct ptxc_options *options) {
    (void)options;
    return parse("cp.async.bulk.globl [a, b;", PTXC_UNREADABLE);
}

/* Reads with an allocator what is one instruction, and what is none. */
static enum ptxc_status parse_with(const struct ptxc_options *options) {
    static const struct {
        const char *text;
        enum ptxc_status done;
    } cases[] = {{wrong, PTXC_OK}, {"cp.async.bulk.globl [a, b;", PTXC_UNREADABLE}};
    enum ptxc_status status = PTXC_OK;
    for (size_t i = 0; status == PTXC_OK && i < 2; i++) {
        struct ptxc_instruction instruction;
        struct ptxc_report *report;
        status = ptxc_instruction_parse_with(cases[i].text, strlen(cases[i].text), options, &instruction, &report);
        assert_int_equal(status == PTXC_OUT_OF_MEMORY, report == NULL);
        ptxc_report_free(report);
        status = status == cases[i].done ? PTXC_OK : status;
    }
    return status;
}

/* Checks a template with operands and clobbers, of which several things are wrong. */
static enum ptxc_status check_template(const struct ptxc_options *options) {
    static const char text[] = "cp.async.cg.shared.global [%0], [%[src]], 8;\ncp.async.wait_grup %9;";
    struct ptxc_report *report;
    enum ptxc_status status = ptxc_check_inline_asm(text, strlen(text), '%', "r,[src]l,r,~{memory}", options, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    assert_true(!report || ptxc_report_count(report) >= 3);
    ptxc_report_free(report);
    return status;
}

/* Checks a tensor map, reads many into a set, and checks a copy against them. */
static enum ptxc_status check_maps(const struct ptxc_options *options) {
    static const char copy[] = ".version 8.6\n.target sm_90a\n.entry k(.param .align 64 .b8 map[128]) {\n"
                               "cp.async.bulk.prefetch.tensor.3d.L2.global.tile [map, {0, 0, 0}];\n}\n";
    static char text[20 * 100];
    struct ptxc_options with = *options;
    struct ptxc_tensormap map = {.size = sizeof(map), .name = "map", .rank = 9, .swizzle = 9};
    struct ptxc_tensormaps *maps;
    struct ptxc_report *report;
    char *out = text;
    for (int i = 0; i < 20; i++)
        out += sprintf(out, "{\"kind\": \"tiled\", \"name\": \"map%d\", \"tensorRank\": 0, \"swizzle\": 7, \"x\": 0}\n",
                       i);
    enum ptxc_status status = ptxc_tensormap_check(&map, options, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    ptxc_report_free(report);
    if (status != PTXC_OK)
        return status;
    status = ptxc_tensormaps_read(text, strlen(text), options, &maps, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    assert_int_equal(status == PTXC_OK, maps != NULL);
    ptxc_report_free(report);
    if (status == PTXC_OK)
        status = ptxc_tensormaps_add(maps, &map);
    with.maps = maps;
    with.flags = PTXC_CHECK_FLOW;
    if (status == PTXC_OK)
        status = ptxc_check(copy, strlen(copy), &with, &report);
    if (status == PTXC_OK)
        ptxc_report_free(report);
    ptxc_tensormaps_free(maps);
    return status;
}

/* Plans copies, as values and from a document. */
static enum ptxc_status plan_copies(const struct ptxc_options *options) {
    static const char text[] = "{\"target\": \"sm_90\", \"elementSize\": 2, \"shape\": [128, 8], \"swizzle\": 3,"
                               " \"source\": {\"space\": \"global\"}, \"destination\": {\"space\": \"shared::cta\"}}";
    struct ptxc_copy copy = {.size = sizeof(copy)};
    struct ptxc_plan plan = {.size = sizeof(plan)};
    struct ptxc_report *report;
    size_t count;
    enum ptxc_status status = ptxc_plan_json(text, strlen(text), options, &copy, &plan, &report);
    assert_int_equal(status == PTXC_OK, report != NULL);
    ptxc_report_free(report);
    if (status != PTXC_OK)
        return status;
    copy.swizzle = 0;
    copy.source.alignment = 16;
    status = ptxc_plan_copy(&copy, options->allocator, &plan, 1, &count);
    assert_true(status != PTXC_OK || plan.reason == PTXC_PLAN_MOVES);
    return status;
}

/* Opens a document of two kernels, checks it, edits one of them and checks it again, and all of it, grown. What fails
 * leaves the text as it was, or can be done again. */
static enum ptxc_status check_document(const struct ptxc_options *options) {
    static const char text[] = ".version 8.6\n.target sm_90\n.global .b8 a[16];\n.entry k() {\n"
                               "cp.async.ca.shared.global [a], [a], 4;\n}\n.entry l() {\ncp.async.wait_al;\n}\n";
    const size_t length = strlen(text), place = (size_t)(strstr(text, ", 4;") - text) + 2;
    struct ptxc_document *document;
    struct ptxc_report *report = NULL;
    size_t left = 0;
    enum ptxc_status status = ptxc_document_open(text, length, options, &document);
    assert_int_equal(status == PTXC_OK, document != NULL);
    if (status == PTXC_OK)
        status = ptxc_document_check(document, &report);
    ptxc_report_free(report);
    report = NULL;
    if (status == PTXC_OK)
        status = ptxc_document_edit(document, place, 1, "12", 2);
    if (status == PTXC_OK) {
        status = ptxc_document_check(document, &report);
        assert_int_equal(status == PTXC_OK, report != NULL);
        assert_true(!report || ptxc_report_count(report) == 2);
    }
    ptxc_report_free(report);
    report = NULL;
    if (status == PTXC_OK) {
        status = ptxc_document_edit(document, length + 1, 0, many, strlen(many));
        ptxc_document_text(document, &left);
        assert_int_equal(left, length + 1 + (status == PTXC_OK ? strlen(many) : 0));
    }
    if (status == PTXC_OK)
        status = ptxc_document_check(document, &report);
    ptxc_report_free(report);
    ptxc_document_close(document);
    return status;
}

/* Adds edits of each kind, again and again; one for which there is no memory leaves the list as it was. */
static enum ptxc_status edit_source(const struct ptxc_options *options) {
    static const char text[] = "cp.async.cg.shared.global [a], [b], 8; cp.async.wait_all ;";
    const struct ptxc_fix fixes[] = {{"x", {0, 2}}, {"", {3, 5}}};
    const struct ptxc_diagnostic diagnostic = {.rule = "cp-size", .fixes = fixes, .fix_count = 2};
    struct ptxc_instruction wait;
    struct ptxc_edits *edits;
    enum ptxc_status status = ptxc_edits_make(text, strlen(text), options->allocator, &edits);
    assert_int_equal(status == PTXC_OK, edits != NULL);
    ptxc_instruction_init(&wait, PTXC_OP_CP_ASYNC_WAIT_ALL);
    wait.span = (struct ptxc_span){39, 17};
    if (status == PTXC_OK)
        status = ptxc_edits_fix(edits, &diagnostic);
    if (status == PTXC_OK)
        status = ptxc_edits_instruction(edits, &wait, &wait);
    for (int i = 0; status == PTXC_OK && i < 3; i++) {
        const size_t count = ptxc_edits_count(edits);
        assert_int_equal(count, 3 + i);
        status = ptxc_edits_insert(edits, 58, many, strlen(many) - (size_t)i);
        assert_int_equal(ptxc_edits_count(edits), count + (status == PTXC_OK));
    }
    ptxc_edits_free(edits);
    return status;
}

/* Formats the source, whose instructions are left with a remark each, and some that change. */
static enum ptxc_status format_source(const struct ptxc_options *options) {
    const struct ptxc_format_options format = {.size = sizeof(format), .allocator = options->allocator};
    static const char loose[] = "cp.async.shared.cg.global  [a],[b],16;";
    struct ptxc_edits *edits;
    enum ptxc_status status = ptxc_format(many, strlen(many), &format, &edits);
    assert_int_equal(status == PTXC_OK, edits != NULL);
    assert_true(!edits || ptxc_edits_remarks(edits) == LINES);
    ptxc_edits_free(edits);
    if (status == PTXC_OK)
        status = ptxc_format(loose, strlen(loose), &format, &edits);
    assert_true(!edits || (ptxc_edits_count(edits) == 1 && ptxc_edits_remarks(edits) == 0));
    ptxc_edits_free(edits);
    return status;
}

/* Orders the qualifiers of some instructions, with blanks between them and without; one is left with what the check
 * says of it. */
static enum ptxc_status order_source(const struct ptxc_options *options) {
    const struct ptxc_format_options format = {
        .size = sizeof(format), .keep_layout = 1, .allocator = options->allocator};
    static const char text[] = "cp.async.shared.cg.global [a],[b],16; cp.async .shared /**/ .cg .global [a], [b], 16;\n"
                               "cp.async.cgg.shared.global [a], [b], 16; fence.proxy.release.cluster.async::generic;";
    struct ptxc_edits *edits;
    enum ptxc_status status = ptxc_format(text, strlen(text), &format, &edits);
    assert_int_equal(status == PTXC_OK, edits != NULL);
    assert_true(!edits || (ptxc_edits_count(edits) == 4 && ptxc_edits_remarks(edits) == 1));
    ptxc_edits_free(edits);
    return status;
}

/* Executes a kernel that calls a function, both of which start copies in a loop. */
static enum ptxc_status read_pipeline(const struct ptxc_options *options) {
    static const char text[] = ".version 8.0\n.target sm_80\n.func start(.reg .b32 %s, .reg .b64 %g)\n{\n"
                               "cp.async.cg.shared.global [%s], [%g], 16;\ncp.async.commit_group;\nret;\n}\n"
                               ".entry k(.param .u64 in, .param .u32 n)\n.reqntid 64\n{\n.reg .pred %p;\n"
                               ".reg .b32 %r<6>;\n.reg .b64 %rd<2>;\n.shared .align 16 .b8 tile[64];\n"
                               "ld.param.u64 %rd1, [in];\nld.param.u32 %r1, [n];\nmov.u32 %r2, tile;\n"
                               "mov.u32 %r3, 0;\nL:\ncall start, (%r2, %rd1);\n"
                               "cp.async.cg.shared.global [%r2+16], [%rd1], 16;\ncp.async.wait_all;\nbar.sync 0;\n"
                               "ld.shared.u32 %r4, [%r2];\nbar.sync 0;\nadd.u32 %r3, %r3, 1;\n"
                               "setp.lt.u32 %p, %r3, %r1;\n@%p bra L;\nret;\n}\n";
    struct ptxc_pipeline *pipeline;
    enum ptxc_status status = ptxc_pipeline_read(text, strlen(text), options, NULL, &pipeline);
    assert_int_equal(status == PTXC_OK, pipeline != NULL);
    assert_true(status != PTXC_OK || ptxc_pipeline_count(pipeline) == 1);
    ptxc_pipeline_free(pipeline);
    return status;
}

/* Runs the work with every request failing in turn; in the end it must have failed at least `least` times. */
static void starve(work *run, int wrap, long least) {
    for (long n = 0; n < MOST; n++) {
        struct counting counting = {0, n, 0};
        struct ptxc_allocator allocator = {counting_resize, &counting};
        struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
        wrapped = wrap ? &counting : NULL;
        enum ptxc_status status = run(&options);
        wrapped = NULL;
        assert_int_equal(counting.live, 0);
        if (status == PTXC_OK) {
            assert_true(n >= least);
            return;
        }
        assert_int_equal(status, PTXC_OUT_OF_MEMORY);
    }
    fail_msg("there was never enough memory");
}

static void starve_check(void **state) {
    (void)state;
    starve(check_source, 0, 10);
    starve(check_comments, 0, 3);
    starve(check_document, 0, 15);
}

static void starve_walks(void **state) {
    (void)state;
    starve(walk_source, 0, 10);
    starve(walk_silently, 0, 10);
    starve(walk_host, 0, 1);
    starve(check_uses, 0, 1);
}

static void starve_values(void **state) {
    (void)state;
    starve(check_value, 0, 1);
    starve(check_value_in_module, 0, 1);
}

static void starve_parsing(void **state) {
    (void)state;
    starve(parse_sound, 1, 1);
    starve(parse_unsound, 1, 1);
    starve(parse_with, 0, 2);
    starve(check_template, 0, 1);
}

static void starve_edits(void **state) {
    (void)state;
    starve(check_maps, 0, 3);
    starve(plan_copies, 0, 3);
    starve(edit_source, 0, 3);
    starve(format_source, 0, 10);
    starve(order_source, 0, 3);
}

static void starve_pipelines(void **state) {
    (void)state;
    starve(read_pipeline, 0, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starve_check),   cmocka_unit_test(starve_walks), cmocka_unit_test(starve_values),
        cmocka_unit_test(starve_parsing), cmocka_unit_test(starve_edits), cmocka_unit_test(starve_pipelines),
    };
    write_source();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

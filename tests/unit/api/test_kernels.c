/* The public API: what was executed of each kernel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/pipeline.h>

enum { ROOM = 4000 };

#define HEAD ".version 8.0\n.target sm_90\n"
#define RING                                                                                          \
    "{\n.reg .pred %more;\n.reg .b32 %i, %n, %at;\n.reg .b64 %in;\n.shared .align 16 .b8 tile[64];\n" \
    "ld.param.u64 %in, [in];\nld.param.u32 %n, [n];\nmov.u32 %i, 0;\n"                                \
    "Loop:\ncp.async.cg.shared.global [tile], [%in], 16;\ncp.async.wait_all;\nadd.u32 %i, %i, 1;\n"   \
    "setp.lt.u32 %more, %i, %n;\n@%more bra Loop;\nret;\n}\n"
#define PARAMETERS "(.param .u64 in, .param .u32 n)\n"

static struct ptxc_report *check(const char *source, const struct ptxc_assumption *assumptions, size_t count) {
    const struct ptxc_options options = {
        .size = sizeof(options), .flags = PTXC_CHECK_FLOW, .assumptions = assumptions, .assumption_count = count};
    struct ptxc_report *report;
    assert_int_equal(ptxc_check(source, strlen(source), &options, &report), PTXC_OK);
    return report;
}

static void assert_threads(const struct ptxc_kernel *kernel, uint32_t x, uint32_t y, enum ptxc_launch_source source) {
    assert_int_equal(kernel->threads[0], x);
    assert_int_equal(kernel->threads[1], y);
    assert_int_equal(kernel->threads[2], 1);
    assert_int_equal(kernel->threads_from, source);
}

/* The threads of a CTA are those of the text, of the caller, or chosen. */
static void threads_have_a_source(void **state) {
    static const char source[] =
        HEAD ".visible .entry required" PARAMETERS ".reqntid 16, 4\n" RING ".visible .entry most" PARAMETERS
             ".maxntid 64\n" RING ".visible .entry open" PARAMETERS RING;
    const struct ptxc_assumption threads = {"threads", 96};
    struct ptxc_report *report = check(source, NULL, 0);
    (void)state;
    assert_int_equal(ptxc_report_kernels(report), 3);
    const struct ptxc_kernel *required = ptxc_report_kernel(report, 0), *open = ptxc_report_kernel(report, 2);
    assert_string_equal(required->name, "required");
    assert_int_equal(required->span.offset, strstr(source, "required") - source);
    assert_int_equal(required->span.length, strlen("required"));
    assert_threads(required, 16, 4, PTXC_LAUNCH_TEXT);
    assert_threads(ptxc_report_kernel(report, 1), 64, 1, PTXC_LAUNCH_TEXT);
    assert_threads(open, 128, 1, PTXC_LAUNCH_CHOSEN);
    assert_int_equal(open->cluster, 1);
    assert_int_equal(open->cluster_from, PTXC_LAUNCH_TEXT);
    assert_null(ptxc_report_kernel(report, 3));
    ptxc_report_free(report);
    report = check(source, &threads, 1);
    assert_threads(ptxc_report_kernel(report, 0), 16, 4, PTXC_LAUNCH_TEXT);
    assert_threads(ptxc_report_kernel(report, 2), 96, 1, PTXC_LAUNCH_CALLER);
    ptxc_report_free(report);
    assert_null(ptxc_report_kernel(NULL, 0));
}

/* Parameters are named where one was read, and the loop goes around as often as they say. */
static void parameters_are_chosen(void **state) {
    static const char source[] = HEAD ".visible .entry ring" PARAMETERS ".reqntid 32\n" RING
                                      ".visible .entry none(.param .u64 in)\n{\ncp.async.wait_all;\nret;\n}\n";
    struct ptxc_report *report = check(source, NULL, 0);
    const struct ptxc_kernel *ring = ptxc_report_kernel(report, 0), *none = ptxc_report_kernel(report, 1);
    (void)state;
    assert_true(ring->parameter > 1);
    assert_int_equal(ring->iterations, ring->parameter);
    assert_true(ring->executions > 1 && ring->finished == ring->executions);
    assert_true(ring->complete && !ring->incomplete);
    assert_int_equal(none->parameter, 0);
    assert_int_equal(none->iterations, 0);
    assert_true(none->complete && none->finished > 0);
    ptxc_report_free(report);
}

/* The CTAs of a cluster are those of the text or of the caller, or chosen where the kernel asks for others. */
static void clusters_have_a_source(void **state) {
#define ASKS "{\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\ncp.async.wait_all;\nret;\n}\n"
    static const char source[] = HEAD ".visible .entry given()\n.reqntid 32\n.reqnctapercluster 2\n" ASKS
                                      ".visible .entry open()\n.reqntid 32\n" ASKS;
    const struct ptxc_assumption cluster = {"cluster", 4};
    struct ptxc_report *report = check(source, NULL, 0);
    (void)state;
    assert_int_equal(ptxc_report_kernel(report, 0)->cluster, 2);
    assert_int_equal(ptxc_report_kernel(report, 0)->cluster_from, PTXC_LAUNCH_TEXT);
    assert_int_equal(ptxc_report_kernel(report, 1)->cluster_from, PTXC_LAUNCH_CHOSEN);
    ptxc_report_free(report);
    report = check(source, &cluster, 1);
    assert_int_equal(ptxc_report_kernel(report, 1)->cluster, 4);
    assert_int_equal(ptxc_report_kernel(report, 1)->cluster_from, PTXC_LAUNCH_CALLER);
    ptxc_report_free(report);
}

/* What is not complete has a reason; kernels are in source order, also where one has waited for a function. */
static void reasons_are_given(void **state) {
    static const char source[] = HEAD ".func late();\n"
                                      ".visible .entry first()\n{\ncp.async.wait_all;\ncall late;\nret;\n}\n"
                                      ".visible .entry wide()\n.reqntid 1024\n.reqnctapercluster 8\n"
                                      "{\ncp.async.wait_all;\nret;\n}\n"
                                      ".extern .func other();\n"
                                      ".visible .entry calls()\n{\ncp.async.wait_all;\ncall other;\nret;\n}\n"
                                      ".func late()\n{\ncp.async.wait_all;\nret;\n}\n";
    struct ptxc_report *report = check(source, NULL, 0);
    (void)state;
    assert_int_equal(ptxc_report_kernels(report), 3);
    assert_int_equal(ptxc_report_unfinished(report), 2);
    assert_string_equal(ptxc_report_kernel(report, 0)->name, "first");
    assert_true(ptxc_report_kernel(report, 0)->complete);
    const struct ptxc_kernel *wide = ptxc_report_kernel(report, 1), *calls = ptxc_report_kernel(report, 2);
    assert_false(wide->complete);
    assert_string_equal(wide->incomplete, "it has too many threads to be executed");
    assert_int_equal(wide->executions, 0);
    assert_int_equal(wide->threads[0], 0);
    assert_false(calls->complete);
    assert_string_equal(calls->incomplete, "it is not known what the function does that this calls");
    ptxc_report_free(report);
}

/* A pipeline says the same of the one execution that it shows. */
static void pipelines_have_an_execution(void **state) {
    static const char source[] = HEAD ".visible .entry ring" PARAMETERS RING;
    struct ptxc_pipeline *pipeline;
    (void)state;
    assert_int_equal(ptxc_pipeline_read(source, strlen(source), NULL, NULL, &pipeline), PTXC_OK);
    const struct ptxc_pipeline_kernel *kernel = ptxc_pipeline_get(pipeline, 0);
    const struct ptxc_kernel *execution = kernel->execution;
    assert_string_equal(execution->name, "ring");
    assert_int_equal(execution->executions, 1);
    assert_int_equal(execution->finished, 1);
    assert_threads(execution, 128, 1, PTXC_LAUNCH_CHOSEN);
    assert_int_equal(execution->iterations, execution->parameter);
    assert_true(execution->complete);
    assert_string_equal(kernel->assumed, "128 threads and 12 for integer parameters");
    assert_null(kernel->unknown);
    ptxc_pipeline_free(pipeline);
}

static void sources_have_names(void **state) {
    (void)state;
    assert_string_equal(ptxc_launch_source_name(PTXC_LAUNCH_TEXT), "text");
    assert_string_equal(ptxc_launch_source_name(PTXC_LAUNCH_CALLER), "caller");
    assert_string_equal(ptxc_launch_source_name(PTXC_LAUNCH_CHOSEN), "chosen");
    assert_null(ptxc_launch_source_name((enum ptxc_launch_source)3));
}

/* ---- kernels that are nearly equal ---- */

#define FUNCTIONS                                     \
    ".func waits()\n{\ncp.async.wait_all;\nret;\n}\n" \
    ".func leaves()\n{\ncp.async.wait_group 1;\nret;\n}\n"
#define COPIES(name, tuning, size, go)                                                                       \
    ".visible .entry " name "(.param .u64 " name "_in)\n" tuning "\n{\n.reg .pred %p;\n.reg .b32 %r<4>;\n"   \
    ".reg .b64 %rd<4>;\n.shared .align 16 .b8 " name "_tile[" size "];\nld.param.u64 %rd1, [" name "_in];\n" \
    "mov.u32 %r3, %tid.x;\nsetp.eq.u32 %p, %r3, 0;\n@!%p bra " name "_end;\n"                                \
    "cp.async.cg.shared.global [" name "_tile], [%rd1], 16;\ncp.async.commit_group;\n"                       \
    "cp.async.cg.shared.global [" name "_tile+16], [%rd1], 16;\ncp.async.commit_group;\n" go name "_end:\nret;\n}\n"
#define READ(name, offset, to) "ld.shared.u32 " to ", [" name "_tile+" offset "];\nst.global.u32 [%rd1], " to ";\n"
#define WAIT(number) "cp.async.wait_group " number ";\n"

enum { TWINS = 9 };

/* Kernels of which each differs from the first in one thing; the second differs in names alone. */
static const char *const twins[TWINS] = {
    COPIES("a", "", "32", WAIT("1") READ("a", "0", "%r1")),
    COPIES("b", "", "32", WAIT("1") READ("b", "0", "%r1")),
    COPIES("c", "", "32", WAIT("1") READ("c", "16", "%r1")),
    COPIES("d", "", "32", WAIT("2") READ("d", "0", "%r1")),
    COPIES("e", "", "16", WAIT("1") READ("e", "0", "%r1")),
    COPIES("f", ".reqntid 64", "32", WAIT("1") READ("f", "0", "%r1")),
    COPIES("g", "", "32", "call waits;\n" READ("g", "16", "%r1")),
    COPIES("h", "", "32", "call leaves;\n" READ("h", "16", "%r1")),
    COPIES("i", "", "32", "bra i_read;\n" WAIT("0") "i_read:\n" READ("i", "0", "%r1")),
};

/* Counts the findings of a kernel's own module that its module with another one has, too. What stands in a function
 * before `own` stands there in both; the kernel stands `shift` bytes further down. */
static size_t count_met(const struct ptxc_report *all, const struct ptxc_report *part, size_t own, size_t shift) {
    size_t met = 0;
    for (size_t i = 0; i < ptxc_report_count(part); i++) {
        const struct ptxc_diagnostic *wanted = ptxc_report_get(part, i);
        const size_t place = wanted->span.offset + (wanted->span.offset < own ? 0 : shift);
        for (size_t k = 0; k < ptxc_report_count(all); k++)
            met += ptxc_report_get(all, k)->span.offset == place && ptxc_report_get(all, k)->rule == wanted->rule;
    }
    return met;
}

/* Of each two kernels the module says what the modules of each alone say. */
static void no_kernel_is_taken_for_another(void **state) {
    static const char head[] = HEAD FUNCTIONS;
    size_t wrong = 0;
    (void)state;
    for (int a = 0; a < TWINS; a++)
        for (int b = 0; b < TWINS; b++) {
            char one[ROOM], other[ROOM], both[2 * ROOM];
            if (a == b)
                continue;
            snprintf(one, sizeof(one), "%s%s", head, twins[a]);
            snprintf(other, sizeof(other), "%s%s", head, twins[b]);
            snprintf(both, sizeof(both), "%s%s", one, twins[b]);
            struct ptxc_report *reports[] = {check(one, NULL, 0), check(other, NULL, 0), check(both, NULL, 0)};
            const struct ptxc_kernel *alone = ptxc_report_kernel(reports[1], 0);
            const struct ptxc_kernel *beside = ptxc_report_kernel(reports[2], 1);
            assert_int_equal(ptxc_report_kernels(reports[2]), 2);
            assert_string_equal(beside->name, alone->name);
            assert_int_equal(beside->span.offset, alone->span.offset + strlen(twins[a]));
            assert_int_equal(beside->threads[0], alone->threads[0]);
            assert_int_equal(beside->executions, alone->executions);
            assert_int_equal(ptxc_report_count(reports[2]),
                             ptxc_report_count(reports[0]) + ptxc_report_count(reports[1]));
            assert_int_equal(count_met(reports[2], reports[1], strlen(head), strlen(twins[a])),
                             ptxc_report_count(reports[1]));
            wrong += ptxc_report_count(reports[1]);
            for (size_t i = 0; i < 3; i++)
                ptxc_report_free(reports[i]);
        }
    assert_true(wrong > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_have_a_source),         cmocka_unit_test(parameters_are_chosen),
        cmocka_unit_test(clusters_have_a_source),        cmocka_unit_test(reasons_are_given),
        cmocka_unit_test(pipelines_have_an_execution),   cmocka_unit_test(sources_have_names),
        cmocka_unit_test(no_kernel_is_taken_for_another)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

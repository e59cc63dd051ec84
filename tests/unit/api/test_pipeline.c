/* The public API: the pipelines of a module. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/pipeline.h>

/* A kernel that reads a tile after it has come, one that does not wait for it, one without copies, and a function. */
static const char source[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                             ".visible .entry good(.param .u64 in)\n.reqntid 64\n{\n"
                             ".reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n.shared .align 16 .b8 tile[1024];\n"
                             "ld.param.u64 %rd1, [in];\nmov.u32 %r1, %tid.x;\nshl.b32 %r1, %r1, 4;\n"
                             "mov.u32 %r2, tile;\nadd.u32 %r2, %r2, %r1;\n"
                             "cp.async.cg.shared.global [%r2], [%rd1], 16;\n"
                             "cp.async.commit_group;\ncp.async.wait_group 0;\nld.shared.u32 %r3, [%r2];\n"
                             "st.global.u32 [%rd1], %r3;\nret;\n}\n"
                             ".visible .entry early(.param .u64 in)\n.reqntid 64\n{\n"
                             ".reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n.shared .align 16 .b8 tile[1024];\n"
                             "ld.param.u64 %rd1, [in];\nmov.u32 %r1, %tid.x;\nshl.b32 %r1, %r1, 4;\n"
                             "mov.u32 %r2, tile;\nadd.u32 %r2, %r2, %r1;\n"
                             "cp.async.cg.shared.global [%r2], [%rd1], 16;\n"
                             "cp.async.commit_group;\nld.shared.u32 %r3, [%r2];\ncp.async.wait_group 0;\n"
                             "st.global.u32 [%rd1], %r3;\nret;\n}\n"
                             ".visible .entry idle()\n{\nret;\n}\n"
                             ".func helper()\n{\ncp.async.wait_all;\nret;\n}\n";

static struct ptxc_pipeline *read_pipeline(const char *text, const char *kernel) {
    struct ptxc_pipeline *pipeline;
    assert_int_equal(ptxc_pipeline_read(text, strlen(text), NULL, kernel, &pipeline), PTXC_OK);
    assert_non_null(pipeline);
    return pipeline;
}

/* Counts the events of a kind. */
static size_t count(const struct ptxc_pipeline *pipeline, size_t kernel, enum ptxc_event_kind kind) {
    const struct ptxc_pipeline_event *event;
    size_t found = 0;
    for (size_t i = 0; (event = ptxc_pipeline_event_get(pipeline, kernel, i)) != NULL; i++)
        found += event->kind == kind;
    return found;
}

/* A kernel whose copies stand in a function that comes after it, and gets all it needs in parameters. */
static void executes_functions_after_kernels(void **state) {
    static const char text[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                               ".func step(.param .b32 to, .param .b64 from)\n;\n"
                               ".visible .entry calls(.param .u64 in)\n.reqntid 64\n{\n"
                               ".reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n.shared .align 16 .b8 tile[1024];\n"
                               "ld.param.u64 %rd1, [in];\nmov.u32 %r1, %tid.x;\nshl.b32 %r1, %r1, 4;\n"
                               "mov.u32 %r2, tile;\nadd.u32 %r2, %r2, %r1;\n"
                               "{\n.param .b32 a;\nst.param.b32 [a], %r2;\n.param .b64 b;\nst.param.b64 [b], %rd1;\n"
                               "call.uni step, (a, b);\n}\n"
                               "ld.shared.u32 %r3, [%r2];\nst.global.u32 [%rd1], %r3;\nret;\n}\n"
                               ".func step(.param .b32 to, .param .b64 from)\n{\n.reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n"
                               "ld.param.b32 %r1, [to];\nld.param.b64 %rd1, [from];\n"
                               "cp.async.cg.shared.global [%r1], [%rd1], 16;\ncp.async.wait_all;\nret;\n}\n";
    (void)state;
    struct ptxc_pipeline *pipeline = read_pipeline(text, NULL);
    assert_int_equal(ptxc_pipeline_count(pipeline), 1);
    assert_null(ptxc_pipeline_get(pipeline, 0)->stopped);
    assert_int_equal(count(pipeline, 0, PTXC_EVENT_COPY), 2);
    assert_int_equal(count(pipeline, 0, PTXC_EVENT_READ), 2);
    assert_int_equal(count(pipeline, 0, PTXC_EVENT_HAZARD), 0);
    ptxc_pipeline_free(pipeline);
}

static void reads_kernels(void **state) {
    (void)state;
    struct ptxc_pipeline *pipeline = read_pipeline(source, NULL);
    assert_int_equal(ptxc_pipeline_count(pipeline), 2);
    const struct ptxc_pipeline_kernel *good = ptxc_pipeline_get(pipeline, 0);
    assert_string_equal(good->name, "good");
    assert_string_equal(ptxc_pipeline_get(pipeline, 1)->name, "early");
    assert_null(ptxc_pipeline_get(pipeline, 2));
    assert_int_equal(good->warps, 2);
    assert_int_equal(good->ctas, 1);
    assert_memory_equal(source + good->span.offset, "good", 4);
    assert_memory_equal(source + good->body.offset, "good(", 5);
    assert_memory_equal(source + good->body.offset + good->body.length - 3, "ret", 3);
    for (size_t w = 0; w < 2; w++)
        assert_true(good->roles[w] < good->role_count);
    assert_true(good->event_count > 0);
    assert_null(ptxc_pipeline_event_get(pipeline, 0, good->event_count));
    assert_null(ptxc_pipeline_event_get(pipeline, 2, 0));
    assert_int_equal(count(pipeline, 0, PTXC_EVENT_HAZARD), 0);
    assert_true(count(pipeline, 0, PTXC_EVENT_COPY) >= good->role_count);
    assert_true(count(pipeline, 0, PTXC_EVENT_WAIT_GROUP) >= good->role_count);
    ptxc_pipeline_free(pipeline);
}

/* What events say of the source and of memory. */
static void reads_events(void **state) {
    const struct ptxc_pipeline_event *event;
    (void)state;
    struct ptxc_pipeline *pipeline = read_pipeline(source, "good");
    assert_int_equal(ptxc_pipeline_count(pipeline), 1);
    for (size_t i = 0; (event = ptxc_pipeline_event_get(pipeline, 0, i)) != NULL; i++) {
        assert_true(event->cause == PTXC_NO_EVENT || event->cause < i);
        assert_true(event->warp < 2 && event->cta == 0 && event->lanes <= 32);
        assert_non_null(ptxc_event_kind_name(event->kind));
        if (event->kind != PTXC_EVENT_COPY)
            continue;
        assert_memory_equal(source + event->span.offset, "cp.async.cg", 11);
        assert_string_equal(event->place.variable, "tile");
        assert_int_equal(event->completion, PTXC_COMPLETION_GROUP);
        assert_int_equal(event->outward, 0);
        assert_int_equal(event->bytes, 512);
    }
    ptxc_pipeline_free(pipeline);
}

/* A mistake is an event of the kernel, after what it is about, and the report has it, too. */
static void tells_mistakes(void **state) {
    const struct ptxc_pipeline_event *event;
    size_t hazards = 0;
    (void)state;
    struct ptxc_pipeline *pipeline = read_pipeline(source, "early");
    for (size_t i = 0; (event = ptxc_pipeline_event_get(pipeline, 0, i)) != NULL; i++) {
        if (event->kind != PTXC_EVENT_HAZARD)
            continue;
        hazards++;
        assert_string_equal(event->rule, "read-before-wait");
        assert_non_null(event->message);
        assert_memory_equal(source + event->span.offset, "ld.shared", 9);
    }
    assert_true(hazards > 0);
    assert_int_equal(ptxc_report_total(ptxc_pipeline_report(pipeline), PTXC_SEVERITY_ERROR), 1);
    ptxc_pipeline_free(pipeline);
}

/* A kernel that cannot be shown is there if it was named, and says why. */
static void says_why(void **state) {
    static const char open[] = ".version 8.0\n.target sm_80\n.entry k() { cp.async.wait_all;";
    static const char illegal[] = ".version 8.0\n.target sm_80\n.entry k() { cp.async.wait_all.frob; ret; }";
    static const struct {
        const char *text, *kernel, *stopped;
    } cases[] = {{source, "idle", "it has no asynchronous copies"},
                 {source, "helper", "it is a function, not a kernel"},
                 {open, "k", "parts of it cannot be read"},
                 {illegal, "k", "it is not known what this instruction does"}};
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ptxc_pipeline *pipeline = read_pipeline(cases[i].text, cases[i].kernel);
        assert_int_equal(ptxc_pipeline_count(pipeline), 1);
        assert_string_equal(ptxc_pipeline_get(pipeline, 0)->stopped, cases[i].stopped);
        assert_int_equal(ptxc_pipeline_get(pipeline, 0)->event_count, 0);
        ptxc_pipeline_free(pipeline);
    }
    struct ptxc_pipeline *none = read_pipeline(source, "nothing");
    assert_int_equal(ptxc_pipeline_count(none), 0);
    ptxc_pipeline_free(none);
    none = read_pipeline("", NULL);
    assert_int_equal(ptxc_pipeline_count(none), 0);
    ptxc_pipeline_free(none);
}

static void refuses(void **state) {
    const struct ptxc_options wrong = {.size = sizeof(wrong), .target = "sm_1"};
    struct ptxc_pipeline *pipeline = (struct ptxc_pipeline *)&wrong;
    (void)state;
    assert_int_equal(ptxc_pipeline_read(source, strlen(source), NULL, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_pipeline_read(NULL, 1, NULL, NULL, &pipeline), PTXC_BAD_ARGUMENT);
    assert_null(pipeline);
    assert_int_equal(ptxc_pipeline_read(source, strlen(source), &wrong, NULL, &pipeline), PTXC_BAD_ARGUMENT);
    assert_null(pipeline);
    assert_int_equal(ptxc_pipeline_read(source, (size_t)1 << 31, NULL, NULL, &pipeline), PTXC_TOO_LARGE);
    assert_null(pipeline);
    assert_int_equal(ptxc_pipeline_count(NULL), 0);
    assert_null(ptxc_pipeline_get(NULL, 0));
    assert_null(ptxc_pipeline_event_get(NULL, 0, 0));
    assert_null(ptxc_pipeline_report(NULL));
    assert_null(ptxc_event_kind_name((enum ptxc_event_kind)19));
    assert_string_equal(ptxc_event_kind_name(PTXC_EVENT_WAIT_GROUP), "wait_group");
    assert_string_equal(ptxc_event_completion_name(PTXC_COMPLETION_BULK_GROUP), "bulk_group");
    assert_null(ptxc_event_completion_name((enum ptxc_event_completion)4));
    ptxc_pipeline_free(NULL);
}

/* Every prefix of the source is read, whatever it lacks. */
static void bears_prefixes(void **state) {
    (void)state;
    for (size_t length = 0; length < strlen(source); length += 7) {
        char *text = malloc(length ? length : 1); /* so that a read beyond it is seen */
        struct ptxc_pipeline *pipeline;
        assert_non_null(text);
        memcpy(text, source, length);
        assert_int_equal(ptxc_pipeline_read(text, length, NULL, NULL, &pipeline), PTXC_OK);
        free(text);
        ptxc_pipeline_free(pipeline);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_kernels),  cmocka_unit_test(executes_functions_after_kernels),
        cmocka_unit_test(reads_events),   cmocka_unit_test(tells_mistakes),
        cmocka_unit_test(says_why),       cmocka_unit_test(refuses),
        cmocka_unit_test(bears_prefixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

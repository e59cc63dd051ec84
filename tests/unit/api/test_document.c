/* Documents: after each edit the report is that of a check of the whole text, and where all of the edit lies in the
 * body of a function that has a say in nothing else, only that function is checked. The test fuzz-edits does the same
 * with random edits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "api/incremental.h"
#include "counting.h"
#include "same.h"

static const char header[] = ".version 8.6\n.target sm_90\n.address_size 64\n.global .align 16 .b8 table[64];\n";
static const char kernel[] = ".visible .entry %s(.param .u64 p)\n{ // %s\n"
                             ".reg .b64 %%rd<4>;\n.shared .align 16 .b8 tile[64];\nld.param.u64 %%rd1, [p];\n"
                             "cp.async.cg.shared.global [tile], [%%rd1], 16; // copy %s\n"
                             "cp.async.ca.shared.global [tile], [%%rd1], 12; // wrong %s\n"
                             "cp.async.wait_all;\nbar.sync 0;\nret;\n}\n";

/* Writes a module with the kernels a, b and c, and a variable before the last. */
static void write_module(char *text, size_t size) {
    size_t length = (size_t)snprintf(text, size, "%s", header);
    for (const char *name = "a\0b\0c\0"; *name; name += 2) {
        if (*name == 'c')
            length += (size_t)snprintf(text + length, size - length, ".global .align 16 .b8 late[64];\n");
        length += (size_t)snprintf(text + length, size - length, kernel, name, name, name, name);
    }
    assert_true(length < size);
}

/* Checks the document against its text. */
static void assert_checked(struct ptxc_document *document, const struct ptxc_options *options) {
    struct ptxc_report *report, *whole;
    size_t length;
    const char *text = ptxc_document_text(document, &length);
    assert_int_equal(ptxc_document_check(document, &report), PTXC_OK);
    assert_int_equal(ptxc_check(text, length, options, &whole), PTXC_OK);
    const char *difference = same_reports(whole, report);
    if (difference)
        fail_msg("%s in\n%.*s", difference, (int)length, text);
    ptxc_report_free(whole);
    ptxc_report_free(report);
}

/* Puts a text in the place of the first one like this. */
static void replace(struct ptxc_document *document, const char *from, const char *to) {
    size_t length;
    const char *text = ptxc_document_text(document, &length);
    const char *place = memmem(text, length, from, strlen(from));
    assert_non_null(place);
    assert_int_equal(ptxc_document_edit(document, (size_t)(place - text), strlen(from), to, strlen(to)), PTXC_OK);
}

/* Whether the last check, after the first edit, was that of a function. */
static bool was_alone(const struct ptxc_document *document) {
    for (size_t i = 0; document->known && i < document->incremental.count; i++)
        if (document->incremental.items[i].again)
            return true;
    return false;
}

static const struct {
    const char *from, *to;
    bool alone; /* whether one function is checked, not all of the text */
    uint32_t flags;
} cases[] = {
    {"12; // wrong b", "16; // wrong b", true, 0},
    {"12; // wrong b", "16; // wrong b", true, PTXC_CHECK_FLOW | PTXC_CHECK_PEDANTIC},
    {"cp.async.cg.shared.global [tile], [%rd1], 16; // copy a", "", true, 0},
    {"16; // copy c", "32; // copy c", true, 0},
    {"[tile], [%rd1], 16; // copy c", "[late], [%rd1], 16; // copy c", true, 0},
    {"[tile], [%rd1], 16; // copy b", "[late], [%rd1], 16; // not declared yet", true, 0},
    {"[tile], [%rd1], 16; // copy b", "[table], [%rd1], 16; // of another space", true, 0},
    {"bar.sync 0;\nret;\n}\n.visible .entry b", "bar.sync 1;\n\n\nret;\n}\n.visible .entry b", false,
     0}, /* two of them */
    {"16; // copy b\n", "16; // copy b\n{ .reg .b32 %q; }\n", true, 0},
    {"cp.async.wait_all;\nbar.sync 0;\nret;\n}\n.global", "}}\n.global", false, 0},
    {"// copy a", "} // copy a", false, 0},
    {"// copy a", "{ // copy a", false, 0},
    {"// copy b", "/* copy b", false, 0},
    {"// copy b", "\"", false, 0},
    {"// copy b", "// \xc3\xa9", false, 0},
    {"// copy b", "// ptxcheck: allow(cp-size) why", true, 0},
    {"// copy b", "// ptxcheck: allow(cp-size) why", false, PTXC_CHECK_ALLOW},
    {"// copy b", "// ptxcheck: assume threads=64", false, PTXC_CHECK_FLOW},
    {"// copy b", "\n} .visible .entry d() {", false, 0},
    {"// copy b", "\n.target sm_80\n", false, 0},
    {"// copy b", "\n.reg .b32 1;\n", false, 0}, /* names that are not declared are not reported after it */
    {"// copy b", "\n@@DWARF\n", false, 0},
    {"// copy b", "call f, ();", true, PTXC_CHECK_FLOW | PTXC_CHECK_PEDANTIC},
    {"// copy b", ".extern .shared .b8 big[];", false, PTXC_CHECK_FLOW},
    {".entry b", ".entry d", false, 0},
    {".target sm_90", ".target sm_80", false, 0},
    {".global .align 16 .b8 late", ".global .align 16 .b8 later", false, 0},
    {"{ // a", "{ // the first", false, 0}, /* the '{' itself */
    {" // a\n", " // the first\n", true, 0},
};

static void edits_one_by_one(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct ptxc_options options = {.size = sizeof(options), .flags = cases[i].flags};
        struct ptxc_document *document;
        char text[4000];
        write_module(text, sizeof(text));
        assert_int_equal(ptxc_document_open(text, strlen(text), &options, &document), PTXC_OK);
        assert_checked(document, &options);
        assert_true(document->known);
        replace(document, cases[i].from, cases[i].to);
        assert_checked(document, &options);
        const bool alone = was_alone(document);
        if (alone != cases[i].alone)
            fail_msg("\"%s\" for \"%s\" has %s checked", cases[i].to, cases[i].from, alone ? "a function" : "all");
        if (cases[i].to[0]) {
            replace(document, cases[i].to, cases[i].from);
            assert_checked(document, &options);
        }
        ptxc_document_close(document);
    }
}

/* What one function says of another that is far: a '}' after a statement without its ';' may end the function or not,
 * by what follows on its line, and a string that nothing closes ends with its line. */
static const struct {
    const char *text, *from, *to;
} far[] = {
    {"add.s32 %r1, %r1, 1 } .entry z() { trap }\n.entry w() {\nret;\n}\n", "trap", "trap; cp.async.wait_al;"},
    {".pragma \"nounroll;\ncp.async.wait_al;\n}\n.entry z() {\ntrap;\nret;\n}\n", "trap;", ".pragma \"unroll;"},
};

static void functions_that_are_far(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++) {
        struct ptxc_document *document;
        char text[400];
        snprintf(text, sizeof(text),
                 ".version 8.6\n.target sm_90\n.entry y() {\n.reg .b32 %%r<3>;\ncp.async.wait_al;\n%s", far[i].text);
        assert_int_equal(ptxc_document_open(text, strlen(text), NULL, &document), PTXC_OK);
        assert_checked(document, NULL);
        assert_true(document->incremental.count >= 2);
        replace(document, far[i].from, far[i].to);
        assert_checked(document, NULL);
        assert_false(was_alone(document));
        ptxc_document_close(document);
    }
}

/* Edits of several functions before one check, and one more of a function with findings of its own. */
static void edits_together(void **state) {
    const struct ptxc_options options = {.size = sizeof(options), .limit = 4};
    struct ptxc_document *document;
    char text[4000];
    (void)state;
    write_module(text, sizeof(text));
    assert_int_equal(ptxc_document_open(text, strlen(text), &options, &document), PTXC_OK);
    assert_checked(document, &options);
    replace(document, "16; // copy c", "17; // copy c");
    replace(document, "12; // wrong b", "16; // right b");
    replace(document, "cp.async.wait_all;\nbar", "cp.async.wait_all;\n\n\nbar");
    assert_true(document->known);
    assert_checked(document, &options);
    assert_true(document->known);
    replace(document, "bar.sync", "bar.sync.aligned");
    assert_checked(document, &options);
    replace(document, "12; // wrong c", "13; // wrong c");
    assert_checked(document, &options);
    assert_true(document->known);
    replace(document, "16; // right b", "18; // wrong b");
    replace(document, "16; // copy b", "15; // copy b"); /* now there are more than the limit */
    assert_checked(document, &options);
    assert_false(document->known);
    ptxc_document_close(document);
}

/* A text that begins as nothing becomes a module, byte by byte. */
static void typed(void **state) {
    struct ptxc_document *document;
    char text[4000];
    size_t length;
    (void)state;
    write_module(text, sizeof(text));
    assert_int_equal(ptxc_document_open(NULL, 0, NULL, &document), PTXC_OK);
    assert_checked(document, NULL);
    for (size_t i = 0; text[i]; i++) {
        assert_int_equal(ptxc_document_edit(document, i, 0, text + i, 1), PTXC_OK);
        if (i % 7 == 0)
            assert_checked(document, NULL);
    }
    assert_int_equal(strlen(text), (ptxc_document_text(document, &length), length));
    assert_memory_equal(ptxc_document_text(document, NULL), text, length);
    assert_int_equal(ptxc_document_edit(document, 0, length, NULL, 0), PTXC_OK);
    assert_checked(document, NULL);
    ptxc_document_close(document);
}

/* However many functions are edited, memory does not grow. */
static void memory_is_bounded(void **state) {
    struct counting counting = {.fail_at = -1};
    const struct ptxc_allocator allocator = {counting_resize, &counting};
    const struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
    enum { KERNELS = 600, MOST = 1500 /* pieces of memory */ };
    struct ptxc_document *document;
    struct ptxc_report *report;
    char *text = malloc((size_t)KERNELS * 600), name[40];
    size_t length = (size_t)sprintf(text, "%s", header);
    (void)state;
    for (int i = 0; i < KERNELS; i++) {
        sprintf(name, "k%04d", i);
        length += (size_t)sprintf(text + length, kernel, name, name, name, name);
    }
    assert_int_equal(ptxc_document_open(text, length, &options, &document), PTXC_OK);
    free(text);
    for (int i = 0; i <= KERNELS; i++) {
        assert_int_equal(ptxc_document_check(document, &report), PTXC_OK);
        assert_int_equal(ptxc_report_count(report), KERNELS + i);
        ptxc_report_free(report);
        assert_true(counting.live < MOST);
        sprintf(name, "16; // copy k%04d", i);
        if (i < KERNELS)
            replace(document, name, "17;");
    }
    ptxc_document_close(document);
    assert_int_equal(counting.live, 0);
}

static void arguments(void **state) {
    const struct ptxc_options wrong = {.size = sizeof(wrong), .target = "sm_91"};
    struct ptxc_document *document;
    struct ptxc_report *report;
    size_t length = 1;
    (void)state;
    assert_int_equal(ptxc_document_open("x", 1, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_document_open(NULL, 1, NULL, &document), PTXC_BAD_ARGUMENT);
    assert_null(document);
    assert_int_equal(ptxc_document_open("x", 1, &wrong, &document), PTXC_BAD_ARGUMENT);
    assert_null(document);
    assert_int_equal(ptxc_document_open("x", (size_t)INT32_MAX + 1, NULL, &document), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_document_open("x", 1, NULL, &document), PTXC_OK);
    assert_int_equal(ptxc_document_edit(document, 2, 0, "y", 1), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_document_edit(document, 0, 2, "y", 1), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_document_edit(document, 1, SIZE_MAX, "y", 1), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_document_edit(document, 0, 0, NULL, 1), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_document_edit(document, 0, 0, "y", SIZE_MAX), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_document_edit(document, 0, 0, "y", INT32_MAX), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_document_edit(NULL, 0, 0, NULL, 0), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_document_check(document, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_document_check(NULL, &report), PTXC_BAD_ARGUMENT);
    assert_null(report);
    assert_null(ptxc_document_text(NULL, &length));
    assert_int_equal(length, 0);
    assert_memory_equal(ptxc_document_text(document, &length), "x", 1);
    assert_int_equal(length, 1);
    assert_int_equal(ptxc_document_check(document, &report), PTXC_OK);
    ptxc_document_close(document);
    assert_int_equal(ptxc_report_count(report), 0);
    ptxc_report_free(report); /* it outlives the document */
    ptxc_document_close(NULL);
}

/* Fails unless this is what is known of the operand where a word stands, the nth from 0. */
static void assert_value(const struct ptxc_document *document, const char *word, int n, const char *expected) {
    char value[200];
    size_t length;
    const char *text = ptxc_document_text(document, &length), *at = strstr(text, word);
    for (; n > 0; n--)
        at = strstr(at + 1, word);
    assert_int_equal(ptxc_document_value(document, (size_t)(at - text), value, sizeof(value)), strlen(expected));
    assert_string_equal(value, expected);
    assert_int_equal(ptxc_document_value(document, (size_t)(at - text), NULL, 0), strlen(expected));
}

/* What is known of values, before the first check, after it, and after an edit of the function. */
static void values(void **state) {
    static const char text[] = ".version 8.6\n.target sm_90\n.address_size 64\n.shared .align 32 .b8 far[64];\n"
                               ".entry a(.param .u64 p) {\nret;\n}\n"
                               ".entry b(.param .u64 p, .param .u32 n)\n{\n.reg .b64 %rd<4>;\n.reg .b32 %r<8>;\n"
                               "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, far;\n"
                               "mad.lo.s32 %r3, %r1, 16, %r2;\nld.param.u32 %r4, [n];\nshr.u32 %r4, %r4, 2;\n"
                               "mad.lo.s32 %r4, %r4, -8, 4;\nld.global.u32 %r5, [%rd1];\nadd.s32 %r6, %r5, 12;\n"
                               "sin.approx.f32 %r7, %r5;\n"
                               "cp.async.cg.shared.global [%r3+32], [%rd1], 16;\nst.global.u32 [%rd1], %r6;\nret;\n}\n";
    struct ptxc_document *document;
    struct ptxc_report *report;
    assert_int_equal(ptxc_document_open(text, sizeof(text), NULL, &document), PTXC_OK);
    for (int turn = 0; turn < 3; turn++) {
        assert_value(document, "%r3+32", 0,
                     turn < 2 ? "far + 16 * %tid.x + 32, a multiple of 16"
                              : "far + 64 * %tid.x + 32, a multiple of 32");
        assert_value(document, "%rd1], 16", 0, "[p]");
        assert_value(document, ", 16;\n", 0, "");
        assert_value(document, "16;\nst", 0, "16");
        assert_value(document, "%r2;\nld", 0, "far, a multiple of 32");
        assert_value(document, "%r4, -8", 0, "([n] >> 2)");
        assert_value(document, "%r4, %r4, -8", 0, "-8 * ([n] >> 2) + 4, a multiple of 4");
        assert_value(document, "%r5, 12", 0, "");
        assert_value(document, "%r6;\nret", 0, "%r5 + 12");
        assert_value(document, "%r7", 0, "");
        assert_value(document, "version", 0, "");
        assert_value(document, "ret", 0, "");
        if (turn == 1)
            replace(document, "%r1, 16", "%r1, 64");
        assert_int_equal(ptxc_document_check(document, &report), PTXC_OK);
        ptxc_report_free(report);
    }
    assert_int_equal(ptxc_document_value(document, sizeof(text) + 1, NULL, 0), 0);
    assert_int_equal(ptxc_document_value(NULL, 0, NULL, 0), 0);
    ptxc_document_close(document);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_one_by_one),  cmocka_unit_test(functions_that_are_far),
        cmocka_unit_test(edits_together),    cmocka_unit_test(typed),
        cmocka_unit_test(memory_is_bounded), cmocka_unit_test(values),
        cmocka_unit_test(arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

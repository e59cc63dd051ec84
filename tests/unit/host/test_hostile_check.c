/* Damaged host sources through the whole check, not the extractor alone: the samples of tests/corpus/sources cut,
 * changed and spliced, and noise. Whatever comes in, every finding stands inside the file and its words are readable;
 * a run that counts no asm statements finds the same, and one that is short of memory says so.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "counting.h"
#include "module.h"
#include "ptxcheck/ptxcheck.h"
#include "same.h"

enum { MOST = 100, LONGEST = 8192 };

static const char *const paths[] = {"x.cu", "x.py", "x.jl", "x.rs", "x.ll"};

static char *samples[MOST];
static size_t lengths[MOST], count;

static uint32_t random_state = 1;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % limit;
}

static void assert_readable(const char *text) {
    assert_non_null(text);
    for (; *text; text++)
        assert_true((unsigned char)*text >= 0x20 && *text != 0x7f);
}

static void assert_inside(struct ptxc_span span, size_t length) {
    assert_true(span.offset <= length && span.length <= length - span.offset);
}

/* Fails unless the findings stand inside the file, in its order, and their words are readable. */
static void assert_sound(const struct ptxc_report *report, size_t length) {
    uint32_t last = 0;
    assert_true(ptxc_report_statements(report) <= length);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        assert_inside(diagnostic->span, length);
        assert_inside(diagnostic->cause, length);
        assert_true(diagnostic->span.offset >= last);
        last = diagnostic->span.offset;
        assert_true(diagnostic->severity >= PTXC_SEVERITY_NOTE && diagnostic->severity <= PTXC_SEVERITY_ERROR);
        assert_readable(diagnostic->message);
        for (size_t k = 0; k < diagnostic->note_count; k++)
            assert_readable(diagnostic->notes[k].text);
    }
}

/* Checks the bytes, which end exactly where the allocation does, as each language, with and without a target. */
static void check_all(const char *bytes, size_t length) {
    char *exact = malloc(length ? length : 1);
    memcpy(exact, bytes, length);
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        struct ptxc_options options = {.size = sizeof(options), .target = i % 2 ? "sm_90a" : NULL};
        struct ptxc_report *report = NULL;
        assert_int_equal(ptxc_check_host(paths[i], exact, length, &options, &report), PTXC_OK);
        assert_sound(report, length);
        assert_uncounted_same(paths[i], exact, length, &options, report);
        ptxc_report_free(report);
    }
    for (int sign = 0; sign < 2; sign++) {
        struct ptxc_report *report = NULL;
        const char *constraints = sign ? "=r,l,0,~{memory}" : NULL;
        assert_int_equal(ptxc_check_inline_asm(exact, length, sign ? '$' : '%', constraints, NULL, &report), PTXC_OK);
        assert_sound(report, length);
        ptxc_report_free(report);
    }
    free(exact);
}

static int is_sample(const struct dirent *entry) {
    return ptxc_host_known(entry->d_name);
}

/* The samples in the order of their names, so that every run asks the same. */
static int read_samples(void **state) {
    (void)state;
    struct dirent **entries;
    int found = scandir(TESTS_DIRECTORY "/corpus/sources", &entries, is_sample, alphasort);
    if (found < 0)
        return -1;
    for (int i = 0; i < found; i++) {
        if (count < MOST) {
            char path[1024];
            snprintf(path, sizeof(path), "%s/%s", TESTS_DIRECTORY "/corpus/sources", entries[i]->d_name);
            samples[count] = file_text(path);
            lengths[count] = strlen(samples[count]);
            count++;
        }
        free(entries[i]);
    }
    free(entries);
    return count > 10 ? 0 : -1;
}

static int free_samples(void **state) {
    (void)state;
    while (count > 0)
        free(samples[--count]);
    return 0;
}

/* A sample that is cut, so that a literal, a bracket or an #if never ends, does no harm. */
static void cut_samples(void **state) {
    (void)state;
    for (size_t i = 0; i < count; i++)
        for (size_t length = i % 5; length < lengths[i]; length += 5)
            check_all(samples[i], length);
}

/* Samples of which some bytes are changed do no harm. */
static void changed_samples(void **state) {
    static const char signs[] = "\"'\\\n(){}[]:;,#%$@.*/\x01\x02\xff";
    static char text[LONGEST];
    (void)state;
    for (int round = 0; round < 3000; round++) {
        size_t sample = random_below((uint32_t)count), length = lengths[sample];
        if (length > sizeof(text))
            length = sizeof(text);
        memcpy(text, samples[sample], length);
        for (uint32_t changes = 1 + random_below(6); changes > 0; changes--)
            text[random_below((uint32_t)length)] = signs[random_below(sizeof(signs))];
        check_all(text, length);
    }
}

/* Pieces of different languages, one after another, do no harm. */
static void spliced_samples(void **state) {
    static char text[LONGEST];
    (void)state;
    for (int round = 0; round < 2000; round++) {
        size_t length = 0;
        for (uint32_t pieces = 2 + random_below(12); pieces > 0; pieces--) {
            size_t sample = random_below((uint32_t)count);
            uint32_t start = random_below((uint32_t)lengths[sample]), size = random_below(120);
            if (size > lengths[sample] - start)
                size = (uint32_t)lengths[sample] - start;
            memcpy(text + length, samples[sample] + start, size);
            length += size;
        }
        check_all(text, length);
    }
}

/* Random bytes, with the beginning of a statement among them, do no harm. */
static void noise(void **state) {
    char text[600];
    (void)state;
    for (int round = 0; round < 2000; round++) {
        size_t length = 20 + random_below(sizeof(text) - 20);
        for (size_t i = 0; i < length; i++)
            text[i] = (char)random_below(round % 2 ? 256 : 128);
        memcpy(text + random_below((uint32_t)length - 15), "asm(\"cp.async.c", 15);
        check_all(text, length);
    }
}

/* Each constraint gives the number of an operand whose own constraint gives one. */
static void constraints_without_end(void **state) {
    static const char *const constraints[] = {"0,0,0", "1,0,1", "=1,=0,=1", "=r,2,1", "9,=&9,0", "=0"};
    static const char text[] = "cp.async.ca.shared.global [%0], [%1], 4, %2;";
    (void)state;
    for (size_t i = 0; i < sizeof(constraints) / sizeof(constraints[0]); i++) {
        struct ptxc_report *report = NULL;
        assert_int_equal(ptxc_check_inline_asm(text, strlen(text), '%', constraints[i], NULL, &report), PTXC_OK);
        assert_sound(report, strlen(text));
        ptxc_report_free(report);
    }
}

/* ---- memory ---- */

/* Whichever request fails, the check of a sample says PTXC_OUT_OF_MEMORY and gives all memory back. */
static void out_of_memory_is_said(void **state) {
    (void)state;
    for (size_t i = 0; i < count; i++)
        for (long n = 0;; n++) {
            struct counting counting = {0, n, 0};
            struct ptxc_allocator allocator = {counting_resize, &counting};
            struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
            struct ptxc_report *report = NULL;
            enum ptxc_status status = ptxc_check_host(paths[i % 5], samples[i], lengths[i], &options, &report);
            ptxc_report_free(report);
            if (counting.requests <= n) {
                assert_int_equal(status, PTXC_OK);
                break;
            }
            assert_int_equal(status, PTXC_OUT_OF_MEMORY);
            assert_null(report);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_samples),
        cmocka_unit_test(changed_samples),
        cmocka_unit_test(spliced_samples),
        cmocka_unit_test(noise),
        cmocka_unit_test(constraints_without_end),
        cmocka_unit_test(out_of_memory_is_said),
    };
    return cmocka_run_group_tests(tests, read_samples, free_samples);
}

/* The public API: a walk that checks each instruction in its place finds what a check of the module finds. The
 * arguments are directories, whose modules are walked.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>

static struct ptxc_module *open_module(const char *text) {
    struct ptxc_module *module;
    assert_int_equal(ptxc_module_open(text, strlen(text), NULL, &module), PTXC_OK);
    return module;
}

/* A module with a mistake of each stage: of the reader, of the matcher, of values, and of the header. */
static const char mistakes[] = ".version 9.0\n"
                               ".target sm_90\n"
                               ".visible .entry first(.param .u64 p)\n"
                               "{\n"
                               "    .reg .b64 %rd<3>;\n"
                               "    .reg .b32 %r<3>;\n"
                               "    .shared .align 16 .b8 tile[64];\n"
                               "    cp.async.cg.shared.global.L2::128 [tile], [%rd1], 16;\n"
                               "    cp.async.cg.cg.shared.global [tile], [%rd1], 16;\n"
                               "    cp.async.commit.group;\n"
                               "    cp.async.ca.shared.global [tile], [%rd1], 12;\n"
                               "    cp.async.ca.shared.global [tile+2], [%rd1], 4;\n"
                               "    cp.async.ca.shared.global [nowhere], [%rd1], 4;\n"
                               "    cp.async.cg.shared.global [%rd1], tile, 16;\n"
                               "    @%r1 cp.async.wait_all;\n"
                               "    cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [tile], 16, 1;\n"
                               "    cp.async.wait_group\n"
                               "}\n";

/* The findings of several reports as lines of text, to be compared without their order. */
struct findings {
    struct ptxc_report *reports[4000];
    char *lines[8000];
    size_t report_count, count;
};

static struct findings all, walked;

/* Takes a report over, and makes a line of each of its findings. */
static void take(struct findings *findings, struct ptxc_report *report) {
    assert_true(findings->report_count < sizeof(findings->reports) / sizeof(findings->reports[0]));
    findings->reports[findings->report_count++] = report;
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *each = ptxc_report_get(report, i);
        const size_t size = 200 + strlen(each->message);
        char *line = malloc(size);
        assert_non_null(line);
        assert_true(findings->count < sizeof(findings->lines) / sizeof(findings->lines[0]));
        snprintf(line, size, "%08u+%u %s %d %zu notes, %zu fixes: %s", each->span.offset, each->span.length, each->rule,
                 (int)each->severity, each->note_count, each->fix_count, each->message);
        findings->lines[findings->count++] = line;
    }
}

static void let_go(struct findings *findings) {
    for (size_t i = 0; i < findings->count; i++)
        free(findings->lines[i]);
    for (size_t i = 0; i < findings->report_count; i++)
        ptxc_report_free(findings->reports[i]);
    findings->count = findings->report_count = 0;
}

static int compare(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void assert_same(struct findings *a, struct findings *b) {
    qsort(a->lines, a->count, sizeof(a->lines[0]), compare);
    qsort(b->lines, b->count, sizeof(b->lines[0]), compare);
    for (size_t i = 0; i < a->count && i < b->count; i++)
        assert_string_equal(a->lines[i], b->lines[i]);
    assert_int_equal(a->count, b->count);
}

/* Finds what there is on a walk, which gives how many instructions there are. */
static size_t walk(const char *text, size_t length, const struct ptxc_options *options) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    size_t count = 0;
    assert_int_equal(ptxc_module_open(text, length, options, &module), PTXC_OK);
    for (; ptxc_module_next(module, &instruction); count++) {
        assert_int_equal(ptxc_instruction_check(&instruction, options, module, &report), PTXC_OK);
        assert_null(ptxc_report_text(report));
        take(&walked, report);
    }
    assert_int_equal(ptxc_module_close(module, &report), PTXC_OK);
    take(&walked, report);
    return count;
}

/* Finds the same in both ways; gives how many findings there are. */
static size_t find_twice(const char *text, size_t length, const struct ptxc_options *options) {
    struct ptxc_report *report;
    assert_int_equal(ptxc_check(text, length, options, &report), PTXC_OK);
    take(&all, report);
    assert_true(walk(text, length, options) <= ptxc_report_instructions(report)); /* some cannot be read */
    assert_same(&all, &walked);
    const size_t count = all.count;
    let_go(&all);
    let_go(&walked);
    return count;
}

/* A walk that checks each instruction finds what ptxc_check finds, at the same places in the source. */
static void walk_finds_what_check_finds(void **state) {
    (void)state;
    assert_int_equal(find_twice(mistakes, strlen(mistakes), NULL), 10);
}

/* Reads a file of the directory into memory; gives its length. */
static size_t load(const char *directory, const char *name, char **text) {
    enum { LARGEST = 1 << 20 };
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", directory, name);
    FILE *file = fopen(path, "rb");
    *text = malloc(LARGEST);
    assert_non_null(file);
    assert_non_null(*text);
    const size_t length = fread(*text, 1, LARGEST, file);
    assert_true(length < LARGEST);
    fclose(file);
    return length;
}

static char **directories;

/* The same for every module of the directories, as declared, and for targets and a version of the caller. */
static void real_modules_too(void **state) {
    static const char *const portable[] = {"sm_80", "sm_100a"};
    const struct ptxc_options given = {
        .size = sizeof(given), .target = "sm_90", .ptx = 800, .portable = portable, .portable_count = 2};
    size_t files = 0, findings = 0;
    (void)state;
    for (char **each = directories; *each; each++) {
        DIR *directory = opendir(*each);
        assert_non_null(directory);
        for (const struct dirent *entry; (entry = readdir(directory));) {
            char *text;
            if (strlen(entry->d_name) < 4 || strcmp(entry->d_name + strlen(entry->d_name) - 4, ".ptx") != 0)
                continue;
            const size_t length = load(*each, entry->d_name, &text);
            findings += find_twice(text, length, NULL) + find_twice(text, length, &given);
            free(text);
            files++;
        }
        closedir(directory);
    }
    assert_true(files == 0 || (files > 80 && findings > 300));
}

/* What the walk says of a name is not said again of an instruction that a pass has changed: each name once. */
static void names_of_changed_instructions_once(void **state) {
    static const char text[] = ".version 9.0\n.target sm_90\n.entry e() {\n.reg .b64 %rd<3>;\n.reg .b32 %r<3>;\n"
                               "@%p cp.async.ca.shared.global [nowhere], [elsewhere], 4;\n"
                               "@%r1 cp.async.ca.shared.global [%rd1.x], [%rd1], 4;\n"
                               "cp.async.ca.shared.global [nowhere], [%rd1[4]], 4;\n}\n";
    struct ptxc_module *module = open_module(text);
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    (void)state;
    while (ptxc_module_next(module, &instruction)) {
        assert_int_equal(ptxc_instruction_set(&instruction, PTXC_SLOT_PREFETCH_SIZE, PTXC_Q_L2_64B), PTXC_OK);
        assert_int_equal(ptxc_instruction_check(&instruction, NULL, module, &report), PTXC_OK);
        assert_non_null(ptxc_report_text(report));
        assert_int_equal(ptxc_report_count(report), 0);
        ptxc_report_free(report);
        instruction.values[0] = ptxc_unknown("new"); /* this one the walk has not seen */
        assert_int_equal(ptxc_instruction_check(&instruction, NULL, module, &report), PTXC_OK);
        assert_int_equal(ptxc_report_count(report), 1);
        assert_string_equal(ptxc_report_get(report, 0)->message, "'new' is not declared");
        ptxc_report_free(report);
    }
    assert_int_equal(ptxc_module_close(module, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 7);
    ptxc_report_free(report);
}

/* The place counts only for the instruction as the walk gave it: a changed one has a text of its own. */
static void changed_instruction_has_a_text(void **state) {
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    struct ptxc_module *module = open_module(mistakes);
    (void)state;
    assert_true(ptxc_module_next(module, &instruction));
    for (int i = 0; i < 3; i++)
        assert_true(ptxc_module_next(module, &instruction));
    assert_int_equal(ptxc_instruction_set(&instruction, PTXC_SLOT_CACHE, PTXC_Q_CG), PTXC_OK);
    assert_int_equal(ptxc_instruction_check(&instruction, NULL, module, &report), PTXC_OK);
    assert_string_equal(ptxc_report_text(report), "cp.async.cg.shared.global [tile], [%rd1], 12;");
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "cp-size-cg");
    assert_int_equal(ptxc_report_get(report, 0)->span.offset, 42);
    ptxc_report_free(report);
    ptxc_module_close(module, NULL);
}

/* Whether something is wrong with an instruction as it is written, a walk says as the parser does. */
static void a_walk_and_the_parser_say_the_same_of_damage(void **state) {
    static const char *const texts[] = {"cp.async.cg.shared.global [%r1], [%rd1], 16;",
                                        "cp.async.cg.shared.global.L2::128 [%r1], [%rd1], 16;",
                                        "cp.async.bulk.wait_group.raed 1;",
                                        "cp.async.ca.ca.shared.global [%r1], [%rd1], 4;",
                                        "cp.async.wait_group 1/0;",
                                        "cp.async.ca.shared.global [%r1], [%rd1], 5;",
                                        "mbarrier.init.frob.b64 [%rd1], 1;"};
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct ptxc_instruction parsed, found;
        struct ptxc_module *module;
        struct ptxc_report *report;
        char host[200];
        assert_int_equal(ptxc_instruction_parse(texts[i], strlen(texts[i]), &parsed, NULL), PTXC_OK);
        assert_int_equal(ptxc_module_open(texts[i], strlen(texts[i]), NULL, &module), PTXC_OK);
        assert_true(ptxc_module_next(module, &found));
        assert_int_equal(found.damaged, parsed.damaged);
        assert_int_equal(ptxc_instruction_check(&found, NULL, module, &report), PTXC_OK); /* in its place */
        ptxc_report_free(report);
        ptxc_module_close(module, NULL);
        snprintf(host, sizeof(host), "void f() { asm volatile(\"%s\"); }", texts[i]);
        assert_int_equal(ptxc_module_open_host("f.cu", host, strlen(host), NULL, &module), PTXC_OK);
        assert_true(ptxc_module_next(module, &found));
        assert_int_equal(found.damaged, parsed.damaged);
        ptxc_module_close(module, NULL);
    }
}

/* A guard that cannot be read is lost to a walk, and the instruction is damaged; the parser reads nothing. */
static void a_walk_says_that_a_guard_is_lost(void **state) {
    static const char *const texts[] = {"@ cp.async.commit_group;", "@5 cp.async.commit_group;",
                                        "@!!%p1 cp.async.commit_group;"};
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct ptxc_instruction instruction;
        struct ptxc_module *module;
        char source[100];
        assert_int_equal(ptxc_instruction_parse(texts[i], strlen(texts[i]), &instruction, NULL), PTXC_UNREADABLE);
        snprintf(source, sizeof(source), "%s cp.async.wait_all;", texts[i]);
        assert_int_equal(ptxc_module_open(source, strlen(source), NULL, &module), PTXC_OK);
        assert_true(ptxc_module_next(module, &instruction));
        assert_int_equal(instruction.damaged, 1);
        assert_true(ptxc_module_next(module, &instruction));
        assert_int_equal(instruction.damaged, 0);
        ptxc_module_close(module, NULL);
    }
}

/* Kernels with instructions of the family are counted, and those of which no execution comes to the end. */
static void kernels_are_counted(void **state) {
    static const char source[] = ".version 9.0\n"
                                 ".target sm_90\n"
                                 ".extern .func other();\n"
                                 ".visible .entry first()\n{\ncp.async.wait_all;\nret;\n}\n"
                                 ".visible .entry second()\n{\ncp.async.wait_all;\ncall other;\nret;\n}\n"
                                 ".visible .entry wrong()\n{\ncp.async.wait_group;\nret;\n}\n"
                                 ".visible .entry third()\n{\nret;\n}\n";
    struct ptxc_options options = {.size = sizeof(options), .flags = PTXC_CHECK_FLOW};
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_check(source, strlen(source), &options, &report), PTXC_OK);
    assert_int_equal(ptxc_report_kernels(report), 2);
    assert_int_equal(ptxc_report_unfinished(report), 1);
    ptxc_report_free(report);
    assert_int_equal(ptxc_check(source, strlen(source), NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_kernels(report), 0);
    assert_int_equal(ptxc_report_unfinished(report), 0);
    ptxc_report_free(report);
    assert_int_equal(ptxc_report_kernels(NULL), 0);
    assert_int_equal(ptxc_report_unfinished(NULL), 0);
}

int main(int argc, char **argv) {
    directories = argv + (argc > 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_are_counted),
                                       cmocka_unit_test(a_walk_and_the_parser_say_the_same_of_damage),
                                       cmocka_unit_test(a_walk_says_that_a_guard_is_lost),
                                       cmocka_unit_test(walk_finds_what_check_finds),
                                       cmocka_unit_test(real_modules_too),
                                       cmocka_unit_test(names_of_changed_instructions_once),
                                       cmocka_unit_test(changed_instruction_has_a_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

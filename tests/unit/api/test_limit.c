/* The public API: a report with a limit has the first findings and the number of all, in memory that does not grow with
 * that number. The arguments are directories; of their modules and sources, and of each many times over, the first
 * findings are the same with every limit.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>

/* Memory that the library holds, in bytes, and the most that it held. */
struct held {
    size_t now, most;
};

static void *holding(void *user, void *pointer, size_t old_size, size_t new_size) {
    struct held *held = user;
    void *resized = NULL;
    if (new_size == 0)
        free(pointer);
    else if (!(resized = realloc(pointer, new_size)))
        return NULL;
    held->now += new_size - old_size;
    held->most = held->now > held->most ? held->now : held->most;
    return resized;
}

/* Checks a text as what its path says. */
static struct ptxc_report *check(const char *path, const char *text, size_t length,
                                 const struct ptxc_options *options) {
    struct ptxc_report *report;
    const enum ptxc_status status = ptxc_host_known(path) ? ptxc_check_host(path, text, length, options, &report)
                                                          : ptxc_check(text, length, options, &report);
    assert_int_equal(status, PTXC_OK);
    return report;
}

static void assert_same(const struct ptxc_diagnostic *a, const struct ptxc_diagnostic *b) {
    assert_string_equal(a->rule, b->rule);
    assert_string_equal(a->message, b->message);
    assert_string_equal(a->section, b->section);
    assert_int_equal(a->severity, b->severity);
    assert_memory_equal(&a->span, &b->span, sizeof(a->span));
    assert_memory_equal(&a->cause, &b->cause, sizeof(a->cause));
    assert_int_equal(a->note_count, b->note_count);
    assert_int_equal(a->fix_count, b->fix_count);
    for (size_t i = 0; i < a->note_count; i++) {
        assert_string_equal(a->notes[i].text, b->notes[i].text);
        assert_memory_equal(&a->notes[i].span, &b->notes[i].span, sizeof(a->notes[i].span));
    }
    for (size_t i = 0; i < a->fix_count; i++) {
        assert_string_equal(a->fixes[i].text, b->fixes[i].text);
        assert_memory_equal(&a->fixes[i].span, &b->fixes[i].span, sizeof(a->fixes[i].span));
    }
}

/* With each limit the report has the first findings of the whole one, and the same totals. Gives how many there are. */
static size_t limits_agree(const char *path, const char *text, size_t length, struct ptxc_options options) {
    static const size_t limits[] = {1, 5, 60, SIZE_MAX};
    struct ptxc_report *whole = check(path, text, length, &options);
    const size_t all = ptxc_report_count(whole);
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        options.limit = limits[i];
        struct ptxc_report *report = check(path, text, length, &options);
        assert_int_equal(ptxc_report_count(report), all < limits[i] ? all : limits[i]);
        for (size_t k = 0; k < ptxc_report_count(report); k++)
            assert_same(ptxc_report_get(report, k), ptxc_report_get(whole, k));
        size_t total = 0;
        for (int severity = PTXC_SEVERITY_OFF; severity <= PTXC_SEVERITY_ERROR; severity++) {
            total += ptxc_report_total(report, (enum ptxc_severity)severity);
            assert_int_equal(ptxc_report_total(report, (enum ptxc_severity)severity),
                             ptxc_report_total(whole, (enum ptxc_severity)severity));
        }
        assert_int_equal(total, all);
        assert_int_equal(ptxc_report_instructions(report), ptxc_report_instructions(whole));
        ptxc_report_free(report);
    }
    ptxc_report_free(whole);
    return all;
}

/* Gives how many of the findings that were kept are equal to one; 0 for what is no note. */
static size_t count_equal(const struct ptxc_diagnostic *const *kept, size_t count, const struct ptxc_diagnostic *one,
                          size_t *first) {
    size_t equal = 0;
    for (size_t i = count; one->severity == PTXC_SEVERITY_NOTE && i-- > 0;)
        if (kept[i]->severity == PTXC_SEVERITY_NOTE && strcmp(kept[i]->rule, one->rule) == 0 &&
            strcmp(kept[i]->message, one->message) == 0) {
            equal++;
            *first = i;
        }
    return equal;
}

/* With a limit and folded notes the report has what is left of the whole one where at most three equal notes are kept,
 * and the first of them counts the others. */
static void folds_agree(const char *path, const char *text, size_t length, struct ptxc_options options) {
    static const size_t limits[] = {1, 5, 60, SIZE_MAX};
    struct ptxc_report *whole = check(path, text, length, &options);
    const size_t all = ptxc_report_count(whole);
    const struct ptxc_diagnostic **kept = calloc(all + 1, sizeof(*kept));
    size_t *more = calloc(all + 1, sizeof(*more));
    assert_true(kept && more);
    options.flags |= PTXC_CHECK_FOLD;
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        size_t count = 0, total = 0;
        for (size_t k = 0; k < all; k++) {
            size_t first = 0;
            const struct ptxc_diagnostic *one = ptxc_report_get(whole, k);
            const size_t equal = count_equal(kept, count, one, &first);
            if (equal < 3 && count < limits[i]) {
                more[count] = 0;
                kept[count++] = one;
            } else if (equal > 0) {
                more[first]++;
            }
        }
        options.limit = limits[i];
        struct ptxc_report *report = check(path, text, length, &options);
        assert_int_equal(ptxc_report_count(report), count);
        for (size_t k = 0; k < count; k++) {
            assert_same(ptxc_report_get(report, k), kept[k]);
            assert_int_equal(ptxc_report_get(report, k)->more, more[k]);
        }
        for (int severity = PTXC_SEVERITY_OFF; severity <= PTXC_SEVERITY_ERROR; severity++)
            total += ptxc_report_total(report, (enum ptxc_severity)severity);
        assert_int_equal(total, all);
        ptxc_report_free(report);
    }
    ptxc_report_free(whole);
    free(kept);
    free(more);
}

static const char *const portable[] = {"sm_80", "sm_100a"};

/* The text so many times over, one after another. */
static char *repeat(const char *text, size_t length, size_t times) {
    char *all = malloc(length * times + 1);
    assert_non_null(all);
    for (size_t i = 0; i < times; i++)
        memcpy(all + i * length, text, length);
    all[length * times] = 0;
    return all;
}

/* Text before a part that is repeated, the part, and text after it. */
static char *text_of(const char *before, const char *part, size_t times, const char *after) {
    const size_t size = strlen(before) + strlen(part) * times + strlen(after) + 1;
    char *parts = repeat(part, strlen(part), times), *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%s%s%s", before, parts, after);
    free(parts);
    return text;
}

/* ---- memory ---- */

/* Gives the most memory that the check holds, in bytes. */
static size_t most_held(const char *path, const char *text, size_t limit, bool other_targets) {
    struct held held = {0, 0};
    const struct ptxc_allocator allocator = {holding, &held};
    const struct ptxc_options options = {.size = sizeof(options),
                                         .limit = limit,
                                         .allocator = &allocator,
                                         .flags = PTXC_CHECK_FOLD,
                                         .portable = portable,
                                         .portable_count = other_targets ? 2 : 0};
    ptxc_report_free(check(path, text, strlen(text), &options));
    assert_int_equal(held.now, 0);
    return held.most;
}

enum { FEW = 500, MANY = 6000, LIMIT = 100, ROOM = 512 * 1024 };

static const char header[] =
    ".version 9.0\n.target sm_90\n.entry e() {\n.reg .b64 %rd<3>;\n.shared .align 16 .b8 tile[64];\n";

/* Of a module the memory does not grow at all with the number of findings, whatever they are. */
static void modules_are_bounded(void **state) {
    static const char *const parts[] = {
        "cp.async.ca.shared.global [tile], [%rd1], 5;\n",                                  /* a value */
        "cp.async.ca.shared.global.L2 [tile], [%rd1], 4;\n",                               /* a qualifier */
        "cp.async.ca.shared.global [nowhere], [%rd1], 4;\n",                               /* the reader's own */
        "cp.async.ca.shared.global [tile], [%rd1],;\n",                                    /* it cannot be read */
        "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {1, 2}];\n.reg .b32 $;\n", /* names are lost */
        "cp.asinc.ca.shared.global [tile], [%rd1], 4;\n",                                  /* no instruction */
        "cp.async.bulk.prefetch.L2.global [%rd1], 0;\n",                                   /* a note */
    };
    (void)state;
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        for (int other_targets = 0; other_targets < 2; other_targets++) {
            char *few = text_of(header, parts[i], FEW, "}\n"), *many = text_of(header, parts[i], MANY, "}\n");
            const size_t least = most_held("few.ptx", few, LIMIT, other_targets);
            assert_in_range(most_held("many.ptx", many, LIMIT, other_targets), 0, least + ROOM / 4);
            assert_in_range(least, 0, 2 * ROOM);
            assert_true(most_held("many.ptx", many, 0, other_targets) > 2 * ROOM);
            free(few);
            free(many);
        }
}

/* Instructions that are right, or that another target lacks, take none either. */
static void other_modules_are_bounded(void **state) {
    char *right = text_of(header, "cp.async.ca.shared.global [tile], [%rd1], 4;\n", MANY, "}\n");
    char *barred = text_of(header, "cp.async.bulk.commit_group;\n", MANY, "}\n");
    (void)state;
    assert_in_range(most_held("right.ptx", right, 0, true), 0, ROOM);
    assert_in_range(most_held("barred.ptx", barred, LIMIT, true), 0, 2 * ROOM);
    free(right);
    free(barred);
}

/* A source of another language takes what its statements take, and the findings no more than a limit of them does. */
static void sources_are_bounded(void **state) {
    static const char right[] = "asm volatile(\"cp.async.wait_group 1;\" ::: \"memory\");\n";
    static const char wrong[] = "asm volatile(\"cp.async.wait_group -;\" ::: \"memory\");\n";
    static const char foreign[] = "asm volatile(\"frob - 1; } cp  .a; \" ::: \"memory\");\n";
    char *plain = text_of("void f() {\n", right, MANY, "}\n"), *all = text_of("void f() {\n", wrong, MANY, "}\n");
    char *others = text_of("void f() {\n", foreign, MANY, "}\n");
    (void)state;
    for (int other_targets = 0; other_targets < 2; other_targets++) {
        const size_t least = most_held("plain.cu", plain, 0, other_targets);
        assert_in_range(most_held("all.cu", all, LIMIT, other_targets), 0, least + ROOM);
        assert_in_range(most_held("others.cu", others, LIMIT, other_targets), 0, least + ROOM);
        assert_true(most_held("all.cu", all, 0, other_targets) > least + 2 * ROOM);
    }
    free(plain);
    free(all);
    free(others);
}

/* ---- the first findings ---- */

/* Pieces of C++ whose findings are equal, stand in branches, in macros, at operands, out of order, or turn out to be of
 * no interest. */
static const char *const pieces[] = {
    "asm volatile(\"cp.async.ca.shared.global [%0], [%1], 5;\\n\" :: \"r\"(s), \"l\"(g) : \"memory\");\n",
    "asm volatile(\"cp.async.ca.shared.global [%0], [%1], 5;\\ncp.async.ca.shared.global [%0], [%1], 4;\\n"
    "cp.async.ca.shared.global [%0], [%1], 4;\\n\" :: \"l\"(s), \"l\"(g));\n",
    "asm volatile(\"mov.u32 %0, %%tid.y; frob - }\" : \"=r\"(a));\n",
    "asm(\"cp.async.wait_group 1;\\n\"\n#ifdef A\n\"cp.async.wait_group -1;\\n\"\n#else\n\"cp.async.wait_all 3;\\n\"\n"
    "#endif\n\"cp.async.wait_group -2;\\ncp.async.commit_grup;\\n\");\n",
    "#define WAIT(n) asm volatile(\"cp.async.wait_group \" #n \"; cp.async.wait_group \" #n \";\" ::: \"memory\")\n",
    "asm volatile(COPY COPY :: \"r\"(s), \"l\"(g), \"r\"(a), \"r\"(b) : \"memory\");\n",
    "const char *text = \"cp.async.bulk.commit.group;\\ncp.async.wait_group;\";\n",
    "asm volatile(\"cp.async.wait_all;\" :: \"r\"(1), \"r\"(2) \"memory\");\n",
};

/* A source of so many pieces, in an order that looks random and is the same each time. */
static char *source_of(size_t count, uint32_t seed) {
    static const char start[] = "#define COPY \"cp.async.ca.shared.global [%0], [%1], 7;\\n\"\nvoid f() {\n";
    size_t length = strlen(start);
    char *text = malloc(length + count * 400 + 1);
    assert_non_null(text);
    memcpy(text, start, length + 1);
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        const char *piece = pieces[(seed >> 16) % (sizeof(pieces) / sizeof(pieces[0]))];
        memcpy(text + length, piece, strlen(piece) + 1);
        length += strlen(piece);
    }
    return text;
}

enum { MOST_RULES = 256 };

/* Gives options by which every finding is a note. */
static struct ptxc_options notes_only(struct ptxc_override *overrides) {
    struct ptxc_options options = {.size = sizeof(options), .overrides = overrides};
    for (size_t i = 0; i < ptxc_rule_count() && i < MOST_RULES; i++) {
        struct ptxc_rule rule = {.size = sizeof(rule)};
        assert_int_equal(ptxc_rule_get(i, &rule), 1);
        overrides[options.override_count++] = (struct ptxc_override){rule.id, PTXC_SEVERITY_NOTE};
    }
    return options;
}

static void limits_agree_on_sources(void **state) {
    struct ptxc_override overrides[MOST_RULES];
    size_t findings = 0;
    (void)state;
    for (uint32_t seed = 1; seed <= 8; seed++) {
        const struct ptxc_options options = {.size = sizeof(options)};
        char *text = source_of(seed * 60, seed);
        findings += limits_agree("x.cu", text, strlen(text), options);
        folds_agree("x.cu", text, strlen(text), notes_only(overrides));
        free(text);
    }
    assert_true(findings > 1500);
}

/* One statement with many findings, in two branches that share most of them. */
static void limits_agree_on_one_statement(void **state) {
    const struct ptxc_options options = {.size = sizeof(options)};
    char *wrong =
        text_of("asm volatile(\n#ifdef A\n\"cp.async.wait_all 1;\\n\"\n#else\n\"cp.async.wait_all 2;\\n\"\n#endif\n",
                "\"cp.async.ca.shared.global [%0], [%0], 5;\\n\"\n", 1000, ":: \"l\"(s) : \"memory\");\n");
    char *foreign = text_of("asm volatile(\n", "\"frob } -;\\n\"\n", 1000, ":: \"l\"(s) : \"memory\");\n");
    char *twice = malloc(2 * strlen(wrong) + strlen(foreign) + 1);
    (void)state;
    assert_non_null(twice);
    sprintf(twice, "%s%s%s", wrong, foreign, wrong);
    assert_true(limits_agree("x.cu", twice, strlen(twice), options) > 2000);
    free(wrong);
    free(foreign);
    free(twice);
}

static char **directories;

/* The files of the directories, as they are and many times over. */
static void limits_agree_on_files(void **state) {
    enum { LARGEST = 1 << 20 };
    static char text[LARGEST], path[4096];
    const struct ptxc_options declared = {.size = sizeof(declared)};
    const struct ptxc_options given = {.size = sizeof(given), .portable = portable, .portable_count = 2};
    struct ptxc_override overrides[MOST_RULES];
    const struct ptxc_options notes = notes_only(overrides);
    size_t files = 0;
    (void)state;
    for (char **each = directories; *each; each++) {
        DIR *directory = opendir(*each);
        assert_non_null(directory);
        for (const struct dirent *entry; (entry = readdir(directory));) {
            const char *end = strrchr(entry->d_name, '.');
            if (!end || (strcmp(end, ".ptx") != 0 && !ptxc_host_known(entry->d_name)))
                continue;
            snprintf(path, sizeof(path), "%s/%s", *each, entry->d_name);
            FILE *file = fopen(path, "rb");
            assert_non_null(file);
            const size_t length = fread(text, 1, sizeof(text), file), times = length < 1000   ? 20
                                                                              : length < 5000 ? 6
                                                                                              : 2;
            fclose(file);
            char *many = repeat(text, length, times);
            limits_agree(path, text, length, declared);
            folds_agree(path, many, length * times, notes);
            limits_agree(path, many, length * times, files % 3 == 0 ? given : declared);
            free(many);
            files++;
        }
        closedir(directory);
    }
    assert_true(files == 0 || files > 100);
}

/* A limit counts for a walk and for one instruction, too; no report and no severity have no findings. */
static void other_reports(void **state) {
    const struct ptxc_options options = {.size = sizeof(options), .limit = 1};
    struct ptxc_instruction instruction;
    struct ptxc_module *module;
    struct ptxc_report *report;
    char *text = text_of(header, "cp.async.ca.shared.global [nowhere], [elsewhere], 4;\n", 500, "}\n");
    (void)state;
    assert_int_equal(ptxc_module_open(text, strlen(text), &options, &module), PTXC_OK);
    while (ptxc_module_next(module, &instruction))
        continue;
    assert_int_equal(ptxc_module_close(module, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->message, "'nowhere' is not declared");
    assert_int_equal(ptxc_report_total(report, PTXC_SEVERITY_ERROR), 1000);
    assert_int_equal(ptxc_report_total(report, PTXC_SEVERITY_OFF), 0);
    assert_int_equal(ptxc_report_total(report, (enum ptxc_severity)99), 0);
    assert_int_equal(ptxc_report_total(NULL, PTXC_SEVERITY_ERROR), 0);
    ptxc_report_free(report);
    free(text);
}

int main(int argc, char **argv) {
    directories = argv + (argc > 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules_are_bounded),
        cmocka_unit_test(other_modules_are_bounded),
        cmocka_unit_test(sources_are_bounded),
        cmocka_unit_test(limits_agree_on_sources),
        cmocka_unit_test(limits_agree_on_one_statement),
        cmocka_unit_test(limits_agree_on_files),
        cmocka_unit_test(other_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

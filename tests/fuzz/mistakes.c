/* Legal instructions with one random mistake each. A mistake gives one finding, but for few; and what a fix makes of
 * the text assembles, as ptxcheck sees it and, with `live`, as ptxas 13.0 does. But for few it is what was there before
 * the mistake.
 *
 * usage: fuzz_mistakes values|live COUNT [SEED]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "module.h"
#include "ptxas.h"
#include "variants.h"

enum { SKIPPED = 77, LINE = VARIANT_LENGTH + 64, SHOWN = 10, PARTS = 16, RARE = 200 /* one mistake in so many */ };
enum { OTHERWISE = 100 /* of so many fixes, less than one gives another legal text: docs/fix.md */ };

static const struct {
    const char *version, *target;
} environments[] = {{"9.0", "sm_100a"}, {"9.0", "sm_90"}, {"8.0", "sm_90a"}, {"7.8", "sm_80"}, {"8.7", "sm_120a"}};

static char *patterns[2]; /* as PTX 8.6 and later has it, and before */
/* The declarations of some variants need PTX 8.6. */
static const char *pattern_of(size_t environment) {
    return patterns[strcmp(environments[environment].version, "8.6") < 0];
}

static char **variants;
static size_t variant_count, capacity;
static uint64_t state;

static size_t below(size_t bound) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return bound ? (size_t)(state >> 33) % bound : 0;
}

static void add_variant(void *user, const struct variant *variant) {
    (void)user;
    if (variant_count == capacity) {
        capacity = capacity ? capacity * 2 : 1024;
        variants = realloc(variants, capacity * sizeof(*variants));
    }
    char text[VARIANT_LENGTH];
    variant_print(text, variant, VARIANT_PLAIN, NULL);
    variants[variant_count++] = strdup(text);
}

static struct ptxc_report *check(size_t environment, const char *text, char **module) {
    struct ptxc_options options = {.size = sizeof(options),
                                   .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY};
    struct ptxc_report *report;
    *module =
        module_fill(pattern_of(environment), environments[environment].version, environments[environment].target, text);
    if (ptxc_check(*module, strlen(*module), &options, &report) != PTXC_OK)
        abort();
    return report;
}

static size_t count_findings(size_t environment, const char *text) {
    char *module;
    struct ptxc_report *report = check(environment, text, &module);
    size_t count = ptxc_report_count(report);
    ptxc_report_free(report);
    free(module);
    return count;
}

/* Finds the dotted words of the head after the first two, or the operands; gives how many there are. */
static size_t parts_of(const char *text, int operands, size_t *starts, size_t *ends) {
    size_t count = 0, head = strcspn(text, " ;"), depth = 0, from = operands ? head + (text[head] == ' ') : 0;
    for (size_t i = from; text[i] && count < PARTS; i++) {
        if (!operands && (text[i] == '.' || i == head)) {
            starts[count] = from;
            ends[count++] = i;
            from = i;
        }
        if (!operands && i >= head)
            break;
        depth += strchr("[{", text[i]) != NULL;
        depth -= strchr("]}", text[i]) != NULL;
        if (operands && depth == 0 && strchr(",;", text[i])) {
            starts[count] = from;
            ends[count++] = i;
            from = i + 2;
        }
    }
    return count;
}

/* Replaces a part of the text. */
static void splice(char *text, size_t start, size_t end, const char *instead, size_t length) {
    char rest[LINE];
    snprintf(rest, sizeof(rest), "%s", text + end);
    snprintf(text + start, LINE - start, "%.*s%s", (int)length, instead, rest);
}

/* Swaps two parts, the first of them earlier. */
static void swap(char *text, const size_t *starts, const size_t *ends, size_t a, size_t b) {
    char first[LINE], second[LINE];
    snprintf(first, sizeof(first), "%.*s", (int)(ends[a] - starts[a]), text + starts[a]);
    snprintf(second, sizeof(second), "%.*s", (int)(ends[b] - starts[b]), text + starts[b]);
    splice(text, starts[b], ends[b], first, strlen(first));
    splice(text, starts[a], ends[a], second, strlen(second));
}

/* Makes one mistake in a legal text. */
static void mistake(char *text) {
    size_t starts[PARTS], ends[PARTS];
    const int operands = (int)below(2);
    const size_t count = parts_of(text, operands, starts, ends);
    const size_t least = operands ? 0 : 2; /* the first words are the mnemonic */
    if (count <= least)
        return;
    const size_t i = least + below(count - least), j = least + below(count - least);
    size_t letter = starts[i] + 1 + below(ends[i] - starts[i] - 1);
    switch (below(5)) {
    case 0: /* leave out */
        if (operands)
            splice(text, i > 0 ? starts[i] - 2 : starts[i], i > 0 || i + 1 == count ? ends[i] : starts[i + 1], "", 0);
        else
            splice(text, starts[i], ends[i], "", 0);
        break;
    case 1: /* exchange */
        if (i != j)
            swap(text, starts, ends, i < j ? i : j, i < j ? j : i);
        break;
    case 2: /* another qualifier */
        if (!operands)
            splice(text, starts[i], ends[i], ptxc_qualifiers[1 + below(PTXC_Q_COUNT - 1)].spelling, LINE);
        break;
    case 3: /* one more qualifier */
        if (!operands)
            splice(text, starts[i], starts[i], ptxc_qualifiers[1 + below(PTXC_Q_COUNT - 1)].spelling, LINE);
        break;
    default: /* leave a letter out */
        if (!operands)
            splice(text, letter, letter + 1, "", 0);
    }
}

/* Applies the fixes of a finding to the module; gives whether there is any. */
static int mend(char *module, const struct ptxc_diagnostic *finding, char *text, size_t start) {
    for (size_t i = finding->fix_count; i-- > 0;) {
        const struct ptxc_fix *fix = &finding->fixes[i];
        splice(text, fix->span.offset - start, fix->span.offset - start + fix->span.length, fix->text, LINE);
    }
    (void)module;
    return finding->fix_count > 0;
}

/* Decides whether two texts are one instruction. */
static int is_same(const char *text, const char *right) {
    struct ptxc_instruction a, b;
    return ptxc_instruction_parse(text, strlen(text), &a, NULL) == PTXC_OK &&
           ptxc_instruction_parse(right, strlen(right), &b, NULL) == PTXC_OK && ptxc_instruction_equal(&a, &b);
}

static unsigned long wrong, several, fixed, restored, broken;

/* Makes a mistake in a legal variant. With one finding that has a fix, `text` is then the mended text, and 1 is given.
 */
static int try_one(size_t environment, char *text) {
    char *module;
    const char *right = variants[below(variant_count)];
    if (count_findings(environment, right) > 0)
        return 0;
    snprintf(text, LINE, "%s", right);
    mistake(text);
    struct ptxc_report *report = check(environment, text, &module);
    const size_t count = ptxc_report_count(report);
    wrong += count > 0;
    several += count > 1;
    if (count > 1 && several <= SHOWN)
        printf("%s %s: %zu findings\n    %s\n", environments[environment].version, environments[environment].target,
               count, text);
    const char *place = strstr(module, text);
    int made = count == 1 && place && mend(module, ptxc_report_get(report, 0), text, (size_t)(place - module));
    fixed += (unsigned long)made;
    restored += made && is_same(text, right);
    if (made && count_findings(environment, text) > 0 && broken++ < SHOWN)
        printf("%s %s: this fix does not mend it\n    %s\n", environments[environment].version,
               environments[environment].target, text);
    ptxc_report_free(report);
    free(module);
    return made;
}

/* Asks the assembler about mended texts. */
static void ask(size_t environment, char *const *texts, size_t count) {
    char *rejected = calloc(count + 1, 1);
    ptxas_mark_rejected(pattern_of(environment), environments[environment].version, environments[environment].target,
                        texts, count, rejected);
    for (size_t i = 0; i < count; i++)
        if (rejected[i] && broken++ < SHOWN)
            printf("%s %s: ptxas rejects what a fix makes\n    %s\n", environments[environment].version,
                   environments[environment].target, texts[i]);
    free(rejected);
}

int main(int argc, char **argv) {
    const int live = argc > 1 && strcmp(argv[1], "live") == 0;
    if (argc < 3 || (!live && strcmp(argv[1], "values") != 0)) {
        fprintf(stderr, "usage: fuzz_mistakes values|live COUNT [SEED]\n");
        return 2;
    }
    if (live && (!ptxas_release() || strncmp(ptxas_release(), "13.0.", 5) != 0)) {
        printf("ptxas 13.0 is not here\n");
        return SKIPPED;
    }
    const size_t each = strtoul(argv[2], NULL, 10) / (sizeof(environments) / sizeof(environments[0]));
    const unsigned long seed = argc > 3 ? strtoul(argv[3], NULL, 10) : (unsigned long)time(NULL) % 1000000;
    patterns[1] = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    patterns[0] = module_fill(patterns[1], "<version>", "<target>", ".reg .b128 %q<4>;\n<the case>");
    state = seed;
    for (int form = 0; form < PTXC_FORM_COUNT; form++)
        if (ptxc_forms[form].kind != PTXC_FORM_UNDOCUMENTED && variant_form_known((enum ptxc_form)form, 900))
            variants_each((enum ptxc_form)form, 900, add_variant, NULL);
    for (size_t environment = 0; environment < sizeof(environments) / sizeof(environments[0]); environment++) {
        char **texts = calloc(each + 1, sizeof(*texts)), text[LINE];
        size_t count = 0;
        for (size_t i = 0; i < each; i++)
            if (try_one(environment, text))
                texts[count++] = strdup(text);
        if (live)
            ask(environment, texts, count);
        while (count > 0)
            free(texts[--count]);
        free(texts);
    }
    printf("seed %lu: %lu mistakes, %lu with several findings; %lu fixes, of which %lu give back what was there, and "
           "%lu are wrong\n",
           seed, wrong, several, fixed, restored, broken);
    while (variant_count > 0)
        free(variants[--variant_count]);
    free(variants);
    free(patterns[0]);
    free(patterns[1]);
    return wrong < each || several * RARE > wrong || fixed == 0 || (fixed - restored) * OTHERWISE > fixed || broken > 0;
}

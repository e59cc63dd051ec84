/* What a macro of another file hides is never guessed: where an instruction raises nothing, neither does the same with
 * a piece of it, or two, hidden, for the macro may stand for just that piece.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "ptxcheck/ptxcheck.h"
#include "variants.h"

enum { LINE = 4096, PIECES = 4 };

static size_t shown; /* failures */

static uint32_t random_state = 1;

static size_t random_between(size_t least, size_t most) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return least + random_state % (most - least + 1);
}

/* What the code is compiled for, the newest last; NULL: for any target. */
static const struct {
    const char *target;
    uint32_t ptx;
} targets[] = {{"sm_80", 700},   {"sm_90", 800},   {"sm_90a", 806}, {"sm_100a", 806},
               {"sm_103a", 900}, {"sm_107a", 905}, {NULL, 0}};
enum { TARGETS = sizeof(targets) / sizeof(targets[0]) };

/* Writes the operands of these constraints: "r"(smem), "l"(smem). */
static void write_operands(char *out, size_t room, const char *constraints) {
    size_t used = 0;
    out[0] = 0;
    for (const char *c = constraints; *c && used < room; c += strcspn(c, ","), c += *c == ',')
        used +=
            (size_t)snprintf(out + used, room - used, "%s\"%.*s\"(smem)", used ? ", " : "", (int)strcspn(c, ","), c);
}

/* Whether the statement raises nothing; what it raises is shown where it should not. */
static int is_silent(const char *source, size_t target, int should) {
    struct ptxc_options options = {
        .size = sizeof(options), .target = targets[target].target, .ptx = targets[target].ptx};
    struct ptxc_report *report;
    assert_int_equal(ptxc_check_host("x.cu", source, strlen(source), &options, &report), PTXC_OK);
    size_t found = ptxc_report_count(report);
    if (found > 0 && should && shown++ < 10)
        print_message("%s %s\n    %s\n", targets[target].target ? targets[target].target : "", source,
                      ptxc_report_get(report, 0)->message);
    ptxc_report_free(report);
    return found == 0;
}

/* Gives the first target for which the statement raises nothing, or TARGETS. */
static size_t first_target(const char *source) {
    size_t target = 0;
    while (target < TARGETS && !is_silent(source, target, 0))
        target++;
    return target;
}

/* Writes the text without [from, to), and likewise a second piece where there is one, in a statement of C++. */
static void hide(char *out, size_t room, const char *text, const char *operands, const size_t *ends) {
    snprintf(out, room, "asm volatile(\"%.*s\" HIDDEN \"%.*s%s%s;\" :: %s : \"memory\");", (int)ends[0], text,
             (int)(ends[2] - ends[1]), text + ends[1], ends[2] < ends[3] ? "\" HIDDEN \"" : "", text + ends[3],
             operands);
}

/* Whether [from, to) closes no bracket that it does not open, nor opens one. */
static int is_balanced(const char *text, size_t from, size_t to) {
    int depth = 0;
    for (; from < to && depth >= 0; from++)
        depth += (text[from] == '[' || text[from] == '{') - (text[from] == ']' || text[from] == '}');
    return depth == 0;
}

/* Hides each piece of an instruction, and two at a time, for the first target where the whole raises nothing. */
static void check_row(const char *text, const char *constraints) {
    char source[3 * LINE], operands[LINE];
    const size_t length = strlen(text);
    write_operands(operands, sizeof(operands), constraints);
    snprintf(source, sizeof(source), "asm volatile(\"%s;\" :: %s : \"memory\");", text, operands);
    size_t target = first_target(source);
    if (target == TARGETS)
        return;
    for (size_t from = 0; from <= length; from++)
        for (size_t to = from; to <= length; to += random_between(1, 20)) {
            size_t ends[4] = {from, to, length, length};
            hide(source, sizeof(source), text, operands, ends);
            if (is_balanced(text, from, to) || from < strcspn(text, " "))
                is_silent(source, target, 1);
        }
}

/* Hides pieces of the instructions that people write. */
static void hidden_pieces(void **state) {
    (void)state;
    static char line[LINE];
    gzFile file = gzopen(TESTS_DIRECTORY "/corpus/sources/instructions.tsv.gz", "rb");
    assert_non_null(file);
    while (gzgets(file, line, LINE)) {
        char *constraints = strchr(line, '\t');
        if (*line == '#' || !constraints)
            continue;
        *constraints++ = 0;
        constraints[strcspn(constraints, "\t")] = 0;
        check_row(line, constraints);
    }
    gzclose(file);
    assert_int_equal(shown, 0);
}

/* Hides one or two pieces of an instruction that the tables allow. */
static void check_variant(void *user, const struct variant *variant) {
    char text[VARIANT_LENGTH], source[3 * LINE];
    size_t *tried = user;
    variant_print(text, variant, VARIANT_PLAIN, NULL);
    text[strcspn(text, ";")] = 0;
    snprintf(source, sizeof(source), "asm volatile(\"%s;\" ::: \"memory\");", text);
    size_t target = first_target(source);
    if (target == TARGETS)
        return;
    const size_t length = strlen(text), qualifiers = strcspn(text, " ");
    for (int i = 0; i < PIECES; i++) {
        size_t ends[4];
        ends[0] = random_between(1, qualifiers);
        ends[1] = random_between(ends[0], qualifiers);
        ends[2] = i % 2 ? length : random_between(ends[1], length);
        ends[3] = i % 2 ? length : random_between(ends[2], length);
        hide(source, sizeof(source), text, "", ends);
        is_silent(source, target, 1);
        ++*tried;
    }
}

static void hidden_pieces_of_variants(void **state) {
    (void)state;
    size_t tried = 0;
    for (int form = 0; form < PTXC_FORM_COUNT; form++)
        variants_each((enum ptxc_form)form, ptxc_newest_ptx(), check_variant, &tried);
    assert_true(tried > 10000);
    assert_int_equal(shown, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hidden_pieces_of_variants), cmocka_unit_test(hidden_pieces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

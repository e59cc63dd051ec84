/* Swizzles and banks against what a GPU did: of each byte of each box that was copied there and back the place, and of
 * each access to shared memory the time. The rows are those of swizzles.tsv.gz, whose first lines say what they hold.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <cmocka.h>

#include "ptxcheck/swizzle.h"

enum { LINE = 1 << 16, FIELDS = 9, LANES = 32, LEAST_COPIES = 2800, LEAST_ACCESSES = 1100, MODES = 4, TYPES = 10 };

/* Cuts the line at its tabs; gives the number of fields. */
static size_t split(char *line, char *fields[FIELDS]) {
    size_t count = 0;
    line[strcspn(line, "\n")] = 0;
    while (line && count < FIELDS)
        fields[count++] = strsep(&line, "\t");
    return count;
}

/* Calls `visit` with the fields of each row that begins with this word; gives how many there are. */
static size_t visit_rows(const char *word, void (*visit)(char *fields[FIELDS])) {
    static char line[LINE];
    size_t rows = 0;
    gzFile file = gzopen(TESTS_DIRECTORY "/unit/tables/swizzles.tsv.gz", "rb");
    assert_non_null(file);
    while (gzgets(file, line, LINE)) {
        char *fields[FIELDS] = {NULL};
        assert_non_null(strchr(line, '\n'));
        split(line, fields);
        if (strcmp(fields[0], word) != 0)
            continue;
        visit(fields);
        rows++;
    }
    assert_int_equal(gzclose(file), Z_OK);
    return rows;
}

static uint32_t number(const char *text) {
    return (uint32_t)strtoul(text, NULL, 10);
}

static size_t copies;
static unsigned seen[MODES]; /* of each mode the data types that were copied, a bit each */

/* Holds the places of all bytes of a box against the library. */
static void check_box(char *fields[FIELDS]) {
    const enum ptxc_swizzle swizzle = (enum ptxc_swizzle)number(fields[1]);
    const uint32_t inner = number(fields[2]), rows = number(fields[3]) * number(fields[4]), box = number(fields[6]);
    const uint32_t pitch = ptxc_swizzle_pitch(swizzle, inner);
    uint32_t next = 0;
    assert_true(ptxc_swizzle_measured(swizzle));
    assert_int_equal(box % 1024, number(fields[5]));
    for (char *run = strtok(fields[7], ","); run; run = strtok(NULL, ",")) {
        uint32_t from, to, length;
        assert_int_equal(sscanf(run, "%u:%u:%u", &from, &to, &length), 3);
        assert_int_equal(from, next);
        for (uint32_t i = from; i < from + length; i++)
            if (ptxc_swizzle_offset(swizzle, box + i / inner * pitch + i % inner) != box + to + i - from)
                fail_msg("swizzle %s, rows of %u bytes at %u: byte %u of the box lies at %u",
                         ptxc_swizzle_name(swizzle), inner, box, i, to + i - from);
        next = from + length;
    }
    assert_int_equal(next, inner * rows);
    for (char *copy = strtok(fields[8], ","); copy; copy = strtok(NULL, ",")) {
        copies++;
        seen[swizzle] |= 1u << number(strchr(copy, ':') + 1);
    }
}

static void bytes_lie_where_the_gpu_has_put_them(void **state) {
    (void)state;
    assert_true(visit_rows("copy", check_box) > 0);
    assert_true(copies >= LEAST_COPIES);
    for (int mode = 0; mode < MODES; mode++)
        assert_int_equal(seen[mode], (1u << TYPES) - 1);
}

/* Whether each lane shares its address with the one that is `distance` next to it. */
static int are_paired(const uint32_t *addresses, size_t count, size_t distance) {
    for (size_t lane = 0; lane < count; lane++)
        if (addresses[lane] != addresses[lane ^ distance])
            return 0;
    return 1;
}

/* An access by its name: the bytes of a lane, and how many lanes give an address. */
static const struct {
    const char *name;
    uint32_t width;
    size_t lanes;
    int merges; /* lanes in pairs may take less time */
} accesses[] = {
    {"ld.b8", 1, LANES, 0},        {"ld.b16", 2, LANES, 0},       {"ld.b32", 4, LANES, 0},
    {"ld.b64", 8, LANES, 1},       {"ld.b128", 16, LANES, 1},     {"st.b32", 4, LANES, 0},
    {"st.b64", 8, LANES, 0},       {"st.b128", 16, LANES, 0},     {"ldmatrix.x1", 16, 8, 0},
    {"ldmatrix.x2", 16, 16, 0},    {"ldmatrix.x4", 16, LANES, 0}, {"ldmatrix.x4.trans", 16, LANES, 0},
    {"stmatrix.x4", 16, LANES, 0},
};
enum { ACCESSES = sizeof(accesses) / sizeof(accesses[0]) };
static size_t timed[ACCESSES];

/* Holds the passes of an access against its time, which is within three per cent of a whole number of cycles. */
static void check_access(char *fields[FIELDS]) {
    uint32_t addresses[LANES];
    size_t count = 0, i = 0;
    while (i < ACCESSES && strcmp(accesses[i].name, fields[1]) != 0)
        i++;
    assert_true(i < ACCESSES);
    for (char *lane = strtok(fields[2], ","); lane; lane = strtok(NULL, ","))
        addresses[count++] = number(lane);
    assert_int_equal(count, LANES);
    const uint32_t passes = ptxc_bank_passes(addresses, accesses[i].lanes, accesses[i].width, NULL);
    const uint32_t cycles = number(fields[3]);
    const int paired = accesses[i].merges && (are_paired(addresses, LANES, 1) || are_paired(addresses, LANES, 2));
    if (cycles > passes * 1030 || (cycles < passes * 970 && !(paired && cycles >= passes * 485)))
        fail_msg("%s: %u passes, but %u thousandths of a cycle", fields[1], passes, cycles);
    timed[i]++;
}

static void passes_take_a_cycle_each(void **state) {
    (void)state;
    assert_true(visit_rows("bank", check_access) >= LEAST_ACCESSES);
    for (size_t i = 0; i < ACCESSES; i++)
        assert_true(timed[i] > 80);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_lie_where_the_gpu_has_put_them),
        cmocka_unit_test(passes_take_a_cycle_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

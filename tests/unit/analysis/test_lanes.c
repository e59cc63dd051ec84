/* What the lanes of a warp compute, and tell each other; shuffles as in ISA 9.7.9.6. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/execution/lanes.h"
#include "analysis/code/code.h"
#include "tables/tables.h"

#define ALL UINT32_MAX

/* A warp with eight registers, and one instruction: results in registers 0 and 1, operands in 2 and those after it. */
struct stage {
    struct ptxc_machine machine;
    struct ptxc_code code;
    struct ptxc_op op;
    struct ptxc_input inputs[PTXC_FAMILY_INPUTS];
    uint32_t results[2];
    struct ptxc_warp warp;
    struct ptxc_register registers[8];
    uint64_t lanes[8][PTXC_LANES];
};

static void make(struct stage *stage, const char *mnemonic, uint32_t results, uint32_t inputs) {
    memset(stage, 0, sizeof(*stage));
    ptxc_mnemonic_read(mnemonic, (uint32_t)strlen(mnemonic), &stage->op);
    stage->op.result_count = results;
    stage->op.input_count = inputs;
    for (uint32_t i = 0; i < 2; i++)
        stage->results[i] = i;
    for (uint32_t i = 0; i < inputs; i++)
        stage->inputs[i].reg = 2 + i;
    stage->code.inputs = stage->inputs;
    stage->code.results = stage->results;
    stage->machine.code = &stage->code;
    stage->warp.registers = stage->registers;
    for (uint32_t i = 0; i < 8; i++)
        stage->registers[i].v = stage->lanes[i];
    stage->warp.alive = ALL;
}

/* Gives an operand the same value in all lanes. */
static void set(struct stage *stage, uint32_t input, uint64_t value) {
    stage->registers[2 + input].uniform = true;
    stage->registers[2 + input].one = value;
}

/* Gives lane n the value first + n * step. */
static void set_each(struct stage *stage, uint32_t input, uint64_t first, uint64_t step) {
    stage->registers[2 + input].uniform = false;
    for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
        stage->registers[2 + input].v[lane] = first + lane * step;
}

static uint64_t result(const struct stage *stage, uint32_t index, uint32_t lane) {
    return stage->registers[index].uniform ? stage->registers[index].one : stage->registers[index].v[lane];
}

static void run(struct stage *stage, uint32_t lanes) {
    ptxc_lanes_exchange(&stage->machine, &stage->warp, &stage->op, lanes);
}

/* ---- shuffles ---- */

/* The lane that __shfl_…_sync reads in segments of `width` lanes; its own where that is in another one. */
static uint32_t source(char mode, uint32_t lane, uint32_t by, uint32_t width, bool *inside) {
    const uint32_t first = lane - lane % width;
    uint32_t from = lane;
    switch (mode) {
    case 'i': from = first + by % width; break;
    case 'u': from = lane - by; break;
    case 'd': from = lane + by; break;
    default: from = lane ^ by; break;
    }
    /* bfly may read the segments before */
    *inside = mode == 'b' ? from < first + width : from >= first && from < first + width;
    return *inside ? from : lane;
}

/* Segments of 1 to 32 lanes, in all modes and for all distances, as CUDA's functions make them. */
static void segments(void **state) {
    static const char *const modes[] = {"shfl.sync.idx.b32", "shfl.sync.up.b32", "shfl.sync.down.b32",
                                        "shfl.sync.bfly.b32"};
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(modes); i++)
        for (uint32_t width = 1; width <= PTXC_LANES; width *= 2)
            for (uint32_t by = 0; by < PTXC_LANES; by++) {
                static struct stage stage;
                const char mode = modes[i][10];
                make(&stage, modes[i], 2, 4);
                set_each(&stage, 0, 1000, 3);
                set(&stage, 1, by);
                set(&stage, 2, (PTXC_LANES - width) << 8 | (mode == 'u' ? 0 : PTXC_LANES - 1));
                set(&stage, 3, ALL);
                run(&stage, ALL);
                for (uint32_t lane = 0; lane < PTXC_LANES; lane++) {
                    bool inside;
                    const uint32_t from = source(mode, lane, by, width, &inside);
                    if (result(&stage, 0, lane) != 1000 + 3 * from || result(&stage, 1, lane) != inside)
                        fail_msg("%s, width %u, by %u, lane %u: %u, %u", modes[i], width, by, lane,
                                 (unsigned)result(&stage, 0, lane), (unsigned)result(&stage, 1, lane));
                }
            }
}

/* Clamps within a segment, and bits of the operands that do not count. */
static void clamps(void **state) {
    static const struct row {
        const char *mnemonic;
        uint64_t by, clamp;
        uint32_t lane, from;
        bool inside;
    } rows[] = {
        {"shfl.sync.down.b32", 1, 7, 6, 7, true},       {"shfl.sync.down.b32", 1, 7, 7, 7, false},
        {"shfl.sync.up.b32", 2, 4, 6, 4, true},         {"shfl.sync.up.b32", 2, 4, 5, 5, false},
        {"shfl.sync.up.b32", 1, 0, 0, 0, false},        {"shfl.sync.up.b32", 1, 0x1802, 11, 10, true},
        {"shfl.sync.up.b32", 1, 0x1802, 10, 10, false}, {"shfl.sync.idx.b32", 9, 5, 3, 3, false},
        {"shfl.sync.idx.b32", 5, 5, 3, 5, true},        {"shfl.sync.idx.b32", 37, 31, 3, 5, true},
        {"shfl.sync.idx.b32", 2, 0x181f, 13, 10, true}, {"shfl.sync.bfly.b32", 16, 15, 3, 3, false},
        {"shfl.sync.bfly.b32", 16, 15, 19, 3, true},    {"shfl.sync.idx.b32", 0, 0xffffe01f, 9, 0, true},
    };
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(rows); i++) {
        static struct stage stage;
        make(&stage, rows[i].mnemonic, 2, 4);
        set_each(&stage, 0, 0, 1);
        set(&stage, 1, rows[i].by);
        set(&stage, 2, rows[i].clamp);
        set(&stage, 3, ALL);
        run(&stage, ALL);
        if (result(&stage, 0, rows[i].lane) != rows[i].from || result(&stage, 1, rows[i].lane) != rows[i].inside)
            fail_msg("row %zu: %u, %u", i, (unsigned)result(&stage, 0, rows[i].lane),
                     (unsigned)result(&stage, 1, rows[i].lane));
    }
}

/* Each lane with a distance of its own; lanes that take no part keep what they had. */
static void some_lanes(void **state) {
    static struct stage stage;
    (void)state;
    make(&stage, "shfl.sync.idx.b32", 1, 4);
    stage.registers[0].uniform = true;
    stage.registers[0].one = 77;
    set_each(&stage, 0, 100, 1);
    set_each(&stage, 1, 31, (uint64_t)-1);
    set(&stage, 2, 31);
    run(&stage, 0xffff0000);
    for (uint32_t lane = 16; lane < PTXC_LANES; lane++)
        assert_int_equal(result(&stage, 0, lane), 100 + 31 - lane);
    for (uint32_t lane = 0; lane < 16; lane++)
        assert_int_equal(result(&stage, 0, lane), 77);
    /* what all lanes get is known to be the same in all */
    make(&stage, "shfl.sync.idx.b32", 1, 4);
    set_each(&stage, 0, 100, 1);
    set(&stage, 1, 5);
    set(&stage, 2, 31);
    run(&stage, ALL);
    assert_true(stage.registers[0].uniform);
    assert_int_equal(result(&stage, 0, 9), 105);
}

/* ---- votes and elections ---- */

static uint64_t voted(const char *mnemonic, uint32_t lanes, uint32_t holds, bool negated) {
    static struct stage stage;
    make(&stage, mnemonic, 1, 2);
    stage.inputs[0].negated = negated;
    for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
        stage.registers[2].v[lane] = holds >> lane & 1;
    set(&stage, 1, lanes);
    run(&stage, lanes);
    for (uint32_t left = lanes; left; left &= left - 1)
        assert_int_equal(result(&stage, 0, ptxc_lowest(left)), result(&stage, 0, ptxc_lowest(lanes)));
    return result(&stage, 0, ptxc_lowest(lanes));
}

static void votes(void **state) {
    (void)state;
    assert_int_equal(voted("vote.sync.all.pred", ALL, ALL, false), 1);
    assert_int_equal(voted("vote.sync.all.pred", ALL, ALL - 8, false), 0);
    assert_int_equal(voted("vote.sync.all.pred", 0xff, 0xff, false), 1);
    assert_int_equal(voted("vote.sync.all.pred", 0xff, 0, true), 1);
    assert_int_equal(voted("vote.sync.any.pred", ALL, 0x80000000, false), 1);
    assert_int_equal(voted("vote.sync.any.pred", 0xff, 0xff00, false), 0);
    assert_int_equal(voted("vote.sync.any.pred", ALL, ALL, true), 0);
    assert_int_equal(voted("vote.sync.uni.pred", ALL, ALL, false), 1);
    assert_int_equal(voted("vote.sync.uni.pred", 0xff, 0xff00, false), 1);
    assert_int_equal(voted("vote.sync.uni.pred", ALL, 1, false), 0);
    assert_int_equal(voted("vote.sync.ballot.b32", ALL, 0xdeadbeef, false), 0xdeadbeef);
    assert_int_equal(voted("vote.sync.ballot.b32", 0xffff, 0xdeadbeef, false), 0xbeef);
    assert_int_equal(voted("vote.sync.ballot.b32", 0xffff, 0xdeadbeef, true), 0x4110);
    assert_int_equal(voted("vote.sync.ballot.b32", ALL, 0, false), 0);
}

/* Each lane gets those that hold the same, of the lanes that take part. */
static void matches(void **state) {
    static struct stage stage;
    (void)state;
    make(&stage, "match.any.sync.b32", 1, 2);
    for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
        stage.registers[2].v[lane] = lane % 4;
    run(&stage, 0xffff);
    for (uint32_t lane = 0; lane < 16; lane++)
        assert_int_equal(result(&stage, 0, lane), 0x1111u << lane % 4);
    make(&stage, "activemask.b32", 1, 0);
    run(&stage, 0xff00);
    assert_int_equal(result(&stage, 0, 8), 0xff00);
}

/* One lane is chosen, and all know which. */
static void elections(void **state) {
    static const uint32_t members[] = {ALL, 0xfffffff0, 0x80000000, 0x0f0f0f00};
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(members); i++) {
        static struct stage stage;
        uint32_t chosen = 0;
        make(&stage, "elect.sync", 2, 1);
        set(&stage, 0, members[i]);
        run(&stage, members[i]);
        for (uint32_t left = members[i]; left; left &= left - 1) {
            const uint32_t lane = ptxc_lowest(left);
            chosen += result(&stage, 1, lane) == 1;
            assert_int_equal(result(&stage, 0, lane), result(&stage, 0, ptxc_lowest(members[i])));
            assert_int_equal(result(&stage, 1, lane), result(&stage, 0, lane) == lane);
        }
        assert_int_equal(chosen, 1);
    }
}

/* ---- what each lane computes by itself ---- */

static void computes(void **state) {
    static struct stage stage;
    (void)state;
    make(&stage, "mad.lo.s32", 1, 3);
    set_each(&stage, 0, 0, 1);
    set(&stage, 1, 0xffffffff);
    set(&stage, 2, 10);
    run(&stage, ALL);
    for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
        assert_int_equal(result(&stage, 0, lane), (uint32_t)(10 - (int)lane));
    /* the same operands in all lanes give the same, and it is kept once */
    make(&stage, "add.u32", 1, 2);
    set(&stage, 0, 5);
    set(&stage, 1, 6);
    run(&stage, ALL);
    assert_true(stage.registers[0].uniform);
    assert_int_equal(result(&stage, 0, 31), 11);
    /* a vector is taken apart */
    make(&stage, "mov.b64", 2, 1);
    set_each(&stage, 0, UINT64_C(0x0123456700000000), 1);
    run(&stage, ALL);
    assert_int_equal(result(&stage, 0, 7), 7);
    assert_int_equal(result(&stage, 1, 7), 0x01234567);
    /* a comparison has two results, and predicates may be negated */
    make(&stage, "setp.lt.and.u32", 2, 3);
    set_each(&stage, 0, 0, 1);
    set(&stage, 1, 8);
    set_each(&stage, 2, 0, 1);
    stage.inputs[2].negated = true;
    run(&stage, ALL);
    for (uint32_t lane = 0; lane < PTXC_LANES; lane++) {
        assert_int_equal(result(&stage, 0, lane), lane < 8 && lane % 2 == 0);
        assert_int_equal(result(&stage, 1, lane), lane >= 8 && lane % 2 == 0);
    }
}

/* Where values come from goes along with them; what is not known is the same for the same operands. */
static void origins(void **state) {
    static struct stage stage;
    (void)state;
    make(&stage, "add.u32", 1, 2);
    set(&stage, 0, 5);
    set(&stage, 1, 6);
    stage.registers[3].from = PTXC_FROM_PARAMETER;
    run(&stage, ALL);
    assert_int_equal(stage.registers[0].from, PTXC_FROM_PARAMETER);
    make(&stage, "ex2.f32", 1, 1);
    set_each(&stage, 0, 0, 1);
    stage.registers[2].v[9] = 4;
    run(&stage, ALL);
    assert_true(stage.registers[0].from & PTXC_FROM_UNKNOWN);
    assert_int_equal(result(&stage, 0, 9), result(&stage, 0, 4));
    assert_int_not_equal(result(&stage, 0, 9), result(&stage, 0, 5));
    make(&stage, "shfl.sync.idx.b32", 1, 4);
    set_each(&stage, 0, 0, 1);
    stage.registers[2].from = PTXC_FROM_UNKNOWN;
    set(&stage, 2, 31);
    run(&stage, ALL);
    assert_true(stage.registers[0].from & PTXC_FROM_UNKNOWN);
    /* lanes that have ended do not count: what the others have in common all have */
    make(&stage, "mov.u32", 1, 1);
    stage.warp.alive = 0xff;
    set(&stage, 0, 3);
    stage.registers[0].from = PTXC_FROM_UNKNOWN | PTXC_FROM_NOWHERE;
    run(&stage, 0xff);
    assert_true(stage.registers[0].uniform);
    assert_int_equal(stage.registers[0].from, 0);
}

/* The lanes in which a predicate holds. */
static void predicates(void **state) {
    static struct stage stage;
    (void)state;
    make(&stage, "mov.pred", 1, 1);
    set_each(&stage, 0, 0, 1); /* bit 0 counts */
    assert_int_equal(ptxc_lanes_where(&stage.warp, &stage.inputs[0], ALL), 0xaaaaaaaa);
    assert_int_equal(ptxc_lanes_where(&stage.warp, &stage.inputs[0], 0xff), 0xaa);
    stage.inputs[0].negated = true;
    assert_int_equal(ptxc_lanes_where(&stage.warp, &stage.inputs[0], 0xff), 0x55);
    set(&stage, 0, 0);
    assert_int_equal(ptxc_lanes_where(&stage.warp, &stage.inputs[0], 0xf0), 0xf0);
    const struct ptxc_input always = {.reg = PTXC_NO_REGISTER, .constant = 1};
    assert_int_equal(ptxc_lanes_where(&stage.warp, &always, 0xf0), 0xf0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments), cmocka_unit_test(clamps),    cmocka_unit_test(some_lanes),
        cmocka_unit_test(votes),    cmocka_unit_test(elections), cmocka_unit_test(computes),
        cmocka_unit_test(matches),  cmocka_unit_test(origins),   cmocka_unit_test(predicates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

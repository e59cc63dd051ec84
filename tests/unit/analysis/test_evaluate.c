/* What the walk computes, against the same in C with numbers wide enough for every result, and against results that
 * were worked out by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/code/evaluate.h"
#include "analysis/code/code.h"
#include "tables/tables.h"

__extension__ typedef __int128 number;
__extension__ typedef unsigned __int128 natural;

static const struct type {
    const char *name;
    unsigned width;
    bool is_signed, is_bits;
} types[] = {
    {".u16", 16, false, false}, {".s16", 16, true, false}, {".b16", 16, false, true},
    {".u32", 32, false, false}, {".s32", 32, true, false}, {".b32", 32, false, true},
    {".u64", 64, false, false}, {".s64", 64, true, false}, {".b64", 64, false, true},
};

static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 3,
                                 7,
                                 15,
                                 16,
                                 17,
                                 31,
                                 32,
                                 33,
                                 63,
                                 64,
                                 65,
                                 0x7f,
                                 0x80,
                                 0xff,
                                 0x100,
                                 0x7fff,
                                 0x8000,
                                 0xfffe,
                                 0xffff,
                                 0x10000,
                                 0x12345678,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 0x100000000,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0xfedcba9876543210,
                                 0xffffffffffffffff};

/* Bits as the number that a type sees in them. */
static number as(const struct type *type, uint64_t bits) {
    if (type->width == 16)
        return type->is_signed ? (number)(int16_t)bits : (number)(uint16_t)bits;
    if (type->width == 32)
        return type->is_signed ? (number)(int32_t)bits : (number)(uint32_t)bits;
    return type->is_signed ? (number)(int64_t)bits : (number)bits;
}

static uint64_t cut(number value, unsigned width) {
    return width == 64 ? (uint64_t)value : (uint64_t)value & ((UINT64_C(1) << width) - 1);
}

/* ---- the same in C: operands as the type sees them; the third, and amounts, as they are ---- */

struct question {
    const struct type *type;
    number a, b, c;
    uint64_t bits[3];
};

static number add(const struct question *q) {
    return q->a + q->b;
}
static number sub(const struct question *q) {
    return q->a - q->b;
}
static number and_(const struct question *q) {
    return q->a & q->b;
}
static number or_(const struct question *q) {
    return q->a | q->b;
}
static number xor_(const struct question *q) {
    return q->a ^ q->b;
}
static number not_(const struct question *q) {
    return ~q->a;
}
static number cnot(const struct question *q) {
    return q->a == 0;
}
static number neg(const struct question *q) {
    return -q->a;
}
static number absolute(const struct question *q) {
    return q->a < 0 ? -q->a : q->a;
}
static number least(const struct question *q) {
    return q->a < q->b ? q->a : q->b;
}
static number most(const struct question *q) {
    return q->a > q->b ? q->a : q->b;
}
static number sad(const struct question *q) {
    return (q->a > q->b ? q->a - q->b : q->b - q->a) + q->c;
}
static number product(const struct question *q) {
    return (number)((natural)q->a * (natural)q->b);
}
static number upper(const struct question *q) {
    return (number)((natural)product(q) >> q->type->width);
}
static number product_add(const struct question *q) {
    return (number)((natural)product(q) + (natural)q->c);
}
static number upper_add(const struct question *q) {
    return upper(q) + q->c;
}
static number quotient(const struct question *q) {
    return q->a / q->b;
}
static number rest(const struct question *q) {
    return q->a % q->b;
}
static number left(const struct question *q) {
    const uint32_t by = (uint32_t)q->bits[1];
    return by < q->type->width ? (number)((natural)q->a << by) : 0;
}
static number right(const struct question *q) {
    const uint32_t by = (uint32_t)q->bits[1];
    return by < q->type->width ? q->a >> by : q->a < 0 ? -1 : 0;
}
static number equal(const struct question *q) {
    return q->a == q->b;
}
static number differs(const struct question *q) {
    return q->a != q->b;
}
static number less(const struct question *q) {
    return q->a < q->b;
}
static number at_most(const struct question *q) {
    return q->a <= q->b;
}
static number greater(const struct question *q) {
    return q->a > q->b;
}
static number at_least(const struct question *q) {
    return q->a >= q->b;
}
static number count_ones(const struct question *q) {
    return __builtin_popcountll(q->bits[0]);
}
static number leading(const struct question *q) {
    return q->bits[0] ? __builtin_clzll(q->bits[0]) - (64 - (int)q->type->width) : (int)q->type->width;
}
static number reverse(const struct question *q) {
    uint64_t result = 0;
    for (unsigned i = 0; i < q->type->width; i++)
        result = result << 1 | (q->bits[0] >> i & 1);
    return result;
}
static number find(const struct question *q) {
    const uint64_t bits = (uint64_t)(q->a < 0 ? ~q->a : q->a);
    return bits ? 63 - (number)__builtin_clzll(bits) : (number)UINT32_MAX;
}
/* ISA 9.7.1.19: bit by bit. */
static number field(const struct question *q) {
    const unsigned top = q->type->width - 1, from = q->bits[1] & 255, count = q->bits[2] & 255;
    const unsigned last = from + count - 1 < top ? from + count - 1 : top;
    const uint64_t sign = q->type->is_signed && count ? q->bits[0] >> last & 1 : 0;
    uint64_t result = 0;
    for (unsigned i = 0; i <= top; i++)
        result |= (i < count && from + i <= top ? q->bits[0] >> (from + i) & 1 : sign) << i;
    return result;
}

enum { B16 = 1, I16 = 2, B32 = 4, I32 = 8, B64 = 16, I64 = 32, INTEGERS = I16 | I32 | I64, BITS = B16 | B32 | B64 };
enum { SIGNED_ONLY = 64, NOT_BY_ZERO = 128, AMOUNT = 256, WIDE = 512, PREDICATE = 1024, SMALL = 2048 };

static const struct reference {
    const char *mnemonic;
    unsigned operands;
    int types; /* and what is to be kept in mind */
    number (*compute)(const struct question *question);
} references[] = {
    {"add", 2, INTEGERS, add},
    {"sub", 2, INTEGERS, sub},
    {"mul.lo", 2, INTEGERS, product},
    {"mul.hi", 2, INTEGERS, upper},
    {"mul.wide", 2, I16 | I32 | WIDE, product},
    {"mad.lo", 3, INTEGERS, product_add},
    {"mad.hi", 3, INTEGERS, upper_add},
    {"mad.wide", 3, I16 | I32 | WIDE, product_add},
    {"div", 2, INTEGERS | NOT_BY_ZERO, quotient},
    {"rem", 2, INTEGERS | NOT_BY_ZERO, rest},
    {"sad", 3, INTEGERS, sad},
    {"abs", 1, INTEGERS | SIGNED_ONLY, absolute},
    {"neg", 1, INTEGERS | SIGNED_ONLY, neg},
    {"min", 2, INTEGERS, least},
    {"max", 2, INTEGERS, most},
    {"and", 2, BITS, and_},
    {"or", 2, BITS, or_},
    {"xor", 2, BITS, xor_},
    {"not", 1, BITS, not_},
    {"cnot", 1, BITS, cnot},
    {"shl", 2, BITS | AMOUNT, left},
    {"shr", 2, BITS | INTEGERS | AMOUNT, right},
    {"setp.eq", 2, BITS | INTEGERS | PREDICATE, equal},
    {"setp.ne", 2, BITS | INTEGERS | PREDICATE, differs},
    {"setp.lt", 2, INTEGERS | PREDICATE, less},
    {"setp.le", 2, INTEGERS | PREDICATE, at_most},
    {"setp.gt", 2, INTEGERS | PREDICATE, greater},
    {"setp.ge", 2, INTEGERS | PREDICATE, at_least},
    {"popc", 1, B32 | B64, count_ones},
    {"clz", 1, B32 | B64, leading},
    {"brev", 1, B32 | B64, reverse},
    {"bfind", 1, I32 | I64 | SMALL, find},
    {"bfe", 3, I32 | I64 | AMOUNT, field},
};

static struct ptxc_op op_of(const char *mnemonic) {
    struct ptxc_op op = {.result_count = 1};
    ptxc_mnemonic_read(mnemonic, (uint32_t)strlen(mnemonic), &op);
    return op;
}

/* The operands of one lane, as all lanes have them. */
static struct ptxc_operands in_lanes(const uint64_t operands[PTXC_MOST_OPERANDS], uint32_t count) {
    struct ptxc_operands all = {.count = count};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
            all.v[i][lane] = operands[i];
    return all;
}

/* The result for these operands, which is the same in one lane and in the last of many; false: it is not known. */
static bool evaluate(const struct ptxc_op *op, const uint64_t operands[PTXC_MOST_OPERANDS], uint32_t count,
                     uint64_t *result) {
    uint64_t all[PTXC_LANES], once[PTXC_MOST_OPERANDS];
    struct ptxc_operands many = in_lanes(operands, count);
    memcpy(once, operands, sizeof(once));
    const bool known = ptxc_evaluate_once(op, once, count, result);
    assert_int_equal(ptxc_evaluate(op, &many, all), known ? 0 : UINT32_MAX);
    if (known)
        assert_int_equal(*result, all[PTXC_LANES - 1]);
    return known;
}

/* The second result of a comparison of these operands. */
static uint64_t other(const struct ptxc_op *op, const uint64_t operands[PTXC_MOST_OPERANDS], uint32_t count) {
    uint64_t result[PTXC_LANES];
    struct ptxc_operands all = in_lanes(operands, count);
    ptxc_evaluate(op, &all, result);
    ptxc_evaluate_other(op, &all, result);
    return result[0];
}

/* Asks for one result, and says what it should be. */
static void ask(const struct reference *reference, const struct ptxc_op *op, struct question *question) {
    const struct type *type = question->type;
    const unsigned width = reference->types & WIDE        ? 2 * type->width
                           : reference->types & PREDICATE ? 1
                           : reference->types & SMALL     ? 32
                                                          : type->width;
    const uint64_t operands[PTXC_MOST_OPERANDS] = {question->bits[0], question->bits[1], question->bits[2]};
    const bool unknown = (reference->types & NOT_BY_ZERO) && question->b == 0;
    uint64_t result = 0;
    assert_int_equal(evaluate(op, operands, reference->operands, &result), !unknown);
    if (unknown)
        return;
    const uint64_t expected = cut(reference->compute(question), width);
    if (result != expected)
        fail_msg("%s%s of %#llx, %#llx, %#llx is %#llx, and not %#llx", reference->mnemonic, type->name,
                 (unsigned long long)operands[0], (unsigned long long)operands[1], (unsigned long long)operands[2],
                 (unsigned long long)expected, (unsigned long long)result);
}

/* All pairs of operands, and with each a third one. */
static void ask_all(const struct reference *reference, const struct type *type) {
    const unsigned second = reference->types & AMOUNT ? 32 : type->width;
    char mnemonic[32];
    snprintf(mnemonic, sizeof(mnemonic), "%s%s", reference->mnemonic, type->name);
    const struct ptxc_op op = op_of(mnemonic);
    for (size_t i = 0; i < PTXC_COUNT(edges); i++)
        for (size_t k = 0; k < PTXC_COUNT(edges); k++)
            for (size_t m = 0; m < (reference->operands > 2 ? PTXC_COUNT(edges) : 1); m++) {
                struct question question = {.type = type,
                                            .bits = {cut(edges[i], type->width), cut(edges[k], second), edges[m]}};
                question.a = as(type, question.bits[0]);
                question.b = as(type, question.bits[1]);
                question.c = (number)question.bits[2];
                ask(reference, &op, &question);
            }
}

static void against_c(void **state) {
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(references); i++)
        for (size_t k = 0; k < PTXC_COUNT(types); k++) {
            const int set = (types[k].width == 16 ? 1 : types[k].width == 32 ? 4 : 16) << !types[k].is_bits;
            if ((references[i].types & set) && (types[k].is_signed || !(references[i].types & SIGNED_ONLY)))
                ask_all(&references[i], &types[k]);
        }
}

/* Conversions between all widths, with and without sign. A register may be wider than the type: the sign goes on up to
 * 32 bits (ISA 9.4.1). */
static void conversions(void **state) {
    static const struct type all[] = {{"u8", 8, false, false},   {"s8", 8, true, false},    {"u16", 16, false, false},
                                      {"s16", 16, true, false},  {"u32", 32, false, false}, {"s32", 32, true, false},
                                      {"u64", 64, false, false}, {"s64", 64, true, false}};
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(all) * PTXC_COUNT(all); i++)
        for (size_t k = 0; k < PTXC_COUNT(edges); k++) {
            const struct type *to = &all[i / PTXC_COUNT(all)], *from = &all[i % PTXC_COUNT(all)];
            char mnemonic[32];
            snprintf(mnemonic, sizeof(mnemonic), "cvt.%s.%s", to->name, from->name);
            const struct ptxc_op op = op_of(mnemonic);
            uint64_t expected = cut(edges[k], from->width), result = 0;
            if (from->is_signed && expected >> (from->width - 1))
                expected |= ~cut(-1, from->width);
            expected = cut((number)expected, to->width);
            if (to->is_signed && to->width < 32 && expected >> (to->width - 1))
                expected |= cut(-1, 32) & ~cut(-1, to->width);
            assert_true(evaluate(&op, (const uint64_t[PTXC_MOST_OPERANDS]){edges[k]}, 1, &result));
            if (result != expected)
                fail_msg("%s of %#llx is %#llx, and not %#llx", mnemonic, (unsigned long long)edges[k],
                         (unsigned long long)expected, (unsigned long long)result);
        }
}

/* ---- by hand ---- */

#define SHARED (UINT64_C(0x74) << 40)

static const struct example {
    const char *mnemonic;
    uint32_t count;
    uint64_t operands[PTXC_MOST_OPERANDS], result;
} examples[] = {
    {"bfi.b32", 4, {0xff, 0, 8, 4}, 0xf00},
    {"brx.idx", 2, {3, 3}, 1}, /* what one of the steps that stand for it computes */
    {"brx.idx", 2, {3, 2}, 0},
    {"bfi.b32", 4, {0, 0xffffffff, 28, 8}, 0x0fffffff},
    {"bfi.b32", 4, {0x12345678, 0xffffffff, 0, 32}, 0x12345678},
    {"bfi.b32", 4, {0xff, 0xabc, 32, 4}, 0xabc},
    {"bfi.b32", 4, {0xff, 0xabc, 0, 0}, 0xabc},
    {"bfi.b32", 4, {0xff, 0, 0x104, 0x104}, 0xf0},
    {"bfi.b64", 4, {0x3fff, 0x4000004000010000, 0, 14}, 0x4000004000013fff},
    {"bfi.b64", 4, {UINT64_MAX, 0, 63, 200}, UINT64_C(1) << 63},
    {"bfi.b64", 4, {0x1234, 5, 0, 64}, 0x1234},
    {"lop3.b32", 4, {0xf0f0f0f0, 0xcccccccc, 0xaaaaaaaa, 0xe8}, 0xe8e8e8e8},
    {"prmt.b32", 3, {0x33221100, 0x77665544, 0x3210}, 0x33221100},
    {"prmt.b32", 3, {0x33221100, 0x77665544, 0x7654}, 0x77665544},
    {"prmt.b32", 3, {0x33221100, 0x77665544, 0x0426}, 0x00442266},
    {"prmt.b32", 3, {0x00008000, 0x00800000, 0x9e81}, 0xffff0080},
    {"prmt.b32", 3, {0x33221100, 0x77665544, 0xffff5140}, 0x55114400},
    {"shf.l.wrap.b32", 3, {0x89abcdef, 0x01234567, 8}, 0x23456789},
    {"shf.r.wrap.b32", 3, {0x89abcdef, 0x01234567, 8}, 0x6789abcd},
    {"shf.l.clamp.b32", 3, {0x89abcdef, 0x01234567, 0}, 0x01234567},
    {"shf.r.clamp.b32", 3, {0x89abcdef, 0x01234567, 0}, 0x89abcdef},
    {"shf.l.wrap.b32", 3, {0x80000000, 0, 31}, 0x40000000},
    {"shf.r.wrap.b32", 3, {0, 1, 31}, 2},
    {"bmsk.clamp.b32", 2, {4, 8}, 0xff0},
    {"bmsk.wrap.b32", 2, {28, 8}, 0xf0000000},
    {"bmsk.clamp.b32", 2, {0, 0}, 0},
    {"selp.b32", 3, {5, 6, 1}, 5},
    {"selp.b64", 3, {UINT64_MAX, 6, 1}, UINT64_MAX},
    {"selp.f32", 3, {5, 0x3f800000, 0}, 0x3f800000},
    {"slct.s32.s32", 3, {5, 6, 0}, 5},
    {"slct.u32.s32", 3, {5, 6, 0x80000000}, 6},
    {"slct.b64.s32", 3, {0x123456789abcdef0, 6, 0x7fffffff}, 0x123456789abcdef0},
    {"slct.u16.s32", 3, {5, 0x1fffe, 0xffffffff}, 0xfffe},
    {"set.lt.u32.s32", 2, {0xffffffff, 0}, 0xffffffff},
    {"set.lt.u32.u32", 2, {0xffffffff, 0}, 0},
    {"set.eq.u32.u64", 2, {UINT64_C(1) << 40, 0}, 0},
    {"set.ge.and.u32.s32", 3, {1, 0, 1}, 0xffffffff},
    {"set.ge.and.u32.s32", 3, {1, 0, 0}, 0},
    {"setp.lo.u32", 2, {1, 0xffffffff}, 1},
    {"setp.lt.f32", 2, {0xbf800000, 0x3f800000}, 1}, /* -1 and 1 */
    {"setp.gtu.f64", 2, {0x3ff0000000000000, 0xbff0000000000000}, 1},
    {"setp.eq.f32", 2, {0, 0x80000000}, 1}, /* 0 and -0 */
    {"setp.ne.f32", 2, {0, 1}, 1},
    {"setp.ge.f32", 2, {0x7fc00000, 0}, 0}, /* NaN */
    {"mov.b128", 2, {1, 2}, 1},             /* the lower half */
    /* what the executor answers to a request: bit 63, and 21 bits for each dimension */
    {"clusterlaunchcontrol.query_cancel.is_canceled.pred.b128", 1, {UINT64_C(1) << 63}, 1},
    {"clusterlaunchcontrol.query_cancel.is_canceled.pred.b128", 1, {UINT64_MAX >> 1}, 0},
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128", 1, {UINT64_C(5) << 21 | 7}, 7},
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128", 1, {UINT64_C(5) << 21 | 7}, 7},
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128", 1, {UINT64_C(5) << 21 | 7}, 5},
    {"clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128", 1, {UINT64_C(1) << 42}, 1},
    {"setp.ls.u64", 2, {UINT64_MAX, UINT64_MAX}, 1},
    {"setp.hi.u16", 2, {0xffff, 0}, 1},
    {"setp.hs.u32", 2, {0, 0xffffffff}, 0},
    {"mov.u32", 1, {0xdeadbeef}, 0xdeadbeef},
    {"mov.u64", 1, {UINT64_MAX}, UINT64_MAX},
    {"mov.pred", 1, {1}, 1},
    {"not.pred", 1, {1}, 0},
    {"xor.pred", 2, {1, 1}, 0},
    {"and.pred", 2, {1, 1}, 1},
    {"mov.b32", 2, {0x11234, 0x5678}, 0x56781234},
    {"mov.b64", 2, {0x89abcdef, 0x01234567}, 0x0123456789abcdef},
    {"mov.b64", 4, {1, 2, 3, 0x1ffff}, 0xffff000300020001},
    {"cvta.shared.u64", 1, {0x400}, SHARED + 0x400},
    {"cvta.shared.u64", 1, {SHARED + 0x400}, SHARED + 0x400},
    {"cvta.to.shared.u64", 1, {SHARED + 0x400}, 0x400},
    {"cvta.to.shared.u64", 1, {0x400}, 0x400},
    {"cvta.global.u64", 1, {0x123456789}, 0x123456789},
    {"cvta.to.global.u64", 1, {0x123456789}, 0x123456789},
    {"isspacep.shared", 1, {SHARED + 8}, 1},
    {"isspacep.shared", 1, {8}, 0},
    {"isspacep.global", 1, {0x123456789}, 1},
    {"isspacep.local", 1, {SHARED + 8}, 0},
    {"bfind.shiftamt.u32", 1, {1}, 31},
    {"bfind.shiftamt.u32", 1, {0}, UINT32_MAX},
    {"bfind.shiftamt.u64", 1, {6}, 61},
};

/* What no one can know: of these no bit is claimed. */
static const struct example unknown[] = {
    {"div.u32", 2, {1, 0}, 0},
    {"rem.s64", 2, {1, 0}, 0},
    {"shf.l.wrap.b32", 3, {1, 2, 32}, 0}, /* .clamp and .wrap differ from here on */
    {"shf.r.clamp.b32", 3, {1, 2, 33}, 0},
    {"bmsk.wrap.b32", 2, {33, 1}, 0},
    {"bmsk.clamp.b32", 2, {1, 32}, 0},
    {"mad24.lo.u32", 3, {1, 2, 3}, 0},
    {"szext.clamp.u32", 2, {1, 2}, 0},
    {"prmt.b32.f4e", 3, {1, 2, 3}, 0},
    {"add.sat.s32", 2, {1, 2}, 0},
    {"min.relu.s32", 2, {1, 2}, 0},
    {"add.cc.u32", 2, {1, 2}, 0},
    {"addc.u32", 2, {1, 2}, 0},
    {"add.f32", 2, {1, 2}, 0},
    {"add.u16x2", 2, {1, 2}, 0},
    {"cvt.rn.f32.s32", 1, {1}, 0},
    {"cvt.rzi.s32.f32", 1, {1}, 0},
    {"set.lt.f32.s32", 2, {1, 2}, 0},
    {"frobnicate.u32", 1, {1}, 0},
};

static void by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(examples); i++) {
        const struct ptxc_op op = op_of(examples[i].mnemonic);
        uint64_t result = 0;
        if (!evaluate(&op, examples[i].operands, examples[i].count, &result) || result != examples[i].result)
            fail_msg("example %zu, %s, is %#llx, and not %#llx", i, examples[i].mnemonic,
                     (unsigned long long)examples[i].result, (unsigned long long)result);
    }
    for (size_t i = 0; i < PTXC_COUNT(unknown); i++) {
        const struct ptxc_op op = op_of(unknown[i].mnemonic);
        uint64_t result = 0;
        if (evaluate(&op, unknown[i].operands, unknown[i].count, &result))
            fail_msg("example %zu, %s, is not known, and not %#llx", i, unknown[i].mnemonic,
                     (unsigned long long)result);
    }
}

/* Every table of three bits, bit by bit. */
static void tables_of_three(void **state) {
    (void)state;
    const struct ptxc_op op = op_of("lop3.b32");
    for (uint64_t table = 0; table < 256; table++) {
        const uint64_t operands[PTXC_MOST_OPERANDS] = {0xf0f0a5f0, 0xcccc5acc, 0xaaaac3aa, table};
        uint64_t result = 0, expected = 0;
        for (unsigned i = 0; i < 32; i++) {
            const unsigned row = (operands[0] >> i & 1) * 4 + (operands[1] >> i & 1) * 2 + (operands[2] >> i & 1);
            expected |= (table >> row & 1) << i;
        }
        assert_true(evaluate(&op, operands, 4, &result));
        assert_int_equal(result, expected);
        assert_int_equal(result & 0xff, table); /* as the ISA has it: 0xF0, 0xCC and 0xAA give the table itself */
    }
}

/* Both results of a comparison, joined with a third predicate. */
static void both_results(void **state) {
    static const struct joined {
        const char *mnemonic;
        bool less[2], not_less[2]; /* p and q where a < b and where not, with c = 0 and 1 */
        bool q_less[2], q_not_less[2];
    } all[] = {
        {"setp.lt.s32", {1, 1}, {0, 0}, {0, 0}, {1, 1}},
        {"setp.lt.and.s32", {0, 1}, {0, 0}, {0, 0}, {0, 1}},
        {"setp.lt.or.s32", {1, 1}, {0, 1}, {0, 1}, {1, 1}},
        {"setp.lt.xor.s32", {1, 0}, {0, 1}, {0, 1}, {1, 0}},
    };
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(all); i++)
        for (uint64_t c = 0; c < 2; c++)
            for (uint64_t b = 0; b < 2; b++) { /* -1 < 0, and not 0 < 0 */
                const struct ptxc_op op = op_of(all[i].mnemonic);
                const uint64_t operands[PTXC_MOST_OPERANDS] = {b ? 0xffffffff : 0, 0, c};
                const uint32_t count = op.join == PTXC_JOIN_NONE ? 2 : 3;
                uint64_t p = 2;
                assert_true(evaluate(&op, operands, count, &p));
                assert_int_equal(p, b ? all[i].less[c] : all[i].not_less[c]);
                assert_int_equal(other(&op, operands, count), b ? all[i].q_less[c] : all[i].q_not_less[c]);
            }
}

/* Whether a mnemonic begins with the words of a row. */
static bool begins(const char *mnemonic, const char *row) {
    const size_t length = strlen(row);
    return strncmp(mnemonic, row, length) == 0 && (mnemonic[length] == '.' || mnemonic[length] == '\0');
}

/* Every row of the table is tried here. */
static void all_rows(void **state) {
    static const char *const rows[] = {
#define ARITHMETIC(mnemonic, evaluator, kinds) mnemonic,
#include "arithmetic.def"
    };
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(rows); i++) {
        bool tried = strcmp(rows[i], "cvt") == 0;
        for (size_t k = 0; k < PTXC_COUNT(references); k++)
            tried |= begins(references[k].mnemonic, rows[i]);
        for (size_t k = 0; k < PTXC_COUNT(examples); k++)
            tried |= begins(examples[k].mnemonic, rows[i]);
        for (size_t k = 0; k < PTXC_COUNT(unknown); k++)
            tried |= begins(unknown[k].mnemonic, rows[i]);
        if (!tried)
            fail_msg("nothing tries \"%s\"", rows[i]);
        if (i > 0 && strcmp(rows[i - 1], rows[i]) >= 0)
            fail_msg("\"%s\" stands after \"%s\"", rows[i], rows[i - 1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_c),       cmocka_unit_test(conversions),  cmocka_unit_test(by_hand),
        cmocka_unit_test(tables_of_three), cmocka_unit_test(both_results), cmocka_unit_test(all_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

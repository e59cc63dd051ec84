/* What the walk reads from the words of a mnemonic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/values/affine.h"
#include "analysis/code/code.h"
#include "tables/tables.h"

static struct ptxc_op op_of(const char *mnemonic) {
    struct ptxc_op op = {.result_count = 1};
    ptxc_mnemonic_read(mnemonic, (uint32_t)strlen(mnemonic), &op);
    return op;
}

/* Evaluators, by the longest row of whole words, and the widths and signs of operands and results. */
static void types(void **state) {
    static const struct row {
        const char *mnemonic;
        enum ptxc_evaluator evaluator;
        uint8_t width, result_width;
        bool is_signed;
        enum ptxc_product product;
    } rows[] = {
        {"add.s32", PTXC_EVALUATE_ADD, 32, 32, true, PTXC_PRODUCT_LOW},
        {"sub.u16", PTXC_EVALUATE_SUBTRACT, 16, 16, false, PTXC_PRODUCT_LOW},
        {"and.pred", PTXC_EVALUATE_AND, 1, 1, false, PTXC_PRODUCT_LOW},
        {"mul.lo.s64", PTXC_EVALUATE_MULTIPLY, 64, 64, true, PTXC_PRODUCT_LOW},
        {"mul.hi.u32", PTXC_EVALUATE_MULTIPLY, 32, 32, false, PTXC_PRODUCT_HIGH},
        {"mul.wide.s16", PTXC_EVALUATE_MULTIPLY, 16, 32, true, PTXC_PRODUCT_WIDE},
        {"mad.wide.u32", PTXC_EVALUATE_MULTIPLY_ADD, 32, 64, false, PTXC_PRODUCT_WIDE},
        {"cvt.s64.s32", PTXC_EVALUATE_CONVERT, 32, 64, true, PTXC_PRODUCT_LOW},
        {"cvt.u16.u64", PTXC_EVALUATE_CONVERT, 64, 16, false, PTXC_PRODUCT_LOW},
        {"cvta.shared.u64", PTXC_EVALUATE_TO_GENERIC, 64, 64, false, PTXC_PRODUCT_LOW},
        {"cvta.to.shared.u64", PTXC_EVALUATE_FROM_GENERIC, 64, 64, false, PTXC_PRODUCT_LOW},
        {"set.lt.u32.s16", PTXC_EVALUATE_SET, 16, 32, true, PTXC_PRODUCT_LOW},
        {"setp.neu.f32", PTXC_EVALUATE_COMPARE, 32, 1, false, PTXC_PRODUCT_LOW},
        {"setp.num.f32", PTXC_EVALUATE_OPAQUE, 32, 1, false, PTXC_PRODUCT_LOW},
        {"setp.lt.s16", PTXC_EVALUATE_COMPARE, 16, 1, true, PTXC_PRODUCT_LOW},
        {"slct.u64.s32", PTXC_EVALUATE_SELECT_BY_SIGN, 32, 64, true, PTXC_PRODUCT_LOW},
        {"selp.f64", PTXC_EVALUATE_SELECT, 64, 64, false, PTXC_PRODUCT_LOW},
        {"shf.l.wrap.b32", PTXC_EVALUATE_FUNNEL_LEFT, 32, 32, false, PTXC_PRODUCT_LOW},
        {"shf.r.clamp.b32", PTXC_EVALUATE_FUNNEL_RIGHT, 32, 32, false, PTXC_PRODUCT_LOW},
        {"shr.s32", PTXC_EVALUATE_SHIFT_RIGHT, 32, 32, true, PTXC_PRODUCT_LOW},
        {"mul24.lo.u32", PTXC_EVALUATE_OPAQUE, 32, 32, false, PTXC_PRODUCT_LOW},
        {"min.s16x2", PTXC_EVALUATE_OPAQUE, 64, 64, false, PTXC_PRODUCT_LOW},
        {"add.rn.f32", PTXC_EVALUATE_OPAQUE, 32, 32, false, PTXC_PRODUCT_LOW},
        {"cvt.rzi.s32.f32", PTXC_EVALUATE_OPAQUE, 32, 32, false, PTXC_PRODUCT_LOW},
        {"cvt.pack.sat.u8.s32.b32", PTXC_EVALUATE_OPAQUE, 32, 8, false, PTXC_PRODUCT_LOW},
        {"mov.b128", PTXC_EVALUATE_LOWER_HALF, 64, 64, false, PTXC_PRODUCT_LOW},
        {"add", PTXC_EVALUATE_OPAQUE, 64, 64, false, PTXC_PRODUCT_LOW},
        {"addx.u32", PTXC_EVALUATE_OPAQUE, 32, 32, false, PTXC_PRODUCT_LOW},
    };
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(rows); i++) {
        const struct ptxc_op op = op_of(rows[i].mnemonic);
        if (op.evaluator != rows[i].evaluator || op.width != rows[i].width || op.result_width != rows[i].result_width ||
            op.is_signed != rows[i].is_signed || op.product != rows[i].product)
            fail_msg("%s: evaluator %d, width %d, result %d, signed %d, product %d", rows[i].mnemonic,
                     (int)op.evaluator, op.width, op.result_width, op.is_signed, (int)op.product);
    }
}

/* Comparisons: four words of them are those of unsigned numbers, whatever the type says. */
static void comparisons(void **state) {
    static const struct row {
        const char *mnemonic;
        enum ptxc_comparison comparison;
        enum ptxc_join join;
        bool is_signed;
    } rows[] = {
        {"setp.eq.s32", PTXC_EQ, PTXC_JOIN_NONE, true},      {"setp.ne.and.s32", PTXC_NE, PTXC_JOIN_AND, true},
        {"setp.lt.or.u32", PTXC_LT, PTXC_JOIN_OR, false},    {"setp.le.xor.s64", PTXC_LE, PTXC_JOIN_XOR, true},
        {"setp.gt.s16", PTXC_GT, PTXC_JOIN_NONE, true},      {"setp.ge.u64", PTXC_GE, PTXC_JOIN_NONE, false},
        {"setp.lo.u32", PTXC_LT, PTXC_JOIN_NONE, false},     {"setp.ls.u32", PTXC_LE, PTXC_JOIN_NONE, false},
        {"setp.hi.u32", PTXC_GT, PTXC_JOIN_NONE, false},     {"setp.hs.u32", PTXC_GE, PTXC_JOIN_NONE, false},
        {"set.hi.or.u32.s32", PTXC_GT, PTXC_JOIN_OR, false}, {"set.eq.u32.s32", PTXC_EQ, PTXC_JOIN_NONE, true},
    };
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(rows); i++) {
        const struct ptxc_op op = op_of(rows[i].mnemonic);
        if (op.comparison != rows[i].comparison || op.join != rows[i].join || op.is_signed != rows[i].is_signed)
            fail_msg("%s: comparison %d, join %d, signed %d", rows[i].mnemonic, op.comparison, (int)op.join,
                     op.is_signed);
    }
}

/* What lanes tell each other. */
static void exchanges(void **state) {
    static const struct row {
        const char *mnemonic;
        enum ptxc_exchange exchange;
    } rows[] = {
        {"shfl.sync.idx.b32", PTXC_EXCHANGE_INDEX},
        {"shfl.sync.up.b32", PTXC_EXCHANGE_UP},
        {"shfl.sync.down.b32", PTXC_EXCHANGE_DOWN},
        {"shfl.sync.bfly.b32", PTXC_EXCHANGE_BUTTERFLY},
        {"shfl.idx.b32", PTXC_EXCHANGE_INDEX},
        {"vote.sync.all.pred", PTXC_EXCHANGE_ALL},
        {"vote.sync.any.pred", PTXC_EXCHANGE_ANY},
        {"vote.sync.uni.pred", PTXC_EXCHANGE_UNIFORM},
        {"vote.sync.ballot.b32", PTXC_EXCHANGE_BALLOT},
        {"vote.ballot.b32", PTXC_EXCHANGE_BALLOT},
        {"elect.sync", PTXC_EXCHANGE_ELECT},
        {"mov.b32", PTXC_EXCHANGE_NONE},
        {"match.all.sync.b32", PTXC_EXCHANGE_NONE},
        {"redux.sync.add.u32", PTXC_EXCHANGE_NONE},
        {"red.shared.idx.add.u32", PTXC_EXCHANGE_NONE},
    };
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        if (op_of(rows[i].mnemonic).exchange != rows[i].exchange)
            fail_msg("%s: exchange %d", rows[i].mnemonic, (int)op_of(rows[i].mnemonic).exchange);
}

/* Spaces, the bytes of an element, and the name of what is not known. */
static void places(void **state) {
    (void)state;
    assert_int_equal(op_of("ld.shared.v4.f32").space, PTXC_SPACE_SHARED);
    assert_int_equal(op_of("ld.shared.v4.f32").bytes, 4);
    assert_int_equal(op_of("ld.shared::cta.u8").space, PTXC_SPACE_SHARED);
    assert_int_equal(op_of("ld.shared::cta.u8").bytes, 1);
    assert_int_equal(op_of("st.local.b64").space, PTXC_SPACE_LOCAL);
    assert_int_equal(op_of("st.local.b64").bytes, 8);
    assert_int_equal(op_of("ld.param.u64").space, PTXC_SPACE_PARAM);
    assert_int_equal(op_of("ld.b32").space, PTXC_SPACE_NONE);
    assert_int_equal(op_of("ld.global.nc.b16").space, PTXC_SPACE_GLOBAL);
    assert_int_equal(op_of("isspacep.shared").space, PTXC_SPACE_SHARED);
    assert_int_equal(op_of("ex2.f32").identity, op_of("ex2.f32").identity);
    assert_int_not_equal(op_of("ex2.f32").identity, op_of("lg2.f32").identity);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(exchanges),
        cmocka_unit_test(places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

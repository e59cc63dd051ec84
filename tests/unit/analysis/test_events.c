/* The rows of instructions, and what the words of a mnemonic say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/semantics/events.h"
#include "analysis/semantics/words.h"
#include "tables/tables.h"

/* Gives the row that a mnemonic finds. */
static const struct ptxc_event *find(const char *word) {
    return ptxc_event_find(word, strlen(word));
}

/* Rows go by the alphabet, have at most three words, and are found, alone and with words after them. */
static void rows_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < PTXC_ORDINARY_COUNT; i++) {
        const struct ptxc_event *row = &ptxc_ordinary_events[i];
        char longer[64];
        size_t dots = 0;
        for (const char *c = row->mnemonic; *c; c++)
            dots += *c == '.';
        assert_true(dots <= 2);
        if (i > 0 && strcmp(ptxc_ordinary_events[i - 1].mnemonic, row->mnemonic) >= 0)
            fail_msg("\"%s\" stands after \"%s\"", row->mnemonic, ptxc_ordinary_events[i - 1].mnemonic);
        snprintf(longer, sizeof(longer), "%s.zz9.u32", row->mnemonic);
        assert_ptr_equal(find(row->mnemonic), row);
        assert_ptr_equal(find(longer), row);
        snprintf(longer, sizeof(longer), "%szz9", row->mnemonic);
        const struct ptxc_event *other = find(longer);
        assert_true(!other || other->length < row->length);
    }
}

/* What a mnemonic of the family does stands in rows of one kind. */
static void each_of_the_family_has_rows_once(void **state) {
    (void)state;
    for (int i = 1; i < PTXC_OP_COUNT; i++) {
        const struct ptxc_event *row = find(ptxc_opcodes[i].mnemonic);
        const bool ordinary = row && row->length == ptxc_opcodes[i].length;
        if (ordinary == ptxc_event_has((enum ptxc_opcode)i))
            fail_msg("%s has %s", ptxc_opcodes[i].mnemonic, ordinary ? "rows of both kinds" : "no row in events.def");
    }
}

/* The longest row counts, and of no other mnemonic a row is found. */
static void longest_counts(void **state) {
    (void)state;
    assert_int_equal(find("bar.warp.sync")->action, PTXC_ACT_WARP_SYNC);
    assert_int_equal(find("bar.sync")->action, PTXC_ACT_BARRIER);
    assert_int_equal(find("bar.red.popc.u32")->results, 1);
    assert_int_equal(find("barrier.cta.red.and.pred")->results, 1);
    assert_int_equal(find("barrier.cta.sync.aligned")->results, 0);
    assert_int_equal(find("cvta.to.shared.u64")->operation, PTXC_DO_FROM_GENERIC);
    assert_int_equal(find("cvta.shared.u64")->operation, PTXC_DO_TO_GENERIC);
    assert_int_equal(find("tcgen05.ld.red.sync")->results, 2);
    assert_int_equal(find("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16")->action, PTXC_ACT_READ_DESCRIPTOR);
    assert_int_equal(find("ld")->action, PTXC_ACT_LOAD);
    assert_null(find("ldx.u32"));
    assert_null(find("wgmma"));
    assert_null(find("tcgen05.other"));
    assert_null(find(""));
    assert_null(find("."));
}

/* Spaces, types, sizes and whole words. */
static void words_say(void **state) {
    static const struct {
        const char *word;
        enum ptxc_space space;
        enum ptxc_type type;
        uint32_t bytes;
    } cases[] = {
        {"ld.shared.v4.f32", PTXC_SPACE_SHARED, PTXC_TYPE_F32, 16},
        {"ld.relaxed.gpu.global.L1::no_allocate.u8", PTXC_SPACE_GLOBAL, PTXC_TYPE_U8, 1},
        {"st.shared::cluster.v2.b64", PTXC_SPACE_SHARED, PTXC_TYPE_B64, 16},
        {"ld.param::func.b128", PTXC_SPACE_PARAM, PTXC_TYPE_B128, 16},
        {"ld.global.v8.b32", PTXC_SPACE_GLOBAL, PTXC_TYPE_B32, 32},
        {"atom.add.u32", PTXC_SPACE_NONE, PTXC_TYPE_U32, 4},
        {"multimem.ld_reduce.global.add.acc::f32.v2.f16x2", PTXC_SPACE_GLOBAL, PTXC_TYPE_F16X2, 8},
        {"bar.sync", PTXC_SPACE_NONE, PTXC_TYPE_NONE, 0},
        {"ld.sharedx.u3", PTXC_SPACE_NONE, PTXC_TYPE_NONE, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const size_t length = strlen(cases[i].word);
        assert_int_equal(ptxc_word_space(cases[i].word, length), cases[i].space);
        assert_int_equal(ptxc_word_type(cases[i].word, length), cases[i].type);
        assert_int_equal(ptxc_word_bytes(cases[i].word, length), cases[i].bytes);
    }
    assert_int_equal(ptxc_word_first_type("cvt.u32.s64", 11), PTXC_TYPE_U32);
    assert_int_equal(ptxc_word_type("cvt.u32.s64", 11), PTXC_TYPE_S64);
    assert_true(ptxc_word_has("fence.acq_rel.gpu", 17, ".acq_rel"));
    assert_false(ptxc_word_has("fence.acq_rel.gpu", 17, ".acq"));
    assert_false(ptxc_word_has("fence.acq_rel.gpu", 10, ".acq_rel"));
}

/* Traits come of whole words, and several words may give one. */
static void words_have_traits(void **state) {
    static const struct {
        const char *word;
        uint32_t traits;
    } cases[] = {
        {"ld.volatile.shared.u32", PTXC_TRAIT_VOLATILE | PTXC_TRAIT_IN_OWN_CTA},
        {"atom.acq_rel.gpu.add.u32", PTXC_TRAIT_ACQUIRES | PTXC_TRAIT_RELEASES | PTXC_TRAIT_BEYOND_CTA},
        {"st.release.cluster.u32", PTXC_TRAIT_RELEASES | PTXC_TRAIT_CLUSTER_SCOPE | PTXC_TRAIT_BEYOND_CTA},
        {"ld.shared::cluster.u32", PTXC_TRAIT_IN_CLUSTER},
        {"bar.arrive", PTXC_TRAIT_OF_WHOLE_WARPS | PTXC_TRAIT_ARRIVES},
        {"barrier.sync.aligned", PTXC_TRAIT_OF_WHOLE_WARPS},
        {"barrier.sync", PTXC_TRAIT_NONE},
        {"tcgen05.mma.cta_group::2.kind::f16", PTXC_TRAIT_OF_TWO_CTAS},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        assert_int_equal(ptxc_word_traits(cases[i].word, strlen(cases[i].word)), cases[i].traits);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_found),    cmocka_unit_test(each_of_the_family_has_rows_once),
        cmocka_unit_test(longest_counts),    cmocka_unit_test(words_say),
        cmocka_unit_test(words_have_traits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The public API: structures that begin with their size, in the hands of callers that were compiled against a shorter
 * or longer one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>
#include <ptxcheck/ptxcheck.h>

enum { BEYOND = 64, UNTOUCHED = 7 };

/* A caller's structure, and what stands after it in the caller's memory. */
union caller {
    size_t size;
    struct ptxc_rule rule;
    struct ptxc_place place;
    struct ptxc_requirement requirement;
    unsigned char bytes[sizeof(struct ptxc_requirement) + BEYOND + 8];
};

/* Has the library fill the structure; 1 or 0 as the function says, 1 where it says nothing. */
typedef int fill(union caller *caller);

static int rule_by_index(union caller *caller) {
    return ptxc_rule_get(0, &caller->rule);
}

static int rule_by_id(union caller *caller) {
    return ptxc_rule_from_id("cp-size", &caller->rule);
}

static int place_of_a_walk(union caller *caller) {
    static const char source[] = ".version 8.0\n.target sm_90a\n.entry e() { cp.async.wait_all; }";
    struct ptxc_instruction instruction;
    struct ptxc_module *module;
    assert_int_equal(ptxc_module_open(source, strlen(source), NULL, &module), PTXC_OK);
    assert_true(ptxc_module_next(module, &instruction));
    ptxc_module_place(module, &caller->place);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    return 1;
}

static int place_of_none(union caller *caller) {
    ptxc_module_place(NULL, &caller->place);
    return 1;
}

static int requirement_of_one(union caller *caller) {
    struct ptxc_instruction wait;
    ptxc_instruction_init(&wait, PTXC_OP_CP_ASYNC_WAIT_ALL);
    ptxc_instruction_requirement(&wait, &caller->requirement);
    return 1;
}

static int requirement_of_none(union caller *caller) {
    ptxc_instruction_requirement(NULL, &caller->requirement);
    return 1;
}

static const struct {
    fill *fill;
    size_t known;
    int says; /* whether the function says that it could not */
} filled[] = {
    {rule_by_index, sizeof(struct ptxc_rule), 1},
    {rule_by_id, sizeof(struct ptxc_rule), 1},
    {place_of_a_walk, sizeof(struct ptxc_place), 0},
    {place_of_none, sizeof(struct ptxc_place), 0},
    {requirement_of_one, sizeof(struct ptxc_requirement), 0},
    {requirement_of_none, sizeof(struct ptxc_requirement), 0},
};
enum { FILLED = sizeof(filled) / sizeof(filled[0]) };

/* Gives a caller's memory as it is before the call. */
static union caller caller_of(size_t size) {
    union caller caller;
    memset(&caller, UNTOUCHED, sizeof(caller));
    caller.size = size;
    return caller;
}

static void assert_bytes(const union caller *caller, size_t from, size_t to, unsigned char value) {
    for (size_t i = from; i < to; i++)
        assert_int_equal(caller->bytes[i], value);
}

/* For each size the library fills the fields that both know, and writes nothing after them but zeros. */
static void every_size_is_kept(void **state) {
    (void)state;
    for (size_t i = 0; i < FILLED; i++) {
        union caller whole = caller_of(filled[i].known);
        assert_true(filled[i].fill(&whole));
        for (size_t size = sizeof(size_t); size <= filled[i].known + BEYOND; size++) {
            const size_t known = size < filled[i].known ? size : filled[i].known;
            union caller caller = caller_of(size);
            assert_true(filled[i].fill(&caller));
            assert_int_equal(caller.size, size);
            assert_memory_equal(caller.bytes + sizeof(size_t), whole.bytes + sizeof(size_t), known - sizeof(size_t));
            assert_bytes(&caller, known, size, 0); /* a newer caller's fields */
            assert_bytes(&caller, size, sizeof(caller.bytes),
                         UNTOUCHED); /* not the older caller's structure any more */
        }
    }
}

/* A structure with no size, or an absurd one, is left as it was. */
static void no_size_is_refused(void **state) {
    static const size_t none[] = {0, 1, sizeof(size_t) - 1, SIZE_MAX, SIZE_MAX / 2};
    (void)state;
    for (size_t i = 0; i < FILLED; i++) {
        for (size_t j = 0; j < sizeof(none) / sizeof(none[0]); j++) {
            union caller caller = caller_of(none[j]);
            int done = filled[i].fill(&caller);
            if (filled[i].says)
                assert_false(done);
            assert_int_equal(caller.size, none[j]);
            assert_bytes(&caller, sizeof(size_t), sizeof(caller.bytes), UNTOUCHED);
        }
    }
}

/* A caller that knows only the first fields gets these. */
static void what_is_known_is_filled(void **state) {
    union caller caller = caller_of(offsetof(struct ptxc_place, function));
    (void)state;
    place_of_a_walk(&caller);
    assert_int_equal(caller.place.ptx, 800);
    assert_int_equal(caller.place.target, PTXC_TARGET_SM_90A);
    caller = caller_of(offsetof(struct ptxc_requirement, last));
    requirement_of_one(&caller);
    assert_int_equal(caller.requirement.ptx, 700);
    assert_int_equal(caller.requirement.first[PTXC_TARGET_SM_80], 700);
    caller = caller_of(offsetof(struct ptxc_rule, rule_class));
    rule_by_id(&caller);
    assert_string_equal(caller.rule.id, "cp-size");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_is_kept),
        cmocka_unit_test(no_size_is_refused),
        cmocka_unit_test(what_is_known_is_filled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

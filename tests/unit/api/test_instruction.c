/* The public API: instructions built, printed, parsed, compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/edit.h>
#include <ptxcheck/instruction.h>
#include <ptxcheck/plan.h>
#include <ptxcheck/render.h>

static void assert_prints(const struct ptxc_instruction *instruction, const char *expected) {
    char text[1024];
    size_t length = ptxc_instruction_emit(instruction, text, sizeof(text));
    assert_int_equal(length, strlen(expected));
    assert_string_equal(text, expected);
}

static struct ptxc_instruction parse(const char *text) {
    struct ptxc_instruction instruction;
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, NULL), PTXC_OK);
    return instruction;
}

/* cp.async.bulk from shared to global memory, built in an order that is not the printed one. */
static struct ptxc_instruction build_store(void) {
    struct ptxc_instruction store;
    ptxc_instruction_init(&store, PTXC_OP_CP_ASYNC_BULK);
    assert_int_equal(ptxc_instruction_add(&store, PTXC_Q_BULK_GROUP), PTXC_OK);
    assert_int_equal(ptxc_instruction_add(&store, PTXC_Q_GLOBAL), PTXC_OK);
    assert_int_equal(ptxc_instruction_add(&store, PTXC_Q_SHARED_CTA), PTXC_OK);
    assert_int_equal(ptxc_instruction_push_address(&store, ptxc_register("%rd1", PTXC_TYPE_B64)), PTXC_OK);
    assert_int_equal(ptxc_instruction_push_address(&store, ptxc_register("%r1", PTXC_TYPE_B32)), PTXC_OK);
    assert_int_equal(ptxc_instruction_push(&store, ptxc_immediate(128)), PTXC_OK);
    return store;
}

/* A slot takes one qualifier of its own kind; a call that is refused changes nothing. */
static void qualifiers_fill_slots(void **state) {
    struct ptxc_instruction store = build_store(), before = store;
    (void)state;
    assert_prints(&store, "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 128;");
    assert_int_equal(ptxc_instruction_get(&store, PTXC_SLOT_DESTINATION), PTXC_Q_GLOBAL);
    assert_int_equal(ptxc_instruction_get(&store, PTXC_SLOT_SOURCE), PTXC_Q_SHARED_CTA);
    assert_int_equal(ptxc_instruction_get(&store, PTXC_SLOT_CACHE_HINT), PTXC_Q_NONE);
    assert_int_equal(ptxc_instruction_get(&store, PTXC_SLOT_NONE), PTXC_Q_NONE);
    assert_int_equal(ptxc_instruction_add(&store, PTXC_Q_SHARED), PTXC_BAD_ARGUMENT);      /* a third space */
    assert_int_equal(ptxc_instruction_add(&store, PTXC_Q_COMPLETE_TX), PTXC_BAD_ARGUMENT); /* a second mechanism */
    assert_int_equal(ptxc_instruction_add(&store, PTXC_Q_NONE), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_add(&store, (enum ptxc_qualifier)999), PTXC_BAD_ARGUMENT);
    assert_memory_equal(&store, &before, sizeof(store));
    assert_int_equal(ptxc_instruction_set(&store, PTXC_SLOT_COMPLETION, PTXC_Q_GLOBAL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_set(&store, PTXC_SLOT_NONE, PTXC_Q_GLOBAL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_set(&store, (enum ptxc_slot)(-1), PTXC_Q_NONE), PTXC_BAD_ARGUMENT);
    assert_memory_equal(&store, &before, sizeof(store));
    assert_int_equal(ptxc_instruction_set(&store, PTXC_SLOT_SOURCE, PTXC_Q_SHARED), PTXC_OK);
    assert_int_equal(ptxc_instruction_get(&store, PTXC_SLOT_SOURCE), PTXC_Q_SHARED);
    assert_int_equal(ptxc_instruction_set(&store, PTXC_SLOT_DESTINATION, PTXC_Q_NONE), PTXC_OK);
    assert_int_equal(ptxc_instruction_get(&store, PTXC_SLOT_DESTINATION), PTXC_Q_NONE);
    assert_int_equal(ptxc_instruction_set(&store, PTXC_SLOT_DESTINATION, PTXC_Q_NONE), PTXC_OK);
    assert_int_equal(store.qualifier_count, 2);
}

/* Every shape of operand and kind of value prints as PTX writes it. */
static void every_operand_prints(void **state) {
    struct ptxc_value pair[] = {ptxc_register("%r1", PTXC_TYPE_B32), ptxc_immediate(-7)};
    struct ptxc_instruction any;
    (void)state;
    ptxc_instruction_init(&any, PTXC_OP_CP_ASYNC_BULK_TENSOR);
    ptxc_instruction_guard(&any, ptxc_not(ptxc_predicate("%p1")));
    assert_int_equal(ptxc_instruction_push(&any, ptxc_immediate(INT64_MIN)), PTXC_OK);
    assert_int_equal(ptxc_instruction_push(&any, ptxc_unknown("$0")), PTXC_OK);
    assert_int_equal(ptxc_instruction_push_address(
                         &any, ptxc_offset(ptxc_symbol("tile", PTXC_SPACE_SHARED, PTXC_TYPE_B8, 128), -16)),
                     PTXC_OK);
    assert_int_equal(ptxc_instruction_push_vector(&any, pair, 2), PTXC_OK);
    assert_int_equal(ptxc_instruction_push_tensor(&any, ptxc_register("%rd1", PTXC_TYPE_B64), pair, 2), PTXC_OK);
    assert_int_equal(ptxc_instruction_push_pair(&any, ptxc_sink(), ptxc_predicate("%p2")), PTXC_OK);
    assert_prints(&any,
                  "@!%p1 cp.async.bulk.tensor (.s64)0x8000000000000000, $0, [tile+-16], {%r1, -7}, [%rd1, {%r1, -7}], "
                  "_|%p2;");
    assert_int_equal(any.operand_count, 6);
    assert_int_equal(any.operands[4].shape, PTXC_OPERAND_TENSOR);
    assert_int_equal(any.operands[4].count, 3);
    /* a value that is taken out of a vector leaves its braces there */
    struct ptxc_value first = any.values[any.operands[3].first];
    ptxc_instruction_init(&any, PTXC_OP_CP_ASYNC_WAIT_GROUP);
    assert_int_equal(ptxc_instruction_push(&any, first), PTXC_OK);
    assert_prints(&any, "cp.async.wait_group %r1;");
}

/* An operand for which there is no room is refused and changes nothing. */
static void room_is_finite(void **state) {
    struct ptxc_value values[PTXC_MAX_VALUES + 1];
    struct ptxc_instruction full;
    (void)state;
    for (size_t i = 0; i <= PTXC_MAX_VALUES; i++)
        values[i] = ptxc_immediate((int64_t)i);
    ptxc_instruction_init(&full, PTXC_OP_CP_ASYNC_WAIT_GROUP);
    for (int i = 0; i < PTXC_MAX_OPERANDS; i++)
        assert_int_equal(ptxc_instruction_push(&full, values[0]), PTXC_OK);
    struct ptxc_instruction before = full;
    assert_int_equal(ptxc_instruction_push(&full, values[0]), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_instruction_push_address(&full, values[0]), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_instruction_push_pair(&full, values[0], values[0]), PTXC_TOO_LARGE);
    assert_memory_equal(&full, &before, sizeof(full));
    ptxc_instruction_init(&full, PTXC_OP_CP_ASYNC_WAIT_GROUP);
    before = full;
    assert_int_equal(ptxc_instruction_push_vector(&full, values, PTXC_MAX_VALUES + 1), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_instruction_push_tensor(&full, values[0], values, PTXC_MAX_VALUES), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_instruction_push_tensor(&full, values[0], values, SIZE_MAX), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_instruction_push_vector(&full, values, 0), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_push_tensor(&full, values[0], values, 0), PTXC_BAD_ARGUMENT);
    assert_memory_equal(&full, &before, sizeof(full));
    assert_int_equal(ptxc_instruction_push_vector(&full, values, PTXC_MAX_VALUES), PTXC_OK);
    assert_int_equal(ptxc_instruction_push(&full, values[0]), PTXC_TOO_LARGE);
}

/* Every function for building takes NULL and says PTXC_BAD_ARGUMENT where it can. */
static void null_harms_nobody(void **state) {
    struct ptxc_value value = ptxc_immediate(0);
    struct ptxc_instruction instruction;
    (void)state;
    ptxc_instruction_init(NULL, PTXC_OP_CP_ASYNC);
    ptxc_instruction_guard(NULL, value);
    assert_int_equal(ptxc_instruction_add(NULL, PTXC_Q_GLOBAL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_set(NULL, PTXC_SLOT_CACHE, PTXC_Q_CA), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_get(NULL, PTXC_SLOT_CACHE), PTXC_Q_NONE);
    assert_int_equal(ptxc_instruction_push(NULL, value), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_push_address(NULL, value), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_push_vector(NULL, &value, 1), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_push_tensor(NULL, value, &value, 1), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_push_pair(NULL, value, value), PTXC_BAD_ARGUMENT);
    ptxc_instruction_init(&instruction, PTXC_OP_CP_ASYNC);
    assert_int_equal(ptxc_instruction_push_vector(&instruction, NULL, 1), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_push_tensor(&instruction, value, NULL, 1), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_emit(NULL, NULL, 0), 0);
    assert_true(ptxc_instruction_equal(NULL, NULL));
    assert_false(ptxc_instruction_equal(&instruction, NULL));
    assert_false(ptxc_instruction_equal(NULL, &instruction));
    assert_int_equal(ptxc_instruction_parse(NULL, 1, &instruction, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_parse("", 0, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_parse(NULL, 0, &instruction, NULL), PTXC_UNREADABLE);
    assert_int_equal(ptxc_instruction_parse("", (size_t)1 << 31, &instruction, NULL), PTXC_TOO_LARGE);
}

/* For each size ptxc_instruction_emit gives the whole length, writes what fits, and nothing after it. */
static void emit_keeps_the_contract_of_snprintf(void **state) {
    struct ptxc_instruction store = build_store();
    char whole[256], part[256];
    size_t length = ptxc_instruction_emit(&store, whole, sizeof(whole));
    (void)state;
    assert_int_equal(ptxc_instruction_emit(&store, NULL, 0), length);
    for (size_t size = 1; size <= length + 1; size++) {
        memset(part, '?', sizeof(part));
        assert_int_equal(ptxc_instruction_emit(&store, part, size), length);
        assert_memory_equal(part, whole, size - 1);
        assert_int_equal(part[size - 1], 0);
        assert_int_equal(part[size], '?');
    }
}

/* Where there is nothing to write, every function that writes a text leaves an empty one. */
static void nothing_is_an_empty_text(void **state) {
    const struct ptxc_instruction none = {.opcode = PTXC_OP_NONE};
    const struct ptxc_plan plan = {.size = sizeof(plan)}; /* it moves its copy, so that there is nothing to explain */
    struct ptxc_lines lines;
    char text[10];
    (void)state;
    ptxc_lines_init(&lines, "", 0);
#define ASSERT_EMPTY(call)        \
    memset(text, '?', 10);        \
    assert_int_equal((call), 0);  \
    assert_int_equal(text[0], 0); \
    assert_int_equal(text[1], '?')
    ASSERT_EMPTY(ptxc_instruction_emit(&none, text, 10));
    ASSERT_EMPTY(ptxc_instruction_emit(NULL, text, 10));
    ASSERT_EMPTY(ptxc_form_syntax(ptxc_form_count(), text, 10));
    ASSERT_EMPTY(ptxc_form_needs(ptxc_form_count(), text, 10));
    ASSERT_EMPTY(ptxc_options_explain(NULL, text, 10));
    ASSERT_EMPTY(ptxc_reason_needs(NULL, text, 10));
    ASSERT_EMPTY(ptxc_tensormap_emit(NULL, text, 10));
    ASSERT_EMPTY(ptxc_plan_emit(NULL, NULL, text, 10));
    ASSERT_EMPTY(ptxc_plan_explain(NULL, text, 10));
    ASSERT_EMPTY(ptxc_plan_explain(&plan, text, 10));
    ASSERT_EMPTY(ptxc_edits_apply(NULL, text, 10));
    ASSERT_EMPTY(ptxc_text_clean(NULL, 0, text, 10));
    ASSERT_EMPTY(ptxc_diagnostic_render(NULL, PTXC_SEVERITY_OFF, "x", &lines, 0, text, 10));
#undef ASSERT_EMPTY
}

/* What cannot be written has no text, and is refused by whoever needs one. */
static void assert_unwritable(const struct ptxc_instruction *instruction) {
    struct ptxc_report *report = (struct ptxc_report *)&report;
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    char text[64] = "?";
    assert_int_equal(ptxc_instruction_emit(instruction, text, sizeof(text)), 0);
    assert_int_equal(ptxc_instruction_check(instruction, NULL, NULL, &report), PTXC_UNREADABLE);
    assert_null(report);
    ptxc_instruction_form(instruction);
    ptxc_instruction_requirement(instruction, &requirement);
}

/* Each way to break an instruction leaves it without text. */
static void what_cannot_be_written(void **state) {
    struct ptxc_instruction broken;
    (void)state;
    ptxc_instruction_init(&broken, PTXC_OP_NONE);
    assert_unwritable(&broken);
    ptxc_instruction_init(&broken, (enum ptxc_opcode)999);
    assert_unwritable(&broken);
    assert_int_equal(ptxc_instruction_form(&broken), ptxc_form_count());
    broken = build_store();
    ptxc_instruction_push(&broken, ptxc_register(NULL, PTXC_TYPE_B32));
    assert_unwritable(&broken);
    broken = build_store();
    ptxc_instruction_guard(&broken, ptxc_predicate(""));
    assert_unwritable(&broken);
    broken = parse("cp.async.bulk.global.no_such_thing [a], [b], 16");
    assert_int_equal(broken.qualifiers[1].id, PTXC_Q_NONE);
    assert_unwritable(&broken);
}

/* Structures that were filled by hand, with numbers that are out of range. */
static void broken_structures_are_refused(void **state) {
    struct ptxc_instruction broken;
    (void)state;
    broken = build_store();
    broken.qualifier_count = 255;
    assert_unwritable(&broken);
    broken = build_store();
    broken.operand_count = PTXC_MAX_OPERANDS + 1;
    assert_unwritable(&broken);
    broken = build_store();
    broken.value_count = 255;
    assert_unwritable(&broken);
    broken = build_store();
    broken.operands[1].first = 200;
    assert_unwritable(&broken);
    broken = build_store();
    broken.operands[1].count = 0;
    assert_unwritable(&broken);
    broken = build_store();
    broken.operands[0].shape = (enum ptxc_operand_shape)77;
    assert_unwritable(&broken);
    broken = build_store();
    broken.qualifiers[0].slot = (enum ptxc_slot)77;
    assert_unwritable(&broken);
    broken = build_store();
    broken.values[0].type = (enum ptxc_type)77;
    assert_unwritable(&broken);
    broken = build_store();
    broken.values[0].space = (enum ptxc_space)77;
    assert_unwritable(&broken);
    broken = build_store();
    broken.values[0].kind = (enum ptxc_value_kind)77;
    assert_unwritable(&broken);
    broken = build_store();
    broken.values[0].name = NULL;
    assert_unwritable(&broken);
    assert_int_equal(ptxc_instruction_form(&broken), ptxc_form_count());
}

/* Counts that lead outside of the instruction are not followed, by the builders either. */
static void spoilt_counts_lead_nowhere(void **state) {
    struct ptxc_instruction spoilt, sound;
    (void)state;
    ptxc_instruction_init(&sound, PTXC_OP_CP_ASYNC);
    spoilt = sound;
    spoilt.qualifier_count = spoilt.operand_count = spoilt.value_count = 255;
    assert_int_equal(ptxc_instruction_push(&spoilt, ptxc_immediate(1)), PTXC_TOO_LARGE);
    spoilt.operand_count = 0;
    assert_int_equal(ptxc_instruction_push(&spoilt, ptxc_immediate(1)), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_instruction_add(&spoilt, PTXC_Q_CA), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_instruction_set(&spoilt, PTXC_SLOT_CACHE, PTXC_Q_CA), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_instruction_get(&spoilt, PTXC_SLOT_CACHE), PTXC_Q_NONE);
    assert_false(ptxc_instruction_equal(&spoilt, &sound));
    assert_false(ptxc_instruction_equal(&sound, &spoilt));
    assert_false(ptxc_instruction_equal(&spoilt, &spoilt));
}

/* A component is one whether it is read or built. */
static void components_are_built_as_they_are_read(void **state) {
    static const char text[] = "cp.async.bulk.prefetch.tensor.1d.L2.global [%rd1, {%tid.x}];";
    struct ptxc_instruction read, built;
    (void)state;
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &read, NULL), PTXC_OK);
    built = read;
    built.operand_count = built.value_count = 0;
    struct ptxc_value coordinate = ptxc_value_named(PTXC_VALUE_SPECIAL, "%tid.x", PTXC_TYPE_U32);
    assert_int_equal(ptxc_instruction_push_tensor(&built, ptxc_register("%rd1", PTXC_TYPE_B64), &coordinate, 1),
                     PTXC_OK);
    assert_true(ptxc_instruction_equal(&read, &built));
}

/* A parsed instruction has the place of each part, and names of which nothing is known. */
static void parse_gives_places_and_names(void **state) {
    const char *text = "  @!p cp.async.bulk.shared::cta.global.bulk_group [%0+16], [$1], {8} /* size */ ; // end";
    struct ptxc_instruction instruction = parse(text);
    (void)state;
    assert_int_equal(instruction.opcode, PTXC_OP_CP_ASYNC_BULK);
    assert_true(instruction.guarded);
    assert_false(instruction.damaged);
    assert_int_equal(instruction.span.offset, 2);
    assert_int_equal(instruction.span.length, strstr(text, " /*") - (text + 2));
    assert_int_equal(instruction.opcode_span.offset, 6);
    assert_int_equal(instruction.opcode_span.length, strlen("cp.async.bulk"));
    assert_int_equal(instruction.qualifier_count, 3);
    assert_int_equal(instruction.operand_count, 3);
    const struct ptxc_value *value = &instruction.values[0];
    assert_int_equal(value->kind, PTXC_VALUE_UNKNOWN);
    assert_ptr_equal(value->name, strstr(text, "%0"));
    assert_int_equal(value->name_length, 2);
    assert_int_equal(value->integer, 16);
    assert_prints(&instruction, "@!p cp.async.bulk.shared::cta.global.bulk_group [%0+16], [$1], {8};");
}

/* A text that is no instruction gives PTXC_UNREADABLE with a finding; one with a fault in it is `damaged`. */
static void parse_says_what_is_wrong(void **state) {
    static const char *const unreadable[] = {"add.u32 a, b, c;",
                                             "cp.async.wait_all; cp.async.wait_all;",
                                             "cp.async.wait_group (1;",
                                             "cp.asinc.wait_all",
                                             "@p",
                                             "",
                                             "/*"};
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    (void)state;
    for (size_t i = 0; i < sizeof(unreadable) / sizeof(unreadable[0]); i++) {
        const char *text = unreadable[i];
        assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, NULL), PTXC_UNREADABLE);
        assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, &report), PTXC_UNREADABLE);
        assert_true(ptxc_report_count(report) > 0);
        assert_true(ptxc_report_get(report, 0)->span.offset <= strlen(text));
        ptxc_report_free(report);
    }
    assert_int_equal(ptxc_instruction_parse("cp.async.ca.ca [a], [b], 4", 26, &instruction, &report), PTXC_OK);
    assert_true(instruction.damaged);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "duplicate-qualifier");
    assert_int_equal(ptxc_report_get(report, 0)->span.offset, 11);
    ptxc_report_free(report);
    const char *unknown = "cp.async.cg.shared.global.L2::128 [%0], [%1], 16;";
    assert_int_equal(ptxc_instruction_parse(unknown, strlen(unknown), &instruction, &report), PTXC_OK);
    assert_true(instruction.damaged);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "unknown-qualifier");
    assert_string_equal(ptxc_report_get(report, 0)->message,
                        "cp.async has no qualifier .L2::128; did you mean .L2::128B?");
    assert_int_equal(ptxc_report_get(report, 0)->span.offset, 25);
    ptxc_report_free(report);
    assert_int_equal(ptxc_instruction_parse("cp.async.wait_all", 17, &instruction, &report), PTXC_OK);
    assert_false(instruction.damaged);
    assert_non_null(report);
    assert_int_equal(ptxc_report_count(report), 0);
    ptxc_report_free(report);
}

/* The constructors, which C has inline, are functions of the library too: each has an address. */
static void constructors_are_functions(void **state) {
    struct ptxc_value (*const named)(enum ptxc_value_kind, const char *, enum ptxc_type) = ptxc_value_named;
    struct ptxc_value (*const register_of)(const char *, enum ptxc_type) = ptxc_register;
    struct ptxc_value (*const symbol)(const char *, enum ptxc_space, enum ptxc_type, uint32_t) = ptxc_symbol;
    struct ptxc_value (*const of_name[])(const char *) = {ptxc_predicate, ptxc_unknown};
    struct ptxc_value (*const immediate)(int64_t) = ptxc_immediate;
    struct ptxc_value (*const sink)(void) = ptxc_sink;
    struct ptxc_value (*const offset)(struct ptxc_value, int64_t) = ptxc_offset;
    struct ptxc_value (*const not )(struct ptxc_value) = ptxc_not;
    (void)state;
    assert_int_equal(named(PTXC_VALUE_SPECIAL, "%tid.x", PTXC_TYPE_U32).flags, PTXC_FLAG_COMPONENT);
    assert_int_equal(register_of("%r1", PTXC_TYPE_B32).type, PTXC_TYPE_B32);
    assert_int_equal(symbol("s", PTXC_SPACE_SHARED, PTXC_TYPE_B8, 16).alignment, 16);
    assert_int_equal(not(of_name[0]("%p1")).flags, PTXC_FLAG_NOT);
    assert_int_equal(of_name[1]("$0").kind, PTXC_VALUE_UNKNOWN);
    assert_int_equal(offset(immediate(3), 16).integer, 16);
    assert_int_equal(sink().kind, PTXC_VALUE_SINK);
}

/* A byte that PTX has not is found at every place of a text of every length, here in a comment. */
static void every_byte_is_looked_at(void **state) {
    static const char instruction[] = "cp.async.wait_all;//";
    char text[400];
    (void)state;
    for (size_t length = strlen(instruction) + 1; length < sizeof(text); length += length < 60 ? 1 : 97)
        for (size_t place = strlen(instruction); place < length; place++) {
            struct ptxc_instruction read;
            struct ptxc_report *report;
            memset(text, 'c', length);
            memcpy(text, instruction, strlen(instruction));
            text[place] = '\xc3';
            assert_int_equal(ptxc_instruction_parse(text, length, &read, &report), PTXC_OK);
            assert_int_equal(ptxc_report_count(report), 1);
            assert_string_equal(ptxc_report_get(report, 0)->rule, "non-ascii");
            assert_int_equal(ptxc_report_get(report, 0)->span.offset, place);
            ptxc_report_free(report);
        }
}

static void equal_means_the_same(void **state) {
    static const char *const different[] = {
        "@p cp.async.ca.shared.global [a], [b], 4", "@!p cp.async.ca.shared.global [a], [b], 4",
        "cp.async.cg.shared.global [a], [b], 4",    "cp.async.ca.shared.global [a], [c], 4",
        "cp.async.ca.shared.global [a], [b], 8",    "cp.async.ca.shared.global [a], [b+4], 4",
        "cp.async.ca.shared.global [a], [b]",       "cp.async.ca.shared [a], [b], 4",
        "cp.async.ca.global.shared [a], [b], 4",    "cp.async.ca.shared.global a, [b], 4",
        "cp.async.ca.shared.global [a], [b], {4}",  "cp.async.bulk.shared.global [a], [b], 4",
        "cp.async.ca.shared.global [a], [b], d",    "cp.async.ca.shared.global [a], [bb], 4"};
    struct ptxc_instruction one = parse("cp.async.ca.shared.global [a], [b], 4");
    struct ptxc_instruction same = parse(" cp.async.shared.ca.global\n[ a ],[b], 2 + 0x2 ; ");
    (void)state;
    assert_true(ptxc_instruction_equal(&one, &one));
    assert_true(ptxc_instruction_equal(&one, &same));
    assert_true(ptxc_instruction_equal(&same, &one));
    for (size_t i = 0; i < sizeof(different) / sizeof(different[0]); i++) {
        struct ptxc_instruction other = parse(different[i]);
        assert_false(ptxc_instruction_equal(&one, &other));
        assert_false(ptxc_instruction_equal(&other, &one));
    }
    struct ptxc_instruction built = build_store();
    struct ptxc_instruction parsed = parse("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 128;");
    assert_true(ptxc_instruction_equal(&built, &parsed)); /* the types of registers do not count */
}

/* What the type or the place of is not known fits, and one that is known is held against the rules. */
static void unknown_types_fit(void **state) {
    static const enum ptxc_type types[] = {PTXC_TYPE_NONE, PTXC_TYPE_B64, PTXC_TYPE_F32};
    static const enum ptxc_space spaces[] = {PTXC_SPACE_NONE, PTXC_SPACE_SHARED, PTXC_SPACE_GLOBAL};
    (void)state;
    for (size_t i = 0; i < 9; i++) {
        struct ptxc_instruction store;
        struct ptxc_report *report;
        ptxc_instruction_init(&store, PTXC_OP_CP_ASYNC_BULK);
        ptxc_instruction_add(&store, PTXC_Q_GLOBAL);
        ptxc_instruction_add(&store, PTXC_Q_SHARED_CTA);
        ptxc_instruction_add(&store, PTXC_Q_BULK_GROUP);
        ptxc_instruction_push_address(&store, ptxc_register("%rd1", types[i % 3]));
        ptxc_instruction_push_address(&store, ptxc_symbol("s", spaces[i / 3], PTXC_TYPE_B8, 16));
        ptxc_instruction_push(&store, ptxc_immediate(128));
        assert_int_equal(ptxc_instruction_check(&store, NULL, NULL, &report), PTXC_OK);
        assert_int_equal(ptxc_report_count(report), (i % 3 == 2) + (i / 3 == 2));
        ptxc_report_free(report);
    }
}

/* Fails unless this is what an instruction does over time. */
static void assert_effect(const char *text, const char *expected) {
    struct ptxc_instruction instruction;
    char effect[300];
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, NULL), PTXC_OK);
    assert_int_equal(ptxc_instruction_effect(&instruction, effect, sizeof(effect)), strlen(expected));
    assert_string_equal(effect, expected);
}

static void instructions_have_effects(void **state) {
    (void)state;
    assert_effect("cp.async.ca.shared.global [%r1], [%rd1], 4;",
                  "starts a copy from src to dst, and a group of cp.async tells when it is complete");
    assert_effect("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;",
                  "starts a copy from srcMem to dstMem, and a bulk group tells when it is complete");
    assert_effect("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 16, [%r2];",
                  "starts a copy from srcMem to dstMem, and mbar tells when it is complete");
    assert_effect("mbarrier.arrive.shared.b64 %rd1, [%r1];",
                  "arrives at addr; the last arrival of a phase completes it");
    assert_effect("mbarrier.arrive.shared.b64 %rd1, [%r1], 2;",
                  "arrives at addr, count times or once; the last arrival of a phase completes it");
    assert_effect("createpolicy.fractional.L2::evict_last.b64 %rd1;", "");
    assert_int_equal(ptxc_instruction_effect(NULL, NULL, 0), 0);
}

static void forms_have_signatures(void **state) {
    static const enum ptxc_qualifier qualifiers[] = {PTXC_Q_CG, PTXC_Q_SHARED, PTXC_Q_GLOBAL};
    struct ptxc_parameter parameter;
    char text[300];
    size_t form = 0;
    (void)state;
    while (ptxc_form_signature(form, qualifiers, 3, text, sizeof(text)) == 0)
        assert_true(++form < ptxc_form_count());
    assert_string_equal(text, "cp.async.cg.shared.global [dst], [src], cp-size");
    assert_string_equal(ptxc_form_parameter(form, qualifiers, 3, 0, &parameter, text, sizeof(text)), "dst");
    assert_string_equal(text, "an address in brackets; in .shared; aligned to cp-size");
    assert_true(parameter.types >> PTXC_TYPE_B32 & 1);
    assert_false(parameter.types >> PTXC_TYPE_PRED & 1);
    assert_int_equal(parameter.spaces, 1 << PTXC_SPACE_SHARED);
    assert_int_equal(parameter.alignment, 0);
    assert_string_equal(ptxc_form_parameter(form, qualifiers, 3, 2, NULL, text, sizeof(text)), "cp-size");
    assert_string_equal(text, "an integer constant");
    assert_null(ptxc_form_parameter(form, qualifiers, 3, 3, NULL, text, sizeof(text)));
    assert_string_equal(text, "");
    assert_null(ptxc_form_parameter(ptxc_form_count(), qualifiers, 3, 0, NULL, NULL, 0));
    assert_int_equal(ptxc_form_signature(form, NULL, 3, text, sizeof(text)), 0);
    assert_int_equal(ptxc_form_signature(form, (const enum ptxc_qualifier[]){PTXC_Q_BULK_GROUP}, 1, NULL, 0), 0);
}

static void special_registers_are_listed(void **state) {
    char text[100];
    bool component = false, numbered = false;
    size_t count = 0;
    (void)state;
    for (; ptxc_special_name(count, text, sizeof(text)) > 0; count++) {
        component |= strcmp(text, "%tid.z") == 0;
        numbered |= strcmp(text, "%envreg31") == 0;
        assert_int_not_equal(ptxc_special_type(count), PTXC_TYPE_NONE);
        if (strcmp(text, "%clusterid.x") == 0) {
            ptxc_special_needs(count, text, sizeof(text));
            assert_string_equal(text, "PTX 7.8 and sm_90 or higher");
        }
    }
    assert_true(component && numbered);
    assert_int_equal(ptxc_special_needs(0, text, sizeof(text)), 0);
    assert_int_equal(ptxc_special_needs(count, text, sizeof(text)), 0);
    assert_int_equal(ptxc_special_type(count), PTXC_TYPE_NONE);
}

static void directives_are_listed(void **state) {
    uint32_t places, inside = 0, outside = 0;
    const char *name;
    size_t count = 0;
    (void)state;
    for (; (name = ptxc_directive_spelling(count, &places)); count++) {
        assert_true(places > 0 && name[0] != 0);
        inside |= strcmp(name, ".loc") == 0 ? places : 0;
        outside |= strcmp(name, ".entry") == 0 ? places : 0;
        if (strcmp(name, ".shared") == 0)
            assert_int_equal(places, PTXC_OUTSIDE_FUNCTIONS | PTXC_INSIDE_FUNCTIONS);
        if (strcmp(name, ".maxntid") == 0)
            assert_int_equal(places, PTXC_INSIDE_STATEMENTS);
    }
    assert_int_equal(inside, PTXC_INSIDE_FUNCTIONS);
    assert_int_equal(outside, PTXC_OUTSIDE_FUNCTIONS);
    assert_null(ptxc_directive_spelling(count, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(qualifiers_fill_slots),
        cmocka_unit_test(every_operand_prints),
        cmocka_unit_test(room_is_finite),
        cmocka_unit_test(null_harms_nobody),
        cmocka_unit_test(emit_keeps_the_contract_of_snprintf),
        cmocka_unit_test(nothing_is_an_empty_text),
        cmocka_unit_test(what_cannot_be_written),
        cmocka_unit_test(broken_structures_are_refused),
        cmocka_unit_test(parse_gives_places_and_names),
        cmocka_unit_test(parse_says_what_is_wrong),
        cmocka_unit_test(constructors_are_functions),
        cmocka_unit_test(every_byte_is_looked_at),
        cmocka_unit_test(equal_means_the_same),
        cmocka_unit_test(unknown_types_fit),
        cmocka_unit_test(spoilt_counts_lead_nowhere),
        cmocka_unit_test(instructions_have_effects),
        cmocka_unit_test(forms_have_signatures),
        cmocka_unit_test(special_registers_are_listed),
        cmocka_unit_test(directives_are_listed),
        cmocka_unit_test(components_are_built_as_they_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

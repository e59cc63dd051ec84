/* The public API: a walk through a module, an instruction checked in it, questions about one, threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>

static const char source[] = ".version 8.0\n"
                             ".target sm_90a\n"
                             ".global .align 16 .b8 data[64];\n"
                             ".visible .entry first(.param .u64 p)\n"
                             "{\n"
                             "    .reg .b64 %rd<3>;\n"
                             "    .reg .pred %p1;\n"
                             "    .shared .align 32 .b8 tile[64];\n"
                             "    cp.async.ca.shared.global [tile], [%rd1], 4;\n"
                             "    {\n"
                             "        .reg .b32 tile;\n"
                             "        @%p1 cp.async.ca.shared.global [tile], [%rd2], 8;\n"
                             "    }\n"
                             "    cp.async.wait_all;\n"
                             "}\n"
                             ".func second()\n"
                             "{\n"
                             "    cp.async.commit_group;\n"
                             "}\n";

static struct ptxc_module *open_module(const char *text) {
    struct ptxc_module *module;
    assert_int_equal(ptxc_module_open(text, strlen(text), NULL, &module), PTXC_OK);
    return module;
}

static void assert_at(const struct ptxc_module *module, const char *function, uint32_t depth) {
    struct ptxc_place place = {.size = sizeof(place), .depth = 7};
    ptxc_module_place(module, &place);
    assert_int_equal(place.ptx, 800);
    assert_int_equal(place.target, PTXC_TARGET_SM_90A);
    assert_int_equal(place.depth, depth);
    assert_int_equal(place.function.length, strlen(function));
    assert_memory_equal(source + place.function.offset, function, strlen(function));
}

/* At each instruction the walk tells the version, target, function and depth of scopes. */
static void walk_knows_its_place(void **state) {
    static const struct {
        const char *text, *function;
        uint32_t depth;
    } expected[] = {
        {"cp.async.ca.shared.global [tile], [%rd1], 4", "first", 1},
        {"@%p1 cp.async.ca.shared.global [tile], [%rd2], 8", "first", 2},
        {"cp.async.wait_all", "first", 1},
        {"cp.async.commit_group", "second", 1},
    };
    struct ptxc_module *module = open_module(source);
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    (void)state;
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        assert_true(ptxc_module_next(module, &instruction));
        assert_int_equal(instruction.span.length, strlen(expected[i].text));
        assert_memory_equal(source + instruction.span.offset, expected[i].text, strlen(expected[i].text));
        assert_at(module, expected[i].function, expected[i].depth);
    }
    assert_false(ptxc_module_next(module, &instruction));
    assert_false(ptxc_module_next(module, &instruction));
    assert_at(module, "", 0);
    assert_int_equal(ptxc_module_close(module, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 0);
    assert_int_equal(ptxc_report_instructions(report), 4);
    ptxc_report_free(report);
}

static struct ptxc_value find(const struct ptxc_module *module, const char *name) {
    struct ptxc_value value;
    assert_true(ptxc_module_find(module, name, strlen(name), &value));
    assert_int_equal(value.name_length, strlen(name));
    assert_memory_equal(value.name, name, strlen(name));
    return value;
}

/* A name is found with its declaration as long as its scope lasts. */
static void names_belong_to_scopes(void **state) {
    struct ptxc_module *module = open_module(source);
    struct ptxc_instruction instruction;
    struct ptxc_value value;
    (void)state;
    assert_false(ptxc_module_find(module, "tile", 4, &value)); /* nothing is read yet */
    assert_true(ptxc_module_next(module, &instruction));
    value = find(module, "tile");
    assert_int_equal(value.kind, PTXC_VALUE_VARIABLE);
    assert_int_equal(value.space, PTXC_SPACE_SHARED);
    assert_int_equal(value.type, PTXC_TYPE_B8);
    assert_int_equal(value.alignment, 32);
    assert_true(value.flags & PTXC_FLAG_ARRAY);
    assert_int_equal(find(module, "data").space, PTXC_SPACE_GLOBAL);
    assert_int_equal(find(module, "p").space, PTXC_SPACE_PARAM);
    assert_int_equal(find(module, "first").kind, PTXC_VALUE_FUNCTION);
    value = find(module, "%rd2");
    assert_int_equal(value.kind, PTXC_VALUE_REGISTER);
    assert_int_equal(value.type, PTXC_TYPE_B64);
    assert_false(ptxc_module_find(module, "%rd3", 4, &value)); /* %rd<3> is %rd0 to %rd2 */
    assert_int_equal(find(module, "%laneid").kind, PTXC_VALUE_SPECIAL);
    assert_true(ptxc_module_next(module, &instruction));
    assert_int_equal(find(module, "tile").kind, PTXC_VALUE_REGISTER); /* the inner one */
    assert_true(ptxc_module_next(module, &instruction));
    assert_int_equal(find(module, "tile").kind, PTXC_VALUE_VARIABLE);
    assert_true(ptxc_module_next(module, &instruction));
    assert_false(ptxc_module_find(module, "tile", 4, &value));
    assert_int_equal(find(module, "data").alignment, 16);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
}

/* An instruction that cannot be read is in the report of the walk and is not given. */
static void unreadable_is_passed_over(void **state) {
    struct ptxc_module *module = open_module("cp.async.wait_group (1;\ncp.async.wait_all;\n");
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    (void)state;
    assert_true(ptxc_module_next(module, &instruction));
    assert_int_equal(instruction.opcode, PTXC_OP_CP_ASYNC_WAIT_ALL);
    assert_false(ptxc_module_next(module, &instruction));
    assert_int_equal(ptxc_module_close(module, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "syntax-error");
    ptxc_report_free(report);
}

/* Every function of a walk takes NULL; bad arguments give a status and no walk. */
static void null_harms_nobody(void **state) {
    struct ptxc_module *module = (struct ptxc_module *)&module;
    struct ptxc_options options = {.size = sizeof(options), .target = "sm_1"};
    struct ptxc_instruction instruction;
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    struct ptxc_report *report = (struct ptxc_report *)&report;
    struct ptxc_place place = {.size = sizeof(place), .ptx = 7, .function = {7, 7}};
    struct ptxc_value value;
    (void)state;
    assert_int_equal(ptxc_module_open("", 0, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_module_open("", 0, &options, &module), PTXC_BAD_ARGUMENT);
    assert_null(module);
    assert_int_equal(ptxc_module_open(NULL, 1, NULL, &module), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_module_open("", (size_t)1 << 31, NULL, &module), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_module_open(NULL, 0, NULL, &module), PTXC_OK);
    assert_false(ptxc_module_next(module, NULL));
    assert_false(ptxc_module_next(NULL, &instruction));
    ptxc_module_place(module, NULL);
    ptxc_module_place(NULL, &place);
    assert_int_equal(place.ptx, 0);
    assert_int_equal(place.function.length, 0);
    assert_false(ptxc_module_find(NULL, "a", 1, &value));
    assert_false(ptxc_module_find(module, NULL, 1, &value));
    assert_false(ptxc_module_find(module, "a", 0, &value));
    assert_false(ptxc_module_find(module, "a", 1, NULL));
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    assert_int_equal(ptxc_module_close(NULL, &report), PTXC_OK);
    assert_null(report);
    ptxc_instruction_init(&instruction, PTXC_OP_CP_ASYNC_WAIT_ALL);
    assert_int_equal(ptxc_instruction_check(&instruction, NULL, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_check(NULL, NULL, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_check(&instruction, &options, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(ptxc_instruction_form(NULL), ptxc_form_count());
    ptxc_instruction_requirement(&instruction, NULL);
    requirement.ptx = requirement.first[PTXC_TARGET_SM_90] = 7;
    ptxc_instruction_requirement(NULL, &requirement);
    assert_int_equal(requirement.ptx, 0);
    assert_int_equal(requirement.first[PTXC_TARGET_SM_90], 0);
    assert_int_equal(ptxc_instruction_choices(NULL, PTXC_SLOT_CACHE, NULL, NULL, 0), 0);
}

static struct ptxc_instruction parse(const char *text) {
    struct ptxc_instruction instruction;
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, NULL), PTXC_OK);
    return instruction;
}

/* Fails unless the check raises this rule first and points at this text; NULL: unless nothing is wrong. */
static void assert_check(const char *text, const struct ptxc_options *options, const struct ptxc_module *module,
                         const char *rule, const char *place) {
    struct ptxc_instruction instruction = parse(text);
    struct ptxc_report *report;
    assert_int_equal(ptxc_instruction_check(&instruction, options, module, &report), PTXC_OK);
    assert_int_equal(ptxc_report_instructions(report), 1);
    for (size_t i = rule ? 1 : 0; i < ptxc_report_count(report); i++)
        print_error("%s: %s\n", text, ptxc_report_get(report, i)->message);
    assert_int_equal(ptxc_report_count(report), rule ? 1 : 0);
    if (rule) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, 0);
        const char *canonical = ptxc_report_text(report);
        char printed[256];
        ptxc_instruction_emit(&instruction, printed, sizeof(printed));
        assert_string_equal(canonical, printed);
        assert_string_equal(diagnostic->rule, rule);
        assert_int_equal(diagnostic->span.length, strlen(place));
        assert_memory_equal(canonical + diagnostic->span.offset, place, strlen(place));
    }
    ptxc_report_free(report);
}

/* The spans of a check point into the canonical text, for each of several options. */
static void check_points_into_its_own_text(void **state) {
    struct ptxc_options hopper = {.size = sizeof(hopper), .target = "sm_90", .ptx = 800};
    struct ptxc_options older = {.size = offsetof(struct ptxc_options, target), .target = "sm_75"};
    struct ptxc_options ampere = {.size = offsetof(struct ptxc_options, ptx), .target = "sm_80", .ptx = 605};
    (void)state;
    assert_check("cp.async.shared.cg.global [a],   [b], 0x8", NULL, NULL, "cp-size-cg", "8");
    assert_check("cp.async.cg.shared.global [a], [b], 16", NULL, NULL, NULL, NULL);
    assert_check("@p cp.async.bulk.wait_group -1", NULL, NULL, "group-count", "-1");
    assert_check("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [a], [b], 16, [c]", &hopper, NULL,
                 "unavailable", ".shared::cta");
    assert_check("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [m, {x}], [b]", NULL, NULL, "vector-length",
                 "{x}");
    assert_check("cp.async.wait_all", &older, NULL, NULL, NULL);  /* these options end before the target */
    assert_check("cp.async.wait_all", &ampere, NULL, NULL, NULL); /* the version is */
}

/* A check in a module knows its declarations, version and target. */
static void check_knows_the_module(void **state) {
    static const char copy[] = "cp.async.ca.shared.global [tile], [%rd1], 4";
    struct ptxc_options old = {.size = sizeof(old), .target = "sm_75"};
    struct ptxc_module *module = open_module(source);
    struct ptxc_instruction instruction;
    (void)state;
    assert_true(ptxc_module_next(module, &instruction));
    assert_check(copy, NULL, module, NULL, NULL);
    assert_check(copy, &old, module, "unavailable", "cp.async");
    assert_check("cp.async.ca.shared.global [data], [%rd1], 4", NULL, module, "state-space", "data");
    assert_check("cp.async.ca.shared.global [tile], [%rd7], 4", NULL, module, "unknown-name", "%rd7");
    assert_check("@%rd1 cp.async.wait_all", NULL, module, "guard-predicate", "%rd1");
    assert_check("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [tile], [%rd1], 16, [tile]", NULL,
                 module, "unavailable", ".shared::cta"); /* the module has PTX 8.0 */
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
}

/* An instruction has a form with names for its operands, and a requirement for each target. */
static void form_and_requirement(void **state) {
    struct ptxc_instruction copy = parse("cp.async.cg.shared.global [a], [b], 16");
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    size_t form = ptxc_instruction_form(&copy);
    (void)state;
    assert_true(form < ptxc_form_count());
    assert_string_equal(ptxc_form_mnemonic(form), "cp.async");
    assert_string_equal(ptxc_form_name(form), "CP_ASYNC_CG");
    assert_string_equal(ptxc_instruction_operand_name(&copy, 0), "dst");
    assert_string_equal(ptxc_instruction_operand_name(&copy, 2), "cp-size");
    assert_null(ptxc_instruction_operand_name(&copy, 3));
    assert_null(ptxc_instruction_operand_name(NULL, 0));
    ptxc_instruction_requirement(&copy, &requirement);
    assert_int_equal(requirement.ptx, 700);
    assert_int_equal(requirement.first[PTXC_TARGET_SM_75], 0);
    assert_int_equal(requirement.last[PTXC_TARGET_SM_75], 0);
    assert_int_equal(requirement.first[PTXC_TARGET_SM_80], 700);
    assert_int_equal(requirement.last[PTXC_TARGET_SM_80], ptxc_newest_ptx());
    assert_int_equal(requirement.first[PTXC_TARGET_SM_90A], 800);
    assert_int_equal(requirement.first[PTXC_TARGET_NONE], 0);
    copy = parse("cp.async.cg.shared.global [a], [b], 12");
    assert_int_equal(ptxc_instruction_form(&copy), form); /* the form fits, and no target takes the value */
    ptxc_instruction_requirement(&copy, &requirement);
    assert_int_equal(requirement.ptx, 0);
    copy = parse("cp.async.cg.shared.global [a]");
    assert_int_equal(ptxc_instruction_form(&copy), ptxc_form_count());
    assert_null(ptxc_instruction_operand_name(&copy, 0));
    ptxc_instruction_requirement(&copy, &requirement);
    assert_int_equal(requirement.ptx, 0);
}

/* The instruction needs PTX 8.6, which ptxas 12.6 does not know and 12.8 does. */
static void check_assemblers(const struct ptxc_instruction *instruction) {
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    struct ptxc_report *report;
    struct ptxc_options options = {.size = sizeof(options), .ptx = 806, .target = "sm_90", .assembler = 1208};
    assert_int_equal(ptxc_assembler(0), 1200);
    assert_int_equal(ptxc_assembler(1000), 0);
    assert_int_equal(ptxc_assembler_ptx(1206), 805);
    assert_int_equal(ptxc_assembler_ptx(1207), 0);
    ptxc_instruction_requirement_by(instruction, 1206, &requirement);
    assert_int_equal(requirement.ptx, 0);
    ptxc_instruction_requirement_by(instruction, 1208, &requirement);
    assert_int_equal(requirement.ptx, 806);
    assert_int_equal(requirement.first[PTXC_TARGET_SM_90], 806);
    assert_int_equal(requirement.last[PTXC_TARGET_SM_90], 807);
    assert_int_equal(requirement.first[PTXC_TARGET_SM_103], 0);
    ptxc_instruction_requirement_by(instruction, 1207, &requirement);
    assert_int_equal(requirement.ptx, 0);
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_OK);
    ptxc_report_free(report);
    options.assembler = 1206; /* knows PTX up to 8.5 */
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    options.ptx = 0;
    options.target = "sm_100"; /* nor this target */
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    options = (struct ptxc_options){.size = sizeof(options), .assembler = 1207};
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
}

/* The reasons name the parts that raise the requirement; without them or with others in their place it is lower. */
static void reasons_and_ways_out(void **state) {
    struct ptxc_instruction load = parse("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint "
                                         "[a], [b], 16, [c], d"),
                            other;
    struct ptxc_reason reasons[PTXC_MAX_REASONS];
    char needs[256];
    const char *why = NULL;
    size_t count = ptxc_instruction_reasons(&load, reasons, PTXC_MAX_REASONS), found = 0;
    (void)state;
    assert_in_range(count, 2, PTXC_MAX_REASONS);
    assert_int_equal(ptxc_instruction_reasons(&load, NULL, 9), count);
    for (size_t i = 0; i < count; i++) {
        if (reasons[i].kind != PTXC_REASON_QUALIFIER || load.qualifiers[reasons[i].index].id != PTXC_Q_SHARED_CTA)
            continue;
        found++;
        assert_int_equal(ptxc_reason_span(&load, &reasons[i]).offset, load.qualifiers[reasons[i].index].span.offset);
        size_t length = ptxc_reason_needs(&reasons[i], needs, sizeof(needs));
        assert_int_equal(length, strlen(needs));
        assert_non_null(strstr(needs, "8.6"));
        assert_true(ptxc_reason_allows(&reasons[i], 806, PTXC_TARGET_SM_90));
        assert_false(ptxc_reason_allows(&reasons[i], 800, PTXC_TARGET_SM_90));
        assert_false(ptxc_reason_allows(&reasons[i], 806, (enum ptxc_target)999));
    }
    assert_int_equal(found, 1);
    check_assemblers(&load);
    assert_int_equal(ptxc_instruction_without(&load, PTXC_SLOT_CACHE_HINT, &other), PTXC_OK);
    assert_int_equal(ptxc_instruction_get(&other, PTXC_SLOT_CACHE_HINT), PTXC_Q_NONE);
    assert_int_equal(other.operand_count, load.operand_count - 1); /* the policy goes too */
    assert_int_equal(ptxc_instruction_without(&load, PTXC_SLOT_DIM, &other), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_replace(&load, PTXC_SLOT_DESTINATION, 0, &other, &why), PTXC_OK);
    assert_int_equal(ptxc_instruction_get(&other, PTXC_SLOT_DESTINATION), PTXC_Q_SHARED_CLUSTER);
    assert_non_null(why);
    assert_int_equal(ptxc_instruction_replace(&load, PTXC_SLOT_DESTINATION, 9, &other, NULL), PTXC_BAD_ARGUMENT);
    reasons[0].gate = 255;
    assert_int_equal(ptxc_reason_needs(&reasons[0], needs, sizeof(needs)), 0);
    assert_false(ptxc_reason_allows(&reasons[0], 0, PTXC_TARGET_NONE));
    assert_int_equal(ptxc_reason_needs(NULL, needs, sizeof(needs)), 0);
    assert_false(ptxc_reason_allows(NULL, 0, PTXC_TARGET_NONE));
    reasons[0] = (struct ptxc_reason){.kind = PTXC_REASON_OPERAND, .index = 200};
    assert_int_equal(ptxc_reason_span(&load, &reasons[0]).length, 0);
    assert_int_equal(ptxc_reason_span(&load, NULL).length, 0);
    assert_int_equal(ptxc_reason_span(NULL, &reasons[0]).length, 0);
    assert_int_equal(ptxc_instruction_reasons(NULL, reasons, 1), 0);
    assert_int_equal(ptxc_instruction_without(NULL, PTXC_SLOT_DIM, &other), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_without(&load, PTXC_SLOT_CACHE_HINT, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_replace(NULL, PTXC_SLOT_DIM, 0, &other, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_instruction_replace(&load, PTXC_SLOT_DESTINATION, 0, NULL, NULL), PTXC_BAD_ARGUMENT);
}

/* What could not be read whole cannot be printed after a change either. */
static void unreadable_stays_unreadable(void **state) {
    static const char text[] = "cp.async.ca.shared.global.L2::128B [%r1], [a+1/0], 16;";
    struct ptxc_instruction instruction, other;
    char buffer[200];
    (void)state;
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, NULL), PTXC_OK);
    assert_int_equal(ptxc_instruction_emit(&instruction, buffer, sizeof(buffer)), 0);
    assert_int_equal(ptxc_instruction_without(&instruction, PTXC_SLOT_PREFETCH_SIZE, &other), PTXC_OK);
    assert_int_equal(ptxc_instruction_emit(&other, buffer, sizeof(buffer)), 0);
}

static void assert_choices(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                           const struct ptxc_options *options, const char *expected) {
    enum ptxc_qualifier choices[PTXC_MAX_CHOICES];
    char spellings[512] = "";
    size_t count = ptxc_instruction_choices(instruction, slot, options, choices, PTXC_MAX_CHOICES);
    assert_true(count <= PTXC_MAX_CHOICES);
    for (size_t i = 0; i < count; i++)
        strcat(spellings, ptxc_qualifier_name(choices[i]));
    assert_string_equal(spellings, expected);
}

/* The choices of a slot depend on what is filled already and on the options. */
static void choices_of_partial_instructions(void **state) {
    struct ptxc_options hopper = {.size = sizeof(hopper), .target = "sm_90", .ptx = 800};
    enum ptxc_qualifier two[2] = {PTXC_Q_NONE, PTXC_Q_NONE};
    struct ptxc_instruction bulk;
    (void)state;
    ptxc_instruction_init(&bulk, PTXC_OP_CP_ASYNC_BULK);
    assert_choices(&bulk, PTXC_SLOT_DESTINATION, NULL, ".shared::cta.shared::cluster.global");
    assert_choices(&bulk, PTXC_SLOT_DESTINATION, &hopper, ".shared::cluster.global");
    assert_choices(&bulk, PTXC_SLOT_COMPLETION, NULL, ".mbarrier::complete_tx::bytes.bulk_group");
    assert_int_equal(ptxc_instruction_choices(&bulk, PTXC_SLOT_DESTINATION, NULL, two, 1), 3);
    assert_int_equal(two[0], PTXC_Q_SHARED_CTA);
    assert_int_equal(two[1], PTXC_Q_NONE);
    assert_int_equal(ptxc_instruction_choices(&bulk, PTXC_SLOT_DESTINATION, NULL, NULL, 9), 3);
    assert_int_equal(ptxc_instruction_add(&bulk, PTXC_Q_GLOBAL), PTXC_OK);
    assert_choices(&bulk, PTXC_SLOT_COMPLETION, NULL, ".bulk_group");
    assert_choices(&bulk, PTXC_SLOT_SOURCE, NULL, ".shared::cta");
    assert_choices(&bulk, PTXC_SLOT_LOAD_MODE, NULL, "");
    assert_choices(&bulk, PTXC_SLOT_NONE, NULL, "");
    assert_choices(&bulk, (enum ptxc_slot)(-1), NULL, "");
    hopper.target = "sm_1";
    assert_choices(&bulk, PTXC_SLOT_COMPLETION, &hopper, "");
    ptxc_instruction_init(&bulk, PTXC_OP_NONE);
    assert_choices(&bulk, PTXC_SLOT_COMPLETION, NULL, "");
}

/* No slot of the tables has more qualifiers than PTXC_MAX_CHOICES. */
static void choices_have_room(void **state) {
    (void)state;
    for (int slot = 0; ptxc_slot_name((enum ptxc_slot)slot); slot++) {
        size_t count = 0;
        for (int i = 1; ptxc_qualifier_name((enum ptxc_qualifier)i); i++)
            count += ptxc_qualifier_slot((enum ptxc_qualifier)i) == (enum ptxc_slot)slot;
        assert_true(count <= PTXC_MAX_CHOICES);
    }
}

/* Checks over and over; gives how many checks had another result than the one expected. */
static void *check_often(void *expected) {
    static const char text[] = "cp.async.cg.shared.global [a], [b], 8; cp.async.wait_all;";
    size_t wrong = 0;
    for (int i = 0; i < 200; i++) {
        struct ptxc_options options = {.size = sizeof(options), .target = i % 2 ? "sm_75" : "sm_90", .ptx = 800};
        struct ptxc_instruction instruction;
        struct ptxc_requirement requirement = {.size = sizeof(requirement)};
        struct ptxc_report *report;
        wrong += ptxc_check(text, strlen(text), &options, &report) != PTXC_OK ||
                 ptxc_report_count(report) != (i % 2 ? 3u : 1u);
        ptxc_report_free(report);
        wrong += ptxc_instruction_parse(text, 38, &instruction, NULL) != PTXC_OK;
        ptxc_instruction_set(&instruction, PTXC_SLOT_CACHE, PTXC_Q_CA);
        if (i % 20 == 0)
            ptxc_instruction_requirement(&instruction, &requirement);
        wrong += i % 20 == 0 && requirement.ptx != 700;
    }
    *(size_t *)expected = wrong;
    return NULL;
}

/* Threads that check at the same time get the results that each would get alone. */
static void threads_do_not_meet(void **state) {
    pthread_t threads[4];
    size_t wrong[4] = {1, 1, 1, 1};
    (void)state;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, check_often, &wrong[i]), 0);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(wrong[i], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walk_knows_its_place),
        cmocka_unit_test(names_belong_to_scopes),
        cmocka_unit_test(unreadable_is_passed_over),
        cmocka_unit_test(null_harms_nobody),
        cmocka_unit_test(check_points_into_its_own_text),
        cmocka_unit_test(check_knows_the_module),
        cmocka_unit_test(form_and_requirement),
        cmocka_unit_test(reasons_and_ways_out),
        cmocka_unit_test(choices_of_partial_instructions),
        cmocka_unit_test(choices_have_room),
        cmocka_unit_test(threads_do_not_meet),
        cmocka_unit_test(unreadable_stays_unreadable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The witness pair of every rule. With the other rules off the wrong text raises the rule, once, and the right text
 * nothing: a new rule breaks no pair but its own. And the pairs are PTX that assembles but for the rule: they raise no
 * error of syntax or legality of another.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "module.h"
#include "ptxcheck/descriptor.h"
#include "ptxcheck/plan.h"
#include "ptxcheck/tensormap.h"
#include "report/rules.h"

static char *pattern;

enum { TARGETS = 4 };

/* What a first line "// options: --portable=sm_90,sm_100" or "// options: --assembler=12.8" asks for. */
struct asked {
    char line[200];
    const char *targets[TARGETS];
    size_t count;
    uint32_t assembler;
};

static void read_options(const char *text, struct asked *asked) {
    const char *head = "// options: --";
    unsigned major, minor;
    *asked = (struct asked){.count = 0};
    if (strncmp(text, head, strlen(head)) != 0)
        return;
    snprintf(asked->line, sizeof(asked->line), "%.*s", (int)strcspn(text, "\n"), text);
    char *names = strstr(asked->line, "--portable=");
    const char *assembler = strstr(asked->line, "--assembler=");
    assert_true(names || assembler);
    if (assembler) {
        assert_int_equal(sscanf(assembler, "--assembler=%u.%u", &major, &minor), 2);
        asked->assembler = major * 100 + minor;
        return;
    }
    for (char *name = strtok(names + strlen("--portable="), ","); name && asked->count < TARGETS;
         name = strtok(NULL, ","))
        asked->targets[asked->count++] = name;
}

static char *witness_module(const char *text) {
    return strncmp(text, ".version", 8) == 0 || strncmp(text, ".target", 7) == 0 || strncmp(text, "// options", 10) == 0
               ? strdup(text)
               : module_fill(pattern, "", "", text);
}

/* Checks a module against the tensor maps before it. */
static void check_bound(const char *witness, struct ptxc_options *options, struct ptxc_report **report) {
    const char *module = strstr(witness, "\n.version") + 1;
    struct ptxc_tensormaps *maps;
    assert_int_equal(ptxc_tensormaps_read(witness, (size_t)(module - witness), NULL, &maps, NULL), PTXC_OK);
    options->maps = maps;
    assert_int_equal(ptxc_check(module, strlen(module), options, report), PTXC_OK);
    ptxc_tensormaps_free(maps);
}

/* Gives the report on the descriptor of a matrix: "descriptor wgmma 0x40", then the swizzle of a tensor map; to be
 * freed.
 */
static struct ptxc_report *checked_descriptor(const char *witness, const struct ptxc_options *options) {
    char kind[20], map[40] = "";
    uint64_t value;
    struct ptxc_report *report;
    assert_true(sscanf(witness, "descriptor %19s %" SCNx64 " %39s", kind, &value, map) >= 2);
    assert_int_equal(
        ptxc_descriptor_check(value, ptxc_descriptor_from_name(kind), ptxc_swizzle_from_name(map), options, &report),
        PTXC_OK);
    return report;
}

/* Plans a copy. */
static void check_plan(const char *witness, const struct ptxc_options *options, struct ptxc_report **report) {
    struct ptxc_copy copy = {.size = sizeof(copy)};
    struct ptxc_plan plan = {.size = sizeof(plan)};
    struct ptxc_options plain = *options;
    plain.portable_count = 0;
    assert_int_equal(ptxc_plan_json(witness, strlen(witness), &plain, &copy, &plan, report), PTXC_OK);
}

/* Gives the report on a witness, as a module, as C++, as a tensor map, as a copy or as a descriptor, with the
 * options that it asks for; to be freed.
 */
static struct ptxc_report *checked(const char *witness, const struct ptxc_override *overrides, size_t count,
                                   uint32_t classes) {
    struct ptxc_options options = {
        .size = sizeof(options), .overrides = overrides, .override_count = count, .classes = classes};
    options.flags = PTXC_CHECK_ALLOW | PTXC_CHECK_FLOW;
    struct asked asked;
    read_options(witness, &asked);
    options.portable_count = asked.count;
    options.portable = asked.targets;
    options.assembler = asked.assembler;
    if (strncmp(witness, "descriptor ", 11) == 0)
        return checked_descriptor(witness, &options);
    struct ptxc_report *report;
    char *text = witness_module(witness);
    if (strncmp(witness, "void ", 5) == 0)
        assert_int_equal(ptxc_check_host("witness.cu", witness, strlen(witness), &options, &report), PTXC_OK);
    else if (witness[0] == '{' && strstr(witness, "\n.version"))
        check_bound(witness, &options, &report);
    else if (witness[0] == '{' && strstr(witness, "\"shape\""))
        check_plan(witness, &options, &report);
    else if (witness[0] == '{')
        assert_int_equal(ptxc_tensormap_check_json(witness, strlen(witness), &options, &report), PTXC_OK);
    else
        assert_int_equal(ptxc_check(text, strlen(text), &options, &report), PTXC_OK);
    free(text);
    return report;
}

static int is_of(const struct ptxc_diagnostic *diagnostic, const char *id, const char *witness) {
    if (strcmp(diagnostic->rule, id) == 0)
        return 1;
    print_error("%s: raises %s: %s\n%s\n", id, diagnostic->rule, diagnostic->message, witness);
    return 0;
}

/* Whether a comment in the witness allows this rule, which is on then. */
static int is_allowed(const char *id, const char *witness) {
    char allowed[80];
    snprintf(allowed, sizeof(allowed), "allow(%s)", id);
    return strstr(witness, allowed) != NULL;
}

/* Whether a rule is one of the hazards. */
static int is_hazard(const char *id) {
    return ptxc_rules[ptxc_rule_find(id)].constraint.kind == PTXC_CONSTRAINT_FLOW;
}

/* Gives how many findings the text has when rule `id` is the only one, but for those that it allows. The witness of a
 * hazard must not have another hazard, however unsure. */
static size_t findings(const char *id, const char *witness) {
    struct ptxc_override overrides[PTXC_RULE_COUNT];
    for (size_t i = 0; i < PTXC_RULE_COUNT; i++) {
        int own = strcmp(ptxc_rules[i].id, id) == 0 || (is_hazard(id) && is_hazard(ptxc_rules[i].id)) ||
                  is_allowed(ptxc_rules[i].id, witness); /* on, even if it is off by default */
        overrides[i] = (struct ptxc_override){ptxc_rules[i].id, own ? PTXC_SEVERITY_ERROR : PTXC_SEVERITY_OFF};
    }
    struct ptxc_report *report = checked(witness, overrides, PTXC_RULE_COUNT, 0);
    size_t count = ptxc_report_count(report);
    size_t others = 0;
    for (size_t i = 0; i < count; i++)
        others += !is_of(ptxc_report_get(report, i), id, witness);
    ptxc_report_free(report);
    return others ? SIZE_MAX : count;
}

/* Whether the assembler has no reason of its own to reject the text: no error but those of rule `id`. */
static int is_sound(const char *id, const char *witness) {
    struct ptxc_override on = {id, PTXC_SEVERITY_ERROR};
    struct ptxc_report *report = checked(witness, &on, 1, 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY);
    int sound = 1;
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        sound &= diagnostic->severity != PTXC_SEVERITY_ERROR || is_of(diagnostic, id, witness);
    }
    ptxc_report_free(report);
    return sound;
}

/* The wrong text raises its rule once, the right one does not. */
static void each_witness_is_of_its_rule(void **state) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    size_t failed = 0;
    (void)state;
    for (size_t i = 0; ptxc_rule_get(i, &rule); i++) {
        size_t wrong = findings(rule.id, rule.wrong), right = findings(rule.id, rule.right);
        if (wrong == 1 && right == 0)
            continue;
        print_error("%s: %td findings in the wrong text, %td in the right one (-1: of another rule)\n", rule.id,
                    (ptrdiff_t)wrong, (ptrdiff_t)right);
        failed++;
    }
    assert_int_equal(failed, 0);
}

static void witnesses_are_sound(void **state) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    (void)state;
    for (size_t i = 0; ptxc_rule_get(i, &rule); i++) {
        assert_true(is_sound(rule.id, rule.wrong));
        assert_true(is_sound(rule.id, rule.right));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_witness_is_of_its_rule),
        cmocka_unit_test(witnesses_are_sound),
    };
    pattern = file_text(TESTS_DIRECTORY "/unit/legality/witness.txt");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(pattern);
    return failed;
}

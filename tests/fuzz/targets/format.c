/* Fuzz target: any bytes as a module in canonical form. Only instructions of the family change, they stay the same
 * instructions with the same findings, and a second time changes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "ptxcheck/instruction.h"
#include "target.h"

/* Walks through both modules: the same instructions stand in them, as far as they can be written. */
static void compare_instructions(const char *one, size_t one_length, const char *other, size_t other_length) {
    struct ptxc_module *walks[2];
    struct ptxc_instruction instructions[2];
    if (ptxc_module_open(one, one_length, NULL, &walks[0]) != PTXC_OK ||
        ptxc_module_open(other, other_length, NULL, &walks[1]) != PTXC_OK)
        abort();
    for (int more = 1; more;) {
        more = ptxc_module_next(walks[0], &instructions[0]);
        if (ptxc_module_next(walks[1], &instructions[1]) != more)
            target_broken("the formatted module has another number of instructions", one, one_length);
        if (more && ptxc_instruction_emit(&instructions[0], NULL, 0) > 0 &&
            !ptxc_instruction_equal(&instructions[0], &instructions[1]))
            target_broken("the formatted module has another instruction", one, one_length);
    }
    ptxc_module_close(walks[0], NULL);
    ptxc_module_close(walks[1], NULL);
}

/* Looks whether each edit lies in an instruction of the module; both are in the order of the source. */
static void compare_places(const char *text, size_t size, const struct ptxc_edits *edits) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction = {0};
    size_t at = 0;
    if (ptxc_module_open(text, size, NULL, &module) != PTXC_OK)
        abort();
    while (at < ptxc_edits_count(edits) && ptxc_module_next(module, &instruction)) {
        const uint32_t begin = instruction.span.offset, end = begin + instruction.span.length;
        for (; at < ptxc_edits_count(edits); at++) {
            const struct ptxc_span span = ptxc_edits_get(edits, at)->span;
            if (span.offset < begin || span.offset + span.length > end)
                break;
            target_reached++;
        }
    }
    if (at < ptxc_edits_count(edits))
        target_broken("formatting changes what is no instruction", text, size);
    ptxc_module_close(module, NULL);
}

/* Whether a finding and the next one are about one statement. */
static int share_statement(const char *text, const struct ptxc_report *report, size_t first) {
    const uint32_t one = ptxc_report_get(report, first)->span.offset,
                   next = ptxc_report_get(report, first + 1)->span.offset;
    return next >= one && !memchr(text + one, ';', next - one);
}

/* Gives the errors and warnings of a module as the ids of their rules, one after another; to be freed. The order of
 * qualifiers is what formatting changes, and with them the order of what is found in one statement: there it is that of
 * the ids. */
static const char **verdict(const char *text, size_t size, size_t *count, struct ptxc_report **report) {
    static const struct ptxc_override off = {"qualifier-order", PTXC_SEVERITY_OFF};
    const struct ptxc_options options = {.size = sizeof(options),
                                         .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY,
                                         .overrides = &off,
                                         .override_count = 1};
    if (ptxc_check(text, size, &options, report) != PTXC_OK)
        abort();
    *count = ptxc_report_count(*report);
    const char **rules = malloc((*count + 1) * sizeof(*rules));
    for (size_t i = 0; rules && i < *count; i++)
        rules[i] = ptxc_report_get(*report, i)->rule;
    for (size_t i = 1; rules && i < *count; i++)
        for (size_t k = i; k > 0 && share_statement(text, *report, k - 1) && strcmp(rules[k - 1], rules[k]) > 0; k--) {
            const char *rule = rules[k];
            rules[k] = rules[k - 1];
            rules[k - 1] = rule;
        }
    return rules ? rules : (abort(), NULL);
}

static void compare_verdicts(const char *one, size_t one_length, const char *other, size_t other_length) {
    struct ptxc_report *reports[2];
    size_t counts[2];
    const char **before = verdict(one, one_length, &counts[0], &reports[0]);
    const char **after = verdict(other, other_length, &counts[1], &reports[1]);
    for (size_t i = 0; i < counts[0] || i < counts[1]; i++)
        if (i >= counts[0] || i >= counts[1] || strcmp(before[i], after[i]) != 0)
            target_broken("the formatted module has another verdict", one, one_length);
    free(before);
    free(after);
    ptxc_report_free(reports[0]);
    ptxc_report_free(reports[1]);
}

static void try_format(const char *text, size_t size, int keep_layout) {
    const struct ptxc_format_options options = {.size = sizeof(options), .keep_layout = keep_layout};
    struct ptxc_edits *edits;
    size_t length;
    if (ptxc_format(text, size, &options, &edits) != PTXC_OK)
        abort();
    for (size_t i = 0; i < ptxc_edits_remarks(edits); i++)
        if (!*ptxc_edits_remark(edits, i)->text)
            target_broken("a remark says nothing", text, size);
    compare_places(text, size, edits);
    char *made = target_apply(edits, &length);
    compare_instructions(text, size, made, length);
    compare_verdicts(text, size, made, length);
    if (ptxc_format(made, length, &options, &edits) != PTXC_OK || ptxc_edits_count(edits) > 0)
        target_broken("a second formatting changes more", text, size);
    ptxc_edits_free(edits);
    free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = target_copy(data, size);
    try_format(text, size, 0);
    try_format(text, size, 1);
    free(text);
    return 0;
}

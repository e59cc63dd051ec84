/* Fuzz target: any bytes as a document with a copy. The module that a plan becomes has no findings of syntax and
 * legality.
 */
#include <stdlib.h>
#include <string.h>

#include "ptxcheck/plan.h"
#include "target.h"

/* Writes the module of a plan and checks it. */
static void check_module(const struct ptxc_copy *copy, const struct ptxc_plan *plan) {
    const struct ptxc_options options = {.size = sizeof(options),
                                         .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY};
    struct ptxc_report *report;
    const size_t length = ptxc_plan_emit(copy, plan, NULL, 0);
    char *text = calloc(1, length + 1);
    if (!text || ptxc_plan_emit(copy, plan, text, length + 1) != length || strlen(text) != length)
        abort();
    if (ptxc_check(text, length, &options, &report) != PTXC_OK)
        abort();
    if (length == 0 || ptxc_report_count(report) > 0)
        target_broken("a plan does not assemble", text, length);
    target_reached++;
    ptxc_report_free(report);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ptxc_copy copy = {.size = sizeof(copy)};
    struct ptxc_plan plan = {.size = sizeof(plan)};
    struct ptxc_report *report;
    char words[1000], *text = target_copy(data, size);
    if (ptxc_plan_json(text, size, NULL, &copy, &plan, &report) != PTXC_OK)
        abort();
    if (plan.kind != PTXC_PLAN_NONE && plan.reason == PTXC_PLAN_MOVES)
        check_module(&copy, &plan);
    else
        ptxc_plan_explain(&plan, words, sizeof(words));
    target_read_report(report, text, size);
    free(text);
    return 0;
}

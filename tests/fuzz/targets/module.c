/* Fuzz target: any bytes as a module. Checking ends, a walk finds what the check finds, what can be printed reads back
 * equal, and a listener changes nothing.
 */
#include <stdlib.h>

#include "equivalence.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const portable[] = {"sm_80", "sm_100a"};
    const struct ptxc_options options = {.size = sizeof(options), .portable = portable, .portable_count = 2};
    struct equivalence result = {0};
    struct ptxc_report *report;
    char *text = target_copy(data, size);
    equivalence_module(text, size, &result);
    equivalence_listener(text, size, &result);
    if (result.differ > 0)
        target_broken("an instruction does not keep its promises", text, size);
    target_reached += result.printed > 0;
    if (ptxc_check(text, size, &options, &report) == PTXC_OK)
        target_read_report(report, text, size);
    free(text);
    return 0;
}

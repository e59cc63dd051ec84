/* Fuzz target: an asm statement. The first byte says whose placeholders they are, the first line has the constraints,
 * the rest is the text.
 */
#include <stdlib.h>
#include <string.h>

#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct ptxc_options options = {
        .size = sizeof(options), .target = "sm_90a", .ptx = 800, .flags = PTXC_CHECK_ALLOW | PTXC_CHECK_FLOW};
    struct ptxc_report *report;
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    if (!end)
        return 0;
    const char sign = data[0] == '$' ? '$' : '%';
    const size_t first = (size_t)(end - data), length = size - first - 1;
    char *constraints = calloc(1, first + 1), *text = target_copy(end + 1, length);
    if (!constraints)
        abort();
    memcpy(constraints, data, first);
    if (ptxc_check_inline_asm(text, length, sign, constraints + (data[0] == '$'), &options, &report) == PTXC_OK) {
        target_reached += ptxc_report_instructions(report) > 0;
        target_read_report(report, text, length);
    }
    free(constraints);
    free(text);
    return 0;
}

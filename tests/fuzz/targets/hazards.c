/* Fuzz target: any bytes as a module in which hazards are looked for, at all levels, and whose kernels are run. It
 * ends, and the report of the pipeline is that of the check.
 */
#include <stdlib.h>
#include <string.h>

#include "ptxcheck/pipeline.h"
#include "target.h"

/* Goes through all events of all kernels: their places are in the text, and each has a cause before it. */
static void read_events(const struct ptxc_pipeline *pipeline, const char *text, size_t size) {
    for (size_t kernel = 0; kernel < ptxc_pipeline_count(pipeline); kernel++) {
        const struct ptxc_pipeline_kernel *here = ptxc_pipeline_get(pipeline, kernel);
        for (size_t i = 0; i < here->event_count; i++) {
            const struct ptxc_pipeline_event *event = ptxc_pipeline_event_get(pipeline, kernel, i);
            if (!ptxc_event_kind_name(event->kind) || event->span.offset > size ||
                event->span.length > size - event->span.offset)
                target_broken("an event is none, or is not in the text", text, size);
            if (event->cause != PTXC_NO_EVENT && event->cause >= here->event_count)
                target_broken("an event has a cause that is none", text, size);
        }
        target_reached += here->event_count > 0;
    }
}

static void compare(const struct ptxc_report *one, const struct ptxc_report *other, const char *text, size_t size) {
    int same = ptxc_report_count(one) == ptxc_report_count(other);
    for (size_t i = 0; same && i < ptxc_report_count(one); i++)
        same = strcmp(ptxc_report_get(one, i)->message, ptxc_report_get(other, i)->message) == 0;
    if (!same)
        target_broken("the pipeline has other findings than the check", text, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct ptxc_options options = {
        .size = sizeof(options), .limit = 100, .flags = PTXC_CHECK_FLOW | PTXC_CHECK_PEDANTIC | PTXC_CHECK_FOLD};
    struct ptxc_pipeline *pipeline;
    struct ptxc_report *report;
    char *text = target_copy(data, size);
    if (ptxc_check(text, size, &options, &report) != PTXC_OK ||
        ptxc_pipeline_read(text, size, &options, NULL, &pipeline) != PTXC_OK)
        abort();
    compare(report, ptxc_pipeline_report(pipeline), text, size);
    read_events(pipeline, text, size);
    ptxc_pipeline_free(pipeline);
    target_read_report(report, text, size);
    free(text);
    return 0;
}

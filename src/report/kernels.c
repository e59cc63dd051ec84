/* Kernels: see kernels.h and, for the public half, ptxcheck.h. */
#include "report/kernels.h"

#include <inttypes.h>
#include <stdlib.h>

/* Adds a kernel whose span is a place in the source of the caller. */
static void add(struct ptxc_report *report, const struct ptxc_kernel *kernel) {
    struct ptxc_arena *arena = &report->lasting;
    struct ptxc_kernels *all = &report->kernels;
    void *grown = ptxc_arena_grow(arena, all->items, &all->capacity, all->count + 1, sizeof(*all->items));
    if (!grown)
        return;
    all->items = grown;
    struct ptxc_kernel *added = &all->items[all->count++];
    *added = *kernel;
    added->name = ptxc_arena_format(arena, "%s", kernel->name);
    if (kernel->incomplete)
        added->incomplete = ptxc_arena_format(arena, "%s", kernel->incomplete);
}

void ptxc_kernels_add(struct ptxc_report *report, const struct ptxc_kernel *kernel) {
    struct ptxc_kernel located = *kernel;
    if (report->view)
        located.span = report->view->locate(report->view->snippet, kernel->span, false);
    add(report, &located);
}

void ptxc_kernels_copy(struct ptxc_report *report, const struct ptxc_report *from, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        add(report, &from->kernels.items[i]);
}

static int compare_place(const void *left, const void *right) {
    const struct ptxc_kernel *a = left, *b = right;
    return a->span.offset < b->span.offset ? -1 : a->span.offset > b->span.offset;
}

void ptxc_kernels_sort(struct ptxc_report *report) {
    if (report->kernels.count > 1)
        qsort(report->kernels.items, report->kernels.count, sizeof(*report->kernels.items), compare_place);
}

const char *ptxc_kernel_chosen(struct ptxc_arena *arena, const struct ptxc_kernel *kernel, uint32_t parameter,
                               uint32_t outer) {
    const uint32_t threads = kernel->threads[0] * kernel->threads[1] * kernel->threads[2];
    const bool chosen = kernel->threads_from == PTXC_LAUNCH_CHOSEN,
               clusters = kernel->cluster_from == PTXC_LAUNCH_CHOSEN;
    const char *text = chosen ? ptxc_arena_format(arena, "%" PRIu32 " threads", threads) : "";
    if (clusters)
        text = ptxc_arena_format(arena, "%s%sa cluster of %" PRIu32, text, chosen ? parameter ? ", " : " and " : "",
                                 kernel->cluster);
    if (parameter)
        text = ptxc_arena_format(arena, "%s%s%" PRIu32 " for integer parameters", text,
                                 chosen || clusters ? " and " : "", parameter);
    if (parameter && outer)
        text = ptxc_arena_format(arena, "%s that bound inner loops, %" PRIu32 " for others", text, outer);
    return text;
}

size_t ptxc_report_kernels(const struct ptxc_report *report) {
    return report ? report->kernels.count : 0;
}

size_t ptxc_report_unfinished(const struct ptxc_report *report) {
    size_t count = 0;
    for (size_t i = 0; i < ptxc_report_kernels(report); i++)
        count += !report->kernels.items[i].complete;
    return count;
}

const struct ptxc_kernel *ptxc_report_kernel(const struct ptxc_report *report, size_t index) {
    return index < ptxc_report_kernels(report) ? &report->kernels.items[index] : NULL;
}

const char *ptxc_launch_source_name(enum ptxc_launch_source source) {
    static const char *const names[] = {"text", "caller", "chosen"};
    return (size_t)source < PTXC_COUNT(names) ? names[source] : NULL;
}

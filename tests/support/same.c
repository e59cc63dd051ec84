/* Reports against each other: see same.h. */
#include "same.h"

#include <stdio.h>
#include <string.h>

static char difference[1200];

static int same_span(struct ptxc_span a, struct ptxc_span b) {
    return a.offset == b.offset && a.length == b.length;
}

static int same_words(const struct ptxc_diagnostic *a, const struct ptxc_diagnostic *b) {
    if (a->note_count != b->note_count || a->fix_count != b->fix_count || a->fix_use != b->fix_use)
        return 0;
    for (size_t i = 0; i < a->note_count; i++)
        if (strcmp(a->notes[i].text, b->notes[i].text) != 0 || !same_span(a->notes[i].span, b->notes[i].span))
            return 0;
    for (size_t i = 0; i < a->fix_count; i++)
        if (strcmp(a->fixes[i].text, b->fixes[i].text) != 0 || !same_span(a->fixes[i].span, b->fixes[i].span))
            return 0;
    return 1;
}

static int same_diagnostics(const struct ptxc_diagnostic *a, const struct ptxc_diagnostic *b) {
    return strcmp(a->rule, b->rule) == 0 && a->rule_class == b->rule_class && a->severity == b->severity &&
           strcmp(a->section, b->section) == 0 && strcmp(a->message, b->message) == 0 && same_span(a->span, b->span) &&
           same_span(a->cause, b->cause) && same_words(a, b) && a->more == b->more && a->level == b->level;
}

static int same_kernels(const struct ptxc_kernel *a, const struct ptxc_kernel *b) {
    return strcmp(a->name, b->name) == 0 && same_span(a->span, b->span) && a->executions == b->executions &&
           a->finished == b->finished && memcmp(a->threads, b->threads, sizeof(a->threads)) == 0 &&
           a->cluster == b->cluster && a->parameter == b->parameter && a->iterations == b->iterations &&
           a->complete == b->complete && !a->incomplete == !b->incomplete &&
           (!a->incomplete || strcmp(a->incomplete, b->incomplete) == 0) && a->threads_from == b->threads_from &&
           a->cluster_from == b->cluster_from;
}

const char *same_reports(const struct ptxc_report *expected, const struct ptxc_report *got) {
    const size_t counts[2] = {ptxc_report_count(expected), ptxc_report_count(got)};
    for (size_t i = 0; i < counts[0] || i < counts[1]; i++) {
        const struct ptxc_diagnostic *a = ptxc_report_get(expected, i), *b = ptxc_report_get(got, i);
        if (a && b && same_diagnostics(a, b))
            continue;
        snprintf(difference, sizeof(difference),
                 "finding %zu of %zu should be %s at %u+%u, \"%.400s\"; it is %s of %zu at %u+%u, \"%.400s\"", i,
                 counts[0], a ? a->rule : "none", a ? a->span.offset : 0, a ? a->span.length : 0, a ? a->message : "",
                 b ? b->rule : "none", counts[1], b ? b->span.offset : 0, b ? b->span.length : 0, b ? b->message : "");
        return difference;
    }
    for (int severity = PTXC_SEVERITY_OFF; severity <= PTXC_SEVERITY_ERROR; severity++)
        if (ptxc_report_total(expected, (enum ptxc_severity)severity) !=
            ptxc_report_total(got, (enum ptxc_severity)severity))
            return "the totals differ";
    if (ptxc_report_suppressed(expected) != ptxc_report_suppressed(got))
        return "the numbers of allowed findings differ";
    if (ptxc_report_kernels(expected) != ptxc_report_kernels(got) ||
        ptxc_report_unfinished(expected) != ptxc_report_unfinished(got))
        return "the numbers of kernels differ";
    for (size_t i = 0; i < ptxc_report_kernels(expected); i++)
        if (!same_kernels(ptxc_report_kernel(expected, i), ptxc_report_kernel(got, i)))
            return "what was executed of a kernel differs";
    return ptxc_report_instructions(expected) == ptxc_report_instructions(got) ? NULL
                                                                               : "the numbers of instructions differ";
}

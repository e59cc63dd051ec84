/* The report: collects findings, applies the caller's classes and severities, and hands them out in source order. */
#ifndef PTXC_REPORT_H
#define PTXC_REPORT_H

#include "report/sink.h"

/* A view maps places in the text under check to the source that the caller knows, where the two differ: the text may be
 * decoded from an asm statement. */
struct ptxc_view {
    const void *snippet; /* handed to `locate` */
    struct ptxc_span (*locate)(const void *snippet, struct ptxc_span span);
    const char *placeholder; /* what is written where the text has PTXC_PLACEHOLDER */
};

struct ptxc_report {
    struct ptxc_arena arena;
    const char *text;             /* of an instruction that was checked on its own, else NULL */
    const struct ptxc_view *view; /* of the text under check; NULL: it is the source itself */
    bool snippets;                /* the source is a host file: several snippets may share a place */
    uint32_t classes;
    uint64_t portable;                         /* bit per ptxc_target that everything must assemble on too */
    unsigned char severities[PTXC_RULE_COUNT]; /* ptxc_severity, overrides applied */
    bool overridden[PTXC_RULE_COUNT];          /* the caller gave the severity */
    struct ptxc_diagnostic *diagnostics;       /* in the order in which they were raised */
    const struct ptxc_diagnostic **sorted;     /* as they are handed out, from ptxc_report_close on */
    size_t count;
    size_t capacity;
    size_t instructions;
    size_t statements; /* asm statements of a host file */
};

/* An empty report with its arena, the options applied. */
enum ptxc_status ptxc_report_make(const struct ptxc_options *options, struct ptxc_report **report);

/* Sorts the findings and hands the report to the caller, or frees it and gives NULL where memory ran out. */
enum ptxc_status ptxc_report_close(struct ptxc_report *made, struct ptxc_report **report);

/* Whether a finding of this rule would be shown at all: asked before a message is made. */
bool ptxc_report_wants(const struct ptxc_report *report, enum ptxc_rule_id rule);

/* Adds the finding, if its rule is wanted. */
void ptxc_report_add(struct ptxc_report *report, const struct ptxc_finding *finding);

/* Adds a finding that is no more than rule, place and message. */
void ptxc_report_raise(struct ptxc_report *report, enum ptxc_rule_id rule, struct ptxc_span span, const char *message);

/* Says of a PTX version and of targets, those that --portable asks for too, that no assembler was asked about them:
 * what is said for them is taken from older ones. */
void ptxc_report_unmeasured(struct ptxc_report *report, uint32_t ptx, struct ptxc_span version, enum ptxc_target target,
                            struct ptxc_span place);

/* A sink that adds findings about `source` to the report. */
struct ptxc_sink ptxc_report_sink(struct ptxc_report *report, const char *source);

#endif

/* The report: collects findings, applies the caller's classes and severities, and hands them out in source order. */
#ifndef PTXC_REPORT_H
#define PTXC_REPORT_H

#include "arena.h"
#include "host/host.h"
#include "rules.h"

struct ptxc_report {
    struct ptxc_arena arena;
    const char *text;                   /* of an instruction that was checked on its own, else NULL */
    const struct ptxc_snippet *snippet; /* the spans are places in its text, to be found in the host file; or NULL */
    bool silent;                        /* only counts what is raised */
    size_t raised;
    bool snippets; /* the source is a host file: several snippets may share a place */
    uint32_t classes;
    uint64_t portable;                         /* bit per ptxc_target that everything must assemble on too */
    unsigned char severities[PTXC_RULE_COUNT]; /* ptxc_severity, overrides applied */
    struct ptxc_diagnostic *diagnostics;       /* in the order in which they were raised */
    const struct ptxc_diagnostic **sorted;     /* as they are handed out, from ptxc_report_finish on */
    size_t count;
    size_t capacity;
    size_t instructions;
    size_t statements; /* asm statements of a host file */
};

/* A finding under construction; filled by the raiser, then given to ptxc_report_add. */
struct ptxc_finding {
    enum ptxc_rule_id rule;
    enum ptxc_opcode opcode; /* whose section is cited where the rule has none of its own */
    struct ptxc_span span;
    struct ptxc_span cause;
    const char *message;
    const char *replacement;
    const char *notes[8]; /* closed by NULL */
    bool in_host;         /* the spans are places in the host file already */
};

enum ptxc_status ptxc_report_init(struct ptxc_report *report, const struct ptxc_options *options);

/* Whether a finding of this rule would be shown at all: asked before a message is made. */
bool ptxc_report_wants(const struct ptxc_report *report, enum ptxc_rule_id rule);

/* Where a span of the text under check stands in the source that the caller knows. */
struct ptxc_span ptxc_report_locate(const struct ptxc_report *report, struct ptxc_span span);

/* Adds the finding, if its rule is wanted. */
void ptxc_report_add(struct ptxc_report *report, const struct ptxc_finding *finding);

/* The common case: rule, place, message. */
void ptxc_report_raise(struct ptxc_report *report, enum ptxc_rule_id rule, struct ptxc_span span, const char *message);

/* check.c: the options that were given, the rest zero; PTXC_BAD_ARGUMENT where the library does not know one. */
enum ptxc_status ptxc_options_read(const struct ptxc_options *options, struct ptxc_options *given);
/* An empty report with its arena, the options applied. */
enum ptxc_status ptxc_report_make(const struct ptxc_options *options, struct ptxc_report **report);
/* Finishes it, or frees it and gives NULL where memory ran out. */
enum ptxc_status ptxc_report_close(struct ptxc_report *made, struct ptxc_report **report);

/* ask.c: a report that only counts what syntax and legality say, and takes no memory. */
struct ptxc_report ptxc_counting_report(void);

/* Sorts the findings by place, and of those in a host file keeps one of each; where there is no memory, the arena says
 * so. */
void ptxc_report_finish(struct ptxc_report *report);

#endif

/* The report: collects findings, applies the caller's classes and severities, and hands them out in source order. */
#ifndef PTXC_REPORT_H
#define PTXC_REPORT_H

#include "report/counts.h"
#include "report/sink.h"

/* A view maps places in the text under check to the source that the caller knows, where the two differ: the text may be
 * decoded from an asm statement. */
struct ptxc_view {
    const void *snippet; /* handed to the functions below */
    /* Where a span of the text stands. `value`: what is said is about a value there, which may stand elsewhere. */
    struct ptxc_span (*locate)(const void *snippet, struct ptxc_span span, bool value);
    /* Where the text of the span comes from, if that is not the place that `locate` gives: in the body of a macro,
     * whose use is that place. Of length 0 where there is no more to say. */
    struct ptxc_span (*origin)(const void *snippet, struct ptxc_span span, bool value);
    struct ptxc_span use;    /* of the macro, where that is what the text comes from; else of length 0 */
    const char *placeholder; /* what is written where the text has PTXC_PLACEHOLDER */
};

/* A finding that a report with a limit has let go of, and that may come again (keep.h). */
struct ptxc_late {
    uint64_t content; /* tells it from others */
    uint64_t fold;    /* of equal notes some of which are kept (`folded`), else 0 */
    unsigned char severity;
};

/* Those of the statement of the host language that is being checked. */
struct ptxc_late_list {
    struct ptxc_arena arena;
    struct ptxc_late *items;
    size_t count, capacity;
    uint32_t statement; /* where that begins */
};

/* The findings of a snippet while it is not known yet whether it is PTX of ours (keep.h). */
struct ptxc_trial {
    bool on;
    size_t first, late; /* what there was before */
    struct ptxc_arena_mark mark;
    const struct ptxc_diagnostic *diagnostics;
    size_t totals[PTXC_SEVERITY_ERROR + 1];
};

/* What a comment allows: findings of one rule that begin in a part of the source. */
struct ptxc_allow {
    enum ptxc_rule_id rule;
    bool whole;            /* the comment is about the whole source */
    bool alone;            /* nothing else stands on its lines */
    bool used;             /* there was such a finding */
    uint32_t begin, end;   /* offsets in the source; `end` is after the part */
    uint32_t reach;        /* the furthest `end` of this and the items of the rule before it */
    uint32_t comment;      /* where the directive begins */
    struct ptxc_span name; /* where it names the rule */
};

/* Where that begins to which a finding belongs, as offsets in the source; UINT32_MAX where there is none. */
struct ptxc_owner {
    uint32_t instruction;
    uint32_t statement; /* of a host language */
    uint32_t text;      /* the first literal of that */
};

/* The allow comments of the source. */
struct ptxc_allowed {
    const char *source; /* NULL: there are none, or they do not count */
    uint32_t length;
    struct ptxc_allow *items;
    size_t count, capacity;
    size_t sorted;             /* so many of the items can be looked up */
    struct ptxc_owner *owners; /* of as many of the diagnostics, in the order in which they were raised */
    size_t owner_count, owner_capacity;
    struct ptxc_span line; /* of the source, that was looked for last */
    size_t limit;          /* of the report, which keeps all findings until it is known which are allowed */
};

/* An assumption that a comment makes for a part of the source. */
struct ptxc_assumed_here {
    struct ptxc_assumption what;
    uint32_t begin, end; /* offsets in the source; `end` is after the part */
};

/* The assumptions that hold: those of the caller, and those of comments. */
struct ptxc_assumptions {
    const struct ptxc_assumption *given; /* as long as the call that checks lasts */
    size_t given_count;
    struct ptxc_assumed_here *items;
    size_t count, capacity;
};

/* The kernels that were executed, or would have to be, to find hazards: kernels.h. */
struct ptxc_kernels {
    struct ptxc_kernel *items; /* in source order once the report is closed */
    size_t count, capacity;
};

struct ptxc_report {
    void *own;                 /* the memory that all arenas take first, where the caller lent none */
    size_t own_size;           /* of it, in bytes */
    struct ptxc_arena arena;   /* all but the words */
    struct ptxc_arena words;   /* the findings, and the messages that may become some */
    struct ptxc_arena lasting; /* holds what must stay when the others are set back to a mark */
    struct ptxc_allowed allowed;
    bool honours_allow; /* allow comments count */
    bool finds_hazards; /* assume comments count */
    struct ptxc_assumptions assumed;
    void (*ahead)(void *user, size_t offset, size_t length); /* as in ptxc_options */
    void *ahead_user;
    const struct ptxc_tensormaps *maps;       /* of the caller, as long as the call that checks lasts; NULL: none */
    struct ptxc_sources sources;              /* of the caller; without a function there are none */
    const struct ptxc_line_table *line_table; /* of the module, where it has findings; NULL: none */
    size_t suppressed;                        /* findings that they took out */
    const char *text;                         /* of an instruction that was checked on its own, else NULL */
    const struct ptxc_view *view;             /* of the text under check; NULL: it is the source itself */
    bool snippets;                            /* the source is a host file: several snippets may share a place */
    uint64_t seed;                            /* of hashes */
    uint32_t classes;
    enum ptxc_level level;                 /* the least sure findings that were asked for */
    ptxc_wide portable;                    /* bit per ptxc_target that everything must assemble on too */
    const unsigned char *severities;       /* by rule, ptxc_severity, overrides applied */
    const bool *overridden;                /* by rule: the caller gave the severity; NULL: that of none */
    size_t unknown_instructions;           /* how many findings of that rule there were */
    struct ptxc_diagnostic *diagnostics;   /* in the order in which they were raised */
    const struct ptxc_diagnostic **sorted; /* as they are handed out, from ptxc_report_close on */
    size_t count;
    size_t capacity;
    size_t limit; /* of the diagnostics that are kept; 0: none */
    /* Of equal notes, those of one rule with one message, a report with a limit that folds them keeps the first few and
     * counts the others, so that what takes one line to say does not use up the limit. */
    bool folds_notes;
    struct ptxc_counts folded;
    size_t totals[PTXC_SEVERITY_ERROR + 1]; /* those that are not; when the report is closed, all */
    size_t settled;                         /* how many there were when the words were settled last */
    struct ptxc_arena_mark mark;            /* of the words, then */
    struct ptxc_trial trial;
    struct ptxc_late_list late;
    bool notes_places;       /* macros are used in the file, so that `seen` is needed */
    struct ptxc_counts seen; /* the findings so far, by rule and place: what stands in the body of a macro is said there
                                once, and not again for each use of the macro */
    size_t instructions;     /* of the family */
    struct ptxc_kernels kernels;
    size_t statements; /* asm statements of a host file */
};

/* An empty report with its arena, the options applied, which ptxc_options_read gave. */
enum ptxc_status ptxc_report_make(const struct ptxc_options *options, struct ptxc_report **report);

/* Whether a finding of this rule would be shown at all: asked before a message is made. */
bool ptxc_report_wants(const struct ptxc_report *report, enum ptxc_rule_id rule);

/* The severity that a finding has in the report; PTXC_SEVERITY_OFF: it is not wanted, or not sure enough. */
enum ptxc_severity ptxc_report_severity(const struct ptxc_report *report, const struct ptxc_finding *finding);

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

/* The comments of one text on their way into a report: what those who read their words (allow.h, assume.h) know. */
struct ptxc_comments {
    struct ptxc_report *report;
    const char *text;
    uint32_t length;
    const struct ptxc_view *view; /* where the text stands in the source; NULL: it is the source */
    uint32_t function;            /* where the braces around the comment begin in the text; UINT32_MAX: nowhere */
    bool in_run;                  /* the last comment stood alone on its lines */
    uint32_t run_end;             /* where it ended */
    size_t run_first;             /* the first item of the comments that stand alone, one below another, with it */
};

#endif

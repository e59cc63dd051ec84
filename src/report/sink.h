/* Findings and the sink that takes them. A stage that only answers a question gets no sink; one that shall report what
 * is wrong hands its findings to a sink and knows nothing of reports.
 */
#ifndef PTXC_SINK_H
#define PTXC_SINK_H

#include "base/arena.h"
#include "report/rules.h"

enum { PTXC_MAX_NOTES = 8, PTXC_MAX_FIXES = 25 };

/* A finding under construction. */
struct ptxc_finding {
    enum ptxc_rule_id rule;
    enum ptxc_opcode opcode; /* whose section is cited where the rule has none of its own */
    struct ptxc_span span;
    struct ptxc_span cause;
    const char *message;
    struct ptxc_note notes[PTXC_MAX_NOTES];
    size_t note_count;
    struct ptxc_fix fixes[PTXC_MAX_FIXES]; /* edits that together correct it */
    size_t fix_count;
    bool offer;   /* a person must choose: they change what the instruction says */
    bool in_host; /* the spans are places in the host file already */
    bool mild;    /* a note, unless the caller gave the rule a severity */
    enum ptxc_level level;
};

/* Adds a note; where there is no room it is left out. `span` is the part that the note is about, or empty. */
void ptxc_finding_note(struct ptxc_finding *finding, const char *text, struct ptxc_span span);

/* Adds an edit of the fix: `text` in place of `span`. */
void ptxc_finding_fix(struct ptxc_finding *finding, struct ptxc_span span, const char *text);

/* Takes findings about one source. */
struct ptxc_sink {
    struct ptxc_arena *arena; /* for the words of findings */
    const char *source;       /* the text that their spans are places in */
    void *taker;              /* handed to the functions below */
    bool (*wants)(const void *taker, enum ptxc_rule_id rule);
    void (*take)(void *taker, const struct ptxc_finding *finding);
};

/* Whether a finding of this rule is wanted: asked before a message is made. False where there is no sink. */
static inline bool ptxc_sink_wants(const struct ptxc_sink *sink, enum ptxc_rule_id rule) {
    return sink && sink->wants(sink->taker, rule);
}

/* A sink that takes findings in place of another (NULL: there is none, and it takes nothing either). */
struct ptxc_sink ptxc_sink_before(const struct ptxc_sink *sink, void *taker,
                                  bool (*wants)(const void *taker, enum ptxc_rule_id rule),
                                  void (*take)(void *taker, const struct ptxc_finding *finding));

/* Hands the finding over, if there is a sink and it wants the rule. */
void ptxc_sink_give(const struct ptxc_sink *sink, const struct ptxc_finding *finding);

#endif

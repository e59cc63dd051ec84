/* Findings and sinks: see sink.h. */
#include "report/sink.h"

void ptxc_finding_note(struct ptxc_finding *finding, const char *text, struct ptxc_span span) {
    if (finding->note_count < PTXC_MAX_NOTES)
        finding->notes[finding->note_count++] = (struct ptxc_note){text, span};
}

void ptxc_finding_fix(struct ptxc_finding *finding, struct ptxc_span span, const char *text) {
    if (finding->fix_count < PTXC_MAX_FIXES)
        finding->fixes[finding->fix_count++] = (struct ptxc_fix){text, span};
}

struct ptxc_sink ptxc_sink_before(const struct ptxc_sink *sink, void *taker,
                                  bool (*wants)(const void *taker, enum ptxc_rule_id rule),
                                  void (*take)(void *taker, const struct ptxc_finding *finding)) {
    return sink ? (struct ptxc_sink){sink->arena, sink->source, taker, wants, take} : (struct ptxc_sink){0};
}

void ptxc_sink_give(const struct ptxc_sink *sink, const struct ptxc_finding *finding) {
    if (ptxc_sink_wants(sink, finding->rule))
        sink->take(sink->taker, finding);
}

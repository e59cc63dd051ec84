/* What the evaluators of constraints share: see evaluation.h. */
#include "legality/evaluation.h"

bool ptxc_evaluation_break(const struct ptxc_evaluation *evaluation, const struct ptxc_finding *finding) {
    if (!ptxc_sink_wants(evaluation->sink, finding->rule))
        return false;
    ptxc_sink_give(evaluation->sink, finding);
    *evaluation->last = (struct ptxc_last_finding){true, finding->span.offset};
    return false;
}

bool ptxc_evaluation_report(const struct ptxc_evaluation *evaluation, struct ptxc_span span, const char *detail) {
    struct ptxc_finding finding = {.rule = evaluation->rule, .opcode = evaluation->instruction->opcode, .span = span};
    if (!ptxc_sink_wants(evaluation->sink, evaluation->rule))
        return false;
    finding.message =
        ptxc_arena_format(evaluation->sink->arena, "%s%s", ptxc_rules[evaluation->rule].summary, detail ? detail : "");
    const struct ptxc_qualifier_use *cause =
        ptxc_instruction_qualifier(evaluation->instruction, evaluation->constraint->because);
    if (cause && evaluation->constraint->caused)
        finding.cause = cause->span;
    return ptxc_evaluation_break(evaluation, &finding);
}

/* Reports everything there is to say about an instruction: see check.h. */
#include "legality/explain/check.h"

#include <limits.h>
#include <string.h>

#include "base/buffer.h"
#include "legality/available.h"
#include "legality/match.h"
#include "legality/explain/fix.h"
#include "legality/explain/mismatch.h"
#include "legality/explain/reasons.h"
#include "legality/subject.h"
#include "legality/verdict.h"

/* ---- what keeps it from being assembled ---- */

/* Says what keeps the instruction from its form, but only the first kind of mistake: the others would follow from it.
 * What the version and the target do not have comes first. */
static void report_mismatch(const struct ptxc_subject *subject) {
    const struct ptxc_match *match = subject->match;
    const struct ptxc_instruction *instruction = subject->instruction;
    /* The reader has reported one qualifier too many, of which others may follow. */
    const bool surplus = instruction->damaged && (instruction->open & PTXC_OPEN_QUALIFIERS);
    if (surplus || !ptxc_available_opcode(subject))
        return;
    if (!match->known)
        ptxc_unknown_qualifiers(subject);
    else if (match->form == PTXC_FORM_COUNT) /* there is no such mnemonic, and the reader has said so */
        return;
    else if (match->qualifier_problems > 0 && ptxc_available_words(subject))
        ptxc_mismatch_qualifiers(subject);
    else if (match->qualifier_problems == 0 && ptxc_available_nearest(subject))
        ptxc_mismatch_operands(subject);
}

/* At most this many places are filled in with each number of operands. */
enum { GAPS = 2 };

/* An instruction with operands that may be several, or none. */
struct gaps {
    struct ptxc_instruction known; /* its other operands alone */
    struct {
        size_t before; /* how many of them stand before it */
        size_t seen;   /* how many operands it seems to be */
    } at[GAPS];
    size_t count;
};

/* Takes the operands that may be several out of the instruction. Of more than two places, all from the second to the
 * last are one, with what stands between them. */
static void find_gaps(const struct ptxc_instruction *instruction, struct gaps *gaps) {
    *gaps = (struct gaps){.known = *instruction};
    gaps->known.operand_count = 0;
    gaps->known.open &= ~PTXC_OPEN_OPERANDS & UINT8_MAX;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        const size_t known = gaps->known.operand_count;
        size_t last = gaps->count - 1;
        if (!ptxc_is_hidden(&instruction->values[operand->first])) {
            gaps->known.operands[gaps->known.operand_count++] = *operand;
            continue;
        }
        if (gaps->count == 0 || (gaps->count < GAPS && gaps->at[last].before < known)) {
            last = gaps->count++;
            gaps->at[last].before = known;
        }
        gaps->at[last].seen += 1 + known - gaps->at[last].before;
        gaps->known.operand_count = (uint8_t)gaps->at[last].before;
    }
}

/* Makes the instruction with so many operands of which nothing is known in each place; false where it has no room. */
static bool fill(const struct gaps *gaps, const size_t *counts, struct ptxc_instruction *filled) {
    const struct ptxc_instruction *known = &gaps->known;
    const uint8_t unknown = known->value_count;
    *filled = *known;
    filled->operand_count = 0;
    if (known->operand_count + counts[0] + counts[1] > PTXC_MAX_OPERANDS || unknown == PTXC_MAX_VALUES)
        return false;
    filled->values[filled->value_count++] = (struct ptxc_value){.kind = PTXC_VALUE_UNKNOWN};
    for (size_t i = 0; i <= known->operand_count; i++) {
        for (size_t gap = 0; gap < GAPS; gap++) /* of one that is not there the count is 0 */
            for (size_t j = 0; gaps->at[gap].before == i && j < counts[gap]; j++)
                filled->operands[filled->operand_count++] =
                    (struct ptxc_operand){.shape = PTXC_OPERAND_SCALAR, .first = unknown, .count = 1};
        if (i < known->operand_count)
            filled->operands[filled->operand_count++] = known->operands[i];
    }
    return true;
}

/* Counts what would be reported. */
struct count {
    const struct ptxc_sink *sink;
    size_t findings;
};

static bool wants(const void *taker, enum ptxc_rule_id rule) {
    return ptxc_sink_wants(((const struct count *)taker)->sink, rule);
}

static void take(void *taker, const struct ptxc_finding *finding) {
    (void)finding;
    ((struct count *)taker)->findings++;
}

/* How much is wrong with the instruction: 0 where it is legal and nothing is reported, 1 where it is legal, else more
 * than what is wrong with its operands. */
static unsigned distance(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                         const struct ptxc_sink *sink) {
    struct count count = {sink, 0};
    const struct ptxc_sink counting = ptxc_sink_before(sink, &count, wants, take);
    const struct ptxc_verdict verdict = ptxc_verdict_find(instruction, environment, &counting);
    const bool fits = ptxc_verdict_fits(instruction, &verdict.match);
    if (instruction->open) /* it may be legal with the qualifiers that are not known */
        return fits ? 0 : 2 + verdict.match.operand_problems;
    return verdict.legal ? count.findings > 0 : 2 + verdict.match.operand_problems;
}

/* Finds the operands that may stand for those that may be several: with any others at least as much is wrong. Of equal
 * ones those that are seen are preferred. False where no operand may be several, or there is no room for any. */
static bool find_filled(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                        const struct ptxc_sink *sink, struct ptxc_instruction *best) {
    struct ptxc_instruction filled;
    struct gaps gaps;
    find_gaps(instruction, &gaps);
    const size_t seen[GAPS] = {gaps.at[0].seen, gaps.at[1].seen};
    const size_t most[GAPS] = {gaps.count > 0 ? PTXC_MAX_OPERANDS : 0, gaps.count > 1 ? PTXC_MAX_OPERANDS : 0};
    unsigned least = fill(&gaps, seen, best) ? distance(best, environment, sink) : UINT_MAX;
    for (size_t first = 0; least > 0 && first <= most[0]; first++)
        for (size_t second = 0; least > 0 && second <= most[1]; second++) {
            const size_t counts[GAPS] = {first, second};
            const unsigned far = fill(&gaps, counts, &filled) ? distance(&filled, environment, sink) : UINT_MAX;
            if (far >= least)
                continue;
            least = far;
            *best = filled;
        }
    return least < UINT_MAX && (gaps.count > 0 || gaps.known.open);
}

/* Reaches the verdict and reports what is wrong with the instruction in this environment. */
static struct ptxc_verdict explain(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                   const struct ptxc_sink *sink);

/* Reports what is wrong with what is known of an instruction with operands that may be several; false where that is to
 * be told from its qualifiers. */
static bool explain_filled(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                           const struct ptxc_sink *sink) {
    struct ptxc_instruction filled;
    const struct ptxc_match match = ptxc_match_find(instruction, environment);
    if (!ptxc_verdict_fits(instruction, &match) || !find_filled(instruction, environment, sink, &filled))
        return false;
    explain(&filled, environment, sink);
    return true;
}

static struct ptxc_verdict explain(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                   const struct ptxc_sink *sink) {
    const bool surplus = instruction->damaged && (instruction->open & PTXC_OPEN_QUALIFIERS);
    if (sink && !surplus && (instruction->open & PTXC_OPEN_OPERANDS) && instruction->operand_count > 0 &&
        explain_filled(instruction, environment, sink))
        return ptxc_verdict_find(instruction, environment, NULL);
    struct ptxc_subject asked = {instruction, environment, NULL, sink};
    const struct ptxc_sink fixing = ptxc_fix_sink(&asked), mismatch = ptxc_fix_mismatch_sink(&asked);
    const struct ptxc_verdict verdict = ptxc_verdict_find(instruction, environment, sink ? &fixing : NULL);
    const struct ptxc_subject subject = {instruction, environment, &verdict.match, sink ? &mismatch : NULL};
    if (!ptxc_verdict_fits(instruction, &verdict.match))
        report_mismatch(&subject);
    return verdict;
}

/* ---- portability: it assembles somewhere, but not on all the targets that the caller asks for ---- */

enum { MAX_GROUPS = PTXC_MAX_NOTES, NO_REASON = -1 };

/* The first finding of a check for a target. */
struct complaint {
    const char *message;
    struct ptxc_span span;
};

/* Targets that reject the instruction for the same reason. */
struct target_group {
    int reason;                 /* index, or NO_REASON */
    struct complaint complaint; /* where there is none */
    uint8_t targets[PTXC_TARGET_COUNT];
    size_t count;
    bool late; /* on every one of them only the PTX version is too low */
};

struct verdicts {
    const struct ptxc_subject *subject;
    struct ptxc_reason reasons[PTXC_MAX_REASONS];
    size_t reason_count;
    struct target_group groups[MAX_GROUPS];
    size_t group_count;
    uint8_t targets[PTXC_TARGET_COUNT]; /* all that reject it */
    size_t count;
};

/* Returns what the instruction is checked for: the PTX version of the module if that knows the target, otherwise the
 * first version that does. */
static struct ptxc_environment environment_there(const struct ptxc_subject *subject, enum ptxc_target target) {
    struct ptxc_environment there = {
        .ptx = subject->environment.ptx, .target = target, .assembler = subject->environment.assembler};
    if (there.ptx && !ptxc_header_valid(there))
        there.ptx = ptxc_targets[target].first;
    return there;
}

/* Whether the assembler knows the target; one that nobody named knows all. */
static bool is_known(struct ptxc_environment environment) {
    return ptxc_target_first(environment.target, environment.assembler) != 0;
}

/* As a sink: wants what keeps an instruction from being assembled. */
static bool wants_legality(const void *taker, enum ptxc_rule_id rule) {
    (void)taker;
    return ptxc_rules[rule].rule_class == PTXC_CLASS_SYNTAX || ptxc_rules[rule].rule_class == PTXC_CLASS_LEGALITY;
}

/* As a sink: keeps the first finding and drops the others. */
static void take_first(void *taker, const struct ptxc_finding *finding) {
    struct complaint *first = taker;
    if (!first->message)
        *first = (struct complaint){finding->message, finding->span};
}

/* Returns the first finding of a check for that target, or words for a rejection without one. */
static struct complaint complaint_there(const struct ptxc_subject *subject, struct ptxc_environment environment) {
    struct complaint complaint = {.message = NULL};
    const struct ptxc_sink first = ptxc_sink_before(subject->sink, &complaint, wants_legality, take_first);
    explain(subject->instruction, environment, &first);
    if (!is_known(environment))
        complaint.message = ptxc_arena_format(subject->sink->arena, "ptxas %u.%u does not know this target",
                                              environment.assembler / 100, environment.assembler % 100);
    if (!complaint.message)
        complaint.message = "the assembler rejects it";
    return complaint;
}

/* Finds the group of this reason (or of this message, where there is none), and begins it if it is new. NULL where
 * there are too many. */
static struct target_group *find_group(struct verdicts *verdicts, int reason, struct complaint complaint) {
    for (size_t i = 0; i < verdicts->group_count; i++) {
        struct target_group *group = &verdicts->groups[i];
        if (group->reason == reason &&
            (reason != NO_REASON || strcmp(group->complaint.message, complaint.message) == 0))
            return group;
    }
    if (verdicts->group_count == MAX_GROUPS)
        return NULL;
    struct target_group *group = &verdicts->groups[verdicts->group_count++];
    *group = (struct target_group){.reason = reason, .complaint = complaint, .late = true};
    return group;
}

/* Finds the first reason that bars the instruction there, or NO_REASON. */
static int find_reason(const struct verdicts *verdicts, struct ptxc_environment environment) {
    for (size_t i = 0; i < verdicts->reason_count && is_known(environment); i++)
        if (!ptxc_reason_holds(&verdicts->reasons[i], environment))
            return (int)i;
    return NO_REASON;
}

/* Whether the target would have the instruction with a later PTX version than the one of the module. */
static bool is_late(const struct verdicts *verdicts, int reason, struct ptxc_environment environment) {
    struct ptxc_environment newest = environment;
    newest.ptx = 0;
    return reason != NO_REASON && environment.ptx == verdicts->subject->environment.ptx &&
           environment.ptx < ptxc_gates[verdicts->reasons[reason].gate].first &&
           ptxc_reason_holds(&verdicts->reasons[reason], newest);
}

/* Adds a target that rejects the instruction to its group. A version that is too low for the module's own target has
 * been reported as such already, and is not repeated for others. */
static void add_target(struct verdicts *verdicts, struct ptxc_environment environment) {
    const struct ptxc_subject *subject = verdicts->subject;
    int reason = find_reason(verdicts, environment);
    bool late = is_late(verdicts, reason, environment);
    if (late && ptxc_sink_wants(subject->sink, PTXC_RULE_UNAVAILABLE) &&
        !ptxc_reason_holds(&verdicts->reasons[reason], subject->environment))
        return;
    const struct complaint complaint =
        reason == NO_REASON ? complaint_there(subject, environment) : (struct complaint){.message = NULL};
    struct target_group *group = find_group(verdicts, reason, complaint);
    verdicts->targets[verdicts->count++] = (uint8_t)environment.target;
    if (!group) /* the message names the target all the same */
        return;
    group->targets[group->count++] = (uint8_t)environment.target;
    group->late &= late;
}

/* Writes "sm_90, sm_100a and sm_120". */
static void list_targets(const uint8_t *targets, size_t count, char *buffer, size_t size) {
    struct ptxc_buffer text = {buffer, size, 0};
    for (size_t i = 0; i < count; i++)
        ptxc_buffer_add(&text, "%s%s", i == 0 ? "" : i + 1 == count ? " and " : ", ", ptxc_targets[targets[i]].name);
}

/* Returns the note for a group: its targets, and what they lack. */
static const char *note_of(const struct verdicts *verdicts, const struct target_group *group) {
    const struct ptxc_subject *subject = verdicts->subject;
    char targets[600], needs[400];
    list_targets(group->targets, group->count, targets, sizeof(targets));
    if (group->reason == NO_REASON)
        return ptxc_arena_format(subject->sink->arena, "%s: %s", targets, group->complaint.message);
    const struct ptxc_reason *reason = &verdicts->reasons[group->reason];
    struct ptxc_span span = ptxc_reason_span(subject->instruction, reason);
    ptxc_reason_needs(reason, needs, sizeof(needs));
    return ptxc_arena_format(subject->sink->arena, "%s: %.*s needs %s", targets, (int)span.length,
                             subject->sink->source + span.offset, needs);
}

/* Reports the targets that reject the instruction, in one finding with a note for each group. */
static void raise_verdicts(const struct verdicts *verdicts) {
    const struct ptxc_subject *subject = verdicts->subject;
    struct ptxc_arena *arena = subject->sink->arena;
    const struct target_group *group = &verdicts->groups[0];
    /* One missing gate explains every target: the finding is about the part that needs it, not about the instruction.
     */
    bool one = verdicts->group_count == 1 && group->reason != NO_REASON && !verdicts->reasons[group->reason].barred;
    struct ptxc_finding finding = {.rule = PTXC_RULE_NOT_PORTABLE,
                                   .opcode = subject->instruction->opcode,
                                   .span = subject->instruction->opcode_span};
    char targets[600];
    list_targets(verdicts->targets, verdicts->count, targets, sizeof(targets));
    if (one)
        finding.span = ptxc_reason_span(subject->instruction, &verdicts->reasons[group->reason]);
    const char *name = subject->sink->source + finding.span.offset;
    int length = (int)finding.span.length;
    if (one && group->late)
        finding.message = ptxc_arena_format(arena, "%.*s is not available on %s with PTX %u.%u", length, name, targets,
                                            subject->environment.ptx / 100, subject->environment.ptx % 100);
    else if (one)
        finding.message = ptxc_arena_format(arena, "%.*s is not available on %s", length, name, targets);
    else
        finding.message = ptxc_arena_format(arena, "the instruction does not assemble on %s", targets);
    for (size_t i = 0; i < verdicts->group_count; i++) {
        const struct target_group *each = &verdicts->groups[i];
        const struct ptxc_span place = each->reason == NO_REASON
                                           ? each->complaint.span
                                           : ptxc_reason_span(subject->instruction, &verdicts->reasons[each->reason]);
        ptxc_finding_note(&finding, note_of(verdicts, each), place);
    }
    ptxc_sink_give(subject->sink, &finding);
}

/* Puts the instruction to every target of `targets`, and reports it where some reject it. */
static void check_targets(const struct ptxc_subject *subject, ptxc_wide targets) {
    struct verdicts verdicts = {.subject = subject};
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        struct ptxc_environment there = environment_there(subject, (enum ptxc_target)i);
        const ptxc_wide among =
            subject->environment.among; /* the targets that the #if lines of the host source leave */
        if (!(targets >> i & 1) || (among && !(among >> i & 1)) ||
            (is_known(there) && ptxc_verdict_is_legal(subject->instruction, there)))
            continue;
        /* The reasons are those of all environments, and are looked for once, when the first target rejects it. */
        if (verdicts.reason_count == 0)
            verdicts.reason_count = ptxc_reasons_find(subject->instruction, verdicts.reasons, PTXC_MAX_REASONS);
        add_target(&verdicts, there);
    }
    if (verdicts.count > 0)
        raise_verdicts(&verdicts);
}

/* Reports an instruction that does not assemble on every target of `targets` (bit per ptxc_target). */
static void portability_check(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                              ptxc_wide targets, const struct ptxc_sink *sink) {
    const struct ptxc_subject subject = {instruction, environment, NULL, sink};
    if (!targets || !ptxc_sink_wants(sink, PTXC_RULE_NOT_PORTABLE) ||
        !ptxc_verdict_is_legal(instruction, (struct ptxc_environment){0}))
        return; /* what assembles nowhere is another rule's finding */
    check_targets(&subject, targets);
}

/* ---- all of it ---- */

struct ptxc_verdict ptxc_check_report(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                      ptxc_wide portable, const struct ptxc_sink *sink) {
    struct ptxc_verdict verdict = explain(instruction, environment, sink);
    portability_check(instruction, environment, portable, sink);
    return verdict;
}

/* Reports what keeps an instruction from being assembled: see explain.h. */
#include "legality/explain.h"

#include <limits.h>

#include "legality/available.h"
#include "legality/match.h"
#include "legality/mend.h"
#include "legality/mismatch.h"
#include "legality/operand_mismatch.h"
#include "legality/unknown.h"

/* Says what keeps the instruction from its form, but only the first kind of mistake: the others would follow from it.
 * What the version and the target do not have comes first. */
static void say_mismatch(const struct ptxc_subject *subject) {
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
    struct ptxc_sink counting = *sink;
    counting.taker = &count;
    counting.wants = wants;
    counting.take = take;
    const struct ptxc_verdict verdict = ptxc_verdict_reach(instruction, environment, &counting);
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

/* Reports what is wrong with what is known of an instruction with operands that may be several; false where that is to
 * be told from its qualifiers. */
static bool explain_filled(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                           const struct ptxc_sink *sink) {
    struct ptxc_instruction filled;
    const struct ptxc_match match = ptxc_match_find(instruction, environment);
    if (!ptxc_verdict_fits(instruction, &match) || !find_filled(instruction, environment, sink, &filled))
        return false;
    ptxc_explain(&filled, environment, sink);
    return true;
}

struct ptxc_verdict ptxc_explain(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                 const struct ptxc_sink *sink) {
    const bool surplus = instruction->damaged && (instruction->open & PTXC_OPEN_QUALIFIERS);
    if (sink && !surplus && (instruction->open & PTXC_OPEN_OPERANDS) && instruction->operand_count > 0 &&
        explain_filled(instruction, environment, sink))
        return ptxc_verdict_reach(instruction, environment, NULL);
    struct ptxc_mender mender = {instruction, environment, sink};
    const struct ptxc_sink mending = ptxc_mender_sink(&mender), mismatch = ptxc_mender_mismatch_sink(&mender);
    const struct ptxc_verdict verdict = ptxc_verdict_reach(instruction, environment, sink ? &mending : NULL);
    const struct ptxc_subject subject = {instruction, environment, &verdict.match, sink ? &mismatch : NULL};
    if (!ptxc_verdict_fits(instruction, &verdict.match))
        say_mismatch(&subject);
    return verdict;
}

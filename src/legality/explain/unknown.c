/* What is said of a qualifier that is not in the tables: how it is spelt, or what may have been meant.
 *
 * A slip may touch more than one word: "cp.async.commit.group" has two that are none, and ".L2.cache_hint" one that is.
 * So words that stand together are looked at together, and reported once.
 */
#include "legality/explain/mismatch.h"

#include <string.h>

#include "base/buffer.h"
#include "base/characters.h"
#include "legality/explain/edit.h"
#include "legality/explain/fix.h"
#include "legality/wording.h"
#include "tables/suggest.h"

/* The unknown words that are reported together, and what was meant. */
struct words {
    size_t first, count; /* of the qualifiers */
    struct ptxc_span span;
    uint8_t meant[PTXC_SUGGESTIONS];
    size_t count_meant;
    bool certain;                /* the first is meant: only capitals, and what stands between the words, differ */
    enum ptxc_qualifier fitting; /* the one of those meant that makes the instruction assemble, if no other one does */
    enum ptxc_opcode mnemonic;   /* that all unknown words belong to, if the instruction assembles with it */
};

/* Returns the place of so many qualifiers, or an empty one where they do not stand together. */
static struct ptxc_span span_of(const struct ptxc_subject *subject, size_t first, size_t count) {
    const struct ptxc_qualifier_use *uses = subject->instruction->qualifiers;
    struct ptxc_span span = uses[first].span;
    for (size_t i = first + 1; i < first + count; i++) {
        if (uses[i].span.offset != span.offset + span.length)
            return (struct ptxc_span){0, 0};
        span.length += uses[i].span.length;
    }
    return span;
}

/* Finds the qualifiers that are nearest to the words. */
static void find_meant(const struct ptxc_subject *subject, struct words *words) {
    words->count_meant =
        ptxc_suggest_qualifiers(subject->instruction->opcode, subject->sink->source + words->span.offset,
                                words->span.length, words->meant, &words->certain);
}

/* Takes the words for one qualifier, cut in two or three, if they certainly are that. */
static bool join(const struct ptxc_subject *subject, size_t first, struct words *words) {
    struct words joined = {.first = first, .count = 3};
    for (; joined.count > 1; joined.count--) {
        if (first + joined.count > subject->instruction->qualifier_count)
            continue;
        joined.span = span_of(subject, first, joined.count);
        if (joined.span.length == 0)
            continue;
        find_meant(subject, &joined);
        if (joined.certain) {
            *words = joined;
            return true;
        }
    }
    return false;
}

/* Finds the mnemonic that the words may belong to, and how many of them: cp.async.bluk.tensor is read as cp.async with
 * .bluk and .tensor. */
static enum ptxc_opcode longer_mnemonic(const struct ptxc_subject *subject, struct words *words) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const uint32_t start = instruction->opcode_span.offset;
    size_t count = 0;
    while (count < instruction->qualifier_count && instruction->qualifiers[count].id == PTXC_Q_NONE)
        count++;
    for (; words->first == 0 && count > 0; count--) {
        const struct ptxc_span span = span_of(subject, 0, count);
        if (span.length == 0)
            continue;
        const enum ptxc_opcode meant = ptxc_suggest_opcode(
            subject->sink->source + start, span.offset + span.length - start, true, instruction->opcode);
        if (meant == PTXC_OP_NONE)
            continue;
        words->count = count;
        words->span = span;
        return meant;
    }
    return PTXC_OP_NONE;
}

/* Adds the mnemonic and all words that are no qualifiers; returns how many words. */
static size_t add_unknown(const struct ptxc_subject *subject, struct ptxc_buffer *text) {
    size_t count = 0;
    ptxc_buffer_add(text, "%s", ptxc_wording_mnemonic(subject));
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[i];
        if (use->id != PTXC_Q_NONE)
            continue;
        ptxc_buffer_add(text, "%.*s", (int)use->span.length, subject->sink->source + use->span.offset);
        count++;
    }
    return count;
}

/* Finds the mnemonic that all unknown words may belong to, wherever they stand, but for those right after the
 * mnemonic: of cp.async.2d.bulk.tensor. */
static enum ptxc_opcode scattered_mnemonic(const struct ptxc_subject *subject, struct words *words) {
    const struct ptxc_instruction *instruction = subject->instruction;
    char buffer[200];
    struct ptxc_buffer text = {buffer, sizeof(buffer), 0};
    size_t end = instruction->qualifier_count;
    const size_t count = add_unknown(subject, &text);
    while (end > 0 && instruction->qualifiers[end - 1].id != PTXC_Q_NONE)
        end--;
    const bool together = end - words->first == count;
    if (count < 2 || text.length >= sizeof(buffer) || (together && words->first == 0))
        return PTXC_OP_NONE;
    const enum ptxc_opcode meant = ptxc_suggest_opcode(buffer, text.length, true, instruction->opcode);
    if (meant == PTXC_OP_NONE)
        return meant;
    words->count = instruction->qualifier_count - words->first; /* and nothing is said of the others */
    const struct ptxc_span span = span_of(subject, words->first, count);
    if (together && span.length > 0)
        words->span = span;
    return meant;
}

/* Returns the best of the qualifiers that may be meant: one that makes the instruction assemble or, where none does,
 * all of its qualifiers. `*fits` says whether there is one; otherwise the first is given, or PTXC_Q_NONE. */
static enum ptxc_qualifier best_meant(const struct ptxc_subject *subject, struct words *words, bool *fits) {
    enum ptxc_edit_fit best = PTXC_EDIT_FITS_NOT;
    size_t fitting = 0;
    uint8_t meant = words->count_meant > 0 ? words->meant[0] : PTXC_Q_NONE;
    for (size_t i = 0; i < words->count_meant; i++) {
        enum ptxc_qualifier each = (enum ptxc_qualifier)words->meant[i];
        const enum ptxc_edit_fit fit = ptxc_edit_judge(subject, words->first, words->count, each);
        fitting += fit >= PTXC_EDIT_FITS;
        if (fit <= best)
            continue;
        best = fit;
        meant = words->meant[i];
    }
    *fits = best > PTXC_EDIT_FITS_NOT;
    words->fitting = fitting == 1 && best == PTXC_EDIT_FITS_WELL ? (enum ptxc_qualifier)meant : PTXC_Q_NONE;
    return (enum ptxc_qualifier)meant;
}

/* Returns the end of the message: the right spelling, what a hint of the tables says, a qualifier or an instruction
 * that may be meant, or that the word can be left out; "" where nothing is known. */
static const char *advice(const struct ptxc_subject *subject, struct words *words) {
    struct ptxc_arena *arena = subject->sink->arena;
    const char *text = subject->sink->source + words->span.offset;
    const char *hint = ptxc_suggest_hint(subject->instruction->opcode, text, words->span.length);
    bool fits = false;
    if (words->certain)
        return ptxc_arena_format(arena, ": it is spelt %s", ptxc_qualifiers[words->meant[0]].spelling);
    if (hint)
        return ptxc_arena_format(arena, ": %s", hint);
    const enum ptxc_qualifier meant = best_meant(subject, words, &fits);
    enum ptxc_opcode other = fits ? PTXC_OP_NONE : scattered_mnemonic(subject, words);
    if (!fits && other == PTXC_OP_NONE)
        other = longer_mnemonic(subject, words);
    if (other != PTXC_OP_NONE) {
        words->mnemonic = ptxc_edit_judge_mnemonic(subject, other) == PTXC_EDIT_FITS_WELL ? other : PTXC_OP_NONE;
        return ptxc_wording_mnemonic_meant(subject, other);
    }
    if (!fits && !subject->environment.newer &&
        ptxc_edit_judge(subject, words->first, words->count, PTXC_Q_NONE) >= PTXC_EDIT_FITS)
        return "; without it the instruction assembles";
    return meant == PTXC_Q_NONE ? "" : ptxc_arena_format(arena, "; did you mean %s?", ptxc_qualifiers[meant].spelling);
}

/* Whether the mnemonic and all words that are no qualifiers are another mnemonic, but for slips of the hand. */
static bool is_slip(const struct ptxc_subject *subject, enum ptxc_opcode meant) {
    char buffer[200];
    struct ptxc_buffer text = {buffer, sizeof(buffer), 0};
    add_unknown(subject, &text);
    return text.length < sizeof(buffer) && ptxc_suggest_slip_opcode(buffer, text.length, meant);
}

/* Returns the word at `index`, or several from there or from the one before, which are reported together. */
static struct words words_at(const struct ptxc_subject *subject, size_t index) {
    struct words words = {.first = index, .count = 1, .span = subject->instruction->qualifiers[index].span};
    find_meant(subject, &words);
    if (!words.certain && !(index > 0 && join(subject, index - 1, &words)))
        join(subject, index, &words);
    return words;
}

/* Whether the instruction assembles once all unknown words are spelt right; false where one has no right
 * spelling. */
static bool may_respell(const struct ptxc_subject *subject) {
    struct ptxc_instruction changed = *subject->instruction;
    for (size_t i = 0; i < subject->instruction->qualifier_count;) {
        const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[i];
        if (use->id != PTXC_Q_NONE) {
            i++;
            continue;
        }
        const struct words words = words_at(subject, i);
        if (!words.certain)
            return false;
        for (size_t j = 0; j < words.count; j++) /* the later ones are marked, and taken out below */
            changed.qualifiers[words.first + j].span.length = j == 0 ? words.span.length : 0;
        changed.qualifiers[words.first].id = (enum ptxc_qualifier)words.meant[0];
        i = words.first + words.count;
    }
    size_t kept = 0;
    for (size_t i = 0; i < changed.qualifier_count; i++)
        if (changed.qualifiers[i].span.length > 0)
            changed.qualifiers[kept++] = changed.qualifiers[i];
    changed.qualifier_count = (uint8_t)kept;
    return ptxc_edit_place(&changed) && ptxc_fix_suffices(subject, &changed);
}

/* Whether the mnemonic that is meant stands there already, and what touches it keeps it from being one. */
static bool stands_there(const struct ptxc_subject *subject, const struct words *words) {
    const uint32_t start = subject->instruction->opcode_span.offset, end = words->span.offset + words->span.length;
    const char *mnemonic = ptxc_opcodes[words->mnemonic].mnemonic;
    return end - start == strlen(mnemonic) && memcmp(subject->sink->source + start, mnemonic, end - start) == 0;
}

/* Whether a word says something else than the one that fits, and is no slip: it has a number and differs in more than
 * one character, or in a digit, as .L1::128B does from .L2::128B, or no character is the same, as in .lu and .L2. */
static bool says_other(const struct words *words, const char *text) {
    const char *fitting = ptxc_qualifiers[words->fitting].spelling;
    const size_t length = words->span.length;
    bool number = false, other = false, alike = strlen(fitting) != length;
    for (size_t i = 0; i < length; i++)
        number |= ptxc_is_digit(text[i]);
    for (size_t i = 1; i < length && strlen(fitting) == length; i++) {
        const bool turned =
            text[i] == fitting[i - 1] || text[i - 1] == fitting[i] || (i + 1 < length && text[i + 1] == fitting[i]);
        other |= ptxc_is_digit(fitting[i]) && ptxc_is_digit(text[i]) && text[i] != fitting[i] && !turned;
        alike |= text[i] == fitting[i] || turned;
    }
    return other || !alike || (number && ptxc_suggest_slips(text, length, fitting) > 1);
}

/* Adds the fix: the right spelling, the qualifier without which nothing assembles, or the mnemonic that all unknown
 * words belong to. That one takes them out of where they stand, so nothing is left to say of the later ones. */
static void fix(const struct ptxc_subject *subject, struct words *words, struct ptxc_finding *finding) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const enum ptxc_qualifier meant = words->certain ? (enum ptxc_qualifier)words->meant[0] : words->fitting;
    const char *text = subject->sink->source + words->span.offset;
    if (meant != PTXC_Q_NONE &&
        (words->certain ? may_respell(subject) : ptxc_suggest_slip(text, words->span.length, meant))) {
        ptxc_finding_fix(finding, words->span, ptxc_qualifiers[meant].spelling);
        finding->offer = !words->certain && (words->count_meant > 1 || says_other(words, text));
        return;
    }
    if (words->mnemonic == PTXC_OP_NONE || stands_there(subject, words) || !ptxc_edit_mnemonic_is_whole(subject) ||
        !is_slip(subject, words->mnemonic))
        return;
    ptxc_finding_fix(finding, instruction->opcode_span, ptxc_opcodes[words->mnemonic].mnemonic);
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        if (instruction->qualifiers[i].id == PTXC_Q_NONE)
            ptxc_finding_fix(finding, instruction->qualifiers[i].span, "");
    words->count = instruction->qualifier_count - words->first;
}

/* Reports the word at `index`, or several from there or from the one before; returns the first that is not reported. */
static size_t report(const struct ptxc_subject *subject, size_t index) {
    struct words words = words_at(subject, index);
    const char *suggestion = advice(subject, &words);
    /* A module for a version after the tables may use qualifiers that came with it. */
    bool newer = subject->environment.newer && !words.certain;
    struct ptxc_finding finding =
        ptxc_wording_finding(subject, newer ? PTXC_RULE_NEWER_VERSION : PTXC_RULE_UNKNOWN_QUALIFIER, words.span);
    const char *text = subject->sink->source + words.span.offset;
    finding.message =
        newer
            ? ptxc_arena_format(subject->sink->arena, "ptxcheck does not know qualifier %.*s of %s: it may be newer%s",
                                (int)words.span.length, text, ptxc_wording_mnemonic(subject), suggestion)
            : ptxc_arena_format(subject->sink->arena, "%s has no qualifier %.*s%s", ptxc_wording_mnemonic(subject),
                                (int)words.span.length, text, suggestion);
    if (!newer)
        fix(subject, &words, &finding);
    ptxc_sink_give(subject->sink, &finding);
    return words.first + words.count;
}

void ptxc_unknown_qualifiers(const struct ptxc_subject *subject) {
    for (size_t i = 0; i < subject->instruction->qualifier_count;)
        i = subject->instruction->qualifiers[i].id == PTXC_Q_NONE ? report(subject, i) : i + 1;
}

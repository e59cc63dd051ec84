/* What a report keeps: see keep.h.
 *
 * Findings come in the order of the stages and are handed out in the order of the source, so they are sorted once, when
 * the report is closed. A report with a limit sorts them each time that it has twice as many as it may keep, copies the
 * first ones, with their words, to a new place, and gives the old one back. Since what it kept before is sorted with
 * what came since, the order in which findings come does not matter.
 *
 * In a host file equal findings are one. One that was let go of may come again, while its statement is checked: so much
 * is remembered of it that it is counted once.
 */
#include "report/keep.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "report/kernels.h"

enum { FOLD_KEPT = 3 }; /* equal notes that a report keeps at most, if it folds them */

/* Returns the key of what notes have in common that are equal; 0 for what is no note. */
static uint64_t fold_key(const struct ptxc_diagnostic *diagnostic, uint64_t seed) {
    const bool note = diagnostic->severity == PTXC_SEVERITY_NOTE;
    return note ? ptxc_counts_key(seed, diagnostic->rule, diagnostic->message) : 0;
}

enum { SLACK = 64 }; /* so many more may come before a report with a small limit is cut */

static int compare(size_t a, size_t b) {
    return a < b ? -1 : a > b;
}

/* Orders findings by content. Two may be equal: a statement cut by #if lines is read once for each branch. */
static int by_content(const struct ptxc_diagnostic *a, const struct ptxc_diagnostic *b) {
    int order = compare(a->span.offset, b->span.offset);
    order = order ? order : compare(a->span.length, b->span.length);
    order = order ? order : strcmp(a->rule, b->rule);
    return order ? order : strcmp(a->message, b->message);
}

/* By content, then by the order in which they were raised, which is that of the array they point into. */
static int compare_content(const void *left, const void *right) {
    const struct ptxc_diagnostic *const *a = left, *const *b = right;
    int order = by_content(*a, *b);
    return order ? order : *a < *b ? -1 : *a > *b;
}

/* By place; at one place by severity, the most severe first, then by the order in which they were raised. */
static int compare_place(const void *left, const void *right) {
    const struct ptxc_diagnostic *const *a = left, *const *b = right;
    int order = compare((*a)->span.offset, (*b)->span.offset);
    order = order ? order : (int)(*b)->severity - (int)(*a)->severity;
    return order ? order : *a < *b ? -1 : *a > *b;
}

size_t ptxc_report_unique(const struct ptxc_diagnostic **sorted, size_t count) {
    size_t kept = 0;
    qsort(sorted, count, sizeof(struct ptxc_diagnostic *), compare_content);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || by_content(sorted[kept - 1], sorted[i]) != 0)
            sorted[kept++] = sorted[i];
    return kept;
}

/* Sorts the findings from `first` on by place into `*sorted`; in a host file, keeps one of equal ones. Returns how many
 * there are; 0 also where there is no memory. */
static size_t sort(struct ptxc_report *report, size_t first, const struct ptxc_diagnostic ***sorted) {
    size_t count = report->count - first;
    *sorted = count > 0 ? ptxc_arena_alloc(&report->words, count * sizeof(**sorted)) : NULL;
    if (!*sorted)
        return 0;
    for (size_t i = 0; i < count; i++)
        (*sorted)[i] = &report->diagnostics[first + i];
    if (report->snippets)
        count = ptxc_report_unique(*sorted, count);
    qsort(*sorted, count, sizeof(**sorted), compare_place);
    return count;
}

/* ---- findings beyond the limit ---- */

/* Returns a number that tells a finding from others, by what by_content compares. */
static uint64_t content_of(const struct ptxc_report *report, const struct ptxc_diagnostic *diagnostic) {
    const uint32_t place[] = {diagnostic->span.offset, diagnostic->span.length};
    const uint64_t rule = ptxc_hash(report->seed, diagnostic->rule, strlen(diagnostic->rule));
    return ptxc_hash(ptxc_hash(rule, place, sizeof(place)), diagnostic->message, strlen(diagnostic->message));
}

/* Lets go of a finding, which is `fold` or 0. In a host file it is counted when its statement ends. */
static void let_go(struct ptxc_report *report, const struct ptxc_diagnostic *diagnostic, uint64_t fold) {
    struct ptxc_late_list *late = &report->late;
    if (!report->snippets) {
        (report->trial.on ? report->trial.totals : report->totals)[diagnostic->severity]++;
        if (fold)
            ptxc_counts_add(&report->folded, &report->lasting, fold, 1);
        return;
    }
    void *grown = ptxc_arena_grow(&late->arena, late->items, &late->capacity, late->count + 1, sizeof(*late->items));
    if (!grown)
        return;
    late->items = grown;
    late->items[late->count++] =
        (struct ptxc_late){content_of(report, diagnostic), fold, (unsigned char)diagnostic->severity};
}

static int compare_late(const void *left, const void *right) {
    const struct ptxc_late *a = left, *b = right;
    return a->content < b->content ? -1 : a->content > b->content;
}

/* Counts what was let go of, equal ones once. */
static void count_late(struct ptxc_report *report) {
    struct ptxc_late_list *late = &report->late;
    if (late->count > 0)
        qsort(late->items, late->count, sizeof(*late->items), compare_late);
    for (size_t i = 0; i < late->count; i++) {
        const struct ptxc_late *item = &late->items[i];
        if (i > 0 && item->content == late->items[i - 1].content)
            continue;
        report->totals[item->severity]++;
        if (item->fold)
            ptxc_counts_add(&report->folded, &report->lasting, item->fold, 1);
    }
    ptxc_arena_reset(&late->arena, (struct ptxc_arena_mark){NULL, 0});
    late->items = NULL;
    late->count = late->capacity = 0;
}

/* ---- a new place for what is kept ---- */

/* Copies a string; constants too, which cannot be told from others. */
static const char *copy_text(struct ptxc_arena *arena, const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = ptxc_arena_take(arena, size);
    return copy ? memcpy(copy, text, size) : "";
}

/* Copies a finding with its words. The rule and the section are constants of the tables. */
static struct ptxc_diagnostic copy_diagnostic(struct ptxc_arena *arena, const struct ptxc_diagnostic *diagnostic) {
    struct ptxc_diagnostic copy = *diagnostic;
    struct ptxc_note *notes = ptxc_arena_take(arena, copy.note_count * sizeof(*notes));
    struct ptxc_fix *fixes = ptxc_arena_take(arena, copy.fix_count * sizeof(*fixes));
    copy.message = copy_text(arena, diagnostic->message);
    for (size_t i = 0; notes && i < copy.note_count; i++)
        notes[i] = (struct ptxc_note){copy_text(arena, diagnostic->notes[i].text), diagnostic->notes[i].span};
    for (size_t i = 0; fixes && i < copy.fix_count; i++)
        fixes[i] = (struct ptxc_fix){copy_text(arena, diagnostic->fixes[i].text), diagnostic->fixes[i].span};
    copy.notes = notes;
    copy.fixes = fixes;
    return copy;
}

void ptxc_report_expect(struct ptxc_report *report, size_t count) {
    report->diagnostics = ptxc_arena_take(&report->words, count * sizeof(*report->diagnostics));
    report->capacity = report->diagnostics ? count : 0;
}

void ptxc_report_copy(struct ptxc_report *report, const struct ptxc_report *from, size_t first, size_t end) {
    for (size_t i = first; i < end && report->count < report->capacity; i++)
        report->diagnostics[report->count++] = copy_diagnostic(&report->words, &from->diagnostics[i]);
}

/* Moves the first findings as they are, and `count` others, to a new place, and gives the old one back. */
static void move(struct ptxc_report *report, size_t first, const struct ptxc_diagnostic **others, size_t count) {
    struct ptxc_arena words;
    ptxc_arena_share(&words, &report->words);
    struct ptxc_diagnostic *moved = ptxc_arena_alloc(&words, (first + count) * sizeof(*moved));
    for (size_t i = 0; moved && i < first; i++)
        moved[i] = copy_diagnostic(&words, &report->diagnostics[i]);
    for (size_t i = 0; moved && i < count; i++)
        moved[first + i] = copy_diagnostic(&words, others[i]);
    ptxc_arena_free(&report->words);
    report->words = words;
    report->diagnostics = moved;
    report->count = report->capacity = moved ? first + count : 0;
}

/* Lets go of the findings beyond the limit, and of notes that are equal to enough that are kept; what is kept comes
 * first in the array then. Returns how many that is. */
static size_t select_kept(struct ptxc_report *report, const struct ptxc_diagnostic **sorted, size_t count) {
    struct ptxc_counts notes = {NULL, 0, 0}; /* how many are kept */
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t key = report->folds_notes ? fold_key(sorted[i], report->seed) : 0;
        const size_t equal = ptxc_counts_get(&notes, key);
        if (kept == report->limit || equal == FOLD_KEPT) {
            let_go(report, sorted[i], equal > 0 ? key : 0);
            continue;
        }
        if (key)
            ptxc_counts_add(&notes, &report->words, key, 1);
        sorted[kept++] = sorted[i];
    }
    return kept;
}

/* Lets go of the findings beyond the limit; while some are on trial, of those on trial alone. */
static void cut(struct ptxc_report *report) {
    const struct ptxc_diagnostic **sorted;
    const size_t first = report->trial.on ? report->trial.first : 0, count = sort(report, first, &sorted);
    if (count > 0)
        move(report, first, sorted, select_kept(report, sorted, count));
}

/* What is still kept may be equal to what was let go of, so both are counted while they can be told apart. */
void ptxc_report_statement(struct ptxc_report *report, uint32_t place) {
    struct ptxc_late_list *late = &report->late;
    if (late->statement != place && late->count > 0) {
        cut(report);
        count_late(report);
        report->settled = report->count;
        report->mark = ptxc_arena_mark(&report->words);
    }
    late->statement = place;
}

void ptxc_report_settle(struct ptxc_report *report) {
    const size_t count = report->count - (report->trial.on ? report->trial.first : 0);
    if (report->count == report->settled)
        ptxc_arena_reset(&report->words, report->mark);
    if (report->limit && count > report->limit && count - report->limit > report->limit / 2 + SLACK)
        cut(report);
    report->settled = report->count;
    report->mark = ptxc_arena_mark(&report->words);
    report->arena.failed |= report->words.failed || report->late.arena.failed;
}

/* ---- trials ---- */

void ptxc_report_try(struct ptxc_report *report) {
    report->trial = (struct ptxc_trial){.on = true,
                                        .first = report->count,
                                        .late = report->late.count,
                                        .mark = ptxc_arena_mark(&report->words),
                                        .diagnostics = report->diagnostics};
}

void ptxc_report_decide(struct ptxc_report *report, bool keep) {
    struct ptxc_trial *trial = &report->trial;
    trial->on = false;
    for (size_t i = 0; keep && i < PTXC_COUNT(trial->totals); i++)
        report->totals[i] += trial->totals[i];
    if (!keep) {
        report->late.count = trial->late;
        report->count = report->settled = trial->first;
        /* The array of diagnostics lies among the words; if it is another than before, they must stay. */
        if (report->diagnostics == trial->diagnostics)
            ptxc_arena_reset(&report->words, trial->mark);
        report->mark = ptxc_arena_mark(&report->words);
    }
    ptxc_report_settle(report);
}

/* Says of the first of equal notes how many there are that are not kept. */
static void report_folded(struct ptxc_report *report) {
    struct ptxc_counts reported = {NULL, 0, 0};
    for (size_t i = 0; i < report->count && report->folded.used > 0; i++) {
        struct ptxc_diagnostic *diagnostic = &report->diagnostics[report->sorted[i] - report->diagnostics];
        const uint64_t key = fold_key(diagnostic, report->seed);
        if (!key || ptxc_counts_get(&reported, key) > 0)
            continue;
        diagnostic->more = ptxc_counts_get(&report->folded, key);
        ptxc_counts_add(&reported, &report->lasting, key, 1);
    }
}

/* Sorts the findings, and counts those that are not kept. Without memory an arena is marked failed. */
static void finish(struct ptxc_report *report) {
    const size_t count = sort(report, 0, &report->sorted);
    report->count = report->limit ? select_kept(report, report->sorted, count) : count;
    count_late(report);
    report_folded(report);
    ptxc_kernels_sort(report);
    for (size_t i = 0; i < report->count; i++)
        report->totals[report->sorted[i]->severity]++;
}

enum ptxc_status ptxc_report_close(struct ptxc_report *made, struct ptxc_report **report) {
    *report = NULL;
    finish(made);
    if (made->arena.failed || made->words.failed || made->lasting.failed || made->late.arena.failed) {
        ptxc_report_free(made);
        return PTXC_OUT_OF_MEMORY;
    }
    *report = made;
    return PTXC_OK;
}

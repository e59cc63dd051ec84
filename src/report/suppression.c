/* Allow comments against findings: see suppression.h.
 *
 * A finding is allowed by a comment about the line on which it begins, the line on which its instruction begins, or the
 * line on which its asm statement begins. For the last the comment stands above the statement, or on its first line
 * where no text of PTX does: beside a literal it is about that line alone.
 */
#include "report/suppression.h"

#include <stdlib.h>
#include <string.h>

#include "report/allow.h"
#include "report/keep.h"

bool ptxc_suppression_begin(struct ptxc_report *report, const char *source, uint32_t length) {
    if (!(report->honours_allow || report->finds_hazards) || !ptxc_allow_mentioned(source, length))
        return false;
    report->allowed.source = source;
    report->allowed.length = length;
    report->allowed.limit = report->limit;
    report->limit = 0;
    return true;
}

void ptxc_suppression_trim(struct ptxc_report *report) {
    if (report->allowed.owner_count > report->count)
        report->allowed.owner_count = report->count;
}

static const struct ptxc_owner nothing = {UINT32_MAX, UINT32_MAX, UINT32_MAX};

/* Returns the first of two places that is one. */
static uint32_t either(uint32_t a, uint32_t b) {
    return a != UINT32_MAX ? a : b;
}

void ptxc_suppression_owner(struct ptxc_report *report, size_t first, struct ptxc_owner owner) {
    struct ptxc_allowed *allowed = &report->allowed;
    if (!allowed->source || first >= report->count)
        return;
    void *grown = ptxc_arena_grow(&report->lasting, allowed->owners, &allowed->owner_capacity, report->count,
                                  sizeof(*allowed->owners));
    if (!grown)
        return;
    allowed->owners = grown;
    for (; allowed->owner_count < report->count; allowed->owner_count++)
        allowed->owners[allowed->owner_count] = nothing;
    for (size_t i = first; i < report->count; i++) {
        struct ptxc_owner *known = &allowed->owners[i];
        if (owner.instruction != UINT32_MAX && report->diagnostics[i].span.offset < owner.instruction)
            continue; /* of something before it that could not be read */
        known->instruction = either(known->instruction, owner.instruction);
        known->statement = either(known->statement, owner.statement);
        known->text = either(known->text, owner.text);
    }
}

/* ---- items in order ---- */

static int compare(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

/* By rule, then by place: of the whole source first. */
static int by_place(const void *left, const void *right) {
    const struct ptxc_allow *a = left, *b = right;
    int order = compare((uint32_t)a->rule, (uint32_t)b->rule);
    order = order ? order : (int)b->whole - (int)a->whole;
    order = order ? order : compare(a->begin, b->begin);
    order = order ? order : compare(a->comment, b->comment);
    order = order ? order : compare(a->name.offset, b->name.offset);
    return order ? order : compare(b->end, a->end);
}

/* Sorts the items, and keeps one of those that come from one place: a statement cut by #if lines is read once for each
 * branch. */
static void sort_items(struct ptxc_allowed *allowed) {
    size_t kept = 0;
    if (allowed->count > 0)
        qsort(allowed->items, allowed->count, sizeof(*allowed->items), by_place);
    for (size_t i = 0; i < allowed->count; i++) {
        const struct ptxc_allow *item = &allowed->items[i], *last = kept ? &allowed->items[kept - 1] : NULL;
        if (!last || last->rule != item->rule || last->name.offset != item->name.offset)
            allowed->items[kept++] = *item;
        else
            allowed->items[kept - 1].used |= item->used;
    }
    allowed->count = allowed->sorted = kept;
    for (size_t i = 0; i < kept; i++) {
        struct ptxc_allow *item = &allowed->items[i];
        const bool follows = i > 0 && item[-1].rule == item->rule && !item[-1].whole;
        item->reach = follows && item[-1].reach > item->end ? item[-1].reach : item->end;
    }
}

/* Returns how many items come before those of the rule that begin after `offset`. */
static size_t items_up_to(const struct ptxc_allowed *allowed, enum ptxc_rule_id rule, uint32_t offset) {
    size_t low = 0, high = allowed->sorted;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct ptxc_allow *item = &allowed->items[middle];
        if (item->rule < rule || (item->rule == rule && item->begin <= offset))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the nearest comment about a line that allows the rule at `offset`; NULL where none does. Where `text` is a
 * place, the comment has to stand alone, or on a line that ends before it. */
static struct ptxc_allow *find_item(const struct ptxc_allowed *allowed, enum ptxc_rule_id rule, uint32_t offset,
                                    uint32_t text) {
    if (offset == UINT32_MAX)
        return NULL;
    for (size_t i = items_up_to(allowed, rule, offset); i > 0; i--) {
        struct ptxc_allow *item = &allowed->items[i - 1];
        if (item->rule != rule || item->whole || item->reach < offset)
            return NULL;
        if (item->end >= offset && (item->alone || text == UINT32_MAX || item->end <= text))
            return item;
    }
    return NULL;
}

/* Returns a comment that allows the rule in the whole source, or NULL. They are the first of their rule. */
static struct ptxc_allow *find_whole(const struct ptxc_allowed *allowed, enum ptxc_rule_id rule) {
    const size_t first = rule > 0 ? items_up_to(allowed, (enum ptxc_rule_id)(rule - 1), UINT32_MAX) : 0;
    struct ptxc_allow *item = first < allowed->sorted ? &allowed->items[first] : NULL;
    return item && item->rule == rule && item->whole ? item : NULL;
}

/* ---- findings ---- */

/* Returns the comment that allows a finding of the rule at `offset`, or NULL. */
static struct ptxc_allow *find(const struct ptxc_allowed *allowed, enum ptxc_rule_id rule, uint32_t offset,
                               struct ptxc_owner owner) {
    struct ptxc_allow *item = find_item(allowed, rule, offset, UINT32_MAX);
    item = item ? item : find_item(allowed, rule, owner.instruction, UINT32_MAX);
    item = item ? item : find_item(allowed, rule, owner.statement, owner.text);
    return item ? item : find_whole(allowed, rule);
}

void ptxc_suppression_sort(struct ptxc_report *report) {
    sort_items(&report->allowed);
}

bool ptxc_suppression_allows(struct ptxc_report *report, enum ptxc_rule_id rule, uint32_t offset,
                             struct ptxc_owner owner) {
    struct ptxc_allow *item = ptxc_report_wants(report, rule) ? find(&report->allowed, rule, offset, owner) : NULL;
    if (item)
        item->used = true;
    return item;
}

/* Takes out the findings that are allowed, and counts them, equal ones once. */
static void take_out(struct ptxc_report *report) {
    const struct ptxc_allowed *allowed = &report->allowed;
    struct ptxc_diagnostic *out = ptxc_arena_alloc(&report->arena, report->count * sizeof(*out));
    const struct ptxc_diagnostic **taken = ptxc_arena_alloc(&report->arena, report->count * sizeof(*taken));
    size_t kept = 0, count = 0;
    if (!out || !taken)
        return;
    for (size_t i = 0; i < report->count; i++) {
        const struct ptxc_diagnostic *diagnostic = &report->diagnostics[i];
        const struct ptxc_owner owner = i < allowed->owner_count ? allowed->owners[i] : nothing;
        struct ptxc_allow *item = find(allowed, ptxc_rule_find(diagnostic->rule), diagnostic->span.offset, owner);
        if (item) {
            item->used = true;
            out[count] = report->diagnostics[i];
            taken[count] = &out[count];
            count++;
        } else {
            report->diagnostics[kept++] = report->diagnostics[i];
        }
    }
    report->count = kept;
    report->suppressed += report->snippets && count > 0 ? ptxc_report_unique(taken, count) : count;
}

/* Whether findings of the rule were looked for. */
static bool was_applied(const struct ptxc_report *report, enum ptxc_rule_id rule) {
    const bool hazard = ptxc_rules[rule].rule_class == PTXC_CLASS_HAZARD;
    const bool sought = !hazard || (report->finds_hazards && report->level == PTXC_POSSIBLE);
    return ptxc_report_wants(report, rule) && sought && (rule != PTXC_RULE_NOT_PORTABLE || report->portable);
}

/* Reports a comment that allowed nothing, unless its rule was not looked for, or another comment allows that. */
static void report_unused(struct ptxc_report *report, const struct ptxc_allow *item) {
    if (item->used || !was_applied(report, item->rule) || !ptxc_report_wants(report, PTXC_RULE_UNUSED_ALLOW))
        return;
    struct ptxc_allow *other = find_item(&report->allowed, PTXC_RULE_UNUSED_ALLOW, item->name.offset, UINT32_MAX);
    other = other ? other : find_whole(&report->allowed, PTXC_RULE_UNUSED_ALLOW);
    if (other && item->rule != PTXC_RULE_UNUSED_ALLOW) {
        other->used = true;
        report->suppressed++;
        return;
    }
    const struct ptxc_finding finding = {
        .rule = PTXC_RULE_UNUSED_ALLOW,
        .span = item->name,
        .message = ptxc_arena_format(&report->words, "there is no finding of %s %s to allow", ptxc_rules[item->rule].id,
                                     item->whole ? "in this file" : "here"),
        .in_host = true};
    ptxc_report_add(report, &finding);
}

/* Takes out what is allowed, and reports what allowed nothing. */
static void settle(struct ptxc_report *report) {
    struct ptxc_allowed *allowed = &report->allowed;
    sort_items(allowed);
    if (report->count > 0)
        take_out(report);
    for (int own = 0; own < 2; own++) /* those that allow this rule itself come last */
        for (size_t i = 0; i < allowed->count; i++)
            if ((allowed->items[i].rule == PTXC_RULE_UNUSED_ALLOW) == own)
                report_unused(report, &allowed->items[i]);
}

void ptxc_suppression_apply(struct ptxc_report *report) {
    struct ptxc_allowed *allowed = &report->allowed;
    if (!allowed->source)
        return;
    if (allowed->count > 0 && !report->lasting.failed)
        settle(report);
    report->limit = allowed->limit;
    allowed->source = NULL; /* it may go when the call returns */
}

void ptxc_suppression_take(struct ptxc_report *report,
                           bool (*allows)(void *user, const struct ptxc_diagnostic *diagnostic), void *user) {
    const size_t count = report->count;
    report->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ptxc_diagnostic diagnostic = report->diagnostics[i];
        if (!allows(user, &diagnostic))
            report->diagnostics[report->count++] = diagnostic;
    }
    report->suppressed += count - report->count;
}

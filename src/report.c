/* Report: see report.h and, for the public half, ptxcheck.h. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "template.h"

enum ptxc_status ptxc_report_init(struct ptxc_report *report, const struct ptxc_options *options) {
    report->classes = options->classes ? options->classes : ~0u;
    for (int i = 0; i < PTXC_RULE_COUNT; i++)
        report->severities[i] = (unsigned char)ptxc_rules[i].severity;
    for (size_t i = 0; i < options->override_count; i++) {
        enum ptxc_rule_id rule = ptxc_rule_find(options->overrides[i].rule);
        enum ptxc_severity severity = options->overrides[i].severity;
        if (rule == PTXC_RULE_COUNT || !ptxc_severity_name(severity))
            return PTXC_BAD_ARGUMENT;
        report->severities[rule] = (unsigned char)severity;
    }
    for (size_t i = 0; i < options->portable_count; i++) {
        const char *name = options->portable[i];
        enum ptxc_target target = name ? ptxc_target_find(name, strlen(name)) : PTXC_TARGET_NONE;
        if (target == PTXC_TARGET_NONE)
            return PTXC_BAD_ARGUMENT;
        report->portable |= PTXC_BIT(target);
    }
    return PTXC_OK;
}

_Static_assert(PTXC_TARGET_COUNT <= 64, "the targets asked for are a mask of 64 bits");

bool ptxc_report_wants(const struct ptxc_report *report, enum ptxc_rule_id rule) {
    return report->severities[rule] != PTXC_SEVERITY_OFF && (report->classes >> ptxc_rules[rule].rule_class & 1);
}

static const char *readable(struct ptxc_report *report, const char *message);

static void copy_notes(struct ptxc_report *report, struct ptxc_diagnostic *diagnostic, const char *const *notes) {
    size_t count = 0;
    while (count < PTXC_COUNT(((struct ptxc_finding *)0)->notes) && notes[count])
        count++;
    if (count == 0)
        return;
    struct ptxc_note *copies = ptxc_arena_alloc(&report->arena, count * sizeof(*copies));
    if (!copies)
        return;
    for (size_t i = 0; i < count; i++)
        copies[i].text = readable(report, notes[i]);
    diagnostic->notes = copies;
    diagnostic->note_count = count;
}

struct ptxc_span ptxc_report_locate(const struct ptxc_report *report, struct ptxc_span span) {
    if (!report->snippet || report->snippet->piece_count == 0 || span.length == 0)
        return span;
    return ptxc_snippet_locate(report->snippet, span);
}

/* What stands in a message for a byte that is no printable character; NULL for one that is. */
static const char *shown(const struct ptxc_report *report, char c) {
    static const char *const signs[] = {"?", "%", "$", "{"};
    if (report->snippet && c == PTXC_HOLE)
        return "...";
    if (report->snippet && c == PTXC_PLACEHOLDER)
        return signs[report->snippet->style];
    if (c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f')
        return " ";
    return (unsigned char)c < 0x20 || c == 0x7f ? "?" : NULL;
}

/* A message in the words of the host file: placeholders as they are written there, dots for what nobody knows; and
 * nothing in it that a terminal would obey. */
static const char *readable(struct ptxc_report *report, const char *message) {
    size_t room = 1, count = 0;
    bool plain = true;
    for (const char *c = message; *c; c++) {
        const char *other = shown(report, *c);
        room += other ? strlen(other) : 1;
        plain &= !other;
    }
    char *copy = plain ? NULL : ptxc_arena_alloc(&report->arena, room);
    if (!copy)
        return plain ? message : "";
    for (const char *c = message; *c; c++) {
        const char *other = shown(report, *c);
        size_t length = other ? strlen(other) : 1;
        for (size_t i = 0; i < length; i++)
            copy[count++] = (char)(other ? other[i] : *c);
    }
    return copy;
}

/* A fix holds only where the host file has the text letter for letter. */
static const char *usable_fix(const struct ptxc_report *report, const struct ptxc_finding *finding) {
    struct ptxc_span place = ptxc_report_locate(report, finding->span);
    return report->snippet && place.length != finding->span.length ? NULL : finding->replacement;
}

void ptxc_report_add(struct ptxc_report *report, const struct ptxc_finding *finding) {
    if (!ptxc_report_wants(report, finding->rule))
        return;
    report->raised++;
    if (report->silent)
        return;
    void *grown = ptxc_arena_grow(&report->arena, report->diagnostics, &report->capacity, report->count + 1,
                                  sizeof(struct ptxc_diagnostic));
    if (!grown)
        return;
    report->diagnostics = grown;
    const struct ptxc_rule_row *row = &ptxc_rules[finding->rule];
    struct ptxc_diagnostic *diagnostic = &report->diagnostics[report->count++];
    *diagnostic = (struct ptxc_diagnostic){
        .rule = row->id,
        .rule_class = row->rule_class,
        .severity = (enum ptxc_severity)report->severities[finding->rule],
        .section = row->section[0] || !finding->opcode ? row->section : ptxc_opcodes[finding->opcode].section,
        .message = readable(report, finding->message),
        .span = finding->in_host ? finding->span : ptxc_report_locate(report, finding->span),
        .cause = finding->in_host ? finding->cause : ptxc_report_locate(report, finding->cause),
        .replacement = usable_fix(report, finding),
    };
    copy_notes(report, diagnostic, finding->notes);
}

void ptxc_report_raise(struct ptxc_report *report, enum ptxc_rule_id rule, struct ptxc_span span, const char *message) {
    struct ptxc_finding finding = {.rule = rule, .span = span, .message = message};
    ptxc_report_add(report, &finding);
}

static int compare(size_t a, size_t b) {
    return a < b ? -1 : a > b;
}

/* What they are about and say. Two findings may be equal: a statement under several #if branches is read once for each.
 */
static int by_content(const struct ptxc_diagnostic *a, const struct ptxc_diagnostic *b) {
    int order = compare(a->span.offset, b->span.offset);
    order = order ? order : compare(a->span.length, b->span.length);
    order = order ? order : strcmp(a->rule, b->rule);
    return order ? order : strcmp(a->message, b->message);
}

/* The elements that are sorted point into one array, in the order in which the findings were raised. */
static int compare_content(const void *left, const void *right) {
    const struct ptxc_diagnostic *const *a = left, *const *b = right;
    int order = by_content(*a, *b);
    return order ? order : *a < *b ? -1 : *a > *b;
}

/* By place; of findings at one place, the gravest first, then the one that was raised first. */
static int compare_place(const void *left, const void *right) {
    const struct ptxc_diagnostic *const *a = left, *const *b = right;
    int order = compare((*a)->span.offset, (*b)->span.offset);
    order = order ? order : (int)(*b)->severity - (int)(*a)->severity;
    return order ? order : *a < *b ? -1 : *a > *b;
}

/* Of equal findings the first stays; gives how many stay. */
static size_t remove_repeated(const struct ptxc_diagnostic **sorted, size_t count) {
    size_t kept = 0;
    qsort(sorted, count, sizeof(struct ptxc_diagnostic *), compare_content);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || by_content(sorted[kept - 1], sorted[i]) != 0)
            sorted[kept++] = sorted[i];
    return kept;
}

void ptxc_report_finish(struct ptxc_report *report) {
    if (report->count == 0)
        return;
    report->sorted = ptxc_arena_alloc(&report->arena, report->count * sizeof(struct ptxc_diagnostic *));
    if (!report->sorted)
        return;
    for (size_t i = 0; i < report->count; i++)
        report->sorted[i] = &report->diagnostics[i];
    if (report->snippets)
        report->count = remove_repeated(report->sorted, report->count);
    qsort(report->sorted, report->count, sizeof(struct ptxc_diagnostic *), compare_place);
}

const char *ptxc_report_text(const struct ptxc_report *report) {
    return report ? report->text : NULL;
}

size_t ptxc_report_count(const struct ptxc_report *report) {
    return report ? report->count : 0;
}

const struct ptxc_diagnostic *ptxc_report_get(const struct ptxc_report *report, size_t index) {
    return report && index < report->count ? report->sorted[index] : NULL;
}

size_t ptxc_report_instructions(const struct ptxc_report *report) {
    return report ? report->instructions : 0;
}

size_t ptxc_report_statements(const struct ptxc_report *report) {
    return report ? report->statements : 0;
}

void ptxc_report_free(struct ptxc_report *report) {
    if (!report)
        return;
    struct ptxc_arena arena = report->arena; /* the report itself lives in it */
    ptxc_arena_free(&arena);
}

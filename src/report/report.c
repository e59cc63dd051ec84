/* Report: see report.h and, for the public half, ptxcheck.h.
 *
 * In a host file the places of findings are mapped when they are added, while the view is that of their snippet.
 */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/characters.h"
#include "tables/gate.h"

/* So many places of findings are kept: a report with a limit takes no more memory however many findings there are. */
enum { MOST_PLACES = 1 << 16 };

/* Gives the rules the severities that the caller has for them; false where there is no memory for it. */
static bool override_severities(struct ptxc_report *report, const struct ptxc_options *options) {
    unsigned char *severities = ptxc_arena_take(&report->arena, PTXC_RULE_COUNT * sizeof(*severities));
    bool *overridden = ptxc_arena_alloc(&report->arena, PTXC_RULE_COUNT * sizeof(*overridden));
    if (!severities || !overridden)
        return false;
    memcpy(severities, ptxc_rule_severities, PTXC_RULE_COUNT * sizeof(*severities));
    for (size_t i = 0; i < options->override_count; i++) {
        enum ptxc_rule_id rule = ptxc_rule_find(options->overrides[i].rule);
        severities[rule] = (unsigned char)options->overrides[i].severity;
        overridden[rule] = true;
    }
    report->severities = severities;
    report->overridden = overridden;
    return true;
}

/* Takes classes, severities and targets from the options, which were read; false where there is no memory for it. */
static bool apply_options(struct ptxc_report *report, const struct ptxc_options *options) {
    report->classes = options->classes ? options->classes : ~0u;
    report->severities = ptxc_rule_severities;
    for (size_t i = 0; i < options->portable_count; i++)
        report->portable |= PTXC_WIDE_BIT(ptxc_target_find(options->portable[i], strlen(options->portable[i])));
    return options->override_count == 0 || override_severities(report, options);
}

/* The least sure findings that these flags ask for. */
static enum ptxc_level level_of(uint32_t flags) {
    if (flags & PTXC_CHECK_PEDANTIC)
        return PTXC_POSSIBLE;
    return flags & PTXC_CHECK_LIKELY ? PTXC_LIKELY : PTXC_CERTAIN;
}

/* What a report asks for at once: enough for one instruction, alone or with hazards, in which nothing is found. */
enum { OWN_SIZE = 8 * 1024, OWN_FLOW_SIZE = PTXC_SCRATCH_SIZE };

enum ptxc_status ptxc_report_make(const struct ptxc_options *options, struct ptxc_report **report) {
    struct ptxc_arena arena;
    ptxc_arena_init(&arena, options->allocator);
    const size_t own_size = options->scratch ? 0 : options->flags & PTXC_CHECK_FLOW ? OWN_FLOW_SIZE : OWN_SIZE;
    void *own = own_size ? arena.allocator.resize(arena.allocator.user, NULL, 0, own_size) : NULL;
    if (own_size && !own)
        return PTXC_OUT_OF_MEMORY;
    arena.scratch = own ? ptxc_scratch_make(own, own_size) : ptxc_scratch_make(options->scratch, options->scratch_size);
    struct ptxc_report *made = ptxc_arena_alloc(&arena, sizeof(*made));
    if (!made) {
        if (own)
            arena.allocator.resize(arena.allocator.user, own, own_size, 0);
        return PTXC_OUT_OF_MEMORY;
    }
    made->own = own;
    made->own_size = own_size;
    made->arena = made->words = made->late.arena = made->lasting = arena;
    made->words.blocks = made->late.arena.blocks = made->lasting.blocks = NULL;
    made->limit = options->limit;
    made->folds_notes = options->limit && options->flags & PTXC_CHECK_FOLD;
    made->level = level_of(options->flags);
    made->honours_allow = options->flags & PTXC_CHECK_ALLOW;
    made->finds_hazards = options->flags & PTXC_CHECK_FLOW;
    made->assumed.given = options->assumptions;
    made->assumed.given_count = options->assumption_count;
    made->maps = options->maps;
    if (options->sources)
        made->sources = *options->sources;
    made->ahead = options->ahead;
    made->ahead_user = options->ahead_user;
    made->seed = options->seed;
    if (!apply_options(made, options)) {
        ptxc_report_free(made);
        return PTXC_OUT_OF_MEMORY;
    }
    *report = made;
    return PTXC_OK;
}

bool ptxc_report_wants(const struct ptxc_report *report, enum ptxc_rule_id rule) {
    return report->severities[rule] != PTXC_SEVERITY_OFF && (report->classes >> ptxc_rules[rule].rule_class & 1);
}

static const char *readable(struct ptxc_report *report, const char *message);

/* Whether the finding is about a value, and not about how something is written. */
static bool is_of_value(const struct ptxc_finding *finding) {
    return ptxc_rules[finding->rule].rule_class != PTXC_CLASS_SYNTAX;
}

/* Where a span of the text under check stands in the source that the caller knows. */
static struct ptxc_span locate(const struct ptxc_report *report, const struct ptxc_finding *finding,
                               struct ptxc_span span) {
    const bool mapped = report->view && !finding->in_host;
    return mapped ? report->view->locate(report->view->snippet, span, is_of_value(finding)) : span;
}

/* The same, but an empty span stays empty. */
static struct ptxc_span locate_any(const struct ptxc_report *report, const struct ptxc_finding *finding,
                                   struct ptxc_span span) {
    return span.length ? locate(report, finding, span) : span;
}

/* Where the text of the finding comes from, if it is the body of a macro; else of length 0. */
static struct ptxc_span origin_of(const struct ptxc_report *report, const struct ptxc_finding *finding) {
    const bool mapped = report->view && !finding->in_host && finding->span.length > 0;
    const struct ptxc_span none = {0, 0};
    return mapped ? report->view->origin(report->view->snippet, finding->span, is_of_value(finding)) : none;
}

/* Whether the finding is about the body of a macro that is used here, and was found in its definition already: it does
 * not depend on what the macro is used with. */
static bool is_known(const struct ptxc_report *report, const struct ptxc_finding *finding) {
    const struct ptxc_span origin = origin_of(report, finding);
    if (origin.length == 0)
        return false;
    const struct ptxc_span place = locate(report, finding, finding->span), use = report->view->use;
    const bool whole = place.offset == use.offset && place.length == use.length;
    return whole &&
           ptxc_counts_get(&report->seen, ptxc_counts_place(report->seed, ptxc_rules[finding->rule].id, origin)) > 0;
}

/* Copies the notes of a finding into the report, with their places in the source of the caller. One more says where the
 * text comes from, if the place of the finding does not show it. */
static void copy_notes(struct ptxc_report *report, const struct ptxc_finding *finding,
                       struct ptxc_diagnostic *diagnostic) {
    const struct ptxc_span origin = origin_of(report, finding);
    const size_t count = finding->note_count + (origin.length > 0);
    struct ptxc_note *copies = count > 0 ? ptxc_arena_alloc(&report->words, count * sizeof(*copies)) : NULL;
    for (size_t i = 0; copies && i < finding->note_count; i++)
        copies[i] = (struct ptxc_note){readable(report, finding->notes[i].text),
                                       locate_any(report, finding, finding->notes[i].span)};
    if (copies && origin.length > 0)
        copies[count - 1] = (struct ptxc_note){"the macro has it here", origin};
    diagnostic->notes = copies;
    diagnostic->note_count = copies ? count : 0;
}

/* Whether the source has the text of the span byte for byte at `place`. Expanded macros, escapes and text that is cut
 * into several literals do not, and cannot be edited. */
static bool is_verbatim(const struct ptxc_report *report, const struct ptxc_finding *finding, struct ptxc_span span,
                        struct ptxc_span place) {
    for (uint32_t i = 0; i < span.length; i++) {
        struct ptxc_span byte = locate(report, finding, (struct ptxc_span){span.offset + i, 1});
        if (byte.offset != place.offset + i || byte.length != 1)
            return false;
    }
    return place.length == span.length;
}

/* Whether a text means itself in a literal of any language, too. Nothing that PTX writes in qualifiers and mnemonics
 * needs an escape; operands may. */
static bool needs_no_escape(const char *text) {
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:[], +-")] == 0;
}

/* Copies the edits of a fix if all of them stand verbatim in the source: some of them alone might break it. */
static void copy_fixes(struct ptxc_report *report, const struct ptxc_finding *finding,
                       struct ptxc_diagnostic *diagnostic) {
    struct ptxc_fix *copies = ptxc_arena_alloc(&report->words, finding->fix_count * sizeof(*copies));
    for (size_t i = 0; copies && i < finding->fix_count; i++) {
        struct ptxc_span place = locate(report, finding, finding->fixes[i].span);
        const bool direct = !report->view || finding->in_host || needs_no_escape(finding->fixes[i].text);
        if (!direct || !is_verbatim(report, finding, finding->fixes[i].span, place))
            return;
        copies[i] = (struct ptxc_fix){finding->fixes[i].text, place};
    }
    diagnostic->fixes = copies;
    diagnostic->fix_count = copies ? finding->fix_count : 0;
    const enum ptxc_fix_use most = ptxc_rules[finding->rule].fix;
    if (copies)
        diagnostic->fix_use = finding->offer && most == PTXC_FIX_APPLIED ? PTXC_FIX_SHOWN : most;
}

/* What a message shows for a byte that cannot be printed as it is; NULL where it can. */
static const char *shown(const struct ptxc_report *report, char c) {
    if (report->view && c == PTXC_UNKNOWN_TEXT)
        return "...";
    if (report->view && c == PTXC_PLACEHOLDER)
        return report->view->placeholder;
    if (c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f')
        return " ";
    return (unsigned char)c < 0x20 || c == 0x7f ? "?" : NULL;
}

/* The message as a person may read it: placeholders as in the host file, dots for unknown text, and no control
 * characters, which a terminal would obey. */
static const char *readable(struct ptxc_report *report, const char *message) {
    size_t room = 1, count = 0;
    bool plain = true;
    for (const char *c = message; *c; c++) {
        const char *other = shown(report, *c);
        room += other ? strlen(other) : 1;
        plain &= !other;
    }
    char *copy = plain ? NULL : ptxc_arena_alloc(&report->words, room);
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

/* Whether the caller gave the severity of the rule. */
static bool is_overridden(const struct ptxc_report *report, enum ptxc_rule_id rule) {
    return report->overridden && report->overridden[rule];
}

/* The severity of a finding: that of its rule, or less where the finding is mild or not certain and the caller said
 * nothing. */
static enum ptxc_severity severity_of(const struct ptxc_report *report, const struct ptxc_finding *finding) {
    static const enum ptxc_severity highest[] = {
        [PTXC_CERTAIN] = PTXC_SEVERITY_ERROR,
        [PTXC_LIKELY] = PTXC_SEVERITY_WARNING,
        [PTXC_POSSIBLE] = PTXC_SEVERITY_NOTE,
    };
    const enum ptxc_severity severity = (enum ptxc_severity)report->severities[finding->rule];
    const enum ptxc_severity bound = finding->mild ? PTXC_SEVERITY_NOTE : highest[finding->level];
    return is_overridden(report, finding->rule) || severity < bound ? severity : bound;
}

/* Whether the finding is as sure as was asked for; a severity that the caller gave its rule asks for all. */
static bool is_sure_enough(const struct ptxc_report *report, const struct ptxc_finding *finding) {
    return finding->level <= report->level || is_overridden(report, finding->rule);
}

enum ptxc_severity ptxc_report_severity(const struct ptxc_report *report, const struct ptxc_finding *finding) {
    const bool kept = ptxc_report_wants(report, finding->rule) && is_sure_enough(report, finding);
    return kept ? severity_of(report, finding) : PTXC_SEVERITY_OFF;
}

void ptxc_report_add(struct ptxc_report *report, const struct ptxc_finding *finding) {
    if (ptxc_report_severity(report, finding) == PTXC_SEVERITY_OFF || is_known(report, finding))
        return;
    void *grown = ptxc_arena_grow(&report->words, report->diagnostics, &report->capacity, report->count + 1,
                                  sizeof(struct ptxc_diagnostic));
    if (!grown)
        return;
    report->diagnostics = grown;
    report->unknown_instructions += finding->rule == PTXC_RULE_UNKNOWN_INSTRUCTION;
    const struct ptxc_rule_row *row = &ptxc_rules[finding->rule];
    struct ptxc_diagnostic *diagnostic = &report->diagnostics[report->count++];
    *diagnostic = (struct ptxc_diagnostic){
        .rule = row->id,
        .rule_class = row->rule_class,
        .severity = severity_of(report, finding),
        .section = row->section[0] || !finding->opcode ? row->section : ptxc_opcodes[finding->opcode].section,
        .message = readable(report, finding->message),
        .span = locate_any(report, finding, finding->span),
        .cause = locate_any(report, finding, finding->cause),
        .level = finding->level,
    };
    copy_notes(report, finding, diagnostic);
    if (finding->fix_count > 0)
        copy_fixes(report, finding, diagnostic);
    if (report->notes_places && report->seen.used < MOST_PLACES)
        ptxc_counts_add(&report->seen, &report->lasting,
                        ptxc_counts_place(report->seed, diagnostic->rule, diagnostic->span), 1);
}

void ptxc_report_raise(struct ptxc_report *report, enum ptxc_rule_id rule, struct ptxc_span span, const char *message) {
    struct ptxc_finding finding = {.rule = rule, .span = span, .message = message};
    ptxc_report_add(report, &finding);
}

void ptxc_report_unmeasured(struct ptxc_report *report, uint32_t ptx, struct ptxc_span version, enum ptxc_target target,
                            struct ptxc_span place) {
    if (!ptxc_version_measured(ptx))
        ptxc_report_raise(report, PTXC_RULE_NEWER_VERSION, version,
                          ptxc_arena_format(&report->words,
                                            "PTX %u.%u is unmeasured: what is said of it is taken from older versions",
                                            (unsigned)ptx / 100, (unsigned)ptx % 100));
    for (ptxc_wide left = report->portable | PTXC_WIDE_BIT(target); left; left &= left - 1) {
        const enum ptxc_target each = (enum ptxc_target)ptxc_lowest_wide(left);
        if (!ptxc_target_measured(each))
            ptxc_report_raise(report, PTXC_RULE_NEWER_VERSION, place,
                              ptxc_arena_format(&report->words,
                                                "%s is unmeasured: what is said of it is taken from older targets",
                                                ptxc_targets[each].name));
    }
}

static bool wants(const void *taker, enum ptxc_rule_id rule) {
    return ptxc_report_wants(taker, rule);
}

static void take(void *taker, const struct ptxc_finding *finding) {
    ptxc_report_add(taker, finding);
}

struct ptxc_sink ptxc_report_sink(struct ptxc_report *report, const char *source) {
    return (struct ptxc_sink){.arena = &report->words, .source = source, .taker = report, .wants = wants, .take = take};
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

size_t ptxc_report_total(const struct ptxc_report *report, enum ptxc_severity severity) {
    return report && ptxc_severity_name(severity) ? report->totals[severity] : 0;
}

size_t ptxc_report_suppressed(const struct ptxc_report *report) {
    return report ? report->suppressed : 0;
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
    void *own = report->own;
    const size_t own_size = report->own_size;
    ptxc_arena_free(&report->words);
    ptxc_arena_free(&report->late.arena);
    ptxc_arena_free(&report->lasting);
    ptxc_arena_free(&arena);
    if (own)
        arena.allocator.resize(arena.allocator.user, own, own_size, 0);
}

/* The fixes that `ptxcheck check --fix` applies, and the comments that --add-allow writes: see fix.h. */
#include "cli/format/fix.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/output.h"
#include "cli/system/memory.h"
#include "ptxcheck/edit.h"
#include "ptxcheck/render.h"

enum { PASSES = 16 }; /* no known source needs more than four */

/* The lines that stay as they are, because a finding there is known; in source order. */
struct kept_lines {
    struct ptxc_span *items;
    size_t count;
};

/* Whether one of these spans, which are sorted, touches another span. */
static bool touches(const struct ptxc_span *spans, size_t count, struct ptxc_span other) {
    size_t low = 0, high = count; /* the first that does not end before the other */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (spans[middle].offset + spans[middle].length < other.offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && spans[low].offset <= other.offset + other.length;
}

/* Whether the edits of a finding leave these lines as they are. */
static bool spares(const struct kept_lines *lines, const struct ptxc_diagnostic *diagnostic) {
    for (size_t i = 0; i < diagnostic->fix_count; i++)
        if (touches(lines->items, lines->count, diagnostic->fixes[i].span))
            return false;
    return true;
}

/* Finds the lines of the findings that are known. */
static void find_kept(const struct fix_request *request, const struct source *source, const struct ptxc_report *report,
                      struct kept_lines *lines) {
    const size_t count = ptxc_report_count(report);
    struct ptxc_lines map;
    if (!request->know || count == 0)
        return;
    bool *known = memory_new(count, sizeof(*known));
    request->know(request->user, source, report, known);
    ptxc_lines_init(&map, source->text, source->length);
    lines->items = memory_new(count, sizeof(*lines->items));
    for (size_t i = 0; i < count; i++) {
        if (!known[i])
            continue;
        ptxc_lines_seek(&map, ptxc_report_get(report, i)->span.offset);
        if (lines->count == 0 || lines->items[lines->count - 1].offset != map.start)
            lines->items[lines->count++] = (struct ptxc_span){(uint32_t)map.start, (uint32_t)(map.end - map.start)};
    }
    free(known);
}

/* One pass over a source: what is wrong with it, and which findings are left as they are. */
struct pass {
    struct ptxc_report *report;
    struct kept_lines lines;
    bool *left; /* of each finding: its instruction would be refused with the fix, too */
};

/* Collects the fixes of a report, each finding's all or none: one that overlaps another waits for the next pass. Counts
 * the findings in *fixed. */
static enum ptxc_status collect(const struct pass *pass, struct ptxc_edits *edits, size_t *fixed) {
    *fixed = 0;
    for (size_t i = 0; i < ptxc_report_count(pass->report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(pass->report, i);
        const bool wanted = !pass->left[i] && output_is_fixable(diagnostic) && spares(&pass->lines, diagnostic);
        const enum ptxc_status status = wanted ? ptxc_edits_fix(edits, diagnostic) : PTXC_OVERLAP;
        if (status == PTXC_OUT_OF_MEMORY)
            return status;
        *fixed += status == PTXC_OK;
    }
    return PTXC_OK;
}

/* Whether the assembler refuses what the finding is about, and no fix mends it. */
static bool is_refused(const struct ptxc_diagnostic *diagnostic) {
    return diagnostic->rule_class <= PTXC_CLASS_LEGALITY && !output_is_fixable(diagnostic);
}

/* The bounds of the instruction around a place: a ';' on either side, or the beginning of a block. */
static struct ptxc_span instruction_around(const struct source *source, size_t place) {
    enum { LONGEST = 4096 }; /* bytes to either side */
    size_t begin = place, end = place;
    for (; begin > 0 && place - begin < LONGEST; begin--) {
        const char c = source->text[begin - 1], next = (char)(begin < source->length ? source->text[begin] : '\n');
        if (c == ';' || ((c == '{' || c == '}') && (next == '\n' || next == '\r')))
            break;
    }
    while (begin < place && (isspace((unsigned char)source->text[begin]) || source->text[begin] & 0x80))
        begin++; /* what is no text of PTX, a byte-order mark, is no part of it */
    while (end < source->length && end - place < LONGEST && source->text[end] != ';')
        end++;
    return (struct ptxc_span){(uint32_t)begin, (uint32_t)(end - begin)};
}

/* Finds the fixes whose instructions are refused all the same in the source that they made, of which `after` says what
 * is wrong, and marks them to be left. Returns how many there are. */
static size_t leave_refused(struct pass *pass, const struct ptxc_edits *edits, const struct source *source,
                            const struct ptxc_report *after) {
    size_t count = 0, found = 0, shift = 0, edit = 0; /* what stands after the edits so far is shifted; it may wrap */
    struct ptxc_span *refused = memory_new(ptxc_report_count(after), sizeof(*refused)); /* places alone, as spans */
    for (size_t i = 0; i < ptxc_report_count(after); i++)
        if (is_refused(ptxc_report_get(after, i)))
            refused[count++].offset = ptxc_report_get(after, i)->span.offset;
    for (size_t i = 0; i < ptxc_report_count(pass->report) && count > 0; i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(pass->report, i);
        if (pass->left[i] || !output_is_fixable(diagnostic) || diagnostic->fix_count == 0)
            continue;
        const uint32_t place = diagnostic->fixes[0].span.offset;
        while (edit < ptxc_edits_count(edits) && ptxc_edits_get(edits, edit)->span.offset < place) {
            const struct ptxc_fix *fix = ptxc_edits_get(edits, edit++);
            shift += strlen(fix->text) - fix->span.length;
        }
        pass->left[i] = touches(refused, count, instruction_around(source, place + shift));
        found += pass->left[i];
    }
    free(refused);
    return found;
}

/* Makes a source of the edits, whose text the caller frees, and checks it. */
static enum ptxc_status try_edits(const char *path, const struct ptxc_options *options, const struct ptxc_edits *edits,
                                  struct source *made, struct ptxc_report **report) {
    const size_t length = ptxc_edits_apply(edits, NULL, 0);
    char *text = memory_new(length + 1, 1);
    *made = (struct source){.text = text, .length = length};
    ptxc_edits_apply(edits, text, length + 1);
    return source_check(path, made, options, report);
}

/* Makes the edits of a pass, so few that no instruction is refused that they change. With PTXC_OK, *fixed says how many
 * findings they mend, and where that is not 0, *after what is wrong then. */
static enum ptxc_status make_edits(const struct fix_request *request, const struct ptxc_options *options,
                                   struct pass *pass, const struct source *source, struct ptxc_edits **edits,
                                   size_t *fixed, struct ptxc_report **after) {
    for (size_t refused = 1; refused > 0;) {
        struct source made = {0};
        *after = NULL;
        refused = 0;
        enum ptxc_status status = ptxc_edits_make(source->text, source->length, NULL, edits);
        if (status == PTXC_OK)
            status = collect(pass, *edits, fixed);
        if (status == PTXC_OK && *fixed > 0)
            status = try_edits(request->path, options, *edits, &made, after);
        if (status == PTXC_OK && *fixed > 0)
            refused = leave_refused(pass, *edits, &made, *after);
        free((char *)made.text);
        if (status == PTXC_OK && refused == 0)
            return status;
        ptxc_report_free(*after);
        ptxc_edits_free(*edits);
        *edits = NULL;
        *after = NULL;
        if (status != PTXC_OK)
            return status;
    }
    return PTXC_OK;
}

/* Makes the edits, and has the source be what they made. */
static void take_edits(struct fix_result *result, struct source *source, const struct ptxc_edits *edits) {
    changed_apply(&result->changed, edits);
    if (!result->before.text)
        result->before = *source;
    source->text = result->changed.text;
    source->length = result->changed.length;
}

/* Applies the fixes of the report; *fixed becomes how many findings they mend, and the report that of the new text. */
static enum ptxc_status apply(const struct fix_request *request, const struct ptxc_options *options,
                              struct fix_result *result, struct source *source, struct ptxc_report **report,
                              size_t *fixed) {
    struct pass pass = {.report = *report, .left = memory_new(ptxc_report_count(*report), sizeof(*pass.left))};
    struct ptxc_edits *edits = NULL;
    struct ptxc_report *after = NULL;
    *fixed = 0;
    find_kept(request, source, *report, &pass.lines);
    const enum ptxc_status status = make_edits(request, options, &pass, source, &edits, fixed, &after);
    free(pass.lines.items);
    free(pass.left);
    if (status == PTXC_OK && *fixed > 0)
        take_edits(result, source, edits);
    ptxc_edits_free(edits);
    ptxc_report_free(*report);
    *report = after;
    result->count += status == PTXC_OK ? *fixed : 0;
    return status;
}

enum ptxc_status source_check(const char *path, const struct source *source, const struct ptxc_options *options,
                              struct ptxc_report **report) {
    return path ? ptxc_check_host(path, source->text, source->length, options, report)
                : ptxc_check(source->text, source->length, options, report);
}

enum ptxc_status fix_source(const struct fix_request *request, struct fix_result *result, struct source *source) {
    struct ptxc_options all = *request->options;
    struct ptxc_report *report = NULL;
    size_t fixed = 1;
    all.limit = 0; /* a finding that is not printed is fixed, too */
    enum ptxc_status status = source_check(request->path, source, &all, &report);
    for (int pass = 0; pass < PASSES && fixed > 0 && status == PTXC_OK; pass++)
        status = apply(request, &all, result, source, &report, &fixed);
    ptxc_report_free(report);
    return status;
}

/* ---- comments that allow findings ---- */

enum { ABOVE = 12 /* lines above a finding at which a comment about it may stand */, TOGETHER = 16 /* rules in one */ };

/* Returns where the line of a place begins, after a byte-order mark. */
static size_t line_start(const struct source *source, size_t place) {
    while (place > 0 && source->text[place - 1] != '\n')
        place--;
    return place == 0 && source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0 ? 3 : place;
}

/* Findings that a comment is looked for. */
struct allowed_place {
    const char *rules;
    size_t offset; /* of one of them */
};

/* Whether one of the findings is in the report of a source in which that place is another. */
static bool has_finding(const struct ptxc_report *report, const struct allowed_place *place, size_t offset) {
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        if (ptxc_report_get(report, i)->span.offset == offset && strstr(place->rules, ptxc_report_get(report, i)->rule))
            return true;
    return false;
}

/* Whether the check allows the findings with a comment, and nothing else changes. */
static bool allows(const struct allow_request *request, const struct allowed_place *place,
                   const struct allow_comment *comment) {
    const struct source *source = request->source;
    const size_t length = strlen(comment->text), moved = comment->place <= place->offset ? length : 0;
    struct ptxc_report *report = NULL;
    struct ptxc_edits *edits = NULL;
    struct source made = {.text = NULL};
    bool allowed = ptxc_edits_make(source->text, source->length, NULL, &edits) == PTXC_OK &&
                   ptxc_edits_insert(edits, (uint32_t)comment->place, comment->text, length) == PTXC_OK &&
                   try_edits(request->path, request->options, edits, &made, &report) == PTXC_OK;
    allowed = allowed && ptxc_report_suppressed(report) > ptxc_report_suppressed(request->report) &&
              ptxc_report_count(report) < ptxc_report_count(request->report) &&
              ptxc_report_instructions(report) == ptxc_report_instructions(request->report) &&
              !has_finding(report, place, place->offset + moved);
    ptxc_report_free(report);
    ptxc_edits_free(edits);
    free(made.text);
    return allowed;
}

/* Whether the comment does what it should; if not, its text is freed. */
static bool is_good(const struct allow_request *request, const struct allowed_place *place,
                    struct allow_comment *comment) {
    if (request->trusted || allows(request, place, comment))
        return true;
    free(comment->text);
    comment->text = NULL;
    return false;
}

/* Returns a comment on a line of its own, as far in as the line below it. */
static char *comment_line(const struct allow_request *request, size_t place, const char *mark, const char *verb,
                          const char *rules) {
    const struct source *source = request->source;
    const char *line = source->text + place, *newline = memchr(source->text, '\n', source->length);
    const bool returns = newline && newline > source->text && newline[-1] == '\r';
    size_t blanks = 0;
    while (place + blanks < source->length && (line[blanks] == ' ' || line[blanks] == '\t'))
        blanks++;
    return memory_format("%.*s%s ptxcheck: %s(%s) %s%s\n", (int)blanks, line, mark, verb, rules, request->reason,
                         returns ? "\r" : "");
}

/* Looks for a line above which the comment can stand, from that of a byte on upwards: in another language it must not
 * break a literal or a macro, so each is tried. */
static bool find_above(const struct allow_request *request, const struct allowed_place *place, size_t from,
                       size_t tries, const char *verb, struct allow_comment *comment) {
    static const char *const marks[] = {"//", "#", ";"};
    const char *text = request->source->text;
    const size_t top = line_start(request->source, 0);
    for (size_t i = 0; i < tries; i++) {
        const size_t start = line_start(request->source, from);
        const bool joined = start > 1 && text[start - 2] == '\\'; /* the line before goes on here */
        for (size_t j = 0; j < sizeof(marks) / sizeof(*marks) && !joined; j++) {
            *comment = (struct allow_comment){start, comment_line(request, start, marks[j], verb, place->rules)};
            if (is_good(request, place, comment))
                return true;
        }
        if (start == top)
            return false;
        from = start - 1;
    }
    return false;
}

/* Tries a comment behind what stands in the line, before the '\\' that continues a macro. */
static bool find_beside(const struct allow_request *request, const struct allowed_place *place,
                        struct allow_comment *comment) {
    const struct source *source = request->source;
    const size_t start = line_start(source, place->offset);
    size_t end = place->offset;
    while (end < source->length && source->text[end] != '\n')
        end++;
    while (end > start && strchr(" \t\r\n\\", source->text[end - 1]))
        end--;
    *comment =
        (struct allow_comment){end, memory_format(" /* ptxcheck: allow(%s) %s */", place->rules, request->reason)};
    return is_good(request, place, comment);
}

bool allow_find(const struct allow_request *request, const char *rules, size_t offset, bool whole,
                struct allow_comment *comment) {
    const struct allowed_place place = {rules, offset};
    const struct source *source = request->source;
    const char *newline = memchr(source->text, '\n', source->length);
    const bool script = newline && memcmp(source->text, "#!", 2) == 0;
    if (whole)
        return find_above(request, &place, script ? (size_t)(newline - source->text) + 1 : 0, 1, "allow-file", comment);
    return find_above(request, &place, offset, ABOVE, "allow", comment) || find_beside(request, &place, comment);
}

/* Comments that are added for what a report has. */
struct allowing {
    const struct fix_request *request;
    struct allow_request allow;
    bool *left;    /* of each finding: there is to be no comment for it */
    size_t others; /* findings that are not left */
    bool *failed;  /* of each finding: with a comment that was not tried it is there all the same */
};

/* Marks the findings for which there is no comment to be: those that are known, and comments that allow nothing, which
 * are to be taken out. */
static void find_left(struct allowing *allowing) {
    const struct ptxc_report *report = allowing->allow.report;
    if (allowing->request->know)
        allowing->request->know(allowing->request->user, allowing->allow.source, report, allowing->left);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        allowing->left[i] |= strcmp(ptxc_report_get(report, i)->rule, "unused-allow") == 0;
        allowing->others += !allowing->left[i];
    }
}

/* Returns the rules of findings that begin in the line of finding `first`, and sets *after to the one that does not. */
static char *rules_of_line(const struct allowing *allowing, size_t first, size_t *after) {
    const struct ptxc_report *report = allowing->allow.report;
    const char *ids[TOGETHER], *text = allowing->allow.source->text;
    size_t count = 0, i = first, before = ptxc_report_get(report, first)->span.offset;
    char *rules = NULL;
    for (; i < ptxc_report_count(report) && count < TOGETHER; i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        const size_t offset = diagnostic->span.offset;
        size_t known = 0;
        if (offset < before || memchr(text + before, '\n', offset - before))
            break;
        before = offset;
        while (known < count && strcmp(ids[known], diagnostic->rule) != 0)
            known++;
        if (allowing->left[i] || known < count)
            continue;
        char *more = memory_format("%s%s%s", rules ? rules : "", rules ? ", " : "", diagnostic->rule);
        ids[count++] = diagnostic->rule;
        free(rules);
        rules = more;
    }
    *after = i;
    return rules;
}

/* Adds comments for the findings as far as a place for them is found. */
static void add_comments(struct allowing *allowing, struct ptxc_edits *edits) {
    struct allow_request *allow = &allowing->allow;
    for (size_t i = 0; i < ptxc_report_count(allow->report);) {
        const size_t first = i, place = ptxc_report_get(allow->report, i)->span.offset;
        struct allow_comment comment;
        char *rules = rules_of_line(allowing, first, &i);
        allow->trusted = true;
        for (size_t j = first; j < i; j++)
            allow->trusted &= !allowing->failed[j];
        if (rules &&
            (allow_find(allow, rules, place, false, &comment) || allow_find(allow, rules, place, true, &comment))) {
            ptxc_edits_insert(edits, (uint32_t)comment.place, comment.text, strlen(comment.text));
            free(comment.text);
        }
        free(rules);
    }
}

/* Marks the findings that are there all the same in a text with the comments, of which `after` is the report; all where
 * comments have done something else. */
static void find_failed(struct allowing *allowing, const struct ptxc_edits *edits, const struct ptxc_report *after) {
    const struct ptxc_report *report = allowing->allow.report;
    const bool same = ptxc_report_instructions(after) == ptxc_report_instructions(report);
    size_t edit = 0, moved = 0, failed = 0;
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        const struct allowed_place place = {diagnostic->rule, diagnostic->span.offset};
        for (; edit < ptxc_edits_count(edits) && ptxc_edits_get(edits, edit)->span.offset <= place.offset; edit++)
            moved += strlen(ptxc_edits_get(edits, edit)->text);
        allowing->failed[i] = !allowing->left[i] && has_finding(after, &place, place.offset + moved);
        failed += allowing->failed[i];
    }
    for (size_t i = 0; i < ptxc_report_count(report) && (failed == 0 || !same); i++)
        allowing->failed[i] = true;
}

/* Adds the comments without a try, which is done where they do just what they should. If not, those that failed are
 * tried one by one. */
static enum ptxc_status allow_report(struct allowing *allowing, struct fix_result *result, struct source *source) {
    const size_t before = ptxc_report_count(allowing->allow.report);
    enum ptxc_status status = PTXC_OK;
    bool done = allowing->others == 0;
    for (int pass = 0; pass < 2 && status == PTXC_OK && !done; pass++) {
        struct ptxc_report *after = NULL;
        struct ptxc_edits *edits = NULL;
        struct source made = {.text = NULL};
        status = ptxc_edits_make(source->text, source->length, NULL, &edits);
        if (status == PTXC_OK) {
            add_comments(allowing, edits);
            status = try_edits(allowing->request->path, allowing->allow.options, edits, &made, &after);
        }
        const size_t wanted = before - allowing->others, left = ptxc_report_count(after);
        done = left == wanted && ptxc_report_instructions(after) == ptxc_report_instructions(allowing->allow.report);
        if (status == PTXC_OK && (done || (pass == 1 && left < before))) {
            result->added += ptxc_edits_count(edits);
            take_edits(result, source, edits);
        } else if (status == PTXC_OK) {
            find_failed(allowing, edits, after);
        }
        free(made.text);
        ptxc_edits_free(edits);
        ptxc_report_free(after);
    }
    return status;
}

enum ptxc_status allow_source(const struct fix_request *request, const char *reason, struct fix_result *result,
                              struct source *source) {
    struct ptxc_options all = *request->options;
    struct ptxc_report *report = NULL;
    all.limit = 0;
    enum ptxc_status status = source_check(request->path, source, &all, &report);
    const size_t count = ptxc_report_count(report);
    struct allowing allowing = {.request = request,
                                .allow = {request->path, source, &all, report, reason, true},
                                .left = memory_new(count, sizeof(bool)),
                                .failed = memory_new(count, sizeof(bool))};
    find_left(&allowing);
    if (status == PTXC_OK)
        status = allow_report(&allowing, result, source);
    free(allowing.left);
    free(allowing.failed);
    ptxc_report_free(report);
    return status;
}

void fix_result_free(struct fix_result *result, struct source *source) {
    if (!result->before.text)
        return;
    source_free(&result->before);
    changed_free(&result->changed);
    source->text = NULL; /* it was that of the edits */
}

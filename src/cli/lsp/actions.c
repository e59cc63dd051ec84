/* What the client offers to do about a finding: to fix it, to allow it where it stands or in the whole file; and to
 * apply all fixes that are certain.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/format/output.h"
#include "cli/lsp/lsp.h"
#include "cli/options/profile.h"
#include "ptxcheck/edit.h"

enum {
    TITLE = 60,      /* bytes of a text in a title */
    ABOVE = 12,      /* lines above a finding at which a comment about it may stand */
    MOST_ALLOWED = 8 /* findings of a range for which comments are looked for */
};

static const char quick[] = "quickfix", all[] = "source.fixAll";

/* The call, and what it is about. */
struct offer {
    struct lsp_server *server;
    struct lsp_document *document;
    const struct ptxc_report *report;
    json_t *actions;
};

/* Whether the client wants actions of this kind: it names none, this one, or one that this is part of. */
static bool is_wanted(const json_t *context, const char *kind) {
    const json_t *only = json_object_get(context, "only");
    for (size_t i = 0; i < json_array_size(only); i++) {
        const char *name = json_string_value(json_array_get(only, i));
        const size_t length = name ? strlen(name) : 0;
        if (name && strncmp(kind, name, length) == 0 && (kind[length] == '.' || kind[length] == 0))
            return true;
    }
    return json_array_size(only) == 0;
}

/* Adds an action that mends or allows a finding; the edits become its own. */
static void push_action(const struct offer *offer, const struct ptxc_diagnostic *diagnostic, const char *title,
                        bool preferred, json_t *edits) {
    json_t *action = json_sure(json_pack("{s:o, s:s, s:[o], s:o}", "title", json_from_text(title), "kind", quick,
                                         "diagnostics", lsp_diagnostic(offer->server, offer->document, diagnostic),
                                         "edit", lsp_workspace_edit(offer->server, offer->document, edits)));
    if (preferred)
        json_put(action, "isPreferred", json_true());
    json_push(offer->actions, action);
}

/* ---- fixes ---- */

/* Returns what a fix does, in words, to be freed. */
static char *title_of(const struct lsp_document *document, const struct ptxc_diagnostic *diagnostic) {
    const struct ptxc_fix *fix = &diagnostic->fixes[0];
    const char *old = document->text.bytes + fix->span.offset;
    const int before = (int)fix->span.length, after = (int)strcspn(fix->text, "\n");
    if (diagnostic->fix_count > 1 || before > TITLE || after > TITLE || memchr(old, '\n', fix->span.length))
        return memory_format("Fix %s: %s", diagnostic->rule, diagnostic->message);
    if (after == 0)
        return memory_format("Remove '%.*s'", before, old);
    return before == 0 ? memory_format("Insert '%.*s'", after, fix->text)
                       : memory_format("Replace '%.*s' with '%.*s'", before, old, after, fix->text);
}

static void push_fix(const struct offer *offer, const struct ptxc_diagnostic *diagnostic) {
    json_t *edits = json_sure(json_array());
    for (size_t i = 0; i < diagnostic->fix_count; i++)
        json_push(edits, lsp_text_edit(offer->server, offer->document, lsp_span_range(diagnostic->fixes[i].span),
                                       diagnostic->fixes[i].text));
    char *title = title_of(offer->document, diagnostic);
    push_action(offer, diagnostic, title, output_is_fixable(diagnostic), edits);
    free(title);
}

/* Adds the action that applies all fixes that are certain, those of them that go together. */
static void push_all_fixes(const struct offer *offer) {
    const struct lsp_range whole = {0, offer->document->text.length};
    struct ptxc_edits *edits = lsp_edits_new(offer->document);
    for (size_t i = 0; i < ptxc_report_count(offer->report); i++)
        if (output_is_fixable(ptxc_report_get(offer->report, i)))
            ptxc_edits_fix(edits, ptxc_report_get(offer->report, i));
    json_t *list = lsp_text_edits(offer->server, offer->document, edits, whole);
    ptxc_edits_free(edits);
    if (json_array_size(list) == 0) {
        json_decref(list);
        return;
    }
    json_push(offer->actions,
              json_sure(json_pack("{s:s, s:s, s:o}", "title", "Apply all fixes of ptxcheck that are certain", "kind",
                                  all, "edit", lsp_workspace_edit(offer->server, offer->document, list))));
}

/* ---- comments that allow a finding ---- */

/* Whether a line of its own with this comment makes the check allow something more, and changes nothing else. */
static bool allows(const struct offer *offer, const char *host, size_t place, const char *comment) {
    struct ptxc_options options = offer->document->profile->options;
    struct ptxc_report *report = NULL;
    struct ptxc_edits *edits = lsp_edits_new(offer->document);
    size_t length;
    ptxc_edits_insert(edits, (uint32_t)place, comment, strlen(comment));
    char *tried = lsp_edits_apply(edits, &length);
    options.flags = PTXC_CHECK_UNCOUNTED | PTXC_CHECK_ALLOW | profile_flags(offer->document->profile);
    const bool checked = ptxc_check_host(host, tried, length, &options, &report) == PTXC_OK;
    const bool allowed = checked && ptxc_report_suppressed(report) > ptxc_report_suppressed(offer->report) &&
                         ptxc_report_count(report) < ptxc_report_count(offer->report) &&
                         ptxc_report_instructions(report) == ptxc_report_instructions(offer->report);
    ptxc_report_free(report);
    ptxc_edits_free(edits);
    free(tried);
    return allowed;
}

/* Returns a comment on a line of its own, as far in as the line below it, to be freed. */
static char *comment_line(const struct lsp_text *text, size_t place, const char *mark, const char *verb,
                          const char *rule) {
    const size_t blanks = strspn(text->bytes + place, " \t");
    const bool returns = text->line_count > 1 && text->lines[1] > 1 && text->bytes[text->lines[1] - 2] == '\r';
    return memory_format("%.*s%s ptxcheck: %s(%s)%s\n", (int)blanks, text->bytes + place, mark, verb, rule,
                         returns ? "\r" : "");
}

/* Adds an action that inserts a comment. */
static void push_comment(const struct offer *offer, const struct ptxc_diagnostic *diagnostic, size_t place,
                         const char *comment, const char *where) {
    char *title = memory_format("Allow %s %s", diagnostic->rule, where);
    json_t *edit = lsp_text_edit(offer->server, offer->document, (struct lsp_range){place, place}, comment);
    push_action(offer, diagnostic, title, false, json_sure(json_pack("[o]", edit)));
    free(title);
}

/* Adds an action with this comment, if it does what it should; whether it does. Nothing stands around a comment in PTX
 * that it could break. */
static bool push_if_allows(const struct offer *offer, const struct ptxc_diagnostic *diagnostic, const char *host,
                           size_t place, char *comment, const char *where) {
    const bool good = !host || allows(offer, host, place, comment);
    if (good)
        push_comment(offer, diagnostic, place, comment, where);
    free(comment);
    return good;
}

/* Looks for a line above which a comment allows a finding, from `line` on upwards: in another language it must not
 * break a literal or a macro, so each is tried. */
static bool push_above(const struct offer *offer, const struct ptxc_diagnostic *diagnostic, const char *host,
                       size_t line, size_t tries, const char *verb, const char *where) {
    static const char *const marks[] = {"//", "#", ";"};
    const struct lsp_text *text = &offer->document->text;
    for (size_t i = 0; i < tries && i <= line; i++) {
        const size_t place = text->lines[line - i];
        const bool joined = place > 1 && text->bytes[place - 2] == '\\'; /* the line before goes on here */
        for (size_t j = 0; j < sizeof(marks) / sizeof(*marks) && !joined; j++)
            if (push_if_allows(offer, diagnostic, host, place,
                               comment_line(text, place, marks[j], verb, diagnostic->rule), where))
                return true;
    }
    return false;
}

/* Tries a comment behind what stands in a line, before the '\\' that continues a macro. */
static void push_beside(const struct offer *offer, const struct ptxc_diagnostic *diagnostic, const char *host,
                        size_t line) {
    const struct lsp_text *text = &offer->document->text;
    size_t place = line + 1 < text->line_count ? text->lines[line + 1] : text->length;
    while (place > text->lines[line] && strchr(" \t\r\n\\", text->bytes[place - 1]))
        place--;
    push_if_allows(offer, diagnostic, host, place, memory_format(" /* ptxcheck: allow(%s) */", diagnostic->rule),
                   "here");
}

/* Adds the comments that allow a finding. */
static void push_allow(const struct offer *offer, const struct ptxc_diagnostic *diagnostic) {
    const struct lsp_text *text = &offer->document->text;
    const bool script = text->length > 1 && memcmp(text->bytes, "#!", 2) == 0 && text->line_count > 1;
    const char *host;
    if (!lsp_document_language(offer->document, &host))
        return;
    const size_t line = lsp_text_line(text, diagnostic->span.offset);
    if (!push_above(offer, diagnostic, host, line, ABOVE, "allow", "here"))
        push_beside(offer, diagnostic, host, line);
    push_above(offer, diagnostic, host, script ? 1 : 0, 1, "allow-file", "in this file");
}

json_t *lsp_code_action(struct lsp_server *server, struct lsp_call *call) {
    const json_t *context = json_object_get(call->params, "context");
    struct lsp_range range;
    struct lsp_document *document = lsp_document_in(server, call, &range);
    if (!document)
        return NULL;
    const struct offer offer = {server, document, lsp_document_report(server, document, true), json_sure(json_array())};
    size_t count = 0;
    for (size_t i = 0; is_wanted(context, quick) && i < ptxc_report_count(offer.report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(offer.report, i);
        if (diagnostic->span.offset > range.end || diagnostic->span.offset + diagnostic->span.length < range.begin)
            continue;
        if (diagnostic->fix_count > 0)
            push_fix(&offer, diagnostic);
        if (count++ < MOST_ALLOWED)
            push_allow(&offer, diagnostic);
    }
    if (is_wanted(context, all) && offer.report)
        push_all_fixes(&offer);
    return offer.actions;
}

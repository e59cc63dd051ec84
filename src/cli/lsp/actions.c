/* What the client offers to do about a finding: to fix it, to allow it where it stands or in the whole file, to explain
 * it; to apply all fixes that are certain; and to show the pipeline of a kernel.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/origins.h"
#include "cli/format/error.h"
#include "cli/format/fix.h"
#include "cli/format/json.h"
#include "cli/format/output.h"
#include "cli/lsp/lsp.h"
#include "cli/options/profile.h"
#include "cli/system/path.h"
#include "cli/system/process.h"
#include "ptxcheck/edit.h"

enum {
    TITLE = 60,      /* bytes of a text in a title */
    MOST_ALLOWED = 8 /* findings of a range for which comments are looked for */
};

static const char quick[] = "quickfix", all[] = "source.fixAll", drawn[] = "source.pipeline";
static const char explain_command[] = "ptxcheck.explain", pipeline_command[] = "ptxcheck.pipeline";

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

/* Whether the client looks at what there is, and nobody has asked. */
static bool is_automatic(const json_t *context) {
    enum { AUTOMATIC = 2 };
    return json_integer_value(json_object_get(context, "triggerKind")) == AUTOMATIC;
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

/* Returns the edits that apply the fixes of the report, those of them that go together. */
static json_t *fix_once(const struct offer *offer) {
    const struct lsp_range whole = {0, offer->document->text.length};
    struct ptxc_edits *edits = lsp_edits_new(offer->document);
    for (size_t i = 0; i < ptxc_report_count(offer->report); i++)
        if (output_is_fixable(ptxc_report_get(offer->report, i)))
            ptxc_edits_fix(edits, ptxc_report_get(offer->report, i));
    json_t *list = lsp_text_edits(offer->server, offer->document, edits, whole);
    ptxc_edits_free(edits);
    return list;
}

/* Returns the edits that apply all fixes, and those of what is wrong then, as `check --fix` does. */
static json_t *fix_wholly(const struct offer *offer, const char *host) {
    const struct lsp_document *document = offer->document;
    struct ptxc_options options = lsp_document_options(offer->server, offer->document, true);
    const struct ptxc_sources sources = {origins_find, document->origins};
    const struct fix_request request = {.path = host, .options = &options};
    struct fix_result result = {.count = 0};
    struct source source = {
        .name = document->uri, .text = lsp_text_copy(&document->text), .length = document->text.length};
    json_t *list = json_sure(json_array());
    options.sources = host ? NULL : &sources;
    fix_source(&request, &result, &source);
    for (size_t i = 0; i < result.changed.count; i++) {
        const struct edit *edit = &result.changed.edits[i];
        char *text = memory_text(result.changed.text + edit->after.offset, edit->after.length); /* a fix has no NUL */
        json_push(list, lsp_text_edit(
                            offer->server, document,
                            (struct lsp_range){edit->before.offset, edit->before.offset + edit->before.length}, text));
        free(text);
    }
    fix_result_free(&result, &source);
    free(source.text);
    return list;
}

/* Adds the action that applies all fixes that are certain. What is wrong after them is looked for where they are asked
 * for, and not each time that a client looks at what there is. */
static void push_all_fixes(const struct offer *offer, bool wholly) {
    const char *host;
    bool fixable = false;
    for (size_t i = 0; i < ptxc_report_count(offer->report); i++)
        fixable |= output_is_fixable(ptxc_report_get(offer->report, i));
    if (!fixable || !lsp_document_language(offer->document, &host))
        return;
    json_t *list = wholly ? fix_wholly(offer, host) : fix_once(offer);
    if (json_array_size(list) == 0) {
        json_decref(list);
        return;
    }
    json_push(offer->actions,
              json_sure(json_pack("{s:s, s:s, s:o}", "title", "Apply all fixes of ptxcheck that are certain", "kind",
                                  all, "edit", lsp_workspace_edit(offer->server, offer->document, list))));
}

/* ---- comments that allow a finding ---- */

/* What stands in a comment where its author says why. */
static const char reason[] = "the reason";

/* Adds an action that inserts a comment, if there is a place for one. */
static void push_comment(const struct offer *offer, const struct ptxc_diagnostic *diagnostic, const char *host,
                         bool whole) {
    const struct ptxc_options options = lsp_document_options(offer->server, offer->document, true);
    const struct source source = {.text = offer->document->text.bytes, .length = offer->document->text.length};
    const struct allow_request request = {host, &source, &options, offer->report, reason, !host};
    struct allow_comment comment;
    if (!allow_find(&request, diagnostic->rule, diagnostic->span.offset, whole, &comment))
        return;
    const char *before = strstr(comment.text, reason); /* what stands there can be typed over, if the client can that */
    char *title = memory_format("Allow %s %s", diagnostic->rule, whole ? "in this file" : "here");
    json_t *edit =
        lsp_text_edit(offer->server, offer->document, (struct lsp_range){comment.place, comment.place}, comment.text);
    if (lsp_client_can(offer->server, "workspace.workspaceEdit.snippetEditSupport") &&
        lsp_client_can(offer->server, "workspace.workspaceEdit.documentChanges")) {
        json_t *snippet = json_sure(
            json_sprintf("%.*s${1:%s}%s", (int)(before - comment.text), comment.text, reason, before + strlen(reason)));
        json_object_del(edit, "newText");
        json_put(edit, "snippet", json_sure(json_pack("{s:s, s:o}", "kind", "snippet", "value", snippet)));
    }
    push_action(offer, diagnostic, title, false, json_sure(json_pack("[o]", edit)));
    free(comment.text);
    free(title);
}

/* Adds the comments that allow a finding. */
static void push_allow(const struct offer *offer, const struct ptxc_diagnostic *diagnostic) {
    const char *host;
    if (!lsp_document_language(offer->document, &host))
        return;
    push_comment(offer, diagnostic, host, false);
    push_comment(offer, diagnostic, host, true);
}

/* ---- commands ---- */

/* Adds an action that has a command done with these arguments, which become its own. */
static void push_command(const struct offer *offer, const struct ptxc_diagnostic *diagnostic, char *title,
                         const char *kind, const char *command, json_t *arguments) {
    json_t *action = json_sure(json_pack("{s:s, s:s, s:{s:s, s:s, s:o}}", "title", title, "kind", kind, "command",
                                         "title", title, "command", command, "arguments", arguments));
    if (diagnostic)
        json_put(action, "diagnostics",
                 json_sure(json_pack("[o]", lsp_diagnostic(offer->server, offer->document, diagnostic))));
    json_push(offer->actions, action);
    free(title);
}

static void push_explain(const struct offer *offer, const struct ptxc_diagnostic *diagnostic) {
    push_command(offer, diagnostic, memory_format("Explain %s", diagnostic->rule), quick, explain_command,
                 json_sure(json_pack("[s]", diagnostic->rule)));
}

/* Adds the action that shows the pipeline of the kernel around a place. */
static void push_pipeline(const struct offer *offer, size_t place) {
    const struct ptxc_declaration *kernel = lsp_document_kernel(offer->document, place);
    if (!kernel)
        return;
    char *name = lsp_declaration_name(offer->document, kernel);
    push_command(offer, NULL, memory_format("Show the pipeline of %s", name), drawn, pipeline_command,
                 json_sure(json_pack("[s, o]", offer->document->uri, json_from_text(name))));
    free(name);
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
        if (count++ < MOST_ALLOWED) {
            push_allow(&offer, diagnostic);
            push_explain(&offer, diagnostic);
        }
    }
    if (is_wanted(context, all) && offer.report)
        push_all_fixes(&offer, json_array_size(json_object_get(context, "only")) > 0 || !is_automatic(context));
    if (is_wanted(context, drawn))
        push_pipeline(&offer, range.begin);
    return offer.actions;
}

/* Writes a file that is to be shown, and returns its path, to be freed; NULL after lsp_refuse. */
static char *write_shown(struct lsp_server *server, struct lsp_call *call, const char *name, const char *bytes,
                         size_t length) {
    const char *folder = lsp_scratch(server);
    char *path = folder ? path_join(folder, name) : NULL;
    FILE *file = path ? fopen(path, "wb") : NULL;
    const bool written = file && fwrite(bytes, 1, length, file) == length;
    if (file && fclose(file) == 0 && written)
        return path;
    free(path);
    lsp_refuse(call, LSP_REQUEST_FAILED, "no file can be made to be shown");
    return NULL;
}

/* Explains a rule: returns what it is, in Markdown, and shows it. */
static json_t *explain(struct lsp_server *server, struct lsp_call *call, const char *id) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    struct memory_stream text;
    if (!id || !ptxc_rule_from_id(id, &rule))
        return lsp_refuse(call, LSP_INVALID_PARAMS, "%s takes the id of a rule", explain_command);
    memory_open(&text);
    lsp_print_rule(text.stream, &rule);
    fprintf(text.stream, "\nWrong:\n\n```\n%s\n```\n\nRight:\n\n```\n%s\n```\n", rule.wrong, rule.right);
    memory_close(&text);
    json_t *result = json_from_text(text.bytes);
    if (lsp_client_can(server, "window.showDocument.support")) {
        char *name = memory_format("%s.md", rule.id), *path = write_shown(server, call, name, text.bytes, text.length);
        if (path)
            lsp_show_file(server, path, false);
        free(name);
        free(path);
    } else {
        lsp_inform(server, text.bytes);
    }
    free(text.bytes);
    return result;
}

/* What draws a pipeline: this program, in the directory of the files. */
struct pipeline_drawing {
    const char *folder;
    char **arguments;
};

/* Runs it, in a process of its own. Standard output is that of the server, and stays clean. */
static int draw(void *user) {
    const struct pipeline_drawing *drawing = user;
    if (chdir(drawing->folder) != 0 || !freopen("/dev/null", "r", stdin) || !freopen("/dev/null", "w", stdout))
        return EXIT_ERROR;
    return process_become(drawing->arguments);
}

/* Draws the pipeline of a kernel in a file of the text, and returns the exit status. Target, version and assumptions
 * are those of the document. */
static int draw_pipeline(struct lsp_server *server, const struct lsp_document *document, const char *text_name,
                         const char *page, const char *kernel) {
    const struct ptxc_options *options = &document->profile->options;
    char **arguments = memory_new(options->assumption_count + 9, sizeof(*arguments));
    size_t count = 0;
    arguments[count++] = memory_format("%s", server->program);
    arguments[count++] = memory_format("pipeline");
    arguments[count++] = memory_format("--html=%s", page);
    arguments[count++] = memory_format("--kernel=%s", kernel);
    if (options->target)
        arguments[count++] = memory_format("--target=%s", options->target);
    if (options->ptx > 0)
        arguments[count++] = memory_format("--ptx=%u.%u", options->ptx / 100, options->ptx % 100);
    for (size_t i = 0; i < options->assumption_count; i++)
        arguments[count++] = memory_format("--assume=%s=%llu", options->assumptions[i].name,
                                           (unsigned long long)options->assumptions[i].value);
    arguments[count++] = memory_format("--");
    arguments[count++] = memory_format("%s", text_name);
    struct pipeline_drawing drawing = {lsp_scratch(server), arguments};
    const int status = process_run(draw, &drawing);
    while (count > 0)
        free(arguments[--count]);
    free(arguments);
    return status;
}

/* Shows the pipeline of a kernel of a document; returns the URI of the page. */
static json_t *show_pipeline(struct lsp_server *server, struct lsp_call *call, const char *uri, const char *kernel) {
    struct lsp_document *document = uri ? lsp_document_find(server, uri) : NULL;
    const char *host;
    if (!document || !kernel || document->stale || !lsp_document_language(document, &host) || host ||
        !lsp_document_profile(server, document))
        return lsp_refuse(call, LSP_INVALID_PARAMS,
                          "%s takes the URI of a text of PTX that is open, and a kernel of it", pipeline_command);
    if (!server->program)
        return lsp_refuse(call, LSP_REQUEST_FAILED, "nothing draws pipelines here");
    const char *base = document->path ? path_base(document->path) : "text.ptx";
    char *page = memory_format("pipeline-%zu.html", ++server->shown),
         *text = write_shown(server, call, base, document->text.bytes, document->text.length);
    char *path = text ? path_join(lsp_scratch(server), page) : NULL;
    json_t *result = NULL;
    if (text) {
        draw_pipeline(server, document, base, page, kernel);
        if (path_is_file(path)) {
            lsp_show_file(server, path, true);
            result = lsp_path_uri(path);
        } else {
            lsp_refuse(call, LSP_REQUEST_FAILED, "%s has no pipeline; the log of the server says why", kernel);
        }
    }
    free(page);
    free(text);
    free(path);
    return result;
}

json_t *lsp_execute_command(struct lsp_server *server, struct lsp_call *call) {
    const char *name = json_string_value(json_object_get(call->params, "command"));
    const json_t *arguments = json_object_get(call->params, "arguments");
    const char *first = json_string_value(json_array_get(arguments, 0)),
               *second = json_string_value(json_array_get(arguments, 1));
    if (name && strcmp(name, explain_command) == 0)
        return explain(server, call, first);
    if (name && strcmp(name, pipeline_command) == 0)
        return show_pipeline(server, call, first, second);
    return lsp_refuse(call, LSP_INVALID_PARAMS, "there is no such command");
}

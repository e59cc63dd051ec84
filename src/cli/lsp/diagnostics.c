/* What is found in the documents: the same as `ptxcheck check` finds in their texts.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/config/find.h"
#include "cli/files/language.h"
#include "cli/files/origins.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/format/output.h"
#include "cli/lsp/lsp.h"
#include "cli/system/source.h"
#include "ptxcheck/document.h"

enum {
    LONG = 10,        /* milliseconds of a look for hazards, before which nothing must be typed as long */
    MOST_PAUSE = 1000 /* but no longer than so many */
};

bool lsp_document_language(const struct lsp_document *document, const char **host) {
    const char *name = document->language ? document->language : document->path;
    return language_of(name, document->text.bytes, document->text.length, host);
}

const struct profile *lsp_document_profile(struct lsp_server *server, struct lsp_document *document) {
    if (document->profile)
        return document->profile;
    document->profile = finder_profile(server->finder, document->path ? document->path : "-");
    if (!document->profile && !server->warned)
        lsp_warn(server,
                 "the configuration of %s cannot be read, and its files are not checked; the log of the server says "
                 "what is wrong with it",
                 document->uri);
    server->warned |= !document->profile;
    return document->profile;
}

/* ---- checks ---- */

struct ptxc_options lsp_document_options(const struct lsp_server *server, const struct lsp_document *document,
                                         bool complete) {
    const uint32_t hazards = PTXC_CHECK_FLOW | PTXC_CHECK_LIKELY | PTXC_CHECK_PEDANTIC;
    struct ptxc_options options = document->profile->options;
    options.flags = PTXC_CHECK_UNCOUNTED | PTXC_CHECK_ALLOW | profile_flags(document->profile);
    if (!complete)
        options.flags &= ~hazards;
    options.seed = server->seed;
    return options;
}

/* Checks PTX again, as far as it has changed. */
static enum ptxc_status check_again(struct ptxc_document **checked, const struct lsp_text *text,
                                    const struct ptxc_options *options, struct ptxc_report **report) {
    const bool first = !*checked;
    enum ptxc_status status = PTXC_OK;
    if (first)
        status = ptxc_document_open(text->bytes, text->length, options, checked);
    if (status == PTXC_OK)
        status = ptxc_document_check(*checked, report);
    if (first) /* all functions were executed, which takes more memory than what is kept of them */
        memory_trim();
    return status;
}

/* Checks the text of a document. */
static enum ptxc_status check(const struct lsp_server *server, struct lsp_document *document, const char *host,
                              bool complete) {
    struct ptxc_options options = lsp_document_options(server, document, complete);
    const struct ptxc_sources sources = {origins_find, document->origins};
    const struct lsp_text *text = &document->text;
    if (host)
        return ptxc_check_host(host, text->bytes, text->length, &options, &document->report);
    options.sources = &sources;
    if (document->has_origins) /* comments in them have a say */
        return ptxc_check(text->bytes, text->length, &options, &document->report);
    return check_again(complete ? &document->hazards : &document->verdicts, text, &options, &document->report);
}

const struct ptxc_report *lsp_document_report(struct lsp_server *server, struct lsp_document *document, bool complete) {
    const struct source source = {.text = document->text.bytes, .length = document->text.length};
    const char *host;
    if (document->report && (document->complete || !complete))
        return document->report;
    ptxc_report_free(document->report);
    document->report = NULL;
    if (document->stale || source_validate(&source).text || !lsp_document_language(document, &host) ||
        !lsp_document_profile(server, document))
        return NULL;
    complete |= !document->profile->flow;
    const enum ptxc_status status = check(server, document, host, complete);
    if (status != PTXC_OK)
        lsp_warn(server, "%s: %s", document->uri, status_text(status));
    document->complete = complete;
    return document->report;
}

/* ---- findings as the protocol has them ---- */

/* Returns the severity of the protocol; with -Werror, a warning is an error. */
static int severity_of(const struct profile *profile, enum ptxc_severity severity) {
    static const int severities[] = {
        [PTXC_SEVERITY_OFF] = 4, [PTXC_SEVERITY_NOTE] = 3, [PTXC_SEVERITY_WARNING] = 2, [PTXC_SEVERITY_ERROR] = 1};
    const bool raised = profile->warnings_as_errors && severity == PTXC_SEVERITY_WARNING;
    return severities[raised ? PTXC_SEVERITY_ERROR : severity];
}

/* Returns the message, and below it the notes that `beside` does not show at their places. */
static json_t *message_of(const struct ptxc_diagnostic *diagnostic, bool beside) {
    char *text = memory_text(diagnostic->message, strlen(diagnostic->message));
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        const struct ptxc_note *note = &diagnostic->notes[i];
        if (beside && note->span.length > 0)
            continue;
        char *longer = memory_format("%s\n%s", text, note->text);
        free(text);
        text = longer;
    }
    json_t *message = json_from_text(text);
    free(text);
    return message;
}

/* Adds a place of the document, with what is said of it. */
static void push_related(json_t *related, const struct lsp_server *server, const struct lsp_document *document,
                         struct ptxc_span span, const char *text) {
    json_push(related, json_sure(json_pack("{s:{s:s, s:o}, s:o}", "location", "uri", document->uri, "range",
                                           lsp_range(&document->text, server->encoding, lsp_span_range(span)),
                                           "message", json_from_text(text))));
}

/* Whether the client takes a member of diagnostics, pushed or pulled. */
static bool client_takes(const struct lsp_server *server, const char *member) {
    const json_t *document = json_object_get(server->client, "textDocument");
    return json_is_true(json_object_get(json_object_get(document, "publishDiagnostics"), member)) ||
           json_is_object(json_object_get(json_object_get(document, "publishDiagnostics"), member)) ||
           json_is_true(json_object_get(json_object_get(document, "diagnostic"), member)) ||
           json_is_object(json_object_get(json_object_get(document, "diagnostic"), member));
}

/* Adds what the rule says of all its findings: its page, and whether what is found can be taken away. */
static void put_rule(json_t *object, const struct lsp_server *server, const char *id) {
    enum { UNNECESSARY = 1 };
    struct ptxc_rule rule = {.size = sizeof(rule)};
    char *page = client_takes(server, "codeDescriptionSupport") ? output_rule_page(id) : NULL;
    if (page)
        json_put(object, "codeDescription", json_sure(json_pack("{s:o}", "href", json_from_text(page))));
    free(page);
    if (ptxc_rule_from_id(id, &rule) && rule.unnecessary && client_takes(server, "tagSupport"))
        json_put(object, "tags", json_sure(json_pack("[i]", UNNECESSARY)));
}

json_t *lsp_diagnostic(struct lsp_server *server, const struct lsp_document *document,
                       const struct ptxc_diagnostic *diagnostic) {
    const bool beside = lsp_client_can(server, "textDocument.publishDiagnostics.relatedInformation") ||
                        lsp_client_can(server, "textDocument.diagnostic.relatedInformation");
    json_t *related = json_sure(json_array());
    if (beside && diagnostic->cause.length > 0)
        push_related(related, server, document, diagnostic->cause, "this is what the rule applies to");
    for (size_t i = 0; beside && i < diagnostic->note_count; i++)
        if (diagnostic->notes[i].span.length > 0)
            push_related(related, server, document, diagnostic->notes[i].span, diagnostic->notes[i].text);
    json_t *object =
        json_sure(json_pack("{s:o, s:i, s:s, s:s, s:o}", "range",
                            lsp_range(&document->text, server->encoding, lsp_span_range(diagnostic->span)), "severity",
                            severity_of(document->profile, diagnostic->severity), "code", diagnostic->rule, "source",
                            "ptxcheck", "message", message_of(diagnostic, beside)));
    put_rule(object, server, diagnostic->rule);
    if (json_array_size(related) > 0)
        json_put(object, "relatedInformation", related);
    else
        json_decref(related);
    return object;
}

json_t *lsp_document_items(struct lsp_server *server, struct lsp_document *document, bool complete) {
    const struct ptxc_report *report = lsp_document_report(server, document, complete);
    json_t *items = json_sure(json_array());
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        json_push(items, lsp_diagnostic(server, document, ptxc_report_get(report, i)));
    return items;
}

/* ---- pushed ---- */

/* Tells the client what is found in a document. */
static void publish(struct lsp_server *server, struct lsp_document *document, json_t *items) {
    json_t *params = json_sure(json_pack("{s:s}", "uri", document->uri));
    if (json_is_integer(document->version))
        json_put(params, "version", json_incref(document->version));
    json_decref(document->published);
    document->published = json_incref(items);
    json_put(params, "diagnostics", items);
    lsp_notify(server, "textDocument/publishDiagnostics", params);
}

void lsp_publish(struct lsp_server *server, struct lsp_document *document) {
    if (lsp_client_pulls(server))
        return;
    publish(server, document, lsp_document_items(server, document, false));
    document->pending = document->report && !document->complete;
}

void lsp_publish_nothing(struct lsp_server *server, struct lsp_document *document) {
    document->pending = false;
    if (json_array_size(document->published) > 0)
        publish(server, document, json_sure(json_array()));
}

/* Returns the milliseconds of a clock. */
static int64_t milliseconds_now(void) {
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 : 0;
}

/* Looks for hazards, and tells the client where that makes a difference. */
static void publish_all(struct lsp_server *server, struct lsp_document *document) {
    const int64_t begin = milliseconds_now();
    json_t *items = lsp_document_items(server, document, true);
    document->took = (int)(milliseconds_now() - begin);
    document->pending = false;
    if (json_equal(document->published, items))
        json_decref(items);
    else
        publish(server, document, items);
}

/* Returns the first document whose hazards are to be looked for; NULL where there is none. */
static struct lsp_document *pending_document(const struct lsp_server *server) {
    struct lsp_document *document = server->documents;
    while (document && !document->pending)
        document = document->next;
    return document;
}

int lsp_publish_delay(const struct lsp_server *server) {
    const struct lsp_document *document = pending_document(server);
    const int set = server->settings->delay;
    if (!document || document->took < LONG)
        return document ? set : 0;
    const int pause = document->took < MOST_PAUSE ? document->took : MOST_PAUSE;
    return pause > set ? pause : set;
}

bool lsp_publish_pending(struct lsp_server *server) {
    struct lsp_document *document = pending_document(server);
    if (document)
        publish_all(server, document);
    return document;
}

/* ---- pulled ---- */

json_t *lsp_document_pulled(struct lsp_server *server, struct lsp_document *document, const char *previous) {
    if (document->pending)
        publish_all(server, document);
    char *id = memory_format("%zu", document->generation);
    json_t *result;
    if (previous && strcmp(previous, id) == 0)
        result = json_sure(json_pack("{s:s, s:s}", "kind", "unchanged", "resultId", id));
    else
        result = json_sure(json_pack("{s:s, s:s, s:o}", "kind", "full", "resultId", id, "items",
                                     lsp_document_items(server, document, true)));
    free(id);
    return result;
}

json_t *lsp_pull(struct lsp_server *server, struct lsp_call *call) {
    const char *previous = json_string_value(json_object_get(call->params, "previousResultId"));
    struct lsp_document *document = lsp_document_named(server, call);
    return document ? lsp_document_pulled(server, document, previous) : NULL;
}

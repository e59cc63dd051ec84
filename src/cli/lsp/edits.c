/* Edits of documents as the protocol has them, and the formatting, which is that of `ptxcheck fmt`. */
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "ptxcheck/edit.h"

json_t *lsp_text_edit(const struct lsp_server *server, const struct lsp_document *document, struct lsp_range range,
                      const char *text) {
    return json_sure(json_pack("{s:o, s:o}", "range", lsp_range(&document->text, server->encoding, range), "newText",
                               json_from_text(text)));
}

json_t *lsp_workspace_edit(const struct lsp_server *server, const struct lsp_document *document, json_t *edits) {
    if (!lsp_client_can(server, "workspace.workspaceEdit.documentChanges"))
        return json_sure(json_pack("{s:{s:o}}", "changes", document->uri, edits));
    json_t *version = json_is_integer(document->version) ? json_incref(document->version) : json_null();
    return json_sure(json_pack("{s:[{s:{s:s, s:o}, s:o}]}", "documentChanges", "textDocument", "uri", document->uri,
                               "version", version, "edits", edits));
}

struct ptxc_edits *lsp_edits_new(const struct lsp_document *document) {
    struct ptxc_edits *edits = NULL;
    if (ptxc_edits_make(document->text.bytes, document->text.length, NULL, &edits) == PTXC_OUT_OF_MEMORY)
        memory_sure(NULL);
    return edits;
}

char *lsp_edits_apply(const struct ptxc_edits *edits, size_t *length) {
    *length = ptxc_edits_apply(edits, NULL, 0);
    char *text = memory_new(*length + 1, 1);
    ptxc_edits_apply(edits, text, *length + 1);
    return text;
}

json_t *lsp_text_edits(const struct lsp_server *server, const struct lsp_document *document,
                       const struct ptxc_edits *edits, struct lsp_range range) {
    json_t *result = json_sure(json_array());
    for (size_t i = 0; i < ptxc_edits_count(edits); i++) {
        const struct ptxc_fix *edit = ptxc_edits_get(edits, i);
        const struct lsp_range place = lsp_span_range(edit->span);
        if (place.begin <= range.end && place.end >= range.begin)
            json_push(result, lsp_text_edit(server, document, place, edit->text));
    }
    return result;
}

/* Returns the edits that put what lies in the range into canonical form; null for a text that is no PTX. */
static json_t *format(struct lsp_server *server, struct lsp_call *call, const struct lsp_document *document,
                      struct lsp_range range) {
    const struct ptxc_format_options options = {.size = sizeof(options), .seed = server->seed};
    struct ptxc_edits *edits = NULL;
    const char *host;
    if (!lsp_document_language(document, &host) || host)
        return json_null();
    const enum ptxc_status status = ptxc_format(document->text.bytes, document->text.length, &options, &edits);
    if (status != PTXC_OK)
        return lsp_refuse(call, LSP_REQUEST_FAILED, "%s", status_text(status));
    json_t *result = lsp_text_edits(server, document, edits, range);
    ptxc_edits_free(edits);
    return result;
}

json_t *lsp_format(struct lsp_server *server, struct lsp_call *call) {
    const struct lsp_document *document = lsp_document_of(server, call);
    return document ? format(server, call, document, (struct lsp_range){0, document->text.length}) : NULL;
}

json_t *lsp_format_range(struct lsp_server *server, struct lsp_call *call) {
    struct lsp_range range;
    const struct lsp_document *document = lsp_document_in(server, call, &range);
    return document ? format(server, call, document, range) : NULL;
}

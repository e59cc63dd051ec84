/* What the client does to its documents, and to files that have a say in what is found.
 */
#include <string.h>

#include "cli/config/find.h"
#include "cli/lsp/lsp.h"
#include "cli/system/path.h"
#include "ptxcheck/document.h"

/* ---- texts that get lost ---- */

/* Has the text of a document count as unknown until it comes whole. */
static void lose(struct lsp_server *server, struct lsp_document *document) {
    if (document->stale)
        return;
    document->stale = true;
    lsp_document_changed(server, document, true);
    lsp_publish_nothing(server, document);
    lsp_warn(server, "an edit of %s could not be read; it is not checked until it is saved or opened again",
             document->uri);
}

void lsp_documents_lose(struct lsp_server *server) {
    for (struct lsp_document *document = server->documents; document; document = document->next)
        lose(server, document);
}

/* Whether a text names sources near to these bytes. */
static bool mentions_origins(const struct lsp_text *text, struct lsp_range range) {
    static const char word[] = ".file";
    const size_t size = strlen(word), limit = range.end + size < text->length ? range.end + size : text->length;
    for (size_t i = range.begin > size ? range.begin - size : 0; i + size <= limit; i++)
        if (text->bytes[i] == '.' && memcmp(text->bytes + i, word, size) == 0)
            return true;
    return false;
}

/* Takes the whole text of a document. */
static void take_text(struct lsp_server *server, struct lsp_document *document, const json_t *text) {
    lsp_text_set(&document->text, json_string_value(text), json_string_length(text));
    document->has_origins = mentions_origins(&document->text, (struct lsp_range){0, document->text.length});
    document->stale = false;
    lsp_document_changed(server, document, true);
}

/* ---- notifications ---- */

json_t *lsp_did_open(struct lsp_server *server, struct lsp_call *call) {
    const json_t *item = json_object_get(call->params, "textDocument"), *text = json_object_get(item, "text");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    if (!uri || !json_is_string(text))
        return lsp_refuse(call, LSP_INVALID_PARAMS, "there is no 'textDocument' with a 'uri' and a 'text'");
    struct lsp_document *document =
        lsp_document_open(server, uri, json_string_value(json_object_get(item, "languageId")));
    json_decref(document->version);
    document->version = json_copy(json_object_get(item, "version"));
    take_text(server, document, text);
    if (call->damaged)
        lose(server, document);
    else
        lsp_publish(server, document);
    return NULL;
}

/* Edits what checks the document, and drops it where that cannot be done. */
static void edit_checked(struct ptxc_document **checked, struct lsp_range range, const char *bytes, size_t length) {
    if (*checked && ptxc_document_edit(*checked, range.begin, range.end - range.begin, bytes, length) != PTXC_OK) {
        ptxc_document_close(*checked);
        *checked = NULL;
    }
}

/* Makes one change of a document; false where it cannot be read. */
static bool change(struct lsp_server *server, struct lsp_document *document, const json_t *json) {
    const json_t *text = json_object_get(json, "text"), *where = json_object_get(json, "range");
    const size_t length = json_string_length(text);
    struct lsp_range range;
    if (!json_is_string(text))
        return false;
    if (!where) {
        take_text(server, document, text);
        return true;
    }
    if (document->stale || !lsp_text_range(&document->text, server->encoding, where, &range))
        return false;
    lsp_text_replace(&document->text, range, json_string_value(text), length);
    edit_checked(&document->verdicts, range, json_string_value(text), length);
    edit_checked(&document->hazards, range, json_string_value(text), length);
    document->has_origins |= mentions_origins(&document->text, (struct lsp_range){range.begin, range.begin + length});
    lsp_document_edited(document, range, length);
    lsp_document_changed(server, document, false);
    return true;
}

json_t *lsp_did_change(struct lsp_server *server, struct lsp_call *call) {
    const json_t *changes = json_object_get(call->params, "contentChanges"),
                 *version = json_object_get(json_object_get(call->params, "textDocument"), "version");
    struct lsp_document *document = lsp_document_named(server, call);
    if (!document)
        return NULL;
    bool read = json_is_array(changes) && !call->damaged;
    json_decref(document->version);
    document->version = json_copy((json_t *)version);
    for (size_t i = 0; i < json_array_size(changes); i++)
        read = change(server, document, json_array_get(changes, i)) && read;
    if (call->damaged || !read)
        lose(server, document);
    else
        lsp_publish(server, document);
    return NULL;
}

/* Reads the configurations anew, and checks all documents by them. */
static void reload(struct lsp_server *server) {
    for (struct lsp_document *document = server->documents; document; document = document->next)
        lsp_document_changed(server, document, true);
    finder_free(server->finder);
    server->finder = finder_new(server->profile);
    server->warned = false;
    for (struct lsp_document *document = server->documents; document; document = document->next)
        lsp_publish(server, document);
    lsp_workspace_forget(server);
    lsp_refresh(server);
}

/* Whether changes of files are about configurations, or may be. */
static bool mention_configuration(const json_t *changes) {
    bool found = json_array_size(changes) == 0;
    for (size_t i = 0; i < json_array_size(changes); i++) {
        const char *uri = json_string_value(json_object_get(json_array_get(changes, i), "uri"));
        found |= !uri || strcmp(path_base(uri), ".ptxcheck.yaml") == 0;
    }
    return found;
}

json_t *lsp_did_change_files(struct lsp_server *server, struct lsp_call *call) {
    if (mention_configuration(json_object_get(call->params, "changes"))) {
        reload(server);
        return NULL;
    }
    for (struct lsp_document *document = server->documents; document; document = document->next) {
        if (!document->has_origins)
            continue; /* comments in the files have no say in it */
        lsp_document_changed(server, document, true);
        lsp_publish(server, document);
    }
    lsp_refresh(server);
    return NULL;
}

json_t *lsp_did_save(struct lsp_server *server, struct lsp_call *call) {
    const json_t *text = json_object_get(call->params, "text");
    struct lsp_document *document = lsp_document_named(server, call);
    if (!document)
        return NULL;
    if (document->stale && json_is_string(text) && !call->damaged) {
        take_text(server, document, text);
        lsp_publish(server, document);
    }
    if (document->path && strcmp(path_base(document->path), ".ptxcheck.yaml") == 0)
        reload(server);
    return NULL;
}

json_t *lsp_did_close(struct lsp_server *server, struct lsp_call *call) {
    struct lsp_document *document = lsp_document_named(server, call), **link = &server->documents;
    if (!document)
        return NULL;
    lsp_publish_nothing(server, document);
    while (*link != document)
        link = &(*link)->next;
    *link = document->next;
    lsp_document_free(document);
    return NULL;
}

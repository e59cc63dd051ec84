/* The documents that the client has open.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/files/origins.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "ptxcheck/document.h"
#include "ptxcheck/outline.h"
#include "ptxcheck/pipeline.h"

/* The languages as the protocol and editors call them, each with a name by whose extension the library knows it. A file
 * whose own extension says more goes by that. */
static const struct {
    const char *id, *name;
} languages[] = {
    {"ptx", "text.ptx"},   {"cuda", "text.cu"}, {"cuda-cpp", "text.cu"}, {"cpp", "text.cpp"}, {"c", "text.c"},
    {"python", "text.py"}, {"rust", "text.rs"}, {"julia", "text.jl"},    {"llvm", "text.ll"}, {"mlir", "text.mlir"},
};

/* ---- a document ---- */

struct lsp_document *lsp_document_find(struct lsp_server *server, const char *uri) {
    struct lsp_document *document = server->documents;
    while (document && strcmp(document->uri, uri) != 0)
        document = document->next;
    return document;
}

/* Returns the bytes that a URI has after its scheme and host, to be freed. */
static char *uri_decode(const char *text) {
    char *decoded = memory_new(strlen(text) + 1, 1), *end = decoded;
    for (const char *at = text; *at; at++) {
        char digits[3] = "", *after = digits;
        if (at[0] == '%' && at[1] && at[2])
            memcpy(digits, at + 1, 2);
        const long value = strtol(digits, &after, 16);
        *end++ = *at;
        if (after == digits + 2 && value > 0) {
            end[-1] = (char)value;
            at += 2;
        }
    }
    return decoded;
}

char *lsp_uri_path(const char *uri) {
    static const char scheme[] = "file://", local[] = "localhost";
    if (strncasecmp(uri, scheme, strlen(scheme)) != 0)
        return NULL;
    const char *path = uri + strlen(scheme);
    if (strncmp(path, local, strlen(local)) == 0)
        path += strlen(local);
    return *path == '/' ? uri_decode(path) : NULL;
}

/* Returns a name by whose extension the language of a document is known, to be freed; NULL where neither its name nor
 * the client says which it is. */
static char *language_name(const char *uri, const char *id) {
    char *name = uri_decode(uri);
    const char *extension = strrchr(name, '.');
    if (ptxc_host_known(name) || (extension && strcasecmp(extension, ".ptx") == 0))
        return name;
    for (size_t i = 0; id && i < sizeof(languages) / sizeof(*languages); i++) {
        if (strcmp(languages[i].id, id) == 0) {
            free(name);
            return memory_text(languages[i].name, strlen(languages[i].name));
        }
    }
    free(name);
    return NULL;
}

struct lsp_document *lsp_document_new(const char *uri, const char *language) {
    struct lsp_document *document = memory_new(1, sizeof(*document));
    document->uri = memory_text(uri, strlen(uri));
    document->path = lsp_uri_path(uri);
    document->language = language_name(uri, language);
    document->origins = memory_new(1, sizeof(*document->origins));
    return document;
}

struct lsp_document *lsp_document_open(struct lsp_server *server, const char *uri, const char *language) {
    struct lsp_document *document = lsp_document_find(server, uri);
    if (document) {
        free(document->language);
        document->language = language_name(uri, language);
        return document;
    }
    document = lsp_document_new(uri, language);
    document->next = server->documents;
    server->documents = document;
    return document;
}

/* Forgets what was executed. */
static void forget_kernels(struct lsp_document *document) {
    for (struct lsp_kernel *kernel = document->kernels, *next; kernel; kernel = next) {
        next = kernel->next;
        ptxc_pipeline_free(kernel->pipeline);
        free(kernel->events);
        free(kernel);
    }
    document->kernels = NULL;
}

void lsp_document_edited(struct lsp_document *document, struct lsp_range range, size_t inserted) {
    struct lsp_edited *edited = &document->edited;
    if (edited->removed == 0 && edited->inserted == 0)
        edited->offset = range.begin;
    const size_t last = edited->offset + edited->inserted, /* ends what earlier edits have made */
        begin = range.begin < edited->offset ? range.begin : edited->offset, end = range.end > last ? range.end : last;
    edited->removed += (edited->offset - begin) + (end - last);
    edited->inserted = end - begin - (range.end - range.begin) + inserted;
    edited->offset = begin;
}

void lsp_document_changed(struct lsp_server *server, struct lsp_document *document, bool all) {
    ptxc_report_free(document->report);
    document->report = NULL;
    json_decref(document->inlays);
    document->inlays = NULL;
    forget_kernels(document);
    document->generation = ++server->generation;
    if (!all)
        return;
    ptxc_outline_free(document->outline);
    document->outline = NULL;
    document->edited = (struct lsp_edited){0, 0, 0};
    ptxc_document_close(document->verdicts);
    ptxc_document_close(document->hazards);
    document->verdicts = document->hazards = NULL;
    document->profile = NULL;
    origins_free(document->origins);
    *document->origins = (struct origins){.module = document->path};
}

void lsp_document_free(struct lsp_document *document) {
    ptxc_report_free(document->report);
    ptxc_document_close(document->verdicts);
    ptxc_document_close(document->hazards);
    ptxc_outline_free(document->outline);
    json_decref(document->inlays);
    forget_kernels(document);
    free(document->tokens);
    origins_free(document->origins);
    free(document->origins);
    lsp_text_free(&document->text);
    json_decref(document->version);
    json_decref(document->published);
    free(document->uri);
    free(document->path);
    free(document->language);
    free(document);
}

void lsp_documents_free(struct lsp_server *server) {
    for (struct lsp_document *document = server->documents, *next; document; document = next) {
        next = document->next;
        lsp_document_free(document);
    }
}

/* ---- what calls are about ---- */

struct lsp_document *lsp_document_named(struct lsp_server *server, struct lsp_call *call) {
    const json_t *named = json_object_get(json_object_get(call->params, "textDocument"), "uri");
    const char *uri = json_string_value(named);
    struct lsp_document *document = uri ? lsp_document_find(server, uri) : NULL;
    if (!uri)
        lsp_refuse(call, LSP_INVALID_PARAMS, "there is no 'textDocument' with a 'uri'");
    else if (!document)
        lsp_refuse(call, LSP_INVALID_PARAMS, "the document %s is not open", uri);
    return document;
}

struct lsp_document *lsp_document_of(struct lsp_server *server, struct lsp_call *call) {
    struct lsp_document *document = lsp_document_named(server, call);
    if (!document || !document->stale)
        return document;
    lsp_refuse(call, LSP_CONTENT_MODIFIED, "the text of %s is not known", document->uri);
    return NULL;
}

struct lsp_document *lsp_document_at(struct lsp_server *server, struct lsp_call *call, size_t *place) {
    struct lsp_document *document = lsp_document_of(server, call);
    if (!document ||
        lsp_text_place(&document->text, server->encoding, json_object_get(call->params, "position"), place))
        return document;
    lsp_refuse(call, LSP_INVALID_PARAMS, "'position' is no position in %s", document->uri);
    return NULL;
}

struct lsp_document *lsp_document_in(struct lsp_server *server, struct lsp_call *call, struct lsp_range *range) {
    struct lsp_document *document = lsp_document_of(server, call);
    if (!document || lsp_text_range(&document->text, server->encoding, json_object_get(call->params, "range"), range))
        return document;
    lsp_refuse(call, LSP_INVALID_PARAMS, "'range' is no range in %s", document->uri);
    return NULL;
}

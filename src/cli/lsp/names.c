/* The names of PTX: where they are declared and used, and how they are changed; what a text declares.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "ptxcheck/edit.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/outline.h"

const struct ptxc_outline *lsp_document_outline(struct lsp_document *document) {
    const struct lsp_text *text = &document->text;
    const struct lsp_edited edited = document->edited;
    enum ptxc_status status = PTXC_OK;
    const char *host;
    if (document->outline && (edited.removed > 0 || edited.inserted > 0))
        status = ptxc_outline_edit(&document->outline, text->bytes, text->length, edited.offset, edited.removed);
    else if (!document->outline && lsp_document_language(document, &host) && !host)
        status = ptxc_outline_make(text->bytes, text->length, NULL, &document->outline);
    document->edited = (struct lsp_edited){0, 0, 0};
    if (status == PTXC_OUT_OF_MEMORY)
        memory_sure(NULL);
    return document->outline;
}

/* The name that a call is about. */
struct name_request {
    struct lsp_document *document;
    size_t place;
    const struct ptxc_outline *outline;
    const struct ptxc_declaration *declaration; /* NULL: there is none */
    struct ptxc_span name;
};

/* Finds the name at the position of a call; false after lsp_refuse. */
static bool ask(struct lsp_server *server, struct lsp_call *call, struct name_request *asked) {
    *asked = (struct name_request){0};
    asked->document = lsp_document_at(server, call, &asked->place);
    if (!asked->document)
        return false;
    asked->outline = lsp_document_outline(asked->document);
    asked->declaration = ptxc_outline_find(asked->outline, asked->place, &asked->name);
    return true;
}

/* Returns the places of the name at an offset, to be freed. */
static struct ptxc_span *places_of(const struct ptxc_outline *outline, size_t offset, size_t *count) {
    *count = ptxc_outline_places(outline, offset, NULL, 0);
    struct ptxc_span *places = memory_new(*count, sizeof(*places));
    ptxc_outline_places(outline, offset, places, *count);
    return places;
}

static json_t *location(const struct lsp_server *server, const struct lsp_document *document, struct ptxc_span span) {
    return json_sure(json_pack("{s:s, s:o}", "uri", document->uri, "range",
                               lsp_range(&document->text, server->encoding, lsp_span_range(span))));
}

json_t *lsp_definition(struct lsp_server *server, struct lsp_call *call) {
    struct name_request asked;
    if (!ask(server, call, &asked))
        return NULL;
    if (asked.declaration)
        return location(server, asked.document, asked.declaration->name);
    json_t *source = lsp_source_location(asked.document, asked.place);
    return source ? source : json_null();
}

/* Returns the places of the name that a call is about, as Locations or as DocumentHighlights; with `declaration` that
 * one, too. */
static json_t *list_places(struct lsp_server *server, struct lsp_call *call, bool locations, bool declaration) {
    struct name_request asked;
    size_t count;
    if (!ask(server, call, &asked))
        return NULL;
    struct ptxc_span *places = places_of(asked.outline, asked.place, &count);
    json_t *result = json_sure(json_array());
    for (size_t i = 0; i < count; i++) {
        if (!declaration && places[i].offset == asked.declaration->name.offset)
            continue;
        json_t *place = location(server, asked.document, places[i]);
        if (!locations)
            json_object_del(place, "uri");
        json_push(result, place);
    }
    free(places);
    return result;
}

json_t *lsp_references(struct lsp_server *server, struct lsp_call *call) {
    const json_t *context = json_object_get(call->params, "context");
    return list_places(server, call, true, !json_is_false(json_object_get(context, "includeDeclaration")));
}

json_t *lsp_highlight(struct lsp_server *server, struct lsp_call *call) {
    return list_places(server, call, false, true);
}

/* ---- renaming: of a range such as %r<16>, all its names keep their numbers ---- */

/* Returns the part of a name that is renamed. */
static struct ptxc_span stem_of(const struct name_request *asked) {
    return (struct ptxc_span){asked->name.offset, asked->declaration->name.length};
}

json_t *lsp_prepare_rename(struct lsp_server *server, struct lsp_call *call) {
    struct name_request asked;
    if (!ask(server, call, &asked))
        return NULL;
    if (!asked.declaration)
        return json_null();
    const struct ptxc_span stem = stem_of(&asked);
    return json_sure(json_pack("{s:o, s:o}", "range",
                               lsp_range(&asked.document->text, server->encoding, lsp_span_range(stem)), "placeholder",
                               json_from_bytes(asked.document->text.bytes + stem.offset, stem.length)));
}

/* Whether a text is a name, or what the names of a range begin with. */
static bool is_name(const char *name, bool range) {
    char *text = memory_format(".reg .b32 %s%s;", name, range ? "<2>" : "");
    struct ptxc_outline *outline = NULL;
    if (ptxc_outline_make(text, strlen(text), NULL, &outline) == PTXC_OUT_OF_MEMORY)
        memory_sure(NULL);
    const struct ptxc_declaration *found = ptxc_outline_get(outline, 0);
    const size_t length = strlen(name);
    const bool whole = found && found->name.length == length && !ptxc_outline_get(outline, 1) && length > 0 &&
                       found->text.length == strlen(text) - 1 && !(range && strchr("0123456789", name[length - 1]));
    ptxc_outline_free(outline);
    free(text);
    return whole;
}

/* Returns the text with another name at these places, of which it replaces the first `stem` bytes; to be freed. */
static char *renamed(const struct lsp_document *document, const struct ptxc_span *places, size_t count, uint32_t stem,
                     const char *name, size_t *length) {
    struct ptxc_edits *edits = lsp_edits_new(document);
    for (size_t i = 0; i < count; i++)
        if (ptxc_edits_replace(edits, (struct ptxc_span){places[i].offset, stem}, name, strlen(name)) ==
            PTXC_OUT_OF_MEMORY)
            memory_sure(NULL);
    char *text = lsp_edits_apply(edits, length);
    ptxc_edits_free(edits);
    return text;
}

/* Whether a name is one of a range: its stem, and a number. */
static bool is_of_range(const char *text, const struct ptxc_declaration *range, struct ptxc_span name) {
    const size_t stem = range->name.length;
    size_t digits = stem;
    while (digits < name.length && strchr("0123456789", text[name.offset + digits]))
        digits++;
    return range->count > 0 && name.length > stem && digits == name.length &&
           memcmp(text + range->name.offset, text + name.offset, stem) == 0;
}

/* Whether the name that is declared at a place is declared twice in its scope. */
static bool clashes(const struct ptxc_outline *outline, const char *text, size_t place) {
    const struct ptxc_declaration *one = ptxc_outline_find(outline, place, NULL), *other;
    for (size_t i = 0; one && (other = ptxc_outline_get(outline, i)); i++) {
        const bool same = other->name.length == one->name.length && (other->count > 0) == (one->count > 0) &&
                          memcmp(text + other->name.offset, text + one->name.offset, one->name.length) == 0;
        if (other != one && other->scope.offset == one->scope.offset &&
            (same || is_of_range(text, other, one->name) || is_of_range(text, one, other->name)))
            return true;
    }
    return false;
}

/* Whether the names at these places, and no others, still mean the declaration when they are changed. */
static bool keeps_meaning(const struct name_request *asked, const struct ptxc_span *places, size_t count,
                          const char *name) {
    const size_t stem = asked->declaration->name.length, size = strlen(name);
    struct ptxc_outline *outline = NULL;
    size_t length, declared = 0, kept = 0;
    char *text = renamed(asked->document, places, count, (uint32_t)stem, name, &length);
    if (ptxc_outline_make(text, length, NULL, &outline) == PTXC_OUT_OF_MEMORY)
        memory_sure(NULL);
    for (size_t i = 0; i < count; i++)
        if (places[i].offset == asked->declaration->name.offset)
            declared = places[i].offset + i * (size - stem); /* it may wrap on the way */
    for (size_t i = 0; i < count; i++) {
        const struct ptxc_declaration *found = ptxc_outline_find(outline, places[i].offset + i * (size - stem), NULL);
        kept += found && found->name.offset == declared;
    }
    const bool same =
        kept == count && ptxc_outline_places(outline, declared, NULL, 0) == count && !clashes(outline, text, declared);
    ptxc_outline_free(outline);
    free(text);
    return same;
}

json_t *lsp_rename(struct lsp_server *server, struct lsp_call *call) {
    const char *name = json_string_value(json_object_get(call->params, "newName"));
    struct name_request asked;
    size_t count;
    if (!ask(server, call, &asked))
        return NULL;
    if (!asked.declaration)
        return lsp_refuse(call, LSP_REQUEST_FAILED, "there is no name that the text declares");
    if (!name || !is_name(name, asked.declaration->count > 0))
        return lsp_refuse(call, LSP_INVALID_PARAMS, "'newName' must be %s",
                          asked.declaration->count > 0
                              ? "a name of PTX that does not end with a digit, as numbers follow"
                              : "a name of PTX");
    struct ptxc_span *places = places_of(asked.outline, asked.declaration->name.offset, &count);
    if (!keeps_meaning(&asked, places, count, name)) {
        free(places);
        return lsp_refuse(call, LSP_REQUEST_FAILED, "with the name %s something would mean something else", name);
    }
    json_t *edits = json_sure(json_array());
    for (size_t i = 0; i < count; i++) {
        const struct lsp_range stem = {places[i].offset, places[i].offset + asked.declaration->name.length};
        json_push(edits, lsp_text_edit(server, asked.document, stem, name));
    }
    free(places);
    return lsp_workspace_edit(server, asked.document, edits);
}

/* ---- what a text declares ---- */

/* Returns the kind of symbol of the protocol. */
static int symbol_kind(enum ptxc_declared kind) {
    enum { FIELD = 8, FUNCTION = 12, VARIABLE = 13, PROPERTY = 7, KEY = 20 };
    switch (kind) {
    case PTXC_DECLARED_REGISTER: return FIELD;
    case PTXC_DECLARED_VARIABLE: return VARIABLE;
    case PTXC_DECLARED_PARAMETER: return PROPERTY;
    case PTXC_DECLARED_FUNCTION:
    case PTXC_DECLARED_KERNEL: return FUNCTION;
    case PTXC_DECLARED_LABEL: return KEY;
    }
    return VARIABLE;
}

static bool is_function(const struct ptxc_declaration *declaration) {
    return declaration->kind == PTXC_DECLARED_FUNCTION || declaration->kind == PTXC_DECLARED_KERNEL;
}

char *lsp_declaration_name(const struct lsp_document *document, const struct ptxc_declaration *declaration) {
    const char *name = document->text.bytes + declaration->name.offset;
    const int length = (int)declaration->name.length;
    return declaration->count > 0 ? memory_format("%.*s<%u>", length, name, declaration->count)
                                  : memory_format("%.*s", length, name);
}

/* Returns a declaration as a DocumentSymbol without children, or as a SymbolInformation. */
static json_t *symbol_of(const struct lsp_server *server, const struct lsp_document *document,
                         const struct ptxc_declaration *declaration, bool nested) {
    char *name = lsp_declaration_name(document, declaration);
    json_t *symbol =
        json_sure(json_pack("{s:o, s:i}", "name", json_from_text(name), "kind", symbol_kind(declaration->kind)));
    free(name);
    if (!nested) {
        json_put(symbol, "location", location(server, document, declaration->name));
        return symbol;
    }
    if (declaration->type != PTXC_TYPE_NONE)
        json_put(
            symbol, "detail",
            json_sure(json_sprintf("%s %s", ptxc_space_name(declaration->space), ptxc_type_name(declaration->type))));
    json_put(symbol, "range", lsp_range(&document->text, server->encoding, lsp_span_range(declaration->text)));
    json_put(symbol, "selectionRange", lsp_range(&document->text, server->encoding, lsp_span_range(declaration->name)));
    return symbol;
}

json_t *lsp_document_symbol(struct lsp_server *server, struct lsp_call *call) {
    const bool nested = lsp_client_can(server, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport");
    struct lsp_document *document = lsp_document_of(server, call);
    if (!document)
        return NULL;
    const struct ptxc_outline *outline = lsp_document_outline(document);
    json_t *symbols = json_sure(json_array()), *children = NULL;
    size_t end = 0; /* of the function that the children are in */
    const struct ptxc_declaration *declaration;
    for (size_t i = 0; (declaration = ptxc_outline_get(outline, i)); i++) {
        json_t *symbol = symbol_of(server, document, declaration, nested);
        const bool inside = children && declaration->name.offset < end;
        json_push(inside ? children : symbols, symbol);
        if (nested && is_function(declaration) && !inside) {
            children = json_sure(json_array());
            json_put(symbol, "children", children);
            end = declaration->text.offset + declaration->text.length;
        }
    }
    return symbols;
}

json_t *lsp_folding_range(struct lsp_server *server, struct lsp_call *call) {
    struct lsp_document *document = lsp_document_of(server, call);
    if (!document)
        return NULL;
    const struct ptxc_outline *outline = lsp_document_outline(document);
    json_t *ranges = json_sure(json_array());
    struct ptxc_span scope;
    for (size_t i = 0; (scope = ptxc_outline_scope(outline, i)).length > 0; i++) {
        const size_t first = lsp_text_line(&document->text, scope.offset),
                     last = lsp_text_line(&document->text, scope.offset + scope.length - 1);
        if (last > first + 1) /* the line of the '}' is still seen */
            json_push(ranges, json_sure(json_pack("{s:I, s:I}", "startLine", (json_int_t)first, "endLine",
                                                  (json_int_t)last - 1)));
    }
    return ranges;
}

/* Links from PTX to the sources that it was compiled from: what .file names, and the lines of .loc (ISA 11.5), as far
 * as the files are there.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "cli/system/path.h"
#include "ptxcheck/outline.h"

enum {
    MOST_LINKS = 20000, /* of a document */
    NUMBERS = 3         /* of .loc: file, line, column */
};

/* A line with .file or .loc. */
struct source_line {
    bool names;             /* it is .file: the first number is that of the file, and the range is its name */
    struct lsp_range range; /* what the link is */
    unsigned long numbers[NUMBERS];
    size_t count; /* of the numbers */
};

/* Reads a line; false where it is none of these. */
static bool read_line(const struct lsp_text *text, size_t line, struct source_line *found) {
    const char *first = text->bytes + text->lines[line] + strspn(text->bytes + text->lines[line], " \t");
    const size_t end = line + 1 < text->line_count ? text->lines[line + 1] : text->length;
    struct ptxc_lexeme piece = {.span = {(uint32_t)(first - text->bytes), 0}};
    *found = (struct source_line){.names = strncmp(first, ".file", 5) == 0};
    if ((!found->names && strncmp(first, ".loc", 4) != 0) || strchr(" \t", first[found->names ? 5 : 4]) == NULL)
        return false;
    while (ptxc_lexeme_next(text->bytes, end, &piece)) {
        const struct lsp_range range = lsp_span_range(piece.span);
        if (piece.kind == PTXC_LEXEME_STRING && found->names && range.end > range.begin + 2) {
            found->range = (struct lsp_range){range.begin + 1, range.end - 1};
            return found->count == 1;
        }
        if (piece.kind != PTXC_LEXEME_NUMBER) {
            if (piece.kind == PTXC_LEXEME_DIRECTIVE)
                continue;
            break;
        }
        if (found->count == NUMBERS)
            break;
        found->range.begin = found->count == 0 ? range.begin : found->range.begin;
        found->range.end = range.end;
        found->numbers[found->count++] = strtoul(text->bytes + range.begin, NULL, 0);
    }
    return !found->names && found->count >= 2;
}

/* ---- files ---- */

/* Returns the path of a file that a module names: from the directory of the module if it is not absolute; NULL where
 * there is no such file. To be freed. */
static char *path_of(const struct lsp_document *document, struct lsp_range name) {
    char *path = memory_text(document->text.bytes + name.begin, name.end - name.begin);
    const char *slash = document->path ? strrchr(document->path, '/') : NULL;
    if (*path != '/' && slash) {
        char *folder = memory_text(document->path, (size_t)(slash - document->path) + 1);
        char *joined = path_join(folder, path);
        free(folder);
        free(path);
        path = joined;
    }
    if (*path == '/' && path_is_file(path))
        return path;
    free(path);
    return NULL;
}

/* Returns the URIs of the files that a document names and that are there, by their numbers. */
static json_t *files_of(const struct lsp_document *document) {
    json_t *files = json_sure(json_object());
    struct source_line found;
    for (size_t line = 0; line < document->text.line_count; line++) {
        if (!read_line(&document->text, line, &found) || !found.names)
            continue;
        char *path = path_of(document, found.range), *number = memory_format("%lu", found.numbers[0]);
        if (path)
            json_put(files, number, lsp_path_uri(path));
        free(path);
        free(number);
    }
    return files;
}

/* Returns the URI of the file that a line is about; NULL where it is not there. */
static const char *uri_of(const json_t *files, const struct source_line *found) {
    char *number = memory_format("%lu", found->numbers[0]);
    const char *uri = json_string_value(json_object_get(files, number));
    free(number);
    return uri;
}

/* ---- answers ---- */

/* Whether a document is PTX that names sources. */
static bool has_links(const struct lsp_document *document) {
    const char *host;
    return document->has_origins && lsp_document_language(document, &host) && !host;
}

json_t *lsp_document_link(struct lsp_server *server, struct lsp_call *call) {
    const struct lsp_document *document = lsp_document_of(server, call);
    struct source_line found;
    if (!document)
        return NULL;
    json_t *links = json_sure(json_array());
    if (!has_links(document))
        return links;
    json_t *files = files_of(document);
    for (size_t line = 0; line < document->text.line_count && json_array_size(links) < MOST_LINKS; line++) {
        const char *uri = read_line(&document->text, line, &found) ? uri_of(files, &found) : NULL;
        if (!uri)
            continue;
        char *target = found.names ? memory_format("%s", uri) : memory_format("%s#L%lu", uri, found.numbers[1]);
        json_push(links,
                  json_sure(json_pack("{s:o, s:s}", "range", lsp_range(&document->text, server->encoding, found.range),
                                      "target", target)));
        free(target);
    }
    json_decref(files);
    return links;
}

json_t *lsp_source_location(const struct lsp_document *document, size_t place) {
    struct source_line found;
    if (!has_links(document) || !read_line(&document->text, lsp_text_line(&document->text, place), &found) ||
        place < found.range.begin || place > found.range.end)
        return NULL;
    json_t *files = files_of(document);
    const char *uri = uri_of(files, &found);
    const json_int_t line = found.names || found.numbers[1] == 0 ? 0 : (json_int_t)found.numbers[1] - 1;
    const json_int_t column = found.count < NUMBERS || found.numbers[2] == 0 ? 0 : (json_int_t)found.numbers[2] - 1;
    json_t *result = NULL;
    if (uri)
        result = json_sure(json_pack("{s:s, s:{s:{s:I, s:I}, s:{s:I, s:I}}}", "uri", uri, "range", "start", "line",
                                     line, "character", column, "end", "line", line, "character", column));
    json_decref(files);
    return result;
}

/* What is shown beside instructions, of the kernels in sight: what an execution has made of them (ptxcheck/pipeline.h).
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "ptxcheck/outline.h"
#include "ptxcheck/pipeline.h"

enum { MOST_KERNELS = 4 }; /* that are executed for one request */

/* The events that are shown, each with the words around its number. */
static const struct {
    enum ptxc_event_kind kind;
    const char *before, *after;
} shown[] = {
    {PTXC_EVENT_COMMIT, "group ", ""},
    {PTXC_EVENT_WAIT_GROUP, "", " left"},
    {PTXC_EVENT_EXPECT, "", " bytes"},
    {PTXC_EVENT_WAIT, "phase ", ""},
};

/* What is shown beside an instruction. */
struct inlay {
    size_t place;    /* its end */
    size_t row;      /* of the table */
    uint32_t number; /* the first */
    bool varies;     /* it has others, too */
};

struct inlay_list {
    struct inlay *items;
    size_t count;
};

/* Returns the row of an event; the count of all where it is not shown. */
static size_t row_of(const struct ptxc_pipeline_event *event) {
    size_t row = 0;
    while (row < sizeof(shown) / sizeof(*shown) && shown[row].kind != event->kind)
        row++;
    return row;
}

/* Notes an event, whichever warp it happens to. */
static void note(struct inlay_list *list, const struct ptxc_pipeline_event *event) {
    const size_t row = row_of(event), place = (size_t)event->span.offset + event->span.length;
    const uint32_t number = event->kind == PTXC_EVENT_EXPECT ? event->bytes : event->count;
    size_t i = 0;
    if (row == sizeof(shown) / sizeof(*shown))
        return;
    while (i < list->count && (list->items[i].place != place || list->items[i].row != row))
        i++;
    if (i < list->count) {
        list->items[i].varies |= list->items[i].number != number;
        return;
    }
    list->items = memory_more(list->items, list->count, sizeof(*list->items));
    list->items[list->count++] = (struct inlay){place, row, number, false};
}

/* Returns the words of what is shown. A wait for what was before phase 0 passes at once. */
static json_t *label_of(const struct inlay *inlay) {
    const char *more = inlay->varies ? "\u2026" : "";
    if (shown[inlay->row].kind == PTXC_EVENT_WAIT && inlay->number == UINT32_MAX)
        return json_sure(json_sprintf("free at first%s", more));
    return json_sure(json_sprintf("%s%u%s%s", shown[inlay->row].before, inlay->number, more, shown[inlay->row].after));
}

/* Returns what is shown in a kernel, as InlayHints. */
static json_t *hints_from(const struct lsp_server *server, const struct lsp_document *document,
                          const struct lsp_kernel *kernel) {
    struct inlay_list list = {NULL, 0};
    json_t *hints = json_sure(json_array());
    for (size_t i = 0; kernel && i < kernel->count; i++)
        note(&list, &kernel->events[i]);
    for (size_t i = 0; i < list.count; i++)
        json_push(hints, json_sure(json_pack("{s:o, s:o, s:b}", "position",
                                             lsp_position(&document->text, server->encoding, list.items[i].place),
                                             "label", label_of(&list.items[i]), "paddingLeft", 1)));
    free(list.items);
    return hints;
}

/* Returns what is shown in a kernel, made once for each text. It belongs to the document. */
static json_t *hints_of(struct lsp_server *server, struct lsp_document *document,
                        const struct ptxc_declaration *kernel) {
    char *name = memory_text(document->text.bytes + kernel->name.offset, kernel->name.length);
    if (!document->inlays)
        document->inlays = json_sure(json_object());
    if (!json_object_get(document->inlays, name))
        json_put(document->inlays, name,
                 hints_from(server, document, lsp_document_execution(server, document, kernel)));
    json_t *hints = json_object_get(document->inlays, name);
    free(name);
    return hints;
}

json_t *lsp_inlay_hint(struct lsp_server *server, struct lsp_call *call) {
    const struct ptxc_declaration *kernel;
    struct lsp_range range;
    struct lsp_document *document = lsp_document_in(server, call, &range);
    if (!document)
        return NULL;
    const bool shown_at_all = server->settings->inlay_hints && lsp_document_profile(server, document);
    const struct ptxc_outline *outline = shown_at_all ? lsp_document_outline(document) : NULL;
    json_t *result = json_sure(json_array());
    for (size_t i = 0, executed = 0; executed < MOST_KERNELS && (kernel = ptxc_outline_get(outline, i)); i++) {
        const size_t end = (size_t)kernel->text.offset + kernel->text.length;
        if (kernel->kind != PTXC_DECLARED_KERNEL || kernel->text.offset > range.end || end < range.begin)
            continue;
        if (json_array_extend(result, hints_of(server, document, kernel)) != 0)
            memory_sure(NULL);
        executed++;
    }
    return result;
}

/* Functions that can be checked each on its own: see pieces.h. */
#include "api/pieces.h"

#include <string.h>

#include "syntax/blank.h"
#include "report/keep.h"
#include "report/kernels.h"

/* ---- while the whole text is walked through ---- */

/* Takes over a name that stays; its text must not change with the source. */
static void add_name(struct ptxc_pieces *pieces, const struct ptxc_symbol *symbol) {
    struct ptxc_symbol kept = *symbol;
    char *name = ptxc_arena_take(&pieces->arena, symbol->length);
    if (!name)
        return;
    kept.name = memcpy(name, symbol->name, symbol->length);
    ptxc_symbols_add(&pieces->names, &kept);
}

/* Takes over the names that were declared since. Who looks for hazards lays out all shared variables without a size
 * alike, wherever they are declared. */
static void note_names(struct ptxc_pieces *pieces, const struct ptxc_module *module) {
    const struct ptxc_symbols *symbols = &module->parser.symbols;
    for (uint32_t at = pieces->last.innermost + 1; at <= symbols->innermost; at++) {
        const struct ptxc_symbol *symbol = ptxc_symbols_at(symbols, at);
        if (symbol->visible)
            add_name(pieces, symbol);
        else if (module->collects && symbol->external)
            pieces->apart = false;
    }
}

/* Gives the index of what is carried. */
static uint32_t note_carried(struct ptxc_pieces *pieces, const struct ptxc_module *module) {
    const struct ptxc_carried carried = ptxc_carried_get(module);
    if (pieces->carried_count > 0 && ptxc_carried_same(&pieces->carried[pieces->carried_count - 1], &carried))
        return (uint32_t)pieces->carried_count - 1;
    void *grown = ptxc_arena_grow(&pieces->arena, pieces->carried, &pieces->carried_capacity, pieces->carried_count + 1,
                                  sizeof(carried));
    if (!grown)
        return 0;
    pieces->carried = grown;
    pieces->carried[pieces->carried_count] = carried;
    return (uint32_t)pieces->carried_count++;
}

/* Gives the place of the first '{' outside of comments; `end` where there is none, or text of another kind comes before
 * it. */
static uint32_t find_open(const char *text, uint32_t begin, uint32_t end) {
    for (uint32_t at = begin; at < end; at++) {
        if (text[at] == '{')
            return at;
        const uint32_t after = text[at] == '/' ? ptxc_skip_blanks(text, end, at) : at + 1;
        if (text[at] == '"' || after == at)
            return end;
        at = after - 1;
    }
    return end;
}

/* Adds the statement between these two, if it is a function with a body. Without a target the first instruction of all
 * says that it is not measured. */
static void add_piece(struct ptxc_pieces *pieces, const struct ptxc_module *module, const struct ptxc_between *from,
                      const struct ptxc_between *to) {
    const char *text = module->parser.lexer.source;
    const uint32_t end = module->position;
    if (to->names != from->names + 1 ||
        ptxc_symbols_at(&pieces->names, from->names + 1)->kind != PTXC_SYMBOL_FUNCTION ||
        !pieces->carried[from->carried].has_target || text[end - 1] != '}')
        return;
    const uint32_t open = find_open(text, from->start, end);
    void *grown = open < end - 1 ? ptxc_arena_grow(&pieces->arena, pieces->items, &pieces->capacity, pieces->count + 1,
                                                   sizeof(*pieces->items))
                                 : NULL;
    if (!grown)
        return;
    pieces->items = grown;
    pieces->items[pieces->count++] = (struct ptxc_piece){
        .begin = from->start,
        .open = open,
        .end = end,
        .names = from->names,
        .before = from->carried,
        .after = to->carried,
        .first = from->findings,
        .count = to->findings - from->findings,
        .kernel = from->kernels,
        .kernel_count = to->kernels - from->kernels,
        .instructions = to->instructions - from->instructions,
    };
}

/* Decides whether some look ahead at a function went beyond its end: what it saw there has a say in it. */
static bool looked_beyond(const struct ptxc_module *module) {
    return module->collection.on || (module->collects && module->collection.looked_until > module->position);
}

static bool between(void *context, const struct ptxc_module *module, uint32_t start) {
    struct ptxc_pieces *pieces = context;
    const struct ptxc_between last = pieces->last;
    const struct ptxc_report *report = module->parser.report;
    if (!pieces->apart)
        return true;
    note_names(pieces, module);
    pieces->last = (struct ptxc_between){.start = start,
                                         .innermost = module->parser.symbols.innermost,
                                         .names = pieces->names.innermost,
                                         .carried = note_carried(pieces, module),
                                         .findings = report->count,
                                         .kernels = report->kernels.count,
                                         .instructions = report->instructions};
    pieces->apart &= !looked_beyond(module);
    if (last.start != UINT32_MAX && !pieces->arena.failed)
        add_piece(pieces, module, &last, &pieces->last);
    return true;
}

void ptxc_pieces_begin(struct ptxc_pieces *pieces, const struct ptxc_allocator *allocator) {
    *pieces = (struct ptxc_pieces){.apart = true, .last.start = UINT32_MAX, .watcher = {pieces, between}};
    ptxc_arena_init(&pieces->arena, allocator);
    ptxc_symbols_init(&pieces->names, &pieces->arena, 0);
}

void ptxc_pieces_end(struct ptxc_pieces *pieces, struct ptxc_report *report) {
    pieces->report = report;
    pieces->instructions = report->instructions;
}

/* ---- changes ---- */

struct ptxc_piece *ptxc_pieces_find(struct ptxc_pieces *pieces, const char *text, struct ptxc_change change) {
    size_t low = 0, high = pieces->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (pieces->items[middle].open < change.offset)
            low = middle + 1;
        else
            high = middle;
    }
    struct ptxc_piece *piece = low > 0 ? &pieces->items[low - 1] : NULL;
    /* whether a '}' ends the block before the function may depend on the rest of its line */
    if (!piece || change.offset + change.removed >= piece->end ||
        !memchr(text + piece->begin, '\n', change.offset - piece->begin))
        return NULL;
    return piece;
}

/* Moves a place; false where it is about what is changed. */
static bool move_span(struct ptxc_span *span, struct ptxc_change change) {
    if (span->offset >= change.offset + change.removed) {
        span->offset = span->offset - change.removed + change.inserted;
        return true;
    }
    return span->offset + span->length <= change.offset;
}

/* Moves the names of kernels, which no change of a body is about. */
static void move_kernels(struct ptxc_report *report, struct ptxc_change change) {
    for (size_t i = 0; i < report->kernels.count; i++)
        move_span(&report->kernels.items[i].span, change);
}

/* Moves the places of findings; false where one is about what is changed. */
static bool move_findings(struct ptxc_report *report, size_t first, size_t end, struct ptxc_change change) {
    bool moved = true;
    for (size_t i = first; i < end; i++) {
        struct ptxc_diagnostic *diagnostic = &report->diagnostics[i];
        struct ptxc_note *notes = (struct ptxc_note *)diagnostic->notes; /* constant for those who read the report */
        struct ptxc_fix *fixes = (struct ptxc_fix *)diagnostic->fixes;
        moved &= move_span(&diagnostic->span, change) && move_span(&diagnostic->cause, change);
        for (size_t j = 0; j < diagnostic->note_count; j++)
            moved &= move_span(&notes[j].span, change);
        for (size_t j = 0; j < diagnostic->fix_count; j++)
            moved &= move_span(&fixes[j].span, change);
    }
    return moved;
}

bool ptxc_pieces_move(struct ptxc_pieces *pieces, struct ptxc_piece *edited, struct ptxc_change change) {
    bool moved = true;
    size_t from = 0; /* the first finding of the whole check that was not moved yet */
    for (size_t i = 0; i < pieces->carried_count; i++)
        moved &= ptxc_carried_end(&pieces->carried[i]) <= change.offset;
    for (struct ptxc_piece *piece = pieces->items; moved && piece < pieces->items + pieces->count; piece++) {
        if (piece == edited || piece->again) { /* its findings of the whole check do not count any more */
            moved &= move_findings(pieces->report, from, piece->first, change);
            from = piece->first + piece->count;
        }
        if (piece != edited && piece->own) {
            moved &= move_findings(piece->own, 0, piece->own->count, change);
            move_kernels(piece->own, change);
        }
        if (piece > edited) {
            piece->begin = piece->begin - change.removed + change.inserted;
            piece->open = piece->open - change.removed + change.inserted;
        }
        if (piece >= edited)
            piece->end = piece->end - change.removed + change.inserted;
    }
    edited->edited = true;
    move_kernels(pieces->report, change);
    return moved && move_findings(pieces->report, from, pieces->report->count, change);
}

/* ---- findings ---- */

/* Frees the report of a check alone, if there is one. */
static void drop(struct ptxc_pieces *pieces, struct ptxc_piece *piece) {
    pieces->kept -= piece->own != NULL;
    ptxc_report_free(piece->own);
    piece->own = NULL;
}

void ptxc_pieces_replace(struct ptxc_pieces *pieces, struct ptxc_piece *piece, struct ptxc_report *report) {
    drop(pieces, piece);
    piece->again = true;
    piece->edited = false;
    pieces->instructions = pieces->instructions - piece->instructions + report->instructions;
    piece->instructions = report->instructions;
    piece->own = report;
    pieces->kept++;
    if (report->count == 0 && report->kernels.count == 0)
        drop(pieces, piece);
}

size_t ptxc_pieces_findings(const struct ptxc_pieces *pieces) {
    size_t count = pieces->report->count;
    for (size_t i = 0; i < pieces->count; i++) {
        const struct ptxc_piece *piece = &pieces->items[i];
        if (piece->again)
            count = count - piece->count + (piece->own ? piece->own->count : 0);
    }
    return count;
}

void ptxc_pieces_report(const struct ptxc_pieces *pieces, struct ptxc_report *report) {
    const size_t kernels = pieces->report->kernels.count;
    size_t from = 0, kernel = 0; /* the first ones of the whole check that were not copied yet */
    report->instructions = pieces->instructions;
    ptxc_report_expect(report, ptxc_pieces_findings(pieces));
    for (size_t i = 0; i < pieces->count; i++) {
        const struct ptxc_piece *piece = &pieces->items[i];
        if (!piece->again)
            continue;
        ptxc_report_copy(report, pieces->report, from, piece->first);
        ptxc_kernels_copy(report, pieces->report, kernel, piece->kernel);
        from = piece->first + piece->count;
        kernel = piece->kernel + piece->kernel_count;
        if (!piece->own)
            continue;
        ptxc_report_copy(report, piece->own, 0, piece->own->count);
        ptxc_kernels_copy(report, piece->own, 0, piece->own->kernels.count);
    }
    ptxc_kernels_copy(report, pieces->report, kernel, kernels);
    ptxc_report_copy(report, pieces->report, from, pieces->report->count);
}

void ptxc_pieces_free(struct ptxc_pieces *pieces) {
    for (size_t i = 0; i < pieces->count; i++)
        drop(pieces, &pieces->items[i]);
    ptxc_report_free(pieces->report);
    ptxc_arena_free(&pieces->arena);
    *pieces = (struct ptxc_pieces){.apart = false};
}

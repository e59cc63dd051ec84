/* Functions that can be checked each on its own: see incremental.h. */
#include "api/incremental.h"

#include <string.h>

#include "syntax/blank.h"
#include "report/keep.h"
#include "report/kernels.h"

/* ---- while the whole text is walked through ---- */

/* Takes over a name that stays; its text must not change with the source. */
static void add_name(struct ptxc_incremental *incremental, const struct ptxc_symbol *symbol) {
    struct ptxc_symbol kept = *symbol;
    kept.name = ptxc_arena_copy(&incremental->arena, symbol->name, symbol->length);
    if (kept.name)
        ptxc_symbols_add(&incremental->names, &kept);
}

/* Takes over the names that were declared since. Who looks for hazards lays out all shared variables without a size
 * alike, wherever they are declared. */
static void note_names(struct ptxc_incremental *incremental, const struct ptxc_module *module) {
    const struct ptxc_symbols *symbols = &module->parser.symbols;
    for (uint32_t at = incremental->last.innermost + 1; at <= symbols->innermost; at++) {
        const struct ptxc_symbol *symbol = ptxc_symbols_at(symbols, at);
        if (symbol->visible)
            add_name(incremental, symbol);
        else if (module->collects && symbol->external)
            incremental->apart = false;
    }
}

/* Returns the index of what is carried. */
static uint32_t note_state(struct ptxc_incremental *incremental, const struct ptxc_module *module) {
    const struct ptxc_parse_state state = ptxc_parse_state_get(module);
    if (incremental->state_count > 0 &&
        ptxc_parse_state_same(&incremental->states[incremental->state_count - 1], &state))
        return (uint32_t)incremental->state_count - 1;
    struct ptxc_parse_state *added =
        ptxc_arena_add(&incremental->arena, &incremental->states, &incremental->state_count,
                       &incremental->state_capacity, sizeof(state));
    if (!added)
        return 0;
    *added = state;
    return (uint32_t)incremental->state_count - 1;
}

/* Returns the place of the first '{' outside of comments; `end` where there is none, or text of another kind comes
 * before it. */
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
static void add_function(struct ptxc_incremental *incremental, const struct ptxc_module *module,
                         const struct ptxc_incremental_place *from, const struct ptxc_incremental_place *to) {
    const char *text = module->parser.lexer.source;
    const uint32_t end = module->position;
    if (to->names != from->names + 1 ||
        ptxc_symbols_at(&incremental->names, from->names + 1)->kind != PTXC_SYMBOL_FUNCTION ||
        !incremental->states[from->state].has_target || text[end - 1] != '}')
        return;
    const uint32_t open = find_open(text, from->start, end);
    struct ptxc_incremental_function *function =
        open < end - 1 ? ptxc_arena_add(&incremental->arena, &incremental->items, &incremental->count,
                                        &incremental->capacity, sizeof(*function))
                       : NULL;
    if (!function)
        return;
    *function = (struct ptxc_incremental_function){
        .begin = from->start,
        .open = open,
        .end = end,
        .names = from->names,
        .before = from->state,
        .after = to->state,
        .first = from->findings,
        .count = to->findings - from->findings,
        .kernel = from->kernels,
        .kernel_count = to->kernels - from->kernels,
        .instructions = to->instructions - from->instructions,
    };
}

bool ptxc_incremental_looked_beyond(const struct ptxc_module *module) {
    return module->collection.on || (module->collects && module->collection.looked_until > module->position);
}

static bool between(void *context, const struct ptxc_module *module, uint32_t start) {
    struct ptxc_incremental *incremental = context;
    const struct ptxc_incremental_place last = incremental->last;
    const struct ptxc_report *report = module->parser.report;
    if (!incremental->apart)
        return true;
    note_names(incremental, module);
    incremental->last = (struct ptxc_incremental_place){.start = start,
                                                        .innermost = module->parser.symbols.innermost,
                                                        .names = incremental->names.innermost,
                                                        .state = note_state(incremental, module),
                                                        .findings = report->count,
                                                        .kernels = report->kernels.count,
                                                        .instructions = report->instructions};
    incremental->apart &= !ptxc_incremental_looked_beyond(module);
    if (last.start != UINT32_MAX && !incremental->arena.failed)
        add_function(incremental, module, &last, &incremental->last);
    return true;
}

void ptxc_incremental_begin(struct ptxc_incremental *incremental, const struct ptxc_allocator *allocator) {
    *incremental =
        (struct ptxc_incremental){.apart = true, .last.start = UINT32_MAX, .watcher = {incremental, between}};
    ptxc_arena_init(&incremental->arena, allocator);
    ptxc_symbols_init(&incremental->names, &incremental->arena, 0);
}

void ptxc_incremental_end(struct ptxc_incremental *incremental, struct ptxc_report *report) {
    incremental->report = report;
    incremental->instructions = report->instructions;
}

/* ---- changes ---- */

/* Returns how many functions begin their bodies before a place. */
static size_t count_before(const struct ptxc_incremental *incremental, uint32_t place) {
    size_t low = 0, high = incremental->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (incremental->items[middle].open < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct ptxc_incremental_function *ptxc_incremental_around(const struct ptxc_incremental *incremental,
                                                                uint32_t place) {
    const size_t before = count_before(incremental, place);
    return before > 0 && place < incremental->items[before - 1].end ? &incremental->items[before - 1] : NULL;
}

struct ptxc_incremental_function *ptxc_incremental_find(struct ptxc_incremental *incremental, const char *text,
                                                        struct ptxc_incremental_change change) {
    const size_t before = count_before(incremental, change.offset);
    struct ptxc_incremental_function *function = before > 0 ? &incremental->items[before - 1] : NULL;
    /* whether a '}' ends the block before the function may depend on the rest of its line */
    if (!function || change.offset + change.removed >= function->end ||
        !memchr(text + function->begin, '\n', change.offset - function->begin))
        return NULL;
    return function;
}

/* Moves a place; false where it is about what is changed. */
static bool move_span(struct ptxc_span *span, struct ptxc_incremental_change change) {
    if (span->offset >= change.offset + change.removed) {
        span->offset = span->offset - change.removed + change.inserted;
        return true;
    }
    return span->offset + span->length <= change.offset;
}

/* Moves the names of kernels, which no change of a body is about. */
static void move_kernels(struct ptxc_report *report, struct ptxc_incremental_change change) {
    for (size_t i = 0; i < report->kernels.count; i++)
        move_span(&report->kernels.items[i].span, change);
}

/* Moves the places of findings; false where one is about what is changed. */
static bool move_findings(struct ptxc_report *report, size_t first, size_t end, struct ptxc_incremental_change change) {
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

bool ptxc_incremental_move(struct ptxc_incremental *incremental, struct ptxc_incremental_function *edited,
                           struct ptxc_incremental_change change) {
    bool moved = true;
    size_t from = 0; /* the first finding of the whole check that was not moved yet */
    for (size_t i = 0; i < incremental->state_count; i++)
        moved &= ptxc_parse_state_end(&incremental->states[i]) <= change.offset;
    for (struct ptxc_incremental_function *function = incremental->items;
         moved && function < incremental->items + incremental->count; function++) {
        if (function == edited || function->again) { /* its findings of the whole check do not count any more */
            moved &= move_findings(incremental->report, from, function->first, change);
            from = function->first + function->count;
        }
        if (function != edited && function->own) {
            moved &= move_findings(function->own, 0, function->own->count, change);
            move_kernels(function->own, change);
        }
        if (function > edited) {
            function->begin = function->begin - change.removed + change.inserted;
            function->open = function->open - change.removed + change.inserted;
        }
        if (function >= edited)
            function->end = function->end - change.removed + change.inserted;
    }
    edited->edited = true;
    move_kernels(incremental->report, change);
    return moved && move_findings(incremental->report, from, incremental->report->count, change);
}

/* ---- findings ---- */

/* Frees the report of a check alone, if there is one. */
static void drop(struct ptxc_incremental *incremental, struct ptxc_incremental_function *function) {
    incremental->kept -= function->own != NULL;
    ptxc_report_free(function->own);
    function->own = NULL;
}

void ptxc_incremental_replace(struct ptxc_incremental *incremental, struct ptxc_incremental_function *function,
                              struct ptxc_report *report) {
    drop(incremental, function);
    function->again = true;
    function->edited = false;
    incremental->instructions = incremental->instructions - function->instructions + report->instructions;
    function->instructions = report->instructions;
    function->own = report;
    incremental->kept++;
    if (report->count == 0 && report->kernels.count == 0)
        drop(incremental, function);
}

size_t ptxc_incremental_findings(const struct ptxc_incremental *incremental) {
    size_t count = incremental->report->count;
    for (size_t i = 0; i < incremental->count; i++) {
        const struct ptxc_incremental_function *function = &incremental->items[i];
        if (function->again)
            count = count - function->count + (function->own ? function->own->count : 0);
    }
    return count;
}

void ptxc_incremental_report(const struct ptxc_incremental *incremental, struct ptxc_report *report) {
    const size_t kernels = incremental->report->kernels.count;
    size_t from = 0, kernel = 0; /* the first ones of the whole check that were not copied yet */
    report->instructions = incremental->instructions;
    ptxc_report_expect(report, ptxc_incremental_findings(incremental));
    for (size_t i = 0; i < incremental->count; i++) {
        const struct ptxc_incremental_function *function = &incremental->items[i];
        if (!function->again)
            continue;
        ptxc_report_copy(report, incremental->report, from, function->first);
        ptxc_kernels_copy(report, incremental->report, kernel, function->kernel);
        from = function->first + function->count;
        kernel = function->kernel + function->kernel_count;
        if (!function->own)
            continue;
        ptxc_report_copy(report, function->own, 0, function->own->count);
        ptxc_kernels_copy(report, function->own, 0, function->own->kernels.count);
    }
    ptxc_kernels_copy(report, incremental->report, kernel, kernels);
    ptxc_report_copy(report, incremental->report, from, incremental->report->count);
}

void ptxc_incremental_free(struct ptxc_incremental *incremental) {
    for (size_t i = 0; i < incremental->count; i++)
        drop(incremental, &incremental->items[i]);
    ptxc_report_free(incremental->report);
    ptxc_arena_free(&incremental->arena);
    *incremental = (struct ptxc_incremental){.apart = false};
}

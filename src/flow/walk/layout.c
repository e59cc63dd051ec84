/* Places of variables: see layout.h. */
#include "flow/walk/layout.h"

#include "flow/parameters.h"

enum { ROOM = 20 }; /* bits of an address for what lies in one variable of a space that is not laid out */

uint32_t ptxc_layout_symbol(uint64_t address) {
    return (uint32_t)((address & ~PTXC_WINDOW_MASK) >> ROOM);
}

/* Whether a symbol is a variable of this space. */
static bool lies_in(const struct ptxc_symbol *symbol, enum ptxc_space space) {
    return symbol->kind == PTXC_SYMBOL_VARIABLE && symbol->space == space;
}

/* Whether each thread has a variable of its own: a local one, or what is passed in a call. */
static bool is_own(const struct ptxc_code *code, uint32_t id, const struct ptxc_symbol *symbol) {
    return lies_in(symbol, PTXC_SPACE_LOCAL) ||
           (lies_in(symbol, PTXC_SPACE_PARAM) && !ptxc_parameter_is(code->program->body, id));
}

/* Places a variable after the others; false where they do not fit. */
static bool place(struct ptxc_code *code, uint32_t id, const struct ptxc_symbol *symbol, uint32_t *end) {
    const uint32_t alignment = symbol->alignment ? symbol->alignment : 1;
    const uint64_t at = ((uint64_t)*end + alignment - 1) / alignment * alignment;
    if (at + symbol->size > PTXC_SHARED_MOST)
        return false;
    code->shared[id] = (uint32_t)at + 1;
    *end = (uint32_t)(at + symbol->size);
    if (lies_in(symbol, PTXC_SPACE_SHARED))
        code->variables[code->variable_count++] = (struct ptxc_laid){id, (uint32_t)at, (uint32_t)symbol->size};
    return true;
}

/* Marks the variables that a step names. */
static void mark(struct ptxc_code *code, const struct ptxc_statement *statement) {
    for (uint16_t i = 0; i < statement->value_count; i++)
        if (statement->values[i].kind == PTXC_VALUE_VARIABLE)
            code->shared[statement->values[i].symbol] = 1;
}

/* Places the variables that are named, and marks no others; false where they do not fit. */
static bool place_all(struct ptxc_code *code) {
    const struct ptxc_symbols *symbols = code->program->symbols;
    const uint32_t last = ptxc_symbols_last(symbols);
    uint32_t shared = PTXC_SHARED_FIRST, local = 0;
    for (uint32_t id = 1; id <= last; id++) {
        const struct ptxc_symbol *symbol = ptxc_symbols_get(symbols, id);
        const bool named = code->shared[id];
        code->shared[id] = 0;
        code->dynamic |= named && symbol->external && lies_in(symbol, PTXC_SPACE_SHARED);
        if (!named || symbol->external)
            continue;
        if ((lies_in(symbol, PTXC_SPACE_SHARED) && !place(code, id, symbol, &shared)) ||
            (is_own(code, id, symbol) && !place(code, id, symbol, &local)))
            return false;
    }
    code->shared_bytes = (shared + 1023) / 1024 * 1024; /* what is allocated at the launch begins here */
    return true;
}

/* Adds the variable whose memory is allocated at the launch; several lie at the same place, and one stands for them. */
static void place_dynamic(struct ptxc_code *code) {
    const struct ptxc_symbols *symbols = code->program->symbols;
    const uint32_t last = ptxc_symbols_last(symbols);
    for (uint32_t id = 1; id <= last; id++) {
        const struct ptxc_symbol *symbol = ptxc_symbols_get(symbols, id);
        if (!symbol || !symbol->external || !lies_in(symbol, PTXC_SPACE_SHARED))
            continue;
        code->variables[code->variable_count++] = (struct ptxc_laid){id, code->shared_bytes, UINT32_MAX};
        return;
    }
}

bool ptxc_layout_make(struct ptxc_code *code) {
    const uint32_t last = ptxc_symbols_last(code->program->symbols);
    struct ptxc_arena *arena = code->program->arena;
    uint32_t named = 0;
    code->shared = ptxc_arena_alloc(arena, (last + 2u) * sizeof(*code->shared));
    if (!code->shared)
        return false;
    for (uint32_t i = 0; i < code->program->count; i++)
        mark(code, code->program->steps[i].statement);
    for (uint32_t id = 1; id <= last; id++)
        named += code->shared[id];
    code->variables = ptxc_arena_alloc(arena, (named + 1) * sizeof(*code->variables));
    if (!code->variables || !place_all(code))
        return false;
    place_dynamic(code);
    return true;
}

uint64_t ptxc_layout_address(const struct ptxc_code *code, const struct ptxc_value *value) {
    const struct ptxc_symbol *symbol = ptxc_symbols_get(code->program->symbols, value->symbol);
    const uint64_t offset = (uint64_t)value->integer;
    if (!symbol)
        return offset;
    if (symbol->space == PTXC_SPACE_SHARED || symbol->space == PTXC_SPACE_LOCAL)
        return (code->shared[value->symbol] ? code->shared[value->symbol] - 1 : code->shared_bytes) + offset;
    if (code->shared[value->symbol]) /* what is passed in a call lies among the local variables */
        return PTXC_WINDOW_LOCAL + code->shared[value->symbol] - 1 + offset;
    const uint64_t place = (uint64_t)value->symbol << ROOM;
    return symbol->space == PTXC_SPACE_GLOBAL ? (place << ROOM / 2) + offset : place + offset;
}

/* The variable that an address lies in, or NULL. */
static const struct ptxc_laid *find(const struct ptxc_code *code, uint32_t address) {
    for (uint32_t i = 0; i < code->variable_count; i++) {
        const struct ptxc_laid *variable = &code->variables[i];
        if (address >= variable->first && address - variable->first < variable->bytes)
            return variable;
    }
    return NULL;
}

uint32_t ptxc_layout_variable(const struct ptxc_code *code, uint32_t address, uint32_t *offset) {
    const struct ptxc_laid *variable = find(code, address);
    if (!variable)
        return 0;
    *offset = address - variable->first;
    return variable->symbol;
}

bool ptxc_layout_holds(const struct ptxc_code *code, uint32_t address, uint32_t bytes) {
    const struct ptxc_laid *variable = find(code, address);
    return variable && (uint64_t)(address - variable->first) + bytes <= variable->bytes;
}

/* Places of variables: see layout.h. */
#include "analysis/code/layout.h"

#include <stdlib.h>

#include "analysis/values/parameters.h"

enum { ROOM = 20 }; /* bits of an address for what lies in one variable of a space that is not laid out */

uint32_t ptxc_layout_symbol(const struct ptxc_code *code, uint64_t address) {
    const uint64_t number = (address & ~PTXC_WINDOW_MASK) >> ROOM;
    return number > 0 && number <= code->placed_count ? code->placed[number - 1].symbol : 0;
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
static bool place(struct ptxc_code *code, struct ptxc_placed *placed, const struct ptxc_symbol *symbol, uint32_t *end) {
    const uint32_t alignment = symbol->alignment ? symbol->alignment : 1;
    const uint64_t at = ((uint64_t)*end + alignment - 1) / alignment * alignment;
    if (at + symbol->size > PTXC_SHARED_MOST)
        return false;
    placed->place = (uint32_t)at + 1;
    *end = (uint32_t)(at + symbol->size);
    if (lies_in(symbol, PTXC_SPACE_SHARED))
        code->variables[code->variable_count++] =
            (struct ptxc_laid){placed->symbol, (uint32_t)at, (uint32_t)symbol->size};
    return true;
}

/* Returns how many of the values are variables that are declared, and adds them to `placed` unless that is NULL. */
static uint32_t list_variables(const struct ptxc_statement *statement, struct ptxc_placed *placed) {
    uint32_t count = 0;
    for (uint16_t i = 0; i < statement->value_count; i++) {
        const struct ptxc_value *value = &statement->values[i];
        if (value->kind != PTXC_VALUE_VARIABLE || value->symbol == 0)
            continue;
        if (placed)
            placed[count].symbol = value->symbol;
        count++;
    }
    return count;
}

static int by_symbol(const void *a, const void *b) {
    const uint32_t one = ((const struct ptxc_placed *)a)->symbol, other = ((const struct ptxc_placed *)b)->symbol;
    return (one > other) - (one < other);
}

/* Lists the variables that the steps name, each once, in the order of their declarations; false without memory. A
 * module may have many more than one function names. */
static bool list_named(struct ptxc_code *code) {
    const struct ptxc_program *program = code->program;
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 0; i < program->count; i++)
        count += list_variables(program->steps[i].statement, NULL);
    code->placed = ptxc_arena_alloc(program->arena, (count + 1) * sizeof(*code->placed));
    if (!code->placed)
        return false;
    for (uint32_t i = 0, at = 0; i < program->count; i++)
        at += list_variables(program->steps[i].statement, code->placed + at);
    qsort(code->placed, count, sizeof(*code->placed), by_symbol);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || code->placed[i].symbol != code->placed[i - 1].symbol)
            code->placed[kept++] = code->placed[i];
    code->placed_count = kept;
    return true;
}

/* Places the variables that are named; false where they do not fit. */
static bool place_all(struct ptxc_code *code) {
    uint32_t shared = PTXC_SHARED_FIRST, local = 0;
    for (uint32_t i = 0; i < code->placed_count; i++) {
        struct ptxc_placed *placed = &code->placed[i];
        const struct ptxc_symbol *symbol = ptxc_symbols_get(code->program->symbols, placed->symbol);
        code->dynamic |= symbol->external && lies_in(symbol, PTXC_SPACE_SHARED);
        if (symbol->external)
            continue;
        if ((lies_in(symbol, PTXC_SPACE_SHARED) && !place(code, placed, symbol, &shared)) ||
            (is_own(code, placed->symbol, symbol) && !place(code, placed, symbol, &local)))
            return false;
    }
    code->shared_bytes = (shared + 1023) / 1024 * 1024; /* what is allocated at the launch begins here */
    return true;
}

bool ptxc_layout_make(struct ptxc_code *code) {
    if (!list_named(code))
        return false;
    code->variables = ptxc_arena_alloc(code->program->arena, (code->placed_count + 1) * sizeof(*code->variables));
    if (!code->variables || !place_all(code))
        return false;
    /* Several variables that are allocated at the launch lie at the same place, and one stands for them. */
    if (code->program->symbols->at_launch)
        code->variables[code->variable_count++] =
            (struct ptxc_laid){code->program->symbols->at_launch, code->shared_bytes, UINT32_MAX};
    return true;
}

/* Returns the variable among those that are named, or NULL. */
static const struct ptxc_placed *placed_of(const struct ptxc_code *code, uint32_t symbol) {
    const struct ptxc_placed wanted = {.symbol = symbol};
    return code->placed_count ? bsearch(&wanted, code->placed, code->placed_count, sizeof(wanted), by_symbol) : NULL;
}

uint64_t ptxc_layout_address(const struct ptxc_code *code, const struct ptxc_value *value) {
    const struct ptxc_symbol *symbol = ptxc_symbols_get(code->program->symbols, value->symbol);
    const uint64_t offset = (uint64_t)value->integer;
    if (!symbol)
        return offset;
    const struct ptxc_placed *named = placed_of(code, value->symbol);
    const uint32_t placed = named ? named->place : 0;
    if (symbol->space == PTXC_SPACE_SHARED || symbol->space == PTXC_SPACE_LOCAL)
        return (placed ? placed - 1 : code->shared_bytes) + offset;
    if (placed) /* what is passed in a call lies among the local variables */
        return PTXC_WINDOW_LOCAL + placed - 1 + offset;
    /* the number among those that the function names is the same in whatever module it stands */
    const uint64_t place = named ? (uint64_t)(named - code->placed + 1) << ROOM : 0;
    return symbol->space == PTXC_SPACE_GLOBAL ? (place << ROOM / 2) + offset : place + offset;
}

/* Returns the variable that an address lies in, or NULL. They lie one after another. */
static const struct ptxc_laid *find(const struct ptxc_code *code, uint32_t address) {
    uint32_t low = 0, high = code->variable_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (code->variables[middle].first <= address)
            low = middle + 1;
        else
            high = middle;
    }
    const struct ptxc_laid *variable = low > 0 ? &code->variables[low - 1] : NULL;
    return variable && address - variable->first < variable->bytes ? variable : NULL;
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

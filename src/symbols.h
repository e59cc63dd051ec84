/* The names of a module: registers, variables, parameters and functions, by scope. A name is looked up in the
 * innermost scope that declares it.
 */
#ifndef PTXC_SYMBOLS_H
#define PTXC_SYMBOLS_H

#include "arena.h"
#include "tables.h"

enum ptxc_symbol_kind {
    PTXC_SYMBOL_REGISTER,
    PTXC_SYMBOL_VARIABLE,
    PTXC_SYMBOL_FUNCTION,
    PTXC_SYMBOL_ANY /* without a name: from here on its scope may have declared any */
};

struct ptxc_symbol {
    const char *name; /* points into the source */
    uint32_t length;
    uint32_t range; /* %r<range> declares %r0 … ; 0 for a plain name */
    enum ptxc_symbol_kind kind;
    enum ptxc_space space;
    enum ptxc_type type;
    uint8_t vector; /* elements of .v2 and .v4, else 0 */
    bool array;
    bool external;      /* .extern: placed by someone else */
    uint32_t alignment; /* bytes; the type's own where none is declared */
    uint32_t previous;  /* index + 1 of the older symbol of this hash bucket */
};

struct ptxc_symbols {
    struct ptxc_arena *arena;
    struct ptxc_symbol *list; /* oldest first; the scopes are stretches of it */
    size_t count;
    size_t capacity;
    uint32_t *buckets; /* index + 1 of the newest symbol, 0 for none */
    size_t bucket_count;
};

void ptxc_symbols_init(struct ptxc_symbols *symbols, struct ptxc_arena *arena);

/* Adds a copy of `symbol` to the current scope; false without memory. */
bool ptxc_symbols_add(struct ptxc_symbols *symbols, const struct ptxc_symbol *symbol);

/* Forgets every symbol added since there were `count` of them: the end of a scope. */
void ptxc_symbols_truncate(struct ptxc_symbols *symbols, size_t count);

/* The innermost symbol of this name, or NULL. The pointer holds until the next symbol is added. */
const struct ptxc_symbol *ptxc_symbols_find(const struct ptxc_symbols *symbols, const char *name, uint32_t length);

#endif

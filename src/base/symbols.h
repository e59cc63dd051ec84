/* The names of a module: registers, variables, parameters and functions, by scope. A name is looked up in the
 * innermost scope that declares it.
 */
#ifndef PTXC_SYMBOLS_H
#define PTXC_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "ptxcheck/names.h"

enum ptxc_symbol_kind {
    PTXC_SYMBOL_REGISTER,
    PTXC_SYMBOL_VARIABLE,
    PTXC_SYMBOL_FUNCTION,
    PTXC_SYMBOL_LABEL, /* no operand of ours; it hides what has its name */
    PTXC_SYMBOL_ANY    /* unknown text, which may have declared any name in its scope from here on; it has no name */
};

/* A module may have a hundred thousand functions: a symbol has 64 bytes. */
struct ptxc_symbol {
    const char *name; /* points into the source */
    uint64_t size;    /* bytes; 0: not known */
    uint32_t length;
    uint32_t range;      /* %r<range> declares %r0 … ; 0 for a plain name */
    uint32_t alignment;  /* bytes; the type's own where none is declared */
    unsigned space : 8;  /* enum ptxc_space */
    unsigned type : 8;   /* enum ptxc_type */
    unsigned vector : 8; /* elements of .v2 and .v4, else 0 */
    unsigned kind : 5;   /* enum ptxc_symbol_kind */
    bool array : 1;
    bool external : 1; /* .extern: placed by someone else */
    bool in_body : 1;  /* a .param variable that is no parameter of a function */
    bool visible : 1;  /* its scope is open */
    uint32_t id;
    uint32_t hash;   /* of the name */
    uint32_t next;   /* place of the next name of this hash bucket, or 0 */
    uint32_t hidden; /* place of the visible symbol that had the name before, or 0; a range hides no plain name */
    uint32_t outer;  /* place of the symbol that was declared last and visible before it, or 0 */
    /* Of a range, the ranges that it hides and that are larger: */
    uint32_t wider; /* place of the nearest, or 0 */
    uint32_t skip;  /* place of one further out, or 0 */
    uint32_t depth; /* how many there are */
};

/* Symbols lie in chunks of so many, so that they are not copied when there are more. */
enum { PTXC_SYMBOL_CHUNK = 1024 };

/* The id of a symbol says how many the module has declared with it. It stays the symbol's own when its scope ends: two
 * declarations of one name have two ids. Its place is its index in the list + 1, which is less than its id where
 * symbols were passed over. */
struct ptxc_symbols {
    struct ptxc_arena *arena;
    uint64_t seed;               /* of the hash */
    struct ptxc_symbol **chunks; /* oldest first, those of closed scopes among them */
    size_t chunk_capacity;
    size_t count;
    size_t capacity;    /* of the chunks that there are */
    uint32_t innermost; /* place of the newest visible symbol, or 0 */
    uint32_t *buckets;  /* place of the first name, or 0 */
    size_t bucket_count;
    uint32_t passed;      /* how many were passed over */
    uint32_t last_passed; /* the id of the last of these, or 0 */
    bool numbered;        /* some plain name looks like one of a range: it begins with % and ends with a digit */
    uint32_t at_launch;   /* the id of the first shared variable that someone else places, or 0 */
    const struct ptxc_symbols *outer; /* those around all of these, or NULL */
    uint32_t outer_count;             /* so many of them are seen, the oldest */
};

/* The symbol at a place, which there is. */
static inline struct ptxc_symbol *ptxc_symbols_at(const struct ptxc_symbols *symbols, uint32_t place) {
    return &symbols->chunks[(place - 1) / PTXC_SYMBOL_CHUNK][(place - 1) % PTXC_SYMBOL_CHUNK];
}

void ptxc_symbols_init(struct ptxc_symbols *symbols, struct ptxc_arena *arena, uint64_t seed);

/* Puts them, of which there are none yet, in the scope of the oldest `count` of others, none of which was passed over.
 * Those must stay as they are. */
void ptxc_symbols_enclose(struct ptxc_symbols *symbols, const struct ptxc_symbols *outer, uint32_t count);

/* Adds a copy of `symbol` to the current scope; false without memory. */
bool ptxc_symbols_add(struct ptxc_symbols *symbols, const struct ptxc_symbol *symbol);

/* Passes over so many symbols, whose scope is closed and which nobody asks for: they have ids, and nothing else. */
void ptxc_symbols_pass(struct ptxc_symbols *symbols, uint32_t count);

/* The id of the symbol that was declared last, or 0. */
uint32_t ptxc_symbols_last(const struct ptxc_symbols *symbols);

/* Closes a scope that began when `innermost` was the newest visible symbol: those added since are no longer visible. */
void ptxc_symbols_close_scope(struct ptxc_symbols *symbols, uint32_t innermost);

/* Forgets what was declared after the newest visible symbol; the ids of other symbols stay what they are. */
void ptxc_symbols_forget(struct ptxc_symbols *symbols);

/* The id of the innermost visible symbol of this name, or 0. `*number` is that of a name such as %r12, which %r<16>
 * declares; 0 for a plain one. */
uint32_t ptxc_symbols_find(const struct ptxc_symbols *symbols, const char *name, uint32_t length, uint32_t *number);

/* The symbol of an id, or NULL where it is none or was passed over. The pointer holds until the next symbol is added.
 */
const struct ptxc_symbol *ptxc_symbols_get(const struct ptxc_symbols *symbols, uint32_t id);

#endif

/* The macros of a file: see macros.h. Whether another file defines the same name is not known, nor, in text, which of
 * several definitions holds; then the macro stays unknown. An asm statement that one of several definitions makes is
 * compiled all the same where that one holds, unless the use is known to stand elsewhere.
 */
#include "host/c/macros.h"

#include <string.h>

#include "base/hash.h"
#include "host/c/lexer.h"

static uint64_t hash_of(const struct ptxc_macros *macros, const char *source, struct ptxc_span name) {
    return ptxc_hash(macros->seed, source + name.offset, name.length);
}

/* Returns the place of the name, which stands in `source`, or the free one where it belongs; the table is not empty. */
static struct ptxc_macro_name **place_of(const struct ptxc_macros *macros, const char *source, struct ptxc_span name,
                                         uint64_t hash) {
    for (size_t i = (size_t)hash & (macros->capacity - 1);; i = (i + 1) & (macros->capacity - 1)) {
        const struct ptxc_macro_name *known = macros->names[i];
        if (!known || (known->hash == hash && known->span.length == name.length &&
                       memcmp(macros->source + known->span.offset, source + name.offset, name.length) == 0))
            return &macros->names[i];
    }
}

/* Returns the definitions of the name, which stands in the source of the extraction; NULL where there is none. */
static struct ptxc_macro_name *find_name(const struct ptxc_macros *macros, const struct ptxc_extraction *extraction,
                                         struct ptxc_span name) {
    const char *source = extraction->source;
    return macros->count > 0 ? *place_of(macros, source, name, hash_of(macros, source, name)) : NULL;
}

/* Makes room for one more name; at least half of the table stays free. False without memory. */
static bool grow(struct ptxc_macros *macros, struct ptxc_arena *arena) {
    enum { LEAST = 64 };
    struct ptxc_macros larger = *macros;
    if (macros->count * 2 < macros->capacity)
        return true;
    larger.capacity = macros->capacity ? macros->capacity * 2 : LEAST;
    larger.names = ptxc_arena_alloc(arena, larger.capacity * sizeof(struct ptxc_macro_name *));
    if (!larger.names)
        return false;
    for (size_t i = 0; i < macros->capacity; i++)
        if (macros->names[i])
            *place_of(&larger, macros->source, macros->names[i]->span, macros->names[i]->hash) = macros->names[i];
    *macros = larger;
    return true;
}

/* Returns the definitions of a name of the file, of which there may be none yet; NULL without memory. */
static struct ptxc_macro_name *take_name(struct ptxc_macros *macros, struct ptxc_arena *arena, struct ptxc_span name) {
    const uint64_t hash = hash_of(macros, macros->source, name);
    if (!grow(macros, arena))
        return NULL;
    struct ptxc_macro_name **place = place_of(macros, macros->source, name, hash);
    struct ptxc_macro_name *known = *place;
    if (known)
        return known;
    struct ptxc_macro_name *added = ptxc_arena_alloc(arena, sizeof(*added));
    if (!added)
        return NULL;
    *added = (struct ptxc_macro_name){.span = name, .hash = hash, .text = true};
    macros->count++;
    return *place = added;
}

struct ptxc_macro *ptxc_macros_add(struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                                   const struct ptxc_host_conditions *conditions, struct ptxc_host_token define) {
    struct ptxc_macro_name *name = take_name(macros, extraction->arena, define.body);
    struct ptxc_macro *macro = ptxc_arena_alloc(extraction->arena, sizeof(*macro));
    if (!name || !macro)
        return NULL;
    const size_t depth = conditions->depth;
    *macro = (struct ptxc_macro){
        .name = name,
        .before = name->last,
        .define = define,
        .facts = ptxc_conditions_facts(conditions),
        .depth = depth,
        .branch = depth > 0 && depth <= PTXC_MAX_CONDITIONS ? conditions->open[depth - 1].branch : 0,
        .branches = conditions->branches,
        .number = ++name->count,
    };
    name->last = macro;
    return macro;
}

void ptxc_macros_undefine(const struct ptxc_macros *macros, const struct ptxc_extraction *extraction,
                          struct ptxc_span name) {
    struct ptxc_macro_name *known = find_name(macros, extraction, name);
    if (known)
        known->undefined = known->count;
}

void ptxc_macros_follow(struct ptxc_macros *macros, struct ptxc_macro *macro) {
    macro->followed = macro->name->followed;
    macro->name->followed = macro;
    macros->followed_count++;
}

const struct ptxc_macro *ptxc_macros_find(const struct ptxc_macros *macros, const struct ptxc_extraction *extraction,
                                          struct ptxc_span name) {
    const struct ptxc_macro_name *known = find_name(macros, extraction, name);
    return known && known->count == 1 && known->undefined == 0 ? known->last : NULL;
}

bool ptxc_macros_has(const struct ptxc_macros *macros, const struct ptxc_extraction *extraction,
                     struct ptxc_span name) {
    return find_name(macros, extraction, name) != NULL;
}

/* Whether the macro is defined in some compilation of a place with these conditions: in each of them, because the place
 * is inside the branch of the definition, or in one, because no condition of the place excludes it. */
static bool may_hold(const struct ptxc_macro *macro, const struct ptxc_host_conditions *conditions) {
    if (ptxc_host_facts_meet(macro->facts, ptxc_conditions_facts(conditions)).never)
        return false;
    return ptxc_conditions_is_inside(conditions, macro->depth, macro->branch) ||
           !ptxc_conditions_undecided(conditions, macro->branches);
}

const struct ptxc_macro *ptxc_macros_followed(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                                              const struct ptxc_host_conditions *conditions, struct ptxc_span name,
                                              const struct ptxc_macro *last) {
    enum { COST = 8, STEP = 2 }; /* of a definition that does not hold, and of each after the first of a name */
    const struct ptxc_macro_name *known = last ? last->name : find_name(macros, extraction, name);
    const struct ptxc_macro *macro = last ? last->followed : known ? known->followed : NULL;
    if (last && macro && !ptxc_extraction_spend(extraction, STEP))
        return NULL;
    for (; macro && macro->number > known->undefined; macro = macro->followed)
        if (may_hold(macro, conditions))
            return macro;
        else if (!ptxc_extraction_spend(extraction, COST))
            return NULL;
    return NULL;
}

struct ptxc_host_lexer ptxc_macro_body(const struct ptxc_macros *macros, const struct ptxc_macro *macro) {
    return (struct ptxc_host_lexer){.source = macros->source,
                                    .length = macros->length,
                                    .position = macro->define.offset + macro->define.length,
                                    .inside_line = true,
                                    .inside_define = true};
}

bool ptxc_macro_has_parameters(const struct ptxc_macro *macro) {
    return macro->define.offset + macro->define.length > macro->define.body.offset + macro->define.body.length;
}

/* Whether the definition has no parameters and is one literal. */
static bool is_text(const struct ptxc_macros *macros, const struct ptxc_macro *macro) {
    struct ptxc_host_lexer body = ptxc_macro_body(macros, macro);
    return !ptxc_macro_has_parameters(macro) && ptxc_host_c_next(&body).kind == PTXC_HOST_STRING &&
           ptxc_host_c_next(&body).kind == PTXC_HOST_DEFINE_END;
}

bool ptxc_macros_is_text(const struct ptxc_macros *macros, const struct ptxc_extraction *extraction,
                         struct ptxc_host_token name) {
    struct ptxc_macro_name *known = find_name(macros, extraction, ptxc_host_place(name));
    if (!known)
        return false;
    for (const struct ptxc_macro *macro = known->last; macro && macro->number > known->judged; macro = macro->before)
        known->text = known->text && is_text(macros, macro);
    known->judged = known->count;
    return known->text;
}

/* The macros of a file: see c_macro.h. Whether another file defines the same name is not known, nor, in text, which of
 * several definitions holds; then the macro stays unknown. An asm statement that one of several definitions makes is
 * compiled all the same where that one holds, unless the use is known to stand elsewhere.
 */
#include "host/c_macro.h"

#include <string.h>

#include "host/c.h"

/* The bucket of a name, by FNV-1a. */
static uint32_t bucket_of(const char *source, struct ptxc_span name) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < name.length; i++)
        hash = (hash ^ (unsigned char)source[name.offset + i]) * 16777619u;
    return hash % PTXC_MACRO_BUCKETS;
}

/* Whether this is the name of the macro; it stands in `source`. */
static bool is_named(const struct ptxc_macros *macros, const struct ptxc_macro *macro, const char *source,
                     struct ptxc_span name) {
    const struct ptxc_span own = macro->define.body;
    return own.length == name.length && memcmp(macros->source + own.offset, source + name.offset, name.length) == 0;
}

struct ptxc_macro *ptxc_macros_add(struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                                   const struct ptxc_conditions *conditions, struct ptxc_host_token define) {
    struct ptxc_macro *macro = ptxc_arena_alloc(extraction->arena, sizeof(*macro));
    if (!macro)
        return NULL;
    const size_t depth = conditions->depth;
    struct ptxc_macro **bucket = &macros->buckets[bucket_of(macros->source, define.body)];
    *macro = (struct ptxc_macro){
        .next = *bucket,
        .define = define,
        .facts = ptxc_conditions_facts(conditions),
        .depth = depth,
        .branch = depth > 0 && depth <= PTXC_MAX_CONDITIONS ? conditions->open[depth - 1].branch : 0,
        .branches = conditions->branches,
    };
    *bucket = macro;
    return macro;
}

void ptxc_macros_undefine(struct ptxc_macros *macros, struct ptxc_extraction *extraction, struct ptxc_span name) {
    struct ptxc_macro *macro = macros->buckets[bucket_of(extraction->source, name)];
    for (; macro && ptxc_extraction_spend(extraction, 1); macro = macro->next)
        macro->undefined |= is_named(macros, macro, extraction->source, name);
    macros->lost |= macro != NULL;
}

void ptxc_macros_follow(struct ptxc_macros *macros, struct ptxc_macro *macro) {
    struct ptxc_macro **bucket = &macros->followed[bucket_of(macros->source, macro->define.body)];
    macro->followed = *bucket;
    *bucket = macro;
    macros->followed_count++;
}

const struct ptxc_macro *ptxc_macros_find(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                                          struct ptxc_span name) {
    const struct ptxc_macro *found = NULL;
    const struct ptxc_macro *macro = macros->buckets[bucket_of(extraction->source, name)];
    for (; macro; macro = macro->next) {
        if (!ptxc_extraction_spend(extraction, 1))
            return NULL;
        if (!is_named(macros, macro, extraction->source, name))
            continue;
        if (found || macro->undefined)
            return NULL;
        found = macro;
    }
    return found;
}

bool ptxc_macros_has(const struct ptxc_macros *macros, struct ptxc_extraction *extraction, struct ptxc_span name) {
    const struct ptxc_macro *macro = macros->buckets[bucket_of(extraction->source, name)];
    for (; macro; macro = macro->next)
        if (!ptxc_extraction_spend(extraction, 1) || is_named(macros, macro, extraction->source, name))
            return true;
    return false;
}

/* Whether the macro is defined in some compilation of a place with these conditions: in each of them, because the place
 * is inside the branch of the definition, or in one, because no condition of the place excludes it. */
static bool may_hold(const struct ptxc_macro *macro, const struct ptxc_conditions *conditions) {
    if (macro->undefined || ptxc_facts_meet(macro->facts, ptxc_conditions_facts(conditions)).never)
        return false;
    return ptxc_conditions_is_inside(conditions, macro->depth, macro->branch) ||
           !ptxc_conditions_undecided(conditions, macro->branches);
}

const struct ptxc_macro *ptxc_macros_followed(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                                              const struct ptxc_conditions *conditions, struct ptxc_span name,
                                              const struct ptxc_macro *last) {
    const struct ptxc_macro *macro = last           ? last->followed
                                     : macros->lost ? NULL
                                                    : macros->followed[bucket_of(extraction->source, name)];
    for (; macro; macro = macro->followed)
        if (is_named(macros, macro, extraction->source, name) && may_hold(macro, conditions))
            return macro;
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

bool ptxc_macros_is_text(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                         struct ptxc_host_token name) {
    struct ptxc_span span = {name.offset, name.length};
    const struct ptxc_macro *macro = macros->buckets[bucket_of(extraction->source, span)];
    bool found = false;
    for (; macro && ptxc_extraction_spend(extraction, 1); macro = macro->next) {
        if (!is_named(macros, macro, extraction->source, span))
            continue;
        struct ptxc_host_lexer body = ptxc_macro_body(macros, macro);
        const uint32_t start = body.position;
        bool literal = ptxc_host_c_next(&body).kind == PTXC_HOST_STRING;
        bool alone = literal && ptxc_host_c_next(&body).kind == PTXC_HOST_DEFINE_END;
        if (!ptxc_extraction_charge(extraction, body.position - start) || ptxc_macro_has_parameters(macro) || !alone)
            return false;
        found = true;
    }
    return found;
}

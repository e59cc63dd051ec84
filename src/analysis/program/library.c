/* Bodies that stay: see library.h. */
#include "analysis/program/library.h"

#include <string.h>

#include "base/hash.h"
#include "analysis/program/branch_targets.h"

enum { MOST = 16 * 1024 * 1024 /* bytes */ };

void ptxc_library_init(struct ptxc_library *library, const struct ptxc_allocator *allocator) {
    *library = (struct ptxc_library){.buckets = NULL};
    ptxc_arena_init(&library->arena, allocator);
}

void ptxc_library_free(struct ptxc_library *library) {
    ptxc_arena_free(&library->arena);
}

/* Returns the bytes that a body takes, all but its first few. */
static size_t size_of(const struct ptxc_body *body) {
    size_t size = body->count * sizeof(struct ptxc_statement);
    size += (body->parameter_count + body->result_count + body->scope_count) * sizeof(uint32_t);
    for (size_t i = 0; i < body->count; i++) {
        const struct ptxc_statement *statement = &body->statements[i];
        size += statement->operand_count * sizeof(struct ptxc_operand);
        size += statement->value_count * sizeof(struct ptxc_value);
        size += statement->qualifier_count * sizeof(struct ptxc_qualifier_use);
    }
    return size;
}

/* A copy of so many bytes, or NULL. */
static void *copy(struct ptxc_arena *arena, const void *bytes, size_t size) {
    void *made = size > 0 ? ptxc_arena_alloc(arena, size) : NULL;
    return made ? memcpy(made, bytes, size) : NULL;
}

const struct ptxc_body *ptxc_library_keep(struct ptxc_library *library, const struct ptxc_body *body) {
    struct ptxc_arena *arena = &library->arena;
    const size_t size = size_of(body);
    if (size > MOST - library->taken)
        return NULL;
    library->taken += size;
    struct ptxc_body *made = copy(arena, body, sizeof(*body));
    if (!made)
        return NULL;
    made->parameters = copy(arena, body->parameters, body->parameter_count * sizeof(*body->parameters));
    made->results = copy(arena, body->results, body->result_count * sizeof(*body->results));
    made->scopes = copy(arena, body->scopes, body->scope_count * sizeof(*body->scopes));
    made->statements = copy(arena, body->statements, body->count * sizeof(*body->statements));
    made->capacity = body->count;
    for (size_t i = 0; made->statements && i < body->count; i++) {
        struct ptxc_statement *to = &made->statements[i];
        to->operands = copy(arena, to->operands, to->operand_count * sizeof(*to->operands));
        to->values = copy(arena, to->values, to->value_count * sizeof(*to->values));
        to->qualifiers = copy(arena, to->qualifiers, to->qualifier_count * sizeof(*to->qualifiers));
    }
    return arena->failed ? NULL : made;
}

/* Returns the bucket of a name. */
static size_t bucket_of(const struct ptxc_library *library, const char *name, size_t length) {
    return (size_t)(ptxc_hash(library->seed, name, length) % PTXC_LIBRARY_BUCKETS);
}

/* Returns the function of this name, even if there are several. */
static struct ptxc_callee *find(const struct ptxc_library *library, const char *name, size_t length) {
    struct ptxc_callee *callee = library->buckets ? library->buckets[bucket_of(library, name, length)] : NULL;
    for (; callee; callee = callee->next) {
        const struct ptxc_span own = callee->program.body->name;
        if (own.length == length && memcmp(callee->program.source + own.offset, name, length) == 0)
            break;
    }
    return callee;
}

void ptxc_library_add(struct ptxc_library *library, const struct ptxc_program *program,
                      struct ptxc_environment environment) {
    const struct ptxc_span name = program->body->name;
    struct ptxc_callee *known = find(library, program->source + name.offset, name.length);
    if (known) {
        known->twice = true;
        library->doubles++;
        return;
    }
    if (!library->buckets)
        library->buckets = ptxc_arena_alloc(&library->arena, PTXC_LIBRARY_BUCKETS * sizeof(struct ptxc_callee *));
    const struct ptxc_body *kept = program->body->broken ? NULL : ptxc_library_keep(library, program->body);
    struct ptxc_callee *made = kept && library->buckets ? ptxc_arena_alloc(&library->arena, sizeof(*made)) : NULL;
    if (!made)
        return;
    made->program = (struct ptxc_program){
        .arena = &library->arena, .source = program->source, .body = kept, .symbols = program->symbols};
    if (!ptxc_program_make(&made->program, environment))
        return;
    const uint32_t count = made->program.count;
    const bool expanded = ptxc_branch_tables_expand(&made->program);
    library->taken += kept->count * (sizeof(struct ptxc_step) + PTXC_MAX_OPERANDS) +
                      (made->program.count - count) * (sizeof(struct ptxc_step) + sizeof(struct ptxc_statement) +
                                                       PTXC_MAX_OPERANDS * sizeof(struct ptxc_value));
    library->taken = library->taken < MOST ? library->taken : MOST;
    if (!expanded || !ptxc_branch_targets_resolve(&made->program))
        return;
    struct ptxc_callee **bucket = &library->buckets[bucket_of(library, program->source + name.offset, name.length)];
    made->next = *bucket;
    *bucket = made;
}

const struct ptxc_callee *ptxc_library_find(const struct ptxc_library *library, const char *name, size_t length) {
    const struct ptxc_callee *callee = find(library, name, length);
    return callee && !callee->twice ? callee : NULL;
}

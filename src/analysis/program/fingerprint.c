/* Fingerprints: see fingerprint.h. A symbol of the function counts by its distance from the first parameter, a label by
 * its step, a function that is called by its place in the library. All else counts as it is written.
 */
#include "analysis/program/fingerprint.h"

#include <string.h>

#include "analysis/program/branch_targets.h"
#include "base/hash.h"

enum { MOST = 1 << 16 }; /* kernels that are kept */

struct ptxc_verified_kernel {
    struct ptxc_fingerprint fingerprint;
    struct ptxc_kernel kernel;
};

/* The words of which the fingerprint is the hash, so many at a time. */
struct hashed_words {
    const struct ptxc_program *program;
    const struct ptxc_library *library;
    struct ptxc_fingerprint so_far;
    uint64_t words[256];
    size_t count;
    uint32_t first; /* symbol of the function */
};

/* Hashes the words that are there, with those before them. */
static void hash_words(struct hashed_words *all) {
    for (int i = 0; i < 2; i++)
        all->so_far.words[i] = ptxc_hash(all->so_far.words[i], all->words, all->count * sizeof(*all->words));
    all->count = 0;
}

/* Adds a word. */
static void add(struct hashed_words *all, uint64_t word) {
    all->words[all->count++] = word;
    if (all->count == PTXC_COUNT(all->words))
        hash_words(all);
}

/* Adds a text. */
static void add_text(struct hashed_words *all, const char *text, size_t length) {
    add(all, length);
    add(all, ptxc_hash(all->library->seed, text, length));
    add(all, ptxc_hash(~all->library->seed, text, length));
}

/* Adds a symbol, with what it is declared as. */
static void add_symbol(struct hashed_words *all, uint32_t id) {
    const struct ptxc_symbol *symbol = id >= all->first ? ptxc_symbols_get(all->program->symbols, id) : NULL;
    add(all, symbol ? id - all->first : (uint64_t)id << 32);
    if (!symbol)
        return;
    add(all, symbol->size);
    add(all, (uint64_t)symbol->alignment << 32 | symbol->range);
    add(all, (uint64_t)symbol->space << 48 | (uint64_t)symbol->type << 32 | (uint64_t)symbol->vector << 16 |
                 (uint64_t)symbol->kind << 8 | (uint64_t)symbol->array << 2 | (uint64_t)symbol->external << 1 |
                 symbol->in_body);
}

/* Adds a value of a step. */
static void add_value(struct hashed_words *all, const struct ptxc_step *step, const struct ptxc_value *value) {
    add(all, (uint64_t)value->kind << 48 | (uint64_t)value->type << 32 | (uint64_t)value->space << 16);
    add(all, (uint64_t)value->flags << 32 | value->alignment);
    add(all, (uint64_t)value->integer);
    add(all, value->number);
    add_symbol(all, value->symbol);
    if (value->name && value->symbol == 0 && step->target == PTXC_NO_STEP)
        add_text(all, value->name, value->name_length);
    if (value->name && ptxc_step_does(step, PTXC_ACT_CALL))
        add(all, (uint64_t)(uintptr_t)ptxc_library_find(all->library, value->name, value->name_length));
}

/* Adds a step. */
static void add_step(struct hashed_words *all, const struct ptxc_step *step) {
    const struct ptxc_statement *statement = step->statement;
    add(all, (uint64_t)statement->kind << 48 | (uint64_t)statement->guarded << 41 | (uint64_t)statement->open << 40 |
                 (uint64_t)statement->operand_count << 32 | statement->scope);
    add(all, (uint64_t)statement->value_count << 32 | step->target);
    if (statement->kind != PTXC_STATEMENT_LABEL)
        add_text(all, all->program->source + statement->word.offset, statement->word.length);
    if (statement->guarded)
        add_value(all, step, &statement->guard);
    for (uint8_t i = 0; i < statement->qualifier_count; i++)
        add(all, (uint64_t)statement->qualifiers[i].slot << 32 | statement->qualifiers[i].id);
    for (uint8_t i = 0; i < statement->operand_count; i++)
        add(all, (uint64_t)statement->operands[i].shape << 32 | statement->operands[i].count);
    for (uint16_t i = 0; i < statement->value_count; i++)
        add_value(all, step, &statement->values[i]);
}

/* Adds what the directives of the function say. */
static void add_directives(struct hashed_words *all, const struct ptxc_body *body) {
    for (int i = 0; i < 3; i++) {
        add(all, (uint64_t)body->required_threads[i] << 32 | body->maximum_threads[i]);
        add(all, body->cluster[i]);
    }
    add(all, all->program->symbols->at_launch);
    add(all, body->parameter_count);
    for (size_t i = 0; i < body->parameter_count; i++)
        add_symbol(all, body->parameters[i]);
    add(all, body->scope_count);
    for (size_t i = 0; i < body->scope_count; i++)
        add(all, body->scopes[i]);
}

bool ptxc_fingerprint_make(struct ptxc_program *program, const struct ptxc_library *library, uint64_t threads,
                           uint64_t cluster, struct ptxc_fingerprint *fingerprint) {
    const struct ptxc_body *body = program->body;
    struct hashed_words all = {
        .program = program, .library = library, .so_far = {{library->seed, ~library->seed}}, .count = 0};
    if (!body->entry || body->broken || body->wrong || body->parameter_count == 0 ||
        !ptxc_branch_targets_resolve(program) || program->uncertain)
        return false;
    all.first = body->parameters[0];
    add(&all, threads);
    add(&all, cluster);
    add(&all, library->doubles);
    add_directives(&all, body);
    for (uint32_t i = 0; i < program->count; i++)
        add_step(&all, &program->steps[i]);
    hash_words(&all);
    *fingerprint = all.so_far;
    return !program->arena->failed;
}

const struct ptxc_kernel *ptxc_verified_find(const struct ptxc_verified *verified,
                                             const struct ptxc_fingerprint *fingerprint) {
    const size_t place = ptxc_counts_get(&verified->places, fingerprint->words[0]);
    const struct ptxc_verified_kernel *kernel = place > 0 ? &verified->kernels[place - 1] : NULL;
    return kernel && memcmp(&kernel->fingerprint, fingerprint, sizeof(*fingerprint)) == 0 ? &kernel->kernel : NULL;
}

void ptxc_verified_add(struct ptxc_verified *verified, struct ptxc_arena *arena,
                       const struct ptxc_fingerprint *fingerprint, const struct ptxc_kernel *kernel) {
    const uint64_t key = fingerprint->words[0];
    if (verified->count == MOST || key == 0 || ptxc_counts_get(&verified->places, key) > 0)
        return;
    struct ptxc_verified_kernel *added =
        ptxc_arena_add(arena, &verified->kernels, &verified->count, &verified->capacity, sizeof(*added));
    if (!added)
        return;
    *added = (struct ptxc_verified_kernel){*fingerprint, *kernel};
    ptxc_counts_add(&verified->places, arena, key, verified->count);
}

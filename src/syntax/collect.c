/* Collecting the statements of bodies: see collect.h. A body is collected only where it may matter, which a look ahead
 * decides at its '{' without tokenising anything. The look ahead never comes back to text that it has seen, so that the
 * work stays linear however the braces stand.
 */
#include "syntax/collect.h"

#include <string.h>

#include "syntax/blank.h"
#include "syntax/mnemonic.h"
#include "syntax/skip.h"
#include "syntax/skip_fast.h"
#include "syntax/unknown_text.h"

enum {
    SMALL = 64 * 1024,       /* bytes: a .func up to this may be followed into from elsewhere */
    MOST_STATEMENTS = 200000 /* of a body: a function that compilers make has some ten thousand */
};

/* What a look at a body sees. */
struct body_look {
    uint32_t end; /* where it ended: at an instruction of the family, or after the body */
    bool family, call;
};

/* Whether an instruction of the family begins at this word. */
static bool begins_family(const char *source, uint32_t length, uint32_t position) {
    if (!ptxc_opcode_letter(source[position]))
        return false;
    return position > 0 ? ptxc_family_inside(source, length, position) : ptxc_family_at(source, length, position);
}

/* Returns the place after a directive, or after a part of it: it may have no ';', and any word in a later line may
 * begin the next statement. */
static uint32_t directive_end(const char *source, uint32_t length, uint32_t position) {
    while (position < length && !strchr(";\n{}/\"", source[position]))
        position++;
    return position;
}

/* Returns the place after the statement at `position`, where no blank stands, or after a part of it; notes what it is.
 */
static uint32_t look_at_statement(const char *source, uint32_t length, uint32_t position, struct body_look *look) {
    switch (source[position]) {
    case ';':
    case ':':
    case '{':
    case '}': return position + 1;
    case '"': return ptxc_skip_string(source, length, position);
    case '@': return ptxc_skip_guard(source, length, position);
    case '.': return directive_end(source, length, position + 1);
    default: break;
    }
    const uint32_t end = ptxc_name_end(source, length, position);
    const uint32_t after = ptxc_skip_blanks(source, length, end);
    look->family = begins_family(source, length, position);
    look->call |= end - position == 4 && memcmp(source + position, "call", 4) == 0;
    if (look->family || (after < length && source[after] == ':'))
        return look->family ? position : after; /* a label ends at its ':' */
    return ptxc_skip_statement(source, length, position, position, false);
}

/* Looks from `position`, with `depth` braces open, for an instruction of the family, up to where all are closed. */
static struct body_look look_ahead(const char *source, uint32_t length, uint32_t position, unsigned depth) {
    struct body_look look = {.end = position};
    bool closed = false;
    while (!closed && !look.family) {
        const uint32_t at = ptxc_skip_blanks(source, length, look.end);
        if (at == length || (source[at] == '/' && length - at > 1 && source[at + 1] == '*')) { /* it is not closed */
            look.end = length;
            break;
        }
        depth += source[at] == '{';
        closed = source[at] == '}' && depth > 0 && --depth == 0;
        const uint32_t end = look_at_statement(source, length, at, &look);
        look.end = end > at || look.family ? end : at + 1;
    }
    return look;
}

/* Looks at the body at `opening`: what can be is skipped, up to its end, or to what the look goes on from. */
static struct body_look look_at_body(struct ptxc_module *module, uint32_t opening) {
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    unsigned depth = 1;
    bool calls;
    if (module->parser.asm_text)
        return look_ahead(lexer->source, lexer->length, opening, 0);
    const uint32_t end = ptxc_skip_fast_look(module, opening + 1, &depth, &calls);
    struct body_look look = {.end = end + 1, .call = calls};
    if (end == lexer->length || lexer->source[end] != '}')
        look = look_ahead(lexer->source, lexer->length, end, depth);
    /* which of the words that look like one is a call does not matter where an instruction was found */
    return calls && !look.family ? look_ahead(lexer->source, lexer->length, opening, 0) : look;
}

/* Whether the statements of the body at `opening` are wanted: it has an instruction of the family, or others
 * that do may be reached from it or reach it. */
static bool is_wanted(struct ptxc_module *module, bool entry, uint32_t opening) {
    struct ptxc_collection *collection = &module->collection;
    if (opening >= collection->looked_from && opening < collection->looked_until)
        return collection->looked_found;
    const struct body_look look = look_at_body(module, opening);
    collection->looked_from = opening;
    collection->looked_until = look.end;
    collection->looked_found = look.family;
    return look.family || (entry ? collection->functions && look.call : look.end - opening < SMALL);
}

/* Begins a body whose statements stand between `module->depth` open scopes. */
static void begin(struct ptxc_module *module, uint32_t opening) {
    struct ptxc_collection *collection = &module->collection;
    if (!collection->arena.spare)
        ptxc_arena_share(&collection->arena, &module->parser.report->arena);
    if (!collection->statements)
        ptxc_arena_share(&collection->kept, &module->parser.report->arena);
    collection->body = (struct ptxc_body){.scope_count = 1};
    collection->on = true;
    collection->fragment = false;
    collection->depth = module->depth;
    collection->opening = opening;
    collection->scope = 0;
    collection->scope_capacity = 0;
    collection->scopes = ptxc_arena_grow(&collection->arena, NULL, &collection->scope_capacity, 1, sizeof(uint32_t));
    if (collection->scopes)
        collection->scopes[0] = 0;
}

/* Forgets the body; its memory is kept for the next one. */
static void forget(struct ptxc_module *module) {
    module->collection.on = module->collection.ready = false;
    module->collection.body = (struct ptxc_body){.count = 0};
    ptxc_arena_clear(&module->collection.arena);
}

/* Ends the body: it is given next. */
static void finish(struct ptxc_module *module) {
    struct ptxc_collection *collection = &module->collection;
    collection->on = false;
    collection->ready = true;
    collection->body.scopes = collection->scopes;
    collection->body.statements = collection->statements;
    module->parser.report->arena.failed |= collection->arena.failed || collection->kept.failed;
}

void ptxc_collect_drop(struct ptxc_module *module) {
    forget(module);
    if (module->collection.arena.spare)
        ptxc_arena_free(&module->collection.arena);
    if (module->collection.statements)
        ptxc_arena_free(&module->collection.kept);
    module->collection.statements = NULL;
    module->collection.statement_capacity = 0;
}

void ptxc_collect_break(struct ptxc_module *module) {
    module->collection.body.broken = true;
}

void ptxc_collect_doubt(struct ptxc_module *module) {
    struct ptxc_body *body = &module->collection.body;
    if (!module->collection.on || body->count == 0)
        return;
    module->collection.statements[body->count - 1].open |= !body->cut;
    body->wrong = true;
}

void ptxc_collect_begin(struct ptxc_module *module) {
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    if (module->collection.begun)
        return;
    module->collection.begun = true;
    if (module->parser.module || !look_ahead(lexer->source, lexer->length, 0, 1).family)
        return;
    begin(module, 0);
    module->collection.fragment = true;
}

/* The ids of these symbols, without those that stand for unknown text. */
static const uint32_t *list_ids(struct ptxc_module *module, uint32_t first, uint32_t count, size_t *listed) {
    uint32_t *ids = ptxc_arena_alloc(&module->collection.arena, count * sizeof(*ids));
    for (uint32_t id = first; ids && id < first + count; id++)
        if (ptxc_symbols_get(&module->parser.symbols, id)->kind != PTXC_SYMBOL_ANY)
            ids[(*listed)++] = id;
    return ids;
}

/* Begins the body of a function, if it is wanted. */
static void begin_function(struct ptxc_module *module, const struct ptxc_function *function, uint32_t opening) {
    struct ptxc_collection *collection = &module->collection;
    if (!is_wanted(module, function->entry, opening))
        return;
    ptxc_skip_fast_forget(module);
    begin(module, opening);
    collection->functions |= !function->entry;
    struct ptxc_body *body = &collection->body;
    body->name = function->name;
    body->entry = function->entry;
    memcpy(body->required_threads, function->required_threads, sizeof(body->required_threads));
    memcpy(body->maximum_threads, function->maximum_threads, sizeof(body->maximum_threads));
    memcpy(body->cluster, function->cluster, sizeof(body->cluster));
    body->parameters = list_ids(module, function->first_parameter, function->parameter_count, &body->parameter_count);
    body->results = list_ids(module, function->first_result, function->result_count, &body->result_count);
}

void ptxc_collect_function(struct ptxc_module *module, const struct ptxc_function *function, uint32_t opening) {
    struct ptxc_collection *collection = &module->collection;
    if (!module->collects || module->parser.report->arena.failed)
        return;
    if (collection->on && !collection->fragment) { /* its '}' is missing */
        ptxc_collect_break(module);
        finish(module);
        collection->next = *function;
        collection->next_opening = opening;
        return;
    }
    if (collection->on)
        ptxc_collect_drop(module);
    begin_function(module, function, opening);
}

void ptxc_collect_resume(struct ptxc_module *module) {
    struct ptxc_collection *collection = &module->collection;
    const uint32_t opening = collection->next_opening;
    if (!collection->ready)
        return;
    forget(module);
    collection->next_opening = 0;
    if (opening > 0)
        begin_function(module, &collection->next, opening);
}

void ptxc_collect_open(struct ptxc_module *module) {
    struct ptxc_collection *collection = &module->collection;
    struct ptxc_body *body = &collection->body;
    if (!collection->on)
        return;
    uint32_t *outer = ptxc_arena_add(&collection->arena, &collection->scopes, &body->scope_count,
                                     &collection->scope_capacity, sizeof(*outer));
    if (!outer)
        return;
    *outer = collection->scope;
    collection->scope = (uint32_t)body->scope_count - 1;
}

void ptxc_collect_close(struct ptxc_module *module, uint32_t closing) {
    struct ptxc_collection *collection = &module->collection;
    if (!collection->on)
        return;
    if (collection->fragment || module->depth >= collection->depth) {
        if (collection->scopes)
            collection->scope = collection->scopes[collection->scope];
        return;
    }
    collection->body.broken |= ptxc_unknown_between(&module->parser, collection->opening, closing);
    finish(module);
}

/* The next statement, of this kind; NULL where none is collected, or without memory. */
static struct ptxc_statement *add(struct ptxc_module *module, enum ptxc_statement_kind kind) {
    struct ptxc_collection *collection = &module->collection;
    struct ptxc_body *body = &collection->body;
    body->cut |= collection->on && body->count == MOST_STATEMENTS;
    if (!collection->on || body->cut)
        return NULL;
    struct ptxc_statement *statement = ptxc_arena_add(&collection->kept, &collection->statements, &body->count,
                                                      &collection->statement_capacity, sizeof(*statement));
    if (statement)
        *statement = (struct ptxc_statement){.kind = kind, .scope = collection->scope};
    return statement;
}

void ptxc_collect_label(struct ptxc_module *module, struct ptxc_span name) {
    struct ptxc_statement *statement = add(module, PTXC_STATEMENT_LABEL);
    if (!statement)
        return;
    statement->span = statement->word = name;
    statement->open = ptxc_unknown_between(&module->parser, name.offset, name.offset + name.length);
}

void ptxc_collect_ordinary(struct ptxc_module *module, uint32_t position, uint32_t end) {
    struct ptxc_statement *statement = add(module, PTXC_STATEMENT_ORDINARY);
    if (statement)
        ptxc_statement_read(&module->parser, position, end, &module->collection.arena, statement);
}

/* A copy of so many bytes, or NULL. */
static const void *copy(struct ptxc_arena *arena, const void *bytes, size_t size) {
    void *made = size > 0 ? ptxc_arena_alloc(arena, size) : NULL;
    return made ? memcpy(made, bytes, size) : NULL;
}

void ptxc_collect_instruction(struct ptxc_module *module) {
    const struct ptxc_instruction *from = module->instruction;
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    struct ptxc_arena *arena = &module->collection.arena;
    struct ptxc_statement *statement = add(module, PTXC_STATEMENT_FAMILY);
    if (!statement)
        return;
    uint32_t end = ptxc_statement_word_end(lexer->source, lexer->length, from->opcode_span.offset);
    for (uint8_t i = 0; i < from->qualifier_count; i++) {
        const struct ptxc_span span = from->qualifiers[i].span;
        end = span.offset + span.length > end ? span.offset + span.length : end;
    }
    statement->span = from->span;
    statement->word = (struct ptxc_span){from->opcode_span.offset, end - from->opcode_span.offset};
    statement->opcode = from->opcode;
    statement->guarded = from->guarded;
    statement->guard = from->guard;
    statement->open = from->open || from->damaged || from->incomplete;
    statement->operands = copy(arena, from->operands, from->operand_count * sizeof(*from->operands));
    statement->values = copy(arena, from->values, from->value_count * sizeof(*from->values));
    statement->qualifiers = copy(arena, from->qualifiers, from->qualifier_count * sizeof(*from->qualifiers));
    statement->operand_count = from->operand_count;
    statement->value_count = from->value_count;
    statement->qualifier_count = from->qualifier_count;
}

void ptxc_collect_end(struct ptxc_module *module) {
    struct ptxc_collection *collection = &module->collection;
    if (!collection->on)
        return;
    collection->body.broken |= !collection->fragment || (module->depth > 0 && !module->parser.asm_text);
    finish(module);
}

/* How the names of a text are read: see reading.h. Statements are read one after another. Of each the declarations go
 * into the table of symbols, and every other name is looked up there. What is found nowhere waits for a label, or a
 * function, that is declared later in a scope around it.
 */
#include "outline/reading.h"

#include <string.h>

#include "base/hash.h"
#include "syntax/declarations.h"
#include "syntax/parser.h"
#include "tables/spaces.h"

/* A scope. */
struct outline_scope {
    struct ptxc_span span;
    uint32_t outer;     /* the number of the one around it */
    uint32_t innermost; /* the newest symbol before it */
    uint32_t function;  /* the id of the function whose parameters and body it has, or 0 */
    size_t index;       /* among those of braces; SIZE_MAX: it is none */
};

/* A name that waits for its declaration. */
struct outline_waiting {
    uint32_t name; /* its index */
    uint32_t next; /* the number of the one before it in its bucket, from 1, or 0 */
};

enum {
    BUCKETS = 4096,
    BYTES_A_NAME = 10 /* of a usual text, or more: room for so many names need not grow, and be copied */
};

/* A text while it is read. */
struct outline_reading {
    struct ptxc_outline *outline;
    struct ptxc_arena arena; /* goes when it is read */
    struct ptxc_parser parser;
    struct outline_scope *scopes; /* by number; 0 is the text */
    size_t scope_count, scope_capacity;
    uint32_t inside; /* the number of the innermost that is open */
    struct outline_waiting *waiting;
    size_t waiting_count, waiting_capacity;
    uint32_t buckets[BUCKETS]; /* the numbers of the newest names */
};

/* ---- names ---- */

/* Returns the bucket of a name. */
static uint32_t *bucket_of(struct outline_reading *reading, struct ptxc_span span) {
    return &reading->buckets[ptxc_hash(0, ptxc_parser_text(&reading->parser, span), span.length) % BUCKETS];
}

/* Adds a name that is used. What begins with '%' is no label. */
static void add_name(struct outline_reading *reading, struct ptxc_span span) {
    struct ptxc_outline *outline = reading->outline;
    const char *text = ptxc_parser_text(&reading->parser, span);
    struct outline_name *name =
        ptxc_arena_add(&outline->arena, &outline->names, &outline->name_count, &outline->name_capacity, sizeof(*name));
    if (!name)
        return;
    *name = (struct outline_name){.span = span};
    name->id = ptxc_symbols_find(&reading->parser.symbols, text, span.length, &name->number);
    if (name->id > 0 || text[0] == '%')
        return;
    struct outline_waiting *waiting = ptxc_arena_add(&reading->arena, &reading->waiting, &reading->waiting_count,
                                                     &reading->waiting_capacity, sizeof(*waiting));
    uint32_t *bucket = bucket_of(reading, span);
    if (!waiting)
        return;
    *waiting = (struct outline_waiting){(uint32_t)outline->name_count - 1, *bucket};
    *bucket = (uint32_t)reading->waiting_count;
}

/* Gives the names that wait for a declaration in the innermost scope, which was just made, what they mean. */
static void settle(struct outline_reading *reading, uint32_t id) {
    struct ptxc_outline *outline = reading->outline;
    const char *source = reading->parser.lexer.source;
    const struct ptxc_span span = outline->items[id - 1].name;
    const uint32_t begin = reading->scopes[reading->inside].span.offset;
    for (uint32_t *link = bucket_of(reading, span); *link > 0;) {
        struct outline_waiting *waiting = &reading->waiting[*link - 1];
        struct outline_name *name = &outline->names[waiting->name];
        if (name->span.offset < begin)
            return;
        const bool same = name->span.length == span.length &&
                          memcmp(source + name->span.offset, source + span.offset, span.length) == 0;
        name->id = same ? id : name->id;
        if (same)
            *link = waiting->next;
        else
            link = &waiting->next;
    }
}

/* Returns the id of what is declared at a place, of those from `first` on; 0 where none is. */
static uint32_t declared_at(const struct ptxc_outline *outline, uint32_t first, uint32_t offset) {
    for (uint32_t id = first; id <= outline->count; id++)
        if (outline->items[id - 1].name.offset == offset)
            return id;
    return 0;
}

/* Adds the names of a text, of which declarations from `first` on were made. */
static void add_names(struct outline_reading *reading, uint32_t begin, uint32_t end, uint32_t first) {
    struct ptxc_lexer lexer = {reading->parser.lexer.source, end, begin};
    struct ptxc_outline *outline = reading->outline;
    for (struct ptxc_token token; (token = ptxc_lexer_next(&lexer)).kind != PTXC_TOKEN_END;) {
        if (token.kind != PTXC_TOKEN_IDENTIFIER)
            continue;
        const uint32_t id = declared_at(outline, first, token.offset);
        add_name(reading, ptxc_parser_span(token));
        if (id > 0 && !outline->arena.failed)
            outline->names[outline->name_count - 1] = (struct outline_name){ptxc_parser_span(token), id, 0};
    }
}

/* ---- declarations ---- */

static enum ptxc_declared kind_of(const struct ptxc_symbol *symbol) {
    switch ((enum ptxc_symbol_kind)symbol->kind) {
    case PTXC_SYMBOL_REGISTER: return PTXC_DECLARED_REGISTER;
    case PTXC_SYMBOL_FUNCTION: return PTXC_DECLARED_FUNCTION;
    case PTXC_SYMBOL_LABEL: return PTXC_DECLARED_LABEL;
    case PTXC_SYMBOL_VARIABLE:
    case PTXC_SYMBOL_ANY: break;
    }
    return symbol->space == PTXC_SPACE_PARAM && !symbol->in_body ? PTXC_DECLARED_PARAMETER : PTXC_DECLARED_VARIABLE;
}

/* Returns the end of what was read, without a ';' that ends it. */
static uint32_t end_of(const struct ptxc_parser *parser) {
    return parser->last_end - (parser->last_end > 0 && parser->lexer.source[parser->last_end - 1] == ';');
}

/* Takes over the symbols that were declared since the last time, by the text from `begin` on. */
static void take_symbols(struct outline_reading *reading, uint32_t begin) {
    struct ptxc_outline *outline = reading->outline;
    const struct ptxc_symbols *symbols = &reading->parser.symbols;
    const uint32_t end = end_of(&reading->parser) > begin ? end_of(&reading->parser) : begin;
    while (outline->count < symbols->count) {
        const struct ptxc_symbol *symbol = ptxc_symbols_get(symbols, (uint32_t)outline->count + 1);
        struct ptxc_declaration *item =
            ptxc_arena_add(&outline->arena, &outline->items, &outline->count, &outline->capacity, sizeof(*item));
        if (!item)
            return;
        *item =
            (struct ptxc_declaration){.kind = kind_of(symbol),
                                      .type = (enum ptxc_type)symbol->type,
                                      .space = (enum ptxc_space)symbol->space,
                                      .count = symbol->range,
                                      .alignment = symbol->kind == PTXC_SYMBOL_VARIABLE ? symbol->alignment : 0,
                                      .size = symbol->size,
                                      .name = {(uint32_t)(symbol->name - reading->parser.lexer.source), symbol->length},
                                      .text = {begin, end - begin},
                                      .scope = {reading->inside, 0}}; /* its number, until all is read */
    }
}

/* ---- scopes ---- */

/* Opens a scope; returns it, NULL without memory. */
static struct outline_scope *scope_open(struct outline_reading *reading, uint32_t begin) {
    struct outline_scope *scope = ptxc_arena_add(&reading->arena, &reading->scopes, &reading->scope_count,
                                                 &reading->scope_capacity, sizeof(*scope));
    if (!scope)
        return NULL;
    *scope = (struct outline_scope){.span = {begin, 0},
                                    .outer = reading->inside,
                                    .innermost = reading->parser.symbols.innermost,
                                    .index = SIZE_MAX};
    reading->inside = (uint32_t)reading->scope_count - 1;
    return scope;
}

/* Closes the innermost scope at a place. */
static void scope_close(struct outline_reading *reading, uint32_t end) {
    struct ptxc_outline *outline = reading->outline;
    struct outline_scope *scope = &reading->scopes[reading->inside];
    scope->span.length = end - scope->span.offset;
    if (scope->index < outline->scope_count)
        outline->scopes[scope->index] = scope->span;
    if (scope->function > 0)
        outline->items[scope->function - 1].text.length = end - outline->items[scope->function - 1].text.offset;
    ptxc_symbols_close_scope(&reading->parser.symbols, scope->innermost);
    reading->inside = scope->outer;
}

/* Opens the scope of a '{'. */
static void read_open(struct outline_reading *reading) {
    struct ptxc_outline *outline = reading->outline;
    struct outline_scope *scope = scope_open(reading, reading->parser.token.offset);
    struct ptxc_span *span = ptxc_arena_add(&outline->arena, &outline->scopes, &outline->scope_count,
                                            &outline->scope_capacity, sizeof(*span));
    if (span)
        *span = (struct ptxc_span){reading->parser.token.offset, 0};
    if (scope)
        scope->index = outline->scope_count - 1;
    ptxc_parser_advance(&reading->parser);
}

/* Closes the scope of a '}', and with that of its body a function. */
static void read_close(struct outline_reading *reading) {
    ptxc_parser_advance(&reading->parser);
    const uint32_t end = reading->parser.last_end;
    if (reading->inside > 0)
        scope_close(reading, end);
    if (reading->scopes[reading->inside].function > 0)
        scope_close(reading, end);
}

/* ---- statements ---- */

/* Whether the token at the beginning of a line begins another statement, so that the one before it lacks its ';'. */
static bool begins_statement(const struct ptxc_parser *parser) {
    const char *after = parser->lexer.source + parser->token.offset + parser->token.length,
               *limit = parser->lexer.source + parser->lexer.length;
    const bool directive =
        parser->token.kind == PTXC_TOKEN_DOTTED && ptxc_parser_word(parser)->places != PTXC_PLACE_NOWHERE;
    const bool label = parser->token.kind == PTXC_TOKEN_IDENTIFIER && after < limit && *after == ':' &&
                       !(limit - after > 1 && after[1] == ':');
    return (label || directive) && ptxc_parser_at_line_start(parser);
}

/* Passes over the rest of a statement, to its ';', or to a '}' that closes more than it has opened. */
static void read_rest(struct outline_reading *reading) {
    unsigned depth = 0;
    for (; !begins_statement(&reading->parser); ptxc_parser_advance(&reading->parser)) {
        switch (reading->parser.token.kind) {
        case PTXC_TOKEN_END:
        case PTXC_TOKEN_SEMICOLON: return;
        case PTXC_TOKEN_LEFT_BRACE: depth++; break;
        case PTXC_TOKEN_RIGHT_BRACE:
            if (depth-- == 0)
                return;
            break;
        case PTXC_TOKEN_IDENTIFIER: add_name(reading, ptxc_parser_span(reading->parser.token)); break;
        default: break;
        }
    }
}

/* Passes over the rest of a line. */
static void skip_line(struct outline_reading *reading) {
    do
        ptxc_parser_advance(&reading->parser);
    while (reading->parser.token.kind != PTXC_TOKEN_END && !ptxc_parser_at_line_start(&reading->parser));
}

/* Passes over a .section, whose braces hold data. */
static void skip_section(struct outline_reading *reading) {
    while (reading->parser.token.kind != PTXC_TOKEN_END && reading->parser.token.kind != PTXC_TOKEN_RIGHT_BRACE)
        ptxc_parser_advance(&reading->parser);
    ptxc_parser_accept(&reading->parser, PTXC_TOKEN_RIGHT_BRACE);
}

/* Goes on after all that was declared: the results of a function are read after its name. */
static void pass_declared(struct outline_reading *reading, uint32_t first) {
    uint32_t end = reading->parser.last_end;
    for (uint32_t id = first; id <= reading->outline->count; id++) {
        const struct ptxc_span name = reading->outline->items[id - 1].name;
        end = name.offset + name.length > end ? name.offset + name.length : end;
    }
    if (end > reading->parser.last_end)
        ptxc_parser_seek(&reading->parser, end);
}

/* Reads a function up to its body; one without a body ends there. */
static void read_function(struct outline_reading *reading) {
    struct ptxc_outline *outline = reading->outline;
    struct ptxc_function function;
    const uint32_t begin = reading->parser.token.offset, first = (uint32_t)outline->count + 1;
    const bool read = ptxc_function_parse(&reading->parser, true, &function);
    take_symbols(reading, begin);
    pass_declared(reading, first);
    if (outline->count < first || outline->arena.failed)
        return;
    if (function.entry)
        outline->items[first - 1].kind = PTXC_DECLARED_KERNEL;
    settle(reading, first);
    struct outline_scope *scope = scope_open(reading, begin);
    if (!scope)
        return;
    scope->innermost = function.outer;
    scope->function = first;
    for (uint32_t id = first + 1; id <= outline->count; id++)
        outline->items[id - 1].scope.offset = reading->inside;
    add_names(reading, begin, reading->parser.last_end, first);
    if (!read || !function.body)
        scope_close(reading, end_of(&reading->parser));
}

/* What kind of statement the words at a directive begin, after those that say how it is linked. */
static enum ptxc_word_kind kind_at(const struct outline_reading *reading, bool *declares) {
    struct ptxc_parser ahead = reading->parser;
    while (ahead.token.kind == PTXC_TOKEN_DOTTED && (ptxc_parser_word(&ahead)->kind == PTXC_WORD_LINKAGE ||
                                                     ptxc_parser_word(&ahead)->kind == PTXC_WORD_EXTERNAL))
        ptxc_parser_advance(&ahead);
    const struct ptxc_span span = ptxc_parser_span(ahead.token);
    const enum ptxc_word_kind kind = ptxc_parser_word(&ahead)->kind;
    *declares = ptxc_space_declared(ptxc_parser_text(&ahead, span), span.length) != PTXC_SPACE_NONE ||
                kind == PTXC_WORD_ALIGNMENT || kind == PTXC_WORD_ATTRIBUTE;
    return kind;
}

/* Reads a statement that begins with a directive. */
static void read_directive(struct outline_reading *reading) {
    const uint32_t begin = reading->parser.token.offset, first = (uint32_t)reading->outline->count + 1;
    bool declares;
    switch (kind_at(reading, &declares)) {
    case PTXC_WORD_VERSION:
    case PTXC_WORD_TARGET:
    case PTXC_WORD_ADDRESS_SIZE:
    case PTXC_WORD_LOCATION:
    case PTXC_WORD_LOCATION_NAME:
    case PTXC_WORD_DEBUG_DATA: skip_line(reading); return;
    case PTXC_WORD_SECTION: skip_section(reading); return;
    case PTXC_WORD_FUNCTION:
    case PTXC_WORD_ENTRY: read_function(reading); return;
    default: break;
    }
    const bool read = declares && ptxc_declaration_parse(&reading->parser, true);
    if (declares) {
        take_symbols(reading, begin);
        add_names(reading, begin, reading->parser.last_end, first);
    }
    if (reading->parser.token.offset == begin && reading->parser.token.kind != PTXC_TOKEN_END)
        ptxc_parser_advance(&reading->parser);
    if (!read)
        read_rest(reading);
}

/* Reads a label. */
static void read_label(struct outline_reading *reading, struct ptxc_span span) {
    const struct ptxc_symbol symbol = {
        .kind = PTXC_SYMBOL_LABEL, .name = ptxc_parser_text(&reading->parser, span), .length = span.length};
    const uint32_t first = (uint32_t)reading->outline->count + 1;
    ptxc_symbols_add(&reading->parser.symbols, &symbol);
    take_symbols(reading, span.offset);
    if (reading->outline->count >= first)
        settle(reading, first);
    add_names(reading, span.offset, span.offset + span.length, first);
}

/* Reads one statement, or the guard before one. */
static void read_statement(struct outline_reading *reading) {
    struct ptxc_parser *parser = &reading->parser;
    const struct ptxc_span span = ptxc_parser_span(parser->token);
    switch (parser->token.kind) {
    case PTXC_TOKEN_LEFT_BRACE: read_open(reading); return;
    case PTXC_TOKEN_RIGHT_BRACE: read_close(reading); return;
    case PTXC_TOKEN_DOTTED: read_directive(reading); return;
    case PTXC_TOKEN_AT:
        ptxc_parser_advance(parser);
        ptxc_parser_accept(parser, PTXC_TOKEN_NOT);
        if (parser->token.kind == PTXC_TOKEN_IDENTIFIER) {
            add_name(reading, ptxc_parser_span(parser->token));
            ptxc_parser_advance(parser);
        }
        return;
    case PTXC_TOKEN_IDENTIFIER:
        if (ptxc_parser_accept_label(parser)) {
            read_label(reading, span);
            return;
        }
        ptxc_parser_advance(parser); /* the mnemonic */
        read_rest(reading);
        return;
    default: ptxc_parser_advance(parser);
    }
}

/* ---- a text, or a part of it ---- */

/* Has a declaration outside of the part count as one. */
static void take_around(struct outline_reading *reading, const struct ptxc_declaration *declaration) {
    static const enum ptxc_symbol_kind kinds[] = {
        [PTXC_DECLARED_REGISTER] = PTXC_SYMBOL_REGISTER,  [PTXC_DECLARED_VARIABLE] = PTXC_SYMBOL_VARIABLE,
        [PTXC_DECLARED_PARAMETER] = PTXC_SYMBOL_VARIABLE, [PTXC_DECLARED_FUNCTION] = PTXC_SYMBOL_FUNCTION,
        [PTXC_DECLARED_KERNEL] = PTXC_SYMBOL_FUNCTION,    [PTXC_DECLARED_LABEL] = PTXC_SYMBOL_LABEL};
    const struct ptxc_symbol symbol = {.kind = kinds[declaration->kind],
                                       .name = reading->parser.lexer.source + declaration->name.offset,
                                       .length = declaration->name.length,
                                       .range = declaration->count};
    ptxc_symbols_add(&reading->parser.symbols, &symbol);
    take_symbols(reading, declaration->text.offset);
}

/* Gives names that still wait the labels and functions that are declared after the part. */
static void take_later(struct outline_reading *reading, const struct outline_part *part) {
    const struct ptxc_outline *outline = reading->outline;
    for (size_t i = part->before; i < part->around_count; i++) {
        take_around(reading, part->around[i]);
        if (!reading->arena.failed && !outline->arena.failed)
            settle(reading, (uint32_t)outline->count);
    }
}

/* Reads the statements of a part. */
static void read_part(struct outline_reading *reading, const struct outline_part *part) {
    struct ptxc_outline *outline = reading->outline;
    ptxc_symbols_init(&reading->parser.symbols, &reading->arena, 0);
    reading->parser.lexer = (struct ptxc_lexer){part->source, part->length, 0};
    outline->length = part->length;
    outline->names = ptxc_arena_grow(&outline->arena, NULL, &outline->name_capacity,
                                     (part->end - part->begin) / BYTES_A_NAME + 16, sizeof(*outline->names));
    if (!outline->names || !scope_open(reading, 0))
        return;
    for (size_t i = 0; i < part->before; i++)
        take_around(reading, part->around[i]);
    ptxc_parser_seek(&reading->parser, part->begin);
    while (reading->parser.token.kind != PTXC_TOKEN_END && reading->parser.token.offset < part->end &&
           !reading->arena.failed && !outline->arena.failed)
        read_statement(reading); /* by a token at least */
    while (reading->inside > 0)
        scope_close(reading, part->length);
    take_later(reading, part);
    reading->scopes[0].span.length = part->length;
    for (size_t i = 0; i < outline->count; i++)
        outline->items[i].scope = reading->scopes[outline->items[i].scope.offset].span;
}

bool ptxc_outline_read(struct ptxc_outline *outline, const struct outline_part *part) {
    struct outline_reading reading = {.outline = outline, .parser.silent = true};
    ptxc_arena_init(&reading.arena, &outline->arena.allocator);
    read_part(&reading, part);
    const bool read = !reading.arena.failed && !outline->arena.failed;
    ptxc_arena_free(&reading.arena);
    return read;
}

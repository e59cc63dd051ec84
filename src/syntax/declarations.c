/* Declarations and function headers (ISA 5.4, 5.4.4, 11.2): names, types, spaces, alignment and extents into the
 * symbol table. Initialisers are passed over. What a declaration may not mean is left to the assembler: nothing is
 * reported here but its syntax, because a wrong declaration of one variable says nothing about the copies. Declarations
 * with unknown text are passed over whole, and then any name may be declared.
 */
#include "syntax/declarations.h"

#include <string.h>

#include "syntax/expression.h"
#include "syntax/skip.h"
#include "syntax/unknown_text.h"
#include "tables/spaces.h"

/* An alignment that is not known, until the symbol is declared. */
#define UNKNOWN_ALIGNMENT UINT32_MAX

static bool parse_list(struct ptxc_parser *parser, enum ptxc_token_kind end, bool newer);

/* Records that unknown text may have declared names: an undeclared name is not reported from here on. */
static bool declare_any(struct ptxc_parser *parser) {
    struct ptxc_symbol any = {.kind = PTXC_SYMBOL_ANY, .name = ""};
    return ptxc_symbols_add(&parser->symbols, &any);
}

/* The state space that the current word declares names in, or PTXC_SPACE_NONE. */
static enum ptxc_space space_of(const struct ptxc_parser *parser) {
    struct ptxc_span span = ptxc_parser_span(parser->token);
    return ptxc_space_declared(ptxc_parser_text(parser, span), span.length);
}

/* Skips a parenthesised text, whatever is in it. False where it is not closed. */
static bool skip_parentheses(struct ptxc_parser *parser) {
    unsigned depth = 0;
    do {
        if (parser->token.kind == PTXC_TOKEN_END || parser->token.kind == PTXC_TOKEN_OPEN_COMMENT)
            return ptxc_parser_fail(parser, "')'");
        if (parser->token.kind == PTXC_TOKEN_LEFT_PAREN)
            depth++;
        else if (parser->token.kind == PTXC_TOKEN_RIGHT_PAREN)
            depth--;
        ptxc_parser_advance(parser);
    } while (depth > 0);
    return true;
}

/* Reads a number of a declaration. In an asm statement a part of it may be unknown text. */
static bool parse_number(struct ptxc_parser *parser, struct ptxc_constant *value, bool *sound) {
    if (parser->asm_text)
        return ptxc_expression_parse(parser, value, sound);
    parser->unknown = false;
    return ptxc_count_parse(parser, "a number", &value->bits);
}

/* Reads the number after .align. One that does not fit in 32 bits counts as none. */
static bool parse_alignment(struct ptxc_parser *parser, uint32_t *alignment) {
    struct ptxc_constant value;
    bool sound;
    ptxc_parser_advance(parser);
    if (!parse_number(parser, &value, &sound))
        return false;
    *alignment = parser->unknown ? UNKNOWN_ALIGNMENT : value.bits >= UNKNOWN_ALIGNMENT ? 0 : (uint32_t)value.bits;
    return true;
}

/* Reads .ptr{.space}{.align N} after the type of a kernel parameter. It describes what the parameter points to, not the
 * parameter, and so changes nothing in the symbol. */
static bool parse_pointer(struct ptxc_parser *parser) {
    uint32_t ignored;
    ptxc_parser_advance(parser);
    if (space_of(parser) != PTXC_SPACE_NONE)
        ptxc_parser_advance(parser);
    return ptxc_parser_word(parser)->kind != PTXC_WORD_ALIGNMENT || parse_alignment(parser, &ignored);
}

/* What the dotted words before a name have specified so far. */
struct specified {
    bool parameter; /* of a function: .ptr and .align may stand after its type */
    bool newer;     /* any word may be a type: the PTX version is one after the tables */
    bool vector, type;
};

/* Reads a word that is neither an alignment nor a pointer: linkage before all others, a space, a vector right before
 * the type. False where it cannot stand here. */
static bool accept_word(struct ptxc_parser *parser, struct specified *specified, struct ptxc_symbol *symbol) {
    const struct ptxc_span span = ptxc_parser_span(parser->token);
    const char *text = ptxc_parser_text(parser, span);
    const enum ptxc_space space = space_of(parser);
    const enum ptxc_type type = ptxc_type_declared(text, span.length);
    const enum ptxc_word_kind kind = ptxc_parser_word(parser)->kind;
    const struct ptxc_qualifier_row *qualifier = &ptxc_qualifiers[ptxc_qualifier_find(text, span.length)];
    const bool first = !specified->type && !specified->vector;
    if (type != PTXC_TYPE_NONE && !specified->type) {
        symbol->type = type;
        specified->type = true;
    } else if (space != PTXC_SPACE_NONE && first && symbol->space == PTXC_SPACE_NONE) {
        symbol->space = space;
    } else if (first && qualifier->slot == PTXC_SLOT_VECTOR) {
        symbol->vector = (uint8_t)qualifier->number;
        specified->vector = true;
    } else if (first && kind == PTXC_WORD_ATTRIBUTE) {
        ptxc_parser_advance(parser);
        return parser->token.kind == PTXC_TOKEN_LEFT_PAREN && skip_parentheses(parser);
    } else if (specified->newer) {
        specified->type = true;
    } else {
        return false;
    }
    ptxc_parser_advance(parser);
    return true;
}

/* Reads the dotted words before the names: linkage, then space and alignment in any order, vector and type. */
static bool parse_specifiers(struct ptxc_parser *parser, struct specified specified, struct ptxc_symbol *symbol) {
    const enum ptxc_word_kind linkage = ptxc_parser_word(parser)->kind;
    symbol->external = linkage == PTXC_WORD_EXTERNAL;
    if (!specified.parameter && (linkage == PTXC_WORD_LINKAGE || symbol->external))
        ptxc_parser_advance(parser);
    while (parser->token.kind == PTXC_TOKEN_DOTTED) {
        const enum ptxc_word_kind kind = ptxc_parser_word(parser)->kind;
        const bool after = specified.parameter && specified.type;
        if (kind == PTXC_WORD_ALIGNMENT && (after || !(specified.vector || specified.type))) {
            if (!parse_alignment(parser, &symbol->alignment))
                return false;
        } else if (kind == PTXC_WORD_POINTER && after) {
            if (!parse_pointer(parser))
                return false;
        } else if (!accept_word(parser, &specified, symbol)) {
            return ptxc_parser_fail(parser, specified.type ? "a name" : "a type before the name");
        }
    }
    if (!specified.type || (symbol->space == PTXC_SPACE_NONE && !specified.newer))
        return ptxc_parser_fail(parser, specified.type ? "a state space before the type" : "a type before the name");
    symbol->kind = symbol->space == PTXC_SPACE_REG ? PTXC_SYMBOL_REGISTER : PTXC_SYMBOL_VARIABLE;
    return true;
}

/* Passes over an initialiser, to the ',' before the next declarator or to the end of the declaration. What stands in
 * braces, often thousands of numbers, is not tokenised. */
static bool skip_initialiser(struct ptxc_parser *parser) {
    unsigned depth = 0;
    for (;; ptxc_parser_advance(parser)) {
        const bool opens = parser->token.kind == PTXC_TOKEN_LEFT_BRACE;
        const uint32_t after =
            opens ? ptxc_skip_braces(parser->lexer.source, parser->lexer.length, parser->token.offset) : 0;
        if (after > 0) {
            ptxc_parser_seek(parser, after - 1);
            continue;
        }
        switch (parser->token.kind) {
        case PTXC_TOKEN_LEFT_BRACE:
        case PTXC_TOKEN_LEFT_PAREN: depth++; break;
        case PTXC_TOKEN_RIGHT_BRACE:
        case PTXC_TOKEN_RIGHT_PAREN:
            if (depth == 0)
                return ptxc_parser_fail(parser, "an initialiser");
            depth--;
            break;
        case PTXC_TOKEN_SEMICOLON:
        case PTXC_TOKEN_END:
        case PTXC_TOKEN_OPEN_COMMENT: return true;
        case PTXC_TOKEN_COMMA:
            if (depth == 0)
                return true;
            break;
        default: break;
        }
    }
}

/* Reads <count> after a name, which declares that many numbered names: %r<16> is %r0 to %r15 (ISA 5.4.6), and %r<0>
 * declares nothing. */
static bool parse_range(struct ptxc_parser *parser, struct ptxc_symbol *symbol, bool *empty) {
    if (!ptxc_parser_accept(parser, PTXC_TOKEN_LESS))
        return true;
    uint64_t count;
    if (!ptxc_count_parse(parser, "the number of names", &count))
        return false;
    *empty = count == 0;
    symbol->range = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    return ptxc_parser_expect(parser, PTXC_TOKEN_GREATER, "after the number of names");
}

/* Reads the extents [n][m]… of an array, and so how large it is; one that is left open makes that unknown. */
static bool parse_extents(struct ptxc_parser *parser, struct ptxc_symbol *symbol) {
    uint64_t elements = symbol->vector ? symbol->vector : 1;
    bool known = !parser->asm_text;
    while (ptxc_parser_accept(parser, PTXC_TOKEN_LEFT_BRACKET)) {
        struct ptxc_constant extent = {0, false, PTXC_TYPE_NONE};
        bool sound = true;
        symbol->array = true;
        if (parser->token.kind != PTXC_TOKEN_RIGHT_BRACKET && !parse_number(parser, &extent, &sound))
            return false;
        known &= sound && extent.real == PTXC_TYPE_NONE && extent.bits > 0 && extent.bits <= UINT32_MAX &&
                 elements <= UINT32_MAX;
        elements *= known ? extent.bits : 1;
        if (!ptxc_parser_expect(parser, PTXC_TOKEN_RIGHT_BRACKET, "after the extent"))
            return false;
    }
    symbol->size = known && elements <= UINT32_MAX ? elements * (ptxc_types[symbol->type].width / 8u) : 0;
    return true;
}

/* Adds a symbol that was read, or a parameter of a function. Where no alignment is written (0), it has that of its
 * type, for a vector times its length. */
static bool add_symbol(struct ptxc_parser *parser, struct ptxc_symbol *symbol, bool parameter) {
    symbol->in_body = !parameter && symbol->space == PTXC_SPACE_PARAM;
    if (symbol->alignment == 0)
        symbol->alignment = ptxc_types[symbol->type].width / 8u * (symbol->vector ? symbol->vector : 1u);
    else if (symbol->alignment == UNKNOWN_ALIGNMENT) /* it was written as unknown text */
        symbol->alignment = 0;
    return ptxc_symbols_add(&parser->symbols, symbol);
}

/* Reads one name with its range or extents and declares it. A parameter may have none, but '_'. */
static bool parse_declarator(struct ptxc_parser *parser, bool parameter, const struct ptxc_symbol *specifiers) {
    struct ptxc_symbol symbol = *specifiers;
    struct ptxc_span span = ptxc_parser_span(parser->token);
    if (parameter && ptxc_parser_accept(parser, PTXC_TOKEN_SINK))
        return parse_extents(parser, &symbol);
    if (parser->token.kind != PTXC_TOKEN_IDENTIFIER || ptxc_constant_find(ptxc_parser_text(parser, span), span.length))
        return ptxc_parser_fail(parser, "a name");
    symbol.name = ptxc_parser_text(parser, span);
    symbol.length = span.length;
    ptxc_parser_advance(parser);
    bool empty = false;
    if (!(parameter || parse_range(parser, &symbol, &empty)) || !parse_extents(parser, &symbol))
        return false;
    if (!empty && !add_symbol(parser, &symbol, parameter))
        return false;
    return !ptxc_parser_accept(parser, PTXC_TOKEN_ASSIGN) || skip_initialiser(parser);
}

bool ptxc_declaration_parse(struct ptxc_parser *parser, bool newer) {
    if (ptxc_unknown_in_declaration(parser)) {
        ptxc_unknown_pass_over(parser);
        ptxc_parser_accept(parser, PTXC_TOKEN_SEMICOLON);
        return declare_any(parser);
    }
    return parse_list(parser, PTXC_TOKEN_SEMICOLON, newer);
}

/* Reads declarators up to `end`. In a parameter list each has specifiers of its own, elsewhere they share one set, and
 * there may be none at all (measured on ptxas 13.0). */
static bool parse_list(struct ptxc_parser *parser, enum ptxc_token_kind end, bool newer) {
    const struct specified specified = {.parameter = end == PTXC_TOKEN_RIGHT_PAREN, .newer = newer};
    struct ptxc_symbol symbol = {0};
    do {
        const bool begins = parser->token.kind == PTXC_TOKEN_DOTTED;
        if (begins) {
            symbol = (struct ptxc_symbol){0};
            if (!parse_specifiers(parser, specified, &symbol))
                return false;
        }
        if (begins && !specified.parameter && ptxc_parser_accept(parser, PTXC_TOKEN_SEMICOLON))
            return true;
        if (!parse_declarator(parser, specified.parameter, &symbol))
            return false;
    } while (ptxc_parser_accept(parser, PTXC_TOKEN_COMMA));
    return ptxc_parser_expect(parser, end, "after the declaration");
}

/* Reads a list of parameters, if one stands here. Where it has unknown text, any name may be a parameter. */
static bool parse_parameters(struct ptxc_parser *parser, bool newer) {
    if (parser->token.kind == PTXC_TOKEN_LEFT_PAREN && ptxc_unknown_in_declaration(parser))
        return declare_any(parser) && skip_parentheses(parser);
    if (!ptxc_parser_accept(parser, PTXC_TOKEN_LEFT_PAREN))
        return true;
    return ptxc_parser_accept(parser, PTXC_TOKEN_RIGHT_PAREN) || parse_list(parser, PTXC_TOKEN_RIGHT_PAREN, newer);
}

/* Whether the directive begins another statement, so that the header before it was that of a prototype. */
static bool begins_statement(const struct ptxc_parser *parser) {
    return ptxc_parser_word(parser)->ends_header || space_of(parser) != PTXC_SPACE_NONE;
}

/* The three numbers that the current directive of a function header gives, or NULL. */
static uint32_t *sizes_of(const struct ptxc_parser *parser, struct ptxc_function *function) {
    switch (ptxc_parser_word(parser)->kind) {
    case PTXC_WORD_REQUIRED_THREADS: return function->required_threads;
    case PTXC_WORD_MAXIMUM_THREADS: return function->maximum_threads;
    case PTXC_WORD_CLUSTER: return function->cluster;
    default: return NULL;
    }
}

/* Returns the number at the current token, 0 where none stands here that can be known. */
static uint32_t size_here(const struct ptxc_parser *parser) {
    struct ptxc_parser ahead = *parser;
    uint64_t count = 0;
    ahead.silent = true;
    return ptxc_count_parse(&ahead, "", &count) && count <= UINT32_MAX ? (uint32_t)count : 0;
}

/* Notes the numbers of a directive: those that are not written are 1. */
static void note_sizes(const struct ptxc_parser *parser, uint32_t *sizes) {
    struct ptxc_parser ahead = *parser;
    for (int i = 0; i < 3; i++) {
        ptxc_parser_advance(&ahead);
        sizes[i] = size_here(&ahead);
        ptxc_parser_advance(&ahead);
        if (ahead.token.kind != PTXC_TOKEN_COMMA) {
            for (int rest = i + 1; rest < 3; rest++)
                sizes[rest] = 1;
            return;
        }
    }
}

/* What is read of a tuning directive: its numbers or strings, with commas between them. */
struct tuning {
    enum ptxc_token_kind before; /* the token before, an integer for a named constant */
    bool strings, numbers;       /* it needs some */
};

/* Whether the token can stand here; reports one that cannot. */
static bool is_tuning(struct ptxc_parser *parser, const struct tuning *tuning, enum ptxc_token_kind kind) {
    const enum ptxc_token_kind before = tuning->before;
    const bool awaited =
        before == PTXC_TOKEN_COMMA || (before == PTXC_TOKEN_DOTTED && (tuning->strings || tuning->numbers));
    const bool more = before == PTXC_TOKEN_COMMA || before == PTXC_TOKEN_DOTTED;
    bool fits = !awaited;
    if (kind == PTXC_TOKEN_COMMA)
        fits = before == PTXC_TOKEN_INTEGER || before == PTXC_TOKEN_STRING;
    else if (kind == PTXC_TOKEN_INTEGER || kind == PTXC_TOKEN_STRING)
        fits = more && tuning->strings == (kind == PTXC_TOKEN_STRING);
    else if (before == PTXC_TOKEN_STRING)
        fits = kind == PTXC_TOKEN_SEMICOLON;
    return fits || ptxc_parser_fail(parser, before == PTXC_TOKEN_STRING ? "',' or ';' after the string"
                                            : !awaited                  ? "'{' or ';' after the function header"
                                            : tuning->strings           ? "a string"
                                                                        : "a number");
}

/* Reads the tuning directives between the parameters and the body, such as .maxntid 1, 1, 1. A body follows, or the
 * header was that of a prototype; that of a .func may end with the source (measured on ptxas 12.0 to 13.5). */
static bool parse_tuning(struct ptxc_parser *parser, bool newer, struct ptxc_function *function) {
    struct tuning tuning = {.before = PTXC_TOKEN_RIGHT_PAREN};
    for (;; ptxc_parser_advance(parser)) {
        const char *text = parser->lexer.source + parser->token.offset;
        const bool constant =
            parser->token.kind == PTXC_TOKEN_IDENTIFIER && ptxc_constant_find(text, parser->token.length);
        const enum ptxc_token_kind kind = constant ? PTXC_TOKEN_INTEGER : parser->token.kind;
        if (!newer && !is_tuning(parser, &tuning, kind))
            return false;
        switch (kind) {
        case PTXC_TOKEN_LEFT_BRACE: function->body = true; return true;
        case PTXC_TOKEN_SEMICOLON:
            if (tuning.strings) /* the end of .pragma "…"; the body is still to come */
                break;
            ptxc_parser_advance(parser);
            return true;
        case PTXC_TOKEN_DOTTED:
            if (begins_statement(parser))
                return true;
            uint32_t *sizes = sizes_of(parser, function);
            tuning = (struct tuning){.strings = ptxc_parser_word(parser)->kind == PTXC_WORD_PRAGMA, .numbers = sizes};
            if (sizes)
                note_sizes(parser, sizes);
            break;
        case PTXC_TOKEN_END:
            if (!function->entry && !parser->asm_text)
                return true;
            return ptxc_parser_fail(parser, "'{' or ';' after the function header");
        case PTXC_TOKEN_INTEGER:
        case PTXC_TOKEN_STRING:
        case PTXC_TOKEN_COMMA: break;
        default:
            if (!newer ||
                (kind != PTXC_TOKEN_IDENTIFIER && kind != PTXC_TOKEN_LEFT_PAREN && kind != PTXC_TOKEN_RIGHT_PAREN))
                return ptxc_parser_fail(parser, "'{' or ';' after the function header");
        }
        tuning.before = kind;
        tuning.strings &= kind != PTXC_TOKEN_SEMICOLON;
    }
}

/* Reads the words before the results or the name: linkage, .entry or .func, .attribute(…). */
static bool parse_words(struct ptxc_parser *parser, struct ptxc_function *function) {
    while (parser->token.kind == PTXC_TOKEN_DOTTED) {
        const enum ptxc_word_kind kind = ptxc_parser_word(parser)->kind;
        const bool attribute = kind == PTXC_WORD_ATTRIBUTE;
        function->entry |= kind == PTXC_WORD_ENTRY;
        ptxc_parser_advance(parser);
        if (attribute && parser->token.kind == PTXC_TOKEN_LEFT_PAREN && !skip_parentheses(parser))
            return false;
    }
    return true;
}

bool ptxc_function_parse(struct ptxc_parser *parser, bool newer, struct ptxc_function *function) {
    *function = (struct ptxc_function){.outer = parser->symbols.innermost};
    if (!parse_words(parser, function))
        return false;
    struct ptxc_lexer results = parser->lexer;
    struct ptxc_token results_token = parser->token;
    bool has_results = results_token.kind == PTXC_TOKEN_LEFT_PAREN;
    if (has_results && !skip_parentheses(parser))
        return false;
    if (parser->token.kind != PTXC_TOKEN_IDENTIFIER)
        return ptxc_parser_fail(parser, "the name of the function");
    function->name = ptxc_parser_span(parser->token);
    struct ptxc_symbol symbol = {.kind = PTXC_SYMBOL_FUNCTION,
                                 .name = ptxc_parser_text(parser, function->name),
                                 .length = function->name.length};
    ptxc_parser_advance(parser);
    if (!ptxc_symbols_add(&parser->symbols, &symbol))
        return false;
    function->outer = parser->symbols.innermost;
    /* The results are written before the name but belong to the scope that the name opens, so they are read last. */
    if (has_results) {
        struct ptxc_lexer after = parser->lexer;
        struct ptxc_token after_token = parser->token;
        parser->lexer = results;
        parser->token = results_token;
        function->first_result = ptxc_symbols_last(&parser->symbols) + 1;
        if (!parse_parameters(parser, newer))
            return false;
        function->result_count = ptxc_symbols_last(&parser->symbols) + 1 - function->first_result;
        parser->lexer = after;
        parser->token = after_token;
    }
    function->first_parameter = ptxc_symbols_last(&parser->symbols) + 1;
    if (!parse_parameters(parser, newer))
        return false;
    function->parameter_count = ptxc_symbols_last(&parser->symbols) + 1 - function->first_parameter;
    return parse_tuning(parser, newer, function);
}

/* Constants of C: see constant.h. Operators are read by how tightly they bind. Values are of type int, as those of
 * small literals are; where an expression leaves that type, or has an unsigned literal and a negative value, it is not
 * known. A name is known where the file defines it once so far, as a macro that is an operand such as 16 or (4 * 4),
 * and the definition holds wherever the name stands.
 */
#include "host/c/constant.h"

#include <string.h>

#include "host/c/defines.h"
#include "host/c/lexer.h"

enum { DEEPEST = 32, LONGEST = 256 };

struct const_reader {
    struct ptxc_host_lexer lexer;
    struct ptxc_host_token token; /* the next, not consumed */
    bool is_unsigned;             /* a literal is */
    bool known;
    const struct ptxc_constant_names *names; /* or NULL */
};

/* An operator of two operands; a higher number binds tighter. */
struct operator_row {
    const char *text;
    int binds;
};

static const struct operator_row operators[] = {{"<<", 4}, {">>", 4}, {"|", 1}, {"^", 2}, {"&", 3},
                                                {"+", 5},  {"-", 5},  {"*", 6}, {"/", 6}, {"%", 6}};

static void advance(struct const_reader *reader) {
    reader->token = ptxc_host_c_next(&reader->lexer);
}

/* Returns the operator that comes next, or NULL. */
static const struct operator_row *find_operator(const struct const_reader *reader) {
    const char *text = reader->lexer.source + reader->token.offset;
    const size_t room = reader->lexer.length - reader->token.offset;
    for (size_t i = 0; reader->token.kind == PTXC_HOST_SYMBOL && i < sizeof(operators) / sizeof(operators[0]); i++) {
        const size_t length = strlen(operators[i].text);
        if (length <= room && memcmp(text, operators[i].text, length) == 0)
            return &operators[i];
    }
    return NULL;
}

/* Applies the operator; what C leaves undefined, and what is no int any more, is not known. */
static int64_t apply(struct const_reader *reader, char operator, int64_t left, int64_t right) {
    const bool shift = operator== '<' || operator== '>', divides = operator== '/' || operator== '%';
    int64_t value = 0;
    if ((divides && right == 0) || (shift && (left < 0 || right < 0 || right > 30))) {
        reader->known = false;
        return 0;
    }
    switch (operator) {
    case '<': value = left * ((int64_t)1 << right); break;
    case '>': value = left >> right; break;
    case '|': value = left | right; break;
    case '^': value = left ^ right; break;
    case '&': value = left & right; break;
    case '+': value = left + right; break;
    case '-': value = left - right; break;
    case '*': value = left * right; break;
    case '/': value = left / right; break;
    default: value = right != 0 ? left % right : 0; break;
    }
    reader->known &= value >= -INT32_MAX && value <= INT32_MAX;
    return reader->known ? value : 0;
}

static int64_t read_binary(struct const_reader *reader, int least, int depth);
static int64_t read_operand(struct const_reader *reader, int depth);

/* Returns the only definition of the name at the token, if it holds here and has no parameters; or NULL. */
static const struct ptxc_macro *find_macro(const struct const_reader *reader) {
    const struct ptxc_constant_names *names = reader->names;
    if (!names || reader->token.kind != PTXC_HOST_WORD || !ptxc_extraction_spend(names->extraction, PTXC_CONSTANT_COST))
        return NULL;
    struct ptxc_extraction place = *names->extraction;
    place.source = reader->lexer.source; /* the name may stand in another definition */
    const struct ptxc_macro *macro = ptxc_macros_find(names->macros, &place, ptxc_host_place(reader->token));
    return macro && !ptxc_macro_has_parameters(macro) &&
                   ptxc_conditions_is_inside(names->conditions, macro->depth, macro->branch)
               ? macro
               : NULL;
}

/* Reads a name. What it stands for is an operand as a whole, so that no operator beside the name binds to a part. */
static int64_t read_name(struct const_reader *reader, int depth) {
    const struct ptxc_macro *macro = find_macro(reader);
    reader->known &= macro != NULL;
    if (!macro)
        return 0;
    struct const_reader body = *reader;
    body.lexer = ptxc_macro_body(reader->names->macros, macro);
    advance(&body);
    const int64_t value = read_operand(&body, depth - 1);
    reader->known = body.known && body.token.kind == PTXC_HOST_DEFINE_END;
    reader->is_unsigned = body.is_unsigned;
    advance(reader);
    return value;
}

/* Reads a literal, a parenthesis, a name, or a sign with what follows it. */
static int64_t read_operand(struct const_reader *reader, int depth) {
    const char symbol = reader->token.symbol;
    uint32_t number = 0;
    int64_t value = 0;
    reader->known &= depth > 0;
    if (!reader->known)
        return 0;
    if (ptxc_host_number_read(reader->lexer.source, reader->token, &number)) {
        const char *text = reader->lexer.source + reader->token.offset;
        const bool hexadecimal = reader->token.length > 1 && (text[1] | 0x20) == 'x';
        reader->is_unsigned |= memchr(text, 'u', reader->token.length) || memchr(text, 'U', reader->token.length);
        reader->known &= reader->token.kind == PTXC_HOST_NUMBER && !memchr(text, '.', reader->token.length) &&
                         (hexadecimal || !memchr(text, 'e', reader->token.length));
        advance(reader);
        return number;
    } else if (reader->token.kind == PTXC_HOST_SYMBOL && symbol == '(') {
        advance(reader);
        value = read_binary(reader, 0, depth - 1);
        reader->known &= ptxc_host_is_symbol(reader->token, ')');
        advance(reader);
    } else if (reader->token.kind == PTXC_HOST_SYMBOL && (symbol == '-' || symbol == '+' || symbol == '~')) {
        advance(reader);
        value = read_operand(reader, depth - 1);
        value = symbol == '-' ? -value : symbol == '~' ? ~value : value;
    } else {
        value = read_name(reader, depth);
    }
    return value;
}

/* Reads operands and the operators between them that bind tighter than `least`. */
static int64_t read_binary(struct const_reader *reader, int least, int depth) {
    int64_t value = read_operand(reader, depth);
    const struct operator_row *row;
    while (reader->known && depth > 0 && (row = find_operator(reader)) && row->binds > least) {
        for (size_t i = strlen(row->text); i > 0; i--)
            advance(reader);
        value = apply(reader, row->text[0], value, read_binary(reader, row->binds, depth - 1));
    }
    return value;
}

bool ptxc_constant_evaluate(const char *source, struct ptxc_span span, const struct ptxc_constant_names *names,
                            int64_t *value) {
    struct const_reader reader = {
        .lexer = ptxc_host_lexer_at(source, span), .known = span.length <= LONGEST, .names = names};
    if (!reader.known)
        return false;
    advance(&reader);
    *value = read_binary(&reader, 0, DEEPEST);
    return reader.known && reader.token.kind == PTXC_HOST_END && !(reader.is_unsigned && *value < 0);
}

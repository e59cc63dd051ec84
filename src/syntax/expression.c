/* Constant expressions (ISA 4.5), evaluated as ptxas 13.0 does (measured): 64-bit integers, signed or unsigned;
 * shifts by the count modulo 64; '%' always unsigned; a literal overflows when a digit follows one that set bit 63.
 * Two 64-bit floating-point constants can be compared, which gives an integer, added, subtracted, multiplied and
 * divided; 32-bit ones (0f…) and mixtures take no operator at all. All that is arithmetic, in the types of C that this
 * file computes with, and therefore stands here and in no table; the operators themselves are in tokens.def.
 */
#include "syntax/expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/characters.h"
#include "syntax/unknown_text.h"

enum {
    MAX_DEPTH = 256, /* of nested operands: deeper text is refused rather than followed */
    MAX_DIGITS = 100 /* of a decimal fraction; more change no double */
};

static bool ternary(struct ptxc_parser *parser, struct ptxc_constant *result, bool *sound);
static bool unary(struct ptxc_parser *parser, struct ptxc_constant *result, bool *sound);

/* Raises the first error of meaning in an expression; later ones would follow from it. Always true: reading goes on. */
static bool unsound(struct ptxc_parser *parser, struct ptxc_span span, const char *message, bool *sound) {
    if (*sound && !parser->silent)
        ptxc_report_raise(parser->report, PTXC_RULE_CONSTANT, span, message);
    *sound = false;
    return true;
}

/* Reads an integer: decimal, 0x, 0b or octal, with U for unsigned. A digit that follows after bit 63 is set overflows,
 * which is when ptxas 13.0 reports it (measured), not when the value first exceeds 64 bits. */
static void literal(struct ptxc_parser *parser, struct ptxc_constant *result, bool *sound) {
    struct ptxc_token token = parser->token;
    const char *text = parser->lexer.source + token.offset;
    uint32_t length = token.length, i = 0;
    uint64_t base = 10, value = 0;
    bool suffixed = text[length - 1] == 'U';
    if (suffixed)
        length--;
    if (length > 1 && text[0] == '0') {
        base = (text[1] | 0x20) == 'x' ? 16 : (text[1] | 0x20) == 'b' ? 2 : 8;
        i = base == 8 ? 1 : 2;
    }
    for (; i < length; i++) {
        if (value >> 63) {
            unsound(parser, ptxc_parser_span(token), "the constant does not fit in 64 bits", sound);
            break;
        }
        value = value * base + ptxc_digit_value(text[i]);
    }
    *result = (struct ptxc_constant){value, suffixed || value > INT64_MAX, PTXC_TYPE_NONE};
    ptxc_parser_advance(parser);
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static struct ptxc_constant constant_of(double value) {
    return (struct ptxc_constant){bits_of(value), false, PTXC_TYPE_F64};
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* The value of a decimal fraction. strtod gets the digits as an integer with an exponent, for the decimal point that it
 * expects depends on the locale. */
static double decimal(const char *text, uint32_t length) {
    char plain[MAX_DIGITS + 16];
    uint32_t i = 0, count = 0;
    long exponent = 0, written = 0;
    bool fraction = false;
    for (; i < length && ((text[i] >= '0' && text[i] <= '9') || text[i] == '.'); i++) {
        if (text[i] == '.') {
            fraction = true;
        } else if (count < MAX_DIGITS) {
            plain[count++] = text[i];
            exponent -= fraction;
        } else {
            exponent += !fraction;
        }
    }
    bool negative = i + 1 < length && text[i + 1] == '-';
    for (i++; i < length; i++)
        if (text[i] >= '0' && text[i] <= '9' && written < 100000)
            written = written * 10 + (text[i] - '0');
    snprintf(plain + count, sizeof(plain) - count, "e%ld", exponent + (negative ? -written : written));
    return strtod(plain, NULL);
}

/* 1.5, 1e3; 0f and eight hexadecimal digits, 0d and sixteen. */
static void real_literal(struct ptxc_parser *parser, struct ptxc_constant *result) {
    const char *text = parser->lexer.source + parser->token.offset;
    uint32_t length = parser->token.length;
    char mark = (char)(length > 1 ? text[1] | 0x20 : 0);
    *result = (struct ptxc_constant){0, false, mark == 'f' ? PTXC_TYPE_F32 : PTXC_TYPE_F64};
    if (mark == 'f' || mark == 'd')
        for (uint32_t i = 2; i < length; i++)
            result->bits = result->bits << 4 | ptxc_digit_value(text[i]);
    else
        result->bits = bits_of(decimal(text, length));
    ptxc_parser_advance(parser);
}

/* Reads ( expression ), or a cast (.s64) or (.u64) with its operand. */
static bool parenthesis(struct ptxc_parser *parser, struct ptxc_constant *result, bool *sound) {
    ptxc_parser_advance(parser);
    if (parser->token.kind != PTXC_TOKEN_DOTTED)
        return ternary(parser, result, sound) &&
               ptxc_parser_expect(parser, PTXC_TOKEN_RIGHT_PAREN, "after the expression");
    struct ptxc_span span = ptxc_parser_span(parser->token);
    enum ptxc_type type = ptxc_type_find(ptxc_parser_text(parser, span), span.length);
    bool to_unsigned = type == PTXC_TYPE_U64, known = to_unsigned || type == PTXC_TYPE_S64;
    ptxc_parser_advance(parser);
    if (!ptxc_parser_expect(parser, PTXC_TOKEN_RIGHT_PAREN, "after the type of the cast") ||
        !unary(parser, result, sound))
        return false;
    if (!known || result->real)
        unsound(parser, span, "a cast must convert an integer to .s64 or .u64", sound);
    result->is_unsigned = to_unsigned;
    result->real = PTXC_TYPE_NONE;
    return true;
}

/* Applies a sign to a floating-point constant: 64-bit ones take - and +, 32-bit ones (0f…) take no operator. */
static bool real_sign(struct ptxc_parser *parser, enum ptxc_token_kind kind, struct ptxc_constant *result,
                      bool *sound) {
    struct ptxc_span span = ptxc_parser_since(parser, parser->last_end - 1);
    if (result->real == PTXC_TYPE_F32 || kind == PTXC_TOKEN_NOT || kind == PTXC_TOKEN_COMPLEMENT)
        return unsound(parser, span, "this operator cannot be applied to this floating-point constant", sound);
    if (kind == PTXC_TOKEN_MINUS)
        result->bits ^= UINT64_C(1) << 63;
    return true;
}

static const struct ptxc_constant_row *named_constant(const struct ptxc_parser *parser) {
    return ptxc_constant_find(parser->lexer.source + parser->token.offset, parser->token.length);
}

/* Reads a primary expression or a unary operator with its operand. */
static bool prefixed(struct ptxc_parser *parser, struct ptxc_constant *result, bool *sound) {
    enum ptxc_token_kind kind = parser->token.kind;
    int64_t value;
    switch (kind) {
    case PTXC_TOKEN_INTEGER: literal(parser, result, sound); return true;
    case PTXC_TOKEN_REAL: real_literal(parser, result); return true;
    case PTXC_TOKEN_LEFT_PAREN: return parenthesis(parser, result, sound);
    case PTXC_TOKEN_IDENTIFIER:
        if (!named_constant(parser))
            break;
        *result = (struct ptxc_constant){named_constant(parser)->value, false, PTXC_TYPE_NONE};
        ptxc_parser_advance(parser);
        return true;
    case PTXC_TOKEN_UNKNOWN:
    case PTXC_TOKEN_PLACEHOLDER:
        if (!ptxc_unknown_may_be_constant(parser, parser->token))
            break;
        *result = (struct ptxc_constant){0, false, PTXC_TYPE_NONE};
        if (ptxc_placeholder_constant(parser, parser->token, &value))
            result->bits = (uint64_t)value;
        else
            parser->unknown = true;
        ptxc_parser_advance(parser);
        return true;
    case PTXC_TOKEN_PLUS:
    case PTXC_TOKEN_MINUS:
    case PTXC_TOKEN_NOT:
    case PTXC_TOKEN_COMPLEMENT:
        ptxc_parser_advance(parser);
        if (!unary(parser, result, sound))
            return false;
        if (result->real)
            return real_sign(parser, kind, result, sound);
        if (kind == PTXC_TOKEN_MINUS)
            result->bits = 0 - result->bits;
        else if (kind == PTXC_TOKEN_COMPLEMENT)
            *result =
                (struct ptxc_constant){~result->bits, true, PTXC_TYPE_NONE}; /* unsigned: measured, unlike ISA 4.5.5 */
        else if (kind == PTXC_TOKEN_NOT)
            *result = (struct ptxc_constant){!result->bits, false, PTXC_TYPE_NONE};
        return true;
    default: break;
    }
    return ptxc_parser_fail(parser, "a constant");
}

/* Reads an operand. The depth is counted so that hostile input cannot exhaust the stack. */
static bool unary(struct ptxc_parser *parser, struct ptxc_constant *result, bool *sound) {
    if (parser->depth >= MAX_DEPTH)
        return ptxc_parser_fail(parser, "an expression nested less deeply");
    parser->depth++;
    bool read = prefixed(parser, result, sound);
    parser->depth--;
    return read;
}

static bool less(struct ptxc_constant a, struct ptxc_constant b) {
    return a.is_unsigned || b.is_unsigned ? a.bits < b.bits : (int64_t)a.bits < (int64_t)b.bits;
}

/* The quotient; the divisor is not 0. */
static uint64_t divide(struct ptxc_constant a, struct ptxc_constant b) {
    if (a.is_unsigned || b.is_unsigned)
        return a.bits / b.bits;
    if (b.bits == UINT64_MAX) /* by -1: no overflow trap for the least integer */
        return 0 - a.bits;
    return (uint64_t)((int64_t)a.bits / (int64_t)b.bits);
}

/* An arithmetic shift, in unsigned arithmetic: what C does with negative values is left to its implementations. */
static uint64_t shift_right(struct ptxc_constant a, uint64_t count) {
    uint64_t bits = a.bits >> count;
    if (!a.is_unsigned && (a.bits >> 63) && count)
        bits |= ~(UINT64_MAX >> count);
    return bits;
}

/* Applies the operator to two integers. The result is unsigned if one of them is; a comparison gives 0 or 1. */
static struct ptxc_constant apply(enum ptxc_token_kind kind, struct ptxc_constant a, struct ptxc_constant b) {
    struct ptxc_constant truth = {0, false, PTXC_TYPE_NONE};
    struct ptxc_constant value = {0, a.is_unsigned || b.is_unsigned, PTXC_TYPE_NONE};
    switch (kind) {
    case PTXC_TOKEN_OR_OR: truth.bits = a.bits || b.bits; return truth;
    case PTXC_TOKEN_AND_AND: truth.bits = a.bits && b.bits; return truth;
    case PTXC_TOKEN_EQUAL: truth.bits = a.bits == b.bits; return truth;
    case PTXC_TOKEN_NOT_EQUAL: truth.bits = a.bits != b.bits; return truth;
    case PTXC_TOKEN_LESS: truth.bits = less(a, b); return truth;
    case PTXC_TOKEN_LESS_EQUAL: truth.bits = !less(b, a); return truth;
    case PTXC_TOKEN_GREATER: truth.bits = less(b, a); return truth;
    case PTXC_TOKEN_GREATER_EQUAL: truth.bits = !less(a, b); return truth;
    case PTXC_TOKEN_OR: value.bits = a.bits | b.bits; return value;
    case PTXC_TOKEN_XOR: value.bits = a.bits ^ b.bits; return value;
    case PTXC_TOKEN_AND: value.bits = a.bits & b.bits; return value;
    case PTXC_TOKEN_SHIFT_LEFT: return (struct ptxc_constant){a.bits << (b.bits & 63), a.is_unsigned, PTXC_TYPE_NONE};
    case PTXC_TOKEN_SHIFT_RIGHT:
        return (struct ptxc_constant){shift_right(a, b.bits & 63), a.is_unsigned, PTXC_TYPE_NONE};
    case PTXC_TOKEN_PLUS: value.bits = a.bits + b.bits; return value;
    case PTXC_TOKEN_MINUS: value.bits = a.bits - b.bits; return value;
    case PTXC_TOKEN_TIMES: value.bits = a.bits * b.bits; return value;
    case PTXC_TOKEN_DIVIDE: value.bits = divide(a, b); return value;
    case PTXC_TOKEN_MODULO: value.bits = a.bits % b.bits; return value;
    default: return truth; /* no other token stands between two operands */
    }
}

/* Applies the operator to two doubles; false where it takes none. Equality is spelled with >= and <= so that no
 * compiler warns of comparing floating-point values. */
static bool apply_real(enum ptxc_token_kind kind, double a, double b, struct ptxc_constant *result) {
    struct ptxc_constant truth = {0, false, PTXC_TYPE_NONE};
    switch (kind) {
    case PTXC_TOKEN_EQUAL: truth.bits = a >= b && a <= b; break;
    case PTXC_TOKEN_NOT_EQUAL: truth.bits = !(a >= b && a <= b); break;
    case PTXC_TOKEN_LESS: truth.bits = a < b; break;
    case PTXC_TOKEN_LESS_EQUAL: truth.bits = a <= b; break;
    case PTXC_TOKEN_GREATER: truth.bits = a > b; break;
    case PTXC_TOKEN_GREATER_EQUAL: truth.bits = a >= b; break;
    case PTXC_TOKEN_PLUS: *result = constant_of(a + b); return true;
    case PTXC_TOKEN_MINUS: *result = constant_of(a - b); return true;
    case PTXC_TOKEN_TIMES: *result = constant_of(a * b); return true;
    case PTXC_TOKEN_DIVIDE: *result = constant_of(a / b); return true;
    default: return false;
    }
    *result = truth;
    return true;
}

static bool binary(struct ptxc_parser *parser, int least, struct ptxc_constant *result, bool *sound);

/* Reads what follows the first operand: operands joined by operators that bind at least as tightly as `least`
 * (precedence climbing). Operators of one level group from the left, so the right operand is read at the next level. */
static bool joined(struct ptxc_parser *parser, int least, struct ptxc_constant *result, bool *sound) {
    for (;;) {
        enum ptxc_token_kind kind = parser->token.kind;
        int level = ptxc_lexer_token_precedence(kind);
        if (level == 0 || level < least)
            return true;
        struct ptxc_span span = ptxc_parser_span(parser->token);
        struct ptxc_constant right = {0, false, PTXC_TYPE_NONE};
        ptxc_parser_advance(parser);
        if (!binary(parser, level + 1, &right, sound))
            return false;
        if (parser->unknown) { /* goes on reading, so that the rest is still checked for syntax */
            *result = (struct ptxc_constant){0, false, PTXC_TYPE_NONE};
            continue;
        }
        bool zero = right.real ? right.bits << 1 == 0 : right.bits == 0; /* the shift drops the sign of -0.0 */
        if ((kind == PTXC_TOKEN_DIVIDE || kind == PTXC_TOKEN_MODULO) && zero)
            return unsound(parser, span, "the constant expression divides by zero", sound);
        bool doubles = result->real == PTXC_TYPE_F64 && right.real == PTXC_TYPE_F64;
        if (!result->real && !right.real)
            *result = apply(kind, *result, right);
        else if (!doubles || !apply_real(kind, double_of(result->bits), double_of(right.bits), result))
            return unsound(parser, span, "this operator takes two integers or two 64-bit floating-point constants",
                           sound);
    }
}

static bool binary(struct ptxc_parser *parser, int least, struct ptxc_constant *result, bool *sound) {
    return unary(parser, result, sound) && joined(parser, least, result, sound);
}

/* Reads what follows a condition; "a ? b : c" groups from the right. Both branches are evaluated, and errors in either
 * are raised. */
static bool chosen(struct ptxc_parser *parser, struct ptxc_constant *result, bool *sound) {
    if (!ptxc_parser_accept(parser, PTXC_TOKEN_QUESTION))
        return true;
    struct ptxc_constant yes = {0, false, PTXC_TYPE_NONE}, no = yes;
    bool condition = result->bits != 0, real = result->real;
    struct ptxc_span span = ptxc_parser_since(parser, parser->last_end - 1);
    if (parser->depth >= MAX_DEPTH) /* branches nest to the right, past the count in unary */
        return ptxc_parser_fail(parser, "an expression nested less deeply");
    parser->depth++;
    if (!ternary(parser, &yes, sound) || !ptxc_parser_expect(parser, PTXC_TOKEN_COLON, "between the branches of '?'") ||
        !ternary(parser, &no, sound))
        return false;
    parser->depth--;
    if (!parser->unknown && (real || yes.real || no.real))
        return unsound(parser, span, "the operands of '?' must be integers", sound);
    *result = condition ? yes : no;
    return true;
}

/* Reads a whole expression. */
static bool ternary(struct ptxc_parser *parser, struct ptxc_constant *result, bool *sound) {
    return binary(parser, 1, result, sound) && chosen(parser, result, sound);
}

/* Most constants are a literal alone, maybe with a sign. */
bool ptxc_expression_parse(struct ptxc_parser *parser, struct ptxc_constant *constant, bool *sound) {
    *sound = true;
    parser->unknown = false;
    parser->depth = 0;
    if (parser->token.kind == PTXC_TOKEN_INTEGER)
        literal(parser, constant, sound);
    else if (!unary(parser, constant, sound))
        return false;
    return !ptxc_lexer_token_is_operator(parser->token.kind) ||
           (joined(parser, 1, constant, sound) && chosen(parser, constant, sound));
}

bool ptxc_expression_value(struct ptxc_parser *parser, struct ptxc_value *value, bool *sound) {
    struct ptxc_constant constant = {0, false, PTXC_TYPE_NONE};
    const uint32_t start = parser->token.offset;
    if (!ptxc_expression_parse(parser, &constant, sound))
        return false;
    const bool known = *sound && !parser->unknown;
    value->kind = !known ? PTXC_VALUE_UNKNOWN : constant.real ? PTXC_VALUE_REAL : PTXC_VALUE_INTEGER;
    value->type = constant.real;
    if (value->kind == PTXC_VALUE_INTEGER && constant.is_unsigned)
        value->flags |= PTXC_FLAG_UNSIGNED;
    value->integer = (int64_t)constant.bits;
    value->span = ptxc_parser_since(parser, start);
    return true;
}

bool ptxc_count_parse(struct ptxc_parser *parser, const char *expected, uint64_t *count) {
    struct ptxc_constant constant = {0, false, PTXC_TYPE_NONE};
    bool sound = true;
    if (parser->token.kind != PTXC_TOKEN_INTEGER && !named_constant(parser))
        return ptxc_parser_fail(parser, expected);
    prefixed(parser, &constant, &sound);
    *count = constant.bits;
    return true;
}

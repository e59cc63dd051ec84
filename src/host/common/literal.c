/* Decodes the body of a string literal: escapes, line splices, interpolations. What a language does not define is kept
 * as it is written, for a compiler would at most warn.
 *
 * Every decoded byte is added together with the host bytes that it stands for, so that a finding can be shown where it
 * is written. What is filled in at run time becomes unknown text. Each byte is looked at a bounded number of times: a
 * bracket that is never closed makes the rest of the literal unknown at once, or is remembered as `unclosed`.
 */
#include "host/common/literal.h"

#include <string.h>

#include "base/characters.h"

struct decoder {
    struct ptxc_builder *builder;
    const char *source;
    uint32_t position;
    uint32_t end;
    enum ptxc_escapes escapes;
    enum ptxc_interpolation interpolation;
    bool unclosed; /* no '}' follows */
};

/* Returns the byte at `offset` from the current position; 0 past the end. */
static char peek(const struct decoder *decoder, uint32_t offset) {
    if (offset >= decoder->end - decoder->position)
        return 0;
    return decoder->source[decoder->position + offset];
}

/* Emits one byte for the next `width` host bytes. */
static void emit(struct decoder *decoder, char byte, uint32_t width) {
    if (width > 1 && byte == PTXC_UNKNOWN_TEXT) /* an escape sequence: all that it says is known */
        byte = PTXC_OTHER_CONTROL;
    ptxc_host_builder_characters(decoder->builder, &byte, 1, decoder->position, width);
    decoder->position += width;
}

/* Emits a code point, which stands for the next `width` host bytes, as UTF-8. */
static void emit_code_point(struct decoder *decoder, uint32_t value, uint32_t width) {
    char bytes[4];
    size_t count = 0;
    if (value < 0x80) {
        emit(decoder, (char)value, width);
        return;
    }
    if (value < 0x800) {
        bytes[count++] = (char)(0xc0 | value >> 6);
    } else if (value < 0x10000) {
        bytes[count++] = (char)(0xe0 | value >> 12);
        bytes[count++] = (char)(0x80 | (value >> 6 & 0x3f));
    } else {
        bytes[count++] = (char)(0xf0 | (value >> 18 & 7));
        bytes[count++] = (char)(0x80 | (value >> 12 & 0x3f));
        bytes[count++] = (char)(0x80 | (value >> 6 & 0x3f));
    }
    bytes[count++] = (char)(0x80 | (value & 0x3f));
    ptxc_host_builder_whole(decoder->builder, bytes, count, (struct ptxc_span){decoder->position, width});
    decoder->position += width;
}

/* Adds unknown text for the next `width` host bytes. */
static void add_unknown(struct decoder *decoder, uint32_t width) {
    ptxc_host_builder_unknown(decoder->builder, (struct ptxc_span){decoder->position, width});
    decoder->position += width;
}

/* Returns the value of the digits of an escape from `*offset` on, `most` at most; moves `*offset` past them. */
static uint32_t read_digits(const struct decoder *decoder, uint32_t base, uint32_t most, uint32_t *offset) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < most; i++, ++*offset) {
        const uint32_t digit = ptxc_digit_value(peek(decoder, *offset));
        if (digit >= base)
            break;
        value = value * base + digit;
    }
    return value;
}

/* Decodes \x, \u or \U, with or without braces. C takes any number of digits after \x. */
static void decode_number(struct decoder *decoder, char letter) {
    bool endless = letter == 'x' && decoder->escapes == PTXC_ESCAPES_C;
    uint32_t most = letter == 'u' ? 4 : letter == 'U' ? 8 : endless ? UINT32_MAX : 2;
    uint32_t offset = 2;
    bool braced = peek(decoder, 2) == '{';
    if (braced) {
        offset = 3;
        most = 8;
    }
    uint32_t start = offset, value = read_digits(decoder, 16, most, &offset);
    if (offset == start || (braced && peek(decoder, offset) != '}')) {
        emit(decoder, '\\', 1);
        return;
    }
    offset += braced;
    if (letter == 'x')
        emit(decoder, (char)value, offset);
    else
        emit_code_point(decoder, value & 0x1fffff, offset);
}

/* A backslash in front of a line end joins the lines; Rust and Julia also drop the blanks that follow. */
static bool decode_splice(struct decoder *decoder) {
    uint32_t width = peek(decoder, 1) == '\r' ? 2 : 1;
    if (peek(decoder, width) != '\n' || decoder->escapes == PTXC_ESCAPES_LLVM)
        return false;
    decoder->position += width + 1;
    if (decoder->escapes == PTXC_ESCAPES_RUST || decoder->escapes == PTXC_ESCAPES_JULIA)
        while (peek(decoder, 0) == ' ' || peek(decoder, 0) == '\t' ||
               (decoder->escapes == PTXC_ESCAPES_RUST && (peek(decoder, 0) == '\n' || peek(decoder, 0) == '\r')))
            decoder->position++;
    return true;
}

/* Decodes the escape at a backslash as the language defines it. What it does not define is kept as written, but C and
 * Julia drop the backslash. */
static void decode_escape(struct decoder *decoder) {
    static const char letters[] = "ntrabfveE0\\\"'", values[] = "\n\t\r\a\b\f\v\033\033\0\\\"'";
    char next = peek(decoder, 1);
    uint32_t offset = 1;
    if (decoder->position + 1 == decoder->end) {
        emit(decoder, '\\', 1);
        return;
    }
    if (decode_splice(decoder))
        return;
    if (decoder->escapes == PTXC_ESCAPES_LLVM && ptxc_digit_value(next) < 16 &&
        ptxc_digit_value(peek(decoder, 2)) < 16) {
        const char value = (char)read_digits(decoder, 16, 2, &offset);
        emit(decoder, value, offset);
    } else if (next >= '0' && next <= '7' && decoder->escapes != PTXC_ESCAPES_RUST) {
        char value = (char)read_digits(decoder, 8, 3, &offset);
        emit(decoder, value, offset);
    } else if (next == 'x' || next == 'u' || next == 'U') {
        decode_number(decoder, next);
    } else if (next == 'N' && peek(decoder, 2) == '{' && decoder->escapes == PTXC_ESCAPES_PYTHON) {
        const char *start = decoder->source + decoder->position;
        const char *close = decoder->unclosed ? NULL : memchr(start, '}', decoder->end - decoder->position);
        decoder->unclosed = !close;
        uint32_t width = close ? (uint32_t)(close - start) + 1 : 2;
        add_unknown(decoder, width);
    } else {
        const char *letter = next ? memchr(letters, next, sizeof(letters) - 1) : NULL;
        if (letter)
            emit(decoder, values[letter - letters], 2);
        else if (decoder->escapes == PTXC_ESCAPES_C || decoder->escapes == PTXC_ESCAPES_JULIA)
            emit(decoder, next, 2);
        else
            emit(decoder, '\\', 1);
    }
}

/* ---- interpolation ---- */

/* Returns the width of a bracketed expression that begins here, both brackets included; 0 when it is not closed. */
static uint32_t bracketed(const struct decoder *decoder, uint32_t offset, char open, char close) {
    uint32_t depth = 0;
    for (; decoder->position + offset < decoder->end; offset++) {
        char c = peek(decoder, offset);
        if (c == open)
            depth++;
        else if (c == close && --depth == 0)
            return offset + 1;
    }
    return 0;
}

/* Whether {...} is a field as formatting macros of Rust take it: {}, {name}, {0} or {name:format}. */
static bool is_named_field(const struct decoder *decoder) {
    uint32_t offset = 1;
    while (ptxc_is_name(peek(decoder, offset)))
        offset++;
    if (peek(decoder, offset) == ':')
        while (peek(decoder, offset) && !strchr(" \n{}", peek(decoder, offset)))
            offset++;
    return peek(decoder, offset) == '}';
}

/* Returns the width of "{{ name }}", which Jinja fills in; 0 for all else. In other formats it stands for {name}. */
static uint32_t doubled_field(const struct decoder *decoder) {
    uint32_t offset = 2;
    while (peek(decoder, offset) == ' ')
        offset++;
    uint32_t name = offset;
    while (ptxc_is_name(peek(decoder, offset)) || peek(decoder, offset) == '.')
        offset++;
    bool named = offset > name;
    while (peek(decoder, offset) == ' ')
        offset++;
    return named && peek(decoder, offset) == '}' && peek(decoder, offset + 1) == '}' ? offset + 2 : 0;
}

/* Returns the width of a field in braces; of one that is not closed, the rest of the literal, so that this is looked at
 * once.
 */
static uint32_t braced_field(const struct decoder *decoder, char c) {
    const bool any = decoder->interpolation == PTXC_INTERPOLATION_BRACES;
    if (c != '{')
        return 0;
    if (peek(decoder, 1) == '{')
        return any ? 0 : doubled_field(decoder);
    const uint32_t width = any || is_named_field(decoder) ? bracketed(decoder, 0, '{', '}') : 0;
    return width || !any ? width : decoder->end - decoder->position;
}

/* Returns the width of $name or $(expression) in Julia; $0 is no name. */
static uint32_t dollar_field(const struct decoder *decoder) {
    uint32_t width = 1;
    if (peek(decoder, 1) == '(') {
        width = bracketed(decoder, 1, '(', ')');
        return width ? width : decoder->end - decoder->position;
    }
    while (ptxc_is_name(peek(decoder, width)))
        width++;
    return width > 1 && !ptxc_is_digit(peek(decoder, 1)) ? width : 0;
}

/* Returns the width of a field in a format of Python: %s, %d, %(name)s and the like. */
static uint32_t percent_field(const struct decoder *decoder) {
    uint32_t width = 1;
    if (peek(decoder, 1) == '(') {
        uint32_t name = 2;
        while (ptxc_is_name(peek(decoder, name)))
            name++;
        if (peek(decoder, name) == ')')
            width = name + 1;
    }
    while (peek(decoder, width) && strchr("#0123456789-+ .", peek(decoder, width)))
        width++;
    char letter = peek(decoder, width);
    return letter && strchr("diouxXeEfFgGcrsa", letter) ? width + 1 : 0;
}

/* Returns the width of a conversion of printf; 0 where there is none. No name may go on after it: %d1 is a register. */
static uint32_t conversion(const struct decoder *decoder) {
    uint32_t width = 1;
    while (peek(decoder, width) && strchr("0123456789-+ .#", peek(decoder, width)))
        width++;
    while (peek(decoder, width) && strchr("lhzj", peek(decoder, width)))
        width++;
    char letter = peek(decoder, width);
    return letter && strchr("sdiuxX", letter) && !ptxc_is_name(peek(decoder, width + 1)) ? width + 1 : 0;
}

bool ptxc_literal_prints(const char *source, const struct ptxc_host_token *token) {
    const uint32_t end = token->body.offset + token->body.length;
    struct decoder decoder = {NULL, source, token->body.offset, end, token->escapes, token->interpolation, false};
    for (; decoder.position < end; decoder.position++)
        if (source[decoder.position] == '%' && peek(&decoder, 1) == '%')
            decoder.position++;
        else if (source[decoder.position] == '%' && conversion(&decoder))
            return true;
    return false;
}

/* Returns the width of what is filled in at run time from a character on; 0 where it begins nothing such. */
static uint32_t field_width(const struct decoder *decoder, char c) {
    switch (decoder->interpolation) {
    case PTXC_INTERPOLATION_NONE: break;
    case PTXC_INTERPOLATION_BRACES:
    case PTXC_INTERPOLATION_NAMES: return braced_field(decoder, c);
    case PTXC_INTERPOLATION_DOLLAR: return c == '$' ? dollar_field(decoder) : 0;
    case PTXC_INTERPOLATION_PERCENT: return c == '%' ? percent_field(decoder) : 0;
    case PTXC_INTERPOLATION_PRINTF: return c == '%' ? conversion(decoder) : 0;
    }
    return 0;
}

/* Decodes a character that may begin a field, which is unknown text; a sign of fields that is doubled stands for one.
 */
static void decode_sign(struct decoder *decoder, char c) {
    static const char *const doubled[] = {
        [PTXC_INTERPOLATION_NONE] = "",   [PTXC_INTERPOLATION_BRACES] = "{}", [PTXC_INTERPOLATION_NAMES] = "{}",
        [PTXC_INTERPOLATION_DOLLAR] = "", [PTXC_INTERPOLATION_PERCENT] = "%", [PTXC_INTERPOLATION_PRINTF] = "%"};
    const uint32_t width = field_width(decoder, c);
    if (width)
        add_unknown(decoder, width);
    else
        emit(decoder, c, peek(decoder, 1) == c && strchr(doubled[decoder->interpolation], c) ? 2 : 1);
}

static bool is_plain(char c) {
    return c != '\\' && c != '{' && c != '}' && c != '$' && c != '%';
}

/* Returns the place of the next character that may have to be decoded, or the end. */
static uint32_t past_plain(const struct decoder *decoder) {
    uint32_t position = decoder->position;
    if (decoder->interpolation == PTXC_INTERPOLATION_NONE) {
        const char *start = decoder->source + position;
        const char *escape = memchr(start, '\\', decoder->end - position);
        return escape ? position + (uint32_t)(escape - start) : decoder->end;
    }
    while (position < decoder->end && is_plain(decoder->source[position]))
        position++;
    return position;
}

void ptxc_host_builder_literal(struct ptxc_builder *builder, const char *source, const struct ptxc_host_token *token) {
    const uint32_t end = token->body.offset + token->body.length;
    struct decoder decoder = {builder, source, token->body.offset, end, token->escapes, token->interpolation, false};
    while (decoder.position < decoder.end && !builder->arena->failed) {
        uint32_t start = decoder.position;
        decoder.position = past_plain(&decoder);
        ptxc_host_builder_characters(builder, source + start, decoder.position - start, start, 1);
        if (decoder.position == decoder.end)
            break;
        char c = source[decoder.position];
        if (c == '\\' && decoder.escapes != PTXC_ESCAPES_NONE)
            decode_escape(&decoder);
        else
            decode_sign(&decoder, c);
    }
}

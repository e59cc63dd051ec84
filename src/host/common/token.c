/* What the lexers of all host languages share: closing tokens and literals, skipping comments. See token.h. */
#include "host/common/token.h"

#include <string.h>

void ptxc_host_comment(const struct ptxc_host_lexer *lexer, const char *start, const char *end) {
    if (lexer->comments)
        ptxc_allow_take(lexer->comments,
                        (struct ptxc_span){(uint32_t)(start - lexer->source), (uint32_t)(end - start)});
}

/* Returns the place after the parenthesis that closes the one at `cursor`, or the limit. An interpolated expression may
 * hold quotes, which do not end the literal around it. */
static const char *skip_expression(const char *cursor, const char *limit) {
    uint32_t depth = 0;
    for (; cursor < limit; cursor++) {
        if (*cursor == '(')
            depth++;
        else if (*cursor == ')' && --depth == 0)
            return cursor + 1;
    }
    return limit;
}

/* Returns the place of the closing text at or after `cursor`. Where there is none, the end of the line or file, which
 * ends an open literal. */
static const char *find_close(const char *cursor, const char *limit, const struct ptxc_close *close) {
    bool dollar = close->interpolation == PTXC_INTERPOLATION_DOLLAR;
    while (cursor < limit) {
        if (*cursor == close->text[0] && (size_t)(limit - cursor) >= close->length &&
            memcmp(cursor, close->text, close->length) == 0)
            return cursor;
        if (*cursor == '\n' && close->one_line)
            return cursor;
        if (dollar && *cursor == '$' && cursor + 1 < limit && cursor[1] == '(')
            cursor = skip_expression(cursor + 1, limit);
        else if (*cursor == '\\' && !close->raw && limit - cursor > 2 && cursor[1] == '\r' && cursor[2] == '\n')
            cursor += 3;
        else
            cursor += *cursor == '\\' && !close->raw && cursor + 1 < limit ? 2 : 1;
    }
    return limit;
}

struct ptxc_host_token ptxc_host_emit_string(struct ptxc_host_lexer *lexer, const char *start, const char *body,
                                             struct ptxc_close close) {
    const char *limit = lexer->source + lexer->length, *end = find_close(body, limit, &close);
    bool open = end == limit || (close.one_line && *end == '\n');
    struct ptxc_host_token token =
        ptxc_host_emit(lexer, open ? PTXC_HOST_OTHER : PTXC_HOST_STRING, start, open ? end : end + close.length);
    token.body = (struct ptxc_span){(uint32_t)(body - lexer->source), (uint32_t)(end - body)};
    token.escapes = close.escapes;
    token.interpolation = close.interpolation;
    return token;
}

const char *ptxc_host_skip_comment(const char *cursor, const char *limit, const char *open, const char *close,
                                   bool nests) {
    uint32_t depth = 1;
    for (; limit - cursor > 1; cursor++) {
        if (!nests && !(cursor = memchr(cursor, close[0], (size_t)(limit - cursor - 1))))
            return limit;
        if (cursor[0] == close[0] && cursor[1] == close[1]) {
            cursor++;
            if (--depth == 0)
                return cursor + 1;
        } else if (nests && cursor[0] == open[0] && cursor[1] == open[1]) {
            cursor++;
            depth++;
        }
    }
    return limit;
}

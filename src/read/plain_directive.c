/* Directives as compilers write them: see plain_directive.h. */
#include "read/plain_directive.h"

#include <stdbool.h>
#include <string.h>

#include "base/characters.h"
#include "ptxcheck/ptxcheck.h"
#include "read/blank.h"
#include "tables/spaces.h"
#include "tables/words.h"

enum { MOST_DIGITS = 8 };

/* Each of these functions takes a place in the text and its end, and gives the place after what must stand there; NULL
 * where it does not, or the place was NULL. */

static const char *past_text(const char *at, const char *limit, const char *text, size_t length) {
    const bool here = at && (size_t)(limit - at) >= length && memcmp(at, text, length) == 0;
    return here ? at + length : NULL;
}

static const char *past_blanks(const char *at, const char *limit) {
    const char *after = at;
    while (after && after < limit && (*after == ' ' || *after == '\t'))
        after++;
    return after > at ? after : NULL;
}

/* A number in decimal. */
static const char *past_number(const char *at, const char *limit) {
    const char *after = at;
    while (after && after < limit && ptxc_is_digit(*after))
        after++;
    const bool plain = after > at && after - at <= MOST_DIGITS && (*at != '0' || after - at == 1);
    return plain ? after : NULL;
}

static const char *past_name(const char *at, const char *limit) {
    if (!at || at == limit)
        return NULL;
    const bool sign = *at == '_' || *at == '$' || *at == '%';
    const char *after = at + sign;
    while (after < limit && (ptxc_is_name(*after) || *after == '$'))
        after++;
    return after > at + sign && !ptxc_is_digit(*at) ? after : NULL;
}

/* A dot and a word. */
static const char *past_dotted(const char *at, const char *limit) {
    const char *after = at && at < limit && *at == '.' ? at + 1 : NULL;
    while (after && after < limit && ptxc_is_name(*after))
        after++;
    return after;
}

/* Three numbers, each after blanks. */
static const char *past_place(const char *at, const char *limit) {
    for (int i = 0; i < 3; i++)
        at = past_number(past_blanks(at, limit), limit);
    return at;
}

#define PAST(at, limit, text) past_text(at, limit, text, sizeof(text) - 1)

/* Whether a statement begins with the character, and nothing that may go on with the one before. */
static bool begins_statement(char c) {
    return (ptxc_is_name(c) && !ptxc_is_digit(c)) || memchr("$%@.{}", c, 6);
}

uint32_t ptxc_plain_location(const char *source, uint32_t length, uint32_t position) {
    const char *limit = source + length;
    const char *at = past_place(PAST(source + position, limit, ".loc"), limit);
    if (at && at < limit && *at == ',') {
        at = past_name(PAST(at, limit, ", function_name "), limit);
        at = past_place(PAST(at, limit, ", inlined_at"), limit);
    }
    if (!at || at == limit || *at != '\n')
        return 0;
    const uint32_t after = ptxc_skip_blanks(source, length, (uint32_t)(at - source));
    return after < length && begins_statement(source[after]) ? after : 0;
}

/* A name with its range or its extent, which counts as a symbol if it has any name in its range. */
static const char *past_declarator(const char *at, const char *limit, uint32_t *names) {
    bool empty = false;
    at = past_name(at, limit);
    if (at && at < limit && *at == '<') {
        const char *count = at + 1;
        at = PAST(past_number(count, limit), limit, ">");
        empty = at && *count == '0';
    } else if (at && at < limit && *at == '[') {
        at = PAST(past_number(at + 1, limit), limit, "]");
    }
    *names += !empty;
    return at;
}

uint32_t ptxc_plain_declaration(const char *source, uint32_t length, uint32_t position, uint32_t *names) {
    const char *space = source + position, *limit = source + length;
    const char *at = past_dotted(space, limit);
    *names = 0;
    if (!at || ptxc_space_declared(space, (size_t)(at - space), true) == PTXC_SPACE_NONE)
        return 0;
    const char *type = past_blanks(at, limit);
    const char *alignment = PAST(type, limit, ".align");
    if (alignment)
        type = past_blanks(past_number(past_blanks(alignment, limit), limit), limit);
    at = past_dotted(type, limit);
    if (!at || ptxc_type_find(type, (size_t)(at - type)) == PTXC_TYPE_NONE)
        return 0;
    do
        at = past_declarator(past_blanks(at, limit), limit, names);
    while (at && at < limit && *at++ == ',');
    return at && at[-1] == ';' ? (uint32_t)(at - source) : 0;
}

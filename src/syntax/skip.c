/* Passing over text without tokenising it: see skip.h. */
#include "syntax/skip.h"

#include <string.h>

#include "base/characters.h"
#include "syntax/blank.h"
#include "syntax/mnemonic.h"
#include "tables/words.h"

uint32_t ptxc_skip_string(const char *source, uint32_t length, uint32_t position) {
    const char *close = memchr(source + position + 1, '"', length - position - 1);
    return close ? (uint32_t)(close - source) + 1 : ptxc_line_end(source, length, position);
}

/* Whether only blanks stand before `position` on its line. */
static bool begins_line(const char *source, uint32_t position) {
    while (position > 0 && (source[position - 1] == ' ' || source[position - 1] == '\t'))
        position--;
    return position == 0 || source[position - 1] == '\n';
}

/* Whether a directive of the header begins here, which nothing else can hold. */
static bool begins_header(const char *source, uint32_t length, uint32_t position) {
    uint32_t end = position + 1;
    while (end < length && ptxc_is_name(source[end]))
        end++;
    return ptxc_word_find_header(source + position, end - position) != NULL;
}

/* Whether an unmatched '}' is a slip inside its statement rather than the end of the block around it: it does not begin
 * its line, and the ';' follows on the same line. An instruction of the family between the two has that ';' for itself,
 * whether it stands on one line or on several. */
static bool is_stray(const char *source, uint32_t length, uint32_t position) {
    enum { NEAR = 200 }; /* bytes */
    uint32_t end = length - position > NEAR ? position + NEAR : length;
    bool first = begins_line(source, position);
    while (!first && position < end && source[position] != '\n' && source[position] != ';' &&
           !(ptxc_opcode_letter(source[position]) && ptxc_family_inside(source, length, position)))
        position++;
    return !first && position < end && source[position] == ';';
}

uint32_t ptxc_skip_statement(const char *source, uint32_t length, uint32_t start, uint32_t position, bool directives) {
    unsigned braces = 0;
    uint32_t at = start;
    while (at < length) {
        bool inside = at > position;
        switch (source[at]) {
        case ';':
            if (at >= position)
                return at + 1;
            break;
        case '{': braces++; break;
        case '}':
            if (braces > 0)
                braces--;
            else if (at >= position && !is_stray(source, length, at))
                return at;
            break;
        case '"': at = ptxc_skip_string(source, length, at); continue;
        case '/': {
            uint32_t after = ptxc_skip_blanks(source, length, at);
            if (after == at && at + 1 < length && source[at + 1] == '*') /* not closed */
                return at;
            at = after > at ? after : at + 1;
            continue;
        }
        case '@': /* a guard begins a statement */
            if (inside)
                return at;
            break;
        case '.':
            if (inside && directives && (begins_line(source, at) || begins_header(source, length, at)))
                return at;
            break;
        default:
            if (inside && ptxc_opcode_letter(source[at]) && ptxc_family_inside(source, length, at))
                return at;
            break;
        }
        at++;
    }
    return length;
}

uint32_t ptxc_skip_braces(const char *source, uint32_t length, uint32_t position) {
    static const char unusual[] = {'{', ';', '(', ')', '"', '/', '#', PTXC_PLACEHOLDER};
    const char *inside = source + position + 1, *close = memchr(inside, '}', length - position - 1);
    for (size_t i = 0; close && i < sizeof(unusual); i++)
        if (memchr(inside, unusual[i], (size_t)(close - inside)))
            return 0;
    return close ? (uint32_t)(close - source) + 1 : 0;
}

uint32_t ptxc_skip_guard(const char *source, uint32_t length, uint32_t position) {
    position = ptxc_skip_blanks(source, length, position + 1);
    if (position < length && source[position] == '!')
        position = ptxc_skip_blanks(source, length, position + 1);
    return ptxc_skip_blanks(source, length, ptxc_name_end(source, length, position));
}

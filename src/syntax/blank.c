/* Blanks and words in text that is not tokenised: see blank.h. */
#include "syntax/blank.h"

#include <string.h>

#include "syntax/lexer.h"

uint32_t ptxc_skip_blanks(const char *source, uint32_t length, uint32_t position) {
    while (position < length && ptxc_is_blank(source[position]))
        position++;
    if (position < length && source[position] != '/' && source[position] != '#')
        return position;
    return ptxc_lexer_skip_blanks(source, length, position);
}

uint32_t ptxc_line_end(const char *source, uint32_t length, uint32_t position) {
    const char *end = memchr(source + position, '\n', length - position);
    return end ? (uint32_t)(end - source) : length;
}

uint32_t ptxc_name_end(const char *source, uint32_t length, uint32_t position) {
    while (position < length && ptxc_is_word(source[position]))
        position++;
    return position;
}

uint32_t ptxc_word_end(const char *source, uint32_t length, uint32_t position) {
    while (position < length && (ptxc_is_word(source[position]) || source[position] == '.'))
        position++;
    return position;
}

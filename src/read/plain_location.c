/* Places in the source of a compiler: see plain_location.h. Such a line is looked at by what its blocks have of classes
 * of bytes, and so in a few steps.
 */
#include "read/plain_location.h"

#include <string.h>

#include "base/characters.h"
#include "read/blank.h"
#include "read/plain_blocks.h"

/* Gives the place after the text if it stands at `position`, and something after it; else 0. */
static inline uint32_t text_end(const struct ptxc_lexer *lexer, uint32_t position, const char *text) {
    const size_t size = strlen(text);
    const bool here = lexer->length - position > size && memcmp(lexer->source + position, text, size) == 0;
    return here ? position + (uint32_t)size : 0;
}

/* Gives the place after the name of a label at `position`, or 0. */
static uint32_t name_end(struct ptxc_module *module, uint32_t position) {
    const char first = module->parser.lexer.source[position];
    const bool named = ptxc_is_name(first) && !ptxc_is_digit(first);
    const uint32_t end = named || first == '$' ? ptxc_plain_run(module, position + 1, PTXC_RUN_NAME) : 0;
    return end > position + 1 ? end : 0;
}

/* Gives the place after what tells where the code was inlined, from the ',' at `position`, or 0. */
static uint32_t inlined_end(struct ptxc_module *module, uint32_t position) {
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    const uint32_t name = text_end(lexer, position, ", function_name ");
    const uint32_t end = name > 0 ? name_end(module, name) : 0;
    const uint32_t numbers = end > 0 ? text_end(lexer, end, ", inlined_at ") : 0;
    return numbers > 0 ? ptxc_plain_run(module, numbers, PTXC_RUN_NUMBERS) : 0;
}

/* Whether a statement begins with the character, and nothing that may go on with the one before. */
static bool begins_statement(char c) {
    switch (c) {
    case '$':
    case '%':
    case '@':
    case '.':
    case '{':
    case '}': return true;
    default: return ptxc_is_name(c) && !ptxc_is_digit(c);
    }
}

uint32_t ptxc_plain_location(struct ptxc_module *module, uint32_t position) {
    const char *source = module->parser.lexer.source;
    const uint32_t length = module->parser.lexer.length;
    uint32_t end = text_end(&module->parser.lexer, position, ".loc");
    if (end == 0 || !ptxc_is_blank(source[end]))
        return 0;
    end = ptxc_plain_run(module, end, PTXC_RUN_NUMBERS);
    if (end < length && source[end] == ',')
        end = inlined_end(module, end);
    if (end == 0 || !ptxc_is_blank(source[end - 1]))
        return 0;
    if (end < length && source[end] == '/')
        end = ptxc_skip_blanks(source, length, end); /* comments */
    return end < length && begins_statement(source[end]) ? end : 0;
}

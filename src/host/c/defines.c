/* The macros of the caller: see defines.h. The last item of a name counts, as the last -D or -U does. A definition that
 * names another macro of the caller has the value of that one.
 */
#include "host/c/defines.h"

#include <string.h>

#include "host/c/lexer.h"

enum { DEEPEST_DEFINITION = 8, LARGEST_NUMBER = 100000000, NOT_FOUND = -1 };

bool ptxc_host_number_read(const char *source, struct ptxc_host_token token, uint32_t *value) {
    const char *text = source + token.offset;
    uint32_t i = 0, base = 10, digit;
    *value = ptxc_host_is_word(source, token, "true");
    if (*value || ptxc_host_is_word(source, token, "false"))
        return true;
    if (token.kind != PTXC_HOST_NUMBER)
        return false;
    if (token.length > 1 && text[0] == '0') {
        char mark = text[1];
        base = mark == 'x' || mark == 'X' ? 16 : mark == 'b' || mark == 'B' ? 2 : 8;
        i = base == 8 ? 1 : 2;
    }
    for (; i < token.length && *value < LARGEST_NUMBER; i++) {
        if (text[i] == '\'')
            continue;
        if ((digit = ptxc_digit_value(text[i])) >= base)
            break;
        *value = *value * base + digit;
    }
    return (i == token.length || strchr("uUlL", text[i]) != NULL) && *value < LARGEST_NUMBER;
}

void ptxc_defines_make(struct ptxc_arena *arena, const struct ptxc_define *items, size_t count,
                       struct ptxc_defines *made) {
    *made = (struct ptxc_defines){items, 0, NULL};
    if (count > 0)
        made->lost = ptxc_arena_alloc(arena, count * sizeof(*made->lost));
    if (made->lost)
        made->count = count;
}

/* Returns the index of the item that counts for the name, or NOT_FOUND. */
static ptrdiff_t find(const struct ptxc_defines *defines, const char *source, struct ptxc_span name) {
    for (size_t i = defines ? defines->count : 0; i > 0; i--) {
        const char *item = defines->items[i - 1].name;
        if (strncmp(item, source + name.offset, name.length) == 0 && item[name.length] == 0)
            return (ptrdiff_t)i - 1;
    }
    return NOT_FOUND;
}

enum ptxc_defined ptxc_defines_find(const struct ptxc_defines *defines, const char *source, struct ptxc_span name,
                                    uint32_t *value) {
    for (int depth = 0; depth < DEEPEST_DEFINITION; depth++) {
        const ptrdiff_t found = find(defines, source, name);
        if (found == NOT_FOUND || defines->lost[found])
            return depth == 0 ? PTXC_DEFINED_UNKNOWN : PTXC_DEFINED_OTHER;
        const char *text = defines->items[found].value;
        if (!text)
            return depth == 0 ? PTXC_DEFINED_NOT : PTXC_DEFINED_OTHER;
        struct ptxc_host_lexer lexer = {.source = text, .length = (uint32_t)strlen(text), .inside_line = true};
        struct ptxc_host_token token = ptxc_host_c_next(&lexer);
        const bool alone = ptxc_host_c_next(&lexer).kind == PTXC_HOST_END;
        if (alone && ptxc_host_number_read(text, token, value))
            return PTXC_DEFINED_NUMBER;
        if (!alone || token.kind != PTXC_HOST_WORD)
            return PTXC_DEFINED_OTHER;
        source = text;
        name = ptxc_host_place(token);
    }
    return PTXC_DEFINED_OTHER;
}

void ptxc_defines_lose(const struct ptxc_defines *defines, const char *source, struct ptxc_span name) {
    const ptrdiff_t found = find(defines, source, name);
    if (found != NOT_FOUND)
        defines->lost[found] = true;
}

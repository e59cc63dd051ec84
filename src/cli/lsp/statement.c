/* The statement of PTX around a place, and the word there. Texts are in the middle of being typed: this goes by the
 * characters near to the place, and what it finds is read by the library.
 */
#include <ctype.h>
#include <string.h>

#include "cli/lsp/lsp.h"

enum { LONGEST = 4096 }; /* bytes to either side */

/* Returns the last place before this one that is no blank, or where the line begins. */
static size_t before_blanks(const struct lsp_text *text, size_t place) {
    while (place > 0 && (text->bytes[place - 1] == ' ' || text->bytes[place - 1] == '\t'))
        place--;
    return place;
}

/* Whether the brace at a place is that of a block, and of no operand: it begins a line, ends one or follows a
 * statement.
 */
static bool is_block(const struct lsp_text *text, size_t place) {
    const size_t before = before_blanks(text, place);
    const size_t after = place + 1 + strspn(text->bytes + place + 1, " \t");
    return before == 0 || strchr("\n\r;{}:", text->bytes[before - 1]) || text->bytes[after] == '\n' ||
           text->bytes[after] == '\r';
}

/* Returns where the line after a place begins, or the end of the text. */
static size_t next_line(const struct lsp_text *text, size_t place) {
    const size_t line = lsp_text_line(text, place) + 1;
    return line < text->line_count ? text->lines[line] : text->length;
}

/* Whether a comment to the end of the line is open at a place. */
static bool in_comment(const struct lsp_text *text, size_t place) {
    for (size_t i = text->lines[lsp_text_line(text, place)]; i + 1 < place; i++)
        if (text->bytes[i] == '/' && text->bytes[i + 1] == '/')
            return true;
    return false;
}

/* Passes over what may stand before a statement and is none: blanks, comments, labels, and lines such as .loc. */
static size_t pass(const struct lsp_text *text, size_t begin, size_t end) {
    for (size_t last = end; begin != last && begin < end;) {
        last = begin;
        begin += strspn(text->bytes + begin, " \t\r\n");
        const size_t word =
            strspn(text->bytes + begin, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$%");
        const char *at = text->bytes + begin;
        if ((at[0] == '/' && at[1] == '/') || (at[0] == '.' && next_line(text, begin) < end))
            begin = next_line(text, begin);
        else if (word > 0 && at[word] == ':' && at[word + 1] != ':')
            begin += word + 1;
    }
    return begin < end ? begin : end;
}

struct lsp_range lsp_statement_at(const struct lsp_text *text, size_t place) {
    size_t begin = place, end = place;
    for (; begin > 0 && place - begin < LONGEST; begin--) {
        const char c = text->bytes[begin - 1];
        if (c == ';' && !in_comment(text, begin - 1))
            break;
        if ((c == '{' || c == '}') && is_block(text, begin - 1))
            break;
    }
    while (end < text->length && end - place < LONGEST && text->bytes[end] != ';' &&
           !((text->bytes[end] == '{' || text->bytes[end] == '}') && is_block(text, end)))
        end++;
    if (in_comment(text, begin))
        begin = next_line(text, begin);
    begin = begin < place ? begin : place;
    return (struct lsp_range){pass(text, begin, end), end};
}

bool lsp_allows_at(const struct lsp_text *text, size_t place, struct lsp_range *word) {
    static const char *const openers[] = {"allow(", "allow-file("};
    static const char mark[] = "ptxcheck:";
    const size_t line = text->lines[lsp_text_line(text, place)];
    size_t begin = place;
    *word = (struct lsp_range){place, place};
    while (word->begin > line &&
           (isalnum((unsigned char)text->bytes[word->begin - 1]) || text->bytes[word->begin - 1] == '-'))
        word->begin--;
    while (isalnum((unsigned char)text->bytes[word->end]) || text->bytes[word->end] == '-')
        word->end++;
    while (begin > line && text->bytes[begin - 1] != '(' && text->bytes[begin - 1] != ')')
        begin--;
    bool opened = false;
    for (size_t i = 0; i < sizeof(openers) / sizeof(*openers); i++) {
        const size_t length = strlen(openers[i]);
        opened |= begin >= line + length && memcmp(text->bytes + begin - length, openers[i], length) == 0;
    }
    for (size_t i = line; opened && i + strlen(mark) < begin; i++)
        if (memcmp(text->bytes + i, mark, strlen(mark)) == 0)
            return true;
    return false;
}

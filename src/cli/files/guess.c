/* The language of a text, told by its lines: signs.def, and the shape of an instruction. */
#include "cli/files/guess.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 1 << 18 }; /* bytes of a text that are looked at */

/* What a line counts. One outside of strings counts more than all lines that a string of several lines holds, which may
 * be in another language, and than all that only might be of a language. */
enum { HINT = 1, VOTE = LONGEST };

struct sign {
    enum language language;
    const char *begins, *holds;
};

/* A line without the blanks around it. */
struct line {
    const char *text;
    size_t length;
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Decides whether the line has these words at or after a place. */
static bool has(struct line line, size_t from, const char *words) {
    const size_t length = strlen(words);
    for (size_t i = from; i + length <= line.length; i++)
        if (memcmp(line.text + i, words, length) == 0)
            return true;
    return false;
}

/* Decides whether any of the characters is in the line. */
static bool has_any(struct line line, const char *characters) {
    for (size_t i = 0; i < line.length; i++)
        if (strchr(characters, line.text[i]))
            return true;
    return false;
}

/* Gives how many dots join the parts of the word that begins the line, as those of a mnemonic do. */
static size_t dots(struct line line) {
    size_t count = 0;
    if (line.length == 0 || line.text[0] < 'a' || line.text[0] > 'z')
        return 0;
    for (size_t i = 1; i + 1 < line.length && !strchr(" \t;", line.text[i]); i++)
        count += line.text[i] == '.' && line.text[i + 1] >= 'a' && line.text[i + 1] <= 'z';
    return count;
}

/* Decides whether the line reads like an instruction: its first word has several parts, or one dot, brackets or
 * registers show it, and a ';'. */
static bool is_instruction(struct line line) {
    const bool operand = has(line, 1, " [") || has(line, 1, " %") || has(line, 0, "@%") || has(line, 0, "@!%");
    return (dots(line) > 1 || ((dots(line) > 0 || operand) && has(line, 0, ";"))) && !has_any(line, "()=\"'#");
}

/* Whether a string is given to a name and no ';' follows: only Python and Julia write so. */
static bool is_assignment(struct line line) {
    size_t at = 0;
    while (at < line.length && (strchr("._", line.text[at]) || is_letter(line.text[at])))
        at++;
    const size_t name = at;
    while (at < line.length && is_blank(line.text[at]))
        at++;
    if (name == 0 || at == line.length || line.text[at++] != '=')
        return false;
    while (at < line.length && (is_blank(line.text[at]) || strchr("rfbRFB(", line.text[at])))
        at++;
    return at < line.length && strchr("\"'", line.text[at]) && !has(line, line.length - 1, ";");
}

/* Gives the language that the line speaks for, and how much that counts. */
static enum language language_of_line(struct line line, size_t *weight) {
    static const struct sign signs[] = {
#define SIGN(language, begins, holds) {LANGUAGE_##language, begins, holds},
#include "cli/files/signs.def"
    };
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
        const size_t length = strlen(signs[i].begins);
        if (length <= line.length && memcmp(line.text, signs[i].begins, length) == 0 &&
            has(line, length, signs[i].holds))
            return signs[i].language;
    }
    if (is_instruction(line))
        return LANGUAGE_PTX;
    *weight = HINT;
    return is_assignment(line) ? LANGUAGE_PYTHON : LANGUAGE_UNKNOWN;
}

/* Gives the quote of the string of several lines that is open after the line, or 0; `open` is that of the one before
 * it. */
static char quote_after(struct line line, char open) {
    for (size_t i = 0; i + 2 < line.length; i++) {
        const char c = line.text[i];
        if ((open ? c != open : c != '"' && c != '\'') || line.text[i + 1] != c || line.text[i + 2] != c)
            continue;
        open = (char)(open ? '\0' : c);
        i += 2;
    }
    return open;
}

/* Gives the first character from `at` on that is no blank and in no comment of several lines. */
static size_t skip_blanks(const char *text, size_t length, size_t at) {
    while (at < length) {
        if (is_blank(text[at]) || text[at] == '\n') {
            at++;
        } else if (text[at] == '/' && at + 1 < length && text[at + 1] == '*') {
            at += 3; /* the '*' of the first two closes nothing */
            while (at < length && !(text[at - 1] == '*' && text[at] == '/'))
                at++;
            at += at < length;
        } else {
            break;
        }
    }
    return at;
}

enum language language_guess(const char *text, size_t length) {
    size_t votes[LANGUAGE_COUNT] = {0}, count = 0;
    enum language order[LANGUAGE_COUNT] = {LANGUAGE_UNKNOWN}, best = LANGUAGE_UNKNOWN;
    char open = 0;
    length = length < LONGEST ? length : LONGEST;
    for (size_t at = skip_blanks(text, length, 0); at < length; at = skip_blanks(text, length, at)) {
        const size_t start = at;
        while (at < length && text[at] != '\n')
            at++;
        const bool remark = at - start > 1 && text[start] == '/' && text[start + 1] == '/';
        const struct line line = {text + start, at - start};
        size_t weight = open ? HINT : VOTE;
        const enum language language = remark ? LANGUAGE_UNKNOWN : language_of_line(line, &weight);
        if (language && votes[language] == 0)
            order[count++] = language;
        votes[language] += weight;
        open = quote_after(line, open);
    }
    for (size_t i = 0; i < count; i++)
        if (!best || votes[order[i]] > votes[best])
            best = order[i];
    return best;
}

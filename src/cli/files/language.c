/* The language of a file by its name, its first words or its lines: see language.h.
 *
 * PTX and C++ have the same comments, and both may begin with one. After comments a header goes on with a preprocessor
 * line, or with a word that is followed by another word, a bracket or a string: `namespace x`, `extern "C"`. PTX goes
 * on with a directive, a guard, a brace, a label, or a mnemonic, in which a '.' follows the first word. A line marker
 * of the preprocessor (# 1 "x.cu") may stand in both, and is passed over.
 */
#include "cli/files/language.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/system/source.h"
#include "ptxcheck/ptxcheck.h"

/* ---- by its lines: signs.def, and the shape of an instruction ---- */

enum language {
    LANGUAGE_UNKNOWN,
    LANGUAGE_PTX,
    LANGUAGE_CPP,
    LANGUAGE_PYTHON,
    LANGUAGE_RUST,
    LANGUAGE_JULIA,
    LANGUAGE_LLVM,
    LANGUAGE_COUNT
};

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

/* Whether the line has these words at or after a place. */
static bool has(struct line line, size_t from, const char *words) {
    const size_t length = strlen(words);
    for (size_t i = from; i + length <= line.length; i++)
        if (memcmp(line.text + i, words, length) == 0)
            return true;
    return false;
}

/* Whether any of the characters is in the line. */
static bool has_any(struct line line, const char *characters) {
    for (size_t i = 0; i < line.length; i++)
        if (strchr(characters, line.text[i]))
            return true;
    return false;
}

/* Returns how many dots join the parts of the word that begins the line, as those of a mnemonic do. */
static size_t dots(struct line line) {
    size_t count = 0;
    if (line.length == 0 || line.text[0] < 'a' || line.text[0] > 'z')
        return 0;
    for (size_t i = 1; i + 1 < line.length && !strchr(" \t;", line.text[i]); i++)
        count += line.text[i] == '.' && line.text[i + 1] >= 'a' && line.text[i + 1] <= 'z';
    return count;
}

/* Whether the line reads like an instruction: its first word has several parts, or one dot, brackets or
 * registers show it, and a ';'. */
static bool is_instruction(struct line line) {
    const bool operand = has(line, 1, " [") || has(line, 1, " %") || has(line, 0, "@%") || has(line, 0, "@!%");
    return (dots(line) > 1 || ((dots(line) > 0 || operand) && has(line, 0, ";"))) && !has_any(line, "()=\"'#");
}

/* Whether a string is given to a name and no ';' follows: only Python and Julia write so. */
static bool is_assignment(struct line line) {
    size_t at = 0;
    while (at < line.length && (strchr("._", line.text[at]) || isalnum((unsigned char)line.text[at])))
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

/* Returns the language that the line speaks for, and how much that counts. */
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

/* Returns the quote of the string of several lines that is open after the line, or 0; `open` is that of the one before
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

static bool is_letter(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_digit(char c) {
    return isdigit((unsigned char)c);
}

static const char *skip_blanks(const char *at, const char *limit) {
    while (at < limit && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Returns the place after the line. */
static const char *skip_line(const char *at, const char *limit) {
    const char *end = memchr(at, '\n', (size_t)(limit - at));
    return end ? end + 1 : limit;
}

/* Returns the place after a comment of several lines, which begins at `at`. */
static const char *skip_comment(const char *at, const char *limit) {
    for (at += 2; at + 1 < limit; at++)
        if (at[0] == '*' && at[1] == '/')
            return at + 2;
    return limit;
}

/* Returns the first character that is no blank and in no comment of several lines; with `lines` also in no comment to
 * the end of the line and in no line marker. */
static const char *first_word(const char *at, const char *limit, bool lines) {
    while (at < limit) {
        const bool comment = *at == '/' && limit - at > 1;
        const char *after = *at == '#' ? skip_blanks(at + 1, limit) : limit;
        const bool marker = after < limit && is_digit(*after);
        if (is_blank(*at) || *at == '\n')
            at++;
        else if (comment && at[1] == '*')
            at = skip_comment(at, limit);
        else if (lines && (marker || (comment && at[1] == '/')))
            at = skip_line(at, limit);
        else
            break;
    }
    return at;
}

/* Returns the language that most lines of the text speak for; of those with as many, the one that comes first. UNKNOWN
 * where no line speaks for any. */
static enum language language_guess(const char *text, size_t length) {
    size_t votes[LANGUAGE_COUNT] = {0}, count = 0;
    enum language order[LANGUAGE_COUNT] = {LANGUAGE_UNKNOWN}, best = LANGUAGE_UNKNOWN;
    char open = 0;
    length = length < LONGEST ? length : LONGEST;
    const char *limit = text + length;
    for (const char *at = first_word(text, limit, false); at < limit; at = first_word(at, limit, false)) {
        const char *end = memchr(at, '\n', (size_t)(limit - at));
        const struct line line = {at, (size_t)((end ? end : limit) - at)};
        const bool remark = line.length > 1 && at[0] == '/' && at[1] == '/';
        at += line.length;
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

/* ---- by its name and its first words ---- */

/* Whether the '#' begins a preprocessor line, and no comment of another language. */
static bool is_directive(const char *at, const char *limit) {
    static const char *const names[] = {"pragma", "if", "ifdef", "ifndef", "include", "define", "undef", "error"};
    const char *end = at + 1;
    while (end < limit && is_letter(*end))
        end++;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if ((size_t)(end - at) - 1 == strlen(names[i]) && memcmp(at + 1, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Returns the place after a byte order mark. */
static const char *skip_mark(const char *text, size_t length) {
    static const char mark[] = "\xef\xbb\xbf";
    return length >= strlen(mark) && memcmp(text, mark, strlen(mark)) == 0 ? text + strlen(mark) : text;
}

/* Whether the text begins as a C++ header does; `words`: its first words may say so, too. */
static bool begins_header(const char *text, size_t length, bool words) {
    const char *limit = text + length, *at = first_word(skip_mark(text, length), limit, true);
    if (at == limit || *at == '#' || !words)
        return at < limit && *at == '#' && is_directive(at, limit);
    const char *word = at;
    while (at < limit && (is_letter(*at) || is_digit(*at)))
        at++;
    const char *next = skip_blanks(at, limit);
    return at > word && next < limit && (is_letter(*next) || strchr("<(\"[", *next));
}

bool language_is_open(const char *name) {
    const char *slash = strrchr(name, '/');
    return !strchr(slash ? slash + 1 : name, '.');
}

bool language_of(const char *name, const char *text, size_t length, const char **host) {
    static const char *const paths[LANGUAGE_COUNT] = {[LANGUAGE_CPP] = LANGUAGE_HEADER,
                                                      [LANGUAGE_PYTHON] = "text.py",
                                                      [LANGUAGE_RUST] = "text.rs",
                                                      [LANGUAGE_JULIA] = "text.jl",
                                                      [LANGUAGE_LLVM] = "text.ll"};
    const char *extension = name ? strrchr(name, '.') : NULL;
    *host = NULL;
    if (name && ptxc_host_known(name)) {
        *host = name;
        return true;
    }
    if (length == 0 || (extension && strcasecmp(extension, ".ptx") == 0))
        return true;
    const char *after = skip_mark(text, length);
    const enum language language =
        begins_header(text, length, false) ? LANGUAGE_CPP : language_guess(after, length - (size_t)(after - text));
    *host = paths[language];
    return language != LANGUAGE_UNKNOWN;
}

void language_describe_unknown(char *buffer, size_t size) {
    int length = snprintf(buffer, size, "its name and text do not say which language it is; ptxcheck knows .ptx");
    const char *extensions;
    for (size_t i = 0; length >= 0 && (size_t)length < size && (extensions = ptxc_host_extensions(i)); i++)
        length += snprintf(buffer + length, size - (size_t)length, " %s", extensions);
}

/* Reads as much of the beginning of the file as there is room for; returns how much that is. */
static size_t read_beginning(const char *path, char *text, size_t size) {
    int file;
    size_t length = 0;
    if (source_open(path, SOURCE_FOUND, &file).text)
        return 0;
    for (ssize_t got; length < size && (got = read(file, text + length, size - length)) > 0;)
        length += (size_t)got;
    close(file);
    return length;
}

bool language_is_header(const char *path) {
    char text[1 << 14];
    const size_t length = read_beginning(path, text, sizeof(text));
    const char *at = skip_mark(text, length), *limit = text + length;
    const bool comment = limit - at > 1 && at[0] == '/' && (at[1] == '/' || at[1] == '*');
    return !memchr(text, 0, length) && (comment || (at < limit && *at == '#' && is_directive(at, limit))) &&
           begins_header(text, length, true);
}

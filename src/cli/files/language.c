/* The language of a file by its name, its first words or its lines: see language.h and guess.h.
 *
 * PTX and C++ have the same comments, and both may begin with one. After comments a header goes on with a preprocessor
 * line, or with a word that is followed by another word, a bracket or a string: `namespace x`, `extern "C"`. PTX goes
 * on with a directive, a guard, a brace, a label, or a mnemonic, in which a '.' follows the first word. A line marker
 * of the preprocessor (# 1 "x.cu") may stand in both, and is passed over.
 */
#include "cli/files/language.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/files/guess.h"
#include "cli/files/source.h"
#include "ptxcheck/ptxcheck.h"

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *at, const char *limit) {
    while (at < limit && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Gives the place after the line. */
static const char *skip_line(const char *at, const char *limit) {
    const char *end = memchr(at, '\n', (size_t)(limit - at));
    return end ? end + 1 : limit;
}

/* Gives the place after a comment of several lines, which begins at `at`. */
static const char *skip_comment(const char *at, const char *limit) {
    for (at += 2; at + 1 < limit; at++)
        if (at[0] == '*' && at[1] == '/')
            return at + 2;
    return limit;
}

/* Gives the first character that is no blank and in no comment and no line marker. */
static const char *first_word(const char *at, const char *limit) {
    while (at < limit) {
        const bool comment = *at == '/' && limit - at > 1;
        const char *after = *at == '#' ? skip_blanks(at + 1, limit) : limit;
        const bool marker = after < limit && is_digit(*after);
        if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
            at++;
        else if (marker || (comment && at[1] == '/'))
            at = skip_line(at, limit);
        else if (comment && at[1] == '*')
            at = skip_comment(at, limit);
        else
            break;
    }
    return at;
}

/* Decides whether the '#' begins a preprocessor line, and no comment of another language. */
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

/* Gives the place after a byte order mark. */
static const char *skip_mark(const char *text, size_t length) {
    static const char mark[] = "\xef\xbb\xbf";
    return length >= strlen(mark) && memcmp(text, mark, strlen(mark)) == 0 ? text + strlen(mark) : text;
}

/* Decides whether the text begins as a C++ header does; `words`: its first words may say so, too. */
static bool begins_header(const char *text, size_t length, bool words) {
    const char *limit = text + length, *at = first_word(skip_mark(text, length), limit);
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

void language_say_unknown(char *buffer, size_t size) {
    int length = snprintf(buffer, size, "its name and text do not say which language it is; ptxcheck knows .ptx");
    const char *extensions;
    for (size_t i = 0; length >= 0 && (size_t)length < size && (extensions = ptxc_host_extensions(i)); i++)
        length += snprintf(buffer + length, size - (size_t)length, " %s", extensions);
}

/* Reads as much of the beginning of the file as there is room for; gives how much that is. */
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

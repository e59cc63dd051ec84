/* Looks at a text and says what it seems to be: PTX, prose about PTX, a constraint list. A wrong "yes" would report
 * errors in a log message; so a statement counts only where it is complete, from its mnemonic to its ';'.
 *
 * A text may hold many beginnings of statements and no end. `barrier` and `run` in the scan remember what was searched
 * in vain, so that the work stays linear in the length of the text.
 */
#include "host/common/text.h"

#include <string.h>

#include "base/characters.h"
#include "base/find.h"
#include "tables/form.h"
#include "tables/heads.h"

/* What the words of PTX are made of, but for what is unknown (skip.h has that too). */
static bool is_word(char c) {
    return ptxc_is_name(c) || c == '$' || c == '%';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Returns the length of the dotted word that begins here, as far as it says what was meant. */
static size_t dotted_word(const char *word, const char *limit) {
    enum { LONGEST = 64 };
    const char *end = word;
    while (end < limit && end - word < LONGEST && (ptxc_is_name(*end) || *end == '.'))
        end++;
    return (size_t)(end - word);
}

/* Whether a mnemonic of the family begins here, or a word that was meant as one. */
static bool begins_family(const char *word, const char *limit) {
    return ptxc_opcode_find(word, (size_t)(limit - word)) || ptxc_head_resembles(word, dotted_word(word, limit));
}

bool ptxc_text_mentions_family(const char *text, uint32_t length) {
    enum { LONGEST_FIRST_WORD = sizeof("clusterlaunchcontrol") + 4 }; /* with the letters of an escape */
    const char *limit = text + length;
    for (const char *dot = text; (dot = memchr(dot, '.', (size_t)(limit - dot))); dot++) {
        const char *word = dot;
        while (word > text && dot - word < LONGEST_FIRST_WORD && ptxc_is_digit(word[-1])) /* tcgen05 */
            word--;
        while (word > text && dot - word < LONGEST_FIRST_WORD && word[-1] >= 'a' && word[-1] <= 'z')
            word--;
        /* The first letters may belong to an escape: "\ncp.async", "\x0acp.async". */
        bool escape = word > text && (word[-1] == '\\' || ptxc_is_digit(word[-1]));
        for (int tries = escape ? 4 : 1; tries > 0 && dot - word > 1; tries--, word++)
            if (ptxc_head_begins(word[0], word[1]) && begins_family(word, limit))
                return true;
    }
    return false;
}

bool ptxc_text_mentions_asm(const char *text, uint32_t length) {
    const char *limit = text + length;
    for (const char *at = text; (at = ptxc_find_pair(at, limit, 's', 'm')); at++)
        if (at > text && at[-1] == 'a' && (at - text < 2 || !is_word(at[-2]) || at[-2] == '_') &&
            (limit - at < 3 || !is_word(at[2]) || at[2] == '_'))
            return true;
    return false;
}

/* ---- statements ---- */

struct scan {
    const char *text;
    uint32_t length;
    bool emitted;     /* a mnemonic alone is a statement */
    uint32_t barrier; /* no statement that begins before this place ends: the text up to it was searched already */
    uint32_t run;     /* no statement begins before this place: the word up to it was looked at already */
};

/* Returns the byte at `position`; 0 past the end. */
static char at(const struct scan *scan, uint32_t position) {
    if (position >= scan->length)
        return 0;
    return scan->text[position];
}

/* Returns the place after blanks and comments; a comment that is not closed ends the text. */
static uint32_t skip_blanks(const struct scan *scan, uint32_t position) {
    for (;;) {
        while (is_blank(at(scan, position)))
            position++;
        if (at(scan, position) != '/' || (at(scan, position + 1) != '/' && at(scan, position + 1) != '*'))
            return position;
        bool line = at(scan, position + 1) == '/';
        position += 2;
        while (position < scan->length &&
               !(line ? scan->text[position] == '\n' : scan->text[position] == '*' && at(scan, position + 1) == '/'))
            position++;
        position += position < scan->length ? (line ? 1 : 2) : 0;
    }
}

/* Returns the place after a guard such as "@!%p1", or `position` where there is none. */
static uint32_t skip_guard(const struct scan *scan, uint32_t position) {
    if (at(scan, position) != '@')
        return position;
    position++;
    while (strchr("! ", at(scan, position)) && at(scan, position))
        position++;
    while (is_word(at(scan, position)) || at(scan, position) == PTXC_UNKNOWN_TEXT || at(scan, position) == '[' ||
           at(scan, position) == ']')
        position++;
    return skip_blanks(scan, position);
}

/* Whether operands may begin here. In prose a plain word follows, without a comma. */
static bool begins_operands(const struct scan *scan, uint32_t position) {
    char c = at(scan, position);
    if (c == '[' || c == '{' || c == '%' || c == '$' || c == '_' || c == '-' || c == PTXC_UNKNOWN_TEXT ||
        ptxc_is_digit(c))
        return true;
    bool named = false; /* a name, as opposed to a word of English */
    for (; is_word(at(scan, position)); position++)
        named |= at(scan, position) < 'a';
    position = skip_blanks(scan, position);
    c = at(scan, position);
    return c == ',' || c == '|' || (c == ';' && named);
}

/* Whether the operands that begin here end with ';', and hold nothing but what operands hold. */
static bool ends_statement(struct scan *scan, uint32_t position) {
    if (position < scan->barrier)
        return false;
    for (; position < scan->length && scan->text[position] != ';'; position++) {
        char c = scan->text[position];
        bool dots = c == '.' && at(scan, position + 1) == '.';
        if (c == '/' && (at(scan, position + 1) == '/' || at(scan, position + 1) == '*'))
            position = skip_blanks(scan, position) - 1;
        else if (dots || (!is_word(c) && !is_blank(c) && (!c || !strchr("[]{},+-*/()<>.:|&!~?=^\\\x01", c))))
            break;
    }
    if (at(scan, position) == ';')
        return true;
    scan->barrier = position;
    return false;
}

/* Whether the text from here to its ';' is a sentence: it begins with a word of small letters, and two words follow
 * each other somewhere, between which operands have a comma or another sign. Then no statement ends at this ';'. */
static bool is_sentence(struct scan *scan, uint32_t position) {
    bool after_word = false;
    if (at(scan, position) < 'a')
        return false;
    while (position < scan->length && scan->text[position] != ';') {
        const uint32_t start = position;
        while (is_letter(at(scan, position)))
            position++;
        const bool word = position > start && !is_word(at(scan, position));
        if (word && after_word) {
            scan->barrier = start;
            return true;
        }
        after_word = word;
        while (is_word(at(scan, position)))
            position++;
        position = skip_blanks(scan, position);
        if (position == start)
            position++;
    }
    return false;
}

/* Whether the word is from a syntax line of the ISA, where some parts stand for others: "cp.async.bulk.dst.src". */
static bool is_grammar(const char *word, uint32_t length) {
    static const char *const parts[] = {
#define GRAMMAR_WORD(word) word,
#include "inline_asm.def"
    };
    for (size_t i = 0; i < PTXC_COUNT(parts); i++) {
        const uint32_t size = (uint32_t)strlen(parts[i]);
        for (uint32_t k = 0; k + size <= length; k++)
            if (memcmp(word + k, parts[i], size) == 0 && (k + size == length || word[k + size] == '.'))
                return true;
    }
    return false;
}

/* Whether the text from `start` on to its ';' has what only patterns have. It is then no statement, nor is what begins
 * inside it. */
static bool is_pattern(struct scan *scan, uint32_t start) {
    static const char *const signs[] = {
#define PATTERN_SIGN(text) text,
#include "inline_asm.def"
    };
    for (uint32_t position = start; position < scan->length && scan->text[position] != ';'; position++)
        for (size_t i = 0; i < PTXC_COUNT(signs); i++)
            if (scan->text[position] == signs[i][0] && strlen(signs[i]) <= scan->length - position &&
                memcmp(scan->text + position, signs[i], strlen(signs[i])) == 0) {
                scan->barrier = position;
                return true;
            }
    return false;
}

/* Whether the word can be a statement without operands: a mnemonic that has a form without any, or one that is none
 * but has three parts, as a file name seldom has. */
static bool stands_alone(const char *word, uint32_t length) {
    const enum ptxc_opcode opcode = ptxc_opcode_find(word, length);
    const char *dot = memchr(word, '.', length);
    bool alone = !opcode && dot && memchr(dot + 1, '.', length - (size_t)(dot + 1 - word));
    for (int i = 0; i < PTXC_FORM_COUNT && !alone; i++)
        alone = opcode && ptxc_forms[i].opcode == opcode && ptxc_form_operands(&ptxc_forms[i], 0) == 0;
    return alone;
}

/* Whether a complete statement of the family begins here. */
static bool is_statement(struct scan *scan, uint32_t position) {
    const uint32_t start = position;
    if (position < scan->run || !begins_family(scan->text + position, scan->text + scan->length))
        return false;
    while (is_word(at(scan, position)) || at(scan, position) == '.' || at(scan, position) == ':' ||
           at(scan, position) == PTXC_UNKNOWN_TEXT)
        position++;
    scan->run = position;
    /* "cp.async.cg{.level::cache_hint}" is a line of grammar. */
    if (at(scan, position) == '{' || is_grammar(scan->text + start, position - start))
        return false;
    const uint32_t end = position;
    position = skip_blanks(scan, position);
    if (at(scan, position) == ';')
        return scan->emitted || stands_alone(scan->text + start, end - start);
    return begins_operands(scan, position) && ends_statement(scan, position) && !is_pattern(scan, start) &&
           !is_sentence(scan, position);
}

uint32_t ptxc_text_opening(const char *text, uint32_t offset) {
    uint32_t at = offset;
    while (at > 0 && is_blank(text[at - 1]))
        at--;
    return at > 0 && (text[at - 1] == '(' || text[at - 1] == '=' || text[at - 1] == '\\') ? at - 1 : offset;
}

/* Bit per letter, whatever its case; some characters share theirs with a letter. */
static uint32_t letter_bit(char c) {
    return UINT32_C(1) << (c & 31);
}

bool ptxc_text_is_emitter(const char *name, uint32_t length) {
    static const char *const words[] = {
#define EMITTER(word) word,
#include "inline_asm.def"
    };
    uint32_t first = 0, second = 0;
    for (size_t i = 0; i < PTXC_COUNT(words); i++) {
        first |= letter_bit(words[i][0]);
        second |= letter_bit(words[i][1]);
    }
    for (uint32_t start = 0; start + 1 < length; start++) {
        if (!(first & letter_bit(name[start])) || !(second & letter_bit(name[start + 1])))
            continue;
        for (size_t i = 0; i < PTXC_COUNT(words); i++) {
            uint32_t same = 0;
            while (words[i][same] && start + same < length && (name[start + same] | 0x20) == words[i][same])
                same++;
            if (!words[i][same])
                return true;
        }
    }
    return false;
}

bool ptxc_text_is_ptx(const char *text, uint32_t length, bool emitted) {
    struct scan scan = {.text = text, .length = length, .emitted = emitted};
    bool start = true; /* a statement may begin here */
    for (uint32_t position = 0; position < length;) {
        uint32_t after = skip_blanks(&scan, position);
        start |= after > position && memchr(text + position, '\n', after - position);
        position = start ? skip_guard(&scan, after) : after;
        if (position >= length)
            break;
        if (start && is_statement(&scan, position))
            return true;
        /* A statement may begin after another, at a brace, after a label, and after unknown text. */
        char c = text[position];
        start =
            c == ';' || c == '{' || c == '}' || c == PTXC_UNKNOWN_TEXT || (c == ':' && at(&scan, position + 1) != ':');
        if (is_word(c))
            while (position < length && (is_word(text[position]) || text[position] == '.'))
                position++;
        else
            position++;
    }
    return false;
}

/* ---- templates ---- */

enum ptxc_template_style ptxc_text_style(const char *text, uint32_t length) {
    for (uint32_t i = 0; i + 1 < length; i++) {
        char c = text[i], next = text[i + 1];
        bool inside_word = i > 0 && is_word(text[i - 1]);
        if (c == '{' && next == '$' && i + 2 < length && (text[i + 2] == 'r' || text[i + 2] == 'w'))
            return PTXC_TEMPLATE_NVVM;
        if (c == '%' && (ptxc_is_digit(next) || next == '%' || next == '['))
            return PTXC_TEMPLATE_GCC;
        if (c == '$' && !inside_word && (ptxc_is_digit(next) || next == '{'))
            return PTXC_TEMPLATE_LLVM;
    }
    return PTXC_TEMPLATE_NONE;
}

/* Returns the place after a constraint such as "=&r", "~{memory}" or "0"; 0 where there is none. */
static uint32_t skip_constraint(const struct scan *scan, uint32_t position) {
    uint32_t start;
    while (at(scan, position) && strchr("=+&*~!% ", at(scan, position)))
        position++;
    start = position;
    if (at(scan, position) == '{') {
        while (position < scan->length && scan->text[position] != '}' && !is_blank(scan->text[position]))
            position++;
        return at(scan, position) == '}' ? position + 1 : 0;
    }
    while (is_word(at(scan, position)) || at(scan, position) == '^' || at(scan, position) == PTXC_UNKNOWN_TEXT)
        position++;
    bool number = ptxc_is_digit(at(scan, start));
    return position > start && (number || position - start <= 3) ? position : 0;
}

bool ptxc_text_is_constraints(const char *text, uint32_t length) {
    const struct scan scan = {.text = text, .length = length};
    uint32_t position = 0;
    if (length == 0)
        return true;
    for (;;) {
        position = skip_constraint(&scan, position);
        if (position == 0 || position > length)
            return false;
        if (position == length)
            return true;
        if (text[position++] != ',')
            return false;
    }
}

/* Mnemonics: see mnemonic.h. */
#include "syntax/mnemonic.h"

#include <string.h>

#include "base/characters.h"
#include "syntax/blank.h"
#include "tables/form.h"
#include "tables/heads.h"
#include "tables/suggest.h"

/* The place after the dotted word at `position`. */
static uint32_t end_of_word(const char *source, uint32_t length, uint32_t position) {
    position++;
    while (position < length && (ptxc_is_word(source[position]) || source[position] == ':'))
        position++;
    return position;
}

/* Finds the next dotted word after `*position`, blanks and comments before it aside, and moves `*position` after it;
 * false where none follows. */
static bool next_word(const char *source, uint32_t length, uint32_t *position, struct ptxc_text *word) {
    const uint32_t begin = ptxc_skip_blanks(source, length, *position);
    if (begin >= length || source[begin] != '.')
        return false;
    *position = end_of_word(source, length, begin);
    *word = (struct ptxc_text){source + begin, *position - begin};
    return true;
}

enum ptxc_opcode ptxc_family_at(const char *source, uint32_t length, uint32_t position) {
    enum { MOST = 24 }; /* words; no instruction takes so many */
    if (!ptxc_opcode_letter(source[position]))
        return PTXC_OP_NONE;
    const char *head = ptxc_head_find_free(source + position, length - position);
    if (!head)
        return ptxc_opcode_find(source + position, length - position);
    struct ptxc_text words[MOST];
    size_t count = 0;
    position += (uint32_t)strlen(head);
    while (count < MOST && next_word(source, length, &position, &words[count]))
        count++;
    return ptxc_head_opcode(head, words, count);
}

uint32_t ptxc_mnemonic_length(const char *source, uint32_t length, uint32_t position, enum ptxc_opcode opcode) {
    const struct ptxc_opcode_row *row = &ptxc_opcodes[opcode];
    const size_t head = ptxc_head_length(opcode);
    /* Where no word of it may stand apart, it was found by its text. */
    const bool whole = head == row->length || (length - position >= row->length &&
                                               memcmp(source + position, row->mnemonic, row->length) == 0 &&
                                               ptxc_opcode_find(source + position, length - position) == opcode);
    return whole ? row->length : (uint32_t)head;
}

/* A mnemonic without a '.', such as "mapa", may be the name of an operand, and does not count; nor does it before a
 * number such as .5, which is no qualifier. */
bool ptxc_family_inside(const char *source, uint32_t length, uint32_t position) {
    char before = source[position - 1];
    if (ptxc_is_word(before) || before == '.')
        return false;
    enum ptxc_opcode opcode = ptxc_family_at(source, length, position);
    uint32_t end = position + ptxc_mnemonic_length(source, length, position, opcode);
    const bool qualified = end + 1 < length && source[end] == '.' && !ptxc_is_digit(source[end + 1]);
    return opcode && (memchr(source + position, '.', end - position) || qualified);
}

bool ptxc_mnemonic_is_open(const struct ptxc_parser *parser, uint32_t position, uint32_t shortest) {
    const char *word = parser->lexer.source + position, *limit = parser->lexer.source + parser->lexer.length;
    const char *end = word;
    while (end < limit && ((ptxc_is_word(*end) && *end != PTXC_UNKNOWN_TEXT && *end != PTXC_PLACEHOLDER) ||
                           *end == '.' || *end == ':'))
        end++;
    if (!parser->asm_text || end == limit || (*end != PTXC_UNKNOWN_TEXT && *end != PTXC_PLACEHOLDER))
        return false;
    for (int i = 1; i < PTXC_OP_COUNT; i++)
        if (ptxc_opcodes[i].length > shortest && strncmp(ptxc_opcodes[i].mnemonic, word, (size_t)(end - word)) == 0)
            return true;
    return false;
}

/* Returns the mnemonic that is a slip or two away from the text, or PTXC_OP_NONE. */
static enum ptxc_opcode slip_of(const char *text, size_t length) {
    enum ptxc_opcode nearest = PTXC_OP_NONE;
    unsigned least = 3;
    for (int i = 1; i < PTXC_OP_COUNT; i++) {
        const bool comparable = ptxc_opcodes[i].length < length + least && length < ptxc_opcodes[i].length + least;
        const unsigned slips = comparable ? ptxc_suggest_slips(text, length, ptxc_opcodes[i].mnemonic) : least;
        if (slips < least) {
            least = slips;
            nearest = (enum ptxc_opcode)i;
        }
    }
    return nearest;
}

/* Returns the mnemonic that is nearly the text, or has the same words, blanks between them aside; or PTXC_OP_NONE. */
static enum ptxc_opcode meant_by(const struct ptxc_parser *parser, struct ptxc_span span) {
    char joined[100];
    size_t size = 0;
    for (uint32_t i = 0; i < span.length && size < sizeof(joined); i++)
        if (!ptxc_is_blank(ptxc_parser_text(parser, span)[i]))
            joined[size++] = ptxc_parser_text(parser, span)[i];
    const enum ptxc_opcode slip = slip_of(joined, size);
    return slip ? slip : ptxc_suggest_opcode(joined, size, false, PTXC_OP_NONE);
}

/* Returns the longest mnemonic with whose letters the text begins, up to a '.' or its end; or PTXC_OP_NONE. The source
 * ends after `left` bytes. */
static enum ptxc_opcode apart_in(const char *text, uint32_t length, uint32_t left) {
    enum { LONGEST = 100 }; /* bytes: no mnemonic is so long, whatever stands between its words */
    enum ptxc_opcode meant = PTXC_OP_NONE;
    for (length = length < LONGEST ? length : LONGEST; length > 0 && meant == PTXC_OP_NONE; length--)
        if (length == left || text[length] == '.' || !ptxc_is_word(text[length]))
            meant = ptxc_suggest_apart(text, length);
    return meant;
}

/* Returns the longest mnemonic that the text begins with but for a slip or two, up to a '.' or its end; or
 * PTXC_OP_NONE.
 */
static enum ptxc_opcode slip_in(const char *text, uint32_t length) {
    enum ptxc_opcode meant = PTXC_OP_NONE;
    for (uint32_t end = length; end > 0 && meant == PTXC_OP_NONE; end--)
        if (end == length || text[end] == '.')
            meant = slip_of(text, end);
    return meant;
}

/* Returns where the last word on this line ends that only blanks, '-', '.' or ':' part from those before it. */
static uint32_t end_of_apart(const struct ptxc_lexer *lexer, uint32_t end) {
    const uint32_t limit = lexer->length - end > 100 ? end + 100 : lexer->length;
    for (uint32_t at = end; at < limit; at++) {
        const char c = lexer->source[at];
        if (ptxc_is_word(c))
            end = at + 1;
        else if (c != ' ' && c != '-' && c != '.' && c != ':')
            break;
    }
    return end;
}

/* Returns the mnemonic that the text begins with, but for its capitals, or PTXC_OP_NONE. */
static enum ptxc_opcode capitals_of(const char *text, uint32_t length) {
    char lower[100];
    size_t size = 0;
    for (; size < length && size < sizeof(lower); size++)
        lower[size] = (char)(text[size] >= 'A' && text[size] <= 'Z' ? text[size] + ('a' - 'A') : text[size]);
    const enum ptxc_opcode found = ptxc_opcode_find(lower, size);
    return found && memcmp(text, lower, ptxc_opcodes[found].length) == 0 ? PTXC_OP_NONE : found;
}

/* Returns where a name that ends at `end` does with the parts after "::", which are no words of their own. */
static uint32_t end_of_parts(const struct ptxc_lexer *lexer, uint32_t end) {
    while (lexer->length - end >= 2 && memcmp(lexer->source + end, "::", 2) == 0)
        for (end += 2; end < lexer->length && ptxc_is_name(lexer->source[end]);)
            end++;
    return end;
}

/* The mnemonic that the text begins with when its first words are written as those of `head`, or PTXC_OP_NONE. */
static enum ptxc_opcode with_head(const char *text, size_t length, const char *head) {
    char written[100];
    size_t first = 0, size = 0, dots = 0;
    for (; head[size]; size++) {
        written[size] = head[size];
        dots += head[size] == '.';
    }
    while (first < length && (ptxc_is_name(text[first]) || (text[first] == '.' && dots-- > 0)))
        first++;
    const size_t rest = length - first < sizeof(written) - size ? length - first : sizeof(written) - size;
    memcpy(written + size, text + first, rest);
    return ptxc_opcode_find(written, size + rest);
}

/* Reports that there is no such instruction; "did you mean" the one of the family that has the same words. Where the
 * first word stands alone, the one after the blanks was meant to belong to it. */
static void raise_unknown(struct ptxc_parser *parser, struct ptxc_span span) {
    const char *text = ptxc_parser_text(parser, span);
    uint32_t end = span.offset + span.length;
    struct ptxc_text word;
    if (!memchr(text, '.', span.length) && next_word(parser->lexer.source, parser->lexer.length, &end, &word))
        span.length = end - span.offset;
    span.length = end_of_parts(&parser->lexer, span.offset + span.length) - span.offset;
    const enum ptxc_opcode spelt = capitals_of(text, parser->lexer.length - span.offset);
    enum ptxc_opcode meant = spelt ? spelt : meant_by(parser, span);
    if (!meant) {
        const uint32_t size = end_of_apart(&parser->lexer, span.offset + span.length) - span.offset;
        meant = apart_in(text, size, parser->lexer.length - span.offset);
        span.length = meant && !memchr(text, '.', span.length) ? size : span.length;
    }
    const char *head = meant ? NULL : ptxc_head_meant(text, span.length);
    if (head)
        meant = with_head(text, span.length, head);
    if (!meant && !head)
        meant = slip_in(text, span.length);
    struct ptxc_arena *arena = &parser->report->words;
    const char *name = meant ? ptxc_opcodes[meant].mnemonic : head;
    const char *suggestion = name ? ptxc_arena_format(arena, "; did you mean %s?", name) : "";
    struct ptxc_finding finding = {.rule = PTXC_RULE_UNKNOWN_INSTRUCTION, .span = span};
    finding.message = ptxc_arena_format(arena, "there is no instruction %.*s%s",
                                        span.length > 60 ? 60 : (int)span.length, text, suggestion);
    if (spelt)
        ptxc_finding_fix(&finding, (struct ptxc_span){span.offset, ptxc_opcodes[spelt].length},
                         ptxc_opcodes[spelt].mnemonic);
    ptxc_report_add(parser->report, &finding);
}

/* Whether some of the text is unknown, or stands for an operand. */
static bool has_unknown(struct ptxc_text word) {
    return memchr(word.text, PTXC_UNKNOWN_TEXT, word.length) || memchr(word.text, PTXC_PLACEHOLDER, word.length);
}

/* Whether the word may follow an instruction of another family: as one of its own, or as one of those that the
 * assembler ignores on all. */
static bool may_follow(const char *mnemonic, size_t length, struct ptxc_text word) {
    return ptxc_other_takes(mnemonic, length, word.text, word.length) || has_unknown(word) ||
           ptxc_qualifier_ignored(ptxc_qualifier_find(word.text, word.length));
}

/* Finds the first word that cannot follow the mnemonic at `position`; false where all may. */
static bool find_stranger(const char *source, uint32_t length, uint32_t position, size_t mnemonic,
                          struct ptxc_span *span) {
    struct ptxc_text word;
    for (uint32_t at = position + (uint32_t)mnemonic; next_word(source, length, &at, &word);) {
        if (may_follow(source + position, mnemonic, word))
            continue;
        *span = (struct ptxc_span){position, at - position};
        return true;
    }
    return false;
}

/* Whether the text, with `left` bytes up to the end of the source, begins as no instruction does, and as one of the
 * family but for what stands between its words: mbarrierinit. Only words are looked at that the reader looks at. */
static bool is_joined(const char *text, uint32_t length, uint32_t left) {
    enum { BEGINNING = 4 }; /* bytes, by which the reader chooses words */
    return left >= BEGINNING && ptxc_head_may_begin(text, BEGINNING) && !ptxc_head_is_known(text, length) &&
           apart_in(text, length, left);
}

/* Whether the word at `position`, which is no mnemonic of the family, was meant as one, and gives what of it. */
static bool is_meant(const char *source, uint32_t length, uint32_t position, bool newer, struct ptxc_span *span) {
    size_t mnemonic = 0;
    *span = (struct ptxc_span){position, ptxc_word_end(source, length, position) - position};
    if (ptxc_head_resembles(source + position, span->length))
        return true;
    if (newer)
        return false;
    if (ptxc_head_meant(source + position, span->length))
        return true;
    if (is_joined(source + position, span->length, length - position))
        return true;
    const enum ptxc_other other = ptxc_other_find(source + position, span->length, &mnemonic);
    return other == PTXC_OTHER_UNKNOWN ||
           (other == PTXC_OTHER_KNOWN && find_stranger(source, length, position, mnemonic, span));
}

bool ptxc_mnemonic_can_skip(const char *source, uint32_t length, uint32_t position) {
    struct ptxc_span span;
    return !ptxc_family_at(source, length, position) && !is_meant(source, length, position, false, &span);
}

/* Whether the text of an asm statement may be of another language: its first word is near one of the family, and what
 * follows it is not. */
static bool is_other_language(const struct ptxc_parser *parser, struct ptxc_span span) {
    const char *text = ptxc_parser_text(parser, span), *head = ptxc_head_meant(text, span.length);
    return head && with_head(text, span.length, head) == PTXC_OP_NONE;
}

bool ptxc_mnemonic_check(struct ptxc_parser *parser, uint32_t position, bool newer) {
    struct ptxc_span span;
    if (!is_meant(parser->lexer.source, parser->lexer.length, position, newer, &span) ||
        ptxc_mnemonic_is_open(parser, position, 0))
        return false;
    if (newer)
        ptxc_report_raise(parser->report, PTXC_RULE_NEWER_VERSION, span,
                          ptxc_arena_format(&parser->report->words, "ptxcheck does not know %.*s",
                                            span.length > 60 ? 60 : (int)span.length, ptxc_parser_text(parser, span)));
    else if (!parser->asm_text || !is_other_language(parser, span))
        raise_unknown(parser, span);
    return true;
}

/* Words that stand apart: see name.h. */
#include "syntax/name.h"

#include <string.h>

#include "base/characters.h"
#include "syntax/blank.h"
#include "tables/form.h"
#include "tables/suggest.h"

enum { LONGEST = 100 };

/* Finds the name at the current token, or after it where that is a sign which people write instead of '_' or '.'. */
static bool find_word(const struct ptxc_parser *parser, struct ptxc_span *word) {
    const struct ptxc_lexer *lexer = &parser->lexer;
    uint32_t begin = parser->token.offset, end;
    switch (parser->token.kind) {
    case PTXC_TOKEN_IDENTIFIER: break;
    case PTXC_TOKEN_MINUS:
    case PTXC_TOKEN_COLON:
    case PTXC_TOKEN_COMMA: begin = ptxc_skip_blanks(lexer->source, lexer->length, begin + 1); break;
    default: return false;
    }
    for (end = begin; end < lexer->length && (ptxc_is_name(lexer->source[end]) ||
                                              (end > begin && lexer->source[end] == ':' && lexer->length - end > 2 &&
                                               (lexer->source[end + 1] == ':' || lexer->source[end - 1] == ':')));)
        end++;
    *word = (struct ptxc_span){begin, end - begin};
    return word->length > 0 &&
           (end == lexer->length || !ptxc_is_word(lexer->source[end])); /* a name with a '$' is none */
}

/* Whether the name may be one of the module or, where declarations are not known, is followed by no qualifier. */
static bool may_be_operand(const struct ptxc_parser *parser, struct ptxc_span word) {
    struct ptxc_value value;
    const char *text = ptxc_parser_text(parser, word);
    if (parser->module)
        return ptxc_name_resolve(parser, text, word.length, &value);
    const bool last = word.offset + word.length == parser->lexer.length;
    return parser->token.kind == PTXC_TOKEN_IDENTIFIER && (last || text[word.length] != '.');
}

/* Reports that `meant` should stand in place of `span`; the place is where the words begin that differ. */
static void raise_apart(struct ptxc_parser *parser, struct ptxc_span span, const char *meant) {
    struct ptxc_finding finding = {.rule = PTXC_RULE_SYNTAX};
    const int length = span.length > 60 ? 60 : (int)span.length;
    const char *text = ptxc_parser_text(parser, span);
    uint32_t same = 0;
    if (parser->silent)
        return;
    for (uint32_t i = 0; i < span.length && text[i] == meant[i]; i++)
        if (text[i] == '.')
            same = i;
    finding.span = (struct ptxc_span){span.offset + same, span.length - same};
    finding.message = ptxc_arena_format(&parser->report->words, "expected %s, found '%.*s'", meant, length, text);
    ptxc_finding_fix(&finding, finding.span, meant + same);
    ptxc_report_add(parser->report, &finding);
}

/* Reports a word that with the last qualifier makes another one, or is one without its '.'; false where it is neither.
 */
static bool raise_qualifier(struct ptxc_parser *parser, const struct ptxc_instruction *instruction,
                            struct ptxc_span word) {
    char joined[LONGEST];
    uint8_t meant[PTXC_SUGGESTIONS];
    bool certain = false;
    const uint8_t count = instruction->qualifier_count;
    const struct ptxc_span last =
        count > 0 ? instruction->qualifiers[count - 1].span : (struct ptxc_span){parser->last_end, 0};
    const uint32_t end = word.offset + word.length;
    if (count > 0 && last.length + word.length + 1 < LONGEST) {
        memcpy(joined, ptxc_parser_text(parser, last), last.length);
        joined[last.length] = '_';
        memcpy(joined + last.length + 1, ptxc_parser_text(parser, word), word.length);
        ptxc_suggest_qualifiers(instruction->opcode, joined, last.length + 1 + word.length, meant, &certain);
    }
    if (certain) {
        raise_apart(parser, (struct ptxc_span){last.offset, end - last.offset}, ptxc_qualifiers[meant[0]].spelling);
        return true;
    }
    if (word.length + 1 >= LONGEST || !parser->module || parser->token.kind == PTXC_TOKEN_COLON)
        return false;
    joined[0] = '.';
    memcpy(joined + 1, ptxc_parser_text(parser, word), word.length);
    const enum ptxc_qualifier qualifier = ptxc_qualifier_find(joined, word.length + 1);
    if (qualifier == PTXC_Q_NONE || !ptxc_opcode_offers(instruction->opcode, qualifier))
        return false;
    raise_apart(parser, (struct ptxc_span){parser->last_end, end - parser->last_end},
                ptxc_qualifiers[qualifier].spelling);
    return true;
}

bool ptxc_apart_raise(struct ptxc_parser *parser, const struct ptxc_instruction *instruction) {
    struct ptxc_span word;
    if (!find_word(parser, &word) || may_be_operand(parser, word))
        return false;
    const uint32_t begin = instruction->opcode_span.offset;
    const struct ptxc_span all = {begin, word.offset + word.length - begin};
    const enum ptxc_opcode meant =
        all.length < LONGEST ? ptxc_suggest_apart(ptxc_parser_text(parser, all), all.length) : PTXC_OP_NONE;
    if (meant == PTXC_OP_NONE)
        return raise_qualifier(parser, instruction, word);
    raise_apart(parser, all, ptxc_opcodes[meant].mnemonic);
    return true;
}

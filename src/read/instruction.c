/* Instructions of the family: see instruction.h. */
#include "read/instruction.h"

#include <string.h>

#include "base/characters.h"
#include "read/operands.h"
#include "read/skip.h"
#include "tables/form.h"
#include "tables/heads.h"
#include "tables/spaces.h"
#include "tables/suggest.h"

/* Whether a slot is filled. */
static bool is_filled(const struct ptxc_instruction *instruction, enum ptxc_slot slot) {
    return slot != PTXC_SLOT_NONE && ptxc_instruction_qualifier(instruction, slot);
}

/* Reports a qualifier for which no slot is left: a duplicate, a third one, or one more than an instruction holds. */
static void raise_surplus(struct ptxc_parser *parser, enum ptxc_slot slot, enum ptxc_slot second,
                          struct ptxc_span span) {
    const char *kind = slot == PTXC_SLOT_NONE ? NULL : ptxc_slot_is_space(slot) ? "state space" : ptxc_slots[slot].name;
    const char *text = ptxc_parser_text(parser, span);
    struct ptxc_arena *arena = &parser->report->arena;
    ptxc_report_raise(parser->report, PTXC_RULE_DUPLICATE_QUALIFIER, span,
                      kind ? ptxc_arena_format(arena, "%s %s qualifier %.*s",
                                               second == PTXC_SLOT_NONE ? "duplicate" : "third", kind, (int)span.length,
                                               text)
                           : ptxc_arena_format(arena, "too many qualifiers: no instruction takes this many"));
}

/* Consumes the qualifier at the current token and puts it into its slot or, where that is filled, into the slot of a
 * second one of its kind: of two state spaces the first written is the destination. One that is not in the tables is
 * kept without a slot. */
static void add_qualifier(struct ptxc_parser *parser, struct ptxc_instruction *instruction) {
    struct ptxc_span span = ptxc_parser_span(parser->token);
    enum ptxc_qualifier id = ptxc_qualifier_find(ptxc_parser_text(parser, span), span.length);
    enum ptxc_slot slot = id == PTXC_Q_NONE ? PTXC_SLOT_NONE : ptxc_opcode_slot(instruction->opcode, id);
    enum ptxc_slot second = PTXC_SLOT_NONE;
    ptxc_parser_advance(parser);
    if (is_filled(instruction, slot))
        second = ptxc_opcode_second(instruction->opcode, slot);
    bool surplus = is_filled(instruction, slot) && (second == PTXC_SLOT_NONE || is_filled(instruction, second));
    if (surplus || instruction->qualifier_count == PTXC_MAX_QUALIFIERS) {
        instruction->damaged = instruction->incomplete = true;
        raise_surplus(parser, surplus ? slot : PTXC_SLOT_NONE, second, span);
        return;
    }
    instruction->qualifiers[instruction->qualifier_count++] =
        (struct ptxc_qualifier_use){id, second == PTXC_SLOT_NONE ? slot : second, span};
}

/* Whether the dotted word is a mnemonic of the family with other qualifiers between its parts. ptxas takes the parts of
 * some mnemonics in any order (FREE_ORDER in opcodes.def), so such a word is not a misspelling. */
static bool is_shuffled(const char *source, uint32_t length, uint32_t position) {
    const uint32_t end = ptxc_word_end(source, length, position);
    const char *head = ptxc_head_find_free(source + position, end - position);
    if (!head)
        return false;
    const uint32_t head_length = (uint32_t)strlen(head), begin = position + head_length;
    uint32_t at = begin < end ? begin : ptxc_skip_blanks(source, length, begin);
    while (at < length && source[at] == '.') {
        uint32_t size = 1;
        while (at + size < length && (ptxc_is_word(source[at + size]) || source[at + size] == ':'))
            size++;
        for (int i = PTXC_OP_NONE + 1; i < PTXC_OP_COUNT; i++)
            if (ptxc_opcodes[i].length == head_length + size &&
                memcmp(ptxc_opcodes[i].mnemonic, head, head_length) == 0 &&
                memcmp(ptxc_opcodes[i].mnemonic + head_length, source + at, size) == 0)
                return true;
        at += size;
    }
    return false;
}

/* Whether unknown text follows directly on what could be the beginning of a mnemonic longer than `shortest`. */
static bool may_become_mnemonic(const struct ptxc_parser *parser, uint32_t position, uint32_t shortest) {
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

bool ptxc_mnemonic_check(struct ptxc_parser *parser, uint32_t position) {
    const char *source = parser->lexer.source;
    struct ptxc_span span = {position, ptxc_word_end(source, parser->lexer.length, position) - position};
    if (!ptxc_head_resembles(source + position, span.length) || is_shuffled(source, parser->lexer.length, position) ||
        may_become_mnemonic(parser, position, 0))
        return false;
    enum ptxc_opcode meant = ptxc_suggest_opcode(source + position, span.length, false);
    struct ptxc_arena *arena = &parser->report->arena;
    const char *suggestion = meant ? ptxc_arena_format(arena, "; did you mean %s?", ptxc_opcodes[meant].mnemonic) : "";
    ptxc_report_raise(parser->report, PTXC_RULE_UNKNOWN_INSTRUCTION, span,
                      ptxc_arena_format(arena, "there is no instruction %.*s%s",
                                        span.length > 60 ? 60 : (int)span.length, source + position, suggestion));
    return true;
}

uint32_t ptxc_pass_statement(const struct ptxc_module *module, uint32_t start, uint32_t position) {
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    bool directives = module->depth == 0 && !module->parser.asm_text;
    return ptxc_skip_statement(lexer->source, lexer->length, start, position, directives);
}

/* Recovery: a token that begins a line and can begin a statement is taken for one, with the ';' before it missing. */
uint32_t ptxc_recover(const struct ptxc_module *module, uint32_t start) {
    const struct ptxc_parser *parser = &module->parser;
    enum ptxc_token_kind kind = parser->token.kind;
    if (kind == PTXC_TOKEN_OPEN_COMMENT)
        return parser->lexer.length;
    if (ptxc_parser_at_line_start(parser) &&
        (kind == PTXC_TOKEN_IDENTIFIER || kind == PTXC_TOKEN_AT || kind == PTXC_TOKEN_DOTTED))
        return parser->token.offset;
    return ptxc_pass_statement(module, start, parser->token.offset);
}

/* Unknown text that touches the qualifiers may be some of them. */
static bool opens_qualifiers(const struct ptxc_parser *parser) {
    return parser->asm_text && parser->token.kind == PTXC_TOKEN_UNKNOWN && parser->token.offset == parser->last_end;
}

/* Drops the qualifiers after `opening`, where unknown text begins, whose slot depends on their order: the unknown text
 * may hold the first of the two, so it is not known which slot the one that is seen fills. */
static void drop_unplaced(struct ptxc_instruction *instruction, uint32_t opening) {
    uint8_t kept = 0;
    for (uint8_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use use = instruction->qualifiers[i];
        enum ptxc_slot second = ptxc_opcode_second(instruction->opcode, use.slot);
        if (use.span.offset < opening || second == PTXC_SLOT_NONE || ptxc_instruction_qualifier(instruction, second))
            instruction->qualifiers[kept++] = use;
    }
    instruction->qualifier_count = kept;
}

/* Reads the qualifiers, and unknown text among them. Where that text may complete a longer mnemonic, it is not known
 * which instruction the qualifiers belong to, and none is kept. */
static void read_qualifiers(struct ptxc_parser *parser, struct ptxc_instruction *instruction) {
    const uint32_t mnemonic = instruction->opcode_span.offset;
    uint32_t opening = 0;
    bool other = false;
    while (parser->token.kind == PTXC_TOKEN_DOTTED || opens_qualifiers(parser)) {
        if (parser->token.kind == PTXC_TOKEN_DOTTED) {
            other ? ptxc_parser_advance(parser) : add_qualifier(parser, instruction);
            continue;
        }
        if (!instruction->open) {
            opening = parser->token.offset;
            other = may_become_mnemonic(parser, mnemonic, ptxc_opcodes[instruction->opcode].length);
        }
        instruction->open |= PTXC_OPEN_QUALIFIERS;
        ptxc_parser_advance(parser);
    }
    if (other)
        instruction->qualifier_count = 0;
    if (instruction->open)
        drop_unplaced(instruction, opening);
}

/* Reported once for a module: the mistake is in the function, not in each of its instructions. */
void ptxc_outside_check(struct ptxc_module *module, struct ptxc_span span, const char *message) {
    if (!module->parser.module || module->depth > 0 || module->outside_raised)
        return;
    module->outside_raised = true;
    ptxc_report_raise(module->parser.report, PTXC_RULE_SYNTAX, span, message);
}

uint32_t ptxc_instruction_read(struct ptxc_module *module, uint32_t start, uint32_t position, enum ptxc_opcode opcode) {
    struct ptxc_parser *parser = &module->parser;
    struct ptxc_instruction *instruction = &module->instruction;
    memset(instruction, 0, sizeof(*instruction)); /* padding too: instructions are plain values */
    instruction->opcode = opcode;
    ptxc_parser_seek(parser, start);
    parser->report->instructions++;
    if (start < position && !ptxc_guard_parse(parser, instruction))
        return position; /* the instruction itself may be sound, and is read next without its guard */
    uint32_t length = ptxc_opcodes[opcode].length;
    instruction->opcode_span = (struct ptxc_span){position, length};
    ptxc_parser_seek(parser, position + length);
    read_qualifiers(parser, instruction);
    if (!ptxc_operands_parse(parser, instruction))
        return ptxc_recover(module, position);
    instruction->span = ptxc_parser_since(parser, start);
    module->found = true;
    ptxc_outside_check(module, instruction->opcode_span, "an instruction must stand in the body of a function");
    return parser->token.offset + (parser->token.kind == PTXC_TOKEN_SEMICOLON);
}

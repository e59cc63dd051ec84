/* Instructions of the family: see instruction.h. */
#include "syntax/instruction.h"

#include <stddef.h>
#include <string.h>

#include "base/characters.h"
#include "syntax/collect.h"
#include "syntax/operands.h"
#include "syntax/mnemonic.h"
#include "syntax/skip.h"
#include "tables/form.h"
#include "tables/heads.h"
#include "tables/spaces.h"
#include "tables/suggest.h"

/* Whether a slot is among those that are filled, bit per ptxc_slot. */
static bool is_filled(ptxc_wide filled, enum ptxc_slot slot) {
    return slot != PTXC_SLOT_NONE && (filled >> slot & 1);
}

/* In a set of slots: an instruction has more qualifiers than it can hold. */
#define TOO_MANY PTXC_WIDE_BIT(127)

/* Reports a qualifier for which no slot is left: a duplicate, a third one, or one more than an instruction holds. */
static void raise_surplus(struct ptxc_parser *parser, enum ptxc_slot slot, enum ptxc_slot second,
                          struct ptxc_span span) {
    const char *kind = slot == PTXC_SLOT_NONE     ? NULL
                       : ptxc_slot_is_space(slot) ? "state space"
                                                  : ptxc_slots[slot].words;
    const char *text = ptxc_parser_text(parser, span);
    struct ptxc_arena *arena = &parser->report->words;
    ptxc_report_raise(parser->report, PTXC_RULE_DUPLICATE_QUALIFIER, span,
                      kind ? ptxc_arena_format(arena, "%s %s qualifier %.*s",
                                               second == PTXC_SLOT_NONE ? "duplicate" : "third", kind, (int)span.length,
                                               text)
                           : ptxc_arena_format(arena, "too many qualifiers: no instruction takes this many"));
}

/* Whether the text is one of the awaited words of the mnemonic, bit per word after the first `length` bytes of it; if
 * so, it is awaited no longer. */
static bool takes_word(const char *mnemonic, uint32_t length, const char *text, uint32_t size, uint32_t *awaited) {
    uint32_t bit = 1, at = length;
    for (; *awaited && mnemonic[at]; bit <<= 1) {
        uint32_t end = at + 1;
        while (mnemonic[end] && mnemonic[end] != '.')
            end++;
        if ((*awaited & bit) && end - at == size && memcmp(mnemonic + at, text, size) == 0) {
            *awaited &= ~bit;
            return true;
        }
        at = end;
    }
    return false;
}

/* Consumes the qualifier at the current token and puts it into its slot or, where that is filled, into the slot of a
 * second one of its kind: of two state spaces the first written is the destination. One that is not in the tables is
 * kept without a slot. Gives the slots of which it is one too many, bit per ptxc_slot; `*filled` are those that have
 * one. */
static ptxc_wide add_qualifier(struct ptxc_parser *parser, struct ptxc_instruction *instruction, ptxc_wide *filled) {
    struct ptxc_span span = ptxc_parser_span(parser->token);
    enum ptxc_qualifier id = ptxc_qualifier_find(ptxc_parser_text(parser, span), span.length);
    enum ptxc_slot slot = id == PTXC_Q_NONE ? PTXC_SLOT_NONE : ptxc_opcode_slot(instruction->opcode, id);
    enum ptxc_slot second = PTXC_SLOT_NONE;
    ptxc_parser_advance(parser);
    if (is_filled(*filled, slot))
        second = ptxc_opcode_second(instruction->opcode, slot);
    const enum ptxc_slot last = is_filled(*filled, second) ? second : slot;
    if (last != PTXC_SLOT_NONE && is_filled(*filled, last) &&
        ptxc_opcode_second(instruction->opcode, last) == last) { /* any number may stand here, and mean nothing */
        instruction->incomplete = true;
        return 0;
    }
    bool surplus = is_filled(*filled, slot) && (second == PTXC_SLOT_NONE || is_filled(*filled, second));
    if (surplus || instruction->qualifier_count == PTXC_MAX_QUALIFIERS) {
        raise_surplus(parser, surplus ? slot : PTXC_SLOT_NONE, second, span);
        return TOO_MANY | (surplus ? PTXC_WIDE_BIT(slot) : 0) | (second == PTXC_SLOT_NONE ? 0 : PTXC_WIDE_BIT(second));
    }
    const enum ptxc_slot filling = second == PTXC_SLOT_NONE ? slot : second;
    instruction->qualifiers[instruction->qualifier_count++] = (struct ptxc_qualifier_use){id, filling, span};
    *filled |= filling == PTXC_SLOT_NONE ? 0 : PTXC_WIDE_BIT(filling);
    return 0;
}

/* Drops the qualifiers of these slots, each of which has been given one too many: which of them is wrong is not known,
 * and neither is then what else the instruction should have. */
static void drop_surplus(struct ptxc_instruction *instruction, ptxc_wide slots) {
    uint8_t kept = 0;
    if (slots == 0)
        return;
    for (uint8_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use use = instruction->qualifiers[i];
        if (use.slot == PTXC_SLOT_NONE || !(slots >> use.slot & 1))
            instruction->qualifiers[kept++] = use;
    }
    instruction->qualifier_count = kept;
    instruction->damaged = instruction->incomplete = true;
    instruction->open |= PTXC_OPEN_QUALIFIERS | PTXC_OPEN_OPERANDS;
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

/* Consumes the current token if it is a word of the mnemonic that stands apart from the first. */
static bool accept_word(struct ptxc_parser *parser, const struct ptxc_instruction *instruction, uint32_t *awaited) {
    const struct ptxc_span span = ptxc_parser_span(parser->token);
    if (!takes_word(ptxc_opcodes[instruction->opcode].mnemonic, instruction->opcode_span.length,
                    ptxc_parser_text(parser, span), span.length, awaited))
        return false;
    ptxc_parser_advance(parser);
    return true;
}

/* Reads the qualifiers, and unknown text among them. Where that text may complete a longer mnemonic, it is not known
 * which instruction the qualifiers belong to, and none is kept. Gives the slots of which there is one too many. */
static ptxc_wide read_qualifiers(struct ptxc_parser *parser, struct ptxc_instruction *instruction) {
    const uint32_t mnemonic = instruction->opcode_span.offset;
    uint32_t opening = 0;
    uint32_t awaited = instruction->opcode_span.length < ptxc_opcodes[instruction->opcode].length ? ~UINT32_C(0) : 0;
    ptxc_wide surplus = 0, filled = 0;
    bool other = false;
    while (parser->token.kind == PTXC_TOKEN_DOTTED || opens_qualifiers(parser)) {
        if (parser->token.kind == PTXC_TOKEN_DOTTED) {
            if (accept_word(parser, instruction, &awaited))
                continue;
            if (other)
                ptxc_parser_advance(parser);
            else
                surplus |= add_qualifier(parser, instruction, &filled);
            continue;
        }
        if (!instruction->open) {
            opening = parser->token.offset;
            other = ptxc_mnemonic_is_open(parser, mnemonic, ptxc_opcodes[instruction->opcode].length);
        }
        instruction->open |= PTXC_OPEN_QUALIFIERS;
        ptxc_parser_advance(parser);
    }
    if (other) { /* nor which operands it has */
        instruction->qualifier_count = 0;
        instruction->open |= PTXC_OPEN_OPERANDS;
    }
    if (instruction->open)
        drop_unplaced(instruction, opening);
    return surplus;
}

/* Reported once for a module: the mistake is in the function, not in each of its instructions. */
void ptxc_outside_check(struct ptxc_module *module, struct ptxc_span span, const char *message) {
    if (!module->parser.module || module->depth > 0 || module->outside_raised)
        return;
    module->outside_raised = true;
    ptxc_report_raise(module->parser.report, PTXC_RULE_SYNTAX, span, message);
}

/* Whether the mnemonic at `position` follows the guard that was read; otherwise what stands between is reported. */
static bool follows_guard(struct ptxc_parser *parser, uint32_t position) {
    return parser->token.offset == position || ptxc_parser_fail(parser, "an instruction after the guard");
}

/* Clears what the instruction before used, padding too: instructions are plain values. The rest is zero, and all of it
 * where none was read yet. */
static void clear(struct ptxc_instruction *instruction) {
    if (instruction->opcode == PTXC_OP_NONE)
        return;
    const size_t values = instruction->value_count * sizeof(instruction->values[0]);
    memset(instruction, 0, offsetof(struct ptxc_instruction, values) + values);
}

uint32_t ptxc_instruction_read(struct ptxc_module *module, uint32_t start, uint32_t position, enum ptxc_opcode opcode) {
    struct ptxc_parser *parser = &module->parser;
    struct ptxc_instruction *instruction = module->instruction;
    clear(instruction);
    instruction->opcode = opcode;
    parser->report->instructions++;
    if (start < position)
        ptxc_parser_seek(parser, start);
    instruction->damaged = module->guard_lost;
    module->guard_lost = false;
    if (start < position && !(ptxc_guard_parse(parser, instruction) && follows_guard(parser, position))) {
        ptxc_collect_break(module);
        module->guard_lost = true;
        return position; /* the instruction itself may be sound, and is read next without its guard */
    }
    uint32_t length = ptxc_mnemonic_length(parser->lexer.source, parser->lexer.length, position, opcode);
    instruction->opcode_span = (struct ptxc_span){position, length};
    ptxc_parser_seek(parser, position + length);
    const ptxc_wide surplus = read_qualifiers(parser, instruction);
    if (!ptxc_operands_parse(parser, instruction)) {
        ptxc_collect_break(module);
        return ptxc_recover(module, position);
    }
    drop_surplus(instruction, surplus);
    instruction->span = ptxc_parser_since(parser, start);
    module->found = true;
    ptxc_outside_check(module, instruction->opcode_span, "an instruction must stand in the body of a function");
    return parser->token.offset + (parser->token.kind == PTXC_TOKEN_SEMICOLON);
}

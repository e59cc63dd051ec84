/* The reader: walks the statements of a source. Statements that no rule looks at are passed over without being
 * tokenised; declarations go to the symbol table; instructions of the family are given to the caller. After a syntax
 * error it recovers at the next place where a statement can begin. Where the error may have hidden declarations,
 * names that are not declared are no longer reported.
 */
#include "syntax/reader.h"

#include <string.h>

#include "base/characters.h"
#include "syntax/parse_state.h"
#include "syntax/collect.h"
#include "syntax/debug.h"
#include "syntax/declarations.h"
#include "syntax/header.h"
#include "syntax/instruction.h"
#include "syntax/blank.h"
#include "syntax/mnemonic.h"
#include "syntax/skip.h"
#include "syntax/skip_fast.h"
#include "syntax/prescan.h"
#include "syntax/unknown_text.h"
#include "report/keep.h"
#include "tables/heads.h"
#include "tables/spaces.h"

/* Returns the end of a statement of another kind. An instruction of the family inside it means that a ';' is missing.
 */
static uint32_t find_end(struct ptxc_module *module, uint32_t position) {
    struct ptxc_parser *parser = &module->parser;
    const char *source = parser->lexer.source;
    uint32_t length = parser->lexer.length, end = ptxc_pass_statement(module, position, position), last = end;
    bool instruction = end < length && (source[end] == '@' || ptxc_family_inside(source, length, end));
    bool unknown = ptxc_unknown_between(parser, position, end); /* it may be a guard, or hold the ';' */
    if (end == position || source[end - 1] == ';' || !instruction || unknown)
        return end;
    while (last > position && ptxc_is_blank(source[last - 1]))
        last--;
    ptxc_collect_break(module);
    ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, (struct ptxc_span){last, 1},
                      "expected ';' before the next instruction");
    return end;
}

/* Passes over a statement of another kind, which is only collected. */
static uint32_t pass_over(struct ptxc_module *module, uint32_t position) {
    const uint32_t end = find_end(module, position);
    ptxc_collect_ordinary(module, position, end);
    return end;
}

/* Opens a scope at the '{' at `opening`. `symbols` is the newest symbol that stays visible when it is closed. */
static void open_scope(struct ptxc_module *module, uint32_t symbols, uint32_t opening, struct ptxc_span function) {
    struct ptxc_scope *scope = ptxc_arena_add(&module->parser.report->arena, &module->scopes, &module->depth,
                                              &module->scope_capacity, sizeof(*scope));
    if (scope)
        *scope = (struct ptxc_scope){symbols, opening, function};
}

struct ptxc_span ptxc_reader_function(const struct ptxc_module *module) {
    return module->depth > 0 ? module->scopes[module->depth - 1].function : (struct ptxc_span){0, 0};
}

/* Closes the innermost scope at its '}'. */
static void close_scope(struct ptxc_module *module, struct ptxc_span closing) {
    if (module->depth == 0) {
        if (module->parser.asm_text) /* another asm may have opened it */
            return;
        ptxc_collect_break(module);
        ptxc_report_raise(module->parser.report, PTXC_RULE_SYNTAX, closing,
                          "expected a statement, found an unmatched '}'");
        return;
    }
    const uint32_t symbols = module->scopes[--module->depth].symbols;
    ptxc_collect_close(module, closing.offset);
    ptxc_symbols_close_scope(&module->parser.symbols, symbols);
    if (module->depth == 0 && module->forgets)
        ptxc_symbols_forget(&module->parser.symbols);
}

/* Recovery from an error in a declaration: from here on undeclared names are not reported. */
static uint32_t lose_names(struct ptxc_module *module, uint32_t start) {
    module->parser.module = false;
    ptxc_collect_break(module);
    return ptxc_recover(module, start);
}

/* Recovery from an error in a function header: goes on with the body, or with what stands in its place. */
static uint32_t lose_function(struct ptxc_module *module, uint32_t outer) {
    struct ptxc_parser *parser = &module->parser;
    module->parser.module = false;
    ptxc_collect_break(module);
    for (;; ptxc_parser_advance(parser)) {
        switch (parser->token.kind) {
        case PTXC_TOKEN_LEFT_BRACE:
            open_scope(module, outer, parser->token.offset, (struct ptxc_span){0, 0});
            ptxc_collect_open(module);
            return parser->token.offset + 1;
        case PTXC_TOKEN_SEMICOLON: return parser->token.offset + 1;
        case PTXC_TOKEN_RIGHT_BRACE:
        case PTXC_TOKEN_END: return parser->token.offset;
        case PTXC_TOKEN_OPEN_COMMENT: return parser->lexer.length;
        default: break;
        }
    }
}

/* Reads a function header and opens the scope of its body. The parameters of a prototype end with it. */
static uint32_t read_function(struct ptxc_module *module) {
    struct ptxc_parser *parser = &module->parser;
    struct ptxc_function function;
    const bool external = ptxc_parser_word(parser)->kind == PTXC_WORD_EXTERNAL;
    if (!ptxc_function_parse(parser, module->environment.newer, &function))
        return lose_function(module, function.outer);
    if (!function.body) {
        module->collection.functions |= !external; /* whose body may come */
        ptxc_symbols_close_scope(&parser->symbols, function.outer);
        return parser->last_end;
    }
    open_scope(module, function.outer, parser->token.offset, function.name);
    ptxc_collect_function(module, &function, parser->token.offset);
    return parser->token.offset + 1;
}

/* Whether the word is .visible, .extern, .weak or the like. */
static bool is_linkage(enum ptxc_word_kind kind) {
    return kind == PTXC_WORD_LINKAGE || kind == PTXC_WORD_EXTERNAL;
}

/* Whether the directive of this kind, or what its linkage words lead to, is a function. */
static bool leads_to_function(const struct ptxc_parser *parser, enum ptxc_word_kind kind) {
    if (is_linkage(kind)) {
        struct ptxc_parser ahead = *parser;
        while (is_linkage(kind)) {
            ptxc_parser_advance(&ahead);
            kind = ptxc_parser_word(&ahead)->kind;
        }
    }
    return kind == PTXC_WORD_FUNCTION || kind == PTXC_WORD_ENTRY;
}

/* Whether a declaration begins at the current word, which is of this kind. */
static bool declares(const struct ptxc_parser *parser, enum ptxc_word_kind kind) {
    struct ptxc_span span = ptxc_parser_span(parser->token);
    return is_linkage(kind) || kind == PTXC_WORD_ALIGNMENT || kind == PTXC_WORD_ATTRIBUTE ||
           ptxc_space_declared(ptxc_parser_text(parser, span), span.length) != PTXC_SPACE_NONE;
}

/* Reports a word that begins no statement where it stands. An asm statement may stand in a function or outside; of a
 * text without a header others speak. */
static void check_place(struct ptxc_module *module) {
    const struct ptxc_parser *parser = &module->parser;
    const struct ptxc_span span = ptxc_parser_span(parser->token);
    const char *text = ptxc_parser_text(parser, span);
    const uint32_t end = span.offset + span.length; /* unknown text that touches the word may be a part of it */
    if (parser->token.kind != PTXC_TOKEN_DOTTED ||
        ptxc_unknown_between(parser, span.offset, end < parser->lexer.length ? end + 1 : end))
        return;
    const struct ptxc_word_row *word = ptxc_parser_word(parser);
    const int here = module->depth > 0 ? PTXC_PLACE_INSIDE : parser->module ? PTXC_PLACE_OUTSIDE : PTXC_PLACE_ANYWHERE;
    const bool part = module->depth == 0 && !parser->module && !parser->asm_text;
    if (part || (word->places & here) || declares(parser, PTXC_WORD_OTHER))
        return;
    struct ptxc_arena *arena = &parser->report->words;
    const char *where = here == PTXC_PLACE_INSIDE    ? "in a function "
                        : here == PTXC_PLACE_OUTSIDE ? "outside of a function "
                                                     : "";
    const char *message = ptxc_type_find(text, span.length) != PTXC_TYPE_NONE
                              ? "a declaration begins with its state space"
                              : ptxc_arena_format(arena, "%sthere is no directive %.*s", where, (int)span.length, text);
    if (here == PTXC_PLACE_OUTSIDE)
        ptxc_outside_check(module, span, message);
    else if (!module->environment.newer)
        ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, span, message);
}

/* Reads a directive of the header. They have no ';': after an error it goes on with the next line. */
static uint32_t read_header(struct ptxc_module *module, enum ptxc_word_kind kind) {
    const struct ptxc_parser *parser = &module->parser;
    module->header.here = true;
    const bool sound = kind == PTXC_WORD_VERSION  ? ptxc_header_version(module)
                       : kind == PTXC_WORD_TARGET ? ptxc_header_target(module)
                                                  : ptxc_header_address_size(module);
    module->header.reported |= !sound;
    return sound ? parser->last_end : ptxc_line_end(parser->lexer.source, parser->lexer.length, parser->last_end);
}

/* Reads a statement that begins with a directive; gives the place after it. */
static uint32_t read_directive(struct ptxc_module *module, uint32_t position) {
    struct ptxc_parser *parser = &module->parser;
    ptxc_parser_seek(parser, position);
    enum ptxc_word_kind kind = ptxc_parser_word(parser)->kind;
    if (!ptxc_header_misspelt(parser, &kind))
        check_place(module);
    if (kind == PTXC_WORD_OTHER && ptxc_parser_accept_label(parser)) /* it was meant as a label */
        return parser->last_end;
    if (kind == PTXC_WORD_VERSION || kind == PTXC_WORD_TARGET || kind == PTXC_WORD_ADDRESS_SIZE)
        return read_header(module, kind);
    if (kind == PTXC_WORD_LOCATION)
        return ptxc_debug_location(module);
    if (kind == PTXC_WORD_SECTION)
        return ptxc_debug_section(module);
    if (leads_to_function(parser, kind))
        return read_function(module);
    if (is_linkage(kind) && module->depth > 0)
        ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, ptxc_parser_span(parser->token),
                          "in a function only the prototype of another function has linkage");
    if (declares(parser, kind))
        return ptxc_declaration_parse(parser, module->environment.newer) ? parser->last_end
                                                                         : lose_names(module, position);
    if (parser->token.kind != PTXC_TOKEN_DOTTED) {
        ptxc_parser_fail(parser, "a statement"); /* a lone '.' */
        ptxc_parser_advance(parser);
        return lose_names(module, position);
    }
    const uint32_t end = ptxc_pass_statement(module, position, position);
    if (kind == PTXC_WORD_BRANCH_TARGETS)
        ptxc_collect_ordinary(module, position, end);
    return end;
}

static const char expected_directive[] = "expected a directive: an instruction must stand in the body of a function";

/* Whether a range of the current scope has the name: a label of it is none of its registers, but hides none (measured
 * on ptxas 13.0). */
static bool is_numbered_here(const struct ptxc_module *module, const struct ptxc_symbol *label) {
    const struct ptxc_symbols *symbols = &module->parser.symbols;
    const uint32_t outer = module->scopes[module->depth - 1].symbols;
    uint32_t number;
    const uint32_t found = ptxc_symbols_find(symbols, label->name, label->length, &number);
    return found > (outer ? ptxc_symbols_at(symbols, outer)->id : 0) && ptxc_symbols_get(symbols, found)->range > 0;
}

/* Reads a label, with its ':' at `colon`. In a whole module it hides what has its name, to the end of its scope. */
static uint32_t read_label(struct ptxc_module *module, uint32_t position, uint32_t end, uint32_t colon) {
    const struct ptxc_symbol label = {
        .kind = PTXC_SYMBOL_LABEL, .name = module->parser.lexer.source + position, .length = end - position};
    ptxc_outside_check(module, (struct ptxc_span){position, end - position}, expected_directive);
    if (module->parser.module && module->depth > 0) {
        if (is_numbered_here(module, &label))
            ptxc_symbols_pass(&module->parser.symbols, 1); /* it has an id, as where it is passed over */
        else
            ptxc_symbols_add(&module->parser.symbols, &label);
    }
    ptxc_collect_label(module, (struct ptxc_span){position, end - position});
    return colon + 1;
}

/* Reports a label that is no name. */
static void check_label(const struct ptxc_parser *parser, uint32_t position, uint32_t end) {
    const char *text = parser->lexer.source + position;
    if (!ptxc_unknown_between(parser, position, end) && !ptxc_is_label(text, end - position))
        ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, (struct ptxc_span){position, end - position},
                          "a label must be a name");
}

/* Reads a statement that begins with a name: a label, an instruction of the family, or one to pass over. */
static uint32_t read_named(struct ptxc_module *module, uint32_t position) {
    const char *source = module->parser.lexer.source;
    const uint32_t length = module->parser.lexer.length, end = ptxc_name_end(source, length, position);
    uint32_t after = ptxc_skip_blanks(source, length, end);
    if (after < length && source[after] == ':') {
        check_label(&module->parser, position, end);
        return read_label(module, position, end, after);
    }
    const enum ptxc_opcode opcode = ptxc_family_at(source, length, position);
    if (opcode) {
        after = ptxc_skip_blanks(source, length, position + ptxc_mnemonic_length(source, length, position, opcode));
        const bool name = ptxc_head_length(opcode) == ptxc_opcodes[opcode].length;
        if (name && after < length && source[after] == ':') /* a mnemonic can be a label too (measured on ptxas 13.0) */
            return read_label(module, position, position + ptxc_opcodes[opcode].length, after);
        return ptxc_instruction_read(module, position, position, opcode);
    }
    if (!ptxc_mnemonic_check(&module->parser, position, module->environment.newer))
        ptxc_outside_check(module, (struct ptxc_span){position, ptxc_word_end(source, length, position) - position},
                           expected_directive);
    return pass_over(module, position);
}

/* Reads a statement that begins with a guard: an instruction of the family, or one to pass over. */
static uint32_t read_guarded(struct ptxc_module *module, uint32_t position) {
    const char *source = module->parser.lexer.source;
    uint32_t length = module->parser.lexer.length;
    if (length - position > 1 && source[position + 1] == '@')
        return ptxc_debug_data(module, position);
    uint32_t mnemonic = ptxc_skip_guard(source, length, position);
    enum ptxc_opcode opcode = mnemonic < length ? ptxc_family_at(source, length, mnemonic) : PTXC_OP_NONE;
    if (opcode)
        return ptxc_instruction_read(module, position, mnemonic, opcode);
    if (mnemonic < length)
        ptxc_mnemonic_check(&module->parser, mnemonic, module->environment.newer);
    const uint32_t next = pass_over(module, position);
    module->guard_lost = next < length && source[next - 1] != ';' && ptxc_family_at(source, length, next);
    return next;
}

/* Reports a character that begins no statement, and recovers after it. At least one byte is passed over, so that the
 * reader always comes to an end. */
static uint32_t unexpected(struct ptxc_module *module, uint32_t position) {
    struct ptxc_parser *parser = &module->parser;
    ptxc_collect_break(module);
    if ((unsigned char)parser->lexer.source[position] >= 0x80) /* ptxc_prescan_ascii has reported it */
        return position + 1;
    ptxc_parser_seek(parser, position);
    ptxc_parser_fail(parser, "a statement");
    if (parser->token.kind == PTXC_TOKEN_SEMICOLON)
        return position + 1;
    uint32_t next = lose_names(module, position);
    return next > position ? next : position + 1;
}

/* Reads a backslash: ptxas takes one right before an instruction other than call (measured on 12.0 to 13.5). */
static uint32_t read_backslash(struct ptxc_module *module, uint32_t position) {
    struct ptxc_parser *parser = &module->parser;
    ptxc_outside_check(module, (struct ptxc_span){position, 1}, expected_directive);
    ptxc_parser_seek(parser, position + 1);
    const struct ptxc_token next = parser->token;
    const bool open =
        next.kind == PTXC_TOKEN_END || next.kind == PTXC_TOKEN_UNKNOWN || next.kind == PTXC_TOKEN_PLACEHOLDER;
    if (open || (module->depth == 0 && !parser->asm_text))
        return position + 1;
    if (next.kind != PTXC_TOKEN_IDENTIFIER || ptxc_parser_accept_label(parser) ||
        ptxc_is_spelled(parser->lexer.source + next.offset, next.length, "call"))
        ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, (struct ptxc_span){position, 1},
                          "expected an instruction after '\\'");
    return position + 1;
}

/* Reads the statement at `position`; gives the place after it. */
static uint32_t read_statement(struct ptxc_module *module, uint32_t position) {
    char c = module->parser.lexer.source[position];
    switch (c) {
    case '{':
        ptxc_outside_check(module, (struct ptxc_span){position, 1}, expected_directive);
        open_scope(module, module->parser.symbols.innermost, position, ptxc_reader_function(module));
        ptxc_collect_open(module);
        return position + 1;
    case '}': close_scope(module, (struct ptxc_span){position, 1}); return position + 1;
    case '\\': return read_backslash(module, position);
    case '.': return read_directive(module, position);
    case '@': return read_guarded(module, position);
    case PTXC_UNKNOWN_TEXT:
    case PTXC_PLACEHOLDER: return module->parser.asm_text ? read_named(module, position) : unexpected(module, position);
    default:
        return ptxc_is_word(c) && !(c >= '0' && c <= '9') ? read_named(module, position) : unexpected(module, position);
    }
}

/* Reads what was deferred while statements were skipped. */
static void catch_up(struct ptxc_module *module) {
    const struct ptxc_skip_fast *skipped = module->skip_fast;
    for (size_t i = 0; skipped && i < skipped->deferred_count; i++)
        if (skipped->deferred[i].kind == PTXC_DEFERRED_SKIPPED)
            ptxc_symbols_pass(&module->parser.symbols, skipped->deferred[i].names);
        else
            read_statement(module, skipped->deferred[i].position);
    ptxc_skip_fast_forget(module);
}

/* Whether an instruction of the family begins at the next statement. */
static bool begins_family(const struct ptxc_lexer *lexer, uint32_t position) {
    const uint32_t next = ptxc_skip_blanks(lexer->source, lexer->length, position);
    return lexer->length - next > 1 && ptxc_head_begins(lexer->source[next], lexer->source[next + 1]) &&
           ptxc_family_at(lexer->source, lexer->length, next);
}

/* Skips statements of a body that is not collected, unless an instruction of the family is known to begin. */
static void skip_fast(struct ptxc_module *module) {
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    if (module->depth == 0 || module->collection.on || module->parser.asm_text ||
        module->header.stage != PTXC_HEADER_ENDED || begins_family(lexer, module->position))
        return;
    module->position = ptxc_skip_fast(module, module->position);
    catch_up(module);
}

/* Reports what is still open or missing at the end of the source. */
static void check_end(struct ptxc_module *module) {
    struct ptxc_report *report = module->parser.report;
    bool cut = module->parser.token.kind == PTXC_TOKEN_OPEN_COMMENT; /* its own finding; the rest was not read */
    if (module->depth > 0 && !cut && !module->parser.asm_text)       /* another asm may close it */
        ptxc_report_raise(report, PTXC_RULE_SYNTAX, (struct ptxc_span){module->scopes[module->depth - 1].opening, 1},
                          "expected '}' for this '{', found end of file");
    if (!module->parser.asm_text || !module->parser.asm_text->has_unknown_text)
        ptxc_header_check(module);
}

/* Tells who watches that nothing is open before `start`, where that is so; ends the walk where it is to end there. */
static void tell_watcher(struct ptxc_module *module, uint32_t start) {
    const struct ptxc_watcher *watcher = module->watcher;
    if (watcher && module->depth == 0)
        module->ended = !watcher->between(watcher->context, module, start);
}

/* Goes on to the next statement that is not passed over, or to the end of the source, and reads it. */
static void read_on(struct ptxc_module *module) {
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    struct ptxc_report *report = module->parser.report;
    ptxc_prescan_reach(module, module->position);
    skip_fast(module);
    const uint32_t start = ptxc_skip_blanks(lexer->source, lexer->length, module->position);
    ptxc_report_settle(report);
    const size_t count = report->count - module->byte_reported;
    tell_watcher(module, start);
    if (module->ended)
        return;
    if (start < lexer->length) {
        module->header.here = false;
        module->position = read_statement(module, start);
        if (module->found)
            ptxc_collect_instruction(module);
        if (!module->header.here)
            ptxc_header_end(module, start,
                            report->count - module->byte_reported > count ||
                                (unsigned char)lexer->source[start] >= 0x80);
    } else {
        check_end(module);
        ptxc_collect_end(module);
        module->ended = true;
    }
    module->ended |= module->mentions && module->ends_there;
}

enum ptxc_item ptxc_reader_next(struct ptxc_module *module) {
    struct ptxc_report *report = module->parser.report;
    module->found = false;
    if (module->collects && module->position == 0)
        ptxc_collect_begin(module);
    ptxc_collect_resume(module);
    while (!module->found && !module->collection.ready && !report->arena.failed && !module->ended)
        read_on(module);
    /* Without .target, what is unmeasured is said once, at the first instruction; else header.c says it. */
    const struct ptxc_span opcode = module->instruction->opcode_span;
    if (module->found && report->instructions == 1 && !module->has_target)
        ptxc_report_unmeasured(report, module->environment.ptx, opcode, module->environment.target, opcode);
    if (!report->arena.failed && (module->found || module->collection.ready))
        return module->found ? PTXC_ITEM_INSTRUCTION : PTXC_ITEM_BODY;
    ptxc_collect_drop(module);
    return PTXC_ITEM_NONE;
}

/* Reports text after the one instruction that is wanted, at the current token. Always false. */
static bool fail_after_instruction(struct ptxc_parser *parser) {
    if (parser->token.kind == PTXC_TOKEN_OPEN_COMMENT)
        return ptxc_parser_fail(parser, "the end of the comment");
    ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, ptxc_parser_span(parser->token),
                      "unexpected text after the instruction");
    return false;
}

bool ptxc_reader_read_one(struct ptxc_module *module, const char *text, uint32_t length, struct ptxc_report *report,
                          struct ptxc_instruction *instruction) {
    static const struct ptxc_options options = {.size = sizeof(options)};
    ptxc_parse_prepare(module, text, length, &options, report, instruction);
    module->parser.alone = true;
    ptxc_prescan_ascii(report, text, 0, length);
    uint32_t start = ptxc_skip_blanks(text, length, 0), position = start;
    if (start < length && text[start] == '@')
        position = ptxc_skip_guard(text, length, start);
    enum ptxc_opcode opcode = position < length ? ptxc_family_at(text, length, position) : PTXC_OP_NONE;
    if (opcode == PTXC_OP_NONE) {
        struct ptxc_span span = {start, start < length ? ptxc_word_end(text, length, start) - start : 0};
        if (position == length || !ptxc_mnemonic_check(&module->parser, position, module->environment.newer))
            ptxc_report_raise(report, PTXC_RULE_SYNTAX, span,
                              "expected an instruction of the asynchronous-copy family");
        return false;
    }
    uint32_t after = ptxc_instruction_read(module, start, position, opcode);
    if (!module->found)
        return false;
    after = after < length ? ptxc_skip_blanks(text, length, after) : length;
    if (after < length) {
        ptxc_parser_seek(&module->parser, after);
        return fail_after_instruction(&module->parser);
    }
    return true;
}

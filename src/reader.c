/* The reader: walks the statements of a source. Statements that are of no use to anybody are passed over without
 * being tokenised; declarations go to the symbol table; instructions of the family go through the stages.
 */
#include <string.h>

#include "check.h"
#include "parser.h"

enum { MAX_SCOPES = 256 };

struct scope {
    size_t symbols;   /* how many there were outside */
    uint32_t opening; /* offset of its '{' */
};

struct reader {
    struct ptxc_parser parser;
    struct ptxc_environment environment; /* what to check against; zero until the header or the options say */
    const struct ptxc_options *options;
    bool has_version, has_target, header_raised;
    struct ptxc_span version_span;
    struct scope scopes[MAX_SCOPES];
    size_t depth;
};

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '%';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* Behind the blanks and comments at `position`; an unterminated comment is where it starts. */
static uint32_t skip_blanks(const char *source, uint32_t length, uint32_t position) {
    while (position < length) {
        const char *at = source + position;
        if (is_blank(*at)) {
            position++;
        } else if (*at == '/' && position + 1 < length && at[1] == '/') {
            const char *end = memchr(at, '\n', length - position);
            position = end ? (uint32_t)(end - source) : length;
        } else if (*at == '/' && position + 1 < length && at[1] == '*') {
            const char *end = at + 2;
            while ((end = memchr(end, '*', (size_t)(source + length - end))) &&
                   !(end + 1 < source + length && end[1] == '/'))
                end++;
            if (!end)
                return position;
            position = (uint32_t)(end - source) + 2;
        } else {
            return position;
        }
    }
    return length;
}

/* Behind the string that begins at `position`; strings have no escapes and end with their line at the latest. */
static uint32_t skip_string(const char *source, uint32_t length, uint32_t position) {
    for (position++; position < length && source[position] != '\n'; position++)
        if (source[position] == '"')
            return position + 1;
    return position;
}

/* Whether a mnemonic of the family begins here. */
static enum ptxc_opcode family_at(const char *source, uint32_t length, uint32_t position) {
    return ptxc_opcode_find(source + position, length - position);
}

/* Whether one begins here, inside another statement. A mnemonic without a '.' may be an operand's name there. */
static bool family_inside(const char *source, uint32_t length, uint32_t position) {
    char before = source[position - 1];
    if (is_word(before) || before == '.')
        return false;
    enum ptxc_opcode opcode = family_at(source, length, position);
    uint32_t end = position + ptxc_opcodes[opcode].length;
    return opcode && (memchr(source + position, '.', end - position) || (end < length && source[end] == '.'));
}

/* Where a statement that nobody reads ends: behind its ';', at a '}' that closes more than it opens, or at an
 * instruction of the family, which cannot stand inside another statement. */
static uint32_t skip_statement(const char *source, uint32_t length, uint32_t position) {
    unsigned braces = 0;
    const uint32_t start = position;
    while (position < length) {
        switch (source[position]) {
        case ';': return position + 1;
        case '{': braces++; break;
        case '}':
            if (braces == 0)
                return position;
            braces--;
            break;
        case '"': position = skip_string(source, length, position); continue;
        case '/': {
            uint32_t behind = skip_blanks(source, length, position);
            position = behind > position ? behind : position + 1;
            continue;
        }
        case '@': /* a guard begins a statement */
            if (position > start)
                return position;
            break;
        default:
            if (position > start && ptxc_opcode_letter(source[position]) && family_inside(source, length, position))
                return position;
            break;
        }
        position++;
    }
    return length;
}

/* Passes over a statement, and says so where an instruction of the family stands inside it: a ';' is missing. */
static uint32_t pass_over(struct ptxc_parser *parser, uint32_t position) {
    const char *source = parser->lexer.source;
    uint32_t length = parser->lexer.length, end = skip_statement(source, length, position), last = end;
    bool instruction = end < length && (source[end] == '@' || family_inside(source, length, end));
    if (end == position || source[end - 1] == ';' || !instruction)
        return end;
    while (last > position && is_blank(source[last - 1]))
        last--;
    ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, (struct ptxc_span){last - 1, 1},
                      "expected ';' before the next instruction");
    return end;
}

/* After a mistake: the next place where a statement may begin. A token that begins a line and could begin a statement
 * does begin one: what is missing is the ';' before it. */
static uint32_t recover(const struct ptxc_parser *parser) {
    const char *source = parser->lexer.source;
    uint32_t offset = parser->token.offset;
    bool first = ptxc_parser_at_line_start(parser);
    enum ptxc_token_kind kind = parser->token.kind;
    if (first && (kind == PTXC_TOKEN_IDENTIFIER || kind == PTXC_TOKEN_AT || kind == PTXC_TOKEN_DOTTED ||
                  kind == PTXC_TOKEN_RIGHT_BRACE))
        return offset;
    return skip_statement(source, parser->lexer.length, offset);
}

/* After a mistake in the header, whose directives have no ';': the next line. */
static uint32_t next_line(const struct ptxc_parser *parser) {
    const char *source = parser->lexer.source;
    const char *end = memchr(source + parser->last_end, '\n', parser->lexer.length - parser->last_end);
    return end ? (uint32_t)(end - source) : parser->lexer.length;
}

/* ---- the header ---- */

static void check_header(struct reader *reader, struct ptxc_span span) {
    struct ptxc_environment *environment = &reader->environment;
    struct ptxc_arena *arena = &reader->parser.report->arena;
    if (!environment->ptx || !environment->target || ptxc_header_valid(environment->ptx, environment->target))
        return;
    const struct ptxc_target_row *row = &ptxc_targets[environment->target];
    struct ptxc_finding finding = {.rule = PTXC_RULE_VERSION_TARGET, .span = span, .cause = reader->version_span};
    finding.message =
        ptxc_arena_format(arena, "%s needs PTX %u.%u, and this is PTX %u.%u", row->name, row->first / 100u,
                          row->first % 100u, environment->ptx / 100, environment->ptx % 100);
    ptxc_report_add(reader->parser.report, &finding);
    environment->ptx = row->first; /* one wrong header is one mistake */
}

/* major.minor as one number, 0 when it is none; zeros behind the first digit of the minor do not count ("9.00"). */
static uint32_t version_number(const char *text, uint32_t length) {
    uint32_t major = 0, minor = 0, i = 0;
    while (length > 2 && text[length - 1] == '0' && text[length - 2] != '.')
        length--;
    for (; i < length && text[i] >= '0' && text[i] <= '9' && major < 100; i++)
        major = major * 10 + (uint32_t)(text[i] - '0');
    if (i == 0 || i + 1 >= length || text[i] != '.')
        return 0;
    for (i++; i < length && text[i] >= '0' && text[i] <= '9' && minor < 100; i++)
        minor = minor * 10 + (uint32_t)(text[i] - '0');
    return i == length && minor < 100 ? PTXC_PTX(major, minor) : 0;
}

static bool parse_version(struct reader *reader) {
    struct ptxc_parser *parser = &reader->parser;
    struct ptxc_arena *arena = &parser->report->arena;
    ptxc_parser_advance(parser);
    struct ptxc_span span = ptxc_parser_span(parser->token);
    const char *text = ptxc_parser_text(parser, span);
    reader->version_span = span;
    uint32_t ptx = parser->token.kind == PTXC_TOKEN_REAL ? version_number(text, span.length) : 0;
    if (parser->token.kind != PTXC_TOKEN_REAL)
        return ptxc_parser_fail(parser, "a version such as 8.0");
    ptxc_parser_advance(parser);
    if (ptx > ptxc_newest_ptx()) {
        uint32_t newest = ptxc_newest_ptx();
        ptxc_report_raise(
            parser->report, PTXC_RULE_NEWER_VERSION, span,
            ptxc_arena_format(arena, "ptxcheck knows PTX up to %u.%u, and this is %.*s: newer forms are unknown to it",
                              newest / 100, newest % 100, (int)span.length, text));
        ptx = newest;
    } else if (!ptxc_version_exists(ptx)) {
        ptxc_report_raise(parser->report, PTXC_RULE_UNKNOWN_VERSION, span,
                          ptxc_arena_format(arena, "there is no PTX %.*s", (int)span.length, text));
        ptx = 0;
    }
    if (!reader->options->ptx)
        reader->environment.ptx = ptx;
    return true;
}

/* compute_NN is sm_NN, and ptxas 13.0 takes a suffix that it does not know for none (measured). */
static enum ptxc_target find_target(const char *text, uint32_t length) {
    char name[32];
    enum ptxc_target target = ptxc_target_find(text, length);
    if (target || length >= sizeof(name))
        return target;
    bool compute = length > 8 && memcmp(text, "compute_", 8) == 0;
    uint32_t count = 0;
    if (compute)
        memcpy(name, "sm_", count = 3);
    memcpy(name + count, text + (compute ? 8 : 0), length - (compute ? 8 : 0));
    count += length - (compute ? 8 : 0);
    target = ptxc_target_find(name, count);
    char last = name[count - 1];
    if (!target && !(last >= '0' && last <= '9') && last != 'a' && last != 'f')
        target = ptxc_target_find(name, count - 1);
    return target;
}

static void note_target(struct reader *reader, struct ptxc_span span) {
    struct ptxc_parser *parser = &reader->parser;
    const char *text = ptxc_parser_text(parser, span);
    static const char *const options[] = {"texmode_unified", "texmode_independent", "debug", "map_f64_to_f32"};
    for (size_t i = 0; i < PTXC_COUNT(options); i++)
        if (span.length == strlen(options[i]) && memcmp(text, options[i], span.length) == 0)
            return;
    enum ptxc_target target = find_target(text, span.length);
    reader->has_target = true;
    if (target == PTXC_TARGET_NONE)
        ptxc_report_raise(
            parser->report, PTXC_RULE_UNKNOWN_TARGET, span,
            ptxc_arena_format(&parser->report->arena, "ptxcheck knows no target %.*s", (int)span.length, text));
    if (!reader->options->target)
        reader->environment.target = target;
    check_header(reader, span);
}

static bool parse_target(struct reader *reader) {
    struct ptxc_parser *parser = &reader->parser;
    reader->has_target = true;
    do {
        ptxc_parser_advance(parser);
        if (parser->token.kind != PTXC_TOKEN_IDENTIFIER)
            return ptxc_parser_fail(parser, "a target such as sm_90a");
        note_target(reader, ptxc_parser_span(parser->token));
        ptxc_parser_advance(parser);
    } while (parser->token.kind == PTXC_TOKEN_COMMA);
    return true;
}

/* ---- scopes ---- */

static void open_scope(struct reader *reader, size_t symbols, uint32_t opening) {
    if (reader->depth < MAX_SCOPES)
        reader->scopes[reader->depth] = (struct scope){symbols, opening};
    reader->depth++;
}

static void close_scope(struct reader *reader, struct ptxc_span closing) {
    if (reader->depth == 0) {
        ptxc_report_raise(reader->parser.report, PTXC_RULE_SYNTAX, closing,
                          "expected a statement, found '}' that closes nothing");
        return;
    }
    reader->depth--;
    if (reader->depth < MAX_SCOPES)
        ptxc_symbols_truncate(&reader->parser.symbols, reader->scopes[reader->depth].symbols);
}

/* ---- instructions ---- */

static bool add_qualifier(struct ptxc_parser *parser, struct ptxc_instruction *instruction) {
    struct ptxc_span span = ptxc_parser_span(parser->token);
    enum ptxc_qualifier id = ptxc_qualifier_find(ptxc_parser_text(parser, span), span.length);
    enum ptxc_slot slot = ptxc_qualifiers[id].slot;
    ptxc_parser_advance(parser);
    enum ptxc_slot after = id == PTXC_Q_NONE ? PTXC_SLOT_NONE : ptxc_slots[slot].second;
    bool second = false, twice = false, third = false;
    for (size_t i = 0; i < instruction->qualifier_count && id != PTXC_Q_NONE; i++) {
        enum ptxc_slot other = instruction->qualifiers[i].slot;
        twice |= other == slot && after == PTXC_SLOT_NONE;
        second |= other == slot && after != PTXC_SLOT_NONE;
        third |= after != PTXC_SLOT_NONE && other == after;
    }
    if (twice || third || instruction->qualifier_count == PTXC_MAX_QUALIFIERS) {
        instruction->damaged = true;
        const char *kind = id == PTXC_Q_NONE ? "qualifier" : third ? ptxc_slots[after].name : ptxc_slots[slot].name;
        if (third && slot == PTXC_SLOT_DESTINATION)
            kind = "state space";
        ptxc_report_raise(parser->report, PTXC_RULE_DUPLICATE_QUALIFIER, span,
                          ptxc_arena_format(&parser->report->arena, "%.*s is a %s %s", (int)span.length,
                                            ptxc_parser_text(parser, span), third ? "third" : "second", kind));
        return false;
    }
    instruction->qualifiers[instruction->qualifier_count++] =
        (struct ptxc_qualifier_use){id, second ? after : slot, span};
    return true;
}

static void check_instruction(struct reader *reader, const struct ptxc_instruction *instruction) {
    struct ptxc_match match;
    struct ptxc_subject subject = {instruction, reader->environment, reader->parser.lexer.source, reader->parser.report,
                                   &match};
    ptxc_match(&subject);
    if (match.complete && !instruction->damaged)
        ptxc_constraints_check(&subject);
}

/* The end of the dotted word at `position`. */
static uint32_t word_end(const char *source, uint32_t length, uint32_t position) {
    while (position < length && (is_word(source[position]) || source[position] == '.'))
        position++;
    return position;
}

static bool same_word(const char *text, uint32_t length, const char *lower) {
    for (uint32_t i = 0; i < length; i++)
        if (!lower[i] || (text[i] | 0x20) != lower[i])
            return false;
    return lower[length] == 0;
}

/* Whether the mnemonic here, which is none of the family, was meant as one: it begins like cp.async or cp.reduce, but
 * in other letters, with another separator or with a slip in "cp"; or it begins as only the family does. */
static bool resembles_family(const char *source, uint32_t length, uint32_t position) {
    static const char *const own[] = {"mbarrier", "tensormap", "createpolicy", "griddepcontrol", "elect"};
    uint32_t end = word_end(source, length, position), first = position, second;
    while (first < end && source[first] != '.' && source[first] != '_')
        first++;
    for (second = first + 1; second < end && source[second] != '.';)
        second++;
    const char *head = source + position, *tail = source + first + 1;
    uint32_t head_length = first - position, tail_length = second > end ? 0 : second - first - 1;
    for (size_t i = 0; i < PTXC_COUNT(own); i++)
        if (first < end && source[first] == '.' && same_word(head, head_length, own[i]))
            return true;
    bool copy = same_word(head, head_length, "cp");
    bool async = same_word(tail, tail_length, "async") || same_word(tail, tail_length, "reduce");
    bool nearly = head_length >= 1 && head_length <= 3 && head[0] == 'c' && async;
    return copy || nearly || (same_word(head, head_length, "async") && same_word(tail, tail_length, "cp"));
}

static void raise_unknown_mnemonic(struct reader *reader, uint32_t position) {
    struct ptxc_parser *parser = &reader->parser;
    const char *source = parser->lexer.source;
    struct ptxc_span span = {position, word_end(source, parser->lexer.length, position) - position};
    ptxc_report_raise(parser->report, PTXC_RULE_UNKNOWN_INSTRUCTION, span,
                      ptxc_arena_format(&parser->report->arena, "there is no instruction %.*s",
                                        span.length > 60 ? 60 : (int)span.length, source + position));
}

/* An instruction of the family at `position`, its guard (if any) at `start`. Gives the place behind it. */
static uint32_t read_instruction(struct reader *reader, uint32_t start, uint32_t position, enum ptxc_opcode opcode) {
    struct ptxc_parser *parser = &reader->parser;
    struct ptxc_instruction instruction = {.opcode = opcode};
    ptxc_parser_seek(parser, start);
    parser->report->instructions++;
    if (start < position && !ptxc_guard_parse(parser, &instruction))
        return position; /* the instruction itself may be sound */
    uint32_t length = ptxc_opcodes[opcode].length;
    instruction.opcode_span = (struct ptxc_span){position, length};
    ptxc_parser_seek(parser, position + length);
    while (parser->token.kind == PTXC_TOKEN_DOTTED)
        add_qualifier(parser, &instruction);
    if (!ptxc_operands_parse(parser, &instruction))
        return recover(parser);
    instruction.span = ptxc_parser_since(parser, position);
    check_instruction(reader, &instruction);
    return parser->token.offset + 1; /* the ';' */
}

/* ---- statements ---- */

static uint32_t skip_section(struct reader *reader) {
    struct ptxc_parser *parser = &reader->parser;
    unsigned depth = 0;
    while (parser->token.kind != PTXC_TOKEN_END && parser->token.kind != PTXC_TOKEN_OPEN_COMMENT) {
        if (parser->token.kind == PTXC_TOKEN_LEFT_BRACE)
            depth++;
        bool last = parser->token.kind == PTXC_TOKEN_RIGHT_BRACE && --depth == 0;
        ptxc_parser_advance(parser);
        if (last)
            return parser->last_end;
    }
    ptxc_parser_fail(parser, "'}' at the end of the section");
    return parser->lexer.length;
}

/* .loc and .file have no ';': integers, strings and commas, and after .loc perhaps function_name and inlined_at. */
static uint32_t skip_location(struct reader *reader) {
    struct ptxc_parser *parser = &reader->parser;
    bool comma = false;
    ptxc_parser_advance(parser);
    for (;; ptxc_parser_advance(parser)) {
        bool word = parser->token.kind == PTXC_TOKEN_IDENTIFIER && comma;
        comma = parser->token.kind == PTXC_TOKEN_COMMA;
        if (word && ptxc_parser_is(parser, "function_name")) {
            ptxc_parser_advance(parser); /* the label; a '+ offset' may follow */
        } else if (!word && !comma && parser->token.kind != PTXC_TOKEN_INTEGER &&
                   parser->token.kind != PTXC_TOKEN_STRING && parser->token.kind != PTXC_TOKEN_PLUS) {
            return parser->last_end;
        }
    }
}

static uint32_t read_function(struct reader *reader) {
    struct ptxc_parser *parser = &reader->parser;
    bool body;
    size_t outer;
    if (!ptxc_function_parse(parser, &body, &outer))
        return recover(parser);
    if (!body) {
        ptxc_symbols_truncate(&parser->symbols, outer);
        return parser->last_end;
    }
    open_scope(reader, outer, parser->token.offset);
    return parser->token.offset + 1;
}

/* Whether the directive, or what its linkage words lead to, is a function. */
static bool leads_to_function(const struct ptxc_parser *parser) {
    struct ptxc_parser ahead = *parser;
    while (ahead.token.kind == PTXC_TOKEN_DOTTED) {
        if (ptxc_parser_is(&ahead, ".entry") || ptxc_parser_is(&ahead, ".func"))
            return true;
        if (!ptxc_parser_is(&ahead, ".visible") && !ptxc_parser_is(&ahead, ".extern") &&
            !ptxc_parser_is(&ahead, ".weak") && !ptxc_parser_is(&ahead, ".common"))
            return false;
        ptxc_parser_advance(&ahead);
    }
    return false;
}

static bool declares(const struct ptxc_parser *parser) {
    static const char *const words[] = {".reg",   ".shared",  ".shared::cta", ".global", ".const",  ".local",
                                        ".param", ".visible", ".extern",      ".weak",   ".common", ".tex"};
    for (size_t i = 0; i < PTXC_COUNT(words); i++)
        if (ptxc_parser_is(parser, words[i]))
            return true;
    return false;
}

static uint32_t read_directive(struct reader *reader, uint32_t position) {
    struct ptxc_parser *parser = &reader->parser;
    ptxc_parser_seek(parser, position);
    if (ptxc_parser_is(parser, ".version")) {
        reader->has_version = true;
        return parse_version(reader) ? parser->last_end : next_line(parser);
    }
    if (ptxc_parser_is(parser, ".target"))
        return parse_target(reader) ? parser->last_end : next_line(parser);
    if (ptxc_parser_is(parser, ".address_size")) {
        ptxc_parser_advance(parser);
        return ptxc_parser_expect(parser, PTXC_TOKEN_INTEGER, "after .address_size") ? parser->last_end
                                                                                     : recover(parser);
    }
    if (ptxc_parser_is(parser, ".loc") || ptxc_parser_is(parser, ".file"))
        return skip_location(reader);
    if (ptxc_parser_is(parser, ".section"))
        return skip_section(reader);
    if (leads_to_function(parser))
        return read_function(reader);
    if (declares(parser))
        return ptxc_declaration_parse(parser) ? parser->last_end : recover(parser);
    if (parser->token.kind != PTXC_TOKEN_DOTTED) {
        ptxc_parser_fail(parser, "a statement");
        ptxc_parser_advance(parser);
        return recover(parser);
    }
    return skip_statement(parser->lexer.source, parser->lexer.length, position);
}

/* Past '@' and the predicate, to where the mnemonic is; PTX puts nothing else between. */
static uint32_t behind_guard(const char *source, uint32_t length, uint32_t position) {
    position = skip_blanks(source, length, position + 1);
    if (position < length && source[position] == '!')
        position = skip_blanks(source, length, position + 1);
    while (position < length && is_word(source[position]))
        position++;
    return skip_blanks(source, length, position);
}

/* A statement that begins with a name: a label, an instruction of the family, or anything else. */
static uint32_t read_named(struct reader *reader, uint32_t position) {
    const char *source = reader->parser.lexer.source;
    uint32_t length = reader->parser.lexer.length, end = position;
    while (end < length && is_word(source[end]))
        end++;
    uint32_t behind = skip_blanks(source, length, end);
    if (behind < length && source[behind] == ':')
        return behind + 1;
    enum ptxc_opcode opcode = family_at(source, length, position);
    if (opcode) {
        behind = skip_blanks(source, length, position + ptxc_opcodes[opcode].length);
        if (behind < length && source[behind] == ':') /* a mnemonic can be a label too (measured on ptxas 13.0) */
            return behind + 1;
        return read_instruction(reader, position, position, opcode);
    }
    if (resembles_family(source, length, position))
        raise_unknown_mnemonic(reader, position);
    return pass_over(&reader->parser, position);
}

static uint32_t read_guarded(struct reader *reader, uint32_t position) {
    const char *source = reader->parser.lexer.source;
    uint32_t length = reader->parser.lexer.length;
    uint32_t mnemonic = behind_guard(source, length, position);
    enum ptxc_opcode opcode = mnemonic < length ? family_at(source, length, mnemonic) : PTXC_OP_NONE;
    if (opcode)
        return read_instruction(reader, position, mnemonic, opcode);
    if (mnemonic < length && resembles_family(source, length, mnemonic))
        raise_unknown_mnemonic(reader, mnemonic);
    return pass_over(&reader->parser, position);
}

static uint32_t unexpected(struct reader *reader, uint32_t position) {
    ptxc_parser_seek(&reader->parser, position);
    ptxc_parser_fail(&reader->parser, "a statement");
    if (reader->parser.token.kind == PTXC_TOKEN_SEMICOLON)
        return position + 1;
    uint32_t next = skip_statement(reader->parser.lexer.source, reader->parser.lexer.length, position);
    return next > position ? next : position + 1;
}

/* # 1 "file" and #line 1 "file" are line markers of the C preprocessor; any other '#' is none of PTX. */
static uint32_t read_hash(struct reader *reader, uint32_t position) {
    struct ptxc_parser *parser = &reader->parser;
    const char *source = parser->lexer.source;
    bool line = parser->lexer.length - position > 5 && memcmp(source + position, "#line", 5) == 0;
    ptxc_parser_seek(parser, position + (line ? 5 : 1));
    bool number = ptxc_parser_accept(parser, PTXC_TOKEN_INTEGER);
    if (number && ptxc_parser_accept(parser, PTXC_TOKEN_STRING))
        return parser->last_end;
    return unexpected(reader, position);
}

/* One statement at `position`; gives the place behind it. */
static uint32_t read_statement(struct reader *reader, uint32_t position) {
    char c = reader->parser.lexer.source[position];
    switch (c) {
    case '{': open_scope(reader, reader->parser.symbols.count, position); return position + 1;
    case '}': close_scope(reader, (struct ptxc_span){position, 1}); return position + 1;
    case '\\': /* ptxas takes a lone backslash between statements (measured on 13.0) */ return position + 1;
    case '.': return read_directive(reader, position);
    case '@': return read_guarded(reader, position);
    case '#': return read_hash(reader, position);
    default: return is_word(c) && !(c >= '0' && c <= '9') ? read_named(reader, position) : unexpected(reader, position);
    }
}

/* ptxas refuses a file at the first byte that is not ASCII. */
static void check_ascii(struct ptxc_report *report, const char *source, uint32_t length) {
    for (uint32_t i = 0; i < length; i++) {
        if ((unsigned char)source[i] < 0x80)
            continue;
        ptxc_report_raise(
            report, PTXC_RULE_NON_ASCII, (struct ptxc_span){i, 1},
            ptxc_arena_format(&report->arena, "PTX is ASCII, and this is byte 0x%02x", (unsigned char)source[i]));
        return;
    }
}

static void check_end(struct reader *reader) {
    struct ptxc_report *report = reader->parser.report;
    if (reader->depth > 0) {
        size_t last = reader->depth <= MAX_SCOPES ? reader->depth - 1 : MAX_SCOPES - 1;
        ptxc_report_raise(report, PTXC_RULE_SYNTAX, (struct ptxc_span){reader->scopes[last].opening, 1},
                          "expected '}' for this '{', found end of file");
    }
    if (reader->has_target && !reader->has_version)
        ptxc_report_raise(report, PTXC_RULE_MISSING_VERSION, (struct ptxc_span){0, 1},
                          "the module has .target and no .version");
    if (reader->has_version && !reader->has_target)
        ptxc_report_raise(report, PTXC_RULE_MISSING_TARGET, reader->version_span,
                          "the module has .version and no .target");
}

/* A module starts with .version, behind nothing but blanks and comments. */
static bool starts_module(const char *source, uint32_t length) {
    uint32_t position = skip_blanks(source, length, 0);
    return length - position > 8 &&
           (memcmp(source + position, ".version", 8) == 0 || memcmp(source + position, ".target", 7) == 0);
}

void ptxc_read(const char *source, uint32_t length, const struct ptxc_options *options, struct ptxc_report *report) {
    struct reader *reader = ptxc_arena_alloc(&report->arena, sizeof(*reader));
    if (!reader)
        return;
    reader->options = options;
    reader->parser.lexer = (struct ptxc_lexer){source, length, 0};
    reader->parser.report = report;
    reader->parser.module = starts_module(source, length);
    reader->environment.ptx = options->ptx;
    if (options->target)
        reader->environment.target = find_target(options->target, (uint32_t)strlen(options->target));
    ptxc_symbols_init(&reader->parser.symbols, &report->arena);
    check_ascii(report, source, length);
    uint32_t position = 0;
    while (!report->arena.failed && (position = skip_blanks(source, length, position)) < length)
        position = read_statement(reader, position);
    check_end(reader);
}

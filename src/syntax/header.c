/* The header of a module: .version and .address_size, and the order of the three directives. What ptxas 13.0 takes and
 * what not is recorded in tests/corpus/headers. */
#include "syntax/header.h"

#include "base/buffer.h"
#include "base/characters.h"
#include "syntax/expression.h"
#include "syntax/blank.h"
#include "tables/suggest.h"
#include "tables/words.h"

enum { SHOWN = 40 }; /* bytes of a word in a message */

/* The word that begins the span, or its first character where none does. */
static struct ptxc_span first_word(const struct ptxc_module *module, struct ptxc_span span) {
    const char *source = module->parser.lexer.source;
    const uint32_t length = ptxc_word_end(source, span.offset + span.length, span.offset) - span.offset;
    return (struct ptxc_span){span.offset, length ? length : 1};
}

/* Reports a directive of the header that stands in the wrong place. Where something stands before it that must not, and
 * of which something was said already, that is the same mistake; where unknown text may, the place says nothing. */
static void raise_order(struct ptxc_module *module, struct ptxc_span span, const char *message) {
    struct ptxc_header *header = &module->header;
    const struct ptxc_asm_text *asm_text = module->parser.asm_text;
    struct ptxc_finding finding = {.rule = PTXC_RULE_HEADER_ORDER, .span = span, .message = message};
    if (header->reported || (asm_text && asm_text->has_unknown_text))
        return;
    header->reported = true;
    if (header->end.length > 0) {
        const struct ptxc_span word = first_word(module, header->end);
        ptxc_finding_note(&finding,
                          ptxc_arena_format(&module->parser.report->words, "before it stands '%.*s'", (int)word.length,
                                            ptxc_parser_text(&module->parser, word)),
                          word);
    }
    ptxc_report_add(module->parser.report, &finding);
}

void ptxc_header_end(struct ptxc_module *module, uint32_t position, bool reported) {
    struct ptxc_header *header = &module->header;
    if (header->stage == PTXC_HEADER_ENDED)
        return;
    header->stage = PTXC_HEADER_ENDED;
    const uint32_t left = module->parser.lexer.length - position;
    header->end = (struct ptxc_span){position, left < SHOWN ? left : SHOWN};
    header->reported |= reported;
}

bool ptxc_header_misspelt(struct ptxc_parser *parser, enum ptxc_word_kind *kind) {
    const struct ptxc_span span = ptxc_parser_span(parser->token);
    const char *text = ptxc_parser_text(parser, span);
    const struct ptxc_word_row *row = ptxc_word_find_header(text, span.length);
    if (!row || row->kind == ptxc_word_find(text, span.length)->kind)
        return false;
    struct ptxc_arena *arena = &parser->report->words;
    struct ptxc_finding finding = {.rule = PTXC_RULE_SYNTAX, .span = span};
    finding.message =
        ptxc_arena_format(arena, "there is no directive %.*s; did you mean %s?", (int)span.length, text, row->word);
    ptxc_finding_fix(&finding, span, row->word);
    ptxc_report_add(parser->report, &finding);
    *kind = row->kind;
    return true;
}

/* Whether the text is two numbers with a '.' between them. They are read as ptxas reads them, in 32 bits. */
static bool read_version(const char *text, uint32_t length, int32_t *major, int32_t *minor) {
    uint32_t point = ptxc_decimal_32(text, length, major);
    if (point == 0 || point + 1 >= length || text[point] != '.')
        return false;
    return ptxc_decimal_32(text + point + 1, length - point - 1, minor) == length - point - 1;
}

/* Reports a version that does not exist or is not written as one, with the one that was meant: the minor number is no
 * fraction, so that a zero after it changes it, and one before it does not. */
static void raise_unknown_version(struct ptxc_parser *parser, struct ptxc_span span, const char *problem) {
    const char *text = ptxc_parser_text(parser, span);
    char meant[32] = "";
    struct ptxc_buffer buffer = {meant, sizeof(meant), 0};
    int32_t major = 0, minor = 0;
    uint32_t length = span.length, point = ptxc_decimal_32(text, length, &major);
    while (length > point + 2 && text[length - 1] == '0')
        length--;
    const bool whole = point == span.length || (point + 1 == span.length && text[point] == '.');
    const bool found = whole || read_version(text, length, &major, &minor);
    struct ptxc_finding finding = {.rule = PTXC_RULE_UNKNOWN_VERSION, .span = span};
    if (point > 0 && found && minor >= 0 && minor < 100 &&
        ptxc_version_exists(PTXC_PTX((uint32_t)major, (uint32_t)minor))) {
        ptxc_buffer_add(&buffer, "%d.%d", major, minor);
        finding.message =
            ptxc_arena_format(&parser->report->words, "%s; PTX %s is written '.version %s'", problem, meant, meant);
        ptxc_finding_fix(&finding, span, ptxc_arena_format(&parser->report->words, "%s", meant));
    } else {
        finding.message = problem;
    }
    ptxc_report_add(parser->report, &finding);
}

/* Reports a version that is newer than what the assembler knows. */
static void check_version(struct ptxc_parser *parser, uint32_t assembler, uint32_t ptx, struct ptxc_span span) {
    const uint32_t newest = ptxc_assembler_ptx(assembler);
    if (ptxc_assembler_knows(assembler, ptx))
        return;
    ptxc_report_raise(parser->report, PTXC_RULE_UNKNOWN_VERSION, span,
                      ptxc_arena_format(&parser->report->words, "ptxas %u.%u knows PTX up to %u.%u, and this is %.*s",
                                        assembler / 100, assembler % 100, newest / 100, newest % 100, (int)span.length,
                                        ptxc_parser_text(parser, span)));
}

/* Reports a version that an assembler knows which is older than the one that is followed, if the rule is on. */
static void check_age(struct ptxc_parser *parser, uint32_t ptx, struct ptxc_span span) {
    const uint32_t followed = ptxc_assembler_followed((struct ptxc_environment){.ptx = ptx});
    if (!ptx || ptx >= ptxc_assembler_ptx(followed) || !ptxc_report_wants(parser->report, PTXC_RULE_OLDER_VERSION))
        return;
    ptxc_report_raise(parser->report, PTXC_RULE_OLDER_VERSION, span,
                      ptxc_arena_format(&parser->report->words,
                                        "PTX %u.%u is judged as by ptxas %u.%u; an older ptxas may say otherwise",
                                        ptx / 100, ptx % 100, followed / 100, followed % 100));
}

/* Returns the PTX version that the text at `span` names, 0 where it names none, which is reported. One after the newest
 * that is known counts as that. */
static uint32_t name_version(struct ptxc_module *module, struct ptxc_span span, int32_t major, int32_t minor) {
    struct ptxc_parser *parser = &module->parser;
    struct ptxc_arena *arena = &parser->report->words;
    const char *text = ptxc_parser_text(parser, span);
    const uint32_t newest = ptxc_newest_ptx(), ptx = ptxc_version_written(major, minor);
    const bool plausible = major >= 0 && major < 100 && minor >= 0 && minor < 10;
    const uint32_t written = plausible ? PTXC_PTX((uint32_t)major, (uint32_t)minor) : 0;
    const uint32_t assembler = module->environment.assembler;
    if (ptx || (assembler && written > newest)) {
        check_version(parser, assembler, ptx ? ptx : written, span);
        return ptx ? ptx : newest;
    }
    if (written > newest) {
        ptxc_report_raise(
            parser->report, PTXC_RULE_NEWER_VERSION, span,
            ptxc_arena_format(arena, "ptxcheck knows PTX up to %u.%u, and this is %.*s: newer forms are unknown to it",
                              newest / 100, newest % 100, (int)span.length, text));
        module->environment.newer = !module->option_ptx;
        return newest;
    }
    raise_unknown_version(parser, span, ptxc_arena_format(arena, "there is no PTX %.*s", (int)span.length, text));
    return 0;
}

/* Whether nothing but blanks stands between the directive and the current token: no comment, and no end of the line. */
static bool is_beside(const struct ptxc_parser *parser) {
    for (uint32_t i = parser->last_end; i < parser->token.offset; i++)
        if (parser->lexer.source[i] == '\n' || !ptxc_is_blank(parser->lexer.source[i]))
            return false;
    return true;
}

/* Holds the place of .version to what must be: nothing stands before it. */
static void place_version(struct ptxc_module *module, struct ptxc_span span) {
    struct ptxc_header *header = &module->header;
    if (header->stage != PTXC_HEADER_BEGINS)
        raise_order(module, span,
                    module->has_version ? "there is a second .version" : ".version must be the first directive");
    header->stage = module->has_target ? PTXC_HEADER_ENDED : PTXC_HEADER_HAS_VERSION;
}

bool ptxc_header_version(struct ptxc_module *module) {
    struct ptxc_parser *parser = &module->parser;
    int32_t major, minor;
    uint32_t ptx = 0;
    place_version(module, ptxc_parser_span(parser->token));
    ptxc_parser_advance(parser);
    const struct ptxc_span span = ptxc_parser_span(parser->token);
    const char *text = ptxc_parser_text(parser, span);
    const enum ptxc_token_kind kind = parser->token.kind;
    module->version_span = span;
    module->has_version = true;
    if (kind != PTXC_TOKEN_REAL && kind != PTXC_TOKEN_INTEGER)
        return ptxc_parser_fail(parser, "a version such as 8.0");
    const bool beside = is_beside(parser), sound = read_version(text, span.length, &major, &minor);
    if (!beside)
        ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, span,
                          "the number must stand beside .version, with nothing but blanks between them");
    if (sound)
        ptx = name_version(module, span, major, minor);
    else if (beside)
        raise_unknown_version(parser, span,
                              ptxc_arena_format(&parser->report->words, "expected a version such as 8.0, found '%.*s'",
                                                span.length > SHOWN ? SHOWN : (int)span.length, text));
    ptxc_parser_advance(parser);
    if (!module->option_ptx)
        module->environment.ptx = ptx;
    if (!module->environment.assembler)
        check_age(parser, module->environment.ptx, span);
    return sound;
}

/* ---- the list of .target (ISA 11.1.2): the last architecture of all counts (measured on ptxas 13.0) ---- */

/* Reports a target that the assembler does not know; false where it does. */
static bool miss_target(struct ptxc_module *module, struct ptxc_span span) {
    const struct ptxc_environment *environment = &module->environment;
    const uint32_t assembler = environment->assembler;
    struct ptxc_report *report = module->parser.report;
    if (!environment->target || ptxc_target_first(environment->target, assembler))
        return false;
    ptxc_report_raise(report, PTXC_RULE_UNKNOWN_TARGET, span,
                      ptxc_arena_format(&report->words, "ptxas %u.%u does not know %s", assembler / 100,
                                        assembler % 100, ptxc_targets[environment->target].name));
    return true;
}

/* Reports a target that is newer than .version. The check then goes on with the first version that knows the target,
 * so that one wrong header does not make every instruction wrong. */
static void check_target_version(struct ptxc_module *module, struct ptxc_span span) {
    struct ptxc_environment *environment = &module->environment;
    struct ptxc_arena *arena = &module->parser.report->words;
    ptxc_report_unmeasured(module->parser.report, environment->newer ? 0 : environment->ptx, module->version_span,
                           environment->target, span);
    if (miss_target(module, span) || environment->newer || !environment->ptx || !environment->target ||
        ptxc_header_valid(*environment))
        return;
    const uint32_t first = ptxc_target_first(environment->target, environment->assembler);
    struct ptxc_finding finding = {.rule = PTXC_RULE_VERSION_TARGET, .span = span, .cause = module->version_span};
    finding.message =
        ptxc_arena_format(arena, "%s needs PTX %u.%u, but this is PTX %u.%u", ptxc_targets[environment->target].name,
                          first / 100, first % 100, environment->ptx / 100, environment->ptx % 100);
    ptxc_report_add(module->parser.report, &finding);
    environment->ptx = first;
}

/* Where the digits of the text begin, or its end. */
static uint32_t first_digit(const char *text, uint32_t length) {
    uint32_t at = 0;
    while (at < length && !ptxc_is_digit(text[at]))
        at++;
    return at;
}

/* ptxas looks for the word of an architecture anywhere in the name, takes the first number in it, and looks at the last
 * letter; everything else it ignores: "sm_090", "sm_90_a" and "my_sm_90a" are targets (measured on 13.0). */
enum ptxc_target ptxc_header_target_named(const char *text, uint32_t length, uint32_t assembler) {
    char name[32] = "";
    struct ptxc_buffer plain = {name, sizeof(name), 0};
    const enum ptxc_target target = ptxc_target_find(text, length);
    const bool suffixed = length > 0 && ptxc_target_suffix(text[length - 1], assembler);
    int32_t number;
    if (target && (suffixed || ptxc_targets[target].suffix == PTXC_SUFFIX_PLAIN))
        return target;
    if (!ptxc_target_word(text, length))
        return PTXC_TARGET_NONE;
    const uint32_t digits = first_digit(text, length);
    if (ptxc_decimal_32(text + digits, length - digits, &number) == 0)
        return PTXC_TARGET_NONE;
    ptxc_buffer_add(&plain, "sm_%d", number);
    if (suffixed)
        ptxc_buffer_add(&plain, "%c", text[length - 1]);
    return ptxc_target_find(name, plain.length);
}

/* Raises a finding about the option at `span`. */
static void raise_option(struct ptxc_module *module, struct ptxc_span span, struct ptxc_span cause,
                         const char *message) {
    struct ptxc_finding finding = {.rule = PTXC_RULE_TARGET_OPTION, .span = span, .cause = cause, .message = message};
    ptxc_report_add(module->parser.report, &finding);
}

/* Holds an option to what its row says: the PTX version, the target so far, and the options before it. */
static void note_option(struct ptxc_module *module, const struct ptxc_option_row *row, struct ptxc_span span) {
    struct ptxc_arena *arena = &module->parser.report->words;
    struct ptxc_header *header = &module->header;
    const struct ptxc_environment *environment = &module->environment;
    const struct ptxc_span none = {0, 0};
    if (environment->ptx && environment->ptx < row->first) {
        raise_option(module, span, module->version_span,
                     ptxc_arena_format(arena, "%s needs PTX %u.%u, but this is PTX %u.%u", row->word, row->first / 100u,
                                       row->first % 100u, environment->ptx / 100, environment->ptx % 100));
        return;
    }
    if (row->below && environment->target && ptxc_targets[environment->target].number >= row->below)
        raise_option(module, span, none,
                     ptxc_arena_format(arena, "%s needs a target below sm_%u, not %s", row->word, row->below,
                                       ptxc_targets[environment->target].name));
    if (row->group && header->option && header->option->group == row->group && header->option != row)
        raise_option(module, span, header->option_span,
                     ptxc_arena_format(arena, "%s does not go with %s", row->word, header->option->word));
    if (row->group) {
        header->option = row;
        header->option_span = span;
    }
    if (row->needs_sections)
        header->needs_sections = span;
}

/* Reports a name that is no target, and which was meant. */
static void raise_unknown_target(struct ptxc_parser *parser, struct ptxc_span span) {
    const char *text = ptxc_parser_text(parser, span);
    const char *meant = ptxc_suggest_target(text, span.length);
    ptxc_report_raise(parser->report, PTXC_RULE_UNKNOWN_TARGET, span,
                      ptxc_arena_format(&parser->report->words, "unknown target %.*s%s%s%s", (int)span.length, text,
                                        meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : ""));
}

/* Takes an architecture; false where the word is none. */
static bool note_architecture(struct ptxc_module *module, struct ptxc_span span) {
    struct ptxc_parser *parser = &module->parser;
    struct ptxc_arena *arena = &parser->report->words;
    const char *text = ptxc_parser_text(parser, span);
    const enum ptxc_target target = ptxc_header_target_named(text, span.length, module->environment.assembler);
    if (target == PTXC_TARGET_NONE && module->environment.newer)
        ptxc_report_raise(
            parser->report, PTXC_RULE_NEWER_VERSION, span,
            ptxc_arena_format(arena, "unknown target %.*s, which may be newer than ptxcheck", (int)span.length, text));
    else if (target == PTXC_TARGET_NONE)
        raise_unknown_target(parser, span);
    if (!module->option_target)
        module->environment.target = target;
    check_target_version(module, span);
    return target != PTXC_TARGET_NONE;
}

/* Takes one word of the list, of which the first must be an architecture. False where it is not known. */
static bool note_word(struct ptxc_module *module, struct ptxc_span span, bool first) {
    const char *text = ptxc_parser_text(&module->parser, span);
    const struct ptxc_option_row *option = ptxc_target_option(text, span.length);
    if (option && first)
        raise_option(module, span, (struct ptxc_span){0, 0},
                     ptxc_arena_format(&module->parser.report->words,
                                       "the architecture must come first in .target, and %s after it", option->word));
    else if (option)
        note_option(module, option, span);
    else
        return note_architecture(module, span);
    return true;
}

/* Reads the list after the .target at the current token; `first`: no other stands before it in the module. False after
 * a syntax error or a word that is not known. */
static bool read_target(struct ptxc_module *module, bool first) {
    struct ptxc_parser *parser = &module->parser;
    bool sound = true;
    module->has_target = true;
    do {
        ptxc_parser_advance(parser);
        if (parser->token.kind != PTXC_TOKEN_IDENTIFIER)
            return ptxc_parser_fail(parser, "a target such as sm_90a");
        sound = note_word(module, ptxc_parser_span(parser->token), first) && sound;
        first = false;
        ptxc_parser_advance(parser);
    } while (parser->token.kind == PTXC_TOKEN_COMMA);
    return sound;
}

/* Says what an option asks for and the module does not have. */
static void check_options(const struct ptxc_module *module) {
    const struct ptxc_header *header = &module->header;
    if (header->needs_sections.length > 0 && !header->has_section)
        ptxc_report_raise(module->parser.report, PTXC_RULE_TARGET_OPTION, header->needs_sections,
                          ptxc_arena_format(&module->parser.report->words,
                                            "%.*s needs debug information, and the module has no .section",
                                            (int)header->needs_sections.length,
                                            ptxc_parser_text(&module->parser, header->needs_sections)));
}

/* ---- the other directives ---- */

bool ptxc_header_target(struct ptxc_module *module) {
    struct ptxc_header *header = &module->header;
    const struct ptxc_span span = ptxc_parser_span(module->parser.token);
    const bool first = !module->has_target;
    if (module->depth > 0) { /* ptxas takes it in a body, and from there on it counts (measured on 13.0) */
        const bool sound = read_target(module, false);
        module->has_target = !first;
        return sound;
    }
    if (header->stage == PTXC_HEADER_ENDED && module->has_version)
        raise_order(module, span,
                    first ? ".target must follow .version directly"
                          : "a second .target must follow the first directly");
    else if (!module->has_version)
        ptxc_header_end(module, span.offset, false);
    if (module->has_version)
        header->stage = first || header->stage == PTXC_HEADER_HAS_TARGET ? PTXC_HEADER_HAS_TARGET : header->stage;
    return read_target(module, first);
}

/* The value is an integer or a named constant, and no expression. */
bool ptxc_header_address_size(struct ptxc_module *module) {
    struct ptxc_parser *parser = &module->parser;
    struct ptxc_header *header = &module->header;
    const struct ptxc_span directive = ptxc_parser_span(parser->token);
    struct ptxc_arena *arena = &parser->report->words;
    uint64_t size;
    if (header->stage != PTXC_HEADER_HAS_TARGET && module->has_target && module->has_version)
        raise_order(module, directive,
                    header->has_size ? "there is a second .address_size"
                                     : ".address_size must follow .target directly");
    ptxc_header_end(module, directive.offset, false);
    header->has_size = true;
    ptxc_parser_advance(parser);
    const struct ptxc_span span = ptxc_parser_span(parser->token);
    if (!ptxc_count_parse(parser, "a number", &size))
        return false;
    const uint32_t ptx = module->environment.ptx;
    if (ptx && ptx < PTXC_PTX(2, 3))
        ptxc_report_raise(
            parser->report, PTXC_RULE_ADDRESS_SIZE, directive,
            ptxc_arena_format(arena, ".address_size needs PTX 2.3, but this is PTX %u.%u", ptx / 100, ptx % 100));
    else if (size != 32 && size != 64) {
        ptxc_report_raise(parser->report, PTXC_RULE_ADDRESS_SIZE, span,
                          ptxc_arena_format(arena, ".address_size must be 32 or 64, not %.*s", (int)span.length,
                                            ptxc_parser_text(parser, span)));
        return false;
    }
    return true;
}

void ptxc_header_check(const struct ptxc_module *module) {
    struct ptxc_report *report = module->parser.report;
    const bool reported = module->header.reported;
    if ((module->has_target || module->header.has_size) && !module->has_version && !reported)
        ptxc_report_raise(report, PTXC_RULE_MISSING_VERSION, (struct ptxc_span){0, 1},
                          ptxc_arena_format(&report->words, "the module has %s but no .version",
                                            module->has_target ? ".target" : ".address_size"));
    if (module->has_version && !module->has_target && !reported)
        ptxc_report_raise(report, PTXC_RULE_MISSING_TARGET, module->version_span,
                          "the module has .version but no .target");
    check_options(module);
}

/* The list of .target: see target.h. The last architecture of all is the one that counts (measured on ptxas 13.0). */
#include "syntax/target.h"

#include "base/buffer.h"
#include "base/characters.h"
#include "tables/suggest.h"
#include "tables/words.h"

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
static void check_version(struct ptxc_module *module, struct ptxc_span span) {
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
enum ptxc_target ptxc_target_named(const char *text, uint32_t length, uint32_t assembler) {
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
static void raise_unknown(struct ptxc_parser *parser, struct ptxc_span span) {
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
    const enum ptxc_target target = ptxc_target_named(text, span.length, module->environment.assembler);
    if (target == PTXC_TARGET_NONE && module->environment.newer)
        ptxc_report_raise(
            parser->report, PTXC_RULE_NEWER_VERSION, span,
            ptxc_arena_format(arena, "unknown target %.*s, which may be newer than ptxcheck", (int)span.length, text));
    else if (target == PTXC_TARGET_NONE)
        raise_unknown(parser, span);
    if (!module->option_target)
        module->environment.target = target;
    check_version(module, span);
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

bool ptxc_target_read(struct ptxc_module *module, bool first) {
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

void ptxc_target_check(const struct ptxc_module *module) {
    const struct ptxc_header *header = &module->header;
    if (header->needs_sections.length > 0 && !header->has_section)
        ptxc_report_raise(module->parser.report, PTXC_RULE_TARGET_OPTION, header->needs_sections,
                          ptxc_arena_format(&module->parser.report->words,
                                            "%.*s needs debug information, and the module has no .section",
                                            (int)header->needs_sections.length,
                                            ptxc_parser_text(&module->parser, header->needs_sections)));
}

/* The header of a module: .version and .target (ISA 11.1). */
#include "read/header.h"

#include "base/buffer.h"
#include "base/characters.h"

/* Reports a target that is newer than .version. The check then goes on with the first version that knows the target,
 * so that one wrong header does not make every instruction wrong. */
static void check_header(struct ptxc_module *module, struct ptxc_span span) {
    struct ptxc_environment *environment = &module->environment;
    struct ptxc_arena *arena = &module->parser.report->arena;
    ptxc_report_unmeasured(module->parser.report, environment->newer ? 0 : environment->ptx, module->version_span,
                           environment->target, span);
    if (environment->newer || !environment->ptx || !environment->target ||
        ptxc_header_valid(environment->ptx, environment->target))
        return;
    const struct ptxc_target_row *row = &ptxc_targets[environment->target];
    struct ptxc_finding finding = {.rule = PTXC_RULE_VERSION_TARGET, .span = span, .cause = module->version_span};
    finding.message =
        ptxc_arena_format(arena, "%s needs PTX %u.%u, but this is PTX %u.%u", row->name, row->first / 100u,
                          row->first % 100u, environment->ptx / 100, environment->ptx % 100);
    ptxc_report_add(module->parser.report, &finding);
    environment->ptx = row->first;
}

/* The number of the version major.minor, or 0 where the text is none. Trailing zeros do not count: "9.00" is 9.0. */
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

bool ptxc_header_version(struct ptxc_module *module) {
    struct ptxc_parser *parser = &module->parser;
    struct ptxc_arena *arena = &parser->report->arena;
    ptxc_parser_advance(parser);
    struct ptxc_span span = ptxc_parser_span(parser->token);
    const char *text = ptxc_parser_text(parser, span);
    module->version_span = span;
    module->has_version = true;
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
        module->environment.newer = !module->option_ptx;
    } else if (!ptxc_version_exists(ptx)) {
        ptxc_report_raise(parser->report, PTXC_RULE_UNKNOWN_VERSION, span,
                          ptxc_arena_format(arena, "there is no PTX %.*s", (int)span.length, text));
        ptx = 0;
    }
    if (!module->option_ptx)
        module->environment.ptx = ptx;
    return true;
}

/* The name may begin with an alias (targets.def). ptxas 13.0 ignores a suffix that it does not know (measured). */
enum ptxc_target ptxc_header_find_target(const char *text, uint32_t length) {
    char name[32] = "";
    const char *meaning = "";
    enum ptxc_target target = ptxc_target_find(text, length);
    const size_t alias = ptxc_target_alias(text, length, &meaning);
    struct ptxc_buffer plain = {name, sizeof(name), 0};
    if (target || length >= sizeof(name))
        return target;
    ptxc_buffer_add(&plain, "%s%.*s", meaning, (int)(length - alias), text + alias);
    if (plain.length == 0 || plain.length >= sizeof(name))
        return PTXC_TARGET_NONE;
    const char last = name[plain.length - 1];
    target = ptxc_target_find(name, plain.length);
    if (!target && !ptxc_is_digit(last) && !ptxc_target_suffix(last))
        target = ptxc_target_find(name, plain.length - 1);
    return target;
}

/* Takes one word of the list of .target: an option, which changes nothing here, or the target to check for. */
static void note_target(struct ptxc_module *module, struct ptxc_span span) {
    struct ptxc_parser *parser = &module->parser;
    const char *text = ptxc_parser_text(parser, span);
    if (ptxc_target_option(text, span.length))
        return;
    enum ptxc_target target = ptxc_header_find_target(text, span.length);
    module->has_target = true;
    if (target == PTXC_TARGET_NONE && module->environment.newer)
        ptxc_report_raise(parser->report, PTXC_RULE_NEWER_VERSION, span,
                          ptxc_arena_format(&parser->report->arena,
                                            "unknown target %.*s, which may be newer than ptxcheck", (int)span.length,
                                            text));
    else if (target == PTXC_TARGET_NONE)
        ptxc_report_raise(parser->report, PTXC_RULE_UNKNOWN_TARGET, span,
                          ptxc_arena_format(&parser->report->arena, "unknown target %.*s", (int)span.length, text));
    if (!module->option_target)
        module->environment.target = target;
    check_header(module, span);
}

bool ptxc_header_target(struct ptxc_module *module) {
    struct ptxc_parser *parser = &module->parser;
    module->has_target = true;
    do {
        ptxc_parser_advance(parser);
        if (parser->token.kind != PTXC_TOKEN_IDENTIFIER)
            return ptxc_parser_fail(parser, "a target such as sm_90a");
        note_target(module, ptxc_parser_span(parser->token));
        ptxc_parser_advance(parser);
    } while (parser->token.kind == PTXC_TOKEN_COMMA);
    return true;
}

bool ptxc_header_address_size(struct ptxc_module *module) {
    struct ptxc_parser *parser = &module->parser;
    const char *after = ptxc_arena_format(&parser->report->arena, "after %s", ptxc_parser_word(parser)->word);
    ptxc_parser_advance(parser);
    return ptxc_parser_expect(parser, PTXC_TOKEN_INTEGER, after);
}

void ptxc_header_check(const struct ptxc_module *module) {
    struct ptxc_report *report = module->parser.report;
    if (module->has_target && !module->has_version)
        ptxc_report_raise(report, PTXC_RULE_MISSING_VERSION, (struct ptxc_span){0, 1},
                          "the module has .target but no .version");
    if (module->has_version && !module->has_target)
        ptxc_report_raise(report, PTXC_RULE_MISSING_TARGET, module->version_span,
                          "the module has .version but no .target");
}

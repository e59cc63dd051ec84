/* The public entries that check PTX in the sources of other languages. Each snippet is read like a source of its own,
 * with the types of its operands, and is checked for the targets that the host source leaves open.
 */
#include "ptxcheck/ptxcheck.h"

#include <string.h>

#include "api/hazards.h"
#include "host/c/lexer.h"
#include "host/c/map_calls.h"
#include "host/common/extraction.h"
#include "host/common/text.h"
#include "host/host.h"
#include "host/inline_asm.h"
#include "legality/explain/check.h"
#include "syntax/parse_state.h"
#include "syntax/collect.h"
#include "report/comments.h"
#include "syntax/skip_words.h"
#include "syntax/reader.h"
#include "legality/fit.h"
#include "report/keep.h"
#include "report/options.h"
#include "report/suppression.h"

/* What the checks of all snippets of a host file share. */
struct host_check {
    const char *source; /* the host file, or NULL where there is none */
    uint32_t length;
    const struct ptxc_options *options;
    struct ptxc_report *report;
    struct ptxc_defines defines;
    struct ptxc_module *module;    /* used for one snippet after another; NULL while none was read */
    struct ptxc_skip_words *words; /* what is known of words that begin no instruction of the family; NULL likewise */
    struct ptxc_tokens *tokens;    /* of the source; NULL while none was asked for */
    uint64_t budget;               /* of these tokens */
    struct ptxc_asm_unclobbered unclobbered;
    bool breaks_line;   /* it was said that a literal has a line break */
    bool begun;         /* snippets were checked */
    bool uncounted;     /* nobody asks how many asm statements there are */
    uint32_t statement; /* where the asm statement begins that was counted last */
};

/* The tokens of the source, all of them as C++; NULL without memory. */
static const struct ptxc_tokens *tokens_of(struct host_check *check) {
    struct ptxc_arena *arena = &check->report->lasting;
    struct ptxc_tokens *made = check->tokens ? NULL : ptxc_arena_alloc(arena, sizeof(*made));
    if (made && ptxc_tokens_make(arena, check->source, check->length, &check->budget, made))
        check->tokens = made;
    return check->tokens;
}

/* Reports operands that hold a pointer of the host language where the instruction wants an address in .shared. */
static void check_addresses(struct host_check *check, struct ptxc_asm_operands *operands,
                            const struct ptxc_instruction *instruction, const struct ptxc_match *match) {
    const struct ptxc_form_row *form = &ptxc_forms[match->form];
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        const struct ptxc_role_row *role = &ptxc_roles[match->roles[i]];
        if (!ptxc_fit_wants_shared(match, role) || value->kind != PTXC_VALUE_REGISTER || value->type != PTXC_TYPE_B64)
            continue;
        operands->tokens = tokens_of(check);
        if (operands->tokens)
            ptxc_asm_check_address(operands, check->report, value, ptxc_form_operand_title(form, match->filled, i));
    }
}

/* Checks the instructions of a snippet one by one, and then what the asm statement says about them, such as its
 * clobbers. */
static void check_instructions(struct host_check *check, const struct ptxc_template *template,
                               struct ptxc_hazards *hazards) {
    struct ptxc_module *module = check->module;
    struct ptxc_report *report = check->report;
    const struct ptxc_instruction *instruction = module->instruction;
    const struct ptxc_sink sink = ptxc_report_sink(report, template->text);
    struct ptxc_asm_operands operands = {
        .template = template,
        .looked_up = ptxc_arena_alloc(&report->arena, template->snippet->operand_count + 1),
    };
    const bool written = template->snippet->use.length == 0; /* else it is said of the definition of the macro */
    struct ptxc_asm_tally tally = {0};
    size_t before = report->instructions, first = report->count;
    for (enum ptxc_item item; (item = ptxc_reader_next(module));) {
        if (item == PTXC_ITEM_BODY) {
            ptxc_hazards_check(module, hazards);
            continue;
        }
        struct ptxc_verdict verdict = ptxc_check_report(instruction, module->environment, report->portable, &sink);
        if (verdict.complete && !instruction->damaged && check->source && operands.looked_up)
            check_addresses(check, &operands, instruction, &verdict.match);
        if (!verdict.legal)
            ptxc_collect_doubt(module);
        ptxc_asm_note(&tally, instruction);
        const struct ptxc_span place = report->view->locate(report->view->snippet, instruction->span, false);
        ptxc_suppression_owner(report, first, (struct ptxc_owner){place.offset, UINT32_MAX, UINT32_MAX});
        first = report->count;
    }
    if (written)
        ptxc_asm_check_statement(template->snippet, report, &tally, &check->unclobbered, report->instructions > before);
}

/* Reads and checks a snippet. Where its template contains unknown text, what is declared is not all known, so that an
 * unknown name is no finding. */
static void check_text(struct host_check *check, const struct ptxc_snippet *snippet) {
    struct ptxc_template template;
    struct ptxc_hazards hazards;
    if (!check->module)
        check->module = ptxc_arena_alloc(&check->report->lasting, sizeof(*check->module));
    struct ptxc_module *module = check->module;
    if (!module || !ptxc_template_make(snippet, check->report, &template))
        return;
    const struct ptxc_asm_text asm_text = ptxc_template_asm_text(&template);
    ptxc_parse_begin_again(module, template.text, snippet->length, check->options, check->report);
    module->parser.asm_text = &asm_text;
    module->parser.module &= !template.unknown_text;
    ptxc_asm_narrow(&module->environment, snippet);
    ptxc_hazards_begin(module, &hazards);
    check_instructions(check, &template, &hazards);
    ptxc_hazards_finish(module, &hazards);
}

/* Reads the comments in the text of a snippet. Those of a macro are read where it is defined. */
static void read_comments(struct ptxc_report *report, const struct ptxc_snippet *snippet) {
    if (report->allowed.source && snippet->use.length == 0)
        ptxc_comments_of_ptx(report, snippet->text, snippet->length, report->view);
}

/* Notes what allow comments need to know: where the statement of the findings begins. A string belongs to the line that
 * opens the call or assignment that it begins. */
static void note_owner(struct ptxc_report *report, size_t first, const struct ptxc_snippet *snippet) {
    const char *source = report->allowed.source;
    struct ptxc_owner owner = {UINT32_MAX, snippet->statement.offset, snippet->template.offset};
    if (!source)
        return;
    if (snippet->use.length > 0) { /* the text and its comments are those of the macro */
        owner.statement = owner.text = snippet->use.offset;
        ptxc_suppression_owner(report, first, owner);
        return;
    }
    if (snippet->kind == PTXC_SNIPPET_STRING)
        owner.statement = ptxc_text_opening(source, snippet->statement.offset);
    ptxc_suppression_owner(report, first, owner);
}

/* Whether no word of the text can begin an instruction of the family. */
static bool may_skip(struct host_check *check, const char *text, uint32_t length) {
    if (!check->words)
        check->words = ptxc_arena_alloc(&check->report->lasting, sizeof(*check->words));
    return check->words && ptxc_skip_words_in(check->words, text, length);
}

/* Checks a snippet, and drops its findings if it turns out not to be PTX that ptxcheck checks: it has no such
 * instruction, and no finding is about one that was meant. Any other asm statement may be x86 code; where no word of it
 * may begin such an instruction, it is not read at all. The memory that a snippet took is released, since a file may
 * have a million of them. */
static void check_snippet(struct host_check *check, const struct ptxc_snippet *snippet) {
    struct ptxc_report *report = check->report;
    ptxc_suppression_trim(report);
    if (check->source && may_skip(check, snippet->text, snippet->length))
        return;
    const uint32_t classes = report->classes;
    const size_t instructions = report->instructions, meant = report->unknown_instructions;
    struct ptxc_arena_mark mark = ptxc_arena_mark(&report->arena);
    const struct ptxc_view view = ptxc_host_snippet_view(snippet);
    report->view = &view;
    if (snippet->kind == PTXC_SNIPPET_STRING) /* it may be cut anywhere */
        report->classes &= ~(1u << PTXC_CLASS_SYNTAX);
    ptxc_report_statement(report, snippet->use.length > 0 ? snippet->use.offset : snippet->statement.offset);
    ptxc_report_try(report);
    const size_t allowed = report->allowed.count, assumed = report->assumed.count;
    read_comments(report, snippet);
    const size_t first = report->count;
    check_text(check, snippet);
    const bool ours = !check->source || report->instructions > instructions || report->unknown_instructions > meant;
    ptxc_report_decide(report, ours);
    if (ours) {
        note_owner(report, first, snippet);
    } else {
        report->allowed.count = allowed;
        report->assumed.count = assumed;
    }
    if (snippet->use.length > 0) /* what the macro has is counted in its definition */
        report->instructions = instructions;
    report->classes = classes;
    report->view = NULL;
    ptxc_arena_reset(&report->arena, mark);
}

/* Whether check_snippet would not look at an asm statement with this text. */
static bool rejects(struct ptxc_snippet_list *list, const char *text, uint32_t length) {
    return may_skip(list->taker, text, length);
}

/* Counts an asm statement. One with #if lines in it has a snippet for each way to read it. */
static void count_statement(struct host_check *check, const struct ptxc_snippet *snippet) {
    const uint32_t begin = snippet->statement.offset;
    if (check->uncounted || snippet->kind != PTXC_SNIPPET_STATEMENT || snippet->use.length > 0 ||
        (check->report->statements > 0 && check->statement == begin))
        return;
    check->statement = begin;
    check->report->statements++;
}

/* Checks the snippets of the list, and reports what could not be read between the operands of their statements. */
static void check_snippets(struct host_check *check, const struct ptxc_snippet_list *list) {
    struct ptxc_report *report = check->report;
    if (!check->begun)
        ptxc_suppression_sort(report);
    check->begun = true;
    for (size_t i = 0; i < list->count; i++)
        report->notes_places |= list->items[i].use.length > 0;
    for (size_t i = 0; i < list->count && !report->arena.failed; i++) {
        const struct ptxc_snippet *snippet = &list->items[i];
        size_t before = report->instructions;
        count_statement(check, snippet);
        if (snippet->facts.never)
            continue;
        check_snippet(check, snippet);
        if (snippet->unexpected.length == 0 || report->instructions == before || snippet->use.length > 0)
            continue;
        if (snippet->breaks_line && check->breaks_line)
            continue;
        check->breaks_line |= snippet->breaks_line;
        const struct ptxc_finding finding = {
            .rule = PTXC_RULE_ASM_SYNTAX,
            .span = snippet->unexpected,
            .message = snippet->breaks_line ? "a line break ends a C++ literal: write \\\\n in the string around it, "
                                              "or make that string raw"
                                            : "expected ',' or ':' between the operands of the asm statement",
            .in_host = true};
        ptxc_report_add(report, &finding);
    }
}

/* Checks the snippets that were found so far, and forgets them. Macros may be used in those that follow. */
static void take_snippets(struct ptxc_snippet_list *list) {
    struct host_check *check = list->taker;
    check->report->notes_places = true;
    check_snippets(check, list);
    ptxc_arena_clear(list->arena);
    list->items = NULL;
    list->count = list->capacity = 0;
}

/* Reads the comments of source code in a string. */
static void take_source(struct ptxc_snippet_list *list, const struct ptxc_snippet *source) {
    const struct host_check *check = list->taker;
    const struct ptxc_view view = ptxc_host_snippet_view(source);
    ptxc_host_comments(PTXC_HOST_C_FAMILY, source->text, source->length, &check->defines, &view, check->report);
}

/* Reports that uses of macros were not followed, at the first. */
static void report_unfollowed(struct ptxc_report *report, const struct ptxc_snippet_list *list) {
    struct ptxc_finding finding = {.rule = PTXC_RULE_ASM_MACRO, .span = list->unfollowed, .in_host = true};
    if (list->unfollowed.length == 0)
        return;
    finding.message =
        ptxc_arena_format(&report->words, "%s; %s", ptxc_rules[PTXC_RULE_ASM_MACRO].summary, list->reason);
    ptxc_report_add(report, &finding);
}

/* Checks the tensor maps that a source of C++ encodes. */
static void check_maps(const char *source, uint32_t length, const struct ptxc_options *options,
                       struct ptxc_report *report) {
    const struct ptxc_sink sink = ptxc_report_sink(report, source);
    const enum ptxc_target target =
        options->target ? ptxc_target_find(options->target, strlen(options->target)) : PTXC_TARGET_NONE;
    ptxc_map_calls_check(source, length, target, &report->arena, &sink);
}

/* Finds and checks the snippets of a host file. */
static void check_host(enum ptxc_host host, const char *source, uint32_t length, const struct ptxc_options *options,
                       struct ptxc_report *report) {
    struct ptxc_arena arena;
    struct host_check check = {
        .source = source,
        .length = length,
        .options = options,
        .report = report,
        .uncounted = options->flags & PTXC_CHECK_UNCOUNTED,
    };
    struct ptxc_snippet_list list = {
        .arena = &arena, .take = take_snippets, .taker = &check, .rejects = check.uncounted ? rejects : NULL};
    ptxc_arena_share(&arena, &report->arena);
    report->snippets = true;
    ptxc_defines_make(&report->arena, options->defines, options->define_count, &check.defines);
    if (ptxc_suppression_begin(report, source, length)) {
        ptxc_host_comments(host, source, length, &check.defines, NULL, report);
        list.take_source = take_source;
    }
    if (ptxc_host_extract(host, source, length, &check.defines, report->seed, &report->arena, &list)) {
        check_snippets(&check, &list);
        ptxc_asm_report_unclobbered(report, &check.unclobbered);
        report_unfollowed(report, &list);
        if (host == PTXC_HOST_C_FAMILY)
            check_maps(source, length, options, report);
        ptxc_suppression_apply(report);
    }
    ptxc_arena_free(&arena);
}

int ptxc_host_known(const char *path) {
    return path && ptxc_host_find(path) != PTXC_HOST_NONE;
}

const char *ptxc_host_extensions(size_t index) {
    const size_t host = index + PTXC_HOST_NONE + 1;
    return index < PTXC_HOST_COUNT && host < PTXC_HOST_COUNT ? ptxc_host_row_extensions((enum ptxc_host)host) : NULL;
}

enum ptxc_status ptxc_check_host(const char *path, const char *source, size_t length,
                                 const struct ptxc_options *options, struct ptxc_report **report) {
    struct ptxc_report *made;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    enum ptxc_host host = path ? ptxc_host_find(path) : PTXC_HOST_NONE;
    if (host == PTXC_HOST_NONE)
        return PTXC_BAD_ARGUMENT;
    struct ptxc_options given;
    enum ptxc_status status = ptxc_options_begin(source, length, options, &given, &made);
    if (status != PTXC_OK)
        return status;
    check_host(host, length ? source : "", (uint32_t)length, &given, made);
    return ptxc_report_close(made, report);
}

enum ptxc_status ptxc_check_inline_asm(const char *text, size_t length, char sign, const char *constraints,
                                       const struct ptxc_options *options, struct ptxc_report **report) {
    struct ptxc_report *made;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    if (sign != '%' && sign != '$')
        return PTXC_BAD_ARGUMENT;
    struct ptxc_options given;
    enum ptxc_status status = ptxc_options_begin(text, length, options, &given, &made);
    if (status != PTXC_OK)
        return status;
    struct ptxc_snippet snippet = {.text = length ? text : "",
                                   .length = (uint32_t)length,
                                   .style = sign == '%' ? PTXC_TEMPLATE_GCC : PTXC_TEMPLATE_LLVM,
                                   .operands_known = constraints != NULL,
                                   .is_volatile = true,
                                   .clobbers_memory = constraints == NULL, /* not known to be missing */
                                   .facts = {.highest = PTXC_ANY_TARGET},
                                   .guess = {.highest = PTXC_ANY_TARGET}};
    struct host_check check = {.options = &given, .report = made};
    struct ptxc_workspace workspace = {0};
    struct ptxc_extraction extraction = {.arena = &made->arena, .workspace = &workspace};
    ptxc_suppression_begin(made, snippet.text, snippet.length);
    if (constraints)
        ptxc_host_snippet_take_constraints(&extraction, &snippet, constraints, strlen(constraints));
    check_snippet(&check, &snippet);
    ptxc_asm_report_unclobbered(made, &check.unclobbered);
    ptxc_suppression_apply(made);
    return ptxc_report_close(made, report);
}

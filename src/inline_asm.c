/* PTX in the sources of other languages: each snippet is read like a source of its own, with the types of its operands,
 * for the targets that the host file leaves open; and what the asm statement around it should say is checked.
 */
#include <string.h>

#include "check.h"
#include "reader.h"

/* What the instructions of one snippet have shown. */
struct tally {
    bool copies, fences;
    struct ptxc_span place; /* of the instruction that asks for the most */
};

/* The targets that the #if lines around a snippet leave: bit per ptxc_target. */
static uint64_t targets_of(struct ptxc_facts facts) {
    uint64_t targets = 0;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        const struct ptxc_target_row *row = &ptxc_targets[i];
        bool suffixed = facts.feature == PTXC_FEATURE_NONE || row->suffix == PTXC_SUFFIX_ARCHITECTURE ||
                        (facts.feature == PTXC_FEATURE_FAMILY && row->suffix == PTXC_SUFFIX_FAMILY);
        if (row->number >= facts.lowest && row->number <= facts.highest && suffixed)
            targets |= PTXC_BIT(i);
    }
    return targets;
}

/* The target of the options where the snippet is compiled for it; otherwise those that it is compiled for. */
static void narrow(struct ptxc_environment *environment, const struct ptxc_snippet *snippet) {
    uint64_t targets = targets_of(snippet->facts);
    bool all = snippet->facts.lowest == 0 && snippet->facts.highest == PTXC_ANY_TARGET &&
               snippet->facts.feature == PTXC_FEATURE_NONE;
    if (environment->target != PTXC_TARGET_NONE && !(targets >> environment->target & 1)) {
        environment->target = PTXC_TARGET_NONE;
        environment->ptx = 0;
    }
    environment->among = all ? 0 : targets;
}

/* Whether the host's expression shows that the address was converted, or was one of .shared from the start. */
static bool is_converted(const char *source, struct ptxc_span expression) {
    static const char *const words[] = {"cvta", "smem", "shared", "Smem", "Shared"};
    for (size_t i = 0; i < PTXC_COUNT(words); i++) {
        size_t length = strlen(words[i]);
        for (size_t at = 0; at + length <= expression.length; at++)
            if (memcmp(source + expression.offset + at, words[i], length) == 0)
                return true;
    }
    return false;
}

/* What is known of the operands of a snippet, by operand. */
enum conversion { NOT_LOOKED_AT, CONVERTED, NOT_CONVERTED };

/* An expression is read once, however often its operand is named. */
static bool needs_conversion(const struct ptxc_template *template, const struct ptxc_asm_operand *operand,
                             const char *source, uint8_t *conversions) {
    uint8_t *conversion = &conversions[operand - template->snippet->operands];
    if (operand->expression.length > 0 && *conversion == NOT_LOOKED_AT)
        *conversion = is_converted(source, operand->expression) ? CONVERTED : NOT_CONVERTED;
    return *conversion == NOT_CONVERTED;
}

/* A pointer of the host where the instruction wants an address in .shared. */
static void check_addresses(const struct ptxc_subject *subject, const struct ptxc_template *template,
                            const char *source, uint8_t *conversions) {
    const struct ptxc_instruction *instruction = subject->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        const struct ptxc_role_row *role = &ptxc_roles[subject->match->roles[i]];
        if (!ptxc_match_wants_shared(subject->match, role) || value->kind != PTXC_VALUE_REGISTER ||
            value->type != PTXC_TYPE_B64)
            continue;
        const struct ptxc_asm_operand *operand = ptxc_template_operand(template, value->span);
        if (!operand || !needs_conversion(template, operand, source, conversions))
            continue;
        struct ptxc_finding finding = {.rule = PTXC_RULE_ASM_ADDRESS, .span = operand->expression, .in_host = true};
        finding.message = ptxc_arena_format(
            &subject->report->arena,
            "%s should be a 32-bit address from __cvta_generic_to_shared, and this is 64 bits wide", role->name);
        ptxc_report_add(subject->report, &finding);
    }
}

/* Whether a qualifier takes from a fence or a wait what orders other accesses. */
static bool is_unordered(const struct ptxc_instruction *instruction) {
    bool unordered = false;
#define UNORDERED(qualifier) \
    unordered |= ptxc_instruction_get(instruction, ptxc_qualifiers[qualifier].slot) == qualifier;
#include "qualifiers.def"
    return unordered;
}

static void note_effect(struct tally *tally, const struct ptxc_instruction *instruction) {
    enum ptxc_effect effect = ptxc_opcodes[instruction->opcode].effect;
    bool fence = (effect == PTXC_EFFECT_FENCE || effect == PTXC_EFFECT_WAIT) && !is_unordered(instruction);
    if ((fence && !tally->fences) || (effect == PTXC_EFFECT_MEMORY && !tally->fences && !tally->copies))
        tally->place = instruction->opcode_span;
    tally->fences |= fence;
    tally->copies |= effect == PTXC_EFFECT_MEMORY;
}

/* What the asm statement should say to the compiler. Only C and C++ are known well enough. */
static void check_statement(const struct ptxc_snippet *snippet, struct ptxc_report *report, const struct tally *tally,
                            bool any) {
    bool outputs = false;
    if (snippet->kind != PTXC_SNIPPET_STATEMENT || (snippet->style != PTXC_TEMPLATE_GCC && !snippet->is_basic))
        return;
    for (size_t i = 0; i < snippet->operand_count; i++)
        outputs |= snippet->operands[i].is_output;
    if (tally->fences && !snippet->clobbers_memory)
        ptxc_report_raise(report, PTXC_RULE_ASM_MEMORY, tally->place, ptxc_rules[PTXC_RULE_ASM_MEMORY].summary);
    else if (tally->copies && !snippet->clobbers_memory)
        ptxc_report_raise(report, PTXC_RULE_ASM_MEMORY_COPY, tally->place,
                          ptxc_rules[PTXC_RULE_ASM_MEMORY_COPY].summary);
    if (any && !outputs && !snippet->is_volatile && !snippet->is_basic && !snippet->clobbers_memory) {
        struct ptxc_finding finding = {.rule = PTXC_RULE_ASM_VOLATILE,
                                       .span = {snippet->statement.offset, 3},
                                       .message = ptxc_rules[PTXC_RULE_ASM_VOLATILE].summary,
                                       .in_host = true};
        ptxc_report_add(report, &finding);
    }
}

static void check_instructions(struct ptxc_module *module, const struct ptxc_snippet *snippet, const char *source) {
    struct ptxc_report *report = module->parser.report;
    struct ptxc_instruction instruction;
    struct tally tally = {0};
    size_t before = report->instructions;
    uint8_t *conversions = ptxc_arena_alloc(&report->arena, snippet->operand_count + 1);
    while (ptxc_module_next(module, &instruction)) {
        struct ptxc_match match;
        struct ptxc_subject subject = {&instruction, module->environment, module->parser.lexer.source, report, &match};
        ptxc_match(&subject);
        if (match.complete && !instruction.damaged) {
            ptxc_constraints_check(&subject);
            if (source && conversions)
                check_addresses(&subject, module->parser.template, source, conversions);
        }
        ptxc_portability_check(&subject);
        note_effect(&tally, &instruction);
    }
    check_statement(snippet, report, &tally, report->instructions > before);
}

/* Whether a copy, or what was meant for one, is among the findings from `first` on or in the snippet at all. Any other
 * asm is not ours: it may be x86. */
static bool is_ours(const struct ptxc_report *report, size_t first, size_t instructions) {
    for (size_t i = first; i < report->count; i++)
        if (report->diagnostics[i].rule == ptxc_rules[PTXC_RULE_UNKNOWN_INSTRUCTION].id)
            return true;
    return report->instructions > instructions;
}

/* What the check of a host file needs again and again. */
struct host_check {
    const char *source; /* the host file, or NULL where there is none */
    const struct ptxc_options *options;
    struct ptxc_report *report;
    struct ptxc_module *module; /* used for one snippet after another */
};

static void check_text(const struct host_check *check, const struct ptxc_snippet *snippet) {
    struct ptxc_template template;
    struct ptxc_module *module = check->module;
    if (!ptxc_template_make(snippet, check->report, &template))
        return;
    ptxc_module_restart(module, template.text, snippet->length, check->options, check->report);
    module->parser.template = &template;
    module->parser.module &= !template.holes;
    narrow(&module->environment, snippet);
    check_instructions(module, snippet, check->source);
}

/* What a snippet without findings took is released: a file may have a million of them. */
static void check_snippet(const struct host_check *check, const struct ptxc_snippet *snippet) {
    struct ptxc_report *report = check->report;
    const uint32_t classes = report->classes;
    const size_t first = report->count, instructions = report->instructions;
    const struct ptxc_diagnostic *diagnostics = report->diagnostics;
    struct ptxc_arena_mark mark = ptxc_arena_mark(&report->arena);
    report->snippet = snippet;
    if (snippet->kind == PTXC_SNIPPET_STRING) /* it may be cut anywhere */
        report->classes &= ~(1u << PTXC_CLASS_SYNTAX);
    check_text(check, snippet);
    if (check->source && !is_ours(report, first, instructions))
        report->count = first;
    report->classes = classes;
    report->snippet = NULL;
    if (report->count == first && report->diagnostics == diagnostics)
        ptxc_arena_reset(&report->arena, mark);
}

/* A statement with #if lines in it has a snippet for each way to read it. */
static size_t count_statements(const struct ptxc_snippet_list *list) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].kind == PTXC_SNIPPET_STATEMENT &&
            (i == 0 || list->items[i].statement.offset != list->items[i - 1].statement.offset))
            count++;
    return count;
}

static void check_host(enum ptxc_host host, const char *source, uint32_t length, const struct ptxc_options *options,
                       struct ptxc_report *report) {
    struct ptxc_snippet_list list = {NULL, 0, 0};
    struct host_check check = {source, options, report, ptxc_arena_alloc(&report->arena, sizeof(*check.module))};
    report->snippets = true;
    if (!check.module || !ptxc_host_extract(host, source, length, &report->arena, &list))
        return;
    report->statements = count_statements(&list);
    for (size_t i = 0; i < list.count && !report->arena.failed; i++) {
        const struct ptxc_snippet *snippet = &list.items[i];
        size_t before = report->instructions;
        if (snippet->facts.never)
            continue;
        check_snippet(&check, snippet);
        if (snippet->unexpected.length == 0 || report->instructions == before)
            continue;
        struct ptxc_finding finding = {.rule = PTXC_RULE_ASM_SYNTAX,
                                       .span = snippet->unexpected,
                                       .message = "expected ',' or ':' between the operands of the asm statement",
                                       .in_host = true};
        ptxc_report_add(report, &finding);
    }
}

int ptxc_host_known(const char *path) {
    return path && ptxc_host_find(path) != PTXC_HOST_NONE;
}

/* What both entries begin with: arguments that can be worked on, the options, an empty report. */
static enum ptxc_status begin(const char *text, size_t length, const struct ptxc_options *options,
                              struct ptxc_options *given, struct ptxc_report **made) {
    if (!text && length > 0)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    enum ptxc_status status = ptxc_options_read(options, given);
    return status == PTXC_OK ? ptxc_report_make(given, made) : status;
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
    enum ptxc_status status = begin(source, length, options, &given, &made);
    if (status != PTXC_OK)
        return status;
    check_host(host, length ? source : "", (uint32_t)length, &given, made);
    return ptxc_report_close(made, report);
}

/* One operand, its text closed by NUL: "=r", "[name]r". */
static struct ptxc_asm_operand operand_of(char *text) {
    struct ptxc_asm_operand operand = {.constraint = text};
    char *end = *text == '[' ? strchr(text, ']') : NULL;
    if (end) {
        *end = 0;
        operand.name = text + 1;
        operand.constraint = end + 1 + strspn(end + 1, " ");
    }
    operand.is_output = *operand.constraint == '=' || *operand.constraint == '+';
    return operand;
}

/* The operands of a list such as "=r,[name]r,l,~{memory}". */
static bool split_constraints(struct ptxc_arena *arena, const char *list, struct ptxc_snippet *snippet) {
    size_t length = strlen(list), count = 1;
    for (const char *c = list; *c; c++)
        count += *c == ',';
    char *copy = ptxc_arena_alloc(arena, length + 1);
    struct ptxc_asm_operand *operands = ptxc_arena_alloc(arena, count * sizeof(*operands));
    if (!copy || !operands)
        return false;
    memcpy(copy, list, length + 1);
    for (char *part = copy; *part;) {
        char *end = part + strcspn(part, ",");
        bool last = *end == 0;
        *end = 0;
        if (strcmp(part, "~{memory}") == 0)
            snippet->clobbers_memory = true;
        else if (*part != '~')
            operands[snippet->operand_count++] = operand_of(part);
        part = last ? end : end + 1;
    }
    snippet->operands = operands;
    return true;
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
    enum ptxc_status status = begin(text, length, options, &given, &made);
    if (status != PTXC_OK)
        return status;
    struct ptxc_snippet snippet = {.text = length ? text : "",
                                   .length = (uint32_t)length,
                                   .style = sign == '%' ? PTXC_TEMPLATE_GCC : PTXC_TEMPLATE_LLVM,
                                   .operands_known = constraints != NULL,
                                   .is_volatile = true,
                                   .clobbers_memory = constraints == NULL, /* not known to be missing */
                                   .facts = {.highest = PTXC_ANY_TARGET}};
    struct host_check check = {NULL, &given, made, ptxc_arena_alloc(&made->arena, sizeof(*check.module))};
    if (check.module && (!constraints || split_constraints(&made->arena, constraints, &snippet)))
        check_snippet(&check, &snippet);
    return ptxc_report_close(made, report);
}

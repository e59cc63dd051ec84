/* The asm statement around PTX: see inline_asm.h.
 *
 * The instructions of a statement are tallied one by one; after the last of them the statement is judged as a whole.
 * What it should clobber depends on the strongest effect among them: a fence or a wait asks for more than a copy.
 */
#include "host/inline_asm.h"

#include <string.h>

#include "host/c/condition.h"
#include "host/c/tokens.h"
#include "report/suppression.h"
#include "tables/form.h"

/* ---- operands: addresses in the shared window, or generic pointers ---- */

/* What an expression of C++ is, as far as its words and the declarations before it show. */
enum ptxc_address {
    PTXC_ADDRESS_UNKNOWN, /* no word says anything of it */
    PTXC_ADDRESS_SHARED,  /* it was converted, or may well be so: an integer, whose value comes from elsewhere */
    PTXC_ADDRESS_POINTER  /* a pointer or an array, which is a generic address */
};

enum { FURTHEST = 20000, DEEPEST = 8 };

/* Whether a word speaks of shared memory or of a conversion to its addresses. */
static bool speaks_of_shared(const char *text, size_t length) {
    static const char *const words[] = {
#define CONVERTED(word) word,
#include "inline_asm.def"
    };
    for (size_t i = 0; i < PTXC_COUNT(words); i++) {
        const size_t size = strlen(words[i]);
        for (size_t at = 0; at + size <= length; at++)
            if (memcmp(text + at, words[i], size) == 0)
                return true;
    }
    return false;
}

static bool is_word_among(const struct ptxc_tokens *tokens, uint32_t at, const char *const *words) {
    while (*words && !ptxc_tokens_is_word(tokens, at, *words))
        words++;
    return *words;
}

/* Whether the name is that of a member, which is declared elsewhere. */
static bool is_member(const struct ptxc_tokens *tokens, uint32_t at) {
    const char before = (char)(at > 0 ? ptxc_tokens_symbol(tokens, at - 1) : '\0');
    return before == '.' || before == ':' || (before == '>' && at > 1 && ptxc_tokens_symbol(tokens, at - 2) == '-');
}

/* Whether a function is called by this name. */
static bool is_called(const struct ptxc_tokens *tokens, uint32_t at) {
    return ptxc_tokens_symbol(tokens, at + 1) == '(' || ptxc_tokens_symbol(tokens, at + 1) == '<';
}

static enum ptxc_address address_of_run(const struct ptxc_tokens *tokens, struct ptxc_token_run run, int depth);

/* Returns what the name is that is declared at `at`, or is given a value there; UNKNOWN where it is neither. */
static enum ptxc_address declared(const struct ptxc_tokens *tokens, uint32_t at, int depth) {
    static const char *const qualifiers[] = {"const", "volatile", "__restrict__", "__restrict", "restrict", NULL};
    static const char *const no_types[] = {"return", "goto", "else", "case", "throw", "new", NULL};
    const char next = ptxc_tokens_symbol(tokens, at + 1);
    uint32_t type = at, end;
    do
        type--;
    while (type > 0 && is_word_among(tokens, type, qualifiers));
    const char before = ptxc_tokens_symbol(tokens, type);
    const bool typed = (ptxc_tokens_is_name(tokens, type) && !is_word_among(tokens, type, no_types)) || before == '>' ||
                       (type + 1 < at);
    const bool pointer = before == '*' && (next == ',' || next == ')' || next == ';' || next == '=' || next == '[') &&
                         (ptxc_tokens_is_name(tokens, type - 1) || ptxc_tokens_symbol(tokens, type - 1) == '*' ||
                          ptxc_tokens_symbol(tokens, type - 1) == '>');
    enum ptxc_address value = PTXC_ADDRESS_UNKNOWN;
    if ((next == '=' && ptxc_tokens_symbol(tokens, at + 2) != '=') || (typed && (next == '{' || next == '('))) {
        const struct ptxc_token_run run = ptxc_tokens_argument(tokens, at + 2, &end);
        value = depth > 0 ? address_of_run(tokens, run, depth - 1) : PTXC_ADDRESS_UNKNOWN;
    }
    if (value != PTXC_ADDRESS_UNKNOWN)
        return value;
    if (pointer || (typed && next == '['))
        return PTXC_ADDRESS_POINTER;
    return typed && (next == ',' || next == ')' || next == ';' || next == '=') ? PTXC_ADDRESS_SHARED
                                                                               : PTXC_ADDRESS_UNKNOWN;
}

/* Whether an asm statement gives the name at `at` its value: "=l"(name). */
static bool is_result(const struct ptxc_tokens *tokens, uint32_t at) {
    if (at < 2 || ptxc_tokens_symbol(tokens, at - 1) != '(' || tokens->items[at - 2].kind != PTXC_HOST_STRING)
        return false;
    const struct ptxc_span body = tokens->items[at - 2].body;
    return body.length > 0 && (tokens->source[body.offset] == '=' || tokens->source[body.offset] == '+');
}

/* Returns what the name at `name` is, by the nearest place before `from`, where its expression begins, that says so.
 * Parentheses are looked into only where they are around the name, or belong to the head of a block around it. In a
 * macro it may be a parameter, which is looked up where the macro is used. Where the place is too far away, the name
 * may be a converted address. */
static enum ptxc_address looked_up(const struct ptxc_tokens *tokens, uint32_t name, uint32_t from, int depth) {
    uint32_t blocks = 0, parentheses = 0, steps = 0;
    bool head = false, macro = false; /* on the way through one */
    uint32_t at = from;
    for (; at > 1 && steps < FURTHEST && ptxc_tokens_spend(tokens); steps++) {
        const char c = ptxc_tokens_symbol(tokens, --at);
        const enum ptxc_host_kind kind = tokens->items[at].kind;
        if (kind == PTXC_HOST_DEFINE && !macro)
            return PTXC_ADDRESS_SHARED;
        macro = kind == PTXC_HOST_DEFINE_END || (macro && kind != PTXC_HOST_DEFINE);
        if (macro)
            continue;
        if (c == '}') {
            blocks++;
        } else if (c == '{') {
            head |= blocks == 0;
            blocks -= blocks > 0;
        } else if (c == ')' && blocks == 0) {
            parentheses += !head || parentheses > 0;
            head = false;
        } else if (c == '(' && parentheses > 0 && blocks == 0) {
            parentheses--;
        } else if (blocks == 0 && ptxc_tokens_is_same(tokens, at, name) && !is_member(tokens, at)) {
            if (is_result(tokens, at))
                return PTXC_ADDRESS_SHARED;
            const enum ptxc_address found = parentheses > 0 ? PTXC_ADDRESS_UNKNOWN : declared(tokens, at, depth);
            if (found != PTXC_ADDRESS_UNKNOWN)
                return found;
        }
    }
    return at > 1 ? PTXC_ADDRESS_SHARED : PTXC_ADDRESS_UNKNOWN;
}

static enum ptxc_address address_of_run(const struct ptxc_tokens *tokens, struct ptxc_token_run run, int depth) {
    enum ptxc_address address = PTXC_ADDRESS_UNKNOWN;
    bool spoken = false;
    for (uint32_t at = run.first; at < run.first + run.count; at++) {
        const struct ptxc_host_token *token = &tokens->items[at];
        const char before = (char)(at > run.first ? ptxc_tokens_symbol(tokens, at - 1) : '(');
        if (ptxc_host_is_symbol(*token, '&') && (before == '(' || before == ')'))
            address = PTXC_ADDRESS_POINTER;
        if (token->kind != PTXC_HOST_WORD)
            continue;
        const bool speaks = speaks_of_shared(tokens->source + token->offset, token->length);
        if (is_called(tokens, at) && speaks)
            return PTXC_ADDRESS_SHARED;
        spoken |= speaks;
        if (is_called(tokens, at) || is_member(tokens, at) || ptxc_tokens_casts(tokens, at))
            continue;
        const char next = ptxc_tokens_symbol(tokens, at + 1);
        const bool followed = next == '.' || next == '[' || (next == '-' && ptxc_tokens_symbol(tokens, at + 2) == '>');
        const enum ptxc_address found = followed ? PTXC_ADDRESS_UNKNOWN : looked_up(tokens, at, run.first, depth);
        if (address != PTXC_ADDRESS_POINTER && found != PTXC_ADDRESS_UNKNOWN)
            address = found;
    }
    return address == PTXC_ADDRESS_UNKNOWN && spoken ? PTXC_ADDRESS_SHARED : address;
}

/* Returns the first token that begins at `offset` or after it. */
static uint32_t token_at(const struct ptxc_tokens *tokens, uint32_t offset) {
    uint32_t low = 0, high = tokens->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (tokens->items[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns what the expression is, a span of the source of the tokens. Where that has no tokens, its own words decide.
 */
static enum ptxc_address address_of(const struct ptxc_tokens *tokens, struct ptxc_span expression) {
    const uint32_t first = token_at(tokens, expression.offset),
                   end = token_at(tokens, expression.offset + expression.length);
    if (end > first && tokens->items[first].offset == expression.offset)
        return address_of_run(tokens, (struct ptxc_token_run){first, end - first}, DEEPEST);
    return speaks_of_shared(tokens->source + expression.offset, expression.length) ? PTXC_ADDRESS_SHARED
                                                                                   : PTXC_ADDRESS_UNKNOWN;
}

/* Returns the targets that the #if lines around a snippet leave: bit per ptxc_target. */
static ptxc_wide targets_of(struct ptxc_facts facts) {
    ptxc_wide targets = 0;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        const struct ptxc_target_row *row = &ptxc_targets[i];
        bool suffixed = facts.feature == PTXC_FEATURE_NONE || row->suffix == PTXC_SUFFIX_ARCHITECTURE ||
                        (facts.feature == PTXC_FEATURE_FAMILY && row->suffix == PTXC_SUFFIX_FAMILY);
        if (row->number >= facts.lowest && row->number <= facts.highest && suffixed)
            targets |= PTXC_WIDE_BIT(i);
    }
    return targets;
}

void ptxc_asm_narrow(struct ptxc_environment *environment, const struct ptxc_snippet *snippet) {
    ptxc_wide targets = targets_of(snippet->facts);
    const struct ptxc_facts likely = ptxc_host_facts_meet(snippet->facts, snippet->guess);
    const ptxc_wide likely_targets = likely.never ? 0 : targets_of(likely);
    /* Without #if lines nothing is narrowed: `among` stays 0, which is any target. */
    bool all = snippet->facts.lowest == 0 && snippet->facts.highest == PTXC_ANY_TARGET &&
               snippet->facts.feature == PTXC_FEATURE_NONE;
    if (environment->target != PTXC_TARGET_NONE && !(likely_targets >> environment->target & 1)) {
        environment->target = PTXC_TARGET_NONE;
        environment->ptx = 0;
    }
    environment->among = all ? 0 : targets;
}

void ptxc_asm_check_address(const struct ptxc_asm_operands *operands, struct ptxc_report *report,
                            const struct ptxc_value *value, const char *name) {
    const struct ptxc_asm_operand *operand = ptxc_template_operand(operands->template, value->span);
    const struct ptxc_span use = operands->template->snippet->use;
    if (!operand || operand->expression.length == 0 ||
        (use.length > 0 && !ptxc_host_span_is_inside(operand->expression, use)))
        return;
    uint8_t *looked_up = &operands->looked_up[operand - operands->template->snippet->operands];
    if (*looked_up == 0)
        *looked_up = 1 + address_of(operands->tokens, operand->expression);
    const enum ptxc_address address = *looked_up - 1;
    if (address == PTXC_ADDRESS_SHARED)
        return;
    struct ptxc_finding finding = {.rule = PTXC_RULE_ASM_ADDRESS, .span = operand->expression, .in_host = true};
    finding.message =
        ptxc_arena_format(&report->words, "%s should be an address from __cvta_generic_to_shared, and this is %s", name,
                          address == PTXC_ADDRESS_POINTER ? "a pointer" : "64 bits wide");
    ptxc_report_add(report, &finding);
}

/* Whether the instruction has this very qualifier. */
static bool is_there(const struct ptxc_instruction *instruction, enum ptxc_qualifier qualifier) {
    const struct ptxc_qualifier_use *use = ptxc_instruction_qualifier(instruction, ptxc_qualifiers[qualifier].slot);
    return use && use->id == qualifier;
}

/* Whether a qualifier makes a fence or a wait one that orders no other accesses. */
static bool is_unordered(const struct ptxc_instruction *instruction) {
    bool unordered = false;
#define UNORDERED(qualifier) unordered |= is_there(instruction, qualifier);
#include "qualifiers.def"
    return unordered;
}

void ptxc_asm_note(struct ptxc_asm_tally *tally, const struct ptxc_instruction *instruction) {
    enum ptxc_effect effect = ptxc_opcodes[instruction->opcode].effect;
    bool fence = (effect == PTXC_EFFECT_FENCE || effect == PTXC_EFFECT_WAIT) && !is_unordered(instruction);
    if ((fence && !tally->fences) || (effect == PTXC_EFFECT_MEMORY && !tally->fences && !tally->copies))
        tally->place = instruction->opcode_span;
    tally->fences |= fence;
    tally->copies |= effect == PTXC_EFFECT_MEMORY;
}

/* Counts a volatile statement without "memory", unless a comment allows it. */
static void count_unclobbered(const struct ptxc_snippet *snippet, struct ptxc_report *report, struct ptxc_span place,
                              struct ptxc_asm_unclobbered *unclobbered) {
    const struct ptxc_span located = snippet->piece_count > 0 ? ptxc_snippet_locate(snippet, place) : place;
    const struct ptxc_owner owner = {UINT32_MAX, snippet->statement.offset, snippet->template.offset};
    if (ptxc_suppression_allows(report, PTXC_RULE_ASM_MEMORY, located.offset, owner)) {
        report->suppressed += unclobbered->allowed != snippet->statement.offset + 1;
        unclobbered->allowed = snippet->statement.offset + 1;
        return;
    }
    if (unclobbered->count == 0)
        unclobbered->place = located;
    if (unclobbered->count == 0 || unclobbered->last != snippet->statement.offset)
        unclobbered->count++;
    unclobbered->last = snippet->statement.offset;
}

void ptxc_asm_report_unclobbered(struct ptxc_report *report, const struct ptxc_asm_unclobbered *unclobbered) {
    const char *summary = ptxc_rules[PTXC_RULE_ASM_MEMORY].summary;
    struct ptxc_finding finding = {
        .rule = PTXC_RULE_ASM_MEMORY, .span = unclobbered->place, .message = summary, .in_host = true, .mild = true};
    if (unclobbered->count > 1)
        finding.message =
            ptxc_arena_format(&report->words, "%s; %zu volatile ones in this file do not", summary, unclobbered->count);
    if (unclobbered->count > 0)
        ptxc_report_add(report, &finding);
}

/* Checks statements of C and C++ alone: of other languages it is not known what the compiler assumes. */
void ptxc_asm_check_statement(const struct ptxc_snippet *snippet, struct ptxc_report *report,
                              const struct ptxc_asm_tally *tally, struct ptxc_asm_unclobbered *unclobbered, bool any) {
    bool outputs = false;
    if (snippet->kind != PTXC_SNIPPET_STATEMENT || (snippet->style != PTXC_TEMPLATE_GCC && !snippet->is_basic))
        return;
    for (size_t i = 0; i < snippet->operand_count; i++)
        outputs |= snippet->operands[i].is_output;
    if (tally->fences && !snippet->clobbers_memory && snippet->is_volatile)
        count_unclobbered(snippet, report, tally->place, unclobbered);
    else if (tally->fences && !snippet->clobbers_memory)
        ptxc_report_raise(report, PTXC_RULE_ASM_MEMORY, tally->place, ptxc_rules[PTXC_RULE_ASM_MEMORY].summary);
    else if (tally->copies && !snippet->clobbers_memory)
        ptxc_report_raise(report, PTXC_RULE_ASM_MEMORY_COPY, tally->place,
                          ptxc_rules[PTXC_RULE_ASM_MEMORY_COPY].summary);
    /* A "memory" clobber keeps the statement in its place as well, so the keyword is not asked for then. */
    if (any && !outputs && !snippet->is_volatile && !snippet->is_basic && !snippet->clobbers_memory) {
        struct ptxc_finding finding = {.rule = PTXC_RULE_ASM_VOLATILE,
                                       .span = {snippet->statement.offset, 3},
                                       .message = ptxc_rules[PTXC_RULE_ASM_VOLATILE].summary,
                                       .in_host = true};
        ptxc_report_add(report, &finding);
    }
}

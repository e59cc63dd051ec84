/* Conditions: see condition.h.
 *
 * A condition is evaluated to two sets of facts: what follows about the target where it holds, and what where it does
 * not. Facts are ranges of targets, so that && meets two of them and || joins them to the smallest range that has both;
 * `!` swaps the two sets. What is not understood gives no facts on either side, which is always sound.
 */
#include "host/c/condition.h"

#include <string.h>

#include "host/c/directive.h"
#include "host/c/feature.h"
#include "host/c/lexer.h"

enum { DEEPEST_EXPRESSION = 32 };

/* The facts that follow where a condition is true, and those that follow where it is false. */
struct verdict {
    struct ptxc_facts when_true;
    struct ptxc_facts when_false;
};

static const struct ptxc_facts nothing = {.highest = PTXC_ANY_TARGET};
static const struct ptxc_facts never = {.highest = PTXC_ANY_TARGET, .never = true};
static const struct verdict unknown = {{.highest = PTXC_ANY_TARGET}, {.highest = PTXC_ANY_TARGET}};

static struct verdict negate(struct verdict verdict) {
    return (struct verdict){verdict.when_false, verdict.when_true};
}

static struct verdict both(struct verdict left, struct verdict right) {
    return (struct verdict){ptxc_host_facts_meet(left.when_true, right.when_true),
                            ptxc_host_facts_join(left.when_false, right.when_false)};
}

/* ---- reading a condition ---- */

struct evaluator {
    struct ptxc_host_lexer lexer;
    struct ptxc_host_token token; /* the next, not consumed */
    bool guesses;                 /* what is named as a target is taken for one */
    const struct ptxc_defines *defines;
};

static void advance(struct evaluator *evaluator) {
    evaluator->token = ptxc_host_c_next(&evaluator->lexer);
}

/* Consumes the token if it is this symbol. */
static bool accept(struct evaluator *evaluator, char symbol) {
    if (!ptxc_host_is_symbol(evaluator->token, symbol))
        return false;
    advance(evaluator);
    return true;
}

/* Whether `&&` or `||` comes next; moves over it. */
static bool accept_pair(struct evaluator *evaluator, char symbol) {
    struct ptxc_host_lexer lexer = evaluator->lexer;
    if (!ptxc_host_is_symbol(evaluator->token, symbol) || !ptxc_host_is_symbol(ptxc_host_c_next(&lexer), symbol))
        return false;
    evaluator->lexer = lexer;
    advance(evaluator);
    return true;
}

static bool is_word(const struct evaluator *evaluator, const char *word) {
    return ptxc_host_is_word(evaluator->lexer.source, evaluator->token, word);
}

/* Consumes the token if it is this word. */
static bool accept_word(struct evaluator *evaluator, const char *word) {
    if (!is_word(evaluator, word))
        return false;
    advance(evaluator);
    return true;
}

/* Moves past the parenthesis that closes the one at the token. */
static void skip_arguments(struct evaluator *evaluator) {
    uint32_t depth = 0;
    do {
        if (ptxc_host_is_symbol(evaluator->token, '('))
            depth++;
        else if (ptxc_host_is_symbol(evaluator->token, ')'))
            depth--;
        advance(evaluator);
    } while (depth > 0 && evaluator->token.kind != PTXC_HOST_END);
}

/* Returns the verdict of a condition that implies these facts and whose opposite implies nothing. */
static struct verdict where_true(struct ptxc_facts facts) {
    return (struct verdict){facts, nothing};
}

static struct verdict constant(bool value) {
    return value ? (struct verdict){nothing, never} : (struct verdict){never, nothing};
}

/* Returns what the caller says of the name. */
static enum ptxc_defined find_defined(const struct evaluator *evaluator, struct ptxc_host_token name, uint32_t *value) {
    const struct ptxc_span span = ptxc_host_place(name);
    const bool word = name.kind == PTXC_HOST_WORD && !evaluator->guesses;
    return word ? ptxc_defines_find(evaluator->defines, evaluator->lexer.source, span, value) : PTXC_DEFINED_UNKNOWN;
}

/* The value of a number, or of a name of which the caller says it; one that is not defined counts as 0. */
static bool value_of(const struct evaluator *evaluator, struct ptxc_host_token atom, uint32_t *value) {
    if (ptxc_host_number_read(evaluator->lexer.source, atom, value))
        return true;
    const enum ptxc_defined defined = find_defined(evaluator, atom, value);
    if (defined == PTXC_DEFINED_NOT)
        *value = 0;
    return defined == PTXC_DEFINED_NOT || defined == PTXC_DEFINED_NUMBER;
}

/* Returns the verdict of "the macro is defined". A macro that every compilation of PTX defines makes it always true. */
static struct verdict macro_defined(const struct evaluator *evaluator, struct ptxc_host_token name) {
    const char *source = evaluator->lexer.source;
    const struct ptxc_arch_macro *macro = ptxc_host_arch_macro_find(source, name);
    struct ptxc_facts facts = nothing;
    uint32_t value;
    const enum ptxc_defined defined = find_defined(evaluator, name, &value);
    if (defined != PTXC_DEFINED_UNKNOWN)
        return constant(defined != PTXC_DEFINED_NOT);
    if (!macro)
        return where_true(ptxc_feature_macro_facts(source, name));
    if (macro->feature == PTXC_FEATURE_NONE)
        return (struct verdict){nothing, never};
    facts.feature = macro->feature;
    return where_true(facts);
}

/* Returns the verdict of `macro >= value`, where the macro is the number of the target times `times`: 900 for sm_90. */
static struct verdict at_least(uint32_t value, uint32_t times) {
    struct verdict verdict = unknown;
    uint32_t lowest = (value + times - 1) / times;
    if (lowest == 0 || lowest >= PTXC_ANY_TARGET)
        return unknown;
    verdict.when_true.lowest = (uint16_t)lowest;
    verdict.when_false.highest = (uint16_t)(lowest - 1);
    return verdict;
}

/* Returns the verdict of any comparison of such a macro with a value. */
static struct verdict compare(const char *operator, uint32_t value, uint32_t times) {
    const struct verdict from = at_least(value, times), above = at_least(value + 1, times);
    struct verdict equal = both(from, negate(above));
    if (strcmp(operator, ">=") == 0)
        return from;
    if (strcmp(operator, ">") == 0)
        return above;
    if (strcmp(operator, "<") == 0)
        return negate(from);
    if (strcmp(operator, "<=") == 0)
        return negate(above);
    equal.when_false = nothing; /* "not this one target" is no range */
    return strcmp(operator, "==") == 0 ? equal : strcmp(operator, "!=") == 0 ? negate(equal) : unknown;
}

/* Consumes a word or a number, which may be in parentheses, and returns it. */
static bool accept_atom(struct evaluator *evaluator, struct ptxc_host_token *atom) {
    struct evaluator before = *evaluator;
    uint32_t depth = 0;
    while (depth < DEEPEST_EXPRESSION && accept(evaluator, '('))
        depth++;
    *atom = evaluator->token;
    advance(evaluator);
    while (depth > 0 && accept(evaluator, ')'))
        depth--;
    if (depth == 0 && (atom->kind == PTXC_HOST_WORD || atom->kind == PTXC_HOST_NUMBER))
        return true;
    *evaluator = before;
    return false;
}

/* Reads a comparison operator, if one comes next. */
static bool read_operator(struct evaluator *evaluator, char operator[3]) {
    char c = evaluator->token.symbol;
    if (evaluator->token.kind != PTXC_HOST_SYMBOL || !c || !strchr("<>=!", c))
        return false;
    operator[0] = c;
    advance(evaluator);
    operator[1] = accept(evaluator, '=') ? '=' : 0;
    return true;
}

/* Whether the term goes on with an operator that would change its meaning, such as + 1 or << 2. */
static bool goes_on(const struct evaluator *evaluator) {
    char c = evaluator->token.symbol;
    if (evaluator->token.kind == PTXC_HOST_END)
        return false;
    if (is_word(evaluator, "and") || is_word(evaluator, "or"))
        return false;
    return evaluator->token.kind != PTXC_HOST_SYMBOL || (c != ')' && c != '&' && c != '|');
}

/* Moves to the end of a term that is not understood; its verdict says nothing. */
static struct verdict give_up(struct evaluator *evaluator) {
    while (evaluator->token.kind != PTXC_HOST_END && goes_on(evaluator)) {
        if (ptxc_host_is_symbol(evaluator->token, '('))
            skip_arguments(evaluator);
        else
            advance(evaluator);
    }
    return unknown;
}

/* Turns the operator around, for a number that stands before the macro: 900 <= macro. */
static void mirror(char operator[3]) {
    if (operator[0] == '<' || operator[0] == '>')
        operator[0] = operator[0] == '<' ? '>' : '<';
}

/* The truth of a comparison of two numbers, neither of which is a macro. */
static bool compare_numbers(uint32_t left, const char *operator, uint32_t right) {
    switch (operator[0]) {
    case '<': return operator[1] ? left <= right : left<right;
    case '>': return operator[1] ? left >= right : left> right;
    default: return (left == right) == (operator[0] == '=');
    }
}

/* Returns the verdict of a comparison of what is named as a target, which counts 90 or 900 for sm_90. */
static struct verdict guess(const char *operator, uint32_t value) {
    enum { FIRST = 300 }; /* that is no number of a target but ten times one */
    return compare(operator, value, value >= FIRST ? 10 : 1);
}

/* Reads a term that begins with a word, which is consumed, where names may be taken for targets: `a::b.arch >= 900`. */
static struct verdict named_term(struct evaluator *evaluator, struct ptxc_host_token name) {
    const char *source = evaluator->lexer.source;
    bool target = ptxc_feature_names_target(source, name);
    char operator[3] = "";
    struct ptxc_host_token other;
    uint32_t value;
    while (accept(evaluator, ':') || accept(evaluator, '.')) {
        target |= ptxc_feature_names_target(source, evaluator->token);
        if (evaluator->token.kind == PTXC_HOST_WORD)
            advance(evaluator);
    }
    if (ptxc_host_is_symbol(evaluator->token, '('))
        skip_arguments(evaluator);
    if (!target || !read_operator(evaluator, operator) || !accept_atom(evaluator, &other) || goes_on(evaluator))
        return give_up(evaluator);
    return value_of(evaluator, other, &value) ? guess(operator, value) : unknown;
}

/* Reads a term that begins with a number, which is consumed: the number alone, or its comparison. */
static struct verdict number_term(struct evaluator *evaluator, uint32_t value) {
    char operator[3] = "";
    struct ptxc_host_token other;
    uint32_t second;
    if (!goes_on(evaluator))
        return constant(value != 0);
    if (!read_operator(evaluator, operator) || !accept_atom(evaluator, &other) || goes_on(evaluator))
        return give_up(evaluator);
    if (value_of(evaluator, other, &second))
        return operator[1] || operator[0] == '<' || operator[0] == '>'
                   ? constant(compare_numbers(value, operator, second))
                   : unknown;
    const struct ptxc_arch_macro *macro = ptxc_host_arch_macro_find(evaluator->lexer.source, other);
    mirror(operator);
    if (evaluator->guesses && ptxc_feature_names_target(evaluator->lexer.source, other))
        return guess(operator, value);
    return macro && macro->feature == PTXC_FEATURE_NONE ? compare(operator, value, macro->times) : unknown;
}

/* Returns the verdict of a comparison with a macro that is defined only where the target has a suffix. Elsewhere it
 * counts as 0, so only comparisons that 0 fails say anything. */
static struct verdict with_feature(struct verdict verdict, const char *operator, enum ptxc_feature feature) {
    if (strcmp(operator, "==") != 0 && operator[0] != '>')
        return unknown;
    verdict.when_true.feature = feature;
    if (feature == PTXC_FEATURE_FAMILY)
        verdict.when_true.highest = PTXC_ANY_TARGET; /* a family has more members than its first */
    verdict.when_false = nothing;
    return verdict;
}

/* Reads the use of a macro with arguments, such as __CUDA_ARCH_HAS_FEATURE__(SM90_ALL). */
static struct verdict call_term(struct evaluator *evaluator, struct ptxc_host_token name) {
    const char *source = evaluator->lexer.source;
    struct evaluator inside = *evaluator;
    advance(&inside);
    skip_arguments(evaluator);
    if (goes_on(evaluator))
        return give_up(evaluator);
    return inside.token.kind == PTXC_HOST_WORD ? where_true(ptxc_feature_query_facts(source, name, inside.token))
                                               : unknown;
}

/* Reads a term that begins with a word, which is consumed: a macro, its use, or its comparison. */
static struct verdict word_term(struct evaluator *evaluator, struct ptxc_host_token name) {
    const char *source = evaluator->lexer.source;
    const struct ptxc_arch_macro *macro = ptxc_host_arch_macro_find(source, name);
    char operator[3] = "";
    struct ptxc_host_token other;
    uint32_t value;
    if (evaluator->guesses)
        return named_term(evaluator, name);
    if (ptxc_host_is_symbol(evaluator->token, '('))
        return call_term(evaluator, name);
    if (!goes_on(evaluator))
        return where_true(ptxc_feature_macro_facts(source, name));
    if (!macro || !read_operator(evaluator, operator) || !accept_atom(evaluator, &other) || goes_on(evaluator))
        return give_up(evaluator);
    if (!value_of(evaluator, other, &value))
        return unknown;
    struct verdict verdict = compare(operator, value, macro->times);
    return macro->feature == PTXC_FEATURE_NONE ? verdict : with_feature(verdict, operator, macro->feature);
}

/* Reads `defined X` or `defined(X)`. */
static struct verdict defined_term(struct evaluator *evaluator) {
    advance(evaluator);
    bool open = accept(evaluator, '(');
    struct ptxc_host_token name = evaluator->token;
    advance(evaluator);
    if (open && !accept(evaluator, ')'))
        return give_up(evaluator);
    return name.kind == PTXC_HOST_WORD ? macro_defined(evaluator, name) : unknown;
}

static struct verdict read_or(struct evaluator *evaluator, int depth);

/* Reads one operand of && or ||. Recursion is bounded by `depth`; what is nested deeper is not understood. */
static struct verdict read_term(struct evaluator *evaluator, int depth) {
    struct ptxc_host_token atom;
    uint32_t value;
    if (depth == 0)
        return give_up(evaluator);
    if (accept_word(evaluator, "not") || accept(evaluator, '!'))
        return negate(read_term(evaluator, depth - 1));
    if (is_word(evaluator, "defined"))
        return defined_term(evaluator);
    if (accept_atom(evaluator, &atom))
        return value_of(evaluator, atom, &value) ? number_term(evaluator, value) : word_term(evaluator, atom);
    if (accept(evaluator, '(')) {
        struct verdict verdict = read_or(evaluator, depth - 1);
        return accept(evaluator, ')') && !goes_on(evaluator) ? verdict : give_up(evaluator);
    }
    return give_up(evaluator);
}

/* Reads terms joined by &&: all of their facts hold where it is true, one of them fails where it is false. */
static struct verdict read_and(struct evaluator *evaluator, int depth) {
    struct verdict verdict = read_term(evaluator, depth);
    while (accept_pair(evaluator, '&') || accept_word(evaluator, "and"))
        verdict = both(verdict, read_term(evaluator, depth));
    return verdict;
}

/* Reads terms joined by ||, as not (not a and not b). */
static struct verdict read_or(struct evaluator *evaluator, int depth) {
    struct verdict verdict = read_and(evaluator, depth);
    while (accept_pair(evaluator, '|') || accept_word(evaluator, "or"))
        verdict = negate(both(negate(verdict), negate(read_and(evaluator, depth))));
    return verdict;
}

void ptxc_condition_guess(const char *source, struct ptxc_span condition, struct ptxc_facts *holds,
                          struct ptxc_facts *fails) {
    struct evaluator evaluator = {.lexer = ptxc_host_lexer_at(source, condition), .guesses = true};
    advance(&evaluator);
    struct verdict verdict = read_or(&evaluator, DEEPEST_EXPRESSION);
    if (evaluator.token.kind != PTXC_HOST_END)
        verdict = unknown;
    *holds = verdict.when_true;
    *fails = verdict.when_false;
}

/* ---- directives ---- */

/* Returns the verdict of the condition of an #if, #ifdef or #ifndef line, or of their #elif forms. Text after a whole
 * condition means that it was not understood. */
static struct verdict evaluate(const struct ptxc_host_conditions *conditions, const char *source,
                               struct ptxc_span span) {
    struct ptxc_span name = ptxc_directive_name(source, span);
    struct evaluator evaluator = {.lexer = ptxc_host_lexer_at(source, span), .defines = conditions->defines};
    evaluator.lexer.position = name.offset + name.length;
    advance(&evaluator);
    if (ptxc_host_span_is(source, name, "if") || ptxc_host_span_is(source, name, "elif")) {
        struct verdict verdict = read_or(&evaluator, DEEPEST_EXPRESSION);
        return evaluator.token.kind == PTXC_HOST_END ? verdict : unknown;
    }
    struct verdict verdict =
        evaluator.token.kind == PTXC_HOST_WORD ? macro_defined(&evaluator, evaluator.token) : unknown;
    bool negative = source[name.offset + name.length - 4] == 'n'; /* ...ndef */
    return negative ? negate(verdict) : verdict;
}

/* Returns the facts that follow from what the caller says of a macro: that its value is the number of a target, or that
 * it is defined and names a feature. */
static struct ptxc_facts facts_of_define(const struct ptxc_defines *defines, const char *name) {
    const struct ptxc_span span = {0, (uint32_t)strlen(name)};
    const struct ptxc_host_token word = {.kind = PTXC_HOST_WORD, .length = span.length};
    const struct ptxc_arch_macro *macro = ptxc_host_arch_macro_find(name, word);
    uint32_t value;
    if (ptxc_defines_find(defines, name, span, &value) != PTXC_DEFINED_NUMBER || value == 0)
        return nothing;
    if (!macro)
        return ptxc_feature_macro_facts(name, word);
    if (value % macro->times != 0 || !ptxc_feature_is_target(value / macro->times))
        return nothing;
    const struct verdict verdict = compare("==", value, macro->times);
    return macro->feature == PTXC_FEATURE_NONE ? verdict.when_true
                                               : with_feature(verdict, "==", macro->feature).when_true;
}

void ptxc_conditions_begin(struct ptxc_host_conditions *conditions, const struct ptxc_defines *defines) {
    conditions->depth = 0;
    conditions->branches = 0;
    conditions->defines = defines;
    conditions->given = conditions->selected = nothing;
    for (size_t i = 0; defines && i < defines->count; i++)
        conditions->given = ptxc_host_facts_meet(conditions->given, facts_of_define(defines, defines->items[i].name));
}

/* Returns what the #if lines and the caller say here. */
static struct ptxc_facts facts_of_lines(const struct ptxc_host_conditions *conditions) {
    size_t depth = conditions->depth < PTXC_MAX_CONDITIONS ? conditions->depth : PTXC_MAX_CONDITIONS;
    return depth ? conditions->open[depth - 1].inside : conditions->given;
}

struct ptxc_facts ptxc_conditions_facts(const struct ptxc_host_conditions *conditions) {
    return ptxc_host_facts_meet(facts_of_lines(conditions), conditions->selected);
}

void ptxc_conditions_narrow(struct ptxc_host_conditions *conditions, struct ptxc_facts facts) {
    const size_t depth = conditions->depth < PTXC_MAX_CONDITIONS ? conditions->depth : PTXC_MAX_CONDITIONS;
    struct ptxc_facts *here = depth ? &conditions->open[depth - 1].inside : &conditions->given;
    *here = ptxc_host_facts_meet(*here, facts);
}

/* Whether the two facts of the verdict divide all targets between them: which of the branches is compiled is known for
 * each target. */
static bool is_exact(struct verdict verdict) {
    const struct ptxc_facts *yes = &verdict.when_true, *no = &verdict.when_false;
    const bool plain = yes->feature == PTXC_FEATURE_NONE && no->feature == PTXC_FEATURE_NONE;
    return yes->never || no->never || (plain && (yes->lowest == no->highest + 1 || no->lowest == yes->highest + 1));
}

/* Enters the next branch of an #if: its condition holds, and those of the branches before it do not. */
static void enter_branch(struct ptxc_host_conditions *conditions, struct verdict verdict) {
    struct ptxc_host_condition *condition = &conditions->open[conditions->depth - 1];
    condition->inside =
        ptxc_host_facts_meet(condition->outside, ptxc_host_facts_meet(condition->before, verdict.when_true));
    condition->before = ptxc_host_facts_meet(condition->before, verdict.when_false);
    condition->exact &= is_exact(verdict);
    condition->branch = ++conditions->branches;
}

bool ptxc_conditions_undecided(const struct ptxc_host_conditions *conditions, uint32_t branch) {
    bool undecided = conditions->depth > PTXC_MAX_CONDITIONS;
    for (size_t i = conditions->depth; !undecided && i > 0 && conditions->open[i - 1].branch > branch; i--)
        undecided = !conditions->open[i - 1].exact;
    return undecided;
}

bool ptxc_conditions_is_inside(const struct ptxc_host_conditions *conditions, size_t depth, uint32_t branch) {
    return depth == 0 ||
           (depth <= PTXC_MAX_CONDITIONS && depth <= conditions->depth && conditions->open[depth - 1].branch == branch);
}

void ptxc_conditions_follow(struct ptxc_host_conditions *conditions, const char *source, struct ptxc_span span) {
    const struct verdict always = {nothing, never};
    enum ptxc_directive directive = ptxc_directive_find(source, span);
    if (directive == PTXC_DIRECTIVE_OTHER)
        return;
    if (directive == PTXC_DIRECTIVE_IF) {
        struct ptxc_facts outside = facts_of_lines(conditions);
        if (conditions->depth++ >= PTXC_MAX_CONDITIONS)
            return;
        conditions->open[conditions->depth - 1] = (struct ptxc_host_condition){outside, nothing, outside, 0, true};
        enter_branch(conditions, evaluate(conditions, source, span));
    } else if (conditions->depth > 0 && directive == PTXC_DIRECTIVE_ENDIF) {
        conditions->depth--;
    } else if (conditions->depth > 0 && conditions->depth <= PTXC_MAX_CONDITIONS) {
        enter_branch(conditions, directive == PTXC_DIRECTIVE_ELSE ? always : evaluate(conditions, source, span));
    }
}

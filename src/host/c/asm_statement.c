/* The asm statement of GNU C: qualifiers, template, outputs, inputs, clobbers, labels. See asm_statement.h.
 *
 * Where #if lines cut a statement, it is read several times: variant 0 takes the first branch of each #if, variant 1
 * the second, and so on, so that every branch is read though not every combination of them. A statement that begins in
 * one branch and ends after the #endif skips the other branches; the scan then goes on in them and finds the statement
 * again. The budget of the extraction limits how much is read twice.
 */
#include "host/c/asm_statement.h"

#include <string.h>

#include "host/c/constant.h"
#include "host/c/directive.h"
#include "host/c/lexer.h"
#include "host/c/macro_use.h"
#include "host/common/literal.h"

enum { MAX_VARIANTS = 8, MAX_NESTED_IFS = 16 };

/* An #if inside the statement. */
struct choice {
    uint32_t branch; /* the present one, from 0 */
    bool taken;      /* some branch was taken */
    bool has_else;
};

struct statement {
    struct ptxc_extraction *extraction;
    const struct ptxc_macros *macros;
    struct ptxc_host_lexer lexer;
    const struct ptxc_host_conditions
        *conditions;                      /* those in front of the statement, until it has a line that changes them */
    struct ptxc_host_conditions *changed; /* room for these */
    struct ptxc_host_token token;         /* the next, not consumed */
    uint32_t end;                         /* after the last token consumed */
    uint32_t variant;                     /* which branch of each #if to take */
    uint32_t variants;                    /* how many the #if lines so far have */
    struct choice choices[MAX_NESTED_IFS];
    size_t depth;
    bool resumes; /* other branches of an outer #if were skipped, from `resume` on */
    struct ptxc_host_lexer resume;
    bool broken;
    struct ptxc_snippet snippet;
    struct ptxc_builder *template;
};

bool ptxc_asm_begins(const char *source, struct ptxc_host_token word) {
    return ptxc_host_is_word(source, word, "asm") || ptxc_host_is_word(source, word, "__asm") ||
           ptxc_host_is_word(source, word, "__asm__");
}

/* ---- the branches ---- */

/* Passes a preprocessor line to the conditions; returns what it is. */
static enum ptxc_directive follow(struct statement *statement, struct ptxc_host_token line) {
    struct ptxc_span span = ptxc_host_place(line);
    if (statement->conditions != statement->changed)
        *statement->changed = *statement->conditions;
    statement->conditions = statement->changed;
    ptxc_conditions_follow(statement->changed, statement->lexer.source, span);
    return ptxc_directive_find(statement->lexer.source, span);
}

/* Whether this variant reads the branch that the directive begins. It takes an #else where there are fewer branches
 * than variants. If so, notes what the condition says of the target. */
static bool enter_branch(struct statement *statement, enum ptxc_directive directive) {
    struct choice *choice = &statement->choices[statement->depth - 1];
    choice->has_else |= directive == PTXC_DIRECTIVE_ELSE;
    bool wanted = choice->branch == statement->variant || (directive == PTXC_DIRECTIVE_ELSE && !choice->taken);
    if (choice->taken || !wanted)
        return false;
    choice->taken = true;
    statement->snippet.facts =
        ptxc_host_facts_meet(statement->snippet.facts, ptxc_conditions_facts(statement->conditions));
    return true;
}

/* Leaves an #if and counts its branches: the statement has as many variants as its longest #if has branches. */
static void leave_choice(struct statement *statement) {
    const struct choice *choice = &statement->choices[--statement->depth];
    uint32_t branches = choice->branch + 1 + !choice->has_else; /* no #else: an empty branch */
    if (branches > statement->variants)
        statement->variants = branches;
}

/* Skips a branch with the #if blocks inside it; returns the directive that ends it, which has been followed. */
static enum ptxc_directive skip_branch(struct statement *statement) {
    uint32_t depth = 0;
    for (;;) {
        struct ptxc_host_token token = ptxc_host_c_next(&statement->lexer);
        if (token.kind == PTXC_HOST_END)
            return PTXC_DIRECTIVE_OTHER;
        if (token.kind != PTXC_HOST_DIRECTIVE)
            continue;
        enum ptxc_directive directive = follow(statement, token);
        if (depth == 0 && directive != PTXC_DIRECTIVE_IF && directive != PTXC_DIRECTIVE_OTHER)
            return directive;
        depth += directive == PTXC_DIRECTIVE_IF;
        depth -= directive == PTXC_DIRECTIVE_ENDIF;
    }
}

/* Follows a directive of an #if that the statement opened; skips the branches that this variant does not take. */
static void choose(struct statement *statement, enum ptxc_directive directive) {
    for (;;) {
        if (directive == PTXC_DIRECTIVE_ENDIF) {
            leave_choice(statement);
            return;
        }
        if (directive == PTXC_DIRECTIVE_OTHER) {
            statement->broken = true;
            return;
        }
        if (directive != PTXC_DIRECTIVE_IF)
            statement->choices[statement->depth - 1].branch++;
        if (enter_branch(statement, directive))
            return;
        directive = skip_branch(statement);
    }
}

/* Follows a preprocessor line inside the statement: opens an #if of its own, moves to the next branch of one, or, where
 * the branch in which the statement began ends, skips the other branches and remembers where they begin. */
static void read_directive(struct statement *statement, struct ptxc_host_token line) {
    struct ptxc_host_lexer here = statement->lexer;
    here.position = line.offset;
    here.inside_line = false;
    enum ptxc_directive directive = follow(statement, line);
    if (directive == PTXC_DIRECTIVE_IF) {
        if (statement->depth == MAX_NESTED_IFS) {
            statement->broken = true;
            return;
        }
        statement->choices[statement->depth++] = (struct choice){0};
        choose(statement, directive);
    } else if (directive != PTXC_DIRECTIVE_OTHER && statement->depth > 0) {
        choose(statement, directive);
    } else if (directive == PTXC_DIRECTIVE_ELIF || directive == PTXC_DIRECTIVE_ELSE) {
        /* The branch in which the statement began ends before the statement does. Of all the other branches the first
         * place is kept, where the search goes on later. */
        if (!statement->resumes)
            statement->resume = here;
        statement->resumes = true;
        while (directive == PTXC_DIRECTIVE_ELIF || directive == PTXC_DIRECTIVE_ELSE)
            directive = skip_branch(statement);
    }
}

/* Moves to the next token that belongs to the statement. */
static void advance(struct statement *statement) {
    statement->end = statement->token.offset + statement->token.length;
    do {
        statement->token = ptxc_host_c_next(&statement->lexer);
        if (statement->token.kind == PTXC_HOST_DIRECTIVE)
            read_directive(statement, statement->token);
        else if (statement->token.kind == PTXC_HOST_DEFINE)
            statement->broken = true;
    } while (statement->token.kind == PTXC_HOST_DIRECTIVE && !statement->broken);
}

/* ---- helpers ---- */

static bool is_symbol(const struct statement *statement, char symbol) {
    return !statement->broken && ptxc_host_is_symbol(statement->token, symbol);
}

/* Consumes the token if it is this symbol. */
static bool accept(struct statement *statement, char symbol) {
    if (!is_symbol(statement, symbol))
        return false;
    advance(statement);
    return true;
}

/* Whether the statement cannot go on here: another one begins, or the file or macro around it ends. */
static bool ends_reading(const struct statement *statement) {
    enum ptxc_host_kind kind = statement->token.kind;
    return statement->broken || kind == PTXC_HOST_END || kind == PTXC_HOST_DEFINE_END ||
           (kind == PTXC_HOST_WORD && ptxc_asm_begins(statement->lexer.source, statement->token));
}

/* Moves past the bracket that closes the one at the token; returns the text between the two. A ';' outside of braces
 * means that it was never closed. */
static struct ptxc_span skip_brackets(struct statement *statement) {
    uint32_t depth = 0, braces = 0, start = statement->token.offset + statement->token.length;
    do {
        if (ends_reading(statement) || (braces == 0 && is_symbol(statement, ';'))) {
            statement->broken = true;
            break;
        }
        char symbol = statement->token.symbol; /* 0 for all other tokens */
        braces += symbol == '{';
        braces -= braces > 0 && symbol == '}';
        depth += ptxc_host_bracket(statement->token);
        advance(statement);
    } while (depth > 0);
    uint32_t last = statement->end > start ? statement->end - 1 : start;
    return (struct ptxc_span){start, last - start};
}

/* ---- the template, and other text made of literals ---- */

/* Whether text made of literals ends here: at a colon, comma, bracket, or the expression of an operand. In a template,
 * commas and parentheses may belong to a macro that stands for text. */
static bool ends_text(const struct statement *statement, bool template) {
    if (ends_reading(statement))
        return true;
    if (statement->token.kind != PTXC_HOST_SYMBOL)
        return false;
    char symbol = statement->token.symbol;
    return symbol == ':' || symbol == ')' || symbol == ';' || symbol == ']' || symbol == '}' ||
           (!template && (symbol == ',' || symbol == '('));
}

/* Reads literals and what stands between them: a macro whose text is known is expanded, all else is unknown text. */
static void read_text(struct statement *statement, struct ptxc_builder *builder, bool template) {
    while (!ends_text(statement, template)) {
        struct ptxc_host_token token = statement->token;
        uint32_t start = token.offset;
        if (token.kind == PTXC_HOST_STRING) {
            ptxc_host_builder_literal(builder, statement->lexer.source, &token);
            advance(statement);
            continue;
        }
        if (token.kind == PTXC_HOST_WORD &&
            ptxc_macros_expand(statement->macros, statement->extraction, &statement->lexer, token, builder)) {
            statement->token.length = statement->lexer.position - start;
            advance(statement);
            continue;
        }
        if (ptxc_host_bracket(statement->token) > 0)
            skip_brackets(statement);
        else
            advance(statement);
        ptxc_host_builder_unknown(builder, (struct ptxc_span){start, statement->end - start});
    }
}

/* ---- the sections ---- */

/* Reads the symbolic name `[name]` into a string of its own. */
static const char *read_name(struct statement *statement) {
    struct ptxc_span span = skip_brackets(statement);
    char *name = ptxc_arena_alloc(statement->extraction->arena, (size_t)span.length + 1);
    if (name)
        memcpy(name, statement->lexer.source + span.offset, span.length);
    return name;
}

/* Notes that an unknown macro stands in the sections: it may expand to operands and clobbers. */
static void note_unknown(struct statement *statement) {
    statement->snippet.operands_known = false;
    statement->snippet.clobbers_memory = true;
}

/* Evaluates the expression of an operand whose constraint asks for a constant. */
static void read_constant(struct statement *statement, struct ptxc_asm_operand *operand) {
    static const char letters[] = {
#define CONSTANT_CONSTRAINT(letter) letter,
#include "inline_asm.def"
        0};
    operand->is_constant = operand->constraint[0] && strchr(letters, operand->constraint[0]) && !operand->constraint[1];
    /* In the body of a definition a name may be a parameter. */
    const struct ptxc_constant_names names = {statement->macros, statement->extraction, statement->conditions};
    if (operand->is_constant && !statement->broken)
        operand->has_value =
            ptxc_constant_evaluate(statement->lexer.source, operand->expression,
                                   statement->extraction->in_definition ? NULL : &names, &operand->value);
}

/* Reads one operand: [name] "constraint" (expression). Without expression or constraint it is none. */
static void read_operand(struct statement *statement, bool is_output) {
    struct ptxc_asm_operand operand = {.is_output = is_output};
    struct ptxc_builder *constraint = ptxc_host_builder_open(statement->extraction, PTXC_WORK_LIST);
    if (is_symbol(statement, '['))
        operand.name = read_name(statement);
    /* A macro may stand for any number of operands, unless the file says that it is a constraint. */
    if (statement->token.kind != PTXC_HOST_STRING &&
        !ptxc_macros_is_text(statement->macros, statement->extraction, statement->token))
        note_unknown(statement);
    read_text(statement, constraint, false);
    operand.constraint = ptxc_host_builder_string(constraint);
    if (is_symbol(statement, '(')) {
        operand.expression = skip_brackets(statement);
        read_constant(statement, &operand);
    } else if (constraint->length == 0 || ends_reading(statement)) {
        statement->broken = true;
        return;
    }
    ptxc_host_snippet_add_operand(statement->extraction, &statement->snippet, &operand);
}

/* Remembers the first token that the grammar of the statement does not expect. It is reported later. */
static void note_unexpected(struct statement *statement) {
    if (statement->snippet.unexpected.length == 0)
        statement->snippet.unexpected = (struct ptxc_span){statement->token.offset, statement->token.length};
}

/* Reads the outputs or the inputs. */
static void read_operands(struct statement *statement, bool are_outputs) {
    while (!statement->broken && !is_symbol(statement, ':') && !is_symbol(statement, ')')) {
        read_operand(statement, are_outputs);
        if (accept(statement, ','))
            continue;
        if (statement->broken || statement->token.kind != PTXC_HOST_STRING)
            break;
        note_unexpected(statement); /* a missing comma: the next operand begins all the same */
    }
}

/* Reads the clobbers. What matters is "memory"; a clobber that is not known may be it. */
static void read_clobbers(struct statement *statement) {
    while (!statement->broken && !is_symbol(statement, ':') && !is_symbol(statement, ')')) {
        struct ptxc_builder *clobber = ptxc_host_builder_open(statement->extraction, PTXC_WORK_LIST);
        read_text(statement, clobber, false);
        statement->snippet.clobbers_memory |=
            clobber->length == strlen("memory") && memcmp(clobber->text, "memory", clobber->length) == 0;
        statement->snippet.clobbers_memory |=
            clobber->length > 0 && memchr(clobber->text, PTXC_UNKNOWN_TEXT, clobber->length);
        if (is_symbol(statement, '('))
            skip_brackets(statement);
        if (!accept(statement, ','))
            break;
    }
}

/* Reads the labels of an asm goto. */
static void read_labels(struct statement *statement) {
    while (!ends_reading(statement) && (statement->token.kind == PTXC_HOST_WORD || is_symbol(statement, ',')))
        advance(statement);
}

/* Reads all that follows the template: outputs, inputs, clobbers, labels, each after a colon. What cannot be read there
 * makes the operands unknown, and is noted as unexpected unless it begins with a word, which may be a macro. */
static void read_sections(struct statement *statement) {
    const struct ptxc_builder *text = statement->template;
    if (!is_symbol(statement, ':') && text->length > 0 && text->text[text->length - 1] == PTXC_UNKNOWN_TEXT)
        note_unknown(statement); /* the colons may be in the macro */
    else
        statement->snippet.is_basic = !is_symbol(statement, ':');
    if (accept(statement, ':'))
        read_operands(statement, true);
    if (accept(statement, ':'))
        read_operands(statement, false);
    if (accept(statement, ':'))
        read_clobbers(statement);
    if (accept(statement, ':'))
        read_labels(statement);
    if (ends_reading(statement) || is_symbol(statement, ')'))
        return;
    /* Something else stands before the parenthesis: pass over it, so that the statement is found all the same. */
    if (statement->token.kind != PTXC_HOST_WORD)
        note_unexpected(statement);
    note_unknown(statement);
    while (!ends_reading(statement) && !is_symbol(statement, ')') && !is_symbol(statement, ';'))
        if (ptxc_host_bracket(statement->token) > 0)
            skip_brackets(statement);
        else
            advance(statement);
}

/* ---- the statement ---- */

static bool is_volatile(const char *source, struct ptxc_host_token word) {
    return ptxc_host_is_word(source, word, "volatile") || ptxc_host_is_word(source, word, "__volatile__") ||
           ptxc_host_is_word(source, word, "__volatile");
}

bool ptxc_asm_qualifies(const char *source, struct ptxc_host_token word) {
    static const char *const others[] = {"goto", "inline", "__inline", "__inline__", "const", "__const__"};
    bool other = false;
    for (size_t i = 0; i < PTXC_COUNT(others); i++)
        other |= ptxc_host_is_word(source, word, others[i]);
    return other || is_volatile(source, word);
}

/* Reads the words between `asm` and its parenthesis. */
static void read_qualifiers(struct statement *statement) {
    const char *source = statement->lexer.source;
    for (; ptxc_asm_qualifies(source, statement->token); advance(statement)) {
        statement->snippet.is_volatile |= is_volatile(source, statement->token);
        statement->snippet.is_goto |= ptxc_host_is_word(source, statement->token, "goto");
    }
}

/* Whether the statement only names a function or variable for the linker, as in `void f() asm("name")`. */
static bool is_label(const struct statement *statement) {
    const struct ptxc_builder *text = statement->template;
    if (!statement->snippet.is_basic || statement->snippet.is_volatile)
        return false;
    for (size_t i = 0; i < text->length; i++)
        if (strchr(" \t\r\n;{}\x01", text->text[i]))
            return false;
    return true;
}

/* Whether the statement is known to the last part: no unknown text, no constant without a value, no operand that may
 * be any text. */
static bool is_closed(const struct ptxc_snippet *snippet) {
    static const char texts[] = {
#define TEXT_CONSTRAINT(letter) letter,
#include "inline_asm.def"
        PTXC_UNKNOWN_TEXT, 0};
    bool closed = snippet->operands_known && !memchr(snippet->text, PTXC_UNKNOWN_TEXT, snippet->length);
    for (size_t i = 0; i < snippet->operand_count && closed; i++) {
        const struct ptxc_asm_operand *operand = &snippet->operands[i];
        closed = !strpbrk(operand->constraint, texts) && (!operand->is_constant || operand->has_value);
    }
    return closed;
}

/* Reads one variant of the statement, from its keyword on; false where it is no asm statement after all. The snippet is
 * still in the workspace, which the next variant uses again. */
static bool read_statement(struct statement *statement, struct ptxc_host_token keyword) {
    struct ptxc_snippet *snippet = &statement->snippet;
    statement->token = keyword;
    statement->template = ptxc_host_builder_open(
        statement->extraction, statement->extraction->embedded ? PTXC_WORK_TEXT : PTXC_WORK_NESTED_TEXT);
    snippet->operands_known = true;
    snippet->facts = ptxc_conditions_facts(statement->conditions);
    snippet->guess = statement->extraction->guess;
    advance(statement);
    read_qualifiers(statement);
    if (!accept(statement, '('))
        return false;
    snippet->template.offset = statement->token.offset;
    read_text(statement, statement->template, true);
    if (statement->template->length == 0 && !is_symbol(statement, ':') && !is_symbol(statement, ')'))
        return false;
    uint32_t template_end = statement->end;
    read_sections(statement);
    if (!is_symbol(statement, ')'))
        return false;
    statement->end = statement->token.offset + 1;
    while (statement->depth > 0 && !statement->broken) /* an #if in the statement may end after it */
        leave_choice(statement);
    struct ptxc_snippet text = ptxc_host_builder_snippet(statement->template);
    uint32_t template_start = snippet->template.offset;
    snippet->text = text.text;
    snippet->length = text.length;
    snippet->pieces = text.pieces;
    snippet->piece_count = text.piece_count;
    snippet->kind = PTXC_SNIPPET_STATEMENT;
    snippet->style = snippet->is_basic ? PTXC_TEMPLATE_NONE : PTXC_TEMPLATE_GCC;
    snippet->statement = (struct ptxc_span){keyword.offset, statement->end - keyword.offset};
    snippet->template.length = template_end > template_start ? template_end - template_start : 0;
    snippet->closed = is_closed(snippet);
    return !is_label(statement);
}

void ptxc_asm_read(struct ptxc_extraction *extraction, const struct ptxc_macros *macros, struct ptxc_host_lexer *lexer,
                   struct ptxc_host_conditions *conditions, struct ptxc_host_token keyword) {
    struct ptxc_host_lexer after = *lexer, resume = *lexer;
    struct ptxc_host_conditions changed, conditions_after;
    bool resumes = false, changes = false;
    uint32_t variants = 1;
    for (uint32_t variant = 0; variant < variants && variant < MAX_VARIANTS; variant++) {
        struct statement statement = {.extraction = extraction,
                                      .macros = macros,
                                      .lexer = *lexer,
                                      .conditions = conditions,
                                      .changed = &changed,
                                      .variant = variant,
                                      .variants = variants};
        bool complete = read_statement(&statement, keyword);
        uint32_t width = statement.lexer.position - keyword.offset;
        if (complete && !statement.snippet.facts.never)
            ptxc_host_list_add(extraction, &statement.snippet);
        if (variant == 0) {
            after = statement.lexer;
            if (!complete && statement.token.kind == PTXC_HOST_WORD) /* the word may begin another statement */
                after.position = statement.token.offset;
            changes = statement.conditions == &changed;
            if (changes)
                conditions_after = changed; /* cppcheck-suppress uninitvar ; it is filled by then */
            resume = statement.resume;
            resumes = statement.resumes;
        }
        /* Further variants, and what is found again later, read the same bytes twice. */
        variants = statement.variants;
        if ((variants > variant + 1 || resumes) && !ptxc_extraction_spend(extraction, width)) {
            resumes = false;
            break;
        }
    }
    if (resumes) {
        *lexer = resume; /* `conditions` are those in front of the statement, as they are there */
        return;
    }
    *lexer = after;
    if (changes)
        *conditions = conditions_after;
}

/* Templates of inline assembly: see template.h.
 *
 * The text is copied and edited in place, byte for byte. The sign of a placeholder becomes PTXC_PLACEHOLDER and its
 * name or number stays, so the lexer reads it as one token; of a doubled sign the first becomes a blank. Where an
 * error shows that the numbers of the operands cannot be trusted, `raised` keeps others from being reported that
 * follow from it.
 */
#include "host/common/template.h"

#include <string.h>

#include "base/characters.h"
#include "base/separators.h"

/* How many operands are searched for a name: GCC takes 30. The names of a longer list are not known. */
enum { MOST_NAMED = 64 };

struct maker {
    const struct ptxc_snippet *snippet;
    struct ptxc_report *report;
    char *text;
    bool *used; /* by operand */
    bool raised;
    bool unclosed; /* no '}' follows */
};

/* Returns the byte at `position`; 0 past the end. */
static char char_at(const struct ptxc_snippet *snippet, uint32_t position) {
    if (position >= snippet->length)
        return 0;
    return snippet->text[position];
}

/* Returns the end of the digits at `position`. */
static uint32_t digits_end(const struct ptxc_snippet *snippet, uint32_t position) {
    while (position < snippet->length && ptxc_is_digit(snippet->text[position]))
        position++;
    return position;
}

/* Returns the end of the name at `position`. */
static uint32_t name_end(const struct ptxc_snippet *snippet, uint32_t position) {
    while (position < snippet->length && ptxc_is_name(snippet->text[position]))
        position++;
    return position;
}

/* Returns the number that begins at `position`; reading stops at a number that no statement has operands for. */
static size_t number_at(const struct ptxc_snippet *snippet, uint32_t position) {
    size_t number = 0;
    for (; position < snippet->length && ptxc_is_digit(snippet->text[position]) && number < 1000; position++)
        number = number * 10 + (size_t)(snippet->text[position] - '0');
    return number;
}

/* Returns the operand of this name, or the number of operands. */
static size_t operand_named(const struct ptxc_snippet *snippet, uint32_t position, uint32_t end) {
    const uint32_t length = end - position;
    for (size_t i = 0; i < snippet->operand_count && i < MOST_NAMED; i++) {
        const char *name = snippet->operands[i].name;
        if (name && strncmp(name, snippet->text + position, length) == 0 && name[length] == 0)
            return i;
    }
    return snippet->operand_count;
}

/* Returns the end of a message, "; the last is %7", where the operand was written as a number. */
static const char *last_number(const struct maker *maker, uint32_t position) {
    const struct ptxc_snippet *snippet = maker->snippet;
    if (snippet->operand_count == 0 || position + 1 >= snippet->length || !ptxc_is_digit(snippet->text[position + 1]))
        return "";
    return ptxc_arena_format(&maker->report->words, "; the last is %c%zu", snippet->text[position],
                             snippet->operand_count - 1);
}

/* Reports a placeholder for which the statement has no operand. */
static void raise_unknown(struct maker *maker, uint32_t position, uint32_t end) {
    size_t count = maker->snippet->operand_count;
    maker->raised = true; /* the numbers may all be off by one, so unused operands are not reported as well */
    ptxc_report_raise(maker->report, PTXC_RULE_ASM_OPERAND, (struct ptxc_span){position, end - position},
                      ptxc_arena_format(&maker->report->words,
                                        "there is no operand %.*s: the asm statement has %zu operand%s%s",
                                        (int)(end - position), maker->snippet->text + position, count,
                                        count == 1 ? "" : "s", last_number(maker, position)));
}

/* Whether this is a register such as %r1, whose sign was not doubled: to the compiler a letter between sign and number
 * is a modifier of operand 1. nvcc 13.0 knows no modifier, LLVM ignores 'r'; "a", "c" and "n" are modifiers of every
 * target. */
static bool is_modified(const struct maker *maker, uint32_t position) {
    const char letter = char_at(maker->snippet, position + 1);
    const bool lower = letter >= 'a' && letter <= 'z';
    return lower && !strchr("acn", letter) && ptxc_is_digit(char_at(maker->snippet, position + 2)) &&
           maker->snippet->operands_known && maker->snippet->operand_count > 0;
}

/* Reports a register whose sign was not doubled, once for a statement: the others follow from the same error. */
static uint32_t raise_modified(struct maker *maker, uint32_t position) {
    const uint32_t end = digits_end(maker->snippet, position + 2);
    const int length = (int)(end - position);
    const char *text = maker->snippet->text + position;
    if (!maker->raised)
        ptxc_report_raise(
            maker->report, PTXC_RULE_ASM_OPERAND, (struct ptxc_span){position, end - position},
            ptxc_arena_format(&maker->report->words,
                              "%.*s is operand %zu with a modifier; a register of the text must be written %%%.*s",
                              length, text, number_at(maker->snippet, position + 2), length, text));
    maker->raised = true;
    return end;
}

/* Reports %% and %= in a statement without operands, where nvcc 13.0 leaves them in the text (measured). */
static void raise_percent(struct maker *maker, uint32_t position) {
    const struct ptxc_snippet *snippet = maker->snippet;
    const char next = char_at(snippet, position + 1);
    if (snippet->kind != PTXC_SNIPPET_STATEMENT || !snippet->operands_known || snippet->operand_count > 0 ||
        maker->raised || (next != '%' && next != '='))
        return;
    maker->raised = true;
    ptxc_report_raise(maker->report, PTXC_RULE_ASM_PERCENT, (struct ptxc_span){position, 2},
                      next == '=' ? "an asm statement without operands should not contain %="
                                  : "an asm statement without operands should not contain %%");
}

/* Returns where the word of a qualifier begins that goes up to `end`, with its '.'; `end` where there is none. */
static uint32_t qualifier_start(const struct maker *maker, uint32_t end) {
    uint32_t start = end;
    while (start > 0 && (ptxc_is_name(maker->text[start - 1]) || maker->text[start - 1] == ':'))
        start--;
    return start > 0 && start < end && maker->text[start - 1] == '.' ? start - 1 : end;
}

/* Returns the number that any number after the text up to `end` can be read as; 0 where it is not a qualifier that is
 * taken alike with each of its numbers. */
static char number_after(const struct maker *maker, uint32_t end) {
    static const struct {
        const char *prefix;
        char number;
    } rows[] = {
#define NUMBERED(prefix, number) {prefix, number},
#include "inline_asm.def"
    };
    const uint32_t start = qualifier_start(maker, end);
    size_t i = 0;
    while (i < PTXC_COUNT(rows) && !ptxc_is_spelled(maker->text + start, end - start, rows[i].prefix))
        i++;
    return (char)(i < PTXC_COUNT(rows) ? rows[i].number : '\0');
}

/* Writes the number of a constant into the qualifier that it ends, `.cta_group::%5`, and blanks after it; false where
 * it ends none, or no number is known that would do. */
static bool write_number(struct maker *maker, uint32_t position, uint32_t end, const struct ptxc_asm_operand *operand) {
    const char number = (char)(operand->is_constant ? number_after(maker, position) : '\0');
    const char next = char_at(maker->snippet, end);
    if (!number || !(next == '.' || next == ';' || ptxc_is_blank(next)) ||
        (operand->has_value && (operand->value < 0 || operand->value > 9)))
        return false;
    memset(maker->text + position, ' ', end - position);
    maker->text[position] = (char)(operand->has_value ? '0' + operand->value : number);
    return true;
}

/* Marks the placeholder from `position` to `end` and its operand as used; reports one without an operand. */
static uint32_t place(struct maker *maker, uint32_t position, uint32_t end, size_t operand) {
    const bool known = operand < maker->snippet->operand_count;
    if (!known || !write_number(maker, position, end, &maker->snippet->operands[operand]))
        maker->text[position] = PTXC_PLACEHOLDER;
    if (known)
        maker->used[operand] = true;
    else if (maker->snippet->operands_known)
        raise_unknown(maker, position, end);
    return end;
}

/* Makes a doubled sign one: a blank takes the place of the first, so that all other bytes keep theirs. */
static uint32_t blank(struct maker *maker, uint32_t position) {
    maker->text[position] = ' ';
    return position + 2;
}

/* Converts what begins with the '%' at `position`; returns the place after it. */
static uint32_t gcc_sign(struct maker *maker, uint32_t position) {
    const struct ptxc_snippet *snippet = maker->snippet;
    const char next = char_at(snippet, position + 1);
    raise_percent(maker, position);
    if (next == '%' || next == '{' || next == '}' || next == '|')
        return blank(maker, position);
    if (next == '=') { /* a number that no other asm has */
        memset(maker->text + position, '0', 2);
        return position + 2;
    }
    if (ptxc_is_digit(next))
        return place(maker, position, digits_end(snippet, position + 1), number_at(snippet, position + 1));
    if (is_modified(maker, position))
        return raise_modified(maker, position);
    if (next != '[')
        return position + 1;
    uint32_t end = name_end(snippet, position + 2); /* %[name] */
    if (end == snippet->length || snippet->text[end] != ']')
        return position + 1;
    size_t operand = operand_named(snippet, position + 2, end);
    if (operand < snippet->operand_count || snippet->operand_count <= MOST_NAMED)
        return place(maker, position, end + 1, operand);
    maker->text[position] = PTXC_PLACEHOLDER;
    maker->raised = true; /* any of the operands may be used */
    return end + 1;
}

/* Converts what begins with the '$' at `position`: $0, ${0:c}, ${:uid}, $$; returns the place after it. */
static uint32_t llvm_sign(struct maker *maker, uint32_t position) {
    const struct ptxc_snippet *snippet = maker->snippet;
    const char next = char_at(snippet, position + 1);
    if (next == '$' || next == '(' || next == ')' || next == '|')
        return blank(maker, position);
    if (ptxc_is_digit(next))
        return place(maker, position, digits_end(snippet, position + 1), number_at(snippet, position + 1));
    if (next != '{' || maker->unclosed)
        return position + 1;
    const char *close = memchr(snippet->text + position, '}', snippet->length - position);
    maker->unclosed = !close;
    if (!close)
        return position + 1;
    uint32_t end = (uint32_t)(close - snippet->text) + 1;
    if (position + 2 < snippet->length && ptxc_is_digit(snippet->text[position + 2]))
        return place(maker, position, end, number_at(snippet, position + 2));
    bool number = char_at(snippet, position + 2) == ':'; /* ${:uid}; a name is one of a template that others fill in */
    memset(maker->text + position, number ? '0' : PTXC_UNKNOWN_TEXT, end - position);
    return end;
}

/* Converts {$r0}, {$w0} or {$rw0} at `position`; any other brace is one of PTX. Returns the place after it. */
static uint32_t nvvm_sign(struct maker *maker, uint32_t position) {
    const struct ptxc_snippet *snippet = maker->snippet;
    if (position + 1 >= snippet->length || snippet->text[position + 1] != '$')
        return position + 1;
    uint32_t end = name_end(snippet, position + 2);
    if (end == snippet->length || snippet->text[end] != '}')
        return position + 1;
    maker->text[position] = PTXC_PLACEHOLDER;
    return end + 1;
}

/* Converts all placeholders of the template, in the style that it is written in. */
static void make_text(struct maker *maker) {
    static const char signs[] = {
        [PTXC_TEMPLATE_NONE] = 0, [PTXC_TEMPLATE_GCC] = '%', [PTXC_TEMPLATE_LLVM] = '$', [PTXC_TEMPLATE_NVVM] = '{'};
    enum ptxc_template_style style = maker->snippet->style;
    for (uint32_t i = 0; style != PTXC_TEMPLATE_NONE && i < maker->snippet->length;) {
        if (maker->snippet->text[i] != signs[style])
            i++;
        else if (style == PTXC_TEMPLATE_GCC)
            i = gcc_sign(maker, i);
        else
            i = style == PTXC_TEMPLATE_LLVM ? llvm_sign(maker, i) : nvvm_sign(maker, i);
    }
}

/* Makes unknown text of a $name that touches a word before it, as in "bytes$cache": TableGen and the like put text
 * there. */
static void hide_variables(struct maker *maker) {
    const struct ptxc_snippet *snippet = maker->snippet;
    for (uint32_t i = 1; snippet->kind == PTXC_SNIPPET_STRING && i + 1 < snippet->length; i++) {
        const char next = snippet->text[i + 1];
        if (maker->text[i] != '$' || !ptxc_is_name(snippet->text[i - 1]) || !ptxc_is_name(next) || ptxc_is_digit(next))
            continue;
        const uint32_t end = name_end(snippet, i + 1);
        memset(maker->text + i, PTXC_UNKNOWN_TEXT, end - i);
        i = end - 1;
    }
}

/* Reports operands in the text of an asm without colons, which to the compiler are plain text. */
static void raise_forgotten(struct maker *maker) {
    const struct ptxc_snippet *snippet = maker->snippet;
    for (uint32_t i = 0; i < snippet->length; i++)
        if (snippet->text[i] == '%' && ptxc_is_digit(char_at(snippet, i + 1)) &&
            (i == 0 || !ptxc_is_name(snippet->text[i - 1])))
            i = place(maker, i, digits_end(snippet, i + 1), number_at(snippet, i + 1)) - 1;
}

/* Returns the constraint without its modifiers, which are those of GNU C and LLVM. */
static const char *skip_modifiers(const char *constraint) {
    return constraint + strspn(constraint, "=+&%*");
}

/* Reports operands that the template does not use. It has no unknown text, which might use them. */
static void raise_unused(const struct maker *maker) {
    const struct ptxc_snippet *snippet = maker->snippet;
    for (size_t i = 0; i < snippet->operand_count; i++) {
        const struct ptxc_asm_operand *operand = &snippet->operands[i];
        bool tied = ptxc_is_digit(*skip_modifiers(operand->constraint)); /* to an output, which is named */
        if (maker->used[i] || tied || operand->expression.length == 0)
            continue;
        struct ptxc_finding finding = {.rule = PTXC_RULE_ASM_UNUSED, .span = operand->expression, .in_host = true};
        finding.message = ptxc_arena_format(&maker->report->words, "operand %%%zu is not used in the asm text", i);
        ptxc_report_add(maker->report, &finding);
    }
}

bool ptxc_template_make(const struct ptxc_snippet *snippet, struct ptxc_report *report, struct ptxc_template *made) {
    struct maker maker = {.snippet = snippet, .report = report};
    maker.text = ptxc_arena_alloc(&report->arena, (size_t)snippet->length + 1);
    maker.used = ptxc_arena_alloc(&report->arena, snippet->operand_count + 1);
    if (!maker.text || !maker.used)
        return false;
    memcpy(maker.text, snippet->text, snippet->length);
    const bool given = snippet->piece_count == 0; /* by a program: no byte of it stands for unknown text */
    for (uint32_t i = 0; i < snippet->length; i++)
        if (maker.text[i] == PTXC_PLACEHOLDER || (given && maker.text[i] == PTXC_UNKNOWN_TEXT))
            maker.text[i] = PTXC_OTHER_CONTROL;
    make_text(&maker);
    hide_variables(&maker);
    /* Without colons '%' is a plain character; unknown text may bring the colons. */
    if (snippet->is_basic && snippet->kind == PTXC_SNIPPET_STATEMENT &&
        !memchr(snippet->text, PTXC_UNKNOWN_TEXT, snippet->length))
        raise_forgotten(&maker);
    *made = (struct ptxc_template){snippet, maker.text, memchr(maker.text, PTXC_UNKNOWN_TEXT, snippet->length) != NULL};
    const bool written = snippet->use.length == 0; /* what the macro has is reported at its definition */
    if (written && !made->unknown_text && !maker.raised && snippet->operands_known && !snippet->is_goto)
        raise_unused(&maker);
    return true;
}

const struct ptxc_asm_operand *ptxc_template_operand(const struct ptxc_template *made, struct ptxc_span placeholder) {
    const struct ptxc_snippet *snippet = made->snippet;
    uint32_t start = placeholder.offset + 1, end = placeholder.offset + placeholder.length;
    size_t operand;
    if (snippet->style == PTXC_TEMPLATE_NVVM || start >= snippet->length)
        return NULL;
    if (snippet->text[start] == '[')
        operand = operand_named(snippet, start + 1, end - 1);
    else
        operand = number_at(snippet, snippet->text[start] == '{' ? start + 1 : start);
    return operand < snippet->operand_count ? &snippet->operands[operand] : NULL;
}

/* Returns the type of a register that a constraint asks for, or the constraint of the operand whose number it gives;
   PTXC_TYPE_NONE where it leaves open what there is. */
static enum ptxc_type constraint_type(const struct ptxc_snippet *snippet, const char *constraint) {
    static const struct {
        char letter;
        enum ptxc_type type;
    } letters[] = {
#define CONSTRAINT(letter, type) {letter, type},
#include "inline_asm.def"
    };
    constraint = skip_modifiers(constraint);
    if (ptxc_is_digit(*constraint) && !constraint[1]) {
        size_t matched = (size_t)(*constraint - '0');
        constraint = matched < snippet->operand_count ? skip_modifiers(snippet->operands[matched].constraint) : "";
    }
    for (size_t i = 0; i < PTXC_COUNT(letters); i++)
        if (constraint[0] == letters[i].letter && !constraint[1])
            return letters[i].type;
    return PTXC_TYPE_NONE;
}

/* What the placeholder at this offset stands for, as its constraint says. */
static void resolve(const void *context, struct ptxc_span placeholder, struct ptxc_value *value) {
    const struct ptxc_template *made = context;
    const struct ptxc_asm_operand *operand = ptxc_template_operand(made, placeholder);
    *value = (struct ptxc_value){.kind = PTXC_VALUE_UNKNOWN,
                                 .name = made->snippet->text + placeholder.offset,
                                 .name_length = placeholder.length,
                                 .span = placeholder};
    if (operand && operand->has_value) {
        value->kind = PTXC_VALUE_INTEGER;
        value->integer = operand->value;
        return;
    }
    enum ptxc_type type = operand ? constraint_type(made->snippet, operand->constraint) : PTXC_TYPE_NONE;
    if (type == PTXC_TYPE_NONE)
        return;
    value->kind = PTXC_VALUE_REGISTER;
    value->type = type;
}

/* Whether the compiler puts any text in place of the operand: its constraint says so, or is not known itself. */
static int is_text(const void *context, struct ptxc_span placeholder) {
    static const char texts[] = {
#define TEXT_CONSTRAINT(letter) letter,
#include "inline_asm.def"
        PTXC_UNKNOWN_TEXT, 0};
    const struct ptxc_asm_operand *operand = ptxc_template_operand(context, placeholder);
    return operand && strpbrk(operand->constraint, texts);
}

struct ptxc_asm_text ptxc_template_asm_text(const struct ptxc_template *made) {
    return (struct ptxc_asm_text){
        .context = made, .resolve = resolve, .is_text = is_text, .has_unknown_text = made->unknown_text};
}

/* Returns the end of the placeholder at `position`: %0, %[name], $0, ${0:c} or {$r0}. */
static uint32_t placeholder_end(const struct ptxc_snippet *snippet, uint32_t position) {
    const char *text = snippet->text + position, next = char_at(snippet, position + 1);
    const char close = (char)(next == '[' ? ']' : next == '{' || *text == '{' ? '}' : '\0');
    const char *end = close ? memchr(text, close, snippet->length - position) : NULL;
    return end ? (uint32_t)(end - snippet->text) + 1 : digits_end(snippet, position + 1);
}

/* Whether the host does not say what becomes of the operand at `position`. In a qualifier, only a value that is written
 * there is known. */
static bool hides_operand(const struct ptxc_template *made, uint32_t position, uint32_t end) {
    const char *text = made->text + position, before = (char)(position > 0 ? text[-1] : ' ');
    const struct ptxc_span span = {position, end - position};
    const struct ptxc_asm_operand *operand = ptxc_template_operand(made, span);
    const bool inside = ptxc_is_name(before) || before == ':' || before == '.';
    if (*text != PTXC_PLACEHOLDER)
        return inside && operand && operand->is_constant && !operand->has_value;
    return inside || is_text(made, span);
}

bool ptxc_template_hidden(const struct ptxc_template *made, struct ptxc_span within, size_t index,
                          struct ptxc_span *hidden) {
    const struct ptxc_snippet *snippet = made->snippet;
    for (uint32_t at = within.offset, end; at < within.offset + within.length; at = end) {
        const bool unknown = made->text[at] == PTXC_UNKNOWN_TEXT;
        end = at + 1;
        while (unknown && end < snippet->length && made->text[end] == PTXC_UNKNOWN_TEXT)
            end++;
        const bool number = snippet->text[at] != made->text[at] && ptxc_is_digit(made->text[at]);
        if (made->text[at] == PTXC_PLACEHOLDER || number)
            end = placeholder_end(snippet, at);
        else if (!unknown)
            continue;
        *hidden = (struct ptxc_span){at, end - at};
        if ((unknown || hides_operand(made, at, end)) && index-- == 0)
            return true;
    }
    return false;
}

/* Returns the operand with a known constant whose placeholder is all of the span, or NULL. */
static const struct ptxc_asm_operand *constant_at(const struct ptxc_snippet *snippet, struct ptxc_span span) {
    const struct ptxc_template made = {.snippet = snippet};
    const uint32_t end = span.offset + span.length, start = span.offset + 1;
    if (snippet->style != PTXC_TEMPLATE_GCC || span.length < 2 || end > snippet->length ||
        snippet->text[span.offset] != '%')
        return NULL;
    const bool named = snippet->text[start] == '[' && snippet->text[end - 1] == ']';
    if (!named && digits_end(snippet, start) != end)
        return NULL;
    const struct ptxc_asm_operand *operand = ptxc_template_operand(&made, span);
    return operand && operand->has_value ? operand : NULL;
}

/* Returns where a span of the text stands in the file: a constant where the statement gives it; of the use of a macro,
 * the argument that it comes from, else all of the use. A snippet that stands in no file, as ptxc_check_inline_asm has
 * it, is its own source. */
static struct ptxc_span locate(const void *context, struct ptxc_span span, bool value) {
    const struct ptxc_snippet *snippet = context;
    const struct ptxc_asm_operand *constant = value ? constant_at(snippet, span) : NULL;
    if (snippet->use.length > 0) {
        const struct ptxc_span inside = constant && ptxc_host_span_is_inside(constant->expression, snippet->use)
                                            ? constant->expression
                                            : ptxc_snippet_locate_inside(snippet, span, snippet->use);
        return inside.length > 0 ? inside : snippet->use;
    }
    if (constant)
        return constant->expression;
    const struct ptxc_span place = snippet->piece_count > 0 ? ptxc_snippet_locate(snippet, span) : span;
    /* The sign of a number in a qualifier stands for text that is not in the file, and that no fix may edit. */
    const bool sign = span.length == 1 && span.offset > 0 && snippet->text[span.offset - 1] == ':' &&
                      (snippet->text[span.offset] == '%' || snippet->text[span.offset] == '$');
    return sign ? (struct ptxc_span){place.offset, 2} : place;
}

/* Returns where what is found at this span of the text of a use of a macro stands in the body of a macro; length 0
 * where it stands in the arguments, or the snippet is no use. */
static struct ptxc_span origin(const void *context, struct ptxc_span span, bool value) {
    const struct ptxc_snippet *snippet = context;
    const struct ptxc_asm_operand *constant = value ? constant_at(snippet, span) : NULL;
    const struct ptxc_span nowhere = {0, 0};
    if (snippet->use.length == 0)
        return nowhere;
    if (constant && !ptxc_host_span_is_inside(constant->expression, snippet->use))
        return constant->expression;
    const struct ptxc_span place = ptxc_snippet_locate(snippet, span);
    return ptxc_host_span_is_inside(place, snippet->use) ? nowhere : place;
}

struct ptxc_view ptxc_host_snippet_view(const struct ptxc_snippet *snippet) {
    static const char *const signs[] = {"?", "%", "$", "{"};
    return (struct ptxc_view){.snippet = snippet,
                              .locate = locate,
                              .origin = origin,
                              .use = snippet->use,
                              .placeholder = signs[snippet->style]};
}

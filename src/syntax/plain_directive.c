/* Directives as compilers write them: see plain_directive.h. */
#include "syntax/plain_directive.h"

#include <string.h>

#include "base/characters.h"
#include "syntax/declarations.h"
#include "syntax/plain_blocks.h"
#include "tables/spaces.h"
#include "tables/words.h"

enum { MOST_DIGITS = 8 };

static const char *limit_of(const struct ptxc_module *module) {
    return module->parser.lexer.source + module->parser.lexer.length;
}

/* Each of these functions takes a place in the text and its end, and gives the place after what must stand there; NULL
 * where it does not, or the place was NULL. */

static inline const char *past_text(const char *at, const char *limit, const char *text) {
    const size_t length = strlen(text);
    const bool here = at && (size_t)(limit - at) >= length && memcmp(at, text, length) == 0;
    return here ? at + length : NULL;
}

static const char *past_blanks(const char *at, const char *limit) {
    const char *after = at;
    while (after && after < limit && (*after == ' ' || *after == '\t'))
        after++;
    return after > at ? after : NULL;
}

/* A number in decimal. */
static const char *past_number(const char *at, const char *limit) {
    const char *after = at;
    while (after && after < limit && ptxc_is_digit(*after))
        after++;
    const bool plain = after > at && after - at <= MOST_DIGITS && (*at != '0' || after - at == 1);
    return plain ? after : NULL;
}

static const char *past_name(struct ptxc_module *module, const char *at) {
    const char *source = module->parser.lexer.source, *limit = limit_of(module);
    if (!at || at == limit)
        return NULL;
    const bool sign = *at == '_' || *at == '$' || *at == '%';
    const char *after = at + sign;
    do
        after = source + ptxc_plain_run(module, (uint32_t)(after - source), PTXC_RUN_NAME);
    while (after < limit && *after == '$' && after++);
    return after > at + sign && !ptxc_is_digit(*at) ? after : NULL;
}

/* A dot and a word. */
static const char *past_dotted(const char *at, const char *limit) {
    const char *after = at && at < limit && *at == '.' ? at + 1 : NULL;
    while (after && after < limit && ptxc_is_name(*after))
        after++;
    return after;
}

/* A name with its range or its extent, if it has one. */
struct declarator {
    const char *name;
    uint32_t length;    /* of the name */
    const char *number; /* NULL: none */
    bool ranged;        /* it is that of a range, else of an extent */
};

static const char *past_declarator(struct ptxc_module *module, const char *at, struct declarator *declarator) {
    const char *limit = limit_of(module), *end = past_name(module, at);
    *declarator = (struct declarator){at, end ? (uint32_t)(end - at) : 0, NULL, false};
    if (end && ptxc_constant_find(at, (size_t)(end - at)))
        return NULL;
    if (!end || end == limit || (*end != '<' && *end != '['))
        return end;
    declarator->number = end + 1;
    declarator->ranged = *end == '<';
    return past_text(past_number(end + 1, limit), limit, declarator->ranged ? ">" : "]");
}

/* How many symbols it is: none where there is no name in its range. */
static uint32_t symbols_of(const struct declarator *declarator) {
    return declarator->ranged && *declarator->number == '0' ? 0 : 1;
}

/* ".align" and its number, with the blanks after it, if it stands here; the number goes to `*alignment`. */
static const char *past_alignment(const char *at, const char *limit, const char **alignment) {
    const char *word = past_text(at, limit, ".align"), *number = past_blanks(word, limit);
    *alignment = word ? number : NULL;
    return word ? past_blanks(past_number(number, limit), limit) : at;
}

/* The words before a name. */
struct specifiers {
    enum ptxc_space space;
    enum ptxc_type type;
    const char *alignment; /* its number; NULL: none */
};

/* They, with the blanks after them. */
static const char *past_specifiers(const char *space, const char *limit, struct specifiers *specifiers) {
    const char *at = past_dotted(space, limit);
    *specifiers = (struct specifiers){.type = PTXC_TYPE_NONE};
    specifiers->space = at ? ptxc_space_declared(space, (size_t)(at - space)) : PTXC_SPACE_NONE;
    if (specifiers->space == PTXC_SPACE_NONE)
        return NULL;
    const char *type = past_alignment(past_blanks(at, limit), limit, &specifiers->alignment);
    at = past_dotted(type, limit);
    specifiers->type = at ? ptxc_type_declared(type, (size_t)(at - type)) : PTXC_TYPE_NONE;
    return specifiers->type != PTXC_TYPE_NONE ? past_blanks(at, limit) : NULL;
}

uint32_t ptxc_plain_declaration(struct ptxc_module *module, uint32_t position, uint32_t *names) {
    const char *source = module->parser.lexer.source, *limit = limit_of(module);
    struct specifiers specifiers;
    struct declarator declarator;
    const char *at = past_specifiers(source + position, limit, &specifiers);
    *names = 0;
    at = past_declarator(module, at, &declarator);
    for (; at && at < limit && *at == ','; at = past_declarator(module, past_blanks(at + 1, limit), &declarator))
        *names += symbols_of(&declarator);
    *names += at ? symbols_of(&declarator) : 0;
    at = past_text(at, limit, ";");
    return at ? (uint32_t)(at - source) : 0;
}

/* The value of a number. */
static uint32_t value_of(const char *number) {
    int32_t value;
    ptxc_decimal_32(number, MOST_DIGITS, &value);
    return (uint32_t)value;
}

/* Adds the symbol that is declared. */
static void add_symbol(struct ptxc_parser *parser, const struct specifiers *specifiers,
                       const struct declarator *declarator) {
    const uint32_t number = declarator->number ? value_of(declarator->number) : 0;
    const bool array = declarator->number && !declarator->ranged;
    struct ptxc_symbol symbol = {.kind =
                                     specifiers->space == PTXC_SPACE_REG ? PTXC_SYMBOL_REGISTER : PTXC_SYMBOL_VARIABLE,
                                 .name = declarator->name,
                                 .length = declarator->length,
                                 .size = (uint64_t)(array ? number : 1) * (ptxc_types[specifiers->type].width / 8u),
                                 .space = specifiers->space,
                                 .type = specifiers->type,
                                 .alignment = specifiers->alignment ? value_of(specifiers->alignment) : 0,
                                 .range = declarator->ranged ? number : 0,
                                 .array = array};
    ptxc_declaration_add(parser, &symbol, false);
}

void ptxc_plain_declare(struct ptxc_module *module, uint32_t position) {
    const char *limit = limit_of(module);
    struct specifiers specifiers;
    struct declarator declarator;
    const char *at = past_specifiers(module->parser.lexer.source + position, limit, &specifiers);
    do {
        at = past_declarator(module, at, &declarator);
        if (symbols_of(&declarator) > 0)
            add_symbol(&module->parser, &specifiers, &declarator);
    } while (at && *at == ',' && (at = past_blanks(at + 1, limit)));
}

/* Passing over what is plain: see plain.h. A block of 64 bytes is a number for each class of bytes (base/blocks.h), and
 * arithmetic on these finds all statements of the block at once: a bit that is added to a run of bits is carried to its
 * end, so that a bit after each ';' comes out at the next byte that is no blank. What is not so simple is an event, and
 * is looked at alone. Whatever is not of a shape that is known here is left to the reader, from the beginning of its
 * statement.
 */
#include "syntax/plain.h"

#include "base/characters.h"
#include "syntax/blank.h"
#include "syntax/plain_blocks.h"
#include "syntax/plain_directive.h"
#include "syntax/skip.h"
#include "tables/words.h"

#include <string.h>

struct pass {
    struct ptxc_module *module;
    struct ptxc_plain *plain;
    const char *source;
    uint32_t length;
    uint32_t at;        /* everything before it was passed over, from the statement aside */
    uint32_t statement; /* where the current statement begins */
    uint32_t depth;     /* how many scopes that are deferred are open */
    bool between;       /* no statement has begun: the next byte that is no blank begins one */
    bool open;          /* inside the braces of a vector */
};

/* What one block says from `pass->at` on. */
struct view {
    uint64_t starts; /* bytes where statements begin */
    uint64_t events;
    uint64_t vectors;         /* what comes first after each '{' of a vector */
    uint64_t words;           /* letters that begin words which may matter */
    bool between, open, word; /* at the end of the block */
};

/* Gives `run` with each of its runs of bits that some bit of `from` is in, or stands right before, carried out of it:
 * to the place after the run. `*out` is whether one was carried beyond the last place. */
static uint64_t carry(uint64_t run, uint64_t from, bool *out) {
    const uint64_t sum = run + from;
    *out = sum < run;
    return sum & ~run;
}

/* Finds the braces of vectors, which stand inside of a statement, and next to each other; gives what does not fit.
 * `inside` are the bytes that begin no statement, `stops` what no vector goes over, `*open` is whether the block begins
 * and ends inside of one. */
static inline uint64_t look_at_vectors(const struct ptxc_bytes *block, uint64_t inside, uint64_t stops, bool *open,
                                       uint64_t *vectors) {
    const uint64_t opens = block->open & inside, closes = block->close & inside;
    bool beyond;
    *vectors = carry(~(stops | opens | closes), opens << 1 | *open, &beyond);
    *open = beyond || opens >> (PTXC_BLOCK - 1);
    return *vectors ^ closes;
}

/* Finds what the block says. `word`: the byte before is part of a word. */
static struct view look(const struct ptxc_bytes *block, const struct pass *pass, bool word) {
    const uint64_t live = ~UINT64_C(0) << pass->at % PTXC_BLOCK, blank = block->blank | ~live;
    const uint64_t ends = block->semicolon & live;
    struct view view = {.open = pass->open};
    view.starts = carry(blank, ends << 1 | pass->between, &view.between);
    view.between |= ends >> (PTXC_BLOCK - 1);
    view.events = ((view.starts ^ (block->at & live)) & ~block->letter) | (block->mark & live);
    if ((block->open | block->close) || pass->open)
        view.events |= look_at_vectors(block, live & ~view.starts, ends | view.events, &view.open, &view.vectors);
    view.words = block->pair & live & ~((block->word & live) << 1 | word);
    view.word = block->word >> (PTXC_BLOCK - 1);
    return view;
}

static unsigned lowest(uint64_t bits) {
    return (unsigned)__builtin_ctzll(bits);
}

static unsigned highest(uint64_t bits) {
    return 63u - (unsigned)__builtin_clzll(bits);
}

/* Notes where the statement begins that `bit` of the block at `base` is in. */
static void enter(struct pass *pass, uint64_t starts, uint32_t base, uint64_t bit) {
    const uint64_t before = starts & (bit | (bit - 1));
    if (before)
        pass->statement = base + highest(before);
    pass->between = false;
}

/* Goes on to the next event; false at a word that the reader must see, and at the end of the source. */
static bool find_event(struct pass *pass) {
    struct ptxc_plain *plain = pass->plain;
    bool word = false;
    for (;;) {
        if (pass->at >= pass->length)
            break;
        const uint32_t index = pass->at / PTXC_BLOCK, base = index * PTXC_BLOCK;
        const struct view view = look(ptxc_plain_block(pass->module, index), pass, word);
        const uint64_t event = view.events & -view.events, before = event - 1;
        for (uint64_t words = view.words & before; words; words &= words - 1) {
            if (ptxc_plain_word(&plain->words, pass->source, pass->length, base + lowest(words)))
                continue;
            enter(pass, view.starts, base, words & -words);
            return false;
        }
        if (event) {
            enter(pass, view.starts, base, event);
            pass->open = view.vectors & event;
            pass->at = base + lowest(event);
            return true;
        }
        if (view.starts)
            pass->statement = base + highest(view.starts);
        pass->between = view.between;
        pass->open = view.open;
        word = view.word;
        pass->at = base + PTXC_BLOCK;
    }
    pass->at = pass->length;
    return false;
}

/* Makes room for more that is deferred; false without memory. */
static bool grow_deferred(struct pass *pass) {
    struct ptxc_plain *plain = pass->plain;
    struct ptxc_deferred *grown = ptxc_arena_grow(&pass->module->parser.report->arena, plain->deferred,
                                                  &plain->deferred_capacity, plain->deferred_count + 1, sizeof(*grown));
    plain->deferred = grown ? grown : plain->deferred;
    return grown;
}

/* Defers a scope or a statement at `position`, which declares so many names. */
static bool defer(struct pass *pass, enum ptxc_deferred_kind kind, uint32_t position, uint32_t names) {
    struct ptxc_plain *plain = pass->plain;
    if (plain->deferred_count == plain->deferred_capacity && !grow_deferred(pass))
        return false;
    plain->deferred[plain->deferred_count++] = (struct ptxc_deferred){kind, position, names};
    return true;
}

/* Forgets what is deferred back to the last scope that is open, or of all: but for how many names it declares. */
static bool forget_scope(struct pass *pass) {
    struct ptxc_plain *plain = pass->plain;
    uint32_t names = 0;
    enum ptxc_deferred_kind kind = PTXC_DEFERRED_PASSED;
    while (plain->deferred_count > 0 && kind != PTXC_DEFERRED_SCOPE) {
        const struct ptxc_deferred last = plain->deferred[--plain->deferred_count];
        kind = last.kind;
        names += last.names;
    }
    return names == 0 || defer(pass, PTXC_DEFERRED_PASSED, pass->at, names);
}

/* Passes over so many bytes, after which a statement begins or the one that has begun goes on. */
static bool pass_over(struct pass *pass, uint32_t count, bool between) {
    pass->at += count;
    pass->between = between;
    return true;
}

/* Gives where a label at `position` ends, with its ':'; 0 where there is none. */
static uint32_t label_end(const struct pass *pass, uint32_t position) {
    uint32_t end = position;
    if (position / PTXC_BLOCK >= pass->plain->first && ptxc_is_word(pass->source[position]))
        end = ptxc_plain_run(pass->module, position + 1, PTXC_RUN_NAME);
    while (end < pass->length && ptxc_is_word(pass->source[end]))
        end++;
    const bool label = end > position && end < pass->length && pass->source[end] == ':';
    return label && ptxc_is_label(pass->source + position, end - position) ? end + 1 : 0;
}

/* A statement that begins with a sign: a label, or the reader's. */
static bool pass_label(struct pass *pass, uint32_t position) {
    const uint32_t end = label_end(pass, position);
    if (end == 0 || !defer(pass, PTXC_DEFERRED_STATEMENT, position, pass->module->parser.module))
        return false;
    return pass_over(pass, end - pass->at, true);
}

/* A ':' ends a label, or stands inside of a qualifier such as .shared::cta. One far inside of its statement is left to
 * the reader, so that the beginning is not looked at again and again. */
static bool pass_colon(struct pass *pass) {
    enum { FAR = 1024 }; /* bytes */
    const char *source = pass->source;
    if (pass->at - pass->statement > FAR)
        return false;
    const uint32_t end = label_end(pass, pass->statement);
    if (end > 0)
        return end == pass->at + 1 && pass_label(pass, pass->statement);
    const bool part = pass->length - pass->at > 2 && source[pass->at + 1] == ':' && ptxc_is_name(source[pass->at + 2]);
    return part && pass->at > 0 && ptxc_is_name(source[pass->at - 1]) && pass_over(pass, 2, false);
}

/* Gives the place after the text if it stands at `position`, and something after it; else 0. */
static inline uint32_t text_end(const struct ptxc_lexer *lexer, uint32_t position, const char *text) {
    const size_t size = strlen(text);
    const bool here = lexer->length - position > size && memcmp(lexer->source + position, text, size) == 0;
    return here ? position + (uint32_t)size : 0;
}

/* Gives the place after the name of a label at `position`, or 0. */
static uint32_t name_end(struct ptxc_module *module, uint32_t position) {
    const char first = module->parser.lexer.source[position];
    const bool named = ptxc_is_name(first) && !ptxc_is_digit(first);
    const uint32_t end = named || first == '$' ? ptxc_plain_run(module, position + 1, PTXC_RUN_NAME) : 0;
    return end > position + 1 ? end : 0;
}

/* Gives the place after what tells where the code was inlined, from the ',' at `position`, or 0. */
static uint32_t inlined_end(struct ptxc_module *module, uint32_t position) {
    const struct ptxc_lexer *lexer = &module->parser.lexer;
    const uint32_t name = text_end(lexer, position, ", function_name ");
    const uint32_t end = name > 0 ? name_end(module, name) : 0;
    const uint32_t numbers = end > 0 ? text_end(lexer, end, ", inlined_at ") : 0;
    return numbers > 0 ? ptxc_plain_run(module, numbers, PTXC_RUN_NUMBERS) : 0;
}

/* Whether a statement begins with the character, and nothing that may go on with the one before. */
static bool begins_statement(char c) {
    switch (c) {
    case '$':
    case '%':
    case '@':
    case '.':
    case '{':
    case '}': return true;
    default: return ptxc_is_name(c) && !ptxc_is_digit(c);
    }
}

/* Gives where the next statement begins after the .loc at `position`: numbers follow it, perhaps with what it was
 * inlined from. 0 where the directive is another one, or is written in another way. Where places are asked for, a body
 * has more such lines than of anything else: they are looked at by what their blocks have of classes of bytes, in a few
 * steps. */
static uint32_t location_end(struct ptxc_module *module, uint32_t position) {
    const char *source = module->parser.lexer.source;
    const uint32_t length = module->parser.lexer.length;
    uint32_t end = text_end(&module->parser.lexer, position, ".loc");
    if (end == 0 || !ptxc_is_blank(source[end]))
        return 0;
    end = ptxc_plain_run(module, end, PTXC_RUN_NUMBERS);
    if (end < length && source[end] == ',')
        end = inlined_end(module, end);
    if (end == 0 || !ptxc_is_blank(source[end - 1]))
        return 0;
    if (end < length && source[end] == '/')
        end = ptxc_skip_blanks(source, length, end); /* comments */
    return end < length && begins_statement(source[end]) ? end : 0;
}

static bool pass_directive(struct pass *pass) {
    uint32_t names;
    uint32_t end = location_end(pass->module, pass->at);
    if (end > 0)
        return pass_over(pass, end - pass->at, true);
    end = ptxc_plain_declaration(pass->module, pass->at, &names);
    if (end > 0)
        return defer(pass, PTXC_DEFERRED_STATEMENT, pass->at, names) && pass_over(pass, end - pass->at, true);
    end = ptxc_word_end(pass->source, pass->length, pass->at);
    return ptxc_word_find(pass->source + pass->at, end - pass->at)->kind == PTXC_WORD_PRAGMA &&
           pass_over(pass, end - pass->at, false);
}

/* Passes over the event; false where the reader must see the statement that it is in. */
static bool pass_event(struct pass *pass) {
    const char *source = pass->source;
    const uint32_t length = pass->length, at = pass->at;
    const bool begins = at == pass->statement;
    switch (source[at]) {
    case '/':
        return length - at > 1 && source[at + 1] == '/' &&
               pass_over(pass, ptxc_line_end(source, length, at) - at, begins);
    case '"': return !begins && pass_over(pass, ptxc_skip_string(source, length, at) - at, false);
    case ':': return !begins && pass_colon(pass);
    case '.': return begins && pass_directive(pass);
    case '$':
    case '%': return begins && pass_label(pass, at);
    case '{':
        pass->depth += begins;
        return begins && defer(pass, PTXC_DEFERRED_SCOPE, at, 0) && pass_over(pass, 1, true);
    case '}':
        if (!begins || !forget_scope(pass) || pass->depth == 0)
            return false;
        pass->depth--;
        return pass_over(pass, 1, true);
    default: return false;
    }
}

/* Passes over what is plain from `position` on. */
static uint32_t run(struct ptxc_module *module, uint32_t position) {
    struct pass pass = {.module = module,
                        .plain = module->plain,
                        .source = module->parser.lexer.source,
                        .length = module->parser.lexer.length,
                        .at = position,
                        .between = true};
    module->plain->deferred_count = 0;
    while (find_event(&pass) && pass_event(&pass))
        ;
    return pass.between ? pass.at : pass.statement;
}

uint32_t ptxc_plain_pass(struct ptxc_module *module, uint32_t position) {
    if (!ptxc_plain_begin(module))
        return position;
    return module->plain->looked_from == position ? module->plain->looked_to : run(module, position);
}

uint32_t ptxc_plain_look(struct ptxc_module *module, uint32_t position, unsigned *depth, bool *calls) {
    *calls = false;
    if (!ptxc_plain_begin(module))
        return position;
    struct ptxc_plain *plain = module->plain;
    if (plain->looked_from != position) {
        plain->words.calls = false;
        plain->looked_from = position;
        plain->looked_to = run(module, position);
    }
    *calls = plain->words.calls;
    for (size_t i = 0; i < plain->deferred_count; i++)
        *depth += plain->deferred[i].kind == PTXC_DEFERRED_SCOPE;
    return plain->looked_to;
}

void ptxc_plain_forget(struct ptxc_module *module) {
    if (!module->plain)
        return;
    module->plain->looked_from = 0;
    module->plain->deferred_count = 0;
}

/* Skipping statements: see skip_fast.h. A block of 64 bytes is a number for each class of bytes (base/blocks.h), and
 * arithmetic on these finds all statements of the block at once: a bit that is added to a run of bits is carried to its
 * end, so that a bit after each ';' comes out at the next byte that is no blank. What is not so simple is an event, and
 * is looked at alone. Whatever is not of a shape that is known here is left to the reader, from the beginning of its
 * statement.
 */
#include "syntax/skip_fast.h"

#include <string.h>

#include "base/bits.h"
#include "base/characters.h"
#include "syntax/blank.h"
#include "syntax/prescan.h"
#include "syntax/skip.h"
#include "tables/index.h"
#include "tables/spaces.h"
#include "tables/words.h"

/* ---- blocks ---- */

/* Makes what is kept of a module, if it is not there yet; false without memory. */
static bool begin(struct ptxc_module *module) {
    if (module->skip_fast)
        return true;
    module->skip_fast = ptxc_arena_alloc(&module->parser.report->arena, sizeof(*module->skip_fast));
    if (module->skip_fast)
        module->skip_fast->classify = ptxc_blocks_choose();
    return module->skip_fast != NULL;
}

/* Classifies the blocks of the source from this one on, as many as are kept. The last one of the source is filled up
 * with blanks. */
static void classify(struct ptxc_module *module, uint32_t first) {
    struct ptxc_skip_fast *kept = module->skip_fast;
    const char *source = module->parser.lexer.source;
    const uint32_t length = module->parser.lexer.length;
    const uint32_t whole = (length - 1) / PTXC_BLOCK, left = whole - first; /* one byte more is there after each */
    ptxc_prescan_reach(module, first * PTXC_BLOCK);
    kept->first = first;
    kept->count = left < PTXC_SKIP_BLOCKS ? left : PTXC_SKIP_BLOCKS;
    kept->classify(source + (size_t)first * PTXC_BLOCK, kept->count, ptxc_head_pairs, kept->blocks);
    if (kept->count < PTXC_SKIP_BLOCKS) {
        char rest[PTXC_BLOCK + 1];
        memset(rest, ' ', sizeof(rest));
        memcpy(rest, source + (size_t)whole * PTXC_BLOCK, length - whole * PTXC_BLOCK);
        kept->classify(rest, 1, ptxc_head_pairs, &kept->blocks[kept->count++]);
    }
}

/* Returns the block with this index, which is not after the end of the source. */
static inline const struct ptxc_bytes *block_at(struct ptxc_module *module, uint32_t index) {
    const struct ptxc_skip_fast *kept = module->skip_fast;
    if (index - kept->first >= kept->count)
        classify(module, index);
    return &kept->blocks[index - kept->first];
}

/* ---- statements of a block ---- */

struct fast_pass {
    struct ptxc_module *module;
    struct ptxc_skip_fast *kept;
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

/* Returns `run` with each of its runs of bits that some bit of `from` is in, or stands right before, carried out of it:
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
static struct view look(const struct ptxc_bytes *block, const struct fast_pass *pass, bool word) {
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

/* Notes where the statement begins that `bit` of the block at `base` is in. */
static void enter(struct fast_pass *pass, uint64_t starts, uint32_t base, uint64_t bit) {
    const uint64_t before = starts & (bit | (bit - 1));
    if (before)
        pass->statement = base + ptxc_highest_bit(before);
    pass->between = false;
}

/* Goes on to the next event; false at a word that the reader must see, and at the end of the source. */
static bool find_event(struct fast_pass *pass) {
    struct ptxc_skip_fast *kept = pass->kept;
    bool word = false;
    for (;;) {
        if (pass->at >= pass->length)
            break;
        const uint32_t index = pass->at / PTXC_BLOCK, base = index * PTXC_BLOCK;
        const struct view view = look(block_at(pass->module, index), pass, word);
        const uint64_t event = view.events & -view.events, before = event - 1;
        for (uint64_t words = view.words & before; words; words &= words - 1) {
            if (ptxc_skip_word(&kept->words, pass->source, pass->length, base + ptxc_lowest_bit(words)))
                continue;
            enter(pass, view.starts, base, words & -words);
            return false;
        }
        if (event) {
            enter(pass, view.starts, base, event);
            pass->open = view.vectors & event;
            pass->at = base + ptxc_lowest_bit(event);
            return true;
        }
        if (view.starts)
            pass->statement = base + ptxc_highest_bit(view.starts);
        pass->between = view.between;
        pass->open = view.open;
        word = view.word;
        pass->at = base + PTXC_BLOCK;
    }
    pass->at = pass->length;
    return false;
}

/* Defers a scope or a statement at `position`, which declares so many names. */
static bool defer(struct fast_pass *pass, enum ptxc_deferred_kind kind, uint32_t position, uint32_t names) {
    struct ptxc_skip_fast *kept = pass->kept;
    struct ptxc_deferred *deferred = ptxc_arena_add(&pass->module->parser.report->arena, &kept->deferred,
                                                    &kept->deferred_count, &kept->deferred_capacity, sizeof(*deferred));
    if (deferred)
        *deferred = (struct ptxc_deferred){kind, position, names};
    return deferred;
}

/* Forgets what is deferred back to the last scope that is open, or of all: but for how many names it declares. */
static bool forget_scope(struct fast_pass *pass) {
    struct ptxc_skip_fast *kept = pass->kept;
    uint32_t names = 0;
    enum ptxc_deferred_kind kind = PTXC_DEFERRED_SKIPPED;
    while (kept->deferred_count > 0 && kind != PTXC_DEFERRED_SCOPE) {
        const struct ptxc_deferred last = kept->deferred[--kept->deferred_count];
        kind = last.kind;
        names += last.names;
    }
    return names == 0 || defer(pass, PTXC_DEFERRED_SKIPPED, pass->at, names);
}

/* Passes over so many bytes, after which a statement begins or the one that has begun goes on. */
static bool pass_over(struct fast_pass *pass, uint32_t count, bool between) {
    pass->at += count;
    pass->between = between;
    return true;
}

/* Returns where a label at `position` ends, with its ':'; 0 where there is none. */
static uint32_t label_end(const struct fast_pass *pass, uint32_t position) {
    const uint32_t end = ptxc_name_end(pass->source, pass->length, position);
    const bool label = end > position && end < pass->length && pass->source[end] == ':';
    return label && ptxc_is_label(pass->source + position, end - position) ? end + 1 : 0;
}

/* A statement that begins with a sign: a label, or the reader's. */
static bool pass_label(struct fast_pass *pass, uint32_t position) {
    const uint32_t end = label_end(pass, position);
    if (end == 0 || !defer(pass, PTXC_DEFERRED_STATEMENT, position, pass->module->parser.module))
        return false;
    return pass_over(pass, end - pass->at, true);
}

/* A ':' ends a label, or stands inside of a qualifier such as .shared::cta. One far inside of its statement is left to
 * the reader, so that the beginning is not looked at again and again. */
static bool pass_colon(struct fast_pass *pass) {
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

/* ---- directives ---- */

enum { MOST_DIGITS = 8 };

/* Each of these functions takes a place in the text and its end, and returns the place after what must stand there, as
 * compilers write it; NULL where it does not, or the place was NULL. */

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
    const bool usual = after > at && after - at <= MOST_DIGITS && (*at != '0' || after - at == 1);
    return usual ? after : NULL;
}

static const char *past_name(const char *at, const char *limit) {
    if (!at || at == limit)
        return NULL;
    const bool sign = *at == '_' || *at == '$' || *at == '%';
    const char *after = at + sign;
    while (after < limit && (ptxc_is_name(*after) || *after == '$'))
        after++;
    return after > at + sign && !ptxc_is_digit(*at) ? after : NULL;
}

/* Numbers, and the blanks between them. */
static const char *past_numbers(const char *at, const char *limit) {
    while (at && at < limit && (ptxc_is_digit(*at) || ptxc_is_blank(*at)))
        at++;
    return at;
}

/* A dot and a word. */
static const char *past_dotted(const char *at, const char *limit) {
    const char *after = at && at < limit && *at == '.' ? at + 1 : NULL;
    while (after && after < limit && ptxc_is_name(*after))
        after++;
    return after;
}

/* A name with its range or its extent, if it has one; `*names` becomes greater by the symbols that it adds: none where
 * there is no name in its range. */
static const char *past_declarator(const char *at, const char *limit, uint32_t *names) {
    const char *end = past_name(at, limit);
    if (!end || ptxc_constant_find(at, (size_t)(end - at)))
        return NULL;
    const bool ranged = end < limit && *end == '<', array = end < limit && *end == '[';
    if (!ranged && !array) {
        ++*names;
        return end;
    }
    const char *after = past_text(past_number(end + 1, limit), limit, ranged ? ">" : "]");
    *names += after && !(ranged && end[1] == '0');
    return after;
}

/* ".align" and its number, with the blanks after it, if it stands here. */
static const char *past_alignment(const char *at, const char *limit) {
    const char *word = past_text(at, limit, ".align");
    return word ? past_blanks(past_number(past_blanks(word, limit), limit), limit) : at;
}

/* The words before a name, with the blanks after them. */
static const char *past_specifiers(const char *space, const char *limit) {
    const char *at = past_dotted(space, limit);
    if (!at || ptxc_space_declared(space, (size_t)(at - space)) == PTXC_SPACE_NONE)
        return NULL;
    const char *type = past_alignment(past_blanks(at, limit), limit);
    at = past_dotted(type, limit);
    return at && ptxc_type_declared(type, (size_t)(at - type)) != PTXC_TYPE_NONE ? past_blanks(at, limit) : NULL;
}

/* A declaration of registers or variables of one type, without linkage and initialisers; with its ';'. `*names` is how
 * many symbols it adds. */
static const char *past_declaration(const char *at, const char *limit, uint32_t *names) {
    *names = 0;
    at = past_declarator(past_specifiers(at, limit), limit, names);
    while (at && at < limit && *at == ',')
        at = past_declarator(past_blanks(at + 1, limit), limit, names);
    return past_text(at, limit, ";");
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

/* What tells where the code was inlined, from the ',' of a .loc on. */
static const char *past_inlined(const char *at, const char *limit) {
    const char *name = past_name(past_text(at, limit, ", function_name "), limit);
    return past_numbers(past_text(name, limit, ", inlined_at "), limit);
}

/* A .loc, up to where the next statement begins: numbers follow it, perhaps with what it was inlined from. */
static const char *past_location(const char *at, const char *limit) {
    at = past_text(at, limit, ".loc");
    if (!at || at == limit || !ptxc_is_blank(*at))
        return NULL;
    at = past_numbers(at, limit);
    if (at < limit && *at == ',')
        at = past_inlined(at, limit);
    if (!at || !ptxc_is_blank(at[-1]))
        return NULL;
    if (at < limit && *at == '/') /* comments */
        at += ptxc_skip_blanks(at, (uint32_t)(limit - at), 0);
    return at < limit && begins_statement(*at) ? at : NULL;
}

static bool pass_directive(struct fast_pass *pass) {
    const char *begin = pass->source + pass->at, *limit = pass->source + pass->length;
    uint32_t names;
    const char *end = past_location(begin, limit);
    if (end)
        return pass_over(pass, (uint32_t)(end - begin), true);
    end = past_declaration(begin, limit, &names);
    if (end)
        return defer(pass, PTXC_DEFERRED_STATEMENT, pass->at, names) && pass_over(pass, (uint32_t)(end - begin), true);
    const uint32_t length = ptxc_word_end(pass->source, pass->length, pass->at) - pass->at;
    return ptxc_word_find(begin, length)->kind == PTXC_WORD_PRAGMA && pass_over(pass, length, false);
}

/* Passes over the event; false where the reader must see the statement that it is in. */
static bool pass_event(struct fast_pass *pass) {
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

/* Passes over what the reader need not see from `position` on. */
static uint32_t run(struct ptxc_module *module, uint32_t position) {
    struct fast_pass pass = {.module = module,
                             .kept = module->skip_fast,
                             .source = module->parser.lexer.source,
                             .length = module->parser.lexer.length,
                             .at = position,
                             .between = true};
    module->skip_fast->deferred_count = 0;
    while (find_event(&pass) && pass_event(&pass))
        ;
    return pass.between ? pass.at : pass.statement;
}

uint32_t ptxc_skip_fast(struct ptxc_module *module, uint32_t position) {
    if (!begin(module))
        return position;
    return module->skip_fast->looked_from == position ? module->skip_fast->looked_to : run(module, position);
}

uint32_t ptxc_skip_fast_look(struct ptxc_module *module, uint32_t position, unsigned *depth, bool *calls) {
    *calls = false;
    if (!begin(module))
        return position;
    struct ptxc_skip_fast *kept = module->skip_fast;
    if (kept->looked_from != position) {
        kept->words.calls = false;
        kept->looked_from = position;
        kept->looked_to = run(module, position);
    }
    *calls = kept->words.calls;
    for (size_t i = 0; i < kept->deferred_count; i++)
        *depth += kept->deferred[i].kind == PTXC_DEFERRED_SCOPE;
    return kept->looked_to;
}

void ptxc_skip_fast_forget(struct ptxc_module *module) {
    if (!module->skip_fast)
        return;
    module->skip_fast->looked_from = 0;
    module->skip_fast->deferred_count = 0;
}

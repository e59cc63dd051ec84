/* Building the text of a snippet together with its map, and asking the map: see snippet.h. */
#include "host/common/snippet.h"

#include <string.h>

/* ---- facts ---- */

struct ptxc_facts ptxc_host_facts_meet(struct ptxc_facts left, struct ptxc_facts right) {
    struct ptxc_facts facts = left;
    if (right.lowest > facts.lowest)
        facts.lowest = right.lowest;
    if (right.highest < facts.highest)
        facts.highest = right.highest;
    if (right.feature > facts.feature)
        facts.feature = right.feature;
    facts.never = left.never || right.never || facts.lowest > facts.highest;
    return facts;
}

struct ptxc_facts ptxc_host_facts_join(struct ptxc_facts left, struct ptxc_facts right) {
    struct ptxc_facts facts = left;
    if (left.never || right.never)
        return left.never ? right : left;
    if (right.lowest < facts.lowest)
        facts.lowest = right.lowest;
    if (right.highest > facts.highest)
        facts.highest = right.highest;
    if (right.feature < facts.feature)
        facts.feature = right.feature;
    return facts;
}

/* ---- building one ---- */

/* Makes room for `length` more bytes of text. */
static bool reserve(struct ptxc_builder *builder, size_t length) {
    char *grown = ptxc_arena_grow(builder->arena, builder->text, &builder->text_capacity, builder->length + length, 1);
    if (!grown)
        return false;
    builder->text = grown;
    return true;
}

/* Appends a piece to the map. */
static void add_piece(struct ptxc_builder *builder, struct ptxc_snippet_piece piece) {
    struct ptxc_snippet_piece *grown = ptxc_arena_grow(builder->arena, builder->pieces, &builder->piece_capacity,
                                                       builder->count + 1, sizeof(*builder->pieces));
    if (!grown)
        return;
    builder->pieces = grown;
    builder->pieces[builder->count++] = piece;
}

/* Appends bytes as a piece of their own. */
static void add(struct ptxc_builder *builder, const char *bytes, size_t length, struct ptxc_snippet_piece piece) {
    if (length == 0 || !reserve(builder, length))
        return;
    memcpy(builder->text + builder->length, bytes, length);
    piece.decoded = (uint32_t)builder->length;
    piece.length = (uint32_t)length;
    builder->length += length;
    add_piece(builder, piece);
}

void ptxc_host_builder_characters(struct ptxc_builder *builder, const char *bytes, size_t length, uint32_t host,
                                  uint32_t stride) {
    struct ptxc_snippet_piece *last = builder->count ? &builder->pieces[builder->count - 1] : NULL;
    bool joins = last && last->kind == PTXC_PIECE_CHARACTERS && last->stride == stride &&
                 last->host + last->length * stride == host;
    if (joins && reserve(builder, length)) {
        memcpy(builder->text + builder->length, bytes, length);
        builder->length += length;
        last->length += (uint32_t)length;
    } else if (!joins) {
        add(builder, bytes, length, (struct ptxc_snippet_piece){.host = host, .stride = stride});
    }
}

void ptxc_host_builder_whole(struct ptxc_builder *builder, const char *bytes, size_t length, struct ptxc_span span) {
    add(builder, bytes, length,
        (struct ptxc_snippet_piece){.host = span.offset, .stride = span.length, .kind = PTXC_PIECE_WHOLE});
}

void ptxc_host_builder_unknown(struct ptxc_builder *builder, struct ptxc_span span) {
    static const char sign = PTXC_UNKNOWN_TEXT;
    struct ptxc_snippet_piece *last = builder->count ? &builder->pieces[builder->count - 1] : NULL;
    if (last && last->kind == PTXC_PIECE_UNKNOWN && span.offset >= last->host)
        last->stride = span.offset + span.length - last->host;
    else
        add(builder, &sign, 1,
            (struct ptxc_snippet_piece){.host = span.offset, .stride = span.length, .kind = PTXC_PIECE_UNKNOWN});
}

struct ptxc_snippet ptxc_host_builder_snippet(const struct ptxc_builder *builder) {
    return (struct ptxc_snippet){.text = builder->text ? builder->text : "",
                                 .length = (uint32_t)builder->length,
                                 .pieces = builder->pieces,
                                 .piece_count = builder->count,
                                 .facts = {.highest = PTXC_ANY_TARGET},
                                 .guess = {.highest = PTXC_ANY_TARGET}};
}

const char *ptxc_host_builder_string(const struct ptxc_builder *builder) {
    char *copy = ptxc_arena_alloc(builder->arena, builder->length + 1);
    if (!copy)
        return "";
    if (builder->length)
        memcpy(copy, builder->text, builder->length);
    return copy;
}

/* ---- asking the map ---- */

/* Returns the index of the piece that holds the byte at `decoded`, which is inside the text. */
static size_t find_piece(const struct ptxc_snippet *snippet, uint32_t decoded) {
    size_t low = 0, high = snippet->piece_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (snippet->pieces[middle].decoded <= decoded)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Returns the host bytes that one byte of text stands for. */
static struct ptxc_span locate_byte(const struct ptxc_snippet *snippet, uint32_t decoded) {
    const struct ptxc_snippet_piece *piece = &snippet->pieces[find_piece(snippet, decoded)];
    uint32_t step = piece->kind == PTXC_PIECE_CHARACTERS ? decoded - piece->decoded : 0;
    return (struct ptxc_span){piece->host + step * piece->stride, piece->stride};
}

struct ptxc_span ptxc_snippet_locate(const struct ptxc_snippet *snippet, struct ptxc_span decoded) {
    if (snippet->piece_count == 0)
        return (struct ptxc_span){snippet->template.offset, 0};
    uint32_t end = decoded.offset + decoded.length;
    if (end > snippet->length || end < decoded.offset)
        end = snippet->length;
    if (decoded.offset >= snippet->length) {
        struct ptxc_span last = locate_byte(snippet, snippet->length - 1);
        return (struct ptxc_span){last.offset + last.length, 0};
    }
    struct ptxc_span first = locate_byte(snippet, decoded.offset);
    if (end == decoded.offset)
        return (struct ptxc_span){first.offset, 0};
    struct ptxc_span last = locate_byte(snippet, end - 1);
    uint32_t last_end = last.offset + last.length;
    /* Only an expanded macro can make the last byte stand before the first. */
    return (struct ptxc_span){first.offset, last_end > first.offset ? last_end - first.offset : first.length};
}

bool ptxc_host_span_is_inside(struct ptxc_span inner, struct ptxc_span outer) {
    return inner.offset >= outer.offset && inner.offset - outer.offset <= outer.length &&
           inner.length <= outer.length - (inner.offset - outer.offset);
}

struct ptxc_span ptxc_snippet_locate_inside(const struct ptxc_snippet *snippet, struct ptxc_span decoded,
                                            struct ptxc_span place) {
    struct ptxc_span found = {0, 0};
    for (uint32_t i = 0; i < decoded.length && decoded.offset + i < snippet->length; i++) {
        const struct ptxc_span byte = locate_byte(snippet, decoded.offset + i);
        if (byte.length == 0 || !ptxc_host_span_is_inside(byte, place))
            continue;
        const uint32_t end = byte.offset + byte.length, last = found.offset + found.length;
        if (found.length == 0 || byte.offset < found.offset)
            found.offset = byte.offset;
        found.length = (end > last ? end : last) - found.offset;
    }
    return found;
}

/* ---- a snippet inside a snippet ---- */

static struct ptxc_span rebase_span(const struct ptxc_snippet *outer, struct ptxc_span span) {
    return span.length || span.offset ? ptxc_snippet_locate(outer, span) : span;
}

/* Returns where the expression of an operand stands in the file: the argument of a macro where there is one. */
static struct ptxc_span rebase_expression(const struct ptxc_snippet *outer, struct ptxc_span span) {
    const struct ptxc_span inside = ptxc_snippet_locate_inside(outer, span, outer->use);
    return outer->use.length > 0 && inside.length > 0 ? inside : rebase_span(outer, span);
}

/* Cuts a run of plain characters along the pieces of the outer text. */
static void rebase_characters(struct ptxc_builder *builder, const char *text, const struct ptxc_snippet_piece *piece,
                              const struct ptxc_snippet *outer) {
    uint32_t done = 0;
    for (size_t i = find_piece(outer, piece->host); done < piece->length; i++) {
        const struct ptxc_snippet_piece *under = &outer->pieces[i];
        uint32_t skipped = piece->host + done - under->decoded;
        uint32_t length = under->length - skipped;
        if (length > piece->length - done)
            length = piece->length - done;
        const char *bytes = text + piece->decoded + done;
        struct ptxc_span whole = {under->host, under->stride};
        if (under->kind == PTXC_PIECE_CHARACTERS)
            ptxc_host_builder_characters(builder, bytes, length, under->host + skipped * under->stride, under->stride);
        else if (under->kind == PTXC_PIECE_WHOLE)
            ptxc_host_builder_whole(builder, bytes, length, whole);
        else
            ptxc_host_builder_unknown(builder, whole);
        done += length;
    }
}

/* Builds the text again with a map to the file of `outer`, piece by piece: unknown text and macros keep their kind,
 * plain characters are cut where the pieces of the outer text change, and escapes become pieces of one byte. */
static void rebase_text(struct ptxc_snippet *snippet, const struct ptxc_snippet *outer, struct ptxc_arena *arena) {
    struct ptxc_builder builder = {.arena = arena};
    for (size_t i = 0; i < snippet->piece_count && !arena->failed; i++) {
        const struct ptxc_snippet_piece *piece = &snippet->pieces[i];
        struct ptxc_span host = {piece->host, piece->stride};
        if (piece->kind == PTXC_PIECE_UNKNOWN)
            ptxc_host_builder_unknown(&builder, ptxc_snippet_locate(outer, host));
        else if (piece->kind == PTXC_PIECE_WHOLE)
            ptxc_host_builder_whole(&builder, snippet->text + piece->decoded, piece->length,
                                    ptxc_snippet_locate(outer, host));
        else if (piece->stride == 1)
            rebase_characters(&builder, snippet->text, piece, outer);
        else
            for (uint32_t k = 0; k < piece->length; k++) {
                host.offset = piece->host + k * piece->stride;
                ptxc_host_builder_whole(&builder, snippet->text + piece->decoded + k, 1,
                                        ptxc_snippet_locate(outer, host));
            }
    }
    snippet->text = builder.text ? builder.text : "";
    snippet->length = (uint32_t)builder.length;
    snippet->pieces = builder.pieces;
    snippet->piece_count = builder.count;
}

void ptxc_host_builder_mapped(struct ptxc_builder *builder, const struct ptxc_snippet *from, struct ptxc_span span) {
    const struct ptxc_snippet_piece piece = {
        .decoded = span.offset, .length = span.length, .host = span.offset, .stride = 1};
    if (span.length > 0)
        rebase_characters(builder, from->text, &piece, from);
}

void ptxc_snippet_rebase(struct ptxc_snippet *snippet, const struct ptxc_snippet *outer, struct ptxc_arena *arena) {
    struct ptxc_asm_operand *operands = ptxc_arena_alloc(arena, snippet->operand_count * sizeof(*operands));
    rebase_text(snippet, outer, arena);
    if (!operands)
        return;
    for (size_t i = 0; i < snippet->operand_count; i++) {
        operands[i] = snippet->operands[i];
        operands[i].expression = rebase_expression(outer, operands[i].expression);
    }
    snippet->operands = operands;
    snippet->statement = rebase_span(outer, snippet->statement);
    snippet->template = rebase_span(outer, snippet->template);
    snippet->use = rebase_span(outer, snippet->use);
    snippet->unexpected = rebase_span(outer, snippet->unexpected);
}

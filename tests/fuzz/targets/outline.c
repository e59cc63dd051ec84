/* Fuzz target: bytes as a module. All that its outline says lies in the text, and each name leads to its declaration
 * and back; its pieces follow each other. After an edit it says what an outline says that is made of the text anew.
 */
#include <stdlib.h>
#include <string.h>

#include "ptxcheck/outline.h"
#include "target.h"

static int is_inside(struct ptxc_span span, size_t length) {
    return span.offset <= length && span.length <= length - span.offset;
}

/* Looks at a declaration, and at the places of its name. */
static void check_declaration(const struct ptxc_outline *outline, const struct ptxc_declaration *declaration,
                              const char *text, size_t length) {
    struct ptxc_span places[16], name;
    const size_t count = ptxc_outline_places(outline, declaration->name.offset, places, 16);
    if (!is_inside(declaration->text, length) || !is_inside(declaration->scope, length) ||
        !is_inside(declaration->name, length) || declaration->name.length == 0)
        target_broken("a declaration is not in the text", text, length);
    if (ptxc_outline_find(outline, declaration->name.offset, NULL) != declaration || count == 0)
        target_broken("the name of a declaration is not its own", text, length);
    for (size_t i = 0; i < count && i < 16; i++) {
        if (!is_inside(places[i], length) || (i > 0 && places[i].offset < places[i - 1].offset + places[i - 1].length))
            target_broken("places are not in their order", text, length);
        if (ptxc_outline_find(outline, places[i].offset, &name) != declaration || name.offset != places[i].offset)
            target_broken("a place of a name is not that of its declaration", text, length);
        target_compared++;
    }
}

/* Goes through the pieces of a text. */
static void check_pieces(const char *text, size_t length) {
    struct ptxc_lexeme piece = {.span = {0, 0}};
    for (size_t end = 0; ptxc_lexeme_next(text, length, &piece); end = piece.span.offset + piece.span.length)
        if (!is_inside(piece.span, length) || piece.span.offset < end || piece.span.length == 0)
            target_broken("pieces are not in their order", text, length);
}

/* ---- edits ---- */

static int is_same(struct ptxc_span one, struct ptxc_span other) {
    return one.offset == other.offset && one.length == other.length;
}

/* Whether two declarations, or none and none, are the same. */
static int is_same_declaration(const struct ptxc_declaration *one, const struct ptxc_declaration *other) {
    if (!one || !other)
        return one == other;
    return one->kind == other->kind && one->type == other->type && one->space == other->space &&
           one->count == other->count && one->alignment == other->alignment && one->size == other->size &&
           is_same(one->name, other->name) && is_same(one->text, other->text) && is_same(one->scope, other->scope);
}

/* Whether two outlines of a text say the same. */
static int is_same_outline(const struct ptxc_outline *one, const struct ptxc_outline *other, size_t length) {
    for (size_t i = 0; ptxc_outline_get(one, i) || ptxc_outline_get(other, i); i++)
        if (!is_same_declaration(ptxc_outline_get(one, i), ptxc_outline_get(other, i)))
            return 0;
    for (size_t i = 0; ptxc_outline_scope(one, i).length > 0 || ptxc_outline_scope(other, i).length > 0; i++)
        if (!is_same(ptxc_outline_scope(one, i), ptxc_outline_scope(other, i)))
            return 0;
    for (size_t i = 0; i <= length; i++) {
        struct ptxc_span name = {0, 0}, other_name = {0, 0};
        if (!is_same_declaration(ptxc_outline_find(one, i, &name), ptxc_outline_find(other, i, &other_name)) ||
            !is_same(name, other_name))
            return 0;
        if (name.length > 0 && name.offset == i &&
            ptxc_outline_places(one, i, NULL, 0) != ptxc_outline_places(other, i, NULL, 0))
            return 0;
    }
    return 1;
}

static uint64_t state;

static size_t below(size_t bound) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(state >> 33) % bound;
}

/* Edits the text a few times, which is freed, and its outline. */
static void check_edits(struct ptxc_outline **outline, char *text, size_t length) {
    static const char *const words[] = {"x",
                                        "7",
                                        "{",
                                        "}",
                                        ";",
                                        "\n",
                                        "\"",
                                        "/*",
                                        "$l:",
                                        ".reg .b32 %r<9>;",
                                        "bra $l;",
                                        "} .func f() {",
                                        ".global .u8 x;"};
    struct ptxc_outline *made;
    for (int i = 0; i < 8; i++) {
        const char *word = words[below(sizeof(words) / sizeof(words[0]))];
        const size_t begin = below(length + 1), most = length - begin < 20 ? length - begin : 20,
                     removed = below(most + 1), added = strlen(word);
        char *edited = malloc(length - removed + added + 1);
        if (!edited)
            abort();
        memcpy(edited, text, begin);
        memcpy(edited + begin, word, added);
        memcpy(edited + begin + added, text + begin + removed, length - begin - removed);
        free(text);
        text = edited;
        length = length - removed + added;
        if (ptxc_outline_edit(outline, text, length, begin, removed) != PTXC_OK ||
            ptxc_outline_make(text, length, NULL, &made) != PTXC_OK)
            abort();
        if (!is_same_outline(*outline, made, length))
            target_broken("an outline that was edited is another than one that is made", text, length);
        ptxc_outline_free(made);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct ptxc_declaration *declaration;
    struct ptxc_outline *outline;
    char *text = target_copy(data, size);
    if (ptxc_outline_make(text, size, NULL, &outline) != PTXC_OK)
        abort();
    for (size_t i = 0; (declaration = ptxc_outline_get(outline, i)); i++)
        check_declaration(outline, declaration, text, size);
    for (size_t i = 0; ptxc_outline_scope(outline, i).length > 0; i++)
        if (!is_inside(ptxc_outline_scope(outline, i), size))
            target_broken("a scope is not in the text", text, size);
    check_pieces(text, size);
    target_reached += ptxc_outline_get(outline, 0) != NULL;
    state = size;
    for (size_t i = 0; i < size && i < 64; i++)
        state = state * 31 + data[i];
    check_edits(&outline, text, size);
    ptxc_outline_free(outline);
    return 0;
}

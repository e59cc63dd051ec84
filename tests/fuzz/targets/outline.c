/* Fuzz target: bytes as a module. All that its outline says lies in the text, and each name leads to its declaration
 * and back; its pieces follow each other.
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
    ptxc_outline_free(outline);
    free(text);
    return 0;
}

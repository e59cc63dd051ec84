/* Lines and columns of a text: see lines.h. */
#include "cli/output/lines.h"

#include <string.h>

struct lines lines_of(const char *text) {
    return (struct lines){.text = text, .line = 1};
}

void lines_seek(struct lines *lines, size_t offset) {
    const char *text = lines->text;
    for (const char *end;
         offset > lines->offset && (end = memchr(text + lines->offset, '\n', offset - lines->offset));) {
        lines->offset = lines->start = (size_t)(end - text) + 1;
        lines->line++;
    }
    while (offset < lines->start) {
        lines->start--; /* the end of the line before */
        while (lines->start > 0 && text[lines->start - 1] != '\n')
            lines->start--;
        lines->line--;
    }
    lines->offset = offset;
}

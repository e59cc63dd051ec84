/* Text in lines: see wrap.h. */
#include "cli/format/wrap.h"

#include <string.h>

/* Returns the length of the piece that the text begins with: up to the next place where a line may end. `*depth` is
 * that of the brackets around it. */
static size_t piece_length(const char *text, const char *end, const char *before, int *depth) {
    const char *at = text;
    for (; at < end && *at != ' '; at++) {
        if (before && at > text && (at[-1] == '|' || (*depth == 0 && strchr(before, *at))))
            break;
        *depth += before && strchr("({[", *at) ? 1 : 0;
        *depth -= before && strchr(")}]", *at) ? 1 : 0;
    }
    return (size_t)(at - text);
}

void wrap_print(FILE *stream, const char *text, size_t length, struct wrap wrap) {
    const char *end = text + length;
    int column = wrap.start, depth = 0;
    for (int first = 1; text < end; first = 0) {
        int blank = *text == ' ';
        text += blank;
        int piece = (int)piece_length(text, end, wrap.before, &depth);
        if (!first && wrap.width && column + blank + piece > wrap.width) {
            fprintf(stream, "\n%*s", wrap.indent, "");
            column = wrap.indent;
        } else if (blank) {
            fputc(' ', stream);
            column++;
        }
        fprintf(stream, "%.*s", piece, text);
        column += piece;
        text += piece;
    }
    fputc('\n', stream);
}

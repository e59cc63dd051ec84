/* Text in lines: see wrap.h. */
#include "cli/output/wrap.h"

#include <string.h>

void wrap_print(FILE *stream, const char *text, size_t length, struct wrap wrap) {
    const char *end = text + length;
    int column = wrap.start, first = 1;
    while (text < end) {
        const char *blank = memchr(text, ' ', (size_t)(end - text));
        int word = (int)((blank ? blank : end) - text);
        if (!first && wrap.width && column + 1 + word > wrap.width) {
            fprintf(stream, "\n%*s", wrap.indent, "");
            column = wrap.indent;
        } else if (!first) {
            fputc(' ', stream);
            column++;
        }
        fprintf(stream, "%.*s", word, text);
        column += word;
        first = 0;
        text += word + (blank != NULL);
    }
    fputc('\n', stream);
}

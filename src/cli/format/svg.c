/* What HTML and SVG are written with: see svg.h. */
#include "cli/format/svg.h"

#include <stdbool.h>
#include <string.h>

#include "ptxcheck/render.h"

/* Whether it is U+FFFE or U+FFFF, which XML cannot have. */
static bool is_no_character(const char *text, size_t length) {
    return length == 3 && memcmp(text, "\xef\xbf", 2) == 0 && (unsigned char)text[2] >= 0xbe;
}

void html_escape(FILE *stream, const char *text, size_t length) {
    for (size_t i = 0, step; i < length; i += step) {
        const unsigned char c = (unsigned char)text[i];
        step = ptxc_utf8_length(text + i, length - i);
        if (c == '&')
            fputs("&amp;", stream);
        else if (c == '<')
            fputs("&lt;", stream);
        else if (c == '>')
            fputs("&gt;", stream);
        else if (c == '"')
            fputs("&quot;", stream);
        else if (step == 0 || (c < ' ' && c != '\t' && c != '\n') || c == 0x7f || is_no_character(text + i, step))
            fputs("\xef\xbf\xbd", stream);
        else
            fwrite(text + i, 1, step, stream);
        step = step ? step : 1;
    }
}

void svg_open(FILE *stream, int width, int height, const char *title) {
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n"
            "<title>",
            width, height, width, height);
    html_escape(stream, title, strlen(title));
    fputs("</title>\n<style>\n", stream);
}

void svg_text(FILE *stream, int x, int y, const char *class, const char *text) {
    fprintf(stream, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, y, class);
    html_escape(stream, text, strlen(text));
    fputs("</text>\n", stream);
}

void svg_rectangle(FILE *stream, int x, int y, int width, int height, const char *class) {
    fprintf(stream, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"%s\"/>\n", x, y, width, height, class);
}

/* What HTML and SVG are written with: see svg.h. */
#include "cli/format/svg.h"

#include "ptxcheck/render.h"

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
        else if (step == 0 || (c < ' ' && c != '\t' && c != '\n') || c == 0x7f)
            fputs("\xef\xbf\xbd", stream);
        else
            fwrite(text + i, 1, step, stream);
        step = step ? step : 1;
    }
}

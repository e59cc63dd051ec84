/* What is printed: see print.h. */
#include "cli/format/print.h"

#include <stdlib.h>
#include <string.h>

#include "cli/system/memory.h"

/* ---- texts that somebody else chose, in pieces of whole characters ---- */

enum { PIECE = 1024 };

/* Returns the length of the next piece, which ends before the first byte of a character where there is one near. */
static size_t piece_length(const char *text, size_t left) {
    size_t length = left < PIECE ? left : PIECE;
    if (length == left)
        return length;
    for (size_t back = 0; back < 4; back++)
        if (((unsigned char)text[length - back] & 0xc0) != 0x80)
            return length - back;
    return length;
}

void print_clean(FILE *stream, const char *text, size_t length) {
    char piece[PIECE + 1];
    for (size_t i = 0, size; i < length; i += size) {
        size = piece_length(text + i, length - i);
        ptxc_text_clean(text + i, size, piece, sizeof(piece));
        fwrite(piece, 1, size, stream);
    }
}

/* ---- lines ---- */

/* Returns the length of the piece that the text begins with: up to the next place where a line may end. `*depth` is
 * that of the brackets around it. */
static size_t word_length(const char *text, const char *end, const char *before, int *depth) {
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
        int piece = (int)word_length(text, end, wrap.before, &depth);
        if (!first && wrap.width && column + blank + piece > wrap.width) {
            fprintf(stream, "\n%*s", wrap.indent, "");
            column = wrap.indent;
        } else if (blank) {
            fputc(' ', stream);
            column++;
        }
        print_clean(stream, text, (size_t)piece);
        column += piece;
        text += piece;
    }
    fputc('\n', stream);
}

/* ---- what the library prints ---- */

char *instruction_text(const struct ptxc_instruction *instruction) {
    size_t length = ptxc_instruction_emit(instruction, NULL, 0);
    char *text = length ? memory_sure(malloc(length + 1)) : NULL;
    if (length)
        ptxc_instruction_emit(instruction, text, length + 1);
    return text;
}

void print_diagnostic(FILE *stream, const struct ptxc_report *report, const struct ptxc_diagnostic *diagnostic,
                      enum ptxc_severity severity, const char *name, struct ptxc_lines *lines, uint32_t flags) {
    char text[4096]; /* room for all but the longest */
    size_t length = ptxc_report_render(report, diagnostic, severity, name, lines, flags, text, sizeof(text));
    if (length < sizeof(text)) {
        fwrite(text, 1, length, stream);
        return;
    }
    char *longer = memory_sure(malloc(length + 1));
    ptxc_report_render(report, diagnostic, severity, name, lines, flags, longer, length + 1);
    fwrite(longer, 1, length, stream);
    free(longer);
}

void print_report(FILE *stream, const struct ptxc_report *report, const struct source *source, bool color) {
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, source->text, source->length);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        print_diagnostic(stream, NULL, diagnostic, diagnostic->severity, source->name, &lines,
                         color ? PTXC_RENDER_COLOR : 0);
    }
}

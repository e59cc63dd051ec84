/* ptxcheck: findings for people. A map from offsets to lines and columns, and the text that the command prints for a
 * diagnostic:
 *
 *     struct ptxc_lines lines;
 *     char text[4096];
 *     ptxc_lines_init(&lines, source, length);
 *     for (size_t i = 0; i < ptxc_report_count(report); i++) {
 *         ptxc_diagnostic_render(ptxc_report_get(report, i), PTXC_SEVERITY_OFF, "kernel.ptx", &lines, 0, text,
 *                                sizeof(text));
 *         fputs(text, stderr);
 *     }
 *
 * Threads: any number of them may call these functions at once, each with a map of its own. NULL, and the contract of
 * functions that write a text, are as in ptxcheck.h. Nothing here takes memory.
 */
#ifndef PTXCHECK_RENDER_H
#define PTXCHECK_RENDER_H

#include <stddef.h>
#include <stdint.h>

#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A map of a text: the line and the columns of one place in it, and all that is needed to go to another. It is a plain
 * value, which may be copied; the text must live as long as it is used. Fill it with ptxc_lines_init, and read it after
 * ptxc_lines_seek. The structure is frozen until the soname changes.
 *
 * A line ends with "\n". A tab is one column, whatever a terminal makes of it. A byte that belongs to no UTF-8
 * character counts as one character. Inside a character `utf16` and `points` are those of its first byte. */
struct ptxc_lines {
    const char *text; /* is `length` bytes */
    size_t length;
    size_t offset; /* is the place, in bytes from the start of the text */
    size_t line;   /* is its line, from 1 */
    size_t column; /* is its column in bytes, from 1, as compilers and the command count */
    size_t utf16; /* is its column in UTF-16 code units, from 1, as SARIF counts; the language server protocol from 0 */
    size_t points; /* is its column in code points, from 1, as Python counts */
    size_t start;  /* is where the line starts, in bytes from the start of the text */
    size_t end;    /* is where it ends, before its "\n" or "\r\n", likewise */
};

/* Makes a map of `length` bytes of text, and goes to its start. The text needs no NUL. */
PTXC_API void ptxc_lines_init(struct ptxc_lines *lines, const char *text, size_t length);

/* Goes to an offset in bytes; beyond the text, to its end. This costs time for the bytes between it and the place
 * before, so places are best asked for in their order. */
PTXC_API void ptxc_lines_seek(struct ptxc_lines *lines, size_t offset);

/* Goes to a column, in bytes, of a line, both from 1: beyond the line, to its end, and for column 0 to its start. It
 * gives 1; where the text has no such line it gives 0, and stays. This costs time for the bytes between the places. */
PTXC_API int ptxc_lines_find(struct ptxc_lines *lines, size_t line, size_t column);

/* Flags say how a diagnostic is rendered. */
enum ptxc_render {
    PTXC_RENDER_COLOR = 1, /* with the color codes of terminals */
    PTXC_RENDER_BRIEF = 2  /* the first line alone */
};

/* Writes a diagnostic as the command prints it, lines with a "\n" each: "name:line:column: severity: message [rule]",
 * the line of the source with what is wrong marked below it, the notes, what to write, the section of the ISA. Columns
 * are bytes from 1. A long line is cut to the part around what is wrong. Nothing that a terminal would obey is passed
 * on: '?' stands for each byte of a control character, of one that turns the direction of text, and of what is no
 * UTF-8.
 *
 * `severity` replaces that of the diagnostic, but for PTXC_SEVERITY_OFF, which leaves it. `name` is that of the source,
 * closed by a NUL. `lines` is a map of the text that the spans of the diagnostic are places in: the source, or
 * ptxc_report_text. It is at `diagnostic->span` then; diagnostics in source order cost least. `flags` are those of
 * ptxc_render, together. With a NULL, or a severity or flag that the library does not know, the text is "". */
PTXC_API size_t ptxc_diagnostic_render(const struct ptxc_diagnostic *diagnostic, enum ptxc_severity severity,
                                       const char *name, struct ptxc_lines *lines, uint32_t flags, char *buffer,
                                       size_t size);

/* Writes a diagnostic of a report of PTX likewise, and has it where it stands in the source that the PTX was compiled
 * from, if ptxc_report_locate finds it there: the place and the line of that, the calls that were inlined, and then
 * where it stands in the PTX, with the line and the rest. `name` and `lines` are those of the PTX. The report may be
 * NULL. */
PTXC_API size_t ptxc_report_render(const struct ptxc_report *report, const struct ptxc_diagnostic *diagnostic,
                                   enum ptxc_severity severity, const char *name, struct ptxc_lines *lines,
                                   uint32_t flags, char *buffer, size_t size);

/* Writes `length` bytes of text so that a terminal can be shown it, with '?' for each byte as above; for a tab and a
 * newline, too. */
PTXC_API size_t ptxc_text_clean(const char *text, size_t length, char *buffer, size_t size);

/* Gives how many bytes the UTF-8 character at `text` has, of which `left` bytes are left; 0 where there is none. */
PTXC_API size_t ptxc_utf8_length(const char *text, size_t left);

#ifdef __cplusplus
}
#endif

#endif

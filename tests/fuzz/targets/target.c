/* What the fuzz targets have in common: see target.h. */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptxcheck/render.h"

enum { RENDERED = 4 /* findings of a report */, OUTPUT = 1 << 16 };

unsigned long target_reached, target_compared;

char *target_copy(const uint8_t *data, size_t size) {
    char *text = malloc(size ? size : 1);
    if (!text)
        abort();
    if (size > 0)
        memcpy(text, data, size);
    return text;
}

void target_broken(const char *what, const char *text, size_t length) {
    printf("%s:\n%.*s\n", what, (int)length, text);
    fflush(stdout);
    abort();
}

/* Decides whether a span lies in a text. */
static int is_inside(struct ptxc_span span, size_t length) {
    return span.offset <= length && span.length <= length - span.offset;
}

/* Decides whether all places of a finding lie in the text. */
static int is_placed(const struct ptxc_diagnostic *diagnostic, size_t length) {
    int placed = is_inside(diagnostic->span, length) && is_inside(diagnostic->cause, length);
    for (size_t i = 0; i < diagnostic->note_count; i++)
        placed &= is_inside(diagnostic->notes[i].span, length);
    for (size_t i = 0; i < diagnostic->fix_count; i++)
        placed &= is_inside(diagnostic->fixes[i].span, length);
    return placed;
}

void target_read_report(struct ptxc_report *report, const char *text, size_t length) {
    static char out[OUTPUT];
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, text, length);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        if (!is_placed(diagnostic, length))
            target_broken("a finding is not in the text", text, length);
        if (!*diagnostic->message || strchr(diagnostic->message, '\n'))
            target_broken("a message is not one line", text, length);
        if (i < RENDERED)
            ptxc_report_render(report, diagnostic, PTXC_SEVERITY_OFF, "input", &lines, 0, out, sizeof(out));
    }
    ptxc_report_free(report);
}

char *target_apply(struct ptxc_edits *edits, size_t *length) {
    *length = ptxc_edits_apply(edits, NULL, 0);
    char *made = malloc(*length + 1);
    if (!made)
        abort();
    ptxc_edits_apply(edits, made, *length + 1);
    ptxc_edits_free(edits);
    char *exact = target_copy((const uint8_t *)made, *length);
    free(made);
    return exact;
}

/* The comments of a PTX text: see comments.h. A string has no escapes and may go on in later lines, as in skip.c. */
#include "report/comments.h"

#include <string.h>

#include "base/separators.h"
#include "report/assume.h"

/* Follows braces at the outermost of which a function begins and ends. */
static void follow_brace(struct ptxc_comments *comments, uint32_t *depth, uint32_t position) {
    if (comments->text[position] == '{') {
        comments->function = (*depth)++ == 0 ? position : comments->function;
    } else if (*depth > 0 && --*depth == 0) {
        ptxc_assume_leave(comments, position);
        comments->function = UINT32_MAX;
    }
}

void ptxc_comments_of_ptx(struct ptxc_report *report, const char *text, uint32_t length, const struct ptxc_view *view) {
    struct ptxc_comments comments = ptxc_allow_begin(report, text, length, view);
    uint32_t depth = 0;
    bool open = false; /* a quote that nothing closes */
    for (uint32_t position = 0; position < length; position++) {
        if (text[position] == '"' && !open) {
            const char *close = memchr(text + position + 1, '"', length - position - 1);
            open = !close;
            position = close ? (uint32_t)(close - text) : position;
        } else if (text[position] == '{' || text[position] == '}') {
            follow_brace(&comments, &depth, position);
        } else if (text[position] == '/') {
            const uint32_t end = ptxc_comment_end(text, length, position);
            if (end == position)
                continue;
            ptxc_allow_take(&comments, (struct ptxc_span){position, end - position});
            position = end - 1;
        }
    }
    ptxc_allow_end(&comments);
}

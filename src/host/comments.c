/* The comments of a text in a host language: see comments.h. The lexers that find the literals find them. */
#include "host/comments.h"

#include "host/condition.h"

void ptxc_comments_of_host(struct ptxc_report *report, ptxc_host_next *next, const struct ptxc_defines *defines,
                           const char *text, uint32_t length, const struct ptxc_view *view) {
    struct ptxc_comments comments = ptxc_allow_begin(report, text, length, view);
    struct ptxc_host_lexer lexer = {.source = text, .length = length, .comments = &comments};
    struct ptxc_host_conditions conditions;
    ptxc_conditions_begin(&conditions, defines);
    for (struct ptxc_host_token token; (token = next(&lexer)).kind != PTXC_HOST_END;) {
        if (token.kind != PTXC_HOST_DIRECTIVE)
            continue;
        ptxc_conditions_follow(&conditions, text, (struct ptxc_span){token.offset, token.length});
        lexer.comments = ptxc_conditions_facts(&conditions).never ? NULL : &comments;
    }
    ptxc_allow_end(&comments);
}

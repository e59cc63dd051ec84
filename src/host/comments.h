/* The comments of a text in a host language, for those who look for words in them. */
#ifndef PTXC_HOST_COMMENTS_H
#define PTXC_HOST_COMMENTS_H

#include "host/defines.h"
#include "host/token.h"

/* Hands over every comment of the text, which this lexer reads and which stands in the source of the report as `view`
 * says. Comments that an #if takes out, by the macros of the caller (NULL: none), are left out. */
void ptxc_comments_of_host(struct ptxc_report *report, ptxc_host_next *next, const struct ptxc_defines *defines,
                           const char *text, uint32_t length, const struct ptxc_view *view);

#endif

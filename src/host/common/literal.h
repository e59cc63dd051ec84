/* The text of a literal: its escapes are resolved, and what is filled in at run time becomes unknown text. */
#ifndef PTXC_LITERAL_H
#define PTXC_LITERAL_H

#include "host/common/snippet.h"
#include "host/common/token.h"

/* Adds the decoded body of a literal. */
void ptxc_host_builder_literal(struct ptxc_builder *builder, const char *source, const struct ptxc_host_token *token);

/* Whether the literal holds a conversion of printf, and so is a format that is filled in at run time. */
bool ptxc_literal_prints(const char *source, const struct ptxc_host_token *token);

#endif

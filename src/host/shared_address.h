/* Whether an expression of C++ is an address in the shared window or a generic pointer, as far as its words and the
 * declarations before it show.
 */
#ifndef PTXC_SHARED_ADDRESS_H
#define PTXC_SHARED_ADDRESS_H

#include "host/tokens.h"

enum ptxc_address {
    PTXC_ADDRESS_UNKNOWN, /* no word says anything of it */
    PTXC_ADDRESS_SHARED,  /* it was converted, or may well be so: an integer, whose value comes from elsewhere */
    PTXC_ADDRESS_POINTER  /* a pointer or an array, which is a generic address */
};

/* What the expression is, a span of the source of the tokens. Where that has no tokens, its own words decide. */
enum ptxc_address ptxc_address_of(const struct ptxc_tokens *tokens, struct ptxc_span expression);

#endif

/* What one thread does, and others must be told of: mbarriers that it makes (F04), and arrivals of one lane for what
 * its whole warp has written (T03). */
#ifndef PTXC_PUBLICATION_H
#define PTXC_PUBLICATION_H

#include "flow/hazard.h"

/* Reports what is used by threads that were not told of it. */
void ptxc_publication_check(const struct ptxc_flow *flow);

#endif

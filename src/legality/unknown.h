/* Reports qualifiers that are not in the tables. It needs a sink. */
#ifndef PTXC_UNKNOWN_H
#define PTXC_UNKNOWN_H

#include "legality/subject.h"

void ptxc_unknown_qualifiers(const struct ptxc_subject *subject);

#endif

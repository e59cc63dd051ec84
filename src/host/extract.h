/* The extractors of the host languages, one for each row of hosts.def. */
#ifndef PTXC_EXTRACT_H
#define PTXC_EXTRACT_H

#include "host/extraction.h"

#define HOST(enumerator, extensions, extract) ptxc_extractor extract;
#include "hosts.def"

#endif

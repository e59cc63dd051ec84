/* The extractors and lexers of the host languages, one of each for each row of hosts.def. */
#ifndef PTXC_EXTRACT_H
#define PTXC_EXTRACT_H

#include "host/extraction.h"

#define HOST(enumerator, extensions, extract, next) \
    ptxc_extractor extract;                         \
    ptxc_host_next next;
#include "hosts.def"

#endif

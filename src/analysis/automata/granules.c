/* Granules: see granules.h. */
#include "analysis/automata/granules.h"

#include <string.h>

#include "analysis/code/layout.h"

void ptxc_cta_clear(struct ptxc_cta *cta, uint32_t end) {
    enum { AT_ONCE = 4096 }; /* bytes, a divisor of all */
    const uint32_t from = cta->cleared, whole = (end + AT_ONCE - 1) / AT_ONCE * AT_ONCE;
    const uint32_t to = whole < PTXC_SHARED_MOST ? whole : PTXC_SHARED_MOST;
    memset(cta->granules + from / PTXC_GRANULE, 0, (to - from) / PTXC_GRANULE * sizeof(*cta->granules));
    memset(cta->bytes + from, 0, to - from);
    memset(cta->known + from, PTXC_BYTE_UNKNOWN, to - from);
    cta->cleared = to;
}

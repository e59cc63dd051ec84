/* ASCII: see ascii.h. */
#include "read/ascii.h"

#include <string.h>

/* How much of the text, in whole stretches, is known to be ASCII without a 0. Eight bytes at a time: where none is
 * above 0x7f, taking one from each leaves a highest bit only where one is 0. */
static uint32_t ascii_length(const char *source, uint32_t length) {
    enum { STRETCH = 256 };
    const uint64_t highest = UINT64_C(0x8080808080808080), ones = UINT64_C(0x0101010101010101);
    uint32_t known = 0;
    for (; length - known >= STRETCH; known += STRETCH) {
        uint64_t any = 0;
        for (uint32_t i = 0; i < STRETCH; i += sizeof(any)) {
            uint64_t bytes;
            memcpy(&bytes, source + known + i, sizeof(bytes));
            any |= bytes | (bytes - ones);
        }
        if (any & highest)
            break;
    }
    return known;
}

void ptxc_ascii_check(struct ptxc_report *report, const char *source, uint32_t length) {
    for (uint32_t i = ascii_length(source, length); i < length; i++) {
        if (source[i] != 0 && (unsigned char)source[i] < 0x80)
            continue;
        ptxc_report_raise(
            report, PTXC_RULE_NON_ASCII, (struct ptxc_span){i, 1},
            ptxc_arena_format(&report->words, "PTX is ASCII, and this is byte 0x%02x", (unsigned char)source[i]));
        return;
    }
}

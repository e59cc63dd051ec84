/* What stands between tokens of PTX: see separators.h. */
#include "base/separators.h"

#include <string.h>

uint32_t ptxc_comment_end(const char *text, uint32_t length, uint32_t position) {
    const char sign = (char)(length - position > 1 ? text[position + 1] : 0);
    if (sign == '/') {
        const char *end = memchr(text + position, '\n', length - position);
        return end ? (uint32_t)(end - text) : length;
    }
    if (sign != '*')
        return position;
    for (const char *at = text + position + 2; (at = memchr(at, '*', (size_t)(text + length - at))); at++)
        if (at + 1 < text + length && at[1] == '/')
            return (uint32_t)(at - text) + 2;
    return length;
}

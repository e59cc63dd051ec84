/* Text into a caller's buffer with the contract of snprintf: appends what fits, counts everything. */
#ifndef PTXC_TEXT_H
#define PTXC_TEXT_H

#include <stddef.h>

struct ptxc_text {
    char *buffer;
    size_t size;   /* of the buffer, closing NUL included */
    size_t length; /* of the whole text so far */
};

void ptxc_text_add(struct ptxc_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

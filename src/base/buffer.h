/* Text into a caller's buffer with the contract of snprintf: appends what fits, counts everything. */
#ifndef PTXC_BUFFER_H
#define PTXC_BUFFER_H

#include <stddef.h>

struct ptxc_buffer {
    char *buffer;
    size_t size;   /* of the buffer, closing NUL included */
    size_t length; /* of the whole text so far */
};

/* Appends as printf does. */
void ptxc_buffer_add(struct ptxc_buffer *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends `length` bytes. */
void ptxc_buffer_put(struct ptxc_buffer *text, const char *bytes, size_t length);

#endif

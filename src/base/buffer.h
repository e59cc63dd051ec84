/* Text into a caller's buffer with the contract of snprintf: appends what fits, counts everything. */
#ifndef PTXC_BUFFER_H
#define PTXC_BUFFER_H

#include <stddef.h>

struct ptxc_buffer {
    char *buffer;
    size_t size;   /* of the buffer, closing NUL included */
    size_t length; /* of the whole text so far */
};

/* Begins an empty text in the buffer, which may be NULL. It holds "" then, even if nothing is added. */
static inline struct ptxc_buffer ptxc_buffer_begin(char *buffer, size_t size) {
    if (buffer && size > 0)
        buffer[0] = 0;
    return (struct ptxc_buffer){buffer, buffer ? size : 0, 0};
}

/* Appends as printf does. */
void ptxc_buffer_add(struct ptxc_buffer *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends `length` bytes. */
void ptxc_buffer_put(struct ptxc_buffer *text, const char *bytes, size_t length);

#endif

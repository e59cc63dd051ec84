/* Appending to a buffer: see buffer.h. */
#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ptxc_buffer_add(struct ptxc_buffer *text, const char *format, ...) {
    va_list arguments;
    size_t room = text->buffer && text->length < text->size ? text->size - text->length : 0;
    va_start(arguments, format);
    int added = vsnprintf(room ? text->buffer + text->length : NULL, room, format, arguments);
    va_end(arguments);
    if (added > 0)
        text->length += (size_t)added;
}

void ptxc_buffer_put(struct ptxc_buffer *text, const char *bytes, size_t length) {
    const size_t room = text->buffer && text->length < text->size ? text->size - text->length : 0;
    const size_t taken = length < room ? length : room - (room > 0);
    if (taken > 0)
        memcpy(text->buffer + text->length, bytes, taken);
    if (room > 0)
        text->buffer[text->length + taken] = 0;
    text->length += length;
}

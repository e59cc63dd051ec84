/* Appending to a buffer: see buffer.h. */
#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>

void ptxc_buffer_add(struct ptxc_buffer *text, const char *format, ...) {
    va_list arguments;
    size_t room = text->buffer && text->length < text->size ? text->size - text->length : 0;
    va_start(arguments, format);
    int added = vsnprintf(room ? text->buffer + text->length : NULL, room, format, arguments);
    va_end(arguments);
    if (added > 0)
        text->length += (size_t)added;
}

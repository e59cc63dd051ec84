/* Clears what is some kilobytes long. */
#ifndef PTXC_CLEAR_H
#define PTXC_CLEAR_H

#include <stddef.h>
#include <string.h>

/* As memset with 0. For some kilobytes compilers and C libraries take a string instruction, which begins slowly; so the
 * pieces are small, and the compiler does not know how small. */
static inline void ptxc_clear(void *memory, size_t size) {
    unsigned char *bytes = memory;
    while (size > 0) {
        size_t piece = size < 1024 ? size : 1024;
        __asm__("" : "+r"(piece));
        memset(bytes, 0, piece);
        bytes += piece;
        size -= piece;
    }
}

#endif

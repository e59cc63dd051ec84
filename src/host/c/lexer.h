/* The lexer of C, C++ and CUDA, which statements, macros and #if lines share. */
#ifndef PTXC_C_H
#define PTXC_C_H

#include "base/characters.h"
#include "host/common/token.h"

ptxc_host_next ptxc_host_c_next;

/* Returns the end of the line, which goes on where a backslash joins the next line to it. */
const char *ptxc_host_c_line_end(const char *cursor, const char *limit);

/* Whether a word goes on with this character. */
static inline bool ptxc_host_c_is_part(char c) {
    return ptxc_is_name(c) || c == '$' || c == PTXC_UNKNOWN_TEXT || (unsigned char)c >= 0x80;
}

#endif

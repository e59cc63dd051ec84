/* The lexer of C, C++ and CUDA, which statements, macros and #if lines share. */
#ifndef PTXC_C_H
#define PTXC_C_H

#include "host/token.h"

ptxc_host_next ptxc_host_c_next;

#endif

/* The extractor for C, C++ and CUDA, which reads source code in the strings of other languages too. */
#ifndef PTXC_C_EXTRACT_H
#define PTXC_C_EXTRACT_H

#include "host/common/extraction.h"

ptxc_extractor ptxc_extract_c_family;

#endif

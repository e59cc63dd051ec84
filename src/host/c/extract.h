/* The extractor for C, C++ and CUDA; it reads source code in the strings of other languages too. */
#ifndef PTXC_C_FAMILY_H
#define PTXC_C_FAMILY_H

#include "host/common/extraction.h"

ptxc_extractor ptxc_extract_c_family;

#endif

/* The header of a module: .version, .target and .address_size (ISA 11.1). */
#ifndef PTXC_HEADER_H
#define PTXC_HEADER_H

#include "read/module.h"

/* The directive at the current token. False after a syntax error. */
bool ptxc_header_version(struct ptxc_module *module);
bool ptxc_header_target(struct ptxc_module *module);
bool ptxc_header_address_size(struct ptxc_module *module);

/* Says what the header lacks, at the end of the source. */
void ptxc_header_check(const struct ptxc_module *module);

/* The target of this name as `.target` takes it. */
enum ptxc_target ptxc_header_find_target(const char *text, uint32_t length);

#endif

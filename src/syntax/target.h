/* The list of .target (ISA 11.1.2): the architecture and the options after it. */
#ifndef PTXC_SYNTAX_TARGET_H
#define PTXC_SYNTAX_TARGET_H

#include "syntax/module.h"

/* Reads the list after the .target at the current token; `first`: no other stands before it in the module. False after
 * a syntax error or a word that is not known. */
bool ptxc_target_read(struct ptxc_module *module, bool first);

/* At the end of the source: says what an option asks for and the module does not have. */
void ptxc_target_check(const struct ptxc_module *module);

/* The target of this name as `.target` takes it, to this assembler (0: to the newest), or PTXC_TARGET_NONE. */
enum ptxc_target ptxc_target_named(const char *text, uint32_t length, uint32_t assembler);

#endif

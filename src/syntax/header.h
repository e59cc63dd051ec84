/* The header of a module: .version, .target and .address_size (ISA 11.1), and in which order they must stand. */
#ifndef PTXC_HEADER_H
#define PTXC_HEADER_H

#include "syntax/module.h"

/* The directive at the current token. False after a mistake that may go on to the end of the line. */
bool ptxc_header_version(struct ptxc_module *module);
bool ptxc_header_target(struct ptxc_module *module);
bool ptxc_header_address_size(struct ptxc_module *module);

/* Whether the word at the current token is one of these directives with other capitals, which is reported; `*kind` is
 * then what was meant. */
bool ptxc_header_misspelt(struct ptxc_parser *parser, enum ptxc_word_kind *kind);

/* Notes a statement that is none of these: it ends the header. `reported`: something was said of it already. */
void ptxc_header_end(struct ptxc_module *module, uint32_t position, bool reported);

/* Says what the header lacks, at the end of the source. */
void ptxc_header_check(const struct ptxc_module *module);

/* The target of this name as `.target` takes it, to this assembler (0: to the newest), or PTXC_TARGET_NONE. */
enum ptxc_target ptxc_header_target_named(const char *text, uint32_t length, uint32_t assembler);

#endif

/* Directives of a body as compilers write them, of which nothing is to be said. All functions take the module, in
 * which ptxc_plain_begin was called, and the offset of the directive's dot, and give the place after it, or 0 where it
 * is anything else or is written in another way.
 */
#ifndef PTXC_PLAIN_DIRECTIVE_H
#define PTXC_PLAIN_DIRECTIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "syntax/module.h"

/* A declaration of registers or variables of one type, without linkage and initialisers; with its ';'.
 * `*names` is how many symbols it adds. */
uint32_t ptxc_plain_declaration(struct ptxc_module *module, uint32_t position, uint32_t *names);

/* Adds the symbols of the declaration at `position`, which was found to be such a one. */
void ptxc_plain_declare(struct ptxc_module *module, uint32_t position);

#endif

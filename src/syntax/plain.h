/* Passing over what is plain: the statements in a body of which nothing is to be said, as most of a module has nothing
 * else. They are not looked at one by one: 64 bytes at a time it is found where statements begin, and whether there is
 * anything among them that the reader must see. Declarations and labels of the simplest kinds are deferred, with the
 * scopes that they stand in: they are read when something comes that may ask for them, and where their scope ends
 * before that, they are not.
 */
#ifndef PTXC_PLAIN_H
#define PTXC_PLAIN_H

#include "syntax/module.h"

/* Gives the place of the next statement at or after `position`, where one begins in the body that is open, that the
 * reader must see: of all before it nothing is to be said. What is deferred of it is in `module->plain`, which is made
 * with the first call. */
uint32_t ptxc_plain_pass(struct ptxc_module *module, uint32_t position);

/* The same for a body of which it is not known yet whether it is to be read: where it is not, the next pass from here
 * goes on where this one came to. `*depth` becomes greater by the scopes that are open there, and `*calls` is whether
 * some word may begin a call. */
uint32_t ptxc_plain_look(struct ptxc_module *module, uint32_t position, unsigned *depth, bool *calls);

/* Forgets what a look has deferred: the body is read. */
void ptxc_plain_forget(struct ptxc_module *module);

#endif

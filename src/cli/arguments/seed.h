/* The seed of this process for the hash tables of the library. */
#ifndef CLI_SEED_H
#define CLI_SEED_H

#include <stdint.h>

/* Gives another number each time. That of PTXCHECK_SEED where the environment has it, so that runs can be repeated;
 * 0 where the system has no random numbers. */
uint64_t seed_draw(void);

#endif

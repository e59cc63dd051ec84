/* The seed: see seed.h. What is found does not depend on it, so that nothing is said where there is none. */
#include "cli/arguments/seed.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

uint64_t seed_draw(void) {
    const char *given = getenv("PTXCHECK_SEED");
    uint64_t seed = 0;
    if (given)
        return strtoull(given, NULL, 0);
    const int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, &seed, sizeof(seed)) != (ssize_t)sizeof(seed))
        seed = 0;
    if (file >= 0)
        close(file);
    return seed;
}

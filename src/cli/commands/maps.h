/* The tensor maps of --maps. */
#ifndef PTXC_CLI_MAPS_H
#define PTXC_CLI_MAPS_H

#include <stdbool.h>

#include "ptxcheck/tensormap.h"

/* Reads the maps of a file into *maps, to be freed with ptxc_tensormaps_free; false after a message on stderr, also
 * where the driver would refuse one. */
bool maps_load(const char *path, const char *target, struct ptxc_tensormaps **maps);

#endif

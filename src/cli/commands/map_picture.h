/* The pictures that `ptxcheck tensormap` draws of the maps of a document. */
#ifndef PTXC_CLI_MAP_PICTURE_H
#define PTXC_CLI_MAP_PICTURE_H

#include "cli/commands/settings.h"
#include "cli/files/source.h"

/* Draws the maps of a document in which there is no error: as text on the stream, or into the file that --svg names.
 * With --map, that one. `first` says that the stream has nothing before them. False after a message on stderr. */
bool map_picture_draw(const struct settings *settings, const struct source *source, bool first, FILE *stream);

#endif

/* The names of places in shared memory: slots of rings, and mbarriers. */
#ifndef PTXC_CLI_PIPELINE_SLOTS_H
#define PTXC_CLI_PIPELINE_SLOTS_H

#include "cli/commands/pipeline/picture.h"

/* Finds the streams of copies of the lanes, and gives them slots; and the mbarriers. */
void slots_find(struct picture *picture);
void barriers_find(struct picture *picture);

/* Returns the slot that an address is in; NOWHERE where no copy goes there. */
size_t slots_of(const struct picture *picture, uint32_t address);

/* Returns the slot that an event is about; NOWHERE where it is about none. */
size_t slots_about(const struct picture *picture, const struct ptxc_pipeline_event *event);

/* Writes the name of a place: "tile", "tile+512", "0x80"; of an mbarrier "full[2]" where its variable has several. Both
 * keep the contract of snprintf. */
int place_name(char *buffer, size_t size, const struct ptxc_pipeline_place *place);
int barrier_name(char *buffer, size_t size, const struct picture *picture, const struct ptxc_pipeline_place *place);

#endif

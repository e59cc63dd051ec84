/* The tensor maps that copies name, as far as the caller has told of them. */
#ifndef PTXC_FINDINGS_BOXES_H
#define PTXC_FINDINGS_BOXES_H

#include "analysis/findings/hazard.h"
#include "tensormap/map.h"

/* What a load mode asks of a tensor map: load_modes.def. */
struct ptxc_load_mode_row {
    enum ptxc_qualifier qualifier;
    uint8_t kind;   /* ptxc_tensormap_kind */
    uint32_t modes; /* bit per mode of im2colWide; 0: any */
    uint32_t rows;  /* boxes that a copy moves; 0: not told by the map */
    bool zero;      /* the box of pixels must have corners of 0 */
};

/* Returns the load mode of a copy with a tensor map. */
const struct ptxc_load_mode_row *ptxc_flow_load_mode(const struct ptxc_flow *flow, uint32_t step);

/* Returns the tensor map that the step names, or NULL where nothing is known of it. */
const struct ptxc_tensormap *ptxc_flow_map(const struct ptxc_flow *flow, uint32_t step);

/* Returns the bytes that a copy with a tensor map moves, as is assumed of the map, box(NAME), or as the map has it; 0
 * where that is not known. */
uint32_t ptxc_flow_box(const struct ptxc_flow *flow, uint32_t step);

#endif

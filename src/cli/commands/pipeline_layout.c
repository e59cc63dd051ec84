/* The layout of a picture, step by step: see pipeline_layout.h. */
#include "cli/commands/pipeline_layout.h"

#include "cli/commands/pipeline_cells.h"
#include "cli/commands/pipeline_hide.h"
#include "cli/commands/pipeline_lanes.h"
#include "cli/commands/pipeline_memory.h"
#include "cli/commands/pipeline_rows.h"
#include "cli/commands/pipeline_slots.h"

void picture_make(struct picture *picture, const struct ptxc_pipeline_kernel *kernel,
                  const struct ptxc_pipeline_event **events) {
    *picture = (struct picture){.kernel = kernel, .events = events};
    picture->stream_of = memory_new(kernel->event_count, sizeof(*picture->stream_of));
    picture->cell_of = memory_new(kernel->event_count, sizeof(*picture->cell_of));
    lanes_find(picture);
    slots_find(picture);
    cells_find(picture);
    rows_assign(picture);
    rows_hide(picture);
}

/* A box of a tensor in shared memory: where its bytes lie, and what an access to it asks of the banks. */
#ifndef PTXC_CLI_LAYOUT_H
#define PTXC_CLI_LAYOUT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options/vocabulary.h"
#include "ptxcheck/swizzle.h"

enum { LAYOUT_LINE = 128, LAYOUT_CHUNK = 16, LAYOUT_CHUNKS = LAYOUT_LINE / LAYOUT_CHUNK, LAYOUT_DIMENSIONS = 5 };

struct layout {
    const char *type;                /* of the elements: "bf16" */
    uint32_t element;                /* bytes of one */
    uint32_t box[LAYOUT_DIMENSIONS]; /* elements in each dimension, the innermost first */
    size_t dimensions;
    uint32_t inner; /* bytes of a row, which is what the box has in its innermost dimension */
    uint32_t pitch; /* bytes from one row to the next, in shared memory */
    uint32_t rows;  /* of all other dimensions */
    enum ptxc_swizzle swizzle;
    uint32_t address; /* where the box begins in shared memory */
};

/* What lies in 16 bytes of shared memory: a chunk of a row of the box, or nothing of it. */
struct layout_cell {
    bool filled;
    uint32_t row, chunk;
    bool flipped; /* its halves have changed places */
};

/* One group of lanes that access shared memory together. */
struct group {
    uint32_t first, lanes; /* from this lane on, so many */
    uint32_t count;        /* of them that take part */
    uint32_t addresses[32];
    uint32_t words[PTXC_BANKS];
    uint32_t passes;
};

/* Returns the bytes of shared memory that the box needs, the gaps after short rows among them. */
uint32_t layout_bytes(const struct layout *layout);

/* Returns what lies in the 16 bytes from an address on, which is a multiple of 16. */
struct layout_cell layout_cell(const struct layout *layout, uint32_t address);

/* Returns how many lines of 128 bytes show all of the pattern: until it comes together with the start of a row again,
 * or the box ends. */
uint32_t layout_lines(const struct layout *layout);

/* Fills the next group of lanes of an access that begins at a row and byte of the box; `group` is the group before, at
 * first one of zeros. False after the last. Lanes beyond the end of the box take no part. */
bool access_group(const struct layout *layout, const struct access_row *access, uint32_t row, uint32_t byte,
                  struct group *group);

/* What an access costs: passes over the banks in all its groups, and in the worst of them. */
struct cost {
    uint32_t passes, groups;
    uint32_t worst; /* passes of one group; 1 where nothing conflicts */
};

/* Returns the cost of an access at a row and byte of the box. */
struct cost access_cost(const struct layout *layout, const struct access_row *access, uint32_t row, uint32_t byte);

/* Returns the cost of the dearest of all accesses in the box that begin at a multiple of what one of them covers. */
struct cost access_dearest(const struct layout *layout, const struct access_row *access);

/* Writes the picture of the layout, and of the banks that the access needs, in SVG; `access` may be NULL. What goes
 * wrong with the stream is seen when it is closed. */
void swizzle_print_svg(const struct layout *layout, const struct access_row *access, FILE *stream);

#endif

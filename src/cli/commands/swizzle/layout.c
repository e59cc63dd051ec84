/* A box of a tensor in shared memory: see layout.h. */
#include "cli/commands/swizzle/layout.h"

uint32_t layout_bytes(const struct layout *layout) {
    return layout->pitch * layout->rows;
}

/* Returns the address where a byte of a row lies. */
static uint32_t layout_place(const struct layout *layout, uint32_t row, uint32_t byte) {
    return ptxc_swizzle_offset(layout->swizzle, layout->address + row * layout->pitch + byte);
}

struct layout_cell layout_cell(const struct layout *layout, uint32_t address) {
    const uint32_t place = ptxc_swizzle_offset(layout->swizzle, address), from = place & -(uint32_t)LAYOUT_CHUNK;
    if (from < layout->address || from - layout->address >= layout_bytes(layout))
        return (struct layout_cell){.filled = false};
    const uint32_t offset = from - layout->address, byte = offset % layout->pitch;
    return (struct layout_cell){.filled = byte < layout->inner,
                                .row = offset / layout->pitch,
                                .chunk = byte / LAYOUT_CHUNK,
                                .flipped = place != from};
}

static uint32_t common_divisor(uint32_t a, uint32_t b) {
    return b == 0 ? a : common_divisor(b, a % b);
}

uint32_t layout_lines(const struct layout *layout) {
    const uint32_t repeat = ptxc_swizzle_repeat(layout->swizzle), bytes = layout_bytes(layout);
    const uint32_t line = repeat > LAYOUT_LINE ? repeat : LAYOUT_LINE;
    const uint64_t whole = (uint64_t)line / common_divisor(line, layout->pitch) * layout->pitch;
    return (uint32_t)((whole < bytes ? whole : bytes) + LAYOUT_LINE - 1) / LAYOUT_LINE;
}

/* Returns the bytes that each lane of the access takes. */
static uint32_t access_width(const struct layout *layout, const struct access_row *access) {
    return access->width > 0 ? access->width : layout->element;
}

/* Decides where in the box a lane is; false where that is beyond its end. Lanes that come to the end of a row go on in
 * the rows below those of the access. */
static bool find_lane(const struct layout *layout, const struct access_row *access, uint32_t lane, uint32_t *row,
                      uint32_t *byte) {
    const uint32_t right = *byte + lane / access->down * access_width(layout, access);
    *row += lane % access->down + right / layout->inner * access->down;
    *byte = right % layout->inner;
    return *row < layout->rows;
}

/* Returns how many lanes go together: those that take 128 bytes, and no more than a warp has. */
static uint32_t lanes_together(uint32_t width) {
    return width > 4 ? LAYOUT_LINE / width : 32;
}

bool access_group(const struct layout *layout, const struct access_row *access, uint32_t row, uint32_t byte,
                  struct group *group) {
    const uint32_t width = access_width(layout, access), first = group->first + group->lanes;
    const uint32_t left = access->lanes - first, together = lanes_together(width);
    *group = (struct group){.first = first, .lanes = left < together ? left : together};
    for (uint32_t lane = first; lane < first + group->lanes; lane++) {
        uint32_t at = row, column = byte;
        if (find_lane(layout, access, lane, &at, &column))
            group->addresses[group->count++] = layout_place(layout, at, column) & -width;
    }
    group->passes = ptxc_bank_passes(group->addresses, group->count, width, group->words);
    return group->lanes > 0;
}

struct cost access_cost(const struct layout *layout, const struct access_row *access, uint32_t row, uint32_t byte) {
    struct cost cost = {0, 0, 0};
    for (struct group group = {.lanes = 0}; access_group(layout, access, row, byte, &group);) {
        cost.groups += group.count > 0;
        cost.passes += group.passes;
        cost.worst = group.passes > cost.worst ? group.passes : cost.worst;
    }
    return cost;
}

struct cost access_dearest(const struct layout *layout, const struct access_row *access) {
    struct cost dearest = {0, 0, 0};
    const uint32_t wide = access->lanes / access->down * access_width(layout, access);
    for (uint32_t row = 0; row < layout->rows; row += access->down)
        for (uint32_t byte = 0; byte < layout->inner; byte += wide) {
            const struct cost cost = access_cost(layout, access, row, byte);
            if (cost.worst > dearest.worst || (cost.worst == dearest.worst && cost.passes > dearest.passes))
                dearest = cost;
        }
    return dearest;
}

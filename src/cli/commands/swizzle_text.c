/* ptxcheck swizzle: the layout of a box as text: see swizzle_text.h. */
#include "cli/commands/swizzle_text.h"

#include <stdio.h>

enum { MOST_LINES = 64, WORDS_PER_CHUNK = 4 };

static void print_head(const struct layout *layout) {
    printf("box ");
    for (size_t i = 0; i < layout->dimensions; i++)
        printf("%s%u", i ? "x" : "", layout->box[i]);
    printf(" of %s, swizzle %s: %u row%s of %u bytes", layout->type, ptxc_swizzle_name(layout->swizzle), layout->rows,
           layout->rows == 1 ? "" : "s", layout->inner);
    if (layout->pitch > layout->inner)
        printf(", %u bytes apart", layout->pitch);
    printf(", %u bytes from shared address %u on\n", layout_bytes(layout), layout->address);
    if (layout->swizzle != PTXC_SWIZZLE_NONE)
        printf("the pattern begins at multiples of %u bytes, and keeps %u bytes together (%s)\n",
               ptxc_swizzle_repeat(layout->swizzle), ptxc_swizzle_atom(layout->swizzle),
               ptxc_swizzle_measured(layout->swizzle) ? "measured" : "as the ISA states");
}

/* Prints what lies in 16 bytes: row.chunk, and ~ where its halves have changed places. */
static void print_cell(struct cell cell) {
    char text[24] = "-";
    if (cell.filled)
        snprintf(text, sizeof(text), "%u.%u%s", cell.row, cell.chunk, cell.flipped ? "~" : "");
    printf(" %7s", text);
}

/* Prints the lines of shared memory until the pattern begins anew. */
static void print_lines(const struct layout *layout) {
    const uint32_t all = layout_lines(layout), shown = all < MOST_LINES ? all : MOST_LINES;
    printf("\nrow.chunk of the box in each 16 bytes%s\n\naddress",
           layout->swizzle == PTXC_SWIZZLE_128B_ATOM_32B_FLIP_8B ? "; ~ has its halves exchanged" : "");
    for (int chunk = 0; chunk < LAYOUT_CHUNKS; chunk++) {
        char banks[16];
        snprintf(banks, sizeof(banks), "%d-%d", chunk * WORDS_PER_CHUNK, (chunk + 1) * WORDS_PER_CHUNK - 1);
        printf(" %7s", banks);
    }
    printf("  banks\n");
    for (uint32_t line = 0; line < shown; line++) {
        const uint32_t address = layout->address + line * LAYOUT_LINE;
        printf("%7u", address);
        for (uint32_t chunk = 0; chunk < LAYOUT_CHUNKS; chunk++)
            print_cell(layout_cell(layout, address + chunk * LAYOUT_CHUNK));
        printf("\n");
    }
    if (shown * LAYOUT_LINE < layout_bytes(layout))
        printf("    ... and so on, up to %u\n", layout->address + layout_bytes(layout) - 1);
}

/* Says how many passes an access takes: "4 passes of 4, no bank conflict". */
static void print_cost(struct cost cost) {
    printf("%u pass%s", cost.passes, cost.passes == 1 ? "" : "es");
    if (cost.worst > 1)
        printf(" instead of %u, %u-way bank conflict\n", cost.groups, cost.worst);
    else
        printf(", no bank conflict\n");
}

/* Prints how many words of each bank a group takes: a digit or letter each, '.' for none. */
static void print_group(const struct group *group) {
    static const char digits[] = ".123456789abcdefghijklmnopqrstuvw";
    char lanes[24];
    snprintf(lanes, sizeof(lanes), "%u-%u", group->first, group->first + group->lanes - 1);
    printf("%7s  ", lanes);
    for (int bank = 0; bank < PTXC_BANKS; bank++)
        putchar(digits[group->words[bank]]);
    printf("  %u\n", group->passes);
}

/* Prints the access at the start of the box, and what the dearest of its kind costs. */
static void print_access(const struct layout *layout, const struct access_row *access) {
    printf("\n%s: %s\n\n  lanes  words that banks 0 to 31 give  passes\n", access->name, access->words);
    for (struct group group = {.lanes = 0}; access_group(layout, access, 0, 0, &group);)
        if (group.count > 0)
            print_group(&group);
    printf("\nat row 0, byte 0:    ");
    print_cost(access_cost(layout, access, 0, 0));
    printf("anywhere in the box: ");
    print_cost(access_dearest(layout, access));
}

/* Prints for each access what the dearest of its kind in the box costs. */
static void print_costs(const struct layout *layout) {
    const struct access_row *access;
    printf("\n");
    for (size_t i = 0; (access = access_get(i)); i++) {
        printf("%-12s ", access->name);
        print_cost(access_dearest(layout, access));
    }
}

void swizzle_print_text(const struct layout *layout, const struct access_row *access) {
    print_head(layout);
    print_lines(layout);
    if (access)
        print_access(layout, access);
    else
        print_costs(layout);
}

/* ptxcheck swizzle: where a tensor copy puts the bytes of a box. This file reads the question, and says what is wrong
 * with it.
 */
#include "cli/commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/swizzle/layout.h"
#include "cli/format/error.h"
#include "cli/options/options.h"
#include "cli/options/values.h"
#include "cli/options/vocabulary.h"
#include "cli/system/destination.h"
#include "ptxcheck/instruction.h"

/* ---- as text ---- */

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
static void print_cell(struct layout_cell cell) {
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

/* Prints the layout on standard output, and the banks that the access needs; without one (NULL), what each costs. */
static void swizzle_print_text(const struct layout *layout, const struct access_row *access) {
    print_head(layout);
    print_lines(layout);
    if (access)
        print_access(layout, access);
    else
        print_costs(layout);
}

/* ---- the command ---- */

/* What a box can have: elements in a dimension (ISA 5.5.3), bytes of shared memory. */
enum { MOST_ELEMENTS = 256, MOST_ELEMENT = 8, MOST_BYTES = 228 * 1024 };

struct swizzle_settings {
    struct layout layout;
    const struct access_row *access; /* NULL: none was asked for */
    const char *svg;                 /* NULL: as text */
};

/* Reads the type of the elements; false after a message on stderr. */
static bool parse_type(struct layout *layout, const char *text) {
    char name[LONGEST_WORD];
    snprintf(name, sizeof(name), ".%s", text);
    layout->element = ptxc_type_size(ptxc_type_from_name(name));
    layout->type = text;
    if (layout->element > 0 && layout->element <= MOST_ELEMENT)
        return true;
    report_error("--type takes a type of 1 to %d bytes such as bf16, not '%s'%s", MOST_ELEMENT, text,
                 hint_for(VALUES_ELEMENTS, text, "").text);
    return false;
}

/* Reads a number at *text, after which that goes on; false where there is none, or one that is too large. */
static bool parse_number(const char **text, int base, unsigned long most, uint32_t *number) {
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    const unsigned long value = strtoul(*text, &end, base);
    *number = (uint32_t)value;
    *text = end;
    return value <= most;
}

/* Reads the dimensions of the box, 64x64; false after a message on stderr. */
static bool parse_box(struct layout *layout, const char *text) {
    const char *rest = text;
    layout->dimensions = 0;
    while (layout->dimensions < LAYOUT_DIMENSIONS &&
           parse_number(&rest, 10, MOST_ELEMENTS, &layout->box[layout->dimensions]) &&
           layout->box[layout->dimensions++] > 0) {
        if (!*rest)
            return true;
        if (*rest++ != 'x')
            break;
    }
    report_error("--box takes 1 to %d numbers from 1 to %d such as 64x64, the innermost first, not '%s'",
                 LAYOUT_DIMENSIONS, MOST_ELEMENTS, text);
    return false;
}

static bool parse_mode(struct layout *layout, const char *text) {
    layout->swizzle = ptxc_swizzle_from_name(text);
    if (layout->swizzle == PTXC_SWIZZLE_UNKNOWN)
        word_parse(COMMAND_SWIZZLE, OPTION_MODE, text);
    return layout->swizzle != PTXC_SWIZZLE_UNKNOWN;
}

static bool parse_access(struct swizzle_settings *settings, const char *text) {
    settings->access = access_find(text);
    return settings->access || word_parse(COMMAND_SWIZZLE, OPTION_ACCESS, text);
}

/* Reads the address of the box, as a tensor copy takes it; false after a message on stderr. */
static bool parse_address(struct layout *layout, const char *text) {
    const char *rest = text;
    const int base = strncmp(text, "0x", 2) == 0 ? 16 : 10;
    if (parse_number(&rest, base, MOST_BYTES, &layout->address) && !*rest && layout->address % LAYOUT_LINE == 0)
        return true;
    report_error("--address takes a multiple of %d up to %d, not '%s': tensor copies trap elsewhere", LAYOUT_LINE,
                 MOST_BYTES, text);
    return false;
}

/* Takes one option over; false after a message on stderr. */
static bool apply(struct swizzle_settings *settings, enum option_id option, const char *value) {
    switch (option) {
    case OPTION_TYPE: return parse_type(&settings->layout, value);
    case OPTION_BOX: return parse_box(&settings->layout, value);
    case OPTION_MODE: return parse_mode(&settings->layout, value);
    case OPTION_ADDRESS: return parse_address(&settings->layout, value);
    case OPTION_ACCESS: return parse_access(settings, value);
    case OPTION_SVG: settings->svg = value; return true;
    default: return false; /* option_next has reported what is wrong */
    }
}

/* Whether a tensor map can have such a box; false after a message on stderr. */
static bool is_box(struct layout *layout) {
    const uint32_t span = ptxc_swizzle_span(layout->swizzle);
    if (layout->element == 0 || layout->dimensions == 0)
        return report_error("swizzle takes --type and --box, such as --type=bf16 --box=64x64"), false;
    layout->inner = layout->box[0] * layout->element;
    layout->pitch = ptxc_swizzle_pitch(layout->swizzle, layout->inner);
    if (layout->inner % LAYOUT_CHUNK != 0)
        return report_error("--box: the innermost dimension must have a multiple of %d bytes, not %u", LAYOUT_CHUNK,
                            layout->inner),
               false;
    if (span > 0 && layout->inner > span)
        return report_error("--box: the innermost dimension must have at most %u bytes with --mode=%s, not %u", span,
                            ptxc_swizzle_name(layout->swizzle), layout->inner),
               false;
    uint64_t rows = 1;
    for (size_t i = 1; i < layout->dimensions; i++)
        rows *= layout->box[i];
    if (layout->address + rows * layout->pitch > MOST_BYTES)
        return report_error("--box: the box must end within %d bytes of shared memory", MOST_BYTES), false;
    layout->rows = (uint32_t)rows;
    return true;
}

/* Writes the picture; false after a message on stderr. */
static bool write_svg(const struct swizzle_settings *settings) {
    struct destination destination;
    struct problem problem = destination_open(&destination, settings->svg);
    if (!problem.text) {
        swizzle_print_svg(&settings->layout, settings->access, destination.stream);
        problem = destination_close(&destination, true);
    }
    if (problem.text)
        report_problem(settings->svg, problem);
    return !problem.text;
}

int command_swizzle(int argc, char **argv) {
    struct swizzle_settings settings = {.layout = {.swizzle = PTXC_SWIZZLE_NONE}};
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_SWIZZLE)) != OPTION_END;)
        if (!apply(&settings, option, optarg))
            return EXIT_ERROR;
    if (optind < argc)
        return report_error("swizzle takes no argument");
    if (!is_box(&settings.layout))
        return EXIT_ERROR;
    if (settings.svg)
        return write_svg(&settings) ? finish(EXIT_CLEAN) : EXIT_ERROR;
    swizzle_print_text(&settings.layout, settings.access);
    return finish(EXIT_CLEAN);
}

/* ptxcheck swizzle: where a tensor copy puts the bytes of a box. This file reads the question, and says what is wrong
 * with it.
 */
#include "cli/commands/swizzle.h"

#include <stdlib.h>
#include <string.h>

#include "cli/arguments/options.h"
#include "cli/arguments/values.h"
#include "cli/arguments/vocabulary.h"
#include "cli/commands/layout.h"
#include "cli/commands/swizzle_svg.h"
#include "cli/commands/swizzle_text.h"
#include "cli/files/destination.h"
#include "cli/output/trouble.h"
#include "ptxcheck/instruction.h"

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
    trouble("--type takes a type of 1 to %d bytes such as bf16, not '%s'%s", MOST_ELEMENT, text,
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
    trouble("--box takes 1 to %d numbers from 1 to %d such as 64x64, the innermost first, not '%s'", LAYOUT_DIMENSIONS,
            MOST_ELEMENTS, text);
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
    trouble("--address takes a multiple of %d up to %d, not '%s': tensor copies trap elsewhere", LAYOUT_LINE,
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
    default: return false; /* option_next has said what is wrong */
    }
}

/* Decides whether a tensor map can have such a box; false after a message on stderr. */
static bool is_box(struct layout *layout) {
    const uint32_t span = ptxc_swizzle_span(layout->swizzle);
    if (layout->element == 0 || layout->dimensions == 0)
        return trouble("swizzle takes --type and --box, such as --type=bf16 --box=64x64"), false;
    layout->inner = layout->box[0] * layout->element;
    layout->pitch = ptxc_swizzle_pitch(layout->swizzle, layout->inner);
    if (layout->inner % LAYOUT_CHUNK != 0)
        return trouble("--box: the innermost dimension must have a multiple of %d bytes, not %u", LAYOUT_CHUNK,
                       layout->inner),
               false;
    if (span > 0 && layout->inner > span)
        return trouble("--box: the innermost dimension must have at most %u bytes with --mode=%s, not %u", span,
                       ptxc_swizzle_name(layout->swizzle), layout->inner),
               false;
    uint64_t rows = 1;
    for (size_t i = 1; i < layout->dimensions; i++)
        rows *= layout->box[i];
    if (layout->address + rows * layout->pitch > MOST_BYTES)
        return trouble("--box: the box must end within %d bytes of shared memory", MOST_BYTES), false;
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
        trouble_with(settings->svg, problem);
    return !problem.text;
}

int command_swizzle(int argc, char **argv) {
    struct swizzle_settings settings = {.layout = {.swizzle = PTXC_SWIZZLE_NONE}};
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_SWIZZLE)) != OPTION_END;)
        if (!apply(&settings, option, optarg))
            return EXIT_TROUBLE;
    if (optind < argc)
        return trouble("swizzle takes no argument");
    if (!is_box(&settings.layout))
        return EXIT_TROUBLE;
    if (settings.svg)
        return write_svg(&settings) ? finish(EXIT_CLEAN) : EXIT_TROUBLE;
    swizzle_print_text(&settings.layout, settings.access);
    return finish(EXIT_CLEAN);
}

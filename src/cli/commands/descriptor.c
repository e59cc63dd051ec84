/* ptxcheck descriptor: takes descriptors of matrices in shared memory apart, or puts one together. */
#include "cli/commands/commands.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/print.h"
#include "cli/options/options.h"
#include "cli/options/values.h"
#include "cli/options/vocabulary.h"
#include "ptxcheck/descriptor.h"

struct descriptor_settings {
    enum ptxc_descriptor_kind kind; /* NONE: as each number says */
    enum ptxc_swizzle map;          /* UNKNOWN: no tensor map is asked about */
    enum color color;
};

/* Takes one option over; false after a message on stderr. */
static bool apply(struct descriptor_settings *settings, enum option_id option, const char *value) {
    switch (option) {
    case OPTION_KIND:
        settings->kind = ptxc_descriptor_from_name(value);
        return settings->kind || word_parse(COMMAND_DESCRIPTOR, option, value);
    case OPTION_MAP:
        settings->map = ptxc_swizzle_from_name(value);
        return settings->map != PTXC_SWIZZLE_UNKNOWN || word_parse(COMMAND_DESCRIPTOR, option, value);
    case OPTION_COLOR: settings->color = color_of(value); return true;
    default: return false; /* option_next has reported what is wrong */
    }
}

/* Reads a whole number, decimal or with 0x; false where the text is none that fits into 64 bits. */
static bool parse_number(const char *text, uint64_t *number) {
    char *end;
    const bool hexadecimal = strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0;
    const char *digits = hexadecimal ? text + 2 : text;
    if (!*digits || digits[strspn(digits, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789")])
        return false;
    errno = 0;
    *number = strtoull(digits, &end, hexadecimal ? 16 : 10);
    return errno == 0;
}

/* Prints the fields of the number, one on a line. */
static void print_fields(uint64_t value, const struct ptxc_descriptor *descriptor) {
    struct ptxc_descriptor_field field = {.size = sizeof(field)};
    printf("0x%016" PRIx64 ": a descriptor for %s (PTX ISA %s)\n", value, ptxc_descriptor_name(descriptor->kind),
           ptxc_descriptor_section(descriptor->kind));
    for (size_t i = 0; ptxc_descriptor_field_get(descriptor->kind, i, &field); i++) {
        const uint64_t number = (value >> field.low & ((UINT64_C(1) << field.bits) - 1)) * field.scale;
        char bits[24];
        snprintf(bits, sizeof(bits), field.bits > 1 ? "%u-%u" : "%u", field.low, field.low + field.bits - 1);
        printf("  %-6s %-9s %" PRIu64, bits, field.name, number);
        if (strcmp(field.name, "swizzle") == 0 && ptxc_swizzle_name(descriptor->swizzle))
            printf(" (%s)", ptxc_swizzle_name(descriptor->swizzle));
        printf("%s\n", field.scale > 1 ? " bytes" : "");
    }
}

/* Prints what is wrong with the number; `*code` becomes EXIT_FINDINGS where that is more than notes. False after a
 * message on stderr. */
static bool print_findings(uint64_t value, enum ptxc_descriptor_kind kind, const struct descriptor_settings *settings,
                           int *code) {
    struct ptxc_report *report;
    struct ptxc_lines lines;
    const enum ptxc_status status = ptxc_descriptor_check(value, kind, settings->map, NULL, &report);
    if (status != PTXC_OK)
        return report_error("%s", status_text(status)), false;
    const char *text = ptxc_report_text(report);
    ptxc_lines_init(&lines, text, strlen(text));
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        print_diagnostic(stdout, NULL, ptxc_report_get(report, i), PTXC_SEVERITY_OFF, "<descriptor>", &lines,
                         color_wanted(settings->color, stdout) ? PTXC_RENDER_COLOR : 0);
    if (ptxc_report_total(report, PTXC_SEVERITY_ERROR) + ptxc_report_total(report, PTXC_SEVERITY_WARNING) > 0)
        *code = EXIT_FINDINGS;
    ptxc_report_free(report);
    return true;
}

/* Prints a number and what is wrong with it; false after a message on stderr. */
static bool print_number(uint64_t value, const struct descriptor_settings *settings, int *code) {
    const enum ptxc_descriptor_kind kind = settings->kind ? settings->kind : ptxc_descriptor_guess(value);
    struct ptxc_descriptor descriptor;
    if (ptxc_descriptor_decode(value, kind, &descriptor) != PTXC_OK)
        return report_error("bits 46 to 48 of 0x%" PRIx64 " say neither wgmma nor tcgen05; --kind says which it is",
                            value),
               false;
    print_fields(value, &descriptor);
    return print_findings(value, kind, settings, code);
}

/* Returns the part of a descriptor that has this name; NULL where none has. */
static uint32_t *find_part(struct ptxc_descriptor *descriptor, const char *name, size_t length) {
    const struct {
        const char *name;
        uint32_t *part;
    } parts[] = {{"start", &descriptor->start},
                 {"leading", &descriptor->leading},
                 {"stride", &descriptor->stride},
                 {"base", &descriptor->base},
                 {"absolute", &descriptor->absolute}};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strlen(parts[i].name) == length && strncmp(parts[i].name, name, length) == 0)
            return parts[i].part;
    return NULL;
}

/* Takes FIELD=VALUE over; false after a message on stderr. */
static bool take_part(struct ptxc_descriptor *descriptor, const char *argument) {
    const size_t length = strcspn(argument, "=");
    const char *value = argument + length + (argument[length] == '=');
    uint64_t number;
    if (strncmp(argument, "swizzle=", strlen("swizzle=")) == 0) {
        descriptor->swizzle = ptxc_swizzle_from_name(value);
        return descriptor->swizzle != PTXC_SWIZZLE_UNKNOWN ||
               (report_error("there is no swizzle '%s'%s", value, hint_for(VALUES_SWIZZLES, value, "").text), false);
    }
    uint32_t *part = find_part(descriptor, argument, length);
    if (!part || argument[length] != '=')
        return report_error(
                   "descriptor takes FIELD=VALUE with start, leading, stride, base, absolute or swizzle, not '%s'",
                   argument),
               false;
    if (!parse_number(value, &number) || number > UINT32_MAX)
        return report_error("descriptor takes a number for %.*s, not '%s'", (int)length, argument, value), false;
    *part = (uint32_t)number;
    return true;
}

/* Puts a descriptor together and prints it; false after a message on stderr. */
static bool print_made(char **arguments, int count, const struct descriptor_settings *settings, int *code) {
    struct ptxc_descriptor descriptor = {.kind = settings->kind, .swizzle = PTXC_SWIZZLE_NONE};
    uint64_t value;
    if (!settings->kind)
        return report_error("descriptor takes --kind=wgmma or --kind=tcgen05 to put a descriptor together"), false;
    for (int i = 0; i < count; i++)
        if (!take_part(&descriptor, arguments[i]))
            return false;
    if (ptxc_descriptor_encode(&descriptor, &value) != PTXC_OK)
        return report_error(
                   "a descriptor for %s must have addresses and offsets that are multiples of 16 bytes below 256 KB, "
                   "a base below 8 and a swizzle that it knows%s",
                   ptxc_descriptor_name(settings->kind),
                   settings->kind == PTXC_DESCRIPTOR_WGMMA ? ", and no absolute offset" : ""),
               false;
    return print_number(value, settings, code);
}

int command_descriptor(int argc, char **argv) {
    struct descriptor_settings settings = {.map = PTXC_SWIZZLE_UNKNOWN, .color = COLOR_AUTO};
    int code = EXIT_CLEAN;
    for (enum option_id option; (option = option_next(argc, argv, COMMAND_DESCRIPTOR)) != OPTION_END;)
        if (!apply(&settings, option, optarg))
            return EXIT_ERROR;
    if (optind == argc)
        return report_error("descriptor takes a number such as 0x4000004000010040");
    if (strchr(argv[optind], '='))
        return print_made(argv + optind, argc - optind, &settings, &code) ? finish(code) : EXIT_ERROR;
    for (int i = optind; i < argc; i++) {
        uint64_t value;
        if (!parse_number(argv[i], &value))
            return report_error("descriptor takes a number of 64 bits such as 0x4000004000010040, not '%s'", argv[i]);
        if (i > optind)
            putchar('\n');
        if (!print_number(value, &settings, &code))
            return EXIT_ERROR;
    }
    return finish(code);
}

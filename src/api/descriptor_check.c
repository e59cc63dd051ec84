/* The check of a descriptor of a matrix in shared memory. Spans are places in the number as text: the hexadecimal
 * digits that have the bits in question.
 */
#include "ptxcheck/descriptor.h"

#include <inttypes.h>
#include <stdio.h>

#include "report/keep.h"
#include "report/options.h"
#include "tables/descriptor.h"

enum { DIGITS = 16, DIGIT = 4, LINE_SHIFT = 7, SHARED_BYTES = 228 * 1024 };

/* A descriptor under check. */
struct subject {
    struct ptxc_report *report;
    struct ptxc_descriptor parts;
    uint64_t value;
    enum ptxc_swizzle map; /* of the tensor map, PTXC_SWIZZLE_UNKNOWN: none is named */
};

/* Returns the digits that have these bits. */
static struct ptxc_span span_of(uint32_t low, uint32_t bits) {
    const uint32_t first = low / DIGIT, last = (low + bits - 1) / DIGIT;
    return (struct ptxc_span){(uint32_t)sizeof("0x") - 1 + DIGITS - 1 - last, last - first + 1};
}

/* Returns the digits of a field. */
static struct ptxc_span field_span(const struct subject *subject, const char *name) {
    struct ptxc_descriptor_field field;
    if (!ptxc_descriptor_field_find(subject->parts.kind, name, &field))
        return span_of(0, DIGITS * DIGIT);
    return span_of(field.low, field.bits);
}

/* Returns the words of a field. */
static const char *field_words(const struct subject *subject, const char *name) {
    struct ptxc_descriptor_field field;
    return ptxc_descriptor_field_find(subject->parts.kind, name, &field) ? field.words : name;
}

/* Reports the bits to which the ISA gives a value, and that have another one. */
static void check_fixed(const struct subject *subject) {
    struct ptxc_descriptor_fixed row;
    for (size_t i = 0; ptxc_descriptor_fixed_get(subject->parts.kind, i, &row); i++) {
        const uint64_t number = (subject->value & ptxc_descriptor_mask(row.low, row.bits)) >> row.low;
        if (number == row.number)
            continue;
        ptxc_report_raise(subject->report, PTXC_RULE_DESCRIPTOR_FIXED, span_of(row.low, row.bits),
                          ptxc_arena_format(&subject->report->words,
                                            "bits %u to %u of a descriptor for %s must be %" PRIu64 ", not %" PRIu64,
                                            (unsigned)row.low, (unsigned)(row.low + row.bits - 1),
                                            ptxc_descriptor_name(subject->parts.kind), row.number, number));
    }
}

/* Reports the bits of which the ISA says nothing, each piece of them once. */
static void check_unnamed(const struct subject *subject) {
    struct ptxc_descriptor_fixed row;
    uint64_t left = subject->parts.other;
    for (size_t i = 0; ptxc_descriptor_fixed_get(subject->parts.kind, i, &row); i++)
        left &= ~ptxc_descriptor_mask(row.low, row.bits);
    for (uint32_t low = 0; left >> low; low++) {
        uint32_t bits = 0;
        while (low + bits < DIGITS * DIGIT && (left >> (low + bits) & 1))
            bits++;
        if (bits == 0)
            continue;
        ptxc_report_raise(subject->report, PTXC_RULE_DESCRIPTOR_UNNAMED, span_of(low, bits),
                          ptxc_arena_format(&subject->report->words,
                                            "bits of which the ISA says nothing should be zero, but bit %u is set",
                                            (unsigned)low));
        low += bits - 1;
    }
}

static void check_swizzle(const struct subject *subject) {
    struct ptxc_report *report = subject->report;
    const struct ptxc_span span = field_span(subject, "swizzle");
    if (subject->parts.swizzle == PTXC_SWIZZLE_UNKNOWN)
        ptxc_report_raise(report, PTXC_RULE_DESCRIPTOR_SWIZZLE, span,
                          ptxc_arena_format(&report->words, "%s must be one of the ISA, not %u",
                                            field_words(subject, "swizzle"), (unsigned)subject->parts.code));
    else if (subject->map != PTXC_SWIZZLE_UNKNOWN && subject->map != subject->parts.swizzle)
        ptxc_report_raise(report, PTXC_RULE_DESCRIPTOR_MAP, span,
                          ptxc_arena_format(&report->words, "%s must be %s, which is that of the tensor map, not %s",
                                            field_words(subject, "swizzle"), ptxc_swizzle_name(subject->map),
                                            ptxc_swizzle_name(subject->parts.swizzle)));
}

/* Reports a base offset that does not go with the start address: the line of 128 bytes in the pattern. */
static void check_base(const struct subject *subject) {
    const struct ptxc_descriptor *parts = &subject->parts;
    const uint32_t lines = ptxc_swizzle_repeat(parts->swizzle) >> LINE_SHIFT;
    const uint32_t line = lines > 0 ? (parts->start >> LINE_SHIFT) % lines : 0;
    const bool right = lines > 0 ? parts->base % lines == line : parts->base == 0;
    if (parts->swizzle == PTXC_SWIZZLE_UNKNOWN || right)
        return;
    ptxc_report_raise(subject->report, PTXC_RULE_DESCRIPTOR_BASE, field_span(subject, "base"),
                      ptxc_arena_format(&subject->report->words,
                                        "%s should be %u with the start address %#x and the swizzle %s, not %u",
                                        field_words(subject, "base"), (unsigned)line, (unsigned)parts->start,
                                        ptxc_swizzle_name(parts->swizzle), (unsigned)parts->base));
}

static void check_absolute(const struct subject *subject) {
    const struct ptxc_descriptor *parts = &subject->parts;
    if (!parts->absolute || (parts->swizzle == PTXC_SWIZZLE_128B && parts->base == 0))
        return;
    struct ptxc_report *report = subject->report;
    if (parts->swizzle != PTXC_SWIZZLE_128B)
        ptxc_report_raise(report, PTXC_RULE_DESCRIPTOR_ABSOLUTE, field_span(subject, "swizzle"),
                          ptxc_arena_format(&report->words,
                                            "with an absolute leading dimension %s must be %s, not number %u",
                                            field_words(subject, "swizzle"), ptxc_swizzle_name(PTXC_SWIZZLE_128B),
                                            (unsigned)parts->code));
    else
        ptxc_report_raise(report, PTXC_RULE_DESCRIPTOR_ABSOLUTE, field_span(subject, "base"),
                          ptxc_arena_format(&report->words, "with an absolute leading dimension %s must be 0, not %u",
                                            field_words(subject, "base"), (unsigned)parts->base));
}

/* Reports an address that no shared memory has. */
static void check_address(const struct subject *subject, const char *name, uint32_t address) {
    if (address < SHARED_BYTES)
        return;
    ptxc_report_raise(subject->report, PTXC_RULE_DESCRIPTOR_ADDRESS, field_span(subject, name),
                      ptxc_arena_format(&subject->report->words, "%s should be below %u, not %u",
                                        field_words(subject, name), (unsigned)SHARED_BYTES, (unsigned)address));
}

enum ptxc_status ptxc_descriptor_check(uint64_t value, enum ptxc_descriptor_kind kind, enum ptxc_swizzle map,
                                       const struct ptxc_options *options, struct ptxc_report **report) {
    struct subject subject = {.value = value, .map = map};
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    if ((map != PTXC_SWIZZLE_UNKNOWN && !ptxc_swizzle_name(map)) ||
        ptxc_descriptor_decode(value, kind, &subject.parts) != PTXC_OK)
        return PTXC_BAD_ARGUMENT;
    struct ptxc_options given;
    const enum ptxc_status status = ptxc_options_begin(NULL, 0, options, &given, &subject.report);
    if (status != PTXC_OK)
        return status;
    subject.report->text = ptxc_arena_format(&subject.report->arena, "0x%016" PRIx64, value);
    check_fixed(&subject);
    check_unnamed(&subject);
    check_swizzle(&subject);
    check_base(&subject);
    check_absolute(&subject);
    check_address(&subject, "start", subject.parts.start);
    if (subject.parts.absolute)
        check_address(&subject, "leading", subject.parts.leading);
    return ptxc_report_close(subject.report, report);
}

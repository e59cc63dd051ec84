/* Options and status: what callers ask for, and what they are told. */
#include "report/options.h"

#include <string.h>

#include "base/buffer.h"
#include "base/characters.h"
#include "base/sized.h"
#include "report/assume.h"
#include "report/rules.h"
#include "tables/gate.h"
#include "tables/index.h"
#include "tables/suggest.h"

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *ptxc_version(void) {
    return VERSION_TEXT(PTXC_VERSION_MAJOR, PTXC_VERSION_MINOR, PTXC_VERSION_PATCH);
}

const char *ptxc_status_name(enum ptxc_status status) {
    static const char *const names[] = {"ok", "out of memory", "bad argument", "too large", "unreadable", "overlap"};
    return (size_t)status < PTXC_COUNT(names) ? names[status] : NULL;
}

/* The words for what is wrong with options go to a buffer; it stays empty where nothing is. */
#define NAME "'%.60s'" /* of a caller, who may give any text */

/* Says that there is no such name, and which was meant, unless that is NULL. */
static void report_unknown(struct ptxc_buffer *why, const char *kind, const char *name, const char *meant) {
    ptxc_buffer_add(why, "there is no %s " NAME, kind, name);
    if (meant)
        ptxc_buffer_add(why, "; did you mean %s?", meant);
}

/* Says it if there is no such target. */
static void judge_target(const char *name, struct ptxc_buffer *why) {
    if (!ptxc_target_find(name, strlen(name)))
        report_unknown(why, "target", name, ptxc_suggest_target(name, strlen(name)));
}

/* Returns the version that was meant by a number that is not major * 100 + minor: 708 for 78 and for 780; else 0. */
static uint32_t version_meant(uint32_t number) {
    for (uint32_t ptx = ptxc_next_ptx(0); ptx; ptx = ptxc_next_ptx(ptx)) {
        const uint32_t digits = ptx / 100 * 10 + ptx % 100;
        if (number == digits || number == digits * 10)
            return ptx;
    }
    return 0;
}

/* Says it if there is no such PTX version. */
static void judge_ptx(uint32_t ptx, struct ptxc_buffer *why) {
    if (ptx < PTXC_PTX_LIMIT && ptxc_version_places[ptx])
        return;
    const uint32_t meant = version_meant(ptx);
    if (meant)
        ptxc_buffer_add(why, "ptx is major * 100 + minor: %u for PTX %u.%u, not %u", (unsigned)meant,
                        (unsigned)meant / 100, (unsigned)meant % 100, (unsigned)ptx);
    else
        ptxc_buffer_add(why, "ptx is major * 100 + minor of a PTX version up to %u.%u; there is no PTX %u.%u",
                        (unsigned)ptxc_newest_ptx() / 100, (unsigned)ptxc_newest_ptx() % 100, (unsigned)ptx / 100,
                        (unsigned)ptx % 100);
}

/* Says it if the assembler is not a recorded one, or does not know the version or the target that is named. */
static void judge_assembler(const struct ptxc_options *given, struct ptxc_buffer *why) {
    const unsigned assembler = given->assembler, newest = ptxc_assembler_ptx(assembler), ptx = given->ptx;
    const enum ptxc_target target =
        given->target ? ptxc_target_find(given->target, strlen(given->target)) : PTXC_TARGET_NONE;
    if (!ptxc_assembler_measured(assembler)) {
        ptxc_buffer_add(why,
                        "assembler is major * 100 + minor of a ptxas whose verdicts are known, not %u:", assembler);
        for (size_t i = 0; ptxc_assembler(i); i++)
            ptxc_buffer_add(why, "%s %u", i ? "," : "", (unsigned)ptxc_assembler(i));
    } else if (!ptxc_assembler_knows(assembler, ptx)) {
        ptxc_buffer_add(why, "ptxas %u.%u knows PTX up to %u.%u, not %u.%u", assembler / 100, assembler % 100,
                        newest / 100, newest % 100, ptx / 100, ptx % 100);
    } else if (target && !ptxc_target_first(target, assembler)) {
        ptxc_buffer_add(why, "ptxas %u.%u does not know %s", assembler / 100, assembler % 100, given->target);
    }
}

/* Says it if there is no such rule, or no such severity. */
static void judge_override(const struct ptxc_override *override, struct ptxc_buffer *why) {
    struct ptxc_nearest nearest = {.text = override->rule};
    if (!override->rule) {
        ptxc_buffer_add(why, "an override has the id of a rule, not NULL");
    } else if (ptxc_rule_find(override->rule) == PTXC_RULE_COUNT) {
        for (int i = 0; i < PTXC_RULE_COUNT; i++)
            ptxc_suggest_offer(&nearest, ptxc_rules[i].id);
        report_unknown(why, "rule", override->rule, nearest.name);
    } else if (!ptxc_severity_name(override->severity)) {
        ptxc_buffer_add(why, "the severity of %s is a ptxc_severity, not %d", override->rule, (int) override->severity);
    }
}

/* Says it if a define has a name that no macro can have. */
static void judge_define(const struct ptxc_define *define, struct ptxc_buffer *why) {
    const char *c = define->name;
    if (!c) {
        ptxc_buffer_add(why, "a define has the name of a macro, not NULL");
        return;
    }
    while (ptxc_is_name(*c))
        c++;
    if (*c || c == define->name || ptxc_is_digit(*define->name))
        ptxc_buffer_add(why, "a define has a name that a macro can have, not " NAME, define->name);
}

/* Says it if there is no such assumption. */
static void judge_assumption(const struct ptxc_assumption *assumption, struct ptxc_buffer *why) {
    if (assumption->name)
        ptxc_assume_judge(assumption->name, (uint32_t)strlen(assumption->name), assumption->value, why);
    else
        ptxc_buffer_add(why, "an assumption has a name, not NULL");
}

/* Whether an array is there; says so where it is not. */
static bool has_array(const void *array, size_t count, const char *name, struct ptxc_buffer *why) {
    if (array || count == 0)
        return true;
    ptxc_buffer_add(why, "%s is NULL, and its count is %zu", name, count);
    return false;
}

static const uint32_t known_flags = PTXC_CHECK_ALLOW | PTXC_CHECK_FOLD | PTXC_CHECK_FLOW | PTXC_CHECK_LIKELY |
                                    PTXC_CHECK_PEDANTIC | PTXC_CHECK_UNCOUNTED;

/* Says what is wrong with the first of the options that the library does not know. */
static void judge(const struct ptxc_options *given, struct ptxc_buffer *why) {
    if (given->target)
        judge_target(given->target, why);
    if (given->ptx && why->length == 0)
        judge_ptx(given->ptx, why);
    if (given->assembler && why->length == 0)
        judge_assembler(given, why);
    if (given->classes >> (PTXC_CLASS_HAZARD + 1) && why->length == 0)
        ptxc_buffer_add(why, "classes has a bit for each ptxc_class, and 0x%x has others", (unsigned)given->classes);
    if (given->flags & ~known_flags && why->length == 0)
        ptxc_buffer_add(why, "flags has bits of ptxc_check_flag, and 0x%x has others", (unsigned)given->flags);
    if (given->allocator && !given->allocator->resize && why->length == 0)
        ptxc_buffer_add(why, "an allocator has a function, not NULL");
    if (given->sources && !given->sources->find && why->length == 0)
        ptxc_buffer_add(why, "sources have a function, not NULL");
    if (why->length > 0 || !has_array(given->overrides, given->override_count, "overrides", why) ||
        !has_array(given->portable, given->portable_count, "portable", why) ||
        !has_array(given->defines, given->define_count, "defines", why) ||
        !has_array(given->assumptions, given->assumption_count, "assumptions", why) ||
        !has_array(given->scratch, given->scratch_size, "scratch", why))
        return;
    for (size_t i = 0; i < given->override_count && why->length == 0; i++)
        judge_override(&given->overrides[i], why);
    for (size_t i = 0; i < given->portable_count && why->length == 0; i++) {
        if (given->portable[i])
            judge_target(given->portable[i], why);
        else
            ptxc_buffer_add(why, "portable has names of targets, not NULL");
    }
    for (size_t i = 0; i < given->define_count && why->length == 0; i++)
        judge_define(&given->defines[i], why);
    for (size_t i = 0; i < given->assumption_count && why->length == 0; i++)
        judge_assumption(&given->assumptions[i], why);
}

/* Takes what is given over, the rest zero, and says what is wrong with it. */
static void read_given(const struct ptxc_options *options, struct ptxc_options *given, struct ptxc_buffer *why) {
    if (!options)
        *given = (struct ptxc_options){.size = sizeof(*given)};
    else if (ptxc_sized_read(options, given, sizeof(*given)))
        judge(given, why);
    else if (ptxc_sized_is(options))
        ptxc_buffer_add(why, "a field is set that only a library after %s has", ptxc_version());
    else
        ptxc_buffer_add(why, "size is sizeof(struct ptxc_options), which was not set");
}

enum ptxc_status ptxc_options_read(const struct ptxc_options *options, struct ptxc_options *given) {
    struct ptxc_buffer why = {NULL, 0, 0};
    read_given(options, given, &why);
    return why.length == 0 ? PTXC_OK : PTXC_BAD_ARGUMENT;
}

enum ptxc_status ptxc_options_begin(const char *text, size_t length, const struct ptxc_options *options,
                                    struct ptxc_options *given, struct ptxc_report **report) {
    if (!text && length > 0)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    const enum ptxc_status status = ptxc_options_read(options, given);
    return status == PTXC_OK ? ptxc_report_make(given, report) : status;
}

size_t ptxc_options_explain(const struct ptxc_options *options, char *buffer, size_t size) {
    struct ptxc_options given;
    struct ptxc_buffer why = ptxc_buffer_begin(buffer, size);
    read_given(options, &given, &why);
    return why.length;
}

uint32_t ptxc_ptx_from_text(const char *text) {
    for (uint32_t ptx = ptxc_next_ptx(0); text && ptx; ptx = ptxc_next_ptx(ptx)) {
        char spelling[16];
        struct ptxc_buffer spelt = {spelling, sizeof(spelling), 0};
        ptxc_buffer_add(&spelt, "%u.%u", (unsigned)ptx / 100, (unsigned)ptx % 100);
        if (strcmp(spelling, text) == 0)
            return ptx;
    }
    return 0;
}

/* What is asked of one file: see profile.h. */
#include "cli/options/profile.h"

#include <string.h>

#include "cli/options/vocabulary.h"
#include "ptxcheck/instruction.h"

/* ---- what is assumed and defined: the library says what can be ---- */

/* A list of either kind. Its items begin with their names. */
struct list {
    char *items;
    size_t size; /* of an item */
    struct given *origins;
    size_t *count;
    size_t most;
};

static struct list assumptions(struct assumption_list *list) {
    return (struct list){(char *)list->items, sizeof(list->items[0]), list->origins, &list->count, MAX_ASSUMPTIONS};
}

static struct list defines(struct define_list *list) {
    return (struct list){(char *)list->items, sizeof(list->items[0]), list->origins, &list->count, MAX_DEFINES};
}

/* Returns the name of an item. */
static const char *name_of(const char *item) {
    const char *name;
    memcpy(&name, item, sizeof(name));
    return name;
}

/* Puts an item in the place of one of its name, or at the end; false where there is no room. */
static bool put(struct list list, const void *item, const struct given *origin) {
    size_t i = 0;
    while (i < *list.count && strcmp(name_of(list.items + i * list.size), name_of(item)) != 0)
        i++;
    if (i == list.most)
        return false;
    memcpy(list.items + i * list.size, item, list.size);
    list.origins[i] = *origin;
    *list.count += i == *list.count;
    return true;
}

/* Puts `count` items. */
static bool put_all(struct list list, const void *items, const struct given *origins, size_t count) {
    bool room = true;
    for (size_t i = 0; i < count; i++)
        room &= put(list, (const char *)items + i * list.size, &origins[i]);
    return room;
}

bool assumption_add(struct assumption_list *list, const struct given *given, char *text) {
    char *equals = strchr(text, '='), why[200];
    size_t value;
    if (!equals)
        return given_wrong(given, "%s takes NAME=VALUE such as threads=128, not '%s'", given->name, text);
    *equals = 0;
    const struct given number = {given->name, equals + 1, given->file, given->line, given->column};
    if (!count_parse(&number, &value))
        return false;
    const struct ptxc_assumption assumption = {text, value};
    const struct ptxc_options options = {.size = sizeof(options), .assumptions = &assumption, .assumption_count = 1};
    if (ptxc_options_explain(&options, why, sizeof(why)) > 0)
        return given_wrong(given, "%s: %s", given->name, why);
    return put(assumptions(list), &assumption, given) ||
           given_wrong(given, "%s takes up to %d assumptions", given->name, MAX_ASSUMPTIONS);
}

bool define_add(struct define_list *list, const struct given *given, char *text, bool defined) {
    char *equals = defined ? strchr(text, '=') : NULL;
    if (equals)
        *equals = 0;
    const struct ptxc_define define = {text, !defined ? NULL : equals ? equals + 1 : "1"};
    const struct ptxc_options options = {.size = sizeof(options), .defines = &define, .define_count = 1};
    if (ptxc_options_explain(&options, NULL, 0) > 0)
        return given_wrong(given, "%s takes the name of a macro, not '%s'", given->name, text);
    return put(defines(list), &define, given) ||
           given_wrong(given, "%s takes up to %d macros", given->name, MAX_DEFINES);
}

/* ---- profiles ---- */

enum { SHOWN_BY_DEFAULT = 100 }; /* findings */

void profile_begin(struct profile *profile) {
    memset(profile, 0, sizeof(*profile));
    profile->max_diagnostics = SHOWN_BY_DEFAULT;
    profile->options.size = sizeof(profile->options);
    profile->options.overrides = profile->overrides;
    profile->options.portable = profile->portable;
    profile->options.defines = profile->defines.items;
    profile->options.assumptions = profile->assumptions.items;
    profile->flow = true;
}

/* Adds a target to those on which every instruction must assemble; false after a message on stderr. */
static bool add_portable(struct profile *profile, const struct given *given) {
    enum ptxc_target target = ptxc_target_from_name(given->text);
    if (!target)
        return given_wrong(given, "%s takes targets such as sm_90,sm_100a; there is no target '%s'%s", given->name,
                           given->text, hint_for(VALUES_TARGETS, given->text, "").text);
    if (profile->options.portable_count == MAX_PORTABLE)
        return given_wrong(given, "%s takes up to %d targets", given->name, MAX_PORTABLE);
    profile->portable[profile->options.portable_count++] = ptxc_target_name(target);
    return true;
}

/* Adds a class to those that are wanted; false after a message on stderr. */
static bool add_class(struct profile *profile, const struct given *given) {
    enum ptxc_class class;
    if (!class_parse(given, &class))
        return false;
    profile->options.classes |= 1u << class;
    return true;
}

/* Takes the target over; false after a message on stderr. */
static bool set_target(struct profile *profile, const struct given *given) {
    enum ptxc_target target;
    bool known = target_parse(given, &target);
    profile->options.target = ptxc_target_name(target);
    return known;
}

void profile_set_none(struct profile *profile, enum setting setting, const struct given *given) {
    profile->origins[setting] = *given;
}

bool profile_set(struct profile *profile, enum setting setting, const struct given *given) {
    if (!profile->origins[setting].name)
        profile->origins[setting] = *given;
    switch (setting) {
    case SETTING_TARGET: return set_target(profile, given);
    case SETTING_PTX: return version_parse(given, &profile->options.ptx);
    case SETTING_ASSEMBLER: return assembler_parse(given, &profile->options.assembler);
    case SETTING_PORTABLE: return add_portable(profile, given);
    case SETTING_ONLY: return add_class(profile, given);
    case SETTING_WERROR: return flag_parse(given, &profile->warnings_as_errors);
    case SETTING_FLOW: return flag_parse(given, &profile->flow);
    case SETTING_LIKELY: return flag_parse(given, &profile->likely);
    case SETTING_PEDANTIC: return flag_parse(given, &profile->pedantic);
    case SETTING_MAX_DIAGNOSTICS: return count_parse(given, &profile->max_diagnostics);
    case SETTING_MODE: return mode_parse(given, &profile->mode);
    case SETTING_MACROS:
    case SETTING_ASSUMPTIONS:
    case SETTING_RULES:
    case SETTING_COUNT: break;
    }
    return false;
}

/* Sets the severity of a rule whose id is that of the table. */
static void put_rule(struct profile *profile, struct ptxc_override override, const struct given *origin) {
    size_t i = 0, count = profile->options.override_count;
    while (i < count && strcmp(profile->overrides[i].rule, override.rule) != 0)
        i++;
    if (i == MAX_OVERRIDES) /* there are fewer rules */
        return;
    profile->overrides[i] = override;
    profile->rule_origins[i] = *origin;
    profile->options.override_count = i < count ? count : i + 1;
}

bool profile_set_rule(struct profile *profile, const struct given *rule, const struct given *severity) {
    struct ptxc_override override;
    struct ptxc_rule row = {.size = sizeof(row)};
    enum ptxc_class class;
    const bool whole = class_find(rule->text, &class);
    if (!(whole || rule_parse(rule, &override.rule)) || !severity_parse(severity, &override.severity))
        return false;
    if (!whole)
        put_rule(profile, override, severity);
    for (size_t i = 0; whole && ptxc_rule_get(i, &row); i++) {
        override.rule = row.id;
        if (row.rule_class == class)
            put_rule(profile, override, severity);
    }
    return true;
}

/* Takes the value of one setting over from another profile. */
static void copy(struct profile *profile, const struct profile *upper, enum setting setting) {
    profile->origins[setting] = upper->origins[setting];
    switch (setting) {
    case SETTING_TARGET: profile->options.target = upper->options.target; break;
    case SETTING_PTX: profile->options.ptx = upper->options.ptx; break;
    case SETTING_ASSEMBLER: profile->options.assembler = upper->options.assembler; break;
    case SETTING_PORTABLE:
        memcpy(profile->portable, upper->portable, sizeof(profile->portable));
        profile->options.portable_count = upper->options.portable_count;
        break;
    case SETTING_ONLY: profile->options.classes = upper->options.classes; break;
    case SETTING_WERROR: profile->warnings_as_errors = upper->warnings_as_errors; break;
    case SETTING_FLOW: profile->flow = upper->flow; break;
    case SETTING_LIKELY: profile->likely = upper->likely; break;
    case SETTING_PEDANTIC: profile->pedantic = upper->pedantic; break;
    case SETTING_MAX_DIAGNOSTICS: profile->max_diagnostics = upper->max_diagnostics; break;
    case SETTING_MODE: profile->mode = upper->mode; break;
    case SETTING_MACROS:
    case SETTING_ASSUMPTIONS:
    case SETTING_RULES:
    case SETTING_COUNT: break;
    }
}

void profile_lay(struct profile *profile, const struct profile *upper) {
    for (int i = 0; i < SETTING_COUNT; i++)
        if (upper->origins[i].name)
            copy(profile, upper, (enum setting)i);
    for (size_t i = 0; i < upper->options.override_count; i++)
        put_rule(profile, upper->overrides[i], &upper->rule_origins[i]);
    profile->crowded |=
        !put_all(defines(&profile->defines), upper->defines.items, upper->defines.origins, upper->defines.count);
    profile->options.define_count = profile->defines.count;
    profile->crowded |= !put_all(assumptions(&profile->assumptions), upper->assumptions.items,
                                 upper->assumptions.origins, upper->assumptions.count);
    profile->options.assumption_count = profile->assumptions.count;
}

uint32_t profile_flags(const struct profile *profile) {
    return (profile->flow ? PTXC_CHECK_FLOW : 0) | (profile->likely ? PTXC_CHECK_LIKELY : 0) |
           (profile->pedantic ? PTXC_CHECK_PEDANTIC : 0);
}

bool profile_suits(const struct profile *profile) {
    if (profile->crowded && profile->defines.count == MAX_DEFINES)
        return given_wrong(&profile->defines.origins[0], "at most %d macros may be defined or not", MAX_DEFINES);
    if (profile->crowded)
        return given_wrong(&profile->assumptions.origins[0], "at most %d things may be assumed", MAX_ASSUMPTIONS);
    return assembler_suits(&profile->origins[SETTING_ASSEMBLER], &profile->options);
}

/* The values of --assume: see assumptions.h. The library decides what can be assumed. */
#include "cli/arguments/assumptions.h"

#include <string.h>

#include "cli/arguments/values.h"

/* Puts an assumption in the place of one of its name, or at the end; false where there is no room. */
static bool put(struct assumption_list *list, struct ptxc_assumption assumption, const struct given *origin) {
    size_t i = 0;
    while (i < list->count && strcmp(list->items[i].name, assumption.name) != 0)
        i++;
    if (i == MAX_ASSUMPTIONS)
        return false;
    list->items[i] = assumption;
    list->origins[i] = *origin;
    list->count += i == list->count;
    return true;
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
    return put(list, assumption, given) ||
           given_wrong(given, "%s takes up to %d assumptions", given->name, MAX_ASSUMPTIONS);
}

bool assumption_join(struct assumption_list *list, const struct assumption_list *other) {
    bool room = true;
    for (size_t i = 0; i < other->count; i++)
        room &= put(list, other->items[i], &other->origins[i]);
    return room;
}

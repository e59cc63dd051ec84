/* The values of --assume, -D and -U: see known.h. The library decides what can be assumed, and what the name of a macro
 * is.
 */
#include "cli/options/known.h"

#include <string.h>

#include "cli/options/values.h"

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

bool define_parse(struct define_list *list, char *text) {
    const struct given given = given_option("-D", text);
    return define_add(list, &given, text, true);
}

bool undefine_parse(struct define_list *list, char *text) {
    const struct given given = given_option("-U", text);
    return define_add(list, &given, text, false);
}

bool assumption_join(struct assumption_list *list, const struct assumption_list *other) {
    return put_all(assumptions(list), other->items, other->origins, other->count);
}

bool define_join(struct define_list *list, const struct define_list *other) {
    return put_all(defines(list), other->items, other->origins, other->count);
}

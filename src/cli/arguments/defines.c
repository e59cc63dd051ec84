/* The values of -D and -U: see defines.h. The library decides what the name of a macro is. */
#include "cli/arguments/defines.h"

#include <string.h>

/* Puts a macro in the place of one of its name, or at the end; false where there is no room. */
static bool put(struct define_list *list, struct ptxc_define define, const struct given *origin) {
    size_t i = 0;
    while (i < list->count && strcmp(list->items[i].name, define.name) != 0)
        i++;
    if (i == MAX_DEFINES)
        return false;
    list->items[i] = define;
    list->origins[i] = *origin;
    list->count += i == list->count;
    return true;
}

bool define_add(struct define_list *list, const struct given *given, char *text, bool defined) {
    char *equals = defined ? strchr(text, '=') : NULL;
    if (equals)
        *equals = 0;
    const struct ptxc_define define = {text, !defined ? NULL : equals ? equals + 1 : "1"};
    const struct ptxc_options options = {.size = sizeof(options), .defines = &define, .define_count = 1};
    if (ptxc_options_explain(&options, NULL, 0) > 0)
        return given_wrong(given, "%s takes the name of a macro, not '%s'", given->name, text);
    return put(list, define, given) || given_wrong(given, "%s takes up to %d macros", given->name, MAX_DEFINES);
}

bool define_parse(struct define_list *list, char *text) {
    const struct given given = given_option("-D", text);
    return define_add(list, &given, text, true);
}

bool undefine_parse(struct define_list *list, char *text) {
    const struct given given = given_option("-U", text);
    return define_add(list, &given, text, false);
}

bool define_join(struct define_list *list, const struct define_list *other) {
    bool room = true;
    for (size_t i = 0; i < other->count; i++)
        room &= put(list, other->items[i], &other->origins[i]);
    return room;
}

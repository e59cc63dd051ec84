/* The values of -D and -U: see defines.h. The library decides what the name of a macro is. */
#include "cli/arguments/defines.h"

#include <string.h>

#include "cli/output/trouble.h"

/* Adds a macro; false after a message on stderr. */
static bool add(struct define_list *list, const char *option, const char *name, const char *value) {
    const struct ptxc_define define = {name, value};
    const struct ptxc_options options = {.size = sizeof(options), .defines = &define, .define_count = 1};
    struct ptxc_report *report;
    if (list->count == MAX_DEFINES)
        return trouble("-D and -U may be given up to %d times together", MAX_DEFINES), false;
    if (ptxc_check("", 0, &options, &report) != PTXC_OK)
        return trouble("%s takes the name of a macro, not '%s'", option, name), false;
    ptxc_report_free(report);
    list->items[list->count++] = define;
    return true;
}

bool define_parse(struct define_list *list, char *text) {
    char *equals = strchr(text, '=');
    if (equals)
        *equals = 0;
    return add(list, "-D", text, equals ? equals + 1 : "1");
}

bool undefine_parse(struct define_list *list, const char *text) {
    return add(list, "-U", text, NULL);
}

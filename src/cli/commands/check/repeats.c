/* Findings that were told of another file: see repeats.h. */
#include "cli/commands/check/repeats.h"

#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"

struct repeat {
    const char *rule; /* of the table */
    char *message;
    size_t most; /* such findings in a file before this one */
    size_t here; /* in this one */
};

void repeats_begin(struct repeats *repeats) {
    for (size_t i = 0; i < repeats->count; i++) {
        struct repeat *item = &repeats->items[i];
        item->most = item->here > item->most ? item->here : item->most;
        item->here = 0;
    }
}

bool repeats_know(struct repeats *repeats, const struct ptxc_diagnostic *diagnostic) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    size_t i = 0;
    if (!ptxc_rule_from_id(diagnostic->rule, &rule))
        return false;
    while (i < repeats->count &&
           (repeats->items[i].rule != rule.id || strcmp(repeats->items[i].message, diagnostic->message) != 0))
        i++;
    if (i == repeats->count) {
        repeats->items = memory_more(repeats->items, i, sizeof(*repeats->items));
        repeats->items[repeats->count++] = (struct repeat){rule.id, memory_sure(strdup(diagnostic->message)), 0, 0};
    }
    return ++repeats->items[i].here <= repeats->items[i].most;
}

void repeats_free(struct repeats *repeats) {
    for (size_t i = 0; i < repeats->count; i++)
        free(repeats->items[i].message);
    free(repeats->items);
    *repeats = (struct repeats){NULL, 0};
}

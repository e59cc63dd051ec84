/* The table of the keys: see keys.h. */
#include "cli/config/keys.h"

#include <string.h>

static const struct key_row rows[] = {
#define KEY(enumerator, name, shape, domain, places, setting, example, text) \
    {name, SHAPE_##shape, DOMAIN_##domain, PLACE_##places, setting, example, text},
#define NONE SETTING_COUNT
#include "cli/config/keys.def"
#undef NONE
};

const struct key_row *key_row(enum key key) {
    return &rows[key];
}

enum key key_from_name(const char *name) {
    int key = 0;
    while (key < KEY_COUNT && strcmp(rows[key].name, name) != 0)
        key++;
    return (enum key)key;
}

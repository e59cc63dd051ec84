/* The table of the keys: keys.def as rows. */
#ifndef PTXC_CLI_KEYS_H
#define PTXC_CLI_KEYS_H

#include "cli/options/profile.h"

enum key {
#define KEY(enumerator, name, shape, domain, places, setting, example, text) enumerator,
#include "cli/config/keys.def"
    KEY_COUNT
};

enum key_shape { SHAPE_WORD, SHAPE_LIST, SHAPE_RULES, SHAPE_SECTIONS };

enum key_domain {
    DOMAIN_NOTHING,
    DOMAIN_TARGET,
    DOMAIN_VERSION,
    DOMAIN_RELEASE,
    DOMAIN_MACRO,
    DOMAIN_CLASS,
    DOMAIN_SEVERITY,
    DOMAIN_FLAG,
    DOMAIN_NUMBER,
    DOMAIN_PATTERN,
    DOMAIN_ASSUMPTION,
    DOMAIN_MODE
};

/* Where a key may stand; bits. */
enum key_place { PLACE_TOP = 1, PLACE_SECTION = 2, PLACE_ANYWHERE = PLACE_TOP | PLACE_SECTION };

struct key_row {
    const char *name;
    enum key_shape shape;
    enum key_domain domain;
    enum key_place places;
    enum setting setting; /* SETTING_COUNT for none */
    const char *example;
    const char *text;
};

/* Returns the row of a key, which is below KEY_COUNT. */
const struct key_row *key_row(enum key key);

/* Returns the key of this name, KEY_COUNT for none. */
enum key key_from_name(const char *name);

#endif

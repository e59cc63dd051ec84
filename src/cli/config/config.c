/* Reads a configuration: turns the nodes of its YAML into a struct config, and says of each node what is wrong with it,
 * so that one run shows all of it. See config.h.
 */
#include "cli/config/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config/keys.h"
#include "cli/format/error.h"
#include "cli/options/values.h"
#include "cli/options/vocabulary.h"
#include "cli/system/path.h"
#include "cli/system/source.h"

enum {
    MOST_WRONG = 20,       /* messages about one configuration */
    LONGEST_PATTERN = 1000 /* bytes */
};

/* What is being read, and into what. */
struct filling {
    struct config *config;
    struct profile *profile;    /* of the configuration, or of one of its sections */
    struct exclude_list *files; /* of the section; NULL at the top */
    enum key_place place;
    size_t *wrong; /* how many messages there were */
};

/* Whether more is to be looked at: not after many messages. */
static bool goes_on(const struct filling *filling) {
    return *filling->wrong < MOST_WRONG;
}

/* Counts a message where something is not sound; returns whether it is. */
static bool counted(const struct filling *filling, bool sound) {
    *filling->wrong += !sound;
    return sound;
}

/* Returns the node as a value with its place, for messages. */
static struct given given_at(const struct config *config, const struct yaml_node *node, const char *name) {
    return (struct given){name, node->text, config->name, node->line, node->column};
}

/* Says that a node is written in another way than its key wants; returns false. */
static bool misshapen(const struct filling *filling, const struct yaml_node *node, const struct key_row *row) {
    static const char *const kinds[] = {"nothing", "a word", "a list", "a map"};
    static const char *const shapes[] = {"a word", "a list of words", "a map from rules to severities",
                                         "a list of sections"};
    const struct given given = given_at(filling->config, node, row->name);
    const char *found = node->kind == NODE_WORD && !*node->text ? "nothing" : kinds[node->kind];
    return given_wrong(&given, "%s takes %s such as %s, not %s", row->name, shapes[row->shape], row->example, found);
}

/* Adds a pattern to a list; false after a message on stderr. */
static bool add_pattern(struct exclude_list *list, const struct given *given) {
    if (strlen(given->text) > LONGEST_PATTERN)
        return given_wrong(given, "%s takes patterns of up to %d bytes", given->name, LONGEST_PATTERN);
    return exclude_add(list, given->text) == EXCLUDE_OK ||
           given_wrong(given, "%s takes patterns such as build/ or *.inl, and '%s' matches nothing", given->name,
                       given->text);
}

/* Takes over one word of the value of a key that sets nothing of a profile; false after a message on stderr. */
static bool take_own_word(const struct filling *filling, enum key key, const struct given *given) {
    bool *inherit = &filling->config->inherit;
    if (key == KEY_EXCLUDE || key == KEY_FILES)
        return add_pattern(key == KEY_FILES ? filling->files : &filling->config->exclude, given);
    return flag_parse(given, inherit);
}

/* Takes over a value that is none: an empty list, or null for what the file declares or the library chooses. Decides
 * whether it is one. */
static bool take_none(const struct filling *filling, enum key key, const struct yaml_node *node) {
    const struct key_row *row = key_row(key);
    const struct given given = given_at(filling->config, node, row->name);
    bool open = row->domain == DOMAIN_TARGET || row->domain == DOMAIN_VERSION || row->domain == DOMAIN_RELEASE;
    if (row->setting == SETTING_COUNT || !(row->shape == SHAPE_WORD ? open && strcmp(node->text, "null") == 0
                                                                    : row->shape == SHAPE_LIST && node->count == 0))
        return false;
    profile_set_none(filling->profile, row->setting, &given);
    return true;
}

/* Takes over one word of the value of a key; false after a message on stderr. */
static bool take_word(const struct filling *filling, enum key key, const struct yaml_node *node) {
    const struct key_row *row = key_row(key);
    const struct given given = given_at(filling->config, node, row->name);
    if (node->kind != NODE_WORD)
        return given_wrong(&given, "%s takes a list of words such as %s, and this is none", row->name, row->example);
    if (!*node->text && row->shape == SHAPE_WORD)
        return misshapen(filling, node, row);
    if (row->setting == SETTING_COUNT)
        return take_own_word(filling, key, &given);
    if (row->setting == SETTING_MACROS)
        return define_add(&filling->profile->defines, &given, node->text, key == KEY_DEFINE);
    if (row->setting == SETTING_ASSUMPTIONS)
        return assumption_add(&filling->profile->assumptions, &given, node->text);
    return profile_set(filling->profile, row->setting, &given);
}

/* Takes over each item of a list; false after messages on stderr. */
static bool take_list(const struct filling *filling, enum key key, const struct yaml_node *node) {
    bool sound = true;
    for (size_t i = 0; i < node->count && goes_on(filling); i++)
        sound &= counted(filling, take_word(filling, key, &node->items[i]));
    return sound;
}

/* Whether the key of a map stands there for the first time; false after a message on stderr. */
static bool is_first(const struct filling *filling, const struct yaml_node *map, size_t index) {
    const struct given given = given_at(filling->config, &map->items[index], "");
    for (size_t i = 0; i < index; i += 2)
        if (strcmp(map->items[i].text, given.text) == 0)
            return given_wrong(&given, "'%s' stands in line %zu already", given.text, map->items[i].line);
    return true;
}

/* Whether the key of a map is a word; false after a message on stderr. */
static bool is_word(const struct filling *filling, const struct yaml_node *node) {
    const struct given given = given_at(filling->config, node, "");
    return node->kind == NODE_WORD || given_wrong(&given, "a key is a word, not a list or a map");
}

/* Takes over the severities of rules; false after messages on stderr. */
static bool take_rules(const struct filling *filling, const struct yaml_node *map) {
    bool sound = true;
    for (size_t i = 0; i < map->count && goes_on(filling); i += 2) {
        const struct given rule = given_at(filling->config, &map->items[i], "rules");
        const struct given severity = given_at(filling->config, &map->items[i + 1], "rules");
        sound &= counted(filling, is_word(filling, &map->items[i]) && is_first(filling, map, i) &&
                                      profile_set_rule(filling->profile, &rule, &severity));
    }
    return sound;
}

static bool take_map(const struct filling *filling, const struct yaml_node *map);

/* Takes over one section of overrides; false after messages on stderr. */
static bool take_section(const struct filling *filling, const struct yaml_node *node) {
    struct config *config = filling->config;
    const struct given given = given_at(config, node, "overrides");
    if (node->kind != NODE_MAP)
        return counted(filling, misshapen(filling, node, key_row(KEY_OVERRIDES)));
    if (config->section_count == MAX_SECTIONS) {
        *filling->wrong = MOST_WRONG;
        return given_wrong(&given, "overrides takes up to %d sections", MAX_SECTIONS);
    }
    struct section *section = memory_new(1, sizeof(*section));
    config->sections[config->section_count++] = section;
    profile_begin(&section->profile);
    const struct filling inner = {config, &section->profile, &section->files, PLACE_SECTION, filling->wrong};
    bool sound = take_map(&inner, node);
    if (sound && section->files.count == 0)
        return given_wrong(&given, "a section of overrides needs files, a list such as %s",
                           key_row(KEY_FILES)->example);
    return sound;
}

/* Takes over the value of a key that may stand here; false after messages on stderr. */
static bool take_value(const struct filling *filling, enum key key, const struct yaml_node *node) {
    static const enum node_kind kinds[] = {NODE_WORD, NODE_LIST, NODE_MAP, NODE_LIST};
    const struct key_row *row = key_row(key);
    bool sound = true;
    if (node->kind != kinds[row->shape])
        return counted(filling, misshapen(filling, node, row));
    if (take_none(filling, key, node))
        return true;
    switch (row->shape) {
    case SHAPE_WORD: return counted(filling, take_word(filling, key, node));
    case SHAPE_LIST: return take_list(filling, key, node);
    case SHAPE_RULES: return take_rules(filling, node);
    case SHAPE_SECTIONS:
        for (size_t i = 0; i < node->count && goes_on(filling); i++)
            sound &= take_section(filling, &node->items[i]);
    }
    return sound;
}

/* Says that there is no such key, and which is meant or which there are; returns false. */
static bool no_such_key(const struct filling *filling, const struct given *given) {
    char known[300] = "";
    size_t length = 0;
    struct suggestion suggestion = suggestion_for(given->text);
    for (int i = 0; i < KEY_COUNT; i++) {
        const struct key_row *row = key_row((enum key)i);
        if (!(row->places & filling->place) || length >= sizeof(known))
            continue;
        suggestion_offer(&suggestion, row->name);
        length += (size_t)snprintf(known + length, sizeof(known) - length, "%s%s", length ? ", " : "", row->name);
    }
    if (suggestion.best[0])
        return given_wrong(given, "there is no key '%s'; did you mean %s?", given->text, suggestion.best);
    return given_wrong(given, "there is no key '%s'; the keys are %s", given->text, known);
}

/* Says that a key stands in the wrong place, or that there is none of this name; returns false. */
static bool misplaced(const struct filling *filling, const struct given *given, enum key key) {
    if (key == KEY_COUNT)
        return no_such_key(filling, given);
    if (filling->place == PLACE_TOP)
        return given_wrong(given, "%s stands in a section of overrides, not here", given->text);
    return given_wrong(given, "%s is for the whole configuration, and stands in no section of overrides", given->text);
}

/* Takes over a key and its value; false after messages on stderr. */
static bool take_pair(const struct filling *filling, const struct yaml_node *map, size_t index) {
    const struct yaml_node *node = &map->items[index];
    const struct given given = given_at(filling->config, node, "");
    if (!is_word(filling, node) || !is_first(filling, map, index))
        return counted(filling, false);
    enum key key = key_from_name(node->text);
    if (key == KEY_COUNT || !(key_row(key)->places & filling->place))
        return counted(filling, misplaced(filling, &given, key));
    return take_value(filling, key, &node[1]);
}

/* Takes over the keys and values of the top or of a section; false after messages on stderr. */
static bool take_map(const struct filling *filling, const struct yaml_node *map) {
    bool sound = true;
    for (size_t i = 0; i < map->count && goes_on(filling); i += 2)
        sound &= take_pair(filling, map, i);
    return sound;
}

/* Takes over the whole document; false after messages on stderr. */
static bool take_root(struct config *config, const struct yaml_node *root) {
    size_t wrong = 0;
    const struct filling filling = {config, &config->base, NULL, PLACE_TOP, &wrong};
    const struct given given = given_at(config, root, "");
    if (root->kind == NODE_NONE || (root->kind == NODE_WORD && !*root->text))
        return true;
    if (root->kind != NODE_MAP)
        return given_wrong(&given, "a configuration is a map such as 'target: sm_90a'");
    bool sound = take_map(&filling, root);
    if (!goes_on(&filling))
        report_error("%s: there may be more that is wrong; it was not looked at", config->name);
    return sound;
}

/* Reads the file into the configuration; false after messages on stderr. */
static bool fill(struct config *config, const char *path) {
    struct source source;
    struct problem problem = source_load(&source, path);
    bool sound = !problem.text;
    if (problem.text)
        report_problem(config->name, problem);
    else
        sound = tree_read(&config->root, config->name, source.text ? source.text : "", source.length) &&
                take_root(config, &config->root);
    source_free(&source);
    return sound;
}

struct config *config_read(const char *path, char *name, char *folder) {
    struct config *config = memory_new(1, sizeof(*config));
    config->name = name;
    config->folder = folder;
    profile_begin(&config->base);
    if (fill(config, path))
        return config;
    config_free(config);
    return NULL;
}

void config_free(struct config *config) {
    for (size_t i = 0; i < config->section_count; i++) {
        exclude_free(&config->sections[i]->files);
        free(config->sections[i]);
    }
    exclude_free(&config->exclude);
    tree_free(&config->root);
    free(config->name);
    free(config->folder);
    free(config);
}

const char *config_relative(const struct config *config, const char *path) {
    const char *below = path_below(config->folder, path);
    return below == path ? path + 1 : below;
}

uint64_t config_sections(const struct config *config, const char *relative) {
    uint64_t found = 0;
    for (size_t i = 0; i < config->section_count; i++)
        if (exclude_holds(&config->sections[i]->files, relative))
            found |= (uint64_t)1 << i;
    return found;
}

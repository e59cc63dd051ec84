/* Prints the table of the keys of a configuration: `keys table` as rows of docs/configuration.md, `keys schema` as a
 * JSON schema, `keys names` those that set what an option of `check` sets.
 */
#include <stdio.h>
#include <string.h>

#include "cli/config/keys.h"
#include "cli/options/table.h"
#include "ptxcheck/instruction.h"

/* Prints what separates the items of a list. */
static void separate(int index) {
    printf(index > 0 ? ", " : "");
}

/* Prints the names of targets, classes or severities as the values of an enumeration; with null where it is `open`. */
static void print_names(enum key_domain domain, bool open) {
    printf("\"enum\": [");
    if (domain == DOMAIN_TARGET)
        for (int i = 1; ptxc_target_name((enum ptxc_target)i); i++)
            separate(i - 1), printf("\"%s\"", ptxc_target_name((enum ptxc_target)i));
    else if (domain == DOMAIN_CLASS)
        for (int i = 0; i <= PTXC_CLASS_HAZARD; i++)
            separate(i), printf("\"%s\"", ptxc_class_name((enum ptxc_class)i));
    else
        for (int i = PTXC_SEVERITY_OFF; i <= PTXC_SEVERITY_ERROR; i++)
            separate(i), printf("\"%s\"", ptxc_severity_name((enum ptxc_severity)i));
    printf(open ? ", null]" : "]");
}

/* Prints what one word must be, where it is `open`, or null. */
static void print_word(enum key_domain domain, bool open) {
    switch (domain) {
    case DOMAIN_NOTHING: break;
    case DOMAIN_TARGET:
    case DOMAIN_CLASS:
    case DOMAIN_SEVERITY: print_names(domain, open); break;
    case DOMAIN_VERSION:
    case DOMAIN_RELEASE:
        printf("\"type\": [\"number\", \"string\"%s], \"pattern\": \"^[0-9]+\\\\.[0-9]+$\"", open ? ", \"null\"" : "");
        break;
    case DOMAIN_MODE: printf("\"enum\": [\"warn\", \"error\", \"off\"]"); break;
    case DOMAIN_FLAG: printf("\"type\": \"boolean\""); break;
    case DOMAIN_NUMBER: printf("\"type\": \"integer\", \"minimum\": 0"); break;
    case DOMAIN_ASSUMPTION: printf("\"type\": \"string\", \"pattern\": \"^[^=]+=[0-9]+$\""); break;
    case DOMAIN_MACRO:
    case DOMAIN_PATTERN: printf("\"type\": \"string\", \"minLength\": 1"); break;
    }
}

static void print_map(const char *indent, enum key_place place);

/* Prints the schema of classes and rules with their severities. */
static void print_rules(void) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    printf("\"type\": \"object\", \"propertyNames\": {\"enum\": [");
    for (int i = 0; i <= PTXC_CLASS_HAZARD; i++)
        separate(i), printf("\"%s\"", ptxc_class_name((enum ptxc_class)i));
    for (size_t i = 0; ptxc_rule_get(i, &rule); i++)
        printf(", \"%s\"", rule.id);
    printf("]}, \"additionalProperties\": {");
    print_names(DOMAIN_SEVERITY, false);
    printf("}");
}

/* Prints what the value of a key must be, after its description. */
static void print_value(const struct key_row *row) {
    bool open = row->domain == DOMAIN_TARGET || row->domain == DOMAIN_VERSION || row->domain == DOMAIN_RELEASE;
    switch (row->shape) {
    case SHAPE_WORD: print_word(row->domain, open); break;
    case SHAPE_LIST:
        printf("\"type\": \"array\", \"items\": {");
        print_word(row->domain, false);
        printf("}");
        break;
    case SHAPE_RULES: print_rules(); break;
    case SHAPE_SECTIONS:
        printf("\"type\": \"array\", \"items\": {\n          \"type\": \"object\",\n");
        print_map("          ", PLACE_SECTION);
        break;
    }
}

/* Prints the schema of the keys that may stand in a place, from after its type to its end. */
static void print_map(const char *indent, enum key_place place) {
    printf("%s\"additionalProperties\": false,\n", indent);
    if (place == PLACE_SECTION)
        printf("%s\"required\": [\"%s\"],\n", indent, key_row(KEY_FILES)->name);
    printf("%s\"properties\": {", indent);
    for (int i = 0, count = 0; i < KEY_COUNT; i++) {
        const struct key_row *row = key_row((enum key)i);
        if (!(row->places & place))
            continue;
        printf("%s\n%s  \"%s\": {\"description\": \"%s\", ", count++ ? "," : "", indent, row->name, row->text);
        print_value(row);
        printf("}");
    }
    printf("\n%s}\n%.*s}", indent, (int)strlen(indent) - 2, indent);
}

/* Prints the schema of a configuration. */
static void print_schema(void) {
    printf("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \".ptxcheck.yaml\",\n"
           "  \"type\": [\"object\", \"null\"],\n");
    print_map("  ", PLACE_TOP);
    printf("\n");
}

/* Prints the rows of the table in the page. */
static void print_table(void) {
    static const char *const places[] = {"", "", "in `overrides`", "in `overrides` too"};
    printf("| key | value, such as | does | |\n|---|---|---|---|\n");
    for (int i = 0; i < KEY_COUNT; i++) {
        const struct key_row *row = key_row((enum key)i);
        printf("| `%s` | `%s` | %s | %s |\n", row->name, row->example, row->text, places[row->places]);
    }
}

/* Prints the keys that have their names from options of `check`, and says of each whether there is the option. */
static int check_names(void) {
    int missing = 0;
    for (int i = 0; i < KEY_COUNT; i++) {
        const struct key_row *row = key_row((enum key)i);
        struct option_row option;
        bool found = row->setting == SETTING_RULES || row->setting == SETTING_WERROR || /* -W, -Werror */
                     row->setting == SETTING_LIKELY || row->setting == SETTING_FLOW ||  /* -Wlikely, --no-flow */
                     row->setting == SETTING_MACROS ||                                  /* -D, -U */
                     row->setting == SETTING_MODE ||                                    /* of ptxas and launch */
                     row->setting == SETTING_COUNT;
        for (size_t j = 0; !found && option_get(COMMAND_CHECK, j, &option); j++)
            found = option.name && strcmp(option.name, row->name) == 0;
        if (!found)
            printf("check has no option --%s\n", row->name), missing++;
    }
    return missing;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "names") == 0)
        return check_names();
    if (strcmp(what, "schema") == 0)
        print_schema();
    else
        print_table();
    return 0;
}

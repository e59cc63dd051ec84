/* check --show-config: see find.h. */
#include "cli/config/find.h"

#include <stdio.h>
#include <string.h>

#include "cli/config/keys.h"
#include "cli/format/error.h"
#include "cli/format/print.h"
#include "cli/system/path.h"
#include "cli/system/source.h"
#include "ptxcheck/render.h"

enum { COMMENT_COLUMN = 40, LONGEST_PATH = 8192 /* bytes */ };

/* Prints a word, or "null" for none. */
static size_t print_word(const char *word) {
    return (size_t)printf("%s", word ? word : "null");
}

/* Prints a text as it stands in quotes, so that YAML reads it as the same text and a terminal obeys none of it; a byte
 * that is no UTF-8, which YAML cannot have, as the character of its number. Returns its width. */
static size_t print_escaped(const char *text) {
    size_t width = 0, length;
    for (size_t left = strlen(text); left > 0; text += length, left -= length) {
        const unsigned char *c = (const unsigned char *)text;
        const size_t character = ptxc_utf8_length(text, left);
        const bool control = *c < 0x20 || *c == 0x7f, above = *c == 0xc2 && c[1] < 0xa0; /* U+0080 to U+009F */
        length = character ? character : 1;
        if (character == 0 || control || above)
            width += (size_t)printf("\\x%02x", c[length - 1]);
        else
            width += (size_t)printf("%s%.*s", *c == '"' || *c == '\\' ? "\\" : "", (int)length, text);
    }
    return width;
}

/* Prints an item of a list, which is a text; returns its width. */
static size_t print_item(const char *before, const char *text) {
    size_t width = (size_t)printf("  %s\"", before);
    return width + print_escaped(text) + (size_t)printf("\"");
}

/* Ends a line of which `width` characters are printed with who has set the value. */
static void print_origin(size_t width, const struct given *origin) {
    printf("%*s# ", (int)(width < COMMENT_COLUMN ? COMMENT_COLUMN - width : 1), "");
    if (origin->file) {
        print_clean(stdout, origin->file, strlen(origin->file));
        if (origin->line > 0)
            printf(":%zu:%zu", origin->line, origin->column);
        putchar('\n');
    } else
        printf("%s\n", origin->name ? "the command line" : "the default");
}

/* Prints a version as 8.6, and 0 as null. */
static size_t print_version(uint32_t version) {
    return version == 0 ? print_word(NULL) : (size_t)printf("%u.%u", version / 100, version % 100);
}

/* Prints a list of names. */
static size_t print_names(const char *const *names, size_t count) {
    size_t width = (size_t)printf("[");
    for (size_t i = 0; i < count; i++)
        width += (size_t)printf("%s%s", i ? ", " : "", names[i]);
    return width + (size_t)printf("]");
}

/* Prints the classes of the bits. */
static size_t print_classes(uint32_t classes) {
    const char *names[PTXC_CLASS_HAZARD + 1];
    size_t count = 0;
    for (int i = 0; i <= PTXC_CLASS_HAZARD; i++)
        if (!classes || classes >> i & 1)
            names[count++] = ptxc_class_name((enum ptxc_class)i);
    return print_names(names, count);
}

static size_t print_flag(bool flag) {
    return print_word(flag ? "true" : "false");
}

/* Prints the value of a setting, and returns its width; null where the file or the library decides. */
static size_t print_setting(const struct profile *profile, enum setting setting) {
    const struct ptxc_options *options = &profile->options;
    switch (setting) {
    case SETTING_TARGET: return print_word(options->target);
    case SETTING_PTX: return print_version(options->ptx);
    case SETTING_ASSEMBLER: return print_version(options->assembler);
    case SETTING_PORTABLE: return print_names(options->portable, options->portable_count);
    case SETTING_ONLY: return print_classes(options->classes);
    case SETTING_WERROR: return print_flag(profile->warnings_as_errors);
    case SETTING_FLOW: return print_flag(profile->flow);
    case SETTING_LIKELY: return print_flag(profile->likely);
    case SETTING_PEDANTIC: return print_flag(profile->pedantic);
    case SETTING_MAX_DIAGNOSTICS: return (size_t)printf("%zu", profile->max_diagnostics);
    case SETTING_MODE: return print_word(mode_name(profile->mode));
    case SETTING_MACROS:
    case SETTING_ASSUMPTIONS:
    case SETTING_RULES:
    case SETTING_COUNT: break;
    }
    return 0;
}

/* Prints the severities that were set, each on a line. */
static void print_rules(const char *key, const struct profile *profile) {
    size_t width = (size_t)printf("%s:", key);
    if (profile->options.override_count == 0) {
        width += (size_t)printf(" {}");
        print_origin(width, &profile->origins[SETTING_RULES]);
        return;
    }
    putchar('\n');
    for (size_t i = 0; i < profile->options.override_count; i++) {
        const struct ptxc_override *override = &profile->overrides[i];
        width = (size_t)printf("  %s: %s", override->rule, ptxc_severity_name(override->severity));
        print_origin(width, &profile->rule_origins[i]);
    }
}

/* Prints a macro with its value where it is defined. */
static void print_macro(const struct ptxc_define *define, const struct given *origin) {
    size_t width = (size_t)printf("  - \"") + print_escaped(define->name);
    if (define->value)
        width += (size_t)printf("=") + print_escaped(define->value);
    print_origin(width + (size_t)printf("\""), origin);
}

/* Prints the macros that are defined, or those that are not, each on a line. */
static void print_macros(const char *key, const struct profile *profile, bool defined) {
    const struct define_list *list = &profile->defines;
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!list->items[i].value == defined)
            continue;
        if (count++ == 0)
            printf("%s:\n", key);
        print_macro(&list->items[i], &list->origins[i]);
    }
    if (count == 0)
        print_origin((size_t)printf("%s: []", key), &profile->origins[SETTING_MACROS]);
}

/* Prints what is assumed, each on a line. */
static void print_assumptions(const char *key, const struct profile *profile) {
    const struct assumption_list *list = &profile->assumptions;
    if (list->count == 0) {
        print_origin((size_t)printf("%s: []", key), &profile->origins[SETTING_ASSUMPTIONS]);
        return;
    }
    printf("%s:\n", key);
    for (size_t i = 0; i < list->count; i++) {
        const size_t width = (size_t)printf("  - \"") + print_escaped(list->items[i].name);
        print_origin(width + (size_t)printf("=%llu\"", (unsigned long long)list->items[i].value), &list->origins[i]);
    }
}

/* Prints one key of a profile. */
static void print_key(enum key key, const struct profile *profile) {
    const struct key_row *row = key_row(key);
    if (row->setting == SETTING_MACROS) {
        print_macros(row->name, profile, key == KEY_DEFINE);
        return;
    }
    if (row->setting == SETTING_ASSUMPTIONS) {
        print_assumptions(row->name, profile);
        return;
    }
    if (row->setting == SETTING_RULES) {
        print_rules(row->name, profile);
        return;
    }
    size_t width = (size_t)printf("%s: ", row->name);
    width += print_setting(profile, row->setting);
    print_origin(width, &profile->origins[row->setting]);
}

/* Prints one pattern as it was written. */
static size_t print_pattern(const char *before, const struct exclude_pattern *pattern) {
    char text[5000];
    snprintf(text, sizeof(text), "%s%s%s%s", pattern->negated ? "!" : "",
             pattern->anchored && !strchr(pattern->glob, '/') ? "/" : "", pattern->glob, pattern->folder ? "/" : "");
    return print_item(before, text);
}

/* Prints what the configurations leave out, the outermost first, as a later pattern counts. A pattern that is anchored
 * to another directory than that of the innermost one is a comment: it would mean something else there. */
static void print_excludes(const struct config *innermost, const struct config *config) {
    if (!config)
        return;
    print_excludes(innermost, config->outer);
    for (size_t i = 0; i < config->exclude.count; i++) {
        const struct exclude_pattern *pattern = &config->exclude.items[i];
        const struct given origin = {.file = config->name};
        print_origin(print_pattern(config != innermost && pattern->anchored ? "# " : "- ", pattern), &origin);
    }
}

/* Counts the patterns that print_excludes prints as such. */
static size_t count_excludes(const struct config *config) {
    size_t count = 0;
    for (const struct config *outer = config; outer; outer = outer->outer)
        for (size_t i = 0; i < outer->exclude.count; i++)
            count += outer == config || !outer->exclude.items[i].anchored;
    return count;
}

bool config_show(struct finder *finder, const char *path) {
    char inside[LONGEST_PATH];
    if (path_is_folder(path)) { /* it is asked about a file in it */
        snprintf(inside, sizeof(inside), "%s/", path);
        path = inside;
    }
    const struct profile *profile = finder_profile(finder, path);
    if (!profile)
        return false;
    printf("# What holds for ");
    print_clean(stdout, source_name(path), strlen(source_name(path)));
    putchar('\n');
    for (int i = 0; i < KEY_COUNT; i++)
        if (key_row((enum key)i)->setting != SETTING_COUNT)
            print_key((enum key)i, profile);
    const struct config *config = finder_config(finder, path);
    printf("%s:%s\n", key_row(KEY_EXCLUDE)->name, count_excludes(config) ? "" : " []");
    print_excludes(config, config);
    return true;
}

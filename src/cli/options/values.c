/* The values of options: see values.h. */
#include "cli/options/values.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/options/vocabulary.h"
#include "cli/system/environment.h"
#include "ptxcheck/ptxcheck.h"

struct given given_option(const char *name, const char *text) {
    return (struct given){.name = name, .text = text};
}

bool given_wrong(const struct given *given, const char *format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (given && given->file)
        report_error("%s:%zu:%zu: %s", given->file, given->line, given->column, text);
    else
        report_error("%s", text);
    return false;
}

bool word_parse(enum command_id command, enum option_id option, const char *text) {
    struct option_row row = {.id = OPTION_LAST};
    char word[LONGEST_WORD], words[200];
    for (size_t i = 0; row.id != option && option_get(command, i, &row);)
        i++;
    for (size_t i = 0; vocabulary_get(&row.values, i, word); i++)
        if (strcmp(word, text) == 0)
            return true;
    vocabulary_list(&row.values, words, sizeof(words));
    report_error("--%s takes %s, not '%s'%s", row.name, words, text, hint_among(&row.values, text, "").text);
    return false;
}

bool target_parse(const struct given *given, enum ptxc_target *target) {
    *target = ptxc_target_from_name(given->text);
    return *target || given_wrong(given, "%s takes a target such as sm_90a; there is no target '%s'%s", given->name,
                                  given->text, hint_for(VALUES_TARGETS, given->text, "").text);
}

/* Reads "8.0" as 800; false where the text is no such number. */
static bool number_parse(const char *text, uint32_t *number) {
    unsigned major, minor;
    char rest;
    if (text[strspn(text, "0123456789.")] || sscanf(text, "%2u.%2u%c", &major, &minor, &rest) != 2)
        return false;
    *number = major * 100 + minor;
    return true;
}

/* Writes the releases that the library knows: "12.0, 12.1, 12.2". */
static const char *list_assemblers(char *text, size_t size) {
    size_t length = 0;
    for (size_t i = 0; ptxc_assembler(i) && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%u.%u", i ? ", " : "", ptxc_assembler(i) / 100,
                                   ptxc_assembler(i) % 100);
    return text;
}

bool assembler_parse(const struct given *given, uint32_t *assembler) {
    char known[400] = "";
    if (number_parse(given->text, assembler) && ptxc_assembler_ptx(*assembler))
        return true;
    return given_wrong(given, "%s takes a release of ptxas whose verdicts ptxcheck knows, not '%s': %s", given->name,
                       given->text, list_assemblers(known, sizeof(known)));
}

bool assembler_suits(const struct given *given, const struct ptxc_options *options) {
    const struct ptxc_options named = {
        .size = sizeof(named), .target = options->target, .ptx = options->ptx, .assembler = options->assembler};
    char why[200];
    if (ptxc_options_explain(&named, why, sizeof(why)) == 0)
        return true;
    return given_wrong(given, "%s", why);
}

bool version_parse(const struct given *given, uint32_t *ptx) {
    uint32_t number;
    *ptx = ptxc_ptx_from_text(given->text);
    if (*ptx)
        return true;
    if (number_parse(given->text, &number))
        return given_wrong(given, "%s takes a version such as 8.0; there is no PTX %s", given->name, given->text);
    return given_wrong(given, "%s takes a version such as 8.0, not '%s'", given->name, given->text);
}

bool class_find(const char *text, enum ptxc_class *class) {
    for (int i = 0; i <= PTXC_CLASS_HAZARD; i++) {
        *class = (enum ptxc_class)i;
        if (strcmp(text, ptxc_class_name(*class)) == 0)
            return true;
    }
    return false;
}

bool class_parse(const struct given *given, enum ptxc_class *class) {
    return class_find(given->text, class) ||
           given_wrong(given, "%s takes classes such as syntax,legality; there is no class '%s'%s", given->name,
                       given->text, hint_for(VALUES_CLASSES, given->text, "").text);
}

bool rule_parse(const struct given *given, const char **id) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    bool found = ptxc_rule_from_id(given->text, &rule);
    *id = rule.id;
    return found || given_wrong(given, "there is no rule '%s'%s", given->text,
                                hint_for(VALUES_OVERRIDES, given->text, RULES_LISTED).text);
}

bool severity_parse(const struct given *given, enum ptxc_severity *severity) {
    for (int i = PTXC_SEVERITY_OFF; i <= PTXC_SEVERITY_ERROR; i++) {
        *severity = (enum ptxc_severity)i;
        if (strcmp(given->text, ptxc_severity_name(*severity)) == 0)
            return true;
    }
    return given_wrong(given, "there is no severity '%s'%s", given->text,
                       hint_for(VALUES_SEVERITIES, given->text, "; use error, warning, note or off").text);
}

bool count_parse(const struct given *given, size_t *count) {
    char *end;
    unsigned long value = strtoul(given->text, &end, 10);
    if (*given->text < '0' || *given->text > '9' || *end)
        return given_wrong(given, "%s takes a number, not '%s'", given->name, given->text);
    *count = value;
    return true;
}

bool flag_parse(const struct given *given, bool *flag) {
    *flag = strcmp(given->text, "true") == 0;
    return *flag || strcmp(given->text, "false") == 0 ||
           given_wrong(given, "%s takes true or false, not '%s'", given->name, given->text);
}

static const char *const modes[] = {[COMPILE_WARN] = "warn", [COMPILE_ERROR] = "error", [COMPILE_OFF] = "off"};

const char *mode_name(enum compile_mode mode) {
    return modes[mode];
}

bool mode_parse(const struct given *given, enum compile_mode *mode) {
    for (int i = COMPILE_WARN; i <= COMPILE_OFF; i++)
        if (strcmp(given->text, modes[i]) == 0)
            return *mode = (enum compile_mode)i, true;
    return given_wrong(given, "%s takes warn, error or off, not '%s'", given->name, given->text);
}

enum color color_of(const char *text) {
    return strcmp(text, "always") == 0 ? COLOR_ALWAYS : strcmp(text, "never") == 0 ? COLOR_NEVER : COLOR_AUTO;
}

bool color_wanted(enum color color, FILE *stream) {
    return color == COLOR_AUTO ? environment_has_colors(stream) : color == COLOR_ALWAYS;
}

/* The values of options: see values.h. */
#include "cli/arguments/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments/vocabulary.h"
#include "cli/output/trouble.h"
#include "ptxcheck/ptxcheck.h"

/* Writes the words of a row: "auto, always or never". */
static void list_words(const struct values *values, char *text, size_t size) {
    char word[LONGEST_WORD], next[LONGEST_WORD];
    size_t length = 0;
    text[0] = 0;
    for (size_t i = 0; vocabulary_get(values, i, word) && length < size; i++) {
        const char *before = i == 0 ? "" : vocabulary_get(values, i + 1, next) ? ", " : " or ";
        length += (size_t)snprintf(text + length, size - length, "%s%s", before, word);
    }
}

bool word_parse(enum command_id command, enum option_id option, const char *text) {
    struct option_row row = {.id = OPTION_LAST};
    char word[LONGEST_WORD], words[200];
    for (size_t i = 0; row.id != option && option_get(command, i, &row);)
        i++;
    for (size_t i = 0; vocabulary_get(&row.values, i, word); i++)
        if (strcmp(word, text) == 0)
            return true;
    list_words(&row.values, words, sizeof(words));
    trouble("--%s takes %s, not '%s'%s", row.name, words, text, hint_among(&row.values, text, "").text);
    return false;
}

bool target_parse(const char *text, enum ptxc_target *target) {
    *target = ptxc_target_from_name(text);
    if (!*target)
        trouble("--target takes a target such as sm_90a; there is no target '%s'%s", text,
                hint_for(VALUES_TARGETS, text, "").text);
    return *target;
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

bool assembler_parse(const char *text, uint32_t *assembler) {
    char known[400] = "";
    if (number_parse(text, assembler) && ptxc_assembler_ptx(*assembler))
        return true;
    trouble("--assembler takes a release of ptxas whose verdicts ptxcheck knows, not '%s': %s", text,
            list_assemblers(known, sizeof(known)));
    return false;
}

bool assembler_suits(const struct ptxc_options *options) {
    const struct ptxc_options named = {
        .size = sizeof(named), .target = options->target, .ptx = options->ptx, .assembler = options->assembler};
    char why[200];
    if (ptxc_options_explain(&named, why, sizeof(why)) == 0)
        return true;
    trouble("%s", why);
    return false;
}

bool version_parse(const char *text, uint32_t *ptx) {
    uint32_t number;
    *ptx = ptxc_ptx_from_text(text);
    if (*ptx)
        return true;
    if (number_parse(text, &number))
        trouble("--ptx takes a version such as 8.0; there is no PTX %s", text);
    else
        trouble("--ptx takes a version such as 8.0, not '%s'", text);
    return false;
}

bool color_parse(const char *text, enum color *color) {
    static const char *const names[] = {[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};
    for (int i = COLOR_AUTO; i <= COLOR_NEVER; i++) {
        if (strcmp(text, names[i]) == 0) {
            *color = (enum color)i;
            return true;
        }
    }
    return word_parse(COMMAND_CHECK, OPTION_COLOR, text);
}

bool color_wanted(enum color color, FILE *stream) {
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (color != COLOR_AUTO)
        return color == COLOR_ALWAYS;
    return !(no_color && *no_color) && !(terminal && strcmp(terminal, "dumb") == 0) && isatty(fileno(stream));
}

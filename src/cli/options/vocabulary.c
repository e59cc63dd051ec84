/* The words that an option or an argument takes: see vocabulary.h. */
#include "cli/options/vocabulary.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ptxcheck/descriptor.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/ptxcheck.h"
#include "ptxcheck/swizzle.h"

/* ---- "did you mean" ---- */

/* Writes the letters and digits of a text in lower case; returns their count, or 0 where they are too many. */
static size_t fold(const char *text, char *folded) {
    size_t count = 0;
    for (; *text; text++) {
        if (strchr("-_.", *text))
            continue;
        if (count == LONGEST_WORD)
            return 0;
        bool capital = *text >= 'A' && *text <= 'Z';
        folded[count++] = (char)(capital ? *text - 'A' + 'a' : *text);
    }
    return count;
}

static unsigned least_of(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Returns the optimal string alignment distance: letters left out, added or changed, and neighbours that changed
 * places.
 */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    unsigned rows[3][LONGEST_WORD + 1] = {0}, *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *oldest = before;
        before = last;
        last = row;
        row = oldest;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least_of(last[j - 1] + (a[i - 1] != b[j - 1]), least_of(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least_of(row[j], before[j - 2] + 1);
        }
    }
    return row[b_length];
}

struct suggestion suggestion_for(const char *text) {
    struct suggestion suggestion = {.length = fold(text, suggestion.wanted)};
    /* One slip in three letters, at most three. */
    suggestion.limit = least_of((unsigned)suggestion.length / 3, 3) + 1;
    return suggestion;
}

void suggestion_offer(struct suggestion *suggestion, const char *word) {
    char folded[LONGEST_WORD] = {0};
    size_t length = fold(word, folded);
    if (suggestion->length == 0 || length == 0)
        return;
    /* A beginning of three letters is enough, but is not nearer than a word with one slip. */
    bool begins = suggestion->length > 2 && length > suggestion->length &&
                  memcmp(folded, suggestion->wanted, suggestion->length) == 0;
    const unsigned slips = distance(suggestion->wanted, suggestion->length, folded, length);
    const unsigned far = begins ? least_of(slips, 1) : slips;
    if (far > suggestion->limit || (far == suggestion->limit && slips >= suggestion->slips))
        return;
    suggestion->limit = far;
    suggestion->slips = slips;
    snprintf(suggestion->best, sizeof(suggestion->best), "%s", word);
}

/* ---- the words ---- */

static const struct access_row accesses[] = {
#define ACCESS(name, lanes, width, down, words) {name, lanes, width, down, words},
#include "cli/options/accesses.def"
};

const struct access_row *access_get(size_t index) {
    return index < sizeof(accesses) / sizeof(accesses[0]) ? &accesses[index] : NULL;
}

const struct access_row *access_find(const char *name) {
    const struct access_row *row;
    for (size_t i = 0; (row = access_get(i)); i++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

/* Copies a word; false for NULL. */
static bool take(char *word, const char *text) {
    if (text)
        snprintf(word, LONGEST_WORD, "%s", text);
    return text;
}

/* Writes a version or a release, 806 as "8.6"; false for 0. */
static bool take_number(char *word, uint32_t number) {
    snprintf(word, LONGEST_WORD, "%u.%u", number / 100, number % 100);
    return number;
}

/* Whether the library knows the target, the version and the assembler of the options. */
static bool options_known(const struct ptxc_options *options) {
    return ptxc_options_explain(options, NULL, 0) == 0;
}

/* Returns PTX version `index`; 0 after the last. The library says of a number whether it is one. */
static uint32_t version_get(size_t index) {
    struct ptxc_options options = {.size = sizeof(options), .ptx = 1};
    for (; options.ptx <= ptxc_newest_ptx(); options.ptx++)
        if (options_known(&options) && index-- == 0)
            return options.ptx;
    return 0;
}

/* Whether the elements of a tensor can have this type. */
static bool is_element(enum ptxc_type type) {
    const uint32_t size = ptxc_type_size(type);
    return size > 0 && size <= 8;
}

/* Returns type `index` of those that the elements of a tensor can have, without its dot; NULL after the last. */
static const char *element_get(size_t index) {
    const char *name;
    for (int i = 1; (name = ptxc_type_name((enum ptxc_type)i)); i++)
        if (is_element((enum ptxc_type)i) && index-- == 0)
            return name + 1;
    return NULL;
}

/* Returns word `index` of a text with blanks between its words; false after the last. */
static bool take_word(char *word, const char *words, size_t index) {
    for (; words && *words; index--) {
        size_t length = strcspn(words, " ");
        if (index == 0) {
            snprintf(word, LONGEST_WORD, "%.*s", (int)length, words);
            return true;
        }
        words += length + (words[length] == ' ');
    }
    return false;
}

/* Returns class `index`, or after them a rule: what an override begins with; NULL after the last. */
static const char *get_overridden(size_t index) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    if (index <= PTXC_CLASS_HAZARD)
        return ptxc_class_name((enum ptxc_class)index);
    return ptxc_rule_get(index - PTXC_CLASS_HAZARD - 1, &rule) ? rule.id : NULL;
}

bool vocabulary_get(const struct values *values, size_t index, char word[LONGEST_WORD]) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    const struct command_row *command;
    const struct access_row *access;
    switch (values->kind) {
    case VALUES_NONE:
    case VALUES_FILES: return false;
    case VALUES_TARGETS: return take(word, ptxc_target_name((enum ptxc_target)(index + 1)));
    case VALUES_VERSIONS: return take_number(word, version_get(index));
    case VALUES_ASSEMBLERS: return take_number(word, ptxc_assembler(index));
    case VALUES_CLASSES: return take(word, ptxc_class_name((enum ptxc_class)index));
    case VALUES_OVERRIDES: return take(word, get_overridden(index));
    case VALUES_RULES: return take(word, ptxc_rule_get(index, &rule) ? rule.id : NULL);
    case VALUES_SEVERITIES: return take(word, ptxc_severity_name((enum ptxc_severity)index));
    case VALUES_MNEMONICS: return take(word, ptxc_opcode_name((enum ptxc_opcode)(index + 1)));
    case VALUES_COMMANDS: command = command_get(index); return take(word, command ? command->name : NULL);
    case VALUES_ELEMENTS: return take(word, element_get(index));
    case VALUES_SWIZZLES: return take(word, ptxc_swizzle_name((enum ptxc_swizzle)index));
    case VALUES_ACCESSES: access = access_get(index); return take(word, access ? access->name : NULL);
    case VALUES_DESCRIPTORS: return take(word, ptxc_descriptor_name((enum ptxc_descriptor_kind)(index + 1)));
    case VALUES_WORDS: return take_word(word, values->words, index);
    }
    return false;
}

void vocabulary_list(const struct values *values, char *text, size_t size) {
    char word[LONGEST_WORD], next[LONGEST_WORD];
    size_t length = 0;
    text[0] = 0;
    for (size_t i = 0; vocabulary_get(values, i, word) && length < size; i++) {
        const char *before = i == 0 ? "" : vocabulary_get(values, i + 1, next) ? ", " : " or ";
        length += (size_t)snprintf(text + length, size - length, "%s%s", before, word);
    }
}

/* What the library says of a target that it does not know; otherwise the text. */
static struct hint hint_for_target(const char *name, const char *otherwise) {
    const struct ptxc_options options = {.size = sizeof(options), .target = name};
    struct hint hint;
    char why[256];
    ptxc_options_explain(&options, why, sizeof(why));
    const char *meant = strstr(why, "; did you mean ");
    snprintf(hint.text, sizeof(hint.text), "%s", meant ? meant : otherwise);
    return hint;
}

struct hint hint_among(const struct values *values, const char *text, const char *otherwise) {
    struct suggestion suggestion = suggestion_for(text);
    struct hint hint;
    char word[LONGEST_WORD];
    if (values->kind == VALUES_TARGETS)
        return hint_for_target(text, otherwise);
    for (size_t i = 0; vocabulary_get(values, i, word); i++)
        suggestion_offer(&suggestion, word);
    if (suggestion.best[0])
        snprintf(hint.text, sizeof(hint.text), "; did you mean %s?", suggestion.best);
    else
        snprintf(hint.text, sizeof(hint.text), "%s", otherwise);
    return hint;
}

struct hint hint_for(enum values_kind kind, const char *text, const char *otherwise) {
    return hint_among(&(struct values){.kind = kind}, text, otherwise);
}

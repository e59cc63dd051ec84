/* What the completions for all shells are made of: see completion_words.h. */
#include "cli/commands/completion_words.h"

#include <stdio.h>

#include "cli/arguments/vocabulary.h"

static const struct {
    enum values_kind kind;
    const char *name;
} kinds[] = {
    {VALUES_TARGETS, "targets"},   {VALUES_VERSIONS, "versions"},   {VALUES_ASSEMBLERS, "assemblers"},
    {VALUES_CLASSES, "classes"},   {VALUES_RULES, "rules"},         {VALUES_SEVERITIES, "severities"},
    {VALUES_COMMANDS, "names"},    {VALUES_MNEMONICS, "mnemonics"}, {VALUES_ELEMENTS, "elements"},
    {VALUES_SWIZZLES, "swizzles"}, {VALUES_ACCESSES, "accesses"},   {VALUES_DESCRIPTORS, "descriptors"},
    {VALUES_NONE, NULL},
};

const char *word_kind_name(enum values_kind kind) {
    for (size_t i = 0; kinds[i].name; i++)
        if (kinds[i].kind == kind)
            return kinds[i].name;
    return NULL;
}

void print_words(const struct values *values) {
    char word[LONGEST_WORD];
    for (size_t i = 0; vocabulary_get(values, i, word); i++)
        printf("%s%s", i ? " " : "", word);
}

void print_kinds(const char *before, const char *between, const char *after) {
    for (size_t i = 0; kinds[i].name; i++) {
        const struct values values = {.kind = kinds[i].kind};
        printf("%s%s%s", before, kinds[i].name, between);
        print_words(&values);
        fputs(after, stdout);
    }
}

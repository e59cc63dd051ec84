/* Feature macros: see feature.h. */
#include "host/c/feature.h"

#include <string.h>

#include "base/characters.h"
#include "base/find.h"
#include "tables/tables.h"

static const struct ptxc_arch_macro arch_macros[] = {
#define ARCH_MACRO(macro, times, feature) {macro, times, PTXC_FEATURE_##feature},
#include "feature_macros.def"
};

struct feature_name {
    const char *macro; /* whose argument it is; NULL: it is a macro itself */
    const char *head, *tail;
    enum ptxc_feature feature;
};

static const struct feature_name names[] = {
#define FEATURE_MACRO(head, tail, feature) {NULL, head, tail, PTXC_FEATURE_##feature},
#include "feature_macros.def"
#define FEATURE_QUERY(macro, head, tail, feature) {macro, head, tail, PTXC_FEATURE_##feature},
#include "feature_macros.def"
};

const struct ptxc_arch_macro *ptxc_host_arch_macro_find(const char *source, struct ptxc_host_token name) {
    for (size_t i = 0; i < PTXC_COUNT(arch_macros); i++)
        if (ptxc_host_is_word(source, name, arch_macros[i].name))
            return &arch_macros[i];
    return NULL;
}

/* Returns the number between the head and the tail of the name; 0 where the name does not have them. */
static uint32_t number_in(const struct feature_name *row, const char *text, uint32_t length) {
    const uint32_t head = (uint32_t)strlen(row->head);
    uint32_t i = head, number = 0;
    if (length <= head || memcmp(text, row->head, head) != 0)
        return 0;
    for (; i < length && ptxc_is_digit(text[i]) && number < 10000; i++)
        number = number * 10 + (uint32_t)(text[i] - '0');
    return ptxc_is_spelled(text + i, length - i, row->tail) ? number : 0;
}

/* Returns the facts that a name of this row stands for; of any other name, no facts. */
static struct ptxc_facts facts_of(const struct feature_name *row, const char *source, struct ptxc_host_token name) {
    const uint32_t number = number_in(row, source + name.offset, name.length);
    if (number == 0 || number >= PTXC_ANY_TARGET)
        return (struct ptxc_facts){.highest = PTXC_ANY_TARGET};
    return (struct ptxc_facts){(uint16_t)number, (uint16_t)number, row->feature, false};
}

struct ptxc_facts ptxc_feature_macro_facts(const char *source, struct ptxc_host_token name) {
    struct ptxc_facts facts = {.highest = PTXC_ANY_TARGET};
    for (size_t i = 0; i < PTXC_COUNT(names) && facts.lowest == 0; i++)
        if (!names[i].macro)
            facts = facts_of(&names[i], source, name);
    return facts;
}

struct ptxc_facts ptxc_feature_query_facts(const char *source, struct ptxc_host_token macro,
                                           struct ptxc_host_token argument) {
    struct ptxc_facts facts = {.highest = PTXC_ANY_TARGET};
    for (size_t i = 0; i < PTXC_COUNT(names) && facts.lowest == 0; i++)
        if (names[i].macro && ptxc_host_is_word(source, macro, names[i].macro))
            facts = facts_of(&names[i], source, argument);
    return facts;
}

bool ptxc_feature_is_target(uint32_t number) {
    bool found = false;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++)
        found |= ptxc_targets[i].number == number;
    return found;
}

#define ANYWHERE false
#define WHOLE true
static const struct {
    const char *word;
    bool whole;
} target_names[] = {
#define TARGET_NAME(word, place) {word, place},
#include "feature_macros.def"
};

/* Whether the text is, or with `anywhere` holds, the word in any case of letters. */
static bool has_word(const char *text, uint32_t length, const char *word, bool anywhere) {
    const uint32_t size = (uint32_t)strlen(word);
    for (uint32_t start = 0; start + size <= length && (start == 0 || anywhere); start++) {
        uint32_t same = 0;
        while (same < size && (text[start + same] == word[same] || (text[start + same] | 0x20) == word[same]))
            same++;
        if (same == size && (anywhere || length == size))
            return true;
    }
    return false;
}

bool ptxc_feature_names_target(const char *source, struct ptxc_host_token word) {
    const char *text = source + word.offset;
    bool found = false;
    for (size_t i = 0; word.kind == PTXC_HOST_WORD && i < PTXC_COUNT(target_names) && !found; i++) {
        const uint32_t prefix = target_names[i].whole && *text == 'k' && word.length > 1;
        found = has_word(text + prefix, word.length - prefix, target_names[i].word, !target_names[i].whole);
    }
    return found;
}

/* ---- the macros that select by the target ---- */

static const struct {
    const char *macro;
    size_t length;
    enum ptxc_selecting arguments;
} selection_macros[] = {
#define SELECTION_MACRO(macro, arguments) {macro, sizeof(macro) - 1, PTXC_SELECTS_##arguments},
#include "feature_macros.def"
};

enum admits { AT_LEAST, EXACTLY, FAMILY };

static const struct {
    struct feature_name name;
    enum admits admits;
} selection_conditions[] = {
#define SELECTION_CONDITION(head, tail, admits, feature) {{NULL, head, tail, PTXC_FEATURE_##feature}, admits},
#include "feature_macros.def"
};

static const struct {
    const char *name;
    bool holds;
} selection_constants[] = {
#define SELECTION_CONSTANT(name, holds) {name, holds},
#include "feature_macros.def"
};

enum ptxc_selecting ptxc_feature_selects(const char *source, struct ptxc_host_token word) {
    for (size_t i = 0; i < PTXC_COUNT(selection_macros); i++)
        if (word.kind == PTXC_HOST_WORD && word.length == selection_macros[i].length &&
            memcmp(source + word.offset, selection_macros[i].macro, word.length) == 0)
            return selection_macros[i].arguments;
    return PTXC_SELECTS_NOTHING;
}

/* Whether two rows of the macros begin with the same two letters. */
static bool same_beginning(size_t left, size_t right) {
    return memcmp(selection_macros[left].macro, selection_macros[right].macro, 2) == 0;
}

size_t ptxc_feature_selections(const char *source, uint32_t length) {
    const char *limit = source + length;
    size_t count = 0;
    for (size_t i = 0; i < PTXC_COUNT(selection_macros); i++) {
        const char *word = selection_macros[i].macro;
        if (i > 0 && same_beginning(i - 1, i)) /* it was looked for with that */
            continue;
        for (const char *at = source; (at = ptxc_find_pair(at, limit, word[0], word[1])); at++)
            for (size_t k = i; k < PTXC_COUNT(selection_macros) && same_beginning(i, k); k++)
                count += (size_t)(limit - at) >= selection_macros[k].length &&
                         memcmp(at, selection_macros[k].macro, selection_macros[k].length) == 0;
    }
    return count;
}

/* Returns the facts that hold where a condition of this number does. */
static struct ptxc_facts facts_of_number(struct ptxc_facts facts, enum admits admits) {
    if (admits == AT_LEAST)
        facts.highest = PTXC_ANY_TARGET;
    else if (admits == FAMILY)
        facts.highest = (uint16_t)(facts.lowest / 10 * 10 + 9);
    return facts;
}

bool ptxc_feature_condition(const char *source, struct ptxc_host_token word, struct ptxc_facts *holds,
                            struct ptxc_facts *fails) {
    *holds = *fails = (struct ptxc_facts){.highest = PTXC_ANY_TARGET};
    for (size_t i = 0; i < PTXC_COUNT(selection_constants); i++)
        if (ptxc_host_is_word(source, word, selection_constants[i].name)) {
            holds->never = !selection_constants[i].holds;
            fails->never = selection_constants[i].holds;
            return true;
        }
    for (size_t i = 0; word.kind == PTXC_HOST_WORD && i < PTXC_COUNT(selection_conditions); i++) {
        const struct ptxc_facts exact = facts_of(&selection_conditions[i].name, source, word);
        if (exact.lowest == 0)
            continue;
        *holds = facts_of_number(exact, selection_conditions[i].admits);
        if (selection_conditions[i].admits == AT_LEAST)
            fails->highest = (uint16_t)(exact.lowest - 1);
        return true;
    }
    return false;
}

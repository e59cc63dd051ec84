/* How a line of a .ptxcheck.yaml may go on: keys, and their values where these can be listed. A text that is being
 * typed is no YAML yet: this goes by the lines and how far they are indented.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config/keys.h"
#include "cli/format/error.h"
#include "cli/lsp/forms.h"

enum { WORD = 64 /* bytes of a key, or of a value that is listed */ };

/* Returns how far a line is indented; a list's "- " counts. */
static size_t indent_of(const struct lsp_text *text, size_t line) {
    return strspn(text->bytes + text->lines[line], " -");
}

/* Returns the key that a line begins with, KEY_COUNT where it begins with none. */
static enum key key_of(const struct lsp_text *text, size_t line) {
    const char *first = text->bytes + text->lines[line] + indent_of(text, line);
    const size_t length = strspn(first, "abcdefghijklmnopqrstuvwxyz-");
    if (first[length] != ':')
        return KEY_COUNT;
    char *name = memory_text(first, length);
    const enum key key = key_from_name(name);
    free(name);
    return key;
}

/* Returns the key that the lines around a line belong to: of the nearest line above that is indented less. An item of a
 * list may stand under its key. KEY_COUNT where there is none. */
static enum key key_around(const struct lsp_text *text, size_t line) {
    const size_t indent = indent_of(text, line);
    for (size_t above = line; above-- > 0;) {
        const size_t length = strcspn(text->bytes + text->lines[above], "\r\n#");
        if (indent_of(text, above) < indent && indent_of(text, above) < length)
            return key_of(text, above);
    }
    return KEY_COUNT;
}

/* ---- keys ---- */

/* Offers the keys that may stand at the top, or in a section. */
static void offer_keys(const struct lsp_completion *completion, enum key_place place) {
    for (int i = 0; i < KEY_COUNT; i++) {
        const struct key_row *row = key_row((enum key)i);
        if (!(row->places & place))
            continue;
        char *text = memory_format("%s: ", row->name), *example = memory_format("%s: %s", row->name, row->example);
        lsp_offer(completion, &(struct lsp_item){row->name, ITEM_PROPERTY, example, row->text, 0, text, false});
        free(text);
        free(example);
    }
}

/* Offers rules, and classes of rules, as keys. */
static void offer_rules(const struct lsp_completion *completion) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    const char *name;
    for (int i = 0; (name = ptxc_class_name((enum ptxc_class)i)); i++)
        lsp_offer(completion, &(struct lsp_item){name, ITEM_PROPERTY, "class", NULL, 0, NULL, false});
    for (size_t i = 0; ptxc_rule_get(i, &rule); i++)
        lsp_offer(completion, &(struct lsp_item){rule.id, ITEM_PROPERTY, ptxc_class_name(rule.rule_class), rule.summary,
                                                 1, NULL, false});
}

/* ---- values ---- */

static void offer_value(const struct lsp_completion *completion, const char *value, int rank) {
    lsp_offer(completion, &(struct lsp_item){value, ITEM_VALUE, "value", NULL, rank, NULL, false});
}

/* Offers the releases of the assembler, or the PTX versions, the newest first. */
static void offer_numbers(const struct lsp_completion *completion, bool releases) {
    char text[WORD];
    int rank = 0;
    for (uint32_t number = releases ? 9999 : ptxc_newest_ptx(); number > 0; number--) {
        bool known = false;
        for (size_t i = 0; releases && ptxc_assembler(i) > 0; i++)
            known |= ptxc_assembler(i) == number;
        snprintf(text, sizeof(text), "%u.%u", number / 100, number % 100);
        if (known || (!releases && ptxc_ptx_from_text(text) == number))
            offer_value(completion, text, rank++);
    }
}

/* Offers the words of a domain, as far as they can be listed. */
static void offer_domain(const struct lsp_completion *completion, enum key_domain domain) {
    static const char *const flags[] = {"true", "false"};
    const char *name;
    for (int i = 1; domain == DOMAIN_TARGET && (name = ptxc_target_name((enum ptxc_target)i)); i++)
        offer_value(completion, name, i);
    for (int i = 0; domain == DOMAIN_CLASS && (name = ptxc_class_name((enum ptxc_class)i)); i++)
        offer_value(completion, name, i);
    for (int i = 0; domain == DOMAIN_SEVERITY && (name = ptxc_severity_name((enum ptxc_severity)i)); i++)
        offer_value(completion, name, i);
    for (size_t i = 0; domain == DOMAIN_FLAG && i < sizeof(flags) / sizeof(*flags); i++)
        offer_value(completion, flags[i], (int)i);
    for (int i = COMPILE_WARN; domain == DOMAIN_MODE && i <= COMPILE_OFF; i++)
        offer_value(completion, mode_name((enum compile_mode)i), i);
    if (domain == DOMAIN_RELEASE || domain == DOMAIN_VERSION)
        offer_numbers(completion, domain == DOMAIN_RELEASE);
}

/* Offers what may follow a key in its line, where `written` stands before the word. */
static void offer_after(const struct lsp_completion *completion, enum key key, const char *written) {
    const struct key_row *row = key_row(key);
    if (row->shape != SHAPE_RULES) {
        offer_domain(completion, row->domain);
        return;
    }
    const char *last = strrchr(written, ',') ? strrchr(written, ',') : strchr(written, '{');
    if (last && strchr(last, ':')) /* {cp-size: er */
        offer_domain(completion, row->domain);
    else if (last)
        offer_rules(completion);
}

void lsp_complete_settings(struct lsp_completion *completion, size_t place) {
    const struct lsp_text *text = &completion->document->text;
    const size_t line = lsp_text_line(text, place), start = text->lines[line], indent = indent_of(text, line);
    completion->word = (struct lsp_range){place, place};
    while (completion->word.begin > start &&
           (isalnum((unsigned char)text->bytes[completion->word.begin - 1]) ||
            strchr("-_.", text->bytes[completion->word.begin - 1])) &&
           place - completion->word.begin < WORD)
        completion->word.begin--;
    if (completion->word.begin < start + indent && place >= start + indent)
        completion->word.begin = start + indent;
    char *word = memory_text(text->bytes + completion->word.begin, place - completion->word.begin),
         *written = memory_text(text->bytes + start, completion->word.begin - start);
    const enum key around = key_around(text, line);
    const enum key key = strchr(written, ':') ? key_of(text, line) : KEY_COUNT;
    completion->text = word;
    if (strchr(written, '#'))
        ;
    else if (key != KEY_COUNT)
        offer_after(completion, key, strchr(written, ':') + 1);
    else if (indent == 0 || around == KEY_OVERRIDES)
        offer_keys(completion, indent == 0 ? PLACE_TOP : PLACE_SECTION);
    else if (around != KEY_COUNT && key_row(around)->shape == SHAPE_RULES && !strchr(written, ':'))
        offer_rules(completion);
    else if (around != KEY_COUNT) /* of a rule its severity */
        offer_domain(completion, key_row(around)->domain);
    free(word);
    free(written);
}

/* ptxcheck explain, rules and reference: the tables in words. */
#include "cli/commands/commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/format/output.h"
#include "cli/options/options.h"
#include "cli/options/request.h"
#include "cli/options/vocabulary.h"
#include "ptxcheck/ptxcheck.h"

/* Prints a text with each of its lines indented, except for empty ones. */
static void print_indented(const char *text, const char *indent) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        printf("%s%.*s\n", length ? indent : "", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* Returns what is said of the fixes of a rule, after its reason. */
static const char *fix_words(const struct ptxc_rule *rule) {
    switch (rule->fix) {
    case PTXC_FIX_NONE: break;
    case PTXC_FIX_SHOWN: return " What to write instead is shown, and not applied by --fix.";
    case PTXC_FIX_APPLIED: return " Where only one edit can be meant, --fix applies it.";
    }
    return "";
}

/* Says which option a rule needs whose findings are not certain. */
static const char *level_words(const struct ptxc_rule *rule) {
    switch (rule->level) {
    case PTXC_CERTAIN: break;
    case PTXC_LIKELY: return " Its findings are likely at best: -Wlikely asks for them.";
    case PTXC_POSSIBLE: return " Its findings are possible at best: --pedantic asks for them.";
    }
    return "";
}

/* Finds the rule of this name, or the hazard of this number; false where there is none. */
static bool find_rule(const char *text, struct ptxc_rule *rule) {
    if (ptxc_rule_from_id(text, rule))
        return true;
    for (size_t i = 0; *text && ptxc_rule_get(i, rule); i++)
        if (strcasecmp(rule->catalogue, text) == 0)
            return true;
    return false;
}

int command_explain(int argc, char **argv) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    int first = arguments_begin(argc, argv, COMMAND_EXPLAIN);
    if (!first)
        return EXIT_ERROR;
    if (argc - first != 1)
        return report_error("explain takes one rule; 'ptxcheck rules' lists them");
    if (!find_rule(argv[first], &rule))
        return report_error("there is no rule '%s'%s", argv[first],
                            hint_for(VALUES_RULES, argv[first], RULES_LISTED).text);
    printf("%s (%s%s%s, %s%s%s)\n\n%s\n\n%s%s%s\n\nwrong:\n", rule.id, ptxc_class_name(rule.rule_class),
           rule.catalogue[0] ? " " : "", rule.catalogue, ptxc_severity_name(rule.severity),
           rule.section[0] ? ", PTX ISA " : "", rule.section, rule.summary, rule.why, level_words(&rule),
           fix_words(&rule));
    print_indented(rule.wrong, "    ");
    printf("right:\n");
    print_indented(rule.right, "    ");
    return finish(EXIT_CLEAN);
}

/* Prints a rule on a line; of a hazard also its number in the catalogue, how many public reports tell of it, and the
 * option that it needs. */
static void print_rule_line(const struct ptxc_rule *rule) {
    static const char *const options[] = {
        [PTXC_CERTAIN] = "", [PTXC_LIKELY] = ", -Wlikely", [PTXC_POSSIBLE] = ", --pedantic"};
    printf("%-22s %-12s %-8s %s", rule->id, ptxc_class_name(rule->rule_class), ptxc_severity_name(rule->severity),
           rule->summary);
    if (rule->catalogue[0])
        printf(" (%s, %lu report%s%s)", rule->catalogue, (unsigned long)rule->reports, rule->reports == 1 ? "" : "s",
               options[rule->level]);
    putchar('\n');
}

/* Returns a rule as docs/json.md describes it. */
static json_t *rule_json(const struct ptxc_rule *rule) {
    static const char *const fixes[] = {
        [PTXC_FIX_NONE] = "none", [PTXC_FIX_SHOWN] = "shown", [PTXC_FIX_APPLIED] = "applied"};
    char *page = output_rule_page(rule->id);
    json_t *object = json_sure(json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "rule", rule->id, "class", ptxc_class_name(rule->rule_class),
        "severity", ptxc_severity_name(rule->severity), "certainty", ptxc_level_name(rule->level), "summary",
        rule->summary, "fix", fixes[rule->fix], "section", json_from_name(rule->section[0] ? rule->section : NULL),
        "catalogue", json_from_name(rule->catalogue[0] ? rule->catalogue : NULL), "page", json_from_name(page)));
    free(page);
    return object;
}

/* Prints the rules as one document. */
static void print_rules_json(void) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    struct json_list list;
    json_begin(stdout, "rules");
    fputs(", \"rules\": ", stdout);
    json_list_open(&list, stdout);
    for (size_t i = 0; ptxc_rule_get(i, &rule); i++)
        json_list_add(&list, rule_json(&rule));
    json_list_close(&list);
    puts("}");
}

int command_rules(int argc, char **argv) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    struct request request;
    if (!request_read(&request, COMMAND_RULES, argc, argv, NULL, NULL))
        return EXIT_ERROR;
    if (argc != optind)
        return report_error("rules takes no argument");
    if (request.json)
        print_rules_json();
    for (size_t i = 0; !request.json && ptxc_rule_get(i, &rule); i++)
        print_rule_line(&rule);
    return finish(EXIT_CLEAN);
}

/* Whether the example of a rule is a tensor map, and no PTX. */
static bool is_map(const struct ptxc_rule *rule) {
    return rule->wrong[0] == '{' && !strstr(rule->wrong, "\n.version");
}

/* Prints a rule as a section of docs/reference.md. */
static void print_rule_reference(const struct ptxc_rule *rule) {
    printf("\n### %s\n\n%s. Default: %s.%s%s%s%s%s%s\n\n%s%s%s\n\n```%s\n// wrong\n%s%s// right\n%s%s```\n", rule->id,
           rule->summary, ptxc_severity_name(rule->severity), rule->section[0] ? " PTX ISA " : "", rule->section,
           rule->section[0] ? "." : "", rule->catalogue[0] ? " Catalogue: " : "", rule->catalogue,
           rule->catalogue[0] ? "." : "", rule->why, level_words(rule), fix_words(rule), is_map(rule) ? "jsonc" : "ptx",
           rule->wrong, rule->wrong[strlen(rule->wrong) - 1] == '\n' ? "" : "\n", rule->right,
           rule->right[strlen(rule->right) - 1] == '\n' ? "" : "\n");
}

int command_reference(int argc, char **argv) {
    char text[2000];
    struct ptxc_rule rule = {.size = sizeof(rule)};
    int first = arguments_begin(argc, argv, COMMAND_REFERENCE);
    if (!first)
        return EXIT_ERROR;
    if (argc != first)
        return report_error("reference takes no argument");
    printf("# Reference\n\nPrinted by `ptxcheck reference` from the tables in `grammar/`; a test keeps it "
           "current. [enumerators.md](enumerators.md) lists the enumerators of the library.\n\n## Forms\n");
    for (size_t i = 0; i < ptxc_form_count(); i++) {
        if (i == 0 || strcmp(ptxc_form_mnemonic(i), ptxc_form_mnemonic(i - 1)) != 0)
            printf("\n### %s\n\n", ptxc_form_mnemonic(i));
        ptxc_form_syntax(i, text, sizeof(text));
        printf("- `%s`", text);
        ptxc_form_needs(i, text, sizeof(text));
        printf("<br>%s\n", text);
    }
    for (int c = 0; c <= PTXC_CLASS_HAZARD; c++) {
        printf("\n## Rules of class %s\n", ptxc_class_name((enum ptxc_class)c));
        for (size_t i = 0; ptxc_rule_get(i, &rule); i++)
            if ((int)rule.rule_class == c)
                print_rule_reference(&rule);
    }
    return finish(EXIT_CLEAN);
}

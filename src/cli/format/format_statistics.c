/* With --statistics: how often each rule is broken, in place of the findings; for people or as JSON (docs/json.md). */
#include "cli/format/output.h"

#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"

/* The findings of a rule. */
struct rule_count {
    struct ptxc_rule rule;
    size_t count;
    size_t fixable; /* of them, those that --fix mends */
};

struct statistics {
    struct rule_count *items; /* one a rule, in the order of the table */
    size_t count;
};

static void begin(struct output *output) {
    struct statistics *statistics = memory_new(1, sizeof(*statistics));
    struct ptxc_rule rule = {.size = sizeof(rule)};
    for (; ptxc_rule_get(statistics->count, &rule); statistics->count++) {
        statistics->items = memory_more(statistics->items, statistics->count, sizeof(*statistics->items));
        statistics->items[statistics->count] = (struct rule_count){.rule = rule};
    }
    output->state = statistics;
}

static void count(struct output *output, const struct checked *checked) {
    const struct statistics *statistics = output->state;
    for (size_t i = 0; i < checked->count && output_takes(output, &checked->findings[i], 1); i++) {
        const struct ptxc_diagnostic *diagnostic = checked->findings[i].diagnostic;
        struct rule_count *item = statistics->items;
        while (strcmp(item->rule.id, diagnostic->rule) != 0)
            item++;
        item->count++;
        item->fixable += output_is_fixable(diagnostic);
    }
}

/* Orders rules by their count, the highest first, then by their names. */
static int compare(const void *left, const void *right) {
    const struct rule_count *a = left, *b = right;
    return a->count != b->count ? (a->count < b->count ? 1 : -1) : strcmp(a->rule.id, b->rule.id);
}

/* Sorts the rules that were broken to the front, and keeps no others. */
static void sort(struct statistics *statistics) {
    qsort(statistics->items, statistics->count, sizeof(*statistics->items), compare);
    while (statistics->count > 0 && statistics->items[statistics->count - 1].count == 0)
        statistics->count--;
}

static void release(struct statistics *statistics) {
    free(statistics->items);
    free(statistics);
}

static void print_text(struct output *output, const struct totals *totals) {
    struct statistics *statistics = output->state;
    (void)totals;
    sort(statistics);
    for (size_t i = 0; i < statistics->count; i++) {
        const struct rule_count *item = &statistics->items[i];
        fprintf(output->stream, "%7zu  %s", item->count, item->rule.id);
        if (item->fixable > 0)
            fprintf(output->stream, " (--fix: %zu)", item->fixable);
        fputc('\n', output->stream);
    }
    release(statistics);
}

static void print_json(struct output *output, const struct totals *totals) {
    struct statistics *statistics = output->state;
    struct json_list list;
    sort(statistics);
    json_begin(output->stream, "check");
    fputs(", \"statistics\": ", output->stream);
    json_list_open(&list, output->stream);
    for (size_t i = 0; i < statistics->count; i++) {
        const struct rule_count *item = &statistics->items[i];
        json_list_add(&list, json_sure(json_pack("{s:s, s:s, s:I, s:I}", "rule", item->rule.id, "class",
                                                 ptxc_class_name(item->rule.rule_class), "count",
                                                 (json_int_t)item->count, "fixable", (json_int_t)item->fixable)));
    }
    json_list_close(&list);
    fprintf(output->stream, ", \"exit_status\": %d}\n", totals->code);
    release(statistics);
}

const struct output_format format_statistics = {"text", false, false, 1, begin, count, print_text};
const struct output_format format_statistics_json = {"json", true, false, 1, begin, count, print_json};

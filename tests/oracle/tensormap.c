/* The answers of the driver about tensor maps, replayed: each map that it took has no error, each that it refused has
 * one. And each rule that says what the driver refuses is needed: without it some recorded verdict would be another.
 *
 * tensormap FILE...: a file has one question a line, tab-separated, lists with commas, "-" for an empty one,
 * enumerators as numbers:
 *
 *     kind type rank address dim strides <of the kind> element-strides interleave [mode] swizzle promotion fill answer
 *     tiled : box
 *     im2col: lower-corner upper-corner channels pixels
 *     wide  : lower-corner-width upper-corner-width channels pixels; the mode stands after the interleave
 *
 * The answer is a CUresult: 0, or 1 for CUDA_ERROR_INVALID_VALUE. The rows that are kept tell each rule from its near
 * misses: another limit, another enumerator, one that is left out.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "ptxcheck/tensormap.h"
#include "report/rules.h"

enum { COLUMNS = 18, LINE = 4096, SHOWN = 20 };

struct tally {
    unsigned long rows, wrong;
    unsigned long alone[PTXC_RULE_COUNT]; /* rows that no other rule refuses */
};

/* Reads as many numbers of a list as a tensor map holds. */
static void read_list(char *text, uint64_t *numbers) {
    memset(numbers, 0, PTXC_TENSORMAP_MAX_RANK * sizeof(*numbers));
    for (size_t i = 0; i < PTXC_TENSORMAP_MAX_RANK && strcmp(text, "-") != 0 && *text; i++) {
        numbers[i] = *text == '-' ? (uint64_t)strtoll(text, &text, 10) : strtoull(text, &text, 0);
        text += *text == ',';
    }
}

static uint64_t number(char *text) {
    uint64_t numbers[PTXC_TENSORMAP_MAX_RANK];
    read_list(text, numbers);
    return numbers[0];
}

static void read_wide(char *text, uint64_t *to) {
    read_list(text, to);
}

static void read_narrow(char *text, void *to) {
    uint64_t numbers[PTXC_TENSORMAP_MAX_RANK];
    uint32_t narrow[PTXC_TENSORMAP_MAX_RANK];
    read_list(text, numbers);
    for (size_t i = 0; i < PTXC_TENSORMAP_MAX_RANK; i++)
        narrow[i] = (uint32_t)numbers[i];
    memcpy(to, narrow, sizeof(narrow));
}

/* Reads the fields of the kind from `column` on; gives the column after them. */
static char **read_kind(struct ptxc_tensormap *map, char **column) {
    if (map->kind == PTXC_TENSORMAP_TILED) {
        read_narrow(*column++, map->box_dim);
        return column;
    }
    if (map->kind == PTXC_TENSORMAP_IM2COL) {
        read_narrow(*column++, map->pixel_box_lower_corner);
        read_narrow(*column++, map->pixel_box_upper_corner);
    } else {
        map->pixel_box_lower_corner_width = (int32_t)(uint32_t)number(*column++);
        map->pixel_box_upper_corner_width = (int32_t)(uint32_t)number(*column++);
    }
    map->channels_per_pixel = (uint32_t)number(*column++);
    map->pixels_per_column = (uint32_t)number(*column++);
    return column;
}

/* Reads a row; gives whether the driver took the map. */
static bool read_row(char *line, struct ptxc_tensormap *map) {
    char *columns[COLUMNS] = {NULL}, **column = columns;
    size_t count = 0;
    for (char *rest = line; rest && count < COLUMNS;)
        columns[count++] = strsep(&rest, "\t\n");
    *map = (struct ptxc_tensormap){.size = sizeof(*map)};
    map->kind = !strcmp(columns[0], "tiled")    ? PTXC_TENSORMAP_TILED
                : !strcmp(columns[0], "im2col") ? PTXC_TENSORMAP_IM2COL
                                                : PTXC_TENSORMAP_IM2COL_WIDE;
    map->data_type = (uint32_t)number(columns[1]);
    map->rank = (uint32_t)number(columns[2]);
    map->global_address = number(columns[3]);
    read_wide(columns[4], map->global_dim);
    read_wide(columns[5], map->global_strides);
    column = read_kind(map, columns + 6);
    read_narrow(*column++, map->element_strides);
    map->interleave = (uint32_t)number(*column++);
    if (map->kind == PTXC_TENSORMAP_IM2COL_WIDE)
        map->mode = (uint32_t)number(*column++);
    map->swizzle = (uint32_t)number(*column++);
    map->l2_promotion = (uint32_t)number(*column++);
    map->oob_fill = (uint32_t)number(*column++);
    return number(*column) == 0;
}

/* Replays a row. */
static void replay(struct tally *tally, char *line) {
    static const uint32_t legality = 1u << PTXC_CLASS_LEGALITY;
    const struct ptxc_options options = {.size = sizeof(options), .target = "sm_90", .classes = legality};
    struct ptxc_tensormap map;
    struct ptxc_report *report;
    char copy[LINE];
    snprintf(copy, sizeof(copy), "%s", line);
    const bool taken = read_row(copy, &map);
    if (ptxc_tensormap_check(&map, &options, &report) != PTXC_OK)
        exit(2);
    const size_t errors = ptxc_report_total(report, PTXC_SEVERITY_ERROR);
    tally->rows++;
    if (errors == 1)
        tally->alone[ptxc_rule_find(ptxc_report_get(report, 0)->rule)]++;
    if ((errors == 0) != taken && tally->wrong++ < SHOWN)
        printf("the driver %s, ptxcheck says %s\n%s%s\n", taken ? "takes it" : "refuses it",
               errors ? ptxc_report_get(report, 0)->message : "nothing", line, ptxc_report_text(report));
    ptxc_report_free(report);
}

static void replay_file(struct tally *tally, const char *path) {
    static char line[LINE];
    gzFile file = gzopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    while (gzgets(file, line, sizeof(line)))
        replay(tally, line);
    gzclose(file);
}

/* Counts the rules that call themselves measured and decide no row. */
static size_t count_idle(const struct tally *tally) {
    size_t idle = 0;
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        if (ptxc_rules[i].constraint.kind < PTXC_CONSTRAINT_MAP_IN_RANGE ||
            ptxc_rules[i].rule_class != PTXC_CLASS_LEGALITY || !strstr(ptxc_rules[i].why, "(measured") ||
            tally->alone[i] > 0)
            continue;
        printf("no row is refused by %s alone\n", ptxc_rules[i].id);
        idle++;
    }
    return idle;
}

int main(int argc, char **argv) {
    static struct tally tally;
    for (int i = 1; i < argc; i++)
        replay_file(&tally, argv[i]);
    printf("%lu tensor maps, %lu verdicts differ\n", tally.rows, tally.wrong);
    return count_idle(&tally) > 0 || tally.wrong > 0 || tally.rows == 0;
}

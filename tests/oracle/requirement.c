/* Where instructions are legal, against recorded assembler verdicts: every instruction that was put to the assembler
 * for several PTX versions and targets must be legal exactly where the assembler took it.
 *
 * Left out, and counted apart: a case that is not one instruction alone, or whose text the walk finds fault with, and
 * what the replay leaves out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "module.h"
#include "ptxcheck/instruction.h"

enum { FIELDS = 7, LINE = 1 << 16, SHOWN = 20, LEAST_PAIRS = 10000 };

/* One verdict. */
struct record {
    char *text;
    uint32_t ptx;
    enum ptxc_target target;
    int accepted;
};

static char *pattern;
static struct record *records;
static size_t count, capacity;

/* Replaces the escapes \n, \t, \r and \\ in place. */
static void unescape(char *text) {
    char *out = text;
    for (; *text; text++) {
        if (*text == '\\' && text[1]) {
            text++;
            *out++ = *text == 'n' ? '\n' : *text == 't' ? '\t' : *text == 'r' ? '\r' : *text;
        } else {
            *out++ = *text;
        }
    }
    *out = 0;
}

/* Keeps the verdict of a row, unless it is about the header or a label, or its version or target is unknown. */
static void add(char **fields) {
    unsigned major, minor;
    if (strncmp(fields[6], "Unsupported .version", 20) == 0 ||
        strncmp(fields[6], "Duplicate definition of label", 29) == 0 ||
        sscanf(fields[1], "%u.%u", &major, &minor) != 2 || !ptxc_target_from_name(fields[2]))
        return;
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 1024;
        records = realloc(records, capacity * sizeof(*records));
    }
    unescape(fields[5]);
    records[count++] = (struct record){strdup(fields[5]), major * 100 + minor, ptxc_target_from_name(fields[2]),
                                       strcmp(fields[3], "error") != 0};
}

/* Reads the rows of the recorded file into `records`. */
static void read_records(const char *path) {
    static char line[LINE];
    gzFile file = gzopen(path, "rb");
    while (file && gzgets(file, line, LINE)) {
        char *fields[FIELDS], *rest = line;
        int found = 0;
        line[strcspn(line, "\n")] = 0;
        while (found < FIELDS && rest)
            fields[found++] = strsep(&rest, "\t");
        if (found == FIELDS && strcmp(fields[0], "#id") != 0)
            add(fields);
    }
    if (file)
        gzclose(file);
}

static int by_text(const void *a, const void *b) {
    return strcmp(((const struct record *)a)->text, ((const struct record *)b)->text);
}

/* The instruction of the case with the types of the module around it; 0 where it is not one sound instruction. */
static int read_instruction(const char *module_text, struct ptxc_instruction *instruction) {
    struct ptxc_module *module;
    struct ptxc_report *report;
    struct ptxc_instruction another;
    if (ptxc_module_open(module_text, strlen(module_text), NULL, &module) != PTXC_OK)
        abort();
    int one = ptxc_module_next(module, instruction) && !ptxc_module_next(module, &another);
    if (ptxc_module_close(module, &report) != PTXC_OK)
        abort();
    one = one && ptxc_report_count(report) == 0;
    ptxc_report_free(report);
    return one;
}

int main(int argc, char **argv) {
    unsigned long instructions = 0, left_out = 0, pairs = 0, accepted = 0, differ = 0;
    if (argc != 2) {
        fprintf(stderr, "usage: requirement VERDICTS.tsv.gz\n");
        return 2;
    }
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    read_records(argv[1]);
    if (count > 0)
        qsort(records, count, sizeof(*records), by_text);
    for (size_t first = 0, end; first < count; first = end) {
        struct ptxc_instruction instruction;
        struct ptxc_requirement requirement = {.size = sizeof(requirement)};
        for (end = first + 1; end < count && by_text(&records[first], &records[end]) == 0;)
            end++;
        if (end == first + 1)
            continue;
        char *text = module_fill(pattern, "9.0", "sm_100a", records[first].text);
        int sound = read_instruction(text, &instruction);
        left_out += !sound;
        instructions += sound;
        if (sound)
            ptxc_instruction_requirement(&instruction, &requirement);
        for (size_t i = first; sound && i < end; i++) {
            const struct record *record = &records[i];
            uint16_t from = requirement.first[record->target], to = requirement.last[record->target];
            int legal = from && record->ptx >= from && record->ptx <= to;
            pairs++;
            accepted += record->accepted;
            if (legal != record->accepted && differ++ < SHOWN)
                printf("%u %s: ptxas %s, legal from %u to %u:\n    %s\n", record->ptx, ptxc_target_name(record->target),
                       record->accepted ? "accepts" : "rejects", from, to, record->text);
        }
        free(text);
    }
    for (size_t i = 0; i < count; i++)
        free(records[i].text);
    free(records);
    free(pattern);
    printf("%lu instructions at several versions and targets, %lu more left out: %lu pairs, %lu accepted, %lu differ\n",
           instructions, left_out, pairs, accepted, differ);
    return differ > 0 || pairs < LEAST_PAIRS || accepted == 0 || accepted == pairs;
}

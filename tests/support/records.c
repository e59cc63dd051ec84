#include "records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "module.h"

enum { LINE = 1 << 16 };

/* Cuts the line at its tabs; gives the number of fields. */
static size_t split(char *line, char **fields, size_t limit) {
    size_t count = 0;
    line[strcspn(line, "\n")] = 0;
    while (line && count < limit)
        fields[count++] = strsep(&line, "\t");
    return line ? limit + 1 : count;
}

unsigned long records_visit(const char *path, void (*visit)(struct record *record, void *user), void *user) {
    static char line[LINE];
    unsigned long count = 0;
    gzFile file = gzopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    while (gzgets(file, line, LINE)) {
        char *fields[7];
        if (*line == '#')
            continue;
        if (split(line, fields, 7) != 7) {
            fprintf(stderr, "%s: row %lu does not have 7 columns\n", path, count + 1);
            exit(2);
        }
        struct record record = {fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]};
        visit(&record, user);
        count++;
    }
    gzclose(file);
    return count;
}

char *records_release(const char *path) {
    const char *name = strrchr(path, '/');
    char release[32];
    if (sscanf(name ? name + 1 : path, "ptxas-%31[0-9.]", release) != 1) {
        fprintf(stderr, "%s: the name does not say which assembler gave the verdicts\n", path);
        exit(2);
    }
    return strndup(release, strlen(release) - 1); /* without the dot before "tsv" */
}

void records_unescape(char *text) {
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

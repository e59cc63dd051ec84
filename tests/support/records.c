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

static int order(const void *left, const void *right) {
    const struct change *a = left, *b = right;
    int difference = strcmp(a->instruction, b->instruction);
    if (!difference)
        difference = strcmp(a->version, b->version);
    return difference ? difference : strcmp(a->target, b->target);
}

struct changes changes_read(const char *path) {
    struct changes changes = {.text = file_text(path)};
    size_t lines = 1;
    for (const char *c = changes.text; *c; c++)
        lines += *c == '\n';
    changes.rows = calloc(lines, sizeof(*changes.rows));
    for (char *rest = changes.text, *line; (line = strsep(&rest, "\n"));) {
        char *fields[5];
        if (!*line || *line == '#')
            continue;
        if (split(line, fields, 5) != 5) {
            fprintf(stderr, "%s: '%s' does not have 5 columns\n", path, line);
            exit(2);
        }
        changes.rows[changes.count++] = (struct change){fields[0], fields[1], fields[2], fields[3], fields[4], 0};
    }
    qsort(changes.rows, changes.count, sizeof(*changes.rows), order);
    return changes;
}

void changes_free(struct changes *changes) {
    free(changes->rows);
    free(changes->text);
}

struct change *changes_find(const struct changes *changes, const struct record *record) {
    struct change key = {.version = record->version, .target = record->target, .instruction = record->instruction};
    return bsearch(&key, changes->rows, changes->count, sizeof(key), order);
}

/* The verdicts are ranges of assemblers, as in "ok:13.0-13.2 error:13.3-13.5". */
const char *change_verdict(const struct change *change, const char *release) {
    unsigned major, minor, range[4];
    char verdict[8];
    int length;
    if (sscanf(release, "%u.%u", &major, &minor) != 2)
        return "";
    for (const char *at = change->verdicts;
         sscanf(at, " %7[a-z]:%u.%u-%u.%u%n", verdict, &range[0], &range[1], &range[2], &range[3], &length) == 5;
         at += length)
        if (range[0] * 100 + range[1] <= major * 100 + minor && major * 100 + minor <= range[2] * 100 + range[3])
            return strcmp(verdict, "ok") == 0 ? "ok" : "error";
    return "";
}

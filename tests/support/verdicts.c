/* Recorded assembler verdicts: see verdicts.h. */
#include "verdicts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FIELDS = 7, LINE = 1 << 16 };

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

void verdicts_each(const char *path, verdict_visit *visit, void *user) {
    static char line[LINE];
    gzFile file = gzopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    while (gzgets(file, line, LINE)) {
        char *fields[FIELDS], *rest = line;
        line[strcspn(line, "\n")] = 0;
        int count = 0;
        while (count < FIELDS && rest)
            fields[count++] = strsep(&rest, "\t");
        if (count != FIELDS || strcmp(fields[0], "#id") == 0)
            continue;
        unescape(fields[5]);
        visit(user, &(struct verdict){fields[1], fields[2], strcmp(fields[3], "error") != 0, fields[4], fields[5],
                                      fields[6]});
    }
    gzclose(file);
}

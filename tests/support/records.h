/* Reads recorded verdicts, and what changed between assemblers. */
#ifndef TEST_RECORDS_H
#define TEST_RECORDS_H

#include <stddef.h>

/* One row of a ptxas-RELEASE.tsv.gz; the texts point into the line it was read from. */
struct record {
    char *id, *version, *target, *verdict, *group, *instruction, *message;
};

/* Calls `visit` with each row of the file; gives their number. Fails the program when the file cannot be read. */
unsigned long records_visit(const char *path, void (*visit)(struct record *record, void *user), void *user);

/* "13.0.88" of …/ptxas-13.0.88.tsv.gz; to be freed. Fails the program when the name has another form. */
char *records_release(const char *path);

/* Replaces the escapes \n, \t, \r and \\ in place. */
void records_unescape(char *text);

/* One row of changes.tsv: assemblers do not agree on this instruction. */
struct change {
    char *note, *version, *target, *instruction, *verdicts;
    int differs; /* for the caller */
};

struct changes {
    char *text;
    struct change *rows;
    size_t count;
};

/* Gives the rows of changes.tsv, sorted; to be freed with changes_free. Fails the program when the file cannot be read.
 */
struct changes changes_read(const char *path);
void changes_free(struct changes *changes);

/* The row about the instruction of the record; NULL when there is none. */
struct change *changes_find(const struct changes *changes, const struct record *record);

/* What the assembler of this release says there: "ok" or "error"; "" when the row does not name it. */
const char *change_verdict(const struct change *change, const char *release);

#endif

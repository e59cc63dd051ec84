/* Reads recorded verdicts. */
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

#endif

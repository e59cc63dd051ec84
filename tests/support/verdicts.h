/* Recorded assembler verdicts: one case a line, in tab-separated fields. */
#ifndef TEST_VERDICTS_H
#define TEST_VERDICTS_H

struct verdict {
    const char *version, *target;
    int accepted;
    const char *group;
    const char *instruction; /* what stands in the place of <the case> in oracle/module.txt */
    const char *message;     /* of the assembler, where it rejects the case */
};

typedef void verdict_visit(void *user, const struct verdict *verdict);

/* Visits every case of a gzipped file; fails the program where it cannot be read. */
void verdicts_each(const char *path, verdict_visit *visit, void *user);

#endif

/* The recorded verdicts of assemblers, held against what ptxcheck says now; as often as there are mutants, so fast. */
#ifndef TEST_VERDICTS_H
#define TEST_VERDICTS_H

#include "mutants.h"

/* Reads ptxas-RELEASE.tsv.gz files and keeps the rows whose verdict ptxcheck gives, which is all but those that the
 * test `oracle` leaves out. */
void verdicts_read(char **paths, size_t count);
void verdicts_free(void);

/* Whether some verdict is another one with the tables as they are, which the mutant made so. `why` gets the first. */
bool verdicts_differ(const struct mutant *mutant, char *why, size_t size);

#endif

/* A value that somebody has given, and where: as an option of the command line or in a configuration. Who reads the
 * value says with this what is wrong with it, in the words and at the place of whoever wrote it.
 */
#ifndef PTXC_CLI_GIVEN_H
#define PTXC_CLI_GIVEN_H

#include <stdbool.h>
#include <stddef.h>

struct given {
    const char *name; /* is what it is the value of: "--target", or "target" in a configuration */
    const char *text; /* is the value */
    const char *file; /* is the configuration; NULL on the command line */
    size_t line;      /* is the place of the value there, from 1 */
    size_t column;    /* counts characters */
};

/* Returns the value of an option of the command line. */
struct given given_option(const char *name, const char *text);

/* Reports on stderr what is wrong with the value, after its place where it has one (`given` may be NULL); returns
 * false. */
bool given_wrong(const struct given *given, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

/* Modules around test cases. */
#ifndef TEST_MODULE_H
#define TEST_MODULE_H

#include <stddef.h>

/* Gives the template with <version>, <target> and <the case> filled in; to be freed. */
char *module_fill(const char *pattern, const char *version, const char *target, const char *body);

/* Gives a whole file as text; to be freed. Fails the program when it cannot be read. */
char *file_text(const char *path);

/* Gives a whole file that need not be text, and its size; to be freed. */
char *file_bytes(const char *path, size_t *size);

#endif

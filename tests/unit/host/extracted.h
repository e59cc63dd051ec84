/* What the tests of the extractor share: a source, its snippets, and questions about them. */
#ifndef EXTRACTED_H
#define EXTRACTED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "host/host.h"

struct extracted {
    const char *source;
    struct ptxc_arena arena;
    struct ptxc_snippet_list list;
};

/* Extracts from a string; fails unless `count` snippets are found. */
struct extracted extract(enum ptxc_host host, const char *source, size_t count);
void extracted_free(struct extracted *extracted);

/* Fails unless the snippet has this text, in which '?' stands for unknown text. */
void assert_text(const struct extracted *extracted, size_t index, const char *text);

/* Fails unless `decoded` (its first occurrence in the text of the snippet) comes from `host` (its only occurrence in
 * the source). */
void assert_origin(const struct extracted *extracted, size_t index, const char *decoded, const char *host);

/* Fails unless the unknown texts of the snippet come from these parts of the source; NULL closes the list. */
void assert_unknown(const struct extracted *extracted, size_t index, const char *const *hosts);

/* Fails unless the operands read like this: "=r:x [name]n:8" is an output and a named input. */
void assert_operands(const struct extracted *extracted, size_t index, const char *operands);

/* Fails unless the pieces cover the text without gap and every position lies in the source. */
void assert_map(const struct ptxc_snippet *snippet, uint32_t length);

#endif

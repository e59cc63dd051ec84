/* The extractor: from the bytes of a host file (C++, Python, LLVM IR ...) to the PTX that people wrote into it. Each
 * piece of PTX comes out as a snippet, with the host language's escapes and concatenations resolved. Nothing here knows
 * what the PTX means.
 */
#ifndef PTXC_HOST_H
#define PTXC_HOST_H

#include "host/c/defines.h"
#include "host/common/snippet.h"
#include "report/report.h"

enum ptxc_host {
    PTXC_HOST_NONE,
#define HOST(enumerator, extensions, extract, next) enumerator,
#include "hosts.def"
    PTXC_HOST_COUNT
};

/* Returns the host language of a file, by the extension of its path; PTXC_HOST_NONE when no row has it. */
enum ptxc_host ptxc_host_find(const char *path);

/* Returns the extensions of a language that is one, separated by blanks. */
const char *ptxc_host_row_extensions(enum ptxc_host host);

/* Adds the snippets of `source` to `list`, in the order of their first literals. Any bytes will do: what cannot be
 * read is passed over. Linear in `length`. `defines` are the macros of the caller, or NULL; the seed is that of
 * hashes. The snippets live in the arena and keep no pointer to `source`. False when memory ran out. */
bool ptxc_host_extract(enum ptxc_host host, const char *source, uint32_t length, const struct ptxc_defines *defines,
                       uint64_t seed, struct ptxc_arena *arena, struct ptxc_snippet_list *list);

/* Hands the comments of a text, which stands in the source of the report as `view` says (NULL: it is that source), to
 * the report, but for those that an #if takes out by the macros of the caller (NULL: none). */
void ptxc_host_comments(enum ptxc_host host, const char *text, uint32_t length, const struct ptxc_defines *defines,
                        const struct ptxc_view *view, struct ptxc_report *report);

#endif

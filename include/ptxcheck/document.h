/* ptxcheck: a text that changes while it is checked, as in an editor.
 *
 *     struct ptxc_document *document;
 *     ptxc_document_open(text, length, NULL, &document);
 *     ptxc_document_check(document, &report);         all of it
 *     ptxc_document_edit(document, 2048, 1, "8", 1);  one byte becomes another
 *     ptxc_document_check(document, &report);         what that may have changed
 *     ptxc_document_close(document);
 *
 * The report is always that of ptxc_check for the text as it is now. After an edit inside the body of one function only
 * that function is read again, and what was found in the others is moved to where it stands now; after any other edit,
 * and wherever one function has a say in what is found in another, all of the text is. docs/api.md says where.
 *
 * Threads: different documents have nothing to do with each other; one document serves one thread at a time. NULL is as
 * in ptxcheck.h.
 */
#ifndef PTXCHECK_DOCUMENT_H
#define PTXCHECK_DOCUMENT_H

#include <stddef.h>

#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document is a text of PTX with what is known of its last check. It belongs to the caller, who closes it. */
struct ptxc_document;

/* Opens a document with a copy of `length` bytes of PTX: a module, or instructions without a header. The source needs
 * no NUL. `options`, which may be NULL, are copied, but what they point to must stay until the document is closed; it
 * takes no notice of `ahead` and `scratch`. With PTXC_OK the caller closes `*document`; with anything else it is NULL:
 * PTXC_OUT_OF_MEMORY, PTXC_BAD_ARGUMENT for the options or a NULL, PTXC_TOO_LARGE for 2^31 bytes or more. */
PTXC_API enum ptxc_status ptxc_document_open(const char *source, size_t length, const struct ptxc_options *options,
                                             struct ptxc_document **document);

/* Puts `length` bytes of `inserted` in the place of `removed` bytes at `offset`, in bytes from the start of the text.
 * `inserted` may be NULL where `length` is 0; it must not lie in the text of the document. With anything but PTXC_OK
 * the text is what it was: PTXC_OUT_OF_MEMORY, PTXC_BAD_ARGUMENT for a NULL or where the text has no such bytes,
 * PTXC_TOO_LARGE where it would have 2^31 bytes or more. */
PTXC_API enum ptxc_status ptxc_document_edit(struct ptxc_document *document, size_t offset, size_t removed,
                                             const char *inserted, size_t length);

/* Gives the text as it is now, with its length in bytes in `*length`, which may be NULL. It has no NUL, and holds until
 * the next edit. */
PTXC_API const char *ptxc_document_text(const struct ptxc_document *document, size_t *length);

/* Checks the text as it is now. With PTXC_OK the caller frees `*report` with ptxc_report_free, before or after the
 * document is closed; else it is NULL: PTXC_OUT_OF_MEMORY, after which the document can be checked again, or
 * PTXC_BAD_ARGUMENT for a NULL. */
PTXC_API enum ptxc_status ptxc_document_check(struct ptxc_document *document, struct ptxc_report **report);

/* Writes what is known of the operand at an offset of the text, or right before it, in words: "tile + 16 * %tid.x, a
 * multiple of 16". A register that its instruction writes has the value that it gets there, any other operand the one
 * before its instruction. What a load gives, or what several ways lead to, is called by the register that it is in. It
 * takes notice of the function around it alone, which must have an instruction of the family. It keeps the contract of
 * snprintf, and gives 0 where nothing is known. */
PTXC_API size_t ptxc_document_value(const struct ptxc_document *document, size_t offset, char *buffer, size_t size);

/* Frees a document. It may be NULL. */
PTXC_API void ptxc_document_close(struct ptxc_document *document);

#ifdef __cplusplus
}
#endif

#endif

/* ptxcheck: changes of a source. Collect edits, also those of fixes and of instructions, and make the new text of them;
 * have a module written in canonical form.
 *
 * In short:
 *
 *     struct ptxc_edits *edits = NULL;
 *     if (ptxc_edits_make(source, length, NULL, &edits) != PTXC_OK)
 *         return failure;
 *     for (size_t i = 0; i < ptxc_report_count(report); i++)
 *         ptxc_edits_fix(edits, ptxc_report_get(report, i));
 *     size_t size = ptxc_edits_apply(edits, NULL, 0);
 *     ...
 *     ptxc_edits_free(edits);
 *
 * Threads: nothing here has state beyond its arguments. Several threads may read one list of edits; a list that is
 * added to is for one thread at a time.
 *
 * Whether a NULL may stand, and which structures may grow: see ptxcheck.h. ptxc_format_options, which the caller fills,
 * is one of those that begin with `size`; ptxc_remark may grow at its end, as ptxc_diagnostic.
 */
#ifndef PTXCHECK_EDIT_H
#define PTXCHECK_EDIT_H

#include "instruction.h"
#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a list of edits ---- */

/* Edits of one source, sorted by place, of which no two overlap. It belongs to the caller, who frees it. */
struct ptxc_edits;

/* Makes an empty list for a source of `length` bytes in any language. The source must live as long as the list, and is
 * not written. Memory comes from `allocator`, or from malloc where that is NULL. With PTXC_OK the caller frees *edits
 * with ptxc_edits_free; with anything else it is NULL: PTXC_OUT_OF_MEMORY, PTXC_BAD_ARGUMENT for a NULL or an
 * allocator without a function, PTXC_TOO_LARGE for 2^31 bytes or more. */
PTXC_API enum ptxc_status ptxc_edits_make(const char *source, size_t length, const struct ptxc_allocator *allocator,
                                          struct ptxc_edits **edits);

/* Each of these adds an edit, whose `length` bytes of text are copied. An edit that is in the list already, the same
 * text for the same span, is not added a second time, and that is PTXC_OK. PTXC_OVERLAP says that another edit changes
 * some of these bytes, PTXC_BAD_ARGUMENT that the place is not in the source or that nothing would be replaced,
 * PTXC_OUT_OF_MEMORY. A call that fails leaves the list as it was.
 *
 * They cost least in the order of the source: an edit moves those that are listed after it, and an insertion is
 * compared with those at its place.
 *
 * Replaces what is at `span`; removes it; inserts before byte `offset`, which may be the length of the source. Several
 * texts at one place are inserted in the order of the calls, before what replaces a span that begins there. */
PTXC_API enum ptxc_status ptxc_edits_replace(struct ptxc_edits *edits, struct ptxc_span span, const char *text,
                                             size_t length);
PTXC_API enum ptxc_status ptxc_edits_remove(struct ptxc_edits *edits, struct ptxc_span span);
PTXC_API enum ptxc_status ptxc_edits_insert(struct ptxc_edits *edits, uint32_t offset, const char *text, size_t length);

/* Adds the fixes of a diagnostic, all or none: PTXC_OVERLAP says that one of them overlaps another edit. The report may
 * be freed afterwards. A diagnostic without fixes adds nothing. Whether they are certain says the rule (ptxc_rule). */
PTXC_API enum ptxc_status ptxc_edits_fix(struct ptxc_edits *edits, const struct ptxc_diagnostic *diagnostic);

/* Writes the canonical text of `instead` (ptxc_instruction_emit) in the place of an instruction that was read from the
 * source, whose ';' stays. A comment inside it is lost. PTXC_UNREADABLE says that `instead` has no text. */
PTXC_API enum ptxc_status ptxc_edits_instruction(struct ptxc_edits *edits, const struct ptxc_instruction *instruction,
                                                 const struct ptxc_instruction *instead);

/* Gives how many edits there are. */
PTXC_API size_t ptxc_edits_count(const struct ptxc_edits *edits);

/* Gives edit `index`, in the order of the source, which lives until the list changes; NULL where ptxc_edits_count is
 * not above it. The span of an insertion has a length of 0; the text may hold a NUL only where the caller gave one. */
PTXC_API const struct ptxc_fix *ptxc_edits_get(const struct ptxc_edits *edits, size_t index);

/* Writes the source with all edits made. It keeps the contract of snprintf: at most `size` bytes go to `buffer`, a
 * closing NUL included, and the result is the length of the whole text in bytes, without that NUL. */
PTXC_API size_t ptxc_edits_apply(const struct ptxc_edits *edits, char *buffer, size_t size);

/* Frees the list. It may be NULL. */
PTXC_API void ptxc_edits_free(struct ptxc_edits *edits);

/* ---- canonical form ---- */

/* Fill them with zeros, set `size`, then set what is needed. */
struct ptxc_format_options {
    size_t size;                            /* is sizeof(struct ptxc_format_options) */
    int keep_layout;                        /* is 1 where blanks and operands stay as they are, and only qualifiers are
                                             * put in the order of the ISA; else 0 */
    const struct ptxc_allocator *allocator; /* NULL: malloc and free */
    uint64_t seed;                          /* is the seed of hashes, as in ptxc_options */
};

/* What ptxc_format says of a place. */
enum ptxc_remark_kind {
    PTXC_REMARK_LEFT = 0,      /* an instruction is left as it is, although nothing is wrong with it */
    PTXC_REMARK_WRONG = 1,     /* an instruction is left as it is, because something is wrong with it */
    PTXC_REMARK_UNREADABLE = 2 /* something could not be read, and may hide instructions */
};

/* A remark is about something that ptxc_format did not rewrite. The library makes it. */
struct ptxc_remark {
    enum ptxc_remark_kind kind;
    struct ptxc_span span; /* is what the remark is about */
    const char *text;      /* is one line without a full stop, closed by a NUL */
};

/* Makes the edits that put every instruction of the family in a PTX module of `length` bytes into canonical form
 * (ptxc_instruction_emit), one for each instruction that changes; with `keep_layout` one for each qualifier. Every
 * other byte stays. What cannot be rewritten is left as it is, and a remark says so. `options` may be NULL. The status
 * and *edits are as those of ptxc_edits_make. */
PTXC_API enum ptxc_status ptxc_format(const char *source, size_t length, const struct ptxc_format_options *options,
                                      struct ptxc_edits **edits);

/* Gives how many remarks ptxc_format made; 0 for a list that ptxc_edits_make made. */
PTXC_API size_t ptxc_edits_remarks(const struct ptxc_edits *edits);

/* Gives remark `index`, in the order of the source, which lives as long as the list; NULL where there are fewer. */
PTXC_API const struct ptxc_remark *ptxc_edits_remark(const struct ptxc_edits *edits, size_t index);

#ifdef __cplusplus
}
#endif

#endif

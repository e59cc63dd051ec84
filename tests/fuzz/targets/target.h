/* What the fuzz targets have in common. A target is one source with LLVMFuzzerTestOneInput: libFuzzer and AFL++ call it
 * with the bytes that they make, and driver.c with those of files. A broken promise ends the program.
 */
#ifndef TEST_TARGET_H
#define TEST_TARGET_H

#include <stddef.h>
#include <stdint.h>

#include "ptxcheck/edit.h"
#include "ptxcheck/ptxcheck.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Counts the inputs that got where the target looks closest: into an instruction, a document that can be read. */
extern unsigned long target_reached;

/* Counts what a target held against another way to the same answer. */
extern unsigned long target_compared;

/* Gives a copy of the bytes that ends where they end, so that a byte read after them is noticed; to be freed. */
char *target_copy(const uint8_t *data, size_t size);

/* Prints what is wrong with the text, and aborts. */
void target_broken(const char *what, const char *text, size_t length) __attribute__((noreturn));

/* Prints each finding as a person sees it, and looks whether it lies in the text; counts and frees the report. */
void target_read_report(struct ptxc_report *report, const char *text, size_t length);

/* Gives the text with the edits made, which ends where it ends; to be freed. Frees the edits. */
char *target_apply(struct ptxc_edits *edits, size_t *length);

#endif

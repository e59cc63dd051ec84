/* What sessions have of the check and the reader of one instruction. */
#ifndef PTXC_INSTRUCTION_CHECK_H
#define PTXC_INSTRUCTION_CHECK_H

#include "legality/subject.h"
#include "syntax/module.h"
#include "report/report.h"

/* Returns the version, target and assembler of the options, and where the options leave one open, that of the module
 * (NULL: none). */
struct ptxc_environment ptxc_instruction_environment(const struct ptxc_options *options,
                                                     const struct ptxc_module *module);

/* Does what ptxc_instruction_check does, with options that were read. */
enum ptxc_status ptxc_instruction_judge(const struct ptxc_instruction *instruction, const struct ptxc_options *given,
                                        const struct ptxc_module *module, struct ptxc_report **report);

/* Whether all qualifiers of an instruction are in the tables. One with others is `damaged` to programs; to the check it
 * is not, which reports them where the instruction stands in a module. */
bool ptxc_instruction_words_known(const struct ptxc_instruction *instruction);

/* Reads one instruction, which must be all of `text`, into *instruction; false where it is none. What is wrong is in
 * the report. The module is room for the reader. */
bool ptxc_instruction_take_in(struct ptxc_module *module, const char *text, size_t length, struct ptxc_report *report,
                              struct ptxc_instruction *instruction);

#endif

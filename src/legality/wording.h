/* What the files that say what is wrong with an instruction share. */
#ifndef PTXC_WORDING_H
#define PTXC_WORDING_H

#include "legality/subject.h"

/* Returns the mnemonic that messages begin with. */
const char *ptxc_wording_mnemonic(const struct ptxc_subject *subject);

/* Begins a finding about a part of the instruction. */
struct ptxc_finding ptxc_wording_finding(const struct ptxc_subject *subject, enum ptxc_rule_id rule,
                                         struct ptxc_span span);

/* Returns the text of a part of the instruction as a message shows it: in one line, without comments, cut short where
 * it is long. */
const char *ptxc_wording_excerpt(const struct ptxc_subject *subject, struct ptxc_span span);

/* Returns the note with the syntax of a form, in which the qualifiers of the match are filled in. */
const char *ptxc_wording_form(const struct ptxc_subject *subject, const struct ptxc_match *match);

/* Returns "; did you mean cp.async.bulk.tensor?", or "" for PTXC_OP_NONE. */
const char *ptxc_wording_mnemonic_meant(const struct ptxc_subject *subject, enum ptxc_opcode meant);

#endif

/* Availability: which PTX versions and targets have an instruction. */
#ifndef PTXC_AVAILABLE_H
#define PTXC_AVAILABLE_H

#include "legality/subject.h"

enum ptxc_availability {
    PTXC_AVAILABLE,
    PTXC_UNAVAILABLE_HERE, /* some gate is closed */
    PTXC_AVAILABLE_NOWHERE /* each gate opens somewhere, and all of them together nowhere */
};

/* Looks at the gates of the form, of its qualifiers and of its operands, and reports those that are closed. */
enum ptxc_availability ptxc_available_check(const struct ptxc_subject *subject);

/* Whether the version and the target have the instruction at all, in some form, and reports it if not. */
bool ptxc_available_opcode(const struct ptxc_subject *subject);

/* Whether they have every qualifier that is written, state spaces aside, in some form of the instruction that
 * they have. Reports those that they do not have and that other versions or targets do. */
bool ptxc_available_words(const struct ptxc_subject *subject);

/* Whether they have the nearest form and those of the qualifiers that it takes, and reports what they lack. */
bool ptxc_available_nearest(const struct ptxc_subject *subject);

/* Whether all gates are open together if the instruction has this form. */
bool ptxc_available_as(const struct ptxc_subject *subject, const struct ptxc_form_row *form);

enum { PTXC_MAX_GATES = 2 + PTXC_MAX_QUALIFIERS + PTXC_MAX_OPERANDS + PTXC_MAX_VALUES };

/* Lists the gates of the form, the qualifiers, the operands and the special registers of a match, at most
 * PTXC_MAX_GATES. A gate that is always open is left out, except for the one of the form. */
size_t ptxc_available_reasons(const struct ptxc_subject *subject, struct ptxc_reason *reasons);

#endif

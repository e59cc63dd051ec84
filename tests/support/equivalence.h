/* What must hold of every instruction: that printing and parsing are inverse to each other, and that a value has the
 * findings that its text has. */
#ifndef TEST_EQUIVALENCE_H
#define TEST_EQUIVALENCE_H

#include <stddef.h>

#include "ptxcheck/instruction.h"

struct equivalence {
    unsigned long instructions; /* walked over */
    unsigned long printed;      /* that can be printed */
    unsigned long walked;       /* findings that a walk must have, too */
    unsigned long differ;       /* broken promises, of which the first are shown */
};

/* Prints the value, reads the text, prints that again, and counts what differs. */
void equivalence_value(const struct ptxc_instruction *instruction, struct equivalence *result);

/* Walks through a module, checks each instruction in its place, and counts it as different where that and the report of
 * the walk are together other findings than those of ptxc_check. */
void equivalence_walk(const char *text, size_t length, struct equivalence *result);

/* Walks through a module with its bodies and without them, and counts it as different where the instructions or the
 * findings are not the same, or where a body has a part outside of the module or of itself. */
void equivalence_bodies(const char *text, size_t length, struct equivalence *result);

/* Both for each instruction of a module; and what ptxc_instruction_check says of it is what ptxc_check says of the
 * text in its place. */
void equivalence_module(const char *text, size_t length, struct equivalence *result);

#endif

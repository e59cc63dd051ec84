/* An instruction may have been filled by its caller: whether it can be worked on, and what its values are. */
#ifndef PTXC_SOUND_H
#define PTXC_SOUND_H

#include <stdbool.h>

#include "ptxcheck/instruction.h"

/* What of a value's flags is written: the others come from a declaration, .x from the name. */
enum {
    PTXC_FLAGS_WRITTEN = PTXC_FLAG_NOT | PTXC_FLAG_MINUS | PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX |
                         PTXC_FLAG_REGISTER_INDEX | PTXC_FLAG_OPEN_BRACE | PTXC_FLAG_CLOSE_BRACE
};

/* Whether counts, indices and enumerators are in range. False for NULL. */
bool ptxc_instruction_sound(const struct ptxc_instruction *instruction);

/* Whether the value is a name. */
bool ptxc_value_is_name(const struct ptxc_value *value);

/* The length of a name without its component. */
uint32_t ptxc_value_stem(const struct ptxc_value *value);

#endif

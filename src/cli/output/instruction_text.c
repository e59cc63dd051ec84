/* The canonical text of an instruction: see instruction_text.h. */
#include "cli/output/instruction_text.h"

#include <stdlib.h>

#include "cli/output/trouble.h"

char *instruction_text(const struct ptxc_instruction *instruction) {
    size_t length = ptxc_instruction_emit(instruction, NULL, 0);
    char *text = length ? malloc(length + 1) : NULL;
    if (length && !text)
        exit(trouble("not enough memory"));
    if (length)
        ptxc_instruction_emit(instruction, text, length + 1);
    return text;
}

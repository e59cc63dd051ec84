/* The constraint list of LLVM, "=r,l,~{memory}", as the operands of a snippet. Outputs stand first there already. */
#include "host/constraints.h"

#include <string.h>

/* Takes one part of the list: the constraint of an operand, or a clobber, of which only "~{memory}" matters. */
static void take(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet, const struct ptxc_snippet *list,
                 struct ptxc_span part) {
    const char *text = list->text + part.offset;
    static const char memory[] = "~{memory}";
    if (part.length && *text == '~') {
        snippet->clobbers_memory |= part.length == sizeof(memory) - 1 && memcmp(text, memory, part.length) == 0;
        return;
    }
    char *copy = ptxc_arena_alloc(extraction->arena, (size_t)part.length + 1);
    if (!copy)
        return;
    memcpy(copy, text, part.length);
    struct ptxc_asm_operand operand = {.constraint = copy, .is_output = *copy == '=' || *copy == '+'};
    ptxc_snippet_add_operand(extraction, snippet, &operand);
}

void ptxc_snippet_take_constraints(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                                   const struct ptxc_snippet *list) {
    snippet->kind = PTXC_SNIPPET_STATEMENT;
    snippet->style = PTXC_TEMPLATE_LLVM;
    snippet->operands_known = memchr(list->text, PTXC_UNKNOWN_TEXT, list->length) == NULL;
    for (uint32_t start = 0; start < list->length;) {
        uint32_t end = start;
        while (end < list->length && list->text[end] != ',')
            end++;
        uint32_t next = end + 1;
        while (start < end && list->text[start] == ' ')
            start++;
        while (end > start && list->text[end - 1] == ' ')
            end--;
        take(extraction, snippet, list, (struct ptxc_span){start, end - start});
        start = next;
    }
}

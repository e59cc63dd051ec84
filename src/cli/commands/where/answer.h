/* The answer of `ptxcheck where`, before it is printed as text or as JSON. */
#ifndef PTXC_CLI_WHERE_ANSWER_H
#define PTXC_CLI_WHERE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/system/source.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/ptxcheck.h"

enum { MAX_CHANGES = 32, MAX_WORDS = 800 };

/* A way to ask for less. */
struct change {
    struct ptxc_instruction instruction;
    struct ptxc_requirement requirement;
    char words[MAX_WORDS]; /* "without .cta_group::1" */
};

struct answer {
    struct source source;                /* the text asked about */
    struct ptxc_instruction instruction; /* where `read` is set */
    bool read;
    char *canonical;         /* NULL where it cannot be written */
    enum ptxc_target target; /* the only one asked about, or none */
    uint32_t assembler;      /* the one asked about, or 0 */
    struct ptxc_requirement requirement;
    struct ptxc_reason reasons[PTXC_MAX_REASONS];
    size_t reason_count;
    struct change changes[MAX_CHANGES];
    size_t change_count;
    struct ptxc_report *report; /* why it is not legal; or NULL */
};

/* Answers for the text and the target that `answer` has already; false without memory. */
bool answer_find(struct answer *answer);

/* Returns the newest PTX version that there is an answer for: of the assembler asked about, or of all. */
uint32_t answer_newest(const struct answer *answer);

/* Whether it is legal anywhere, or on the one target asked about. */
bool answer_is_legal(const struct answer *answer, const struct ptxc_requirement *requirement);

/* Returns what a reason is about: ".cta_group::1". */
const char *reason_subject(const struct answer *answer, const struct ptxc_reason *reason, char *buffer, size_t size);

/* Prints the answer as text on standard output, and the diagnostics that say why an instruction is not legal. */
void where_print_text(const struct answer *answer, bool color);

#endif

/* The forms of an instruction while it is typed, and what is offered to its writer (forms.c). */
#ifndef PTXC_CLI_LSP_FORMS_H
#define PTXC_CLI_LSP_FORMS_H

#include "cli/lsp/lsp.h"
#include "ptxcheck/instruction.h"

/* The kinds of items of the protocol. */
enum lsp_item_kind {
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_VARIABLE = 6,
    ITEM_PROPERTY = 10,
    ITEM_VALUE = 12,
    ITEM_KEYWORD = 14,
    ITEM_SNIPPET = 15,
    ITEM_REFERENCE = 18,
    ITEM_CONSTANT = 21
};

/* What is completed. */
struct lsp_completion {
    struct lsp_server *server;
    struct lsp_document *document;
    struct lsp_range word; /* that is replaced */
    const char *text;      /* its bytes up to the cursor, closed by a NUL */
    json_t *items;
};

/* An item that is offered. */
struct lsp_item {
    const char *label;
    enum lsp_item_kind kind;
    const char *detail, *more; /* more of it may be NULL */
    int rank;                  /* those of a lower one come first */
    const char *text;          /* what is inserted; NULL: the label */
    bool snippet;              /* the text has places to fill in */
};

/* Offers an item, if it goes on as the word begins. */
void lsp_offer(const struct lsp_completion *completion, const struct lsp_item *item);

/* The characters of mnemonics with qualifiers, and of names. */
extern const char lsp_word_characters[];

/* Returns options with the target and the PTX version that hold for a document: those that are asked for, or those of
 * its header. */
struct ptxc_options lsp_document_target(const struct lsp_document *document, bool host);

/* Writes the qualifiers of an instruction, of which no more are than PTXC_MAX_QUALIFIERS; returns how many. */
size_t lsp_qualifiers_of(const struct ptxc_instruction *instruction, enum ptxc_qualifier *qualifiers);

/* Whether a form is one of an instruction as far as it is typed, on the target and in the version of the options. */
bool lsp_form_allows(size_t form, const struct ptxc_instruction *instruction, const struct ptxc_options *options);

/* Returns the first such form; the count of all where there is none. */
size_t lsp_form_of(const struct ptxc_instruction *instruction, const struct ptxc_options *options);

/* Reads a mnemonic with qualifiers, "cp.async.bulk.global"; false where it is none. */
bool lsp_read_mnemonic(const char *text, struct ptxc_instruction *instruction);

/* Returns how much of a statement its guard takes, with the blanks around it: "@!%p ". */
size_t lsp_guard_length(const char *text);

/* Returns how many operands are before the end of what follows a mnemonic. */
size_t lsp_operand_index(const char *text);

#endif

/* Edits: the one change to the qualifiers of an instruction after which it would assemble. */
#ifndef PTXC_EDIT_H
#define PTXC_EDIT_H

#include "legality/subject.h"

enum ptxc_edit_kind {
    PTXC_EDIT_NONE,
    PTXC_EDIT_SWAP,     /* two qualifiers of one kind change places */
    PTXC_EDIT_REPLACE,  /* a qualifier gives way to another of its kind */
    PTXC_EDIT_ADD,      /* a qualifier is missing */
    PTXC_EDIT_MNEMONIC, /* the mnemonic lacks a word */
    PTXC_EDIT_REMOVE,   /* a qualifier is too many */
    PTXC_EDIT_INSTEAD   /* a qualifier gives way to one of another kind */
};

/* How well a changed instruction fits: its qualifiers do, it assembles as far as it is checked, and besides none of its
 * qualifiers is ignored and all of its operands are checked. */
enum ptxc_edit_fit { PTXC_EDIT_FITS_NOT, PTXC_EDIT_FITS_QUALIFIERS, PTXC_EDIT_FITS, PTXC_EDIT_FITS_WELL };

enum { PTXC_EDIT_CHOICES = 24 };

struct ptxc_edit {
    enum ptxc_edit_kind kind;
    enum ptxc_edit_fit fit;
    bool certain;         /* nothing else could be meant: one choice, with which the instruction fits well */
    bool stays;           /* the meaning, with the first choice */
    size_t index;         /* the qualifier that is taken away, or the first that changes places */
    size_t other;         /* the second */
    enum ptxc_slot slot;  /* that is filled by the first qualifier of the kind */
    enum ptxc_slot place; /* that the first choice fills */
    enum ptxc_opcode opcode;
    struct ptxc_match match;              /* of the instruction with the first choice */
    size_t count;                         /* of the choices */
    uint8_t choices[PTXC_EDIT_CHOICES];   /* ptxc_qualifier: each of them would do */
    uint8_t spaces[PTXC_EDIT_CHOICES][2]; /* the state spaces of the instruction with this choice */
};

/* Finds the edit that is nearest at hand: of those that make the instruction assemble in its environment or, where none
 * does, that make all of its qualifiers do, one of the first kind. False where a single edit does not mend it. */
bool ptxc_edit_find(const struct ptxc_subject *subject, struct ptxc_edit *edit);

/* Judges the instruction with another qualifier in place of `count` from `first` on, or with none (PTXC_Q_NONE). */
enum ptxc_edit_fit ptxc_edit_judge(const struct ptxc_subject *subject, size_t first, size_t count,
                                   enum ptxc_qualifier qualifier);

/* Whether the words of the mnemonic stand together, so that it can be replaced. */
bool ptxc_edit_mnemonic_is_whole(const struct ptxc_subject *subject);

/* Finds the mnemonic with more words than that of the instruction, which would assemble with it, and the fewest of
 * them; or PTXC_OP_NONE. `*certain` says that it is the only one, begins with the words
 * that are there, and fits well. */
enum ptxc_opcode ptxc_edit_mnemonic(const struct ptxc_subject *subject, bool *certain);

/* Judges the instruction with another mnemonic, and without the qualifiers that are not in the tables: words of a
 * misspelt mnemonic are read as such. */
enum ptxc_edit_fit ptxc_edit_judge_mnemonic(const struct ptxc_subject *subject, enum ptxc_opcode opcode);

/* Finds the slots of the qualifiers anew, in the order in which they stand; false where one finds its slot taken, or
 * is not in the tables. */
bool ptxc_edit_place(struct ptxc_instruction *changed);

#endif

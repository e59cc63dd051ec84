/* Mutants of the tables: each is one cell of one row of grammar/ *.def that says something else, or one row less. They
 * are made in the memory of the process, in the const rows that the tables become; a process that makes one must open
 * the tables first.
 */
#ifndef TEST_MUTANTS_H
#define TEST_MUTANTS_H

#include "tables/rows.h"

enum { MUTANT_OPCODE_WORDS = (PTXC_OP_COUNT + 63) / 64 };

enum mutant_action {
    MUTANT_SET,  /* `value` is written */
    MUTANT_DROP, /* an element of a list is taken out; what follows it moves up */
    MUTANT_SPELL /* the last character of a text is another one */
};

struct mutant {
    const char *table; /* the file that the cell stands in, without .def */
    char *name;        /* the row, the cell and what it says now; no other mutant has it */
    enum mutant_action action;
    void *at;
    size_t size; /* of the cell, or of an element, bytes */
    uint64_t value;
    size_t rest;                           /* of the list, from the element on, bytes */
    const struct ptxc_form_slot *shared;   /* of forms, the entry that it is in, if all that equal it change too */
    uint64_t opcodes[MUTANT_OPCODE_WORDS]; /* the mnemonics that it can matter to, bit per ptxc_opcode */
    const char *word;        /* texts with it are read otherwise; "": all; NULL: none, but for those of MUTANT_SPELL */
    bool alike;              /* they are read otherwise alike in every version and on every target */
    enum ptxc_target target; /* the one that it can matter to, or none: all */
};

struct mutants {
    struct mutant *list;
    size_t count, capacity;
};

/* Gives all mutants of all tables. */
struct mutants mutants_make(void);
void mutants_free(struct mutants *mutants);

/* The mutant of this name, or NULL. */
const struct mutant *mutants_find(const struct mutants *mutants, const char *name);

/* Makes the tables of this process writable, and keeps what they say. */
void tables_open(void);
/* Changes the tables, then makes their indices anew. */
void tables_mutate(const struct mutant *mutant);
/* Makes them what they were. */
void tables_restore(void);
/* The place of a const row, to write to; the compiler does not know that it is that of a constant. */
void *tables_at(const void *row);

/* Makes the indices over the tables anew, from the rows. Ends the program where it does not know how. */
void indices_make(void);

/* ---- for those that list mutants ---- */

/* Adds a mutant; its name is printed as printf does. */
void mutants_add(struct mutants *mutants, const struct mutant *mutant, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

enum cell_kind {
    CELL_NUMBER,    /* one more, one less */
    CELL_ALIGNMENT, /* twice, half of it */
    CELL_FLAG,      /* the other one */
    CELL_CHOICE,    /* the next enumerator of `limit`; the first one */
    CELL_BITS,      /* each bit of `limit` */
    CELL_PTX,       /* the next version, the one before */
    CELL_SM,        /* the next target, the one before */
    CELL_ASSEMBLER, /* the next assembler, the one before */
    CELL_TEXT       /* another last character */
};

struct cell {
    const char *name;
    size_t offset, size;
    enum cell_kind kind;
    uint64_t limit; /* of choices, bits (a mask), or what stands for 0 */
};

/* Adds what a cell of a row could say. `common` has the table and the mnemonics, `row` is the name of the row. */
void mutants_add_cell(struct mutants *mutants, const struct mutant *common, const char *row, const void *at,
                      const struct cell *cell);

/* Adds the mutants of the forms, and those of all other tables. */
void mutants_add_forms(struct mutants *mutants);
void mutants_add_rows(struct mutants *mutants);

/* The mnemonics with a form that has the role, or one that stands for it somewhere. */
void mutants_role_opcodes(uint8_t role, uint64_t *opcodes);

extern const char *const mutants_gate_names[PTXC_GATE_COUNT];
extern const char *const mutants_role_names[PTXC_ROLE_COUNT];

#endif

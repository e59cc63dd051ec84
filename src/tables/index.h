/* Indices over the rows of grammar/ *.def: what a scan over the rows would find, found once, when the library is built.
 * src/index/make.c writes them; the test tables-index holds each of them against a scan.
 */
#ifndef PTXC_INDEX_H
#define PTXC_INDEX_H

#include "base/blocks.h"
#include "tables/rows.h"

enum {
    PTXC_SEVERAL = 0xff, /* more entries of a form than one */
    PTXC_Q_BUCKETS = 512,
    PTXC_TARGET_BUCKETS = 256,
    PTXC_WORD_BUCKETS = 128,
    PTXC_ASCII = 128,
    PTXC_PTX_LIMIT = 1000 /* above every PTX version, major * 100 + minor */
};

/* What is true of a form whatever an instruction has. An entry is one of its `slots`. */
struct ptxc_form_index {
    uint8_t sole[PTXC_Q_COUNT];        /* of a qualifier: the entry that offers it, from 1; 0: none, or PTXC_SEVERAL */
    ptxc_wide fills;                   /* the slots of all entries, bit per ptxc_slot */
    ptxc_wide needs;                   /* the slots that must be filled whatever the others are */
    uint32_t asks;                     /* bit per entry that must be filled, but only beside some others */
    uint32_t entries[PTXC_SLOT_COUNT]; /* bit per entry of the slot */
    uint8_t heads[PTXC_FORM_SLOTS]; /* of an entry: itself, or where it is an ALSO row, the entry that it continues */
    uint8_t like; /* the first form of the mnemonic that has the same entries, their gates aside; mostly itself */
    bool settles; /* the later forms of the mnemonic have no two slots in another order */
};
extern const struct ptxc_form_index ptxc_form_index[PTXC_FORM_COUNT];

/* The forms, ptxc_form, sorted by mnemonic and in the order of the table: those of a mnemonic begin at
 * ptxc_forms_begin, and end where those of the next one begin. */
extern const uint8_t ptxc_forms_sorted[PTXC_FORM_COUNT];
extern const uint8_t ptxc_forms_begin[PTXC_OP_COUNT + 1];

/* By mnemonic: the slot that a qualifier fills if it is the first of its kind; the slot that a second one of the kind
 * of a slot fills, or PTXC_SLOT_NONE. */
extern const uint8_t ptxc_slot_first[PTXC_OP_COUNT][PTXC_Q_COUNT];
extern const uint8_t ptxc_slot_second[PTXC_OP_COUNT][PTXC_SLOT_COUNT];

/* By the first letter of a word, the letters that may follow it where the word begins a mnemonic of the family, an
 * OTHER row, or what resembles a head; bit per letter. */
enum { PTXC_LETTERS = 26 };
extern const uint32_t ptxc_head_letters[PTXC_LETTERS];

/* The same for a look at many bytes at once, in any case of the letters; and "ca", with which a call begins. Some other
 * pairs are among them. */
extern const ptxc_pairs ptxc_head_pairs;

/* Of a mnemonic, the longest FREE_ORDER head that it begins with, counted from 1 in the order of the table; 0: none.
 * The first letters of those heads, bit per letter. */
extern const uint8_t ptxc_opcode_heads[PTXC_OP_COUNT];
extern const uint32_t ptxc_free_letters;

/* Qualifiers by the hash of their spelling: of those that share a bucket each has the next places, the last of the
 * table being followed by the first. PTXC_Q_NONE: free. */
extern const uint8_t ptxc_qualifier_buckets[PTXC_Q_BUCKETS];

/* Targets by the hash of their name, likewise. PTXC_TARGET_NONE: free. */
extern const uint8_t ptxc_target_buckets[PTXC_TARGET_BUCKETS];

/* Types, rows of directives.def and words that declare names in a state space, likewise: the number of the type; of the
 * row, counted from 1; and of the space or, counted from PTXC_SPACE_COUNT, of the DECLARES row. 0: free. */
extern const uint8_t ptxc_type_buckets[PTXC_WORD_BUCKETS];
extern const uint8_t ptxc_directive_buckets[PTXC_WORD_BUCKETS];
extern const uint8_t ptxc_space_buckets[PTXC_WORD_BUCKETS];

/* The special registers, places in ptxc_specials, sorted by the letter after their % and in the order of the table:
 * those of a letter begin at ptxc_specials_begin, and end where those of the next one begin. */
extern const uint8_t ptxc_specials_sorted[];
extern const uint8_t ptxc_specials_begin[PTXC_ASCII + 1];

/* The type that a qualifier names, or PTXC_TYPE_NONE. */
extern const uint8_t ptxc_qualifier_types[PTXC_Q_COUNT];

/* The register types that go with an instruction type, bit per ptxc_type; [1]: of a register with an offset. */
extern const uint64_t ptxc_types_with[PTXC_TYPE_COUNT][2];
/* The integers wider than an integer type; none for another. The floating-point types. */
extern const uint64_t ptxc_types_wider[PTXC_TYPE_COUNT];
extern const uint64_t ptxc_types_floating;

/* The PTX versions, from the first one on, and those whose verdicts are measured, bit per place in that list. */
extern const uint16_t ptxc_versions[PTXC_VERSION_COUNT];
extern const uint64_t ptxc_versions_measured;
/* The place of a PTX version in that list, counted from 1; 0: there is no such version. */
extern const uint8_t ptxc_version_places[PTXC_PTX_LIMIT];

/* Where the row of a gate is open: ptxc_gate_versions where no assembler is named, and ptxc_gate_targets. */
struct ptxc_gate_index {
    uint64_t versions;
    ptxc_wide targets;
};
extern const struct ptxc_gate_index ptxc_gate_index[PTXC_GATE_COUNT];

/* In which versions a module may name a target: ptxc_target_versions where no assembler is named. */
extern const uint64_t ptxc_target_index[PTXC_TARGET_COUNT];

/* The bucket where the search for a spelling begins: its length and a few of its characters tell most apart. */
static inline unsigned ptxc_qualifier_bucket(const char *text, size_t length) {
    if (length < 3)
        return 0;
    const unsigned char *c = (const unsigned char *)text;
    const unsigned ends = c[1] * 5u + c[2] * 89u + c[length - 1] * 23u + c[length - 2] * 151u;
    return (ends + c[length / 2] * 37u + (unsigned)length * 61u) % PTXC_Q_BUCKETS;
}

/* Likewise for types, directives and state spaces. */
static inline unsigned ptxc_word_bucket(const char *text, size_t length) {
    return ptxc_qualifier_bucket(text, length) % PTXC_WORD_BUCKETS;
}

/* Likewise for the name of a target, whose last characters tell it from others. */
static inline unsigned ptxc_target_bucket(const char *text, size_t length) {
    if (length < 3)
        return 0;
    const unsigned char *c = (const unsigned char *)text + length;
    return (c[-1] * 7u + c[-2] * 29u + c[-3] * 113u) % PTXC_TARGET_BUCKETS;
}

#endif

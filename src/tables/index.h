/* Indices over the rows of grammar/ *.def: what a scan over the rows would find, found once, when the library is built.
 * src/index/make.c writes them; the test tables-index holds each of them against a scan.
 */
#ifndef PTXC_INDEX_H
#define PTXC_INDEX_H

#include "tables/rows.h"

enum {
    PTXC_Q_WORDS = (PTXC_Q_COUNT + 63) / 64, /* of a set of qualifiers, bit per ptxc_qualifier */
    PTXC_Q_BUCKETS = 512
};

/* What is true of a form whatever an instruction has. An entry is one of its `slots`. */
struct ptxc_form_index {
    uint64_t offers[PTXC_Q_WORDS];     /* the qualifiers of all entries */
    uint64_t fills;                    /* the slots of all entries, bit per ptxc_slot */
    uint64_t needs;                    /* the slots that must be filled whatever the others are */
    uint32_t asks;                     /* bit per entry that must be filled, but only beside some others */
    uint32_t entries[PTXC_SLOT_COUNT]; /* bit per entry of the slot */
    uint8_t heads[PTXC_FORM_SLOTS]; /* of an entry: itself, or where it is an ALSO row, the entry that it continues */
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

/* Qualifiers by the hash of their spelling: of those that share a bucket each has the next places, the last of the
 * table being followed by the first. PTXC_Q_NONE: free. */
extern const uint8_t ptxc_qualifier_buckets[PTXC_Q_BUCKETS];

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

/* Where the row of a gate is open: ptxc_gate_versions where no assembler is named, and ptxc_gate_targets. */
struct ptxc_gate_index {
    uint64_t versions, targets;
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

#endif

/* Prints the enumerators that are rows of tables as tables of docs/enumerators.md, with the spelling that the library
 * gives.
 */
#include <stdio.h>

#include <ptxcheck/descriptor.h>
#include <ptxcheck/instruction.h>
#include <ptxcheck/swizzle.h>

/* Prints the head of a table. */
static void begin(const char *tag, const char *before, const char *columns, const char *rule) {
    printf("\n### enum %s\n\n%s\n\n| enumerator | value | %s |\n|---|---|%s|\n", tag, before, columns, rule);
}

/* The enumerators in the order of their values, which is not that of the rows. */
struct row {
    const char *enumerator, *spelling, *slot;
};
static struct row rows[512];

/* Prints the rows, the first of which has no spelling: it stands for none, or for what is not known. */
static void print_rows(int first, const char *none) {
    if (none)
        printf("| `%s` | 0 | |%s\n", none, rows[1].slot ? " |" : "");
    for (int value = first; value < 512; value++) {
        const struct row *row = &rows[value];
        if (row->enumerator && row->spelling)
            printf("| `%s` | %d | `%s` |%s%s%s\n", row->enumerator, value, row->spelling, row->slot ? " `" : "",
                   row->slot ? row->slot : "", row->slot ? "` |" : "");
        rows[value] = (struct row){NULL, NULL, NULL};
    }
}

static void print_opcodes(void) {
    begin("ptxc_opcode", "The mnemonics: `ptxc_opcode_name`, `ptxc_opcode_from_name`.", "spelling", "---");
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) \
    rows[value] = (struct row){#enumerator, ptxc_opcode_name(enumerator), NULL};
#include <opcodes.def>
    print_rows(1, "PTXC_OP_NONE");
}

static const char *slots[256];

static void print_slots(void) {
    begin("ptxc_slot", "What qualifiers fill: `ptxc_slot_name`, `ptxc_slot_from_name`.", "name | in messages",
          "---|---");
#define SLOT(enumerator, value, name, words, weight, second, reason, fix)       \
    rows[value] = (struct row){#enumerator, ptxc_slot_name(enumerator), words}; \
    slots[value] = #enumerator;
#include <qualifiers.def>
    print_rows(0, NULL);
    printf("| `PTXC_SLOT_NONE` | %d | | |\n", PTXC_SLOT_NONE);
}

static void print_qualifiers(void) {
    begin("ptxc_qualifier",
          "The qualifiers: `ptxc_qualifier_name`, `ptxc_qualifier_from_name`, `ptxc_qualifier_slot`. A state space "
          "fills `PTXC_SLOT_SOURCE`, too.",
          "spelling | slot", "---|---");
#define QUALIFIER(enumerator, value, spelling, slot, number) \
    rows[value] = (struct row){#enumerator, ptxc_qualifier_name(enumerator), slots[ptxc_qualifier_slot(enumerator)]};
#include <qualifiers.def>
    print_rows(1, "PTXC_Q_NONE");
}

static void print_others(void) {
    begin("ptxc_type", "The types: `ptxc_type_name`, `ptxc_type_from_name`.", "spelling", "---");
#define TYPE(enumerator, value, spelling, width, kind) \
    rows[value] = (struct row){#enumerator, ptxc_type_name(enumerator), NULL};
#include <types.def>
    print_rows(1, "PTXC_TYPE_NONE");
    begin("ptxc_target", "The targets: `ptxc_target_name`, `ptxc_target_from_name`.", "name", "---");
#define TARGET(enumerator, value, name, number, suffix, first, copies, asked) \
    rows[value] = (struct row){#enumerator, ptxc_target_name(enumerator), NULL};
#include <targets.def>
    print_rows(1, "PTXC_TARGET_NONE");
    begin("ptxc_space", "The state spaces: `ptxc_space_name`, `ptxc_space_from_name`.", "spelling", "---");
#define SPACE(enumerator, value, spelling, address) \
    rows[value] = (struct row){#enumerator, ptxc_space_name(enumerator), NULL};
#include <spaces.def>
    print_rows(1, "PTXC_SPACE_NONE");
}

static void print_swizzles(void) {
    begin("ptxc_swizzle", "The swizzles: `ptxc_swizzle_name`, `ptxc_swizzle_from_name`.", "name", "---");
#define SWIZZLE(enumerator, value, name, span, mask, shift, flip, origin) \
    rows[value] = (struct row){#enumerator, ptxc_swizzle_name(enumerator), NULL};
#include <swizzles.def>
    print_rows(0, NULL);
    printf("| `PTXC_SWIZZLE_UNKNOWN` | %d | |\n", PTXC_SWIZZLE_UNKNOWN);
    printf("\n### numbers\n\nThe banks of shared memory.\n\n| enumerator | value | |\n|---|---|---|\n"
           "| `PTXC_BANKS` | `%d` | |\n",
           PTXC_BANKS);
}

static void print_descriptors(void) {
    begin("ptxc_descriptor_kind", "The descriptors: `ptxc_descriptor_name`, `ptxc_descriptor_from_name`.", "name",
          "---");
#define DESCRIPTOR(enumerator, value, name, section) \
    rows[value] = (struct row){#enumerator, ptxc_descriptor_name(enumerator), NULL};
#include <descriptors.def>
    print_rows(1, "PTXC_DESCRIPTOR_NONE");
}

int main(void) {
    printf("\n## names.h\n");
    print_opcodes();
    print_slots();
    print_qualifiers();
    print_others();
    printf("\n## swizzle.h\n");
    print_swizzles();
    printf("\n## descriptor.h\n");
    print_descriptors();
    return 0;
}

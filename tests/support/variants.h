/* Every instruction that the tables allow, as text in the names of oracle/module.txt. */
#ifndef TEST_VARIANTS_H
#define TEST_VARIANTS_H

#include <stdint.h>

#include "tables/form.h"

/* One legal choice of qualifiers of a form, in print order. */
struct variant {
    enum ptxc_form form;
    const uint8_t *qualifiers; /* ptxc_qualifier */
    size_t count;
};

enum { VARIANT_PLAIN = 1000, VARIANT_LENGTH = 1024 };

typedef void variant_visit(void *user, const struct variant *variant);

/* Visits every variant of the form that PTX `newest` has: each choice of each slot, optional ones also left out, in all
 * combinations; what the assembler merely ignores is left out. */
void variants_each(enum ptxc_form form, uint32_t newest, variant_visit *visit, void *user);

/* Whether that version has the form, or the entry of a form. */
int variant_form_known(enum ptxc_form form, uint32_t newest);
int variant_knows(const struct ptxc_form_slot *entry, uint32_t newest);

/* The instruction, into VARIANT_LENGTH bytes; operand number `operand` is the text `instead` (VARIANT_PLAIN: none is).
 */
void variant_print(char *text, const struct variant *variant, size_t operand, const char *instead);

/* The roles of its operands, closed by PTXC_ROLE_NONE; room for PTXC_FORM_ARGUMENTS. */
size_t variant_roles(const struct variant *variant, uint8_t *roles);

/* Each way to write an operand in this role: every shape that the role allows with every register type, space and kind
 * of constant. The names are those of the module with VARIANT_DECLARATIONS in front. */
enum { KIND_LENGTH = 96, KINDS = 400 };
#define VARIANT_DECLARATIONS \
    ".reg .u8 %cu<4>; .reg .s8 %cs<4>; .reg .bf16 %bf<4>; .reg .bf16x2 %bx<4>; .reg .b128 %q<4>; .reg .v4 .b32 %v;\n"
size_t operand_kinds(enum ptxc_role role, const struct variant *variant, char texts[KINDS][KIND_LENGTH]);

#endif

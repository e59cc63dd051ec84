/* ptxcheck: the names that instructions are made of, as enumerators. Each list is a table with one row a name; its
 * values are permanent. instruction.h has the functions that give the spelling of an enumerator, and that lead back.
 *
 *     opcodes.def     PTXC_OP_CP_ASYNC                   cp.async
 *     qualifiers.def  PTXC_Q_SHARED_CTA                  .shared::cta
 *                     PTXC_SLOT_DESTINATION              the place that it fills
 *     types.def       PTXC_TYPE_B32                      .b32
 *     targets.def     PTXC_TARGET_SM_90A                 sm_90a
 */
#ifndef PTXCHECK_NAMES_H
#define PTXCHECK_NAMES_H

/* The rows are macros, whose names are the caller's own again after this header. */
#pragma push_macro("OPCODE")
#pragma push_macro("SLOT")
#pragma push_macro("QUALIFIER")
#pragma push_macro("TYPE")
#pragma push_macro("TARGET")
#pragma push_macro("LETTER")
#undef OPCODE
#undef SLOT
#undef QUALIFIER
#undef TYPE
#undef TARGET
#undef LETTER

/* An opcode is a mnemonic of the family: its row has the section of the ISA that describes it. */
enum ptxc_opcode {
    PTXC_OP_NONE = 0,
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) enumerator = (value),
#include "opcodes.def"
};

/* A slot is what a qualifier fills. An instruction has each at most once. */
enum ptxc_slot {
    PTXC_SLOT_NONE = 255,
#define SLOT(enumerator, value, name, weight, second) enumerator = (value),
#include "qualifiers.def"
};

/* A qualifier is what follows the opcode words of a mnemonic, from its dot on. */
enum ptxc_qualifier {
    PTXC_Q_NONE = 0,
#define QUALIFIER(enumerator, value, spelling, slot, number) enumerator = (value),
#include "qualifiers.def"
};

/* A type is that of a register, a variable or a constant (ISA 5.2, 5.3). */
enum ptxc_type {
    PTXC_TYPE_NONE = 0, /* it is not known */
#define TYPE(enumerator, value, spelling, width, kind) enumerator = (value),
#include "types.def"
};

/* A target is what .target declares (ISA 11.1.2). */
enum ptxc_target {
    PTXC_TARGET_NONE = 0, /* it may be any */
#define TARGET(enumerator, value, name, number, suffix, first, copies) enumerator = (value),
#include "targets.def"
};

/* A state space is where what a name stands for lies (ISA 5.1). */
enum ptxc_space {
    PTXC_SPACE_NONE = 0,
    PTXC_SPACE_SHARED = 1,
    PTXC_SPACE_GLOBAL = 2,
    PTXC_SPACE_CONST = 3,
    PTXC_SPACE_LOCAL = 4,
    PTXC_SPACE_PARAM = 5,
    PTXC_SPACE_REG = 6
};

#pragma pop_macro("OPCODE")
#pragma pop_macro("SLOT")
#pragma pop_macro("QUALIFIER")
#pragma pop_macro("TYPE")
#pragma pop_macro("TARGET")
#pragma pop_macro("LETTER")

#endif

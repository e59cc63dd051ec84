/* ptxcheck: the names that instructions are made of, as enumerators. Each list is a table with one row a name; its
 * values are permanent. instruction.h has the functions that give the spelling of an enumerator, and that lead back.
 *
 *     opcodes.def     PTXC_OP_CP_ASYNC                   cp.async
 *     qualifiers.def  PTXC_Q_SHARED_CTA                  .shared::cta
 *                     PTXC_SLOT_DESTINATION              the place that it fills
 *     types.def       PTXC_TYPE_B32                      .b32
 *     targets.def     PTXC_TARGET_SM_90A                 sm_90a
 *     spaces.def      PTXC_SPACE_SHARED                  .shared
 */
#ifndef PTXCHECK_NAMES_H
#define PTXCHECK_NAMES_H

/* The rows are macros, whose names are the caller's own again after this header. */
#pragma push_macro("OPCODE")
#pragma push_macro("LETTER")
#pragma push_macro("HEAD")
#pragma push_macro("FREE_ORDER")
#pragma push_macro("SLOT")
#pragma push_macro("QUALIFIER")
#pragma push_macro("UNORDERED")
#pragma push_macro("ELSEWHERE")
#pragma push_macro("SECOND")
#pragma push_macro("TYPE")
#pragma push_macro("GOES_WITH")
#pragma push_macro("TARGET")
#pragma push_macro("TARGET_SINCE")
#pragma push_macro("TARGET_SUFFIX")
#pragma push_macro("TARGET_WORD")
#pragma push_macro("TARGET_OPTION")
#pragma push_macro("SPACE")
#pragma push_macro("SPACE_OF")
#pragma push_macro("DECLARES")
#undef OPCODE
#undef LETTER
#undef HEAD
#undef FREE_ORDER
#undef SLOT
#undef QUALIFIER
#undef UNORDERED
#undef ELSEWHERE
#undef SECOND
#undef TYPE
#undef GOES_WITH
#undef TARGET
#undef TARGET_SINCE
#undef TARGET_SUFFIX
#undef TARGET_WORD
#undef TARGET_OPTION
#undef SPACE
#undef SPACE_OF
#undef DECLARES

/* An opcode is a mnemonic of the family: its row has the section of the ISA that describes it. */
enum ptxc_opcode {
    PTXC_OP_NONE = 0,
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) enumerator = (value),
#include "opcodes.def"
};

/* A slot is what a qualifier fills. An instruction has each at most once. */
enum ptxc_slot {
    PTXC_SLOT_NONE = 255,
#define SLOT(enumerator, value, name, words, weight, second, reason) enumerator = (value),
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
#define TARGET(enumerator, value, name, number, suffix, first, copies, asked) enumerator = (value),
#include "targets.def"
};

/* A state space is where what a name stands for lies (ISA 5.1). PTXC_SPACE_NONE: nowhere, or it is not known. */
enum ptxc_space {
#define SPACE(enumerator, value, spelling, address) enumerator = (value),
#include "spaces.def"
};

#pragma pop_macro("OPCODE")
#pragma pop_macro("LETTER")
#pragma pop_macro("HEAD")
#pragma pop_macro("FREE_ORDER")
#pragma pop_macro("SLOT")
#pragma pop_macro("QUALIFIER")
#pragma pop_macro("UNORDERED")
#pragma pop_macro("ELSEWHERE")
#pragma pop_macro("SECOND")
#pragma pop_macro("TYPE")
#pragma pop_macro("GOES_WITH")
#pragma pop_macro("TARGET")
#pragma pop_macro("TARGET_SINCE")
#pragma pop_macro("TARGET_SUFFIX")
#pragma pop_macro("TARGET_WORD")
#pragma pop_macro("TARGET_OPTION")
#pragma pop_macro("SPACE")
#pragma pop_macro("SPACE_OF")
#pragma pop_macro("DECLARES")

#endif

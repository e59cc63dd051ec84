/* How the arguments and results of an inlined call are passed: the steps of the called function, changed so that they
 * use what the caller gives.
 *
 * A variable of .param that the caller names stands in place of the formal parameter. All else is passed in a register
 * that has the symbol of the formal parameter and is one of the caller's frame (PTXC_OF_CALLER): a step of the caller
 * moves the argument there, and the loads and stores of a formal parameter in .param become moves.
 */
#ifndef PTXC_PROGRAM_CALL_ARGUMENTS_H
#define PTXC_PROGRAM_CALL_ARGUMENTS_H

#include "analysis/program/program.h"

/* The parts of a call; pointers into its statement. */
struct ptxc_call {
    const struct ptxc_statement *statement;
    const struct ptxc_value *function;
    const struct ptxc_operand *results, *arguments; /* NULL: it has none */
    bool direct;                                    /* the function is named, and what follows is understood */
};
struct ptxc_call ptxc_call_read(const struct ptxc_statement *statement);

struct ptxc_call_arguments;

/* Says how the call passes its operands to the function of the body; NULL where they do not fit its parameters, or
 * without memory. */
struct ptxc_call_arguments *ptxc_call_arguments_make(const struct ptxc_program *program, const struct ptxc_call *call,
                                                     const struct ptxc_body *body);

/* Changes a step of the function; false where it uses a parameter in a way that is not understood. `passing` NULL: it
 * stays as it is. */
bool ptxc_call_arguments_rename(const struct ptxc_call_arguments *passing, struct ptxc_step *step);

/* The step of the caller's frame that passes an argument, before those of the function, or a result, after them, by its
 * index. Its statement is NULL where there is nothing to do. */
struct ptxc_step ptxc_call_argument(const struct ptxc_call_arguments *passing, size_t index);
struct ptxc_step ptxc_call_result(const struct ptxc_call_arguments *passing, size_t index);

#endif

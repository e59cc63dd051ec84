/* A program as the executor executes it: of its steps those that matter for copies, and what these are computed from,
 * with numbered registers in place of names.
 */
#ifndef PTXC_CODE_CODE_H
#define PTXC_CODE_CODE_H

#include "analysis/program/graph.h"

#define PTXC_NO_REGISTER UINT32_MAX

enum { PTXC_LANES = 32 }; /* of a warp */

enum ptxc_evaluator {
    PTXC_EVALUATE_OPAQUE, /* nothing is known but that it is a function of its inputs */
    PTXC_EVALUATE_ABSOLUTE,
    PTXC_EVALUATE_ADD,
    PTXC_EVALUATE_AND,
    PTXC_EVALUATE_COMPARE,
    PTXC_EVALUATE_CONVERT,
    PTXC_EVALUATE_COUNT_ONES,
    PTXC_EVALUATE_DIFFERENCE_ADD,
    PTXC_EVALUATE_DIVIDE,
    PTXC_EVALUATE_FIELD,
    PTXC_EVALUATE_FIELD_INSERT,
    PTXC_EVALUATE_FIND,
    PTXC_EVALUATE_FIRST_CTAID, /* of a response; ptxc_evaluate gives that in x */
    PTXC_EVALUATE_FIRST_CTAID_Y,
    PTXC_EVALUATE_FIRST_CTAID_Z,
    PTXC_EVALUATE_FIND_SHIFT,
    PTXC_EVALUATE_FROM_GENERIC,
    PTXC_EVALUATE_FUNNEL_LEFT,
    PTXC_EVALUATE_FUNNEL_RIGHT,
    PTXC_EVALUATE_IS_CANCELED,
    PTXC_EVALUATE_IS_IN_SPACE,
    PTXC_EVALUATE_IS_ZERO,
    PTXC_EVALUATE_LEADING_ZEROS,
    PTXC_EVALUATE_LOGIC,
    PTXC_EVALUATE_LOWER_HALF,
    PTXC_EVALUATE_MASK,
    PTXC_EVALUATE_MAXIMUM,
    PTXC_EVALUATE_MINIMUM,
    PTXC_EVALUATE_MOVE,
    PTXC_EVALUATE_MULTIPLY,
    PTXC_EVALUATE_MULTIPLY_ADD,
    PTXC_EVALUATE_NEGATE,
    PTXC_EVALUATE_NOT,
    PTXC_EVALUATE_OR,
    PTXC_EVALUATE_PERMUTE,
    PTXC_EVALUATE_REMAINDER,
    PTXC_EVALUATE_REVERSE,
    PTXC_EVALUATE_SELECT,
    PTXC_EVALUATE_SELECT_BY_SIGN,
    PTXC_EVALUATE_SET,
    PTXC_EVALUATE_SHIFT_LEFT,
    PTXC_EVALUATE_SHIFT_RIGHT,
    PTXC_EVALUATE_SUBTRACT,
    PTXC_EVALUATE_TO_GENERIC,
    PTXC_EVALUATE_XOR
};

/* Which half of a product is meant. */
enum ptxc_product { PTXC_PRODUCT_LOW, PTXC_PRODUCT_HIGH, PTXC_PRODUCT_WIDE };

/* How the result of a comparison is joined with a third predicate. */
enum ptxc_join { PTXC_JOIN_NONE, PTXC_JOIN_AND, PTXC_JOIN_OR, PTXC_JOIN_XOR };

/* What lanes of a warp tell each other. */
enum ptxc_exchange {
    PTXC_EXCHANGE_NONE,
    PTXC_EXCHANGE_INDEX,
    PTXC_EXCHANGE_UP,
    PTXC_EXCHANGE_DOWN,
    PTXC_EXCHANGE_BUTTERFLY,
    PTXC_EXCHANGE_ALL,
    PTXC_EXCHANGE_ANY,
    PTXC_EXCHANGE_UNIFORM,
    PTXC_EXCHANGE_BALLOT,
    PTXC_EXCHANGE_ELECT,
    PTXC_EXCHANGE_MATCH,
    PTXC_EXCHANGE_ACTIVE
};

/* What an atomic operation leaves in memory. */
enum ptxc_atomic { PTXC_ATOMIC_UNKNOWN, PTXC_ATOMIC_SUM, PTXC_ATOMIC_OPERAND };

/* An operand that is read: the register, if it is one, plus the constant. */
struct ptxc_input {
    uint32_t reg; /* or PTXC_NO_REGISTER */
    bool negated; /* of a predicate */
    bool absent;  /* the instruction has no such operand */
    bool own;     /* the constant is an address in the shared memory of the own CTA */
    int64_t constant;
};

/* Where the operands of an instruction of the family stand among the inputs of its op. */
enum ptxc_family_input {
    PTXC_INPUT_TARGET,
    PTXC_INPUT_SOURCE,
    PTXC_INPUT_BARRIER,
    PTXC_INPUT_AMOUNT,
    PTXC_INPUT_MASK, /* of CTAs, for a multicast */
    PTXC_FAMILY_INPUTS
};

struct ptxc_op {
    uint32_t step;
    uint32_t block;
    uint32_t identity; /* a hash of the mnemonic */
    enum ptxc_evaluator evaluator;
    uint8_t width;        /* bits of the operands; 1: a predicate */
    uint8_t result_width; /* bits of the result */
    bool is_signed, result_signed;
    bool is_real;       /* it compares floating-point numbers */
    uint8_t comparison; /* enum ptxc_comparison */
    enum ptxc_join join;
    enum ptxc_product product;
    enum ptxc_exchange exchange;
    enum ptxc_space space; /* that the mnemonic names; PTXC_SPACE_NONE: generic */
    bool computes;         /* its results, lane by lane, and does nothing else */
    bool guarded;
    struct ptxc_input guard;
    uint32_t first_input, input_count;
    uint32_t first_result, result_count; /* registers; PTXC_NO_REGISTER: nobody wants it */
    uint32_t target;                     /* of a branch: the block */
    uint32_t bytes;                      /* of one element that it loads or stores, of a matrix of one row */
    uint32_t all_bytes;                  /* of all elements of a lane */
    uint8_t matrices;                    /* of ldmatrix and its like */
    enum ptxc_atomic atomic;
};

/* A special register that the code reads, as `name` says it. */
struct ptxc_special_use {
    uint32_t reg;
    const char *name;
    uint32_t name_length;
};

/* Where the executor has put a variable. */
struct ptxc_placed {
    uint32_t symbol;
    uint32_t place; /* + 1; 0: nowhere */
};

/* A variable in shared memory. */
struct ptxc_laid {
    uint32_t symbol, first, bytes; /* bytes: UINT32_MAX of what is allocated at the launch, as long as it likes */
};

struct ptxc_code {
    struct ptxc_program *program;
    const struct ptxc_graph *graph;
    struct ptxc_op *ops;
    uint32_t count;
    uint32_t *first_op; /* of each block; that of block graph->count is `count` */
    uint32_t
        *priority; /* of each block: of several splits of a warp, that in the block with the least one goes on first */
    struct ptxc_input *inputs;
    uint32_t input_count;
    uint32_t *results;
    uint32_t result_count;
    struct ptxc_special_use *specials;
    uint32_t special_count;
    struct ptxc_placed *placed; /* the variables that are named, by their symbols */
    uint32_t placed_count;
    struct ptxc_laid
        *variables; /* the shared ones among them, as they lie in memory, then one allocated at the launch */
    uint32_t variable_count;
    uint32_t shared_bytes;
    bool dynamic; /* there is a variable whose memory is allocated at the launch */
    uint32_t register_count;
    uint32_t *uses; /* of each step that loads from tensor memory: the first one after it that reads a result; NULL:
                       none does */
    bool *pointers; /* of each register: it may hold an address, */
    bool *optional; /* and one that is null where there is nothing; NULL: none does */
    bool *working;  /* of each loop: something is done in it but wait for phases */
    bool *inner;    /* from it is computed how often a loop of copies within another loop iterates; NULL: nothing is */
    struct ptxc_detours *detours; /* what has been asked of its branches */
};

/* Windows of generic addresses: each space has one. */
#define PTXC_WINDOW_SHARED (UINT64_C(0x74) << 40)
#define PTXC_WINDOW_LOCAL (UINT64_C(0x73) << 40)
#define PTXC_WINDOW_PARAM (UINT64_C(0x72) << 40)
#define PTXC_WINDOW_CONST (UINT64_C(0x71) << 40)
#define PTXC_WINDOW_MASK (UINT64_C(0xff) << 40)

/* Returns where the window of a space begins; 0: of global memory, whose addresses are generic as they are. */
uint64_t ptxc_window_of(enum ptxc_space space);
/* The space that a generic address is in. */
enum ptxc_space ptxc_window_space(uint64_t address);

/* Returns the register that stands for the special one of a name of so many bytes; PTXC_NO_REGISTER: the code reads
 * none.
 */
uint32_t ptxc_code_special(const struct ptxc_code *code, const char *name, size_t length);

/* Whether the code reads a special register of this name. */
bool ptxc_code_reads(const struct ptxc_code *code, const char *name);

enum { PTXC_MOST_COMPARED = 4096 }; /* a larger number is none that a length is compared with, as a rule */

/* Returns the largest number, up to PTXC_MOST_COMPARED, that the code compares something with; 0: there is none. */
uint32_t ptxc_code_largest_compared(const struct ptxc_code *code);

/* Fills code->pointers, optional and inner from what is done with registers, and working; false without memory. */
bool ptxc_code_mark(struct ptxc_code *code);

/* Makes the ops of a program's steps in the arena of the program; NULL without memory, or where a part is beyond what
 * the executor can do. */
struct ptxc_definitions;
struct ptxc_code *ptxc_code_make(struct ptxc_program *program, const struct ptxc_graph *graph,
                                 struct ptxc_definitions *definitions);

/* Fills what the mnemonic says of an op: evaluator, widths, signs, comparison, join, product, and what it does to
 * memory. */
void ptxc_mnemonic_read(const char *word, uint32_t length, struct ptxc_op *op);

#endif

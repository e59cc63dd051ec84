/* Arithmetic on bits: see evaluate.h. The cases are the rows of arithmetic.def. */
#include "analysis/code/evaluate.h"

#include <string.h>

#include "analysis/values/computation.h"

#define INLINE inline __attribute__((always_inline))

/* Returns an operand as a signed number of the op's width. */
static int64_t as_signed(uint64_t value, unsigned width) {
    return ptxc_extend((int64_t)value, width, true);
}

/* Returns the floating-point number that bits of the op's width are. */
static double as_real(const struct ptxc_op *op, uint64_t bits) {
    enum { SINGLE = 32 };
    const uint32_t half = (uint32_t)bits;
    float single = 0;
    double result = 0;
    if (op->width != SINGLE) {
        memcpy(&result, &bits, sizeof(result));
        return result;
    }
    memcpy(&single, &half, sizeof(single));
    return (double)single;
}

/* Compares as the op does: of "less", "equal" and "greater" a bit each, which make it true. */
static bool compare(const struct ptxc_op *op, uint64_t a, uint64_t b) {
    enum { LESS = 1, EQUAL = 2, GREATER = 4 };
    static const uint8_t holds[] = {[PTXC_EQ] = EQUAL,        [PTXC_NE] = LESS | GREATER, [PTXC_LT] = LESS,
                                    [PTXC_LE] = LESS | EQUAL, [PTXC_GT] = GREATER,        [PTXC_GE] = GREATER | EQUAL};
    if (op->is_real) {
        const double x = as_real(op, a), y = as_real(op, b);
        return holds[op->comparison] & (x < y ? LESS : x > y ? GREATER : x >= y ? EQUAL : 0);
    }
    const uint64_t sign = op->is_signed ? UINT64_C(1) << (op->width - 1) : 0;
    const uint64_t x = a ^ sign, y = b ^ sign; /* their order as unsigned numbers is that of the signed ones */
    return holds[op->comparison] & (x < y ? LESS : x == y ? EQUAL : GREATER);
}

static bool join(const struct ptxc_op *op, bool result, uint64_t with) {
    switch (op->join) {
    case PTXC_JOIN_AND: return result && with;
    case PTXC_JOIN_OR: return result || with;
    case PTXC_JOIN_XOR: return result != (with != 0);
    default: return result;
    }
}

/* Returns the upper half of a product of two numbers of 64 bits, from those of their halves. */
static uint64_t multiply_high(uint64_t a, uint64_t b) {
    const uint64_t low = (uint32_t)a * (b & UINT32_MAX), middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    const uint64_t other = (uint32_t)a * (b >> 32) + (middle & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

static uint64_t multiply(const struct ptxc_op *op, uint64_t a, uint64_t b) {
    if (op->product == PTXC_PRODUCT_LOW || op->width > 64)
        return a * b;
    if (op->width == 64) {
        uint64_t high = multiply_high(a, b);
        if (op->is_signed)
            high -= ((int64_t)a < 0 ? b : 0) + ((int64_t)b < 0 ? a : 0);
        return high;
    }
    const uint64_t product = op->is_signed ? (uint64_t)(as_signed(a, op->width) * as_signed(b, op->width)) : a * b;
    return op->product == PTXC_PRODUCT_WIDE ? product : product >> op->width;
}

/* Division; by zero it gives what no one may rely on. */
static bool divide(const struct ptxc_op *op, uint64_t a, uint64_t b, bool remainder, uint64_t *result) {
    if (b == 0)
        return false;
    const int64_t x = as_signed(a, op->width), y = as_signed(b, op->width);
    if (op->is_signed && y == -1)
        *result = remainder ? 0 : 0 - a;
    else if (op->is_signed)
        *result = (uint64_t)(remainder ? x % y : x / y);
    else
        *result = remainder ? a % b : a / b;
    return true;
}

static uint64_t shift(const struct ptxc_op *op, uint64_t a, uint64_t b, bool left) {
    const uint64_t by = b & UINT32_MAX;
    const bool negative = op->is_signed && as_signed(a, op->width) < 0;
    if (left)
        return by >= op->width ? 0 : a << by;
    if (by >= op->width)
        return negative ? UINT64_MAX : 0;
    return op->is_signed ? (uint64_t)(as_signed(a, op->width) >> by) : a >> by;
}

/* A funnel shift of the 64 bits b:a; op->identity tells .clamp from .wrap no further than that both agree below 32. */
static bool funnel(uint64_t a, uint64_t b, uint64_t c, bool left, uint64_t *result) {
    const uint64_t both = (b & UINT32_MAX) << 32 | (a & UINT32_MAX), by = c & UINT32_MAX;
    if (by >= 32)
        return false;
    *result = left ? (both << by) >> 32 : both >> by;
    return true;
}

/* Ones from a place on; as above, .clamp and .wrap agree as long as neither number is beyond the width. */
static bool mask(uint64_t from, uint64_t count, uint64_t *result) {
    if (from >= 32 || count >= 32)
        return false;
    *result = ptxc_low_bits(UINT64_MAX, (unsigned)count) << from;
    return true;
}

/* Each bit of the result as the table says for the three bits in its place. */
static uint64_t logic(uint64_t a, uint64_t b, uint64_t c, uint64_t table) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

static uint64_t permute(uint64_t a, uint64_t b, uint64_t selector) {
    const uint64_t both = (b & UINT32_MAX) << 32 | (a & UINT32_MAX);
    uint64_t result = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t which = selector >> 4 * i & 15, byte = both >> 8 * (which & 7) & 255;
        result |= (which & 8 ? (byte & 128 ? UINT64_C(255) : 0) : byte) << 8 * i;
    }
    return result;
}

/* Returns a field of `count` bits from bit `from` on (bfe). */
static uint64_t field(const struct ptxc_op *op, uint64_t a, uint64_t from, uint64_t count) {
    from &= 255;
    count &= 255;
    if (count == 0)
        return 0;
    const uint64_t bits = from >= op->width ? 0 : a >> from;
    const uint64_t kept = from >= op->width ? 0 : op->width - from;
    const unsigned width = (unsigned)(count < kept ? count : kept);
    if (width == 0)
        return op->is_signed && as_signed(a, op->width) < 0 ? UINT64_MAX : 0;
    return (uint64_t)ptxc_extend((int64_t)bits, width, op->is_signed);
}

static uint64_t insert(const struct ptxc_op *op, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    const uint64_t from = c & 255, count = d & 255;
    if (from >= op->width || count == 0)
        return b;
    const uint64_t mask = ptxc_low_bits(UINT64_MAX, count >= 64 ? 64 : (unsigned)count) << from;
    return (b & ~mask) | (a << from & mask);
}

static uint64_t reverse(uint64_t value, unsigned width) {
    uint64_t result = 0;
    for (unsigned i = 0; i < width; i++)
        result |= (value >> i & 1) << (width - 1 - i);
    return result;
}

static uint64_t leading_zeros(uint64_t value, unsigned width) {
    uint64_t zeros = 0;
    while (zeros < width && !(value >> (width - 1 - zeros) & 1))
        zeros++;
    return zeros;
}

static uint64_t ones(uint64_t value) {
    uint64_t count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

/* Returns the number of the highest bit that differs from the sign, or all ones (bfind). */
static uint64_t find(const struct ptxc_op *op, uint64_t a) {
    const uint64_t bits = op->is_signed && as_signed(a, op->width) < 0 ? ptxc_low_bits(~a, op->width) : a;
    return bits ? op->width - 1 - leading_zeros(bits, op->width) : UINT32_MAX;
}

/* Returns how far the value goes to the left until that bit is the highest one, or all ones (bfind.shiftamt). */
static uint64_t find_shift(const struct ptxc_op *op, uint64_t a) {
    const uint64_t bit = find(op, a);
    return bit == UINT32_MAX ? bit : op->width - 1 - bit;
}

/* Of two numbers the lesser, or the greater. */
static uint64_t choose(const struct ptxc_op *op, uint64_t a, uint64_t b, bool least) {
    const bool less = op->is_signed ? as_signed(a, op->width) < as_signed(b, op->width) : a < b;
    return less == least ? a : b;
}

static uint64_t difference(const struct ptxc_op *op, uint64_t a, uint64_t b) {
    return choose(op, a, b, false) - choose(op, a, b, true);
}

/* Addresses in a window of generic addresses, and without it. */
static uint64_t to_generic(const struct ptxc_op *op, uint64_t a) {
    const uint64_t window = ptxc_window_of(op->space);
    return window && !(a & PTXC_WINDOW_MASK) ? a + window : a;
}
static uint64_t from_generic(const struct ptxc_op *op, uint64_t a) {
    const uint64_t window = ptxc_window_of(op->space);
    return window && (a & PTXC_WINDOW_MASK) == window ? a - window : a;
}
static bool is_in_space(const struct ptxc_op *op, uint64_t a) {
    return ptxc_window_space(a) == op->space;
}

/* Operands as they lie in memory: those of lanes that follow one another, then those of the next operand. */
struct lane_operands {
    uint64_t *v;
    uint32_t count, apart; /* apart: from one operand to the next */
};

/* Puts the elements of a vector together. */
static uint64_t pack(const struct ptxc_op *op, struct lane_operands o, uint32_t lane) {
    const unsigned each = op->width / o.count;
    uint64_t result = 0;
    for (uint32_t i = 0; i < o.count; i++)
        result |= ptxc_low_bits(o.v[i * o.apart + lane], each) << i * each;
    return result;
}

/* Operations that have no result for some operands; gives a bit for each lane without one. */
static uint32_t compute_partly(const struct ptxc_op *op, struct lane_operands o, uint32_t lanes,
                               uint64_t result[restrict PTXC_LANES]) {
    uint32_t unknown = 0;
    for (uint32_t i = 0; i < lanes; i++) {
        const uint64_t a = o.v[i], b = o.v[o.apart + i], c = o.v[2 * o.apart + i];
        bool known = false;
        result[i] = 0;
        switch (op->evaluator) {
        case PTXC_EVALUATE_DIVIDE: known = divide(op, a, b, false, &result[i]); break;
        case PTXC_EVALUATE_REMAINDER: known = divide(op, a, b, true, &result[i]); break;
        case PTXC_EVALUATE_FUNNEL_LEFT: known = funnel(a, b, c, true, &result[i]); break;
        case PTXC_EVALUATE_FUNNEL_RIGHT: known = funnel(a, b, c, false, &result[i]); break;
        case PTXC_EVALUATE_MASK: known = mask(a, b, &result[i]); break;
        default: break;
        }
        unknown |= (uint32_t)!known << i;
    }
    return unknown;
}

/* All others; the operands are cut to their widths already. */
static INLINE uint32_t compute(const struct ptxc_op *op, struct lane_operands o, uint32_t lanes,
                               uint64_t result[restrict PTXC_LANES]) {
    const uint64_t *a = o.v, *b = a + o.apart, *c = b + o.apart, *d = c + o.apart;
#define EACH(expression)                 \
    for (uint32_t i = 0; i < lanes; i++) \
        result[i] = (expression);        \
    break
    switch (op->evaluator) {
    case PTXC_EVALUATE_ABSOLUTE: EACH(as_signed(a[i], op->width) < 0 ? 0 - a[i] : a[i]);
    case PTXC_EVALUATE_ADD: EACH(a[i] + b[i]);
    case PTXC_EVALUATE_AND: EACH(a[i] & b[i]);
    case PTXC_EVALUATE_COMPARE: EACH(join(op, compare(op, a[i], b[i]), c[i]));
    case PTXC_EVALUATE_CONVERT: EACH((uint64_t)ptxc_extend((int64_t)a[i], op->width, op->is_signed));
    case PTXC_EVALUATE_COUNT_ONES: EACH(ones(a[i]));
    case PTXC_EVALUATE_DIFFERENCE_ADD: EACH(difference(op, a[i], b[i]) + c[i]);
    case PTXC_EVALUATE_FIELD: EACH(field(op, a[i], b[i], c[i]));
    case PTXC_EVALUATE_FIELD_INSERT: EACH(insert(op, a[i], b[i], c[i], d[i]));
    case PTXC_EVALUATE_FIND: EACH(find(op, a[i]));
    case PTXC_EVALUATE_FIRST_CTAID: EACH(ptxc_response_ctaid(a[i], 0));
    case PTXC_EVALUATE_FIRST_CTAID_Y: EACH(ptxc_response_ctaid(a[i], 1));
    case PTXC_EVALUATE_FIRST_CTAID_Z: EACH(ptxc_response_ctaid(a[i], 2));
    case PTXC_EVALUATE_FIND_SHIFT: EACH(find_shift(op, a[i]));
    case PTXC_EVALUATE_FROM_GENERIC: EACH(from_generic(op, a[i]));
    case PTXC_EVALUATE_IS_CANCELED: EACH(ptxc_response_canceled(a[i]));
    case PTXC_EVALUATE_IS_IN_SPACE: EACH(is_in_space(op, a[i]));
    case PTXC_EVALUATE_IS_ZERO: EACH(a[i] == 0);
    case PTXC_EVALUATE_LEADING_ZEROS: EACH(leading_zeros(a[i], op->width));
    case PTXC_EVALUATE_LOGIC: EACH(logic(a[i], b[i], c[i], d[i]));
    case PTXC_EVALUATE_LOWER_HALF: EACH(a[i]);
    case PTXC_EVALUATE_MAXIMUM: EACH(choose(op, a[i], b[i], false));
    case PTXC_EVALUATE_MINIMUM: EACH(choose(op, a[i], b[i], true));
    case PTXC_EVALUATE_MOVE: EACH(o.count > 1 ? pack(op, o, i) : a[i]);
    case PTXC_EVALUATE_MULTIPLY: EACH(multiply(op, a[i], b[i]));
    case PTXC_EVALUATE_MULTIPLY_ADD: EACH(multiply(op, a[i], b[i]) + c[i]);
    case PTXC_EVALUATE_NEGATE: EACH(0 - a[i]);
    case PTXC_EVALUATE_NOT: EACH(~a[i]);
    case PTXC_EVALUATE_OR: EACH(a[i] | b[i]);
    case PTXC_EVALUATE_PERMUTE: EACH(permute(a[i], b[i], c[i]));
    case PTXC_EVALUATE_REVERSE: EACH(reverse(a[i], op->width));
    case PTXC_EVALUATE_SELECT: EACH(c[i] ? a[i] : b[i]);
    case PTXC_EVALUATE_SELECT_BY_SIGN: EACH(as_signed(c[i], 32) >= 0 ? a[i] : b[i]);
    case PTXC_EVALUATE_SET: EACH(join(op, compare(op, a[i], b[i]), c[i]) ? UINT64_MAX : 0);
    case PTXC_EVALUATE_SHIFT_LEFT: EACH(shift(op, a[i], b[i], true));
    case PTXC_EVALUATE_SHIFT_RIGHT: EACH(shift(op, a[i], b[i], false));
    case PTXC_EVALUATE_SUBTRACT: EACH(a[i] - b[i]);
    case PTXC_EVALUATE_TO_GENERIC: EACH(to_generic(op, a[i]));
    case PTXC_EVALUATE_XOR: EACH(a[i] ^ b[i]);
    default: return compute_partly(op, o, lanes, result);
    }
#undef EACH
    return 0;
}

/* Keeps of each value the bits that count. */
static INLINE void cut(uint64_t v[PTXC_LANES], uint32_t lanes, unsigned width) {
    const uint64_t kept = ptxc_low_bits(UINT64_MAX, width);
    for (uint32_t lane = 0; lane < lanes && width < 64; lane++)
        v[lane] &= kept;
}

/* Computes in so many lanes, a number that the compiler knows. */
static INLINE uint32_t evaluate(const struct ptxc_op *op, struct lane_operands operands, uint32_t lanes,
                                uint64_t result[restrict PTXC_LANES]) {
    enum { ALL = 64, AMOUNT = 32 };
    enum { REGISTER = 32 }; /* bits of one that may be wider than what a conversion gives it (ISA 9.4.1) */
    unsigned first = op->width, second = first, others = ALL; /* bits of the operands that count */
    switch (op->evaluator) {
    case PTXC_EVALUATE_TO_GENERIC:
    case PTXC_EVALUATE_FROM_GENERIC: first = second = ALL; break;
    case PTXC_EVALUATE_SHIFT_LEFT:
    case PTXC_EVALUATE_SHIFT_RIGHT: second = others = AMOUNT; break;
    case PTXC_EVALUATE_SELECT_BY_SIGN: first = second = op->result_width, others = op->width; break;
    default: break;
    }
    for (uint32_t i = 0; i < operands.count; i++)
        cut(operands.v + (size_t)i * operands.apart, lanes, i == 0 ? first : i == 1 ? second : others);
    const uint32_t unknown = compute(op, operands, lanes, result);
    cut(result, lanes, op->result_width);
    if (op->evaluator == PTXC_EVALUATE_CONVERT && op->result_signed && op->result_width < REGISTER)
        for (uint32_t lane = 0; lane < lanes; lane++)
            result[lane] = ptxc_low_bits((uint64_t)as_signed(result[lane], op->result_width), REGISTER);
    return unknown;
}

uint32_t ptxc_evaluate(const struct ptxc_op *op, struct ptxc_operands *operands, uint64_t result[restrict PTXC_LANES]) {
    return evaluate(op, (struct lane_operands){operands->v[0], operands->count, PTXC_LANES}, PTXC_LANES, result);
}

bool ptxc_evaluate_once(const struct ptxc_op *op, uint64_t v[PTXC_MOST_OPERANDS], uint32_t count, uint64_t *result) {
    return !evaluate(op, (struct lane_operands){v, count, 1}, 1, result);
}

void ptxc_evaluate_other(const struct ptxc_op *op, const struct ptxc_operands *operands,
                         uint64_t result[restrict PTXC_LANES]) {
    const uint64_t *a = operands->v[0], *b = operands->v[1], *c = operands->v[2];
    for (uint32_t i = 0; i < PTXC_LANES; i++)
        result[i] = join(op, !compare(op, a[i], b[i]), c[i]);
}

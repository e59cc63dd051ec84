/* Arithmetic on bits: see evaluate.h. The cases are the rows of arithmetic.def. */
#include "flow/walk/evaluate.h"

#include "flow/computation.h"

/* An operand as a signed number of the op's width. */
static int64_t as_signed(uint64_t value, unsigned width) {
    return ptxc_extend((int64_t)value, width, true);
}

/* Compares as the op does. */
static bool compare(const struct ptxc_op *op, uint64_t a, uint64_t b) {
    const int64_t x = as_signed(a, op->width), y = as_signed(b, op->width);
    const bool less = op->is_signed ? x < y : a < b;
    switch (op->comparison) {
    case PTXC_EQ: return a == b;
    case PTXC_NE: return a != b;
    case PTXC_LT: return less;
    case PTXC_LE: return less || a == b;
    case PTXC_GT: return !less && a != b;
    default: return !less;
    }
}

static bool join(const struct ptxc_op *op, bool result, uint64_t with) {
    switch (op->join) {
    case PTXC_JOIN_AND: return result && with;
    case PTXC_JOIN_OR: return result || with;
    case PTXC_JOIN_XOR: return result != (with != 0);
    default: return result;
    }
}

/* The upper half of a product of two numbers of 64 bits, from those of their halves. */
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
static bool funnel(const uint64_t o[PTXC_MOST_OPERANDS], bool left, uint64_t *result) {
    const uint64_t both = (o[1] & UINT32_MAX) << 32 | (o[0] & UINT32_MAX), by = o[2] & UINT32_MAX;
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

/* A field of `count` bits from bit `from` on (bfe). */
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

static uint64_t insert(const struct ptxc_op *op, const uint64_t o[PTXC_MOST_OPERANDS]) {
    const uint64_t from = o[2] & 255, count = o[3] & 255;
    if (from >= op->width || count == 0)
        return o[1];
    const uint64_t mask = ptxc_low_bits(UINT64_MAX, count >= 64 ? 64 : (unsigned)count) << from;
    return (o[1] & ~mask) | (o[0] << from & mask);
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

/* The number of the highest bit that differs from the sign, or all ones (bfind). */
static uint64_t find(const struct ptxc_op *op, uint64_t a) {
    const uint64_t bits = op->is_signed && as_signed(a, op->width) < 0 ? ptxc_low_bits(~a, op->width) : a;
    return bits ? op->width - 1 - leading_zeros(bits, op->width) : UINT32_MAX;
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

/* Puts the elements of a vector together. */
static uint64_t pack(const struct ptxc_op *op, const uint64_t *o, uint32_t count) {
    const unsigned each = op->width / count;
    uint64_t result = 0;
    for (uint32_t i = 0; i < count; i++)
        result |= ptxc_low_bits(o[i], each) << i * each;
    return result;
}

/* What all but the operations below have in common: o[0] and o[1] are cut to the width already. */
static bool compute(const struct ptxc_op *op, const uint64_t *o, uint32_t count, uint64_t *r) {
    switch (op->evaluator) {
    case PTXC_EVALUATE_OPAQUE: return false;
    case PTXC_EVALUATE_ABSOLUTE: *r = as_signed(o[0], op->width) < 0 ? 0 - o[0] : o[0]; break;
    case PTXC_EVALUATE_ADD: *r = o[0] + o[1]; break;
    case PTXC_EVALUATE_AND: *r = o[0] & o[1]; break;
    case PTXC_EVALUATE_COMPARE: *r = join(op, compare(op, o[0], o[1]), count > 2 ? o[2] : 0); break;
    case PTXC_EVALUATE_CONVERT: *r = (uint64_t)ptxc_extend((int64_t)o[0], op->width, op->is_signed); break;
    case PTXC_EVALUATE_COUNT_ONES: *r = ones(o[0]); break;
    case PTXC_EVALUATE_DIFFERENCE_ADD: *r = difference(op, o[0], o[1]) + o[2]; break;
    case PTXC_EVALUATE_DIVIDE: return divide(op, o[0], o[1], false, r);
    case PTXC_EVALUATE_FIELD: *r = field(op, o[0], o[1], o[2]); break;
    case PTXC_EVALUATE_FIELD_INSERT: *r = insert(op, o); break;
    case PTXC_EVALUATE_FIND: *r = find(op, o[0]); break;
    case PTXC_EVALUATE_FROM_GENERIC: *r = from_generic(op, o[0]); break;
    case PTXC_EVALUATE_FUNNEL_LEFT: return funnel(o, true, r);
    case PTXC_EVALUATE_FUNNEL_RIGHT: return funnel(o, false, r);
    case PTXC_EVALUATE_IS_IN_SPACE: *r = is_in_space(op, o[0]); break;
    case PTXC_EVALUATE_IS_ZERO: *r = o[0] == 0; break;
    case PTXC_EVALUATE_LEADING_ZEROS: *r = leading_zeros(o[0], op->width); break;
    case PTXC_EVALUATE_LOGIC: *r = logic(o[0], o[1], o[2], o[3]); break;
    case PTXC_EVALUATE_MASK: return mask(o[0], o[1], r);
    case PTXC_EVALUATE_MAXIMUM: *r = choose(op, o[0], o[1], false); break;
    case PTXC_EVALUATE_MINIMUM: *r = choose(op, o[0], o[1], true); break;
    case PTXC_EVALUATE_MOVE: *r = count > 1 ? pack(op, o, count) : o[0]; break;
    case PTXC_EVALUATE_MULTIPLY: *r = multiply(op, o[0], o[1]); break;
    case PTXC_EVALUATE_MULTIPLY_ADD: *r = multiply(op, o[0], o[1]) + o[2]; break;
    case PTXC_EVALUATE_NEGATE: *r = 0 - o[0]; break;
    case PTXC_EVALUATE_NOT: *r = ~o[0]; break;
    case PTXC_EVALUATE_OR: *r = o[0] | o[1]; break;
    case PTXC_EVALUATE_PERMUTE: *r = permute(o[0], o[1], o[2]); break;
    case PTXC_EVALUATE_REMAINDER: return divide(op, o[0], o[1], true, r);
    case PTXC_EVALUATE_REVERSE: *r = reverse(o[0], op->width); break;
    case PTXC_EVALUATE_SELECT: *r = o[2] ? o[0] : o[1]; break;
    case PTXC_EVALUATE_SELECT_BY_SIGN: *r = as_signed(o[2], 32) >= 0 ? o[0] : o[1]; break;
    case PTXC_EVALUATE_SET: *r = join(op, compare(op, o[0], o[1]), count > 2 ? o[2] : 0) ? UINT64_MAX : 0; break;
    case PTXC_EVALUATE_SHIFT_LEFT: *r = shift(op, o[0], o[1], true); break;
    case PTXC_EVALUATE_SHIFT_RIGHT: *r = shift(op, o[0], o[1], false); break;
    case PTXC_EVALUATE_SUBTRACT: *r = o[0] - o[1]; break;
    case PTXC_EVALUATE_TO_GENERIC: *r = to_generic(op, o[0]); break;
    case PTXC_EVALUATE_XOR: *r = o[0] ^ o[1]; break;
    }
    return true;
}

/* The bits of an operand that count: those after the second have a width of their own. */
static unsigned width_of(const struct ptxc_op *op, uint32_t index) {
    enum { ALL = 64, AMOUNT = 32 };
    switch (op->evaluator) {
    case PTXC_EVALUATE_TO_GENERIC:
    case PTXC_EVALUATE_FROM_GENERIC: return ALL;
    case PTXC_EVALUATE_SHIFT_LEFT:
    case PTXC_EVALUATE_SHIFT_RIGHT: return index == 0 ? op->width : AMOUNT;
    case PTXC_EVALUATE_SELECT_BY_SIGN: return index < 2 ? op->result_width : op->width;
    default: return index < 2 ? op->width : ALL;
    }
}

bool ptxc_evaluate(const struct ptxc_op *op, const uint64_t operands[PTXC_MOST_OPERANDS], uint32_t count,
                   uint64_t *result) {
    enum { REGISTER = 32 }; /* bits of one that may be wider than what a conversion gives it (ISA 9.4.1) */
    uint64_t cut[PTXC_MOST_OPERANDS] = {0};
    for (uint32_t i = 0; i < count && i < PTXC_MOST_OPERANDS; i++)
        cut[i] = ptxc_low_bits(operands[i], width_of(op, i));
    if (!compute(op, cut, count, result))
        return false;
    *result = ptxc_low_bits(*result, op->result_width);
    if (op->evaluator == PTXC_EVALUATE_CONVERT && op->result_signed && op->result_width < REGISTER)
        *result = ptxc_low_bits((uint64_t)as_signed(*result, op->result_width), REGISTER);
    return true;
}

uint64_t ptxc_evaluate_other(const struct ptxc_op *op, const uint64_t operands[PTXC_MOST_OPERANDS], uint32_t count) {
    const uint64_t a = ptxc_low_bits(operands[0], op->width), b = ptxc_low_bits(operands[1], op->width);
    return join(op, !compare(op, a, b), count > 2 ? operands[2] : 0);
}

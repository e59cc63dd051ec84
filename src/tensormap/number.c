/* Reads whole numbers: see number.h. */
#include "tensormap/number.h"

#include "base/characters.h"

/* The value of a digit, or one that is none in any base. */
static uint64_t digit_of(char c) {
    if (ptxc_is_digit(c))
        return (uint64_t)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (uint64_t)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (uint64_t)(c - 'A') + 10 : UINT64_MAX;
}

/* Reads digits up to the end of the text; false where there are none, or too many. */
static bool read_digits(const char *text, size_t length, uint64_t base, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        const uint64_t digit = digit_of(text[i]);
        if (digit >= base || *value > (UINT64_MAX - digit) / base)
            return false;
        *value = *value * base + digit;
    }
    return length > 0;
}

bool ptxc_map_number_read(const char *text, size_t length, enum ptxc_map_type type, uint64_t *bits) {
    static const uint64_t most[] = {[PTXC_MAP_U32] = UINT32_MAX,
                                    [PTXC_MAP_I32] = INT32_MAX,
                                    [PTXC_MAP_U64] = UINT64_MAX,
                                    [PTXC_MAP_ENUMERATOR] = UINT32_MAX};
    const bool negative = length > 0 && text[0] == '-';
    const char *digits = text + negative;
    size_t count = length - negative;
    const bool hexadecimal = count > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    uint64_t value;
    if (!read_digits(digits + (hexadecimal ? 2 : 0), count - (hexadecimal ? 2 : 0), hexadecimal ? 16 : 10, &value))
        return false;
    const uint64_t limit = !negative ? most[type] : type == PTXC_MAP_I32 ? (uint64_t)INT32_MAX + 1 : 0;
    *bits = negative ? ~value + 1 : value;
    return value <= limit;
}

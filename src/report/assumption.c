/* What can be assumed: see assumption.h. */
#include "report/assumption.h"

#include <string.h>

#include "base/characters.h"
#include "tables/tables.h"

enum of { OF_ALL, OF_A_NAME };
enum { LONGEST_SHOWN = 60 };

static const struct {
    const char *name;
    enum of of;
    uint64_t low, high;
} rows[] = {
#define ASSUMPTION(name, of, low, high) {name, of, low, high},
#include "assumptions.def"
};

bool ptxc_assumption_has(char c) {
    return ptxc_is_name(c) || c == '$' || c == '%';
}

/* Decides whether a text is the name of the row, with one more in parentheses where it asks for one. */
static bool is_of(size_t row, const char *text, uint32_t length) {
    const size_t size = strlen(rows[row].name);
    if (length < size || memcmp(text, rows[row].name, size) != 0)
        return false;
    if (rows[row].of == OF_ALL)
        return length == size;
    if (length < size + 3 || text[size] != '(' || text[length - 1] != ')')
        return false;
    for (size_t i = size + 1; i + 1 < length; i++)
        if (!ptxc_assumption_has(text[i]))
            return false;
    return true;
}

/* Says which names there are. */
static void say_names(struct ptxc_buffer *why, const char *name, uint32_t length) {
    const int shown = length < LONGEST_SHOWN ? (int)length : LONGEST_SHOWN;
    ptxc_buffer_add(why, "what is assumed must be ");
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        ptxc_buffer_add(why, "%s%s%s",
                        i == 0                     ? ""
                        : i + 1 < PTXC_COUNT(rows) ? ", "
                                                   : " or ",
                        rows[i].name, rows[i].of == OF_A_NAME ? "(NAME)" : "");
    ptxc_buffer_add(why, ", not '%.*s'", shown, name);
}

void ptxc_assumption_judge(const char *name, uint32_t length, uint64_t value, struct ptxc_buffer *why) {
    for (size_t i = 0; i < PTXC_COUNT(rows); i++) {
        if (!is_of(i, name, length))
            continue;
        if (value < rows[i].low || value > rows[i].high)
            ptxc_buffer_add(why, "%s must lie in [%llu, %llu], not %llu", rows[i].name, (unsigned long long)rows[i].low,
                            (unsigned long long)rows[i].high, (unsigned long long)value);
        return;
    }
    say_names(why, name, length);
}

/* The rows of known_functions.def: see external_calls.h. */
#include "analysis/semantics/external_calls.h"

#include <stdbool.h>
#include <string.h>

static const struct {
    const char *name;
    bool prefix;
    enum ptxc_external_call call;
} rows[] = {
#define KNOWN_FUNCTION(name, call) {name, false, PTXC_CALL_##call},
#define KNOWN_FUNCTIONS(name, call) {name, true, PTXC_CALL_##call},
#include "known_functions.def"
};

enum ptxc_external_call ptxc_external_call_find(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const size_t own = strlen(rows[i].name);
        if ((rows[i].prefix ? length > own : length == own) && memcmp(rows[i].name, name, own) == 0)
            return rows[i].call;
    }
    return PTXC_CALL_UNKNOWN;
}

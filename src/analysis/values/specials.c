/* Special registers as values: see specials.h. The rows of specials.def say which of them keep their value, and how it
 * differs among the threads of a CTA.
 */
#include "analysis/values/specials.h"

#include <string.h>

#include "tables/tables.h"

ptxc_affine ptxc_special_value(struct ptxc_affines *all, const struct ptxc_value *value) {
    static const struct {
        const char *name;
        enum ptxc_variance variance;
    } rows[] = {
#define VARIES(name, variance) {name, PTXC_##variance},
#include "specials.def"
    };
    const uint32_t component = value->flags & PTXC_FLAG_COMPONENT ? 2 : 0;
    const struct ptxc_special_row *row = ptxc_special_of(value);
    uint32_t number = 0, letter = 0;
    for (size_t i = 0; row && i < sizeof(rows) / sizeof(*rows); i++) {
        if (strcmp(rows[i].name, row->name) != 0)
            continue;
        for (uint32_t k = (uint32_t)strlen(row->name); k < value->name_length - component; k++)
            number = number * 10 + (uint32_t)(value->name[k] - '0');
        while (component && letter < 3 && "xyzw"[letter] != value->name[value->name_length - 1])
            letter++;
        return ptxc_affine_term(all, &(struct ptxc_term){.kind = PTXC_TERM_SPECIAL,
                                                         .a = ptxc_special_index(row),
                                                         .b = letter,
                                                         .c = number,
                                                         .block = PTXC_NO_BLOCK,
                                                         .variance = rows[i].variance});
    }
    return 0;
}

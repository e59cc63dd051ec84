/* Every way to write an operand: those of a role that allows everything, and some that no role has in its kinds. */
#include <stdio.h>
#include <string.h>

#include "pool.h"

static const char *const more[] = {
    "%laneid",
    "%laneid+4",
    "%clock64+4",
    "%envreg3+4",
    "%is_explicit_cluster",
    "%v",
    "%v+4",
    "%v.x+4",
    "[%v]",
    "[%v.x]",
    "[%laneid+4]",
    "[%clock64+16]",
    "[s_buf+-16]",
    "[s_buf[2]]",
    "%p1|_",
    "%r1|_",
    "%rd1|_",
    "_|_",
    "%r1|%is_explicit_cluster",
    "kern",
    "-%r1",
    "!%r1",
    "-s_buf",
    "[0x10+0x10]",
    "1|%p1",
    "[%rd1, %v]",
    "[g_tmap+16, {%r1}]",
};
static const char *const seconds[] = {"%ru2", "%rdu2", "%f2", "%hf2", "7", "0.5", "%tid.x", "_"};

struct ways {
    char (*texts)[KIND_LENGTH];
    size_t count;
};

static void add(struct ways *ways, const char *text) {
    if (ways->count < WAYS)
        snprintf(ways->texts[ways->count++], KIND_LENGTH, "%s", text);
}

/* Vectors and tensors of so many elements, all alike. */
static void add_counts(struct ways *ways) {
    static const char *const elements[] = {"%h1", "%r1", "%rd1", "1"};
    for (unsigned count = 1; count <= 8; count++)
        for (size_t i = 0; i < PTXC_COUNT(elements); i++) {
            char text[KIND_LENGTH - 10] = "", tensor[KIND_LENGTH];
            for (unsigned j = 0; j < count; j++)
                snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", j ? ", " : "{", elements[i]);
            strcat(text, "}");
            add(ways, text);
            snprintf(tensor, sizeof(tensor), "[%%rd1, %s]", text);
            add(ways, tensor);
        }
}

/* The vectors again, with another second element. */
static void add_seconds(struct ways *ways) {
    const size_t count = ways->count;
    for (size_t i = 0; i < count; i++) {
        const char *const text = ways->texts[i], *const comma = strstr(text, ", %r2");
        if (!comma || !strchr(text, '{'))
            continue;
        for (size_t j = 0; j < PTXC_COUNT(seconds); j++) {
            char another[2 * KIND_LENGTH];
            snprintf(another, sizeof(another), "%.*s, %s%s", (int)(comma - text), text, seconds[j],
                     comma + strlen(", %r2"));
            if (strlen(another) < KIND_LENGTH)
                add(ways, another);
        }
    }
}

/* The number of elements, if vectors of so many can be written. */
static uint8_t count_of(uint8_t count) {
    const bool known = count == PTXC_COUNT_DIM || count == PTXC_COUNT_VECTOR || count == PTXC_COUNT_DIM_LESS_2;
    return count <= 8 || known ? count : 2;
}

/* Takes out registers of types that no assembler has any of. */
static void drop_unknown(struct ways *ways) {
    size_t count = 0;
    for (size_t i = 0; i < ways->count; i++)
        if (!strstr(ways->texts[i], "%bf") && !strstr(ways->texts[i], "%bx"))
            memmove(ways->texts[count++], ways->texts[i], KIND_LENGTH);
    ways->count = count;
}

size_t ways_all(enum ptxc_role role, const struct variant *variant, char texts[WAYS][KIND_LENGTH]) {
    static const uint8_t widths[] = {16, 32, 64};
    struct ptxc_role_row *const row = tables_at(&ptxc_roles[role]);
    struct ptxc_elements_row *const elements = tables_at(&ptxc_elements[role]);
    const struct ptxc_role_row row_before = *row;
    const struct ptxc_elements_row elements_before = *elements;
    const bool has_elements = elements->width || elements->count;
    struct ways ways = {texts, 0};
    *row = (struct ptxc_role_row){.shapes = UINT32_MAX,
                                  .brackets = UINT64_MAX,
                                  .specials = UINT64_MAX,
                                  .spaces = UINT32_MAX,
                                  .registers = UINT64_MAX};
    for (size_t i = 0; i < (has_elements ? PTXC_COUNT(widths) : 1); i++) {
        elements->width = has_elements ? widths[i] : 32;
        elements->count = has_elements ? count_of(elements_before.count) : 2;
        elements->companions = UINT64_MAX;
        ways.count += operand_kinds(role, variant, texts + ways.count);
    }
    *row = row_before;
    *elements = elements_before;
    if (has_elements)
        add_seconds(&ways);
    add_counts(&ways);
    for (size_t i = 0; i < PTXC_COUNT(more); i++)
        add(&ways, more[i]);
    drop_unknown(&ways);
    return ways.count;
}

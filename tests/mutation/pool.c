/* Instructions, and where each is legal: see pool.h. Thousands are read as one module. */
#include "pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "module.h"
#include "tables/gate.h"

enum { BATCH = 4000, LAYOUTS = 400, APART = 40, NEWEST = 9999 };

static const char mark[] = "// the instructions\n";

static void *grown(void *list, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity)
        return list;
    *capacity = *capacity ? *capacity * 2 : 256;
    list = realloc(list, *capacity * size);
    if (!list)
        abort();
    return list;
}

/* ---- texts ---- */

static void add_text(struct pool *pool, const char *text) {
    pool->texts = grown(pool->texts, &pool->text_capacity, pool->text_count, sizeof(*pool->texts));
    pool->texts[pool->text_count++] = strdup(text);
}

static void add_variant(void *user, const struct variant *variant) {
    char text[VARIANT_LENGTH];
    variant_print(text, variant, VARIANT_PLAIN, NULL);
    add_text(user, text);
}

void pool_add_variants(struct pool *pool, enum ptxc_form form) {
    variants_each(form, NEWEST, add_variant, pool);
}

/* What decides how the operands of a variant are written: their roles, the types, the widths of vectors. */
struct layout {
    uint8_t roles[PTXC_FORM_ARGUMENTS];
    uint8_t types[PTXC_FORM_SLOTS];
};

struct writing {
    struct pool *pool;
    const uint64_t *roles;
    struct layout known[LAYOUTS];
    size_t count;
};

static bool is_new(struct writing *writing, const struct variant *variant, struct layout *layout) {
    size_t types = 0;
    memset(layout, 0, sizeof(*layout));
    variant_roles(variant, layout->roles);
    for (size_t i = 0; i < variant->count; i++) {
        const struct ptxc_qualifier_row *row = &ptxc_qualifiers[variant->qualifiers[i]];
        if (ptxc_type_find(row->spelling, strlen(row->spelling)) || row->slot == PTXC_SLOT_VECTOR)
            layout->types[types++] = variant->qualifiers[i];
    }
    for (size_t i = 0; i < writing->count; i++)
        if (memcmp(&writing->known[i], layout, sizeof(*layout)) == 0)
            return false;
    if (writing->count == LAYOUTS)
        abort();
    writing->known[writing->count++] = *layout;
    return true;
}

static void add_ways(void *user, const struct variant *variant) {
    static char ways[WAYS][KIND_LENGTH];
    struct writing *writing = user;
    struct layout layout;
    if (!is_new(writing, variant, &layout))
        return;
    for (size_t i = 0; layout.roles[i]; i++) {
        char text[VARIANT_LENGTH];
        if (writing->roles && !(writing->roles[layout.roles[i] / 64] >> layout.roles[i] % 64 & 1))
            continue;
        const size_t count = ways_all((enum ptxc_role)layout.roles[i], variant, ways);
        for (size_t j = 0; j < count; j++) {
            variant_print(text, variant, i, ways[j]);
            add_text(writing->pool, text);
        }
    }
}

void pool_add_ways(struct pool *pool, enum ptxc_form form, const uint64_t *roles) {
    static struct writing writing;
    writing.pool = pool;
    writing.roles = roles;
    writing.count = 0;
    variants_each(form, NEWEST, add_ways, &writing);
}

/* Of many variants of a form, some that lie apart. */
struct choice {
    struct pool *pool;
    uint8_t qualifier;
    size_t count, step, turn;
};

static void count_variant(void *user, const struct variant *variant) {
    (void)variant;
    ((struct choice *)user)->count++;
}

static void add_qualified(void *user, const struct variant *variant) {
    struct choice *choice = user;
    char text[VARIANT_LENGTH], another[VARIANT_LENGTH + 40];
    if (choice->turn++ % choice->step != 0)
        return;
    variant_print(text, variant, VARIANT_PLAIN, NULL);
    const int length = (int)strcspn(text, " ;");
    snprintf(another, sizeof(another), "%.*s%s%s", length, text, ptxc_qualifiers[choice->qualifier].spelling,
             text + length);
    add_text(choice->pool, another);
}

void pool_add_qualified(struct pool *pool, enum ptxc_form form, uint8_t qualifier) {
    struct choice choice = {.pool = pool, .qualifier = qualifier};
    variants_each(form, NEWEST, count_variant, &choice);
    choice.step = choice.count / APART + 1;
    variants_each(form, NEWEST, add_qualified, &choice);
}

struct special_writing {
    struct pool *pool;
    const char *name;
    uint64_t seen[(PTXC_ROLE_COUNT + 63) / 64];
};

/* Adds the first variants that have operands of a role, with the name instead. */
static void add_named(void *user, const struct variant *variant) {
    static const char *const ways[] = {
        "%s", "%s+4", "[%s]", "[%s+16]", "{%s, %r2}", "{%r2, %s}", "[%rd1, {%s, %r2}]", "%s|%p1", "%r1|%s", "!%s"};
    struct special_writing *writing = user;
    uint8_t roles[PTXC_FORM_ARGUMENTS];
    const size_t count = variant_roles(variant, roles);
    for (size_t i = 0; i < count; i++) {
        uint64_t *const seen = &writing->seen[roles[i] / 64];
        char way[KIND_LENGTH], text[VARIANT_LENGTH];
        if (*seen >> roles[i] % 64 & 1)
            continue;
        *seen |= PTXC_BIT(roles[i] % 64);
        for (size_t j = 0; j < PTXC_COUNT(ways); j++) {
            const int place = (int)(strstr(ways[j], "%s") - ways[j]);
            snprintf(way, sizeof(way), "%.*s%s%s", place, ways[j], writing->name, ways[j] + place + 2);
            variant_print(text, variant, i, way);
            add_text(writing->pool, text);
        }
    }
}

void pool_add_special(struct pool *pool, const struct ptxc_special_row *special) {
    static const char *const ends[] = {"", ".x", ".w", "0", "1", "2", "7", "8", "31", "32", "33"};
    for (size_t i = 0; i < PTXC_COUNT(ends); i++) {
        char name[60], text[100];
        struct special_writing writing = {.pool = pool, .name = name};
        snprintf(name, sizeof(name), "%s%s", special->name, ends[i]);
        snprintf(text, sizeof(text), "@%s cp.async.commit_group;", name);
        add_text(pool, text);
        for (size_t form = 0; form < PTXC_FORM_COUNT; form++)
            variants_each((enum ptxc_form)form, NEWEST, add_named, &writing);
    }
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the texts, and leaves each once. */
static void sort_texts(struct pool *pool) {
    size_t count = 0;
    if (pool->text_count > 0)
        qsort(pool->texts, pool->text_count, sizeof(*pool->texts), compare);
    for (size_t i = 0; i < pool->text_count; i++) {
        if (count > 0 && strcmp(pool->texts[i], pool->texts[count - 1]) == 0)
            free(pool->texts[i]);
        else
            pool->texts[count++] = pool->texts[i];
    }
    pool->text_count = count;
}

static void free_texts(struct pool *pool) {
    for (size_t i = 0; i < pool->text_count; i++)
        free(pool->texts[i]);
    free(pool->texts);
    pool->texts = NULL;
    pool->text_count = pool->text_capacity = 0;
}

void pool_add_others(struct pool *pool, struct pool *before, struct pool *after) {
    size_t at = 0;
    sort_texts(before);
    sort_texts(after);
    for (size_t i = 0; i < after->text_count; i++) {
        while (at < before->text_count && strcmp(before->texts[at], after->texts[i]) < 0)
            at++;
        if (at == before->text_count || strcmp(before->texts[at], after->texts[i]) != 0)
            add_text(pool, after->texts[i]);
    }
    free_texts(before);
    free_texts(after);
}

/* ---- instructions ---- */

static size_t line_at(const size_t *ends, size_t count, size_t place) {
    size_t line = 0;
    while (line < count && ends[line] <= place)
        line++;
    return line;
}

/* Makes entries of the instructions of a module, one a line; those that the module has findings on are none. */
static void read_module(struct pool *pool, const char *text, char **lines, size_t count) {
    static size_t ends[BATCH];
    static bool sound[BATCH], wrong[BATCH];
    static struct ptxc_instruction read[BATCH], instruction;
    struct ptxc_module *module;
    struct ptxc_report *report;
    size_t line = 0, place = (size_t)(strstr(text, mark) - text) + sizeof(mark) - 1;
    for (size_t i = 0; i < count; i++) {
        place += strlen(lines[i]) + 1;
        ends[i] = place;
        sound[i] = wrong[i] = false;
    }
    if (ptxc_module_open(text, strlen(text), NULL, &module) != PTXC_OK)
        abort();
    while (ptxc_module_next(module, &instruction)) {
        while (line < count && ends[line] <= instruction.opcode_span.offset)
            line++;
        if (line == count)
            break;
        read[line] = instruction;
        sound[line] = true;
    }
    if (ptxc_module_close(module, &report) != PTXC_OK)
        abort();
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const size_t found = line_at(ends, count, ptxc_report_get(report, i)->span.offset);
        if (found < count)
            wrong[found] = true;
    }
    ptxc_report_free(report);
    for (size_t i = 0; i < count; i++) {
        if (!sound[i] || wrong[i])
            continue;
        pool->list = grown(pool->list, &pool->capacity, pool->count, sizeof(*pool->list));
        pool->list[pool->count++] = (struct pool_entry){strdup(lines[i]), read[i], {{0}, {{0}}}};
    }
}

static const char *pattern(void) {
    static char *text;
    if (!text)
        text = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    return text;
}

void pool_read(struct pool *pool, const struct everywhere *everywhere) {
    size_t asked = pool->count;
    sort_texts(pool);
    for (size_t at = 0; at < pool->text_count; at += BATCH) {
        const size_t count = pool->text_count - at < BATCH ? pool->text_count - at : BATCH;
        size_t size = sizeof(VARIANT_DECLARATIONS) + sizeof(mark);
        for (size_t i = 0; i < count; i++)
            size += strlen(pool->texts[at + i]) + 1;
        char *const body = malloc(size), *end = stpcpy(stpcpy(body, VARIANT_DECLARATIONS), mark);
        for (size_t i = 0; i < count; i++)
            end = stpcpy(stpcpy(end, pool->texts[at + i]), "\n");
        pool->modules = realloc(pool->modules, (pool->module_count + 1) * sizeof(*pool->modules));
        pool->modules[pool->module_count] = module_fill(pattern(), "9.0", "sm_100a", body);
        read_module(pool, pool->modules[pool->module_count++], pool->texts + at, count);
        free(body);
    }
    free_texts(pool);
    for (; asked < pool->count; asked++)
        everywhere_ask(everywhere, &pool->list[asked].instruction, &pool->list[asked].legal);
}

void pool_free(struct pool *pool) {
    for (size_t i = 0; i < pool->count; i++)
        free(pool->list[i].text);
    for (size_t i = 0; i < pool->module_count; i++)
        free(pool->modules[i]);
    free(pool->list);
    free(pool->modules);
    *pool = (struct pool){0};
}

void pool_print(const struct pool_entry *entry) {
    const char *at = VARIANT_DECLARATIONS;
    for (const char *end; (end = strchr(at, ';')); at = end + 1) {
        char name[8];
        at += strspn(at, " ");
        const char *const register_name = strchr(at, '%');
        snprintf(name, sizeof(name), "%.*s", (int)strcspn(register_name, "<;"), register_name);
        if (strstr(entry->text, name))
            printf("%.*s ", (int)(end + 1 - at), at);
    }
    printf("%s", entry->text);
}

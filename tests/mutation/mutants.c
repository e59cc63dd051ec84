/* The list of mutants, what a cell could say instead, and how a mutant is made: see mutants.h. */
#include "mutants.h"

#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ptxcheck/ptxcheck.h"
#include "report/rules.h"
#include "tables/gate.h"

enum { NAME = 300, SEGMENTS = 8, SPELLING = 200 };

/* ---- the list ---- */

void mutants_add(struct mutants *mutants, const struct mutant *mutant, const char *format, ...) {
    char name[NAME];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof(name), format, arguments);
    va_end(arguments);
    if (mutants->count == mutants->capacity) {
        mutants->capacity = mutants->capacity ? mutants->capacity * 2 : 1024;
        mutants->list = realloc(mutants->list, mutants->capacity * sizeof(*mutants->list));
        if (!mutants->list)
            abort();
    }
    struct mutant *added = &mutants->list[mutants->count++];
    *added = *mutant;
    added->name = strdup(name);
}

struct mutants mutants_make(void) {
    struct mutants mutants = {0};
    mutants_add_forms(&mutants);
    mutants_add_rows(&mutants);
    return mutants;
}

void mutants_free(struct mutants *mutants) {
    for (size_t i = 0; i < mutants->count; i++)
        free(mutants->list[i].name);
    free(mutants->list);
}

const struct mutant *mutants_find(const struct mutants *mutants, const char *name) {
    for (size_t i = 0; i < mutants->count; i++)
        if (strcmp(mutants->list[i].name, name) == 0)
            return &mutants->list[i];
    return NULL;
}

/* ---- what a cell could say ---- */

static uint64_t read_cell(const void *at, size_t size) {
    uint64_t value = 0;
    memcpy(&value, at, size);
    return value;
}

/* Gives the neighbours of a number in the list that `next` walks through: what comes before it and what comes after, 0
 * for none. */
static void neighbours(uint64_t value, uint64_t (*next)(uint64_t), uint64_t *before, uint64_t *after) {
    *before = *after = 0;
    for (uint64_t at = next(0); at; at = next(at)) {
        if (at < value)
            *before = at;
        if (at > value && !*after)
            *after = at;
    }
}

static uint64_t next_ptx(uint64_t ptx) {
    return ptxc_next_ptx((uint32_t)ptx);
}

static uint64_t next_sm(uint64_t number) {
    uint64_t next = 0;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++)
        if (ptxc_targets[i].number > number && (!next || ptxc_targets[i].number < next))
            next = ptxc_targets[i].number;
    return next;
}

static uint64_t next_assembler(uint64_t assembler) {
    for (size_t i = 0; ptxc_assembler(i); i++)
        if (ptxc_assembler(i) > assembler)
            return ptxc_assembler(i);
    return 0;
}

/* The values that a cell could have instead; gives their number. Bits are apart. */
static size_t alternatives(const struct cell *cell, uint64_t value, uint64_t *others) {
    size_t count = 0;
    uint64_t before = 0, after = 0;
    switch (cell->kind) {
    case CELL_NUMBER:
        others[count++] = value + 1;
        if (value)
            others[count++] = value - 1;
        return count;
    case CELL_ALIGNMENT: before = value / 2, after = value * 2 + !value; break;
    case CELL_FLAG: others[count++] = !value; return count;
    case CELL_CHOICE:
        others[count++] = (value + 1) % cell->limit;
        if (value && others[0])
            others[count++] = 0;
        return count;
    case CELL_PTX: neighbours(value, next_ptx, &before, &after); break;
    case CELL_SM: neighbours(value, next_sm, &before, &after); break;
    case CELL_ASSEMBLER: neighbours(value, next_assembler, &before, &after); break;
    default: return 0;
    }
    if (!value && cell->limit)
        before = cell->limit, after = 0;
    if (before)
        others[count++] = before;
    if (after)
        others[count++] = after;
    return count;
}

/* Each bit that is set, cleared; each other one set where some is, else one of them. */
static void add_bits(struct mutants *mutants, struct mutant *mutant, const char *row, const struct cell *cell,
                     uint64_t value) {
    for (unsigned bit = 0; bit < 64; bit++) {
        if (!(cell->limit >> bit & 1))
            continue;
        mutant->value = value ^ PTXC_BIT(bit);
        mutants_add(mutants, mutant, "%s, %s: %s bit %u", row, cell->name, value >> bit & 1 ? "without" : "with", bit);
        if (!value)
            return;
    }
}

void mutants_add_cell(struct mutants *mutants, const struct mutant *common, const char *row, const void *at,
                      const struct cell *cell) {
    struct mutant mutant = *common;
    uint64_t others[2];
    mutant.at = (char *)at + cell->offset;
    mutant.size = cell->size;
    mutant.action = cell->kind == CELL_TEXT ? MUTANT_SPELL : MUTANT_SET;
    if (cell->kind == CELL_TEXT) {
        mutants_add(mutants, &mutant, "%s, %s: another one", row, cell->name);
        return;
    }
    const uint64_t value = read_cell(mutant.at, cell->size);
    if (cell->kind == CELL_BITS) {
        add_bits(mutants, &mutant, row, cell, value);
        return;
    }
    const size_t count = alternatives(cell, value, others);
    for (size_t i = 0; i < count; i++) {
        mutant.value = others[i];
        mutants_add(mutants, &mutant, "%s, %s: %lld, not %lld", row, cell->name, (long long)others[i],
                    (long long)value);
    }
}

/* ---- the tables of this process ---- */

/* What can be written, once the tables are open: all that is not code. */
static struct {
    char *at;
    size_t size;
    char *kept;
} segments[SEGMENTS];
static size_t segment_count;

static void add_segment(uintptr_t from, uintptr_t to) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    from &= ~(page - 1);
    to = (to + page - 1) & ~(page - 1);
    if (segment_count == SEGMENTS || mprotect((void *)from, to - from, PROT_READ | PROT_WRITE) != 0) {
        perror("mprotect");
        exit(2);
    }
    segments[segment_count].at = (char *)from;
    segments[segment_count].size = to - from;
    segments[segment_count].kept = malloc(to - from);
    if (!segments[segment_count].kept)
        abort();
    memcpy(segments[segment_count].kept, (char *)from, to - from);
    segment_count++;
}

/* Opens the constants of the program itself, which is the first object. */
static int open_object(struct dl_phdr_info *object, size_t size, void *user) {
    (void)size;
    (void)user;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        const uintptr_t from = object->dlpi_addr + segment->p_vaddr;
        const bool constants = segment->p_type == PT_LOAD && segment->p_flags == PF_R;
        const bool relocated = segment->p_type == PT_GNU_RELRO;
        if (constants || relocated)
            add_segment(from, from + segment->p_memsz);
    }
    return 1;
}

void tables_open(void) {
    dl_iterate_phdr(open_object, NULL);
}

void tables_restore(void) {
    for (size_t i = 0; i < segment_count; i++)
        memcpy(segments[i].at, segments[i].kept, segments[i].size);
}

void *tables_at(const void *row) {
    return (void *)(uintptr_t)row;
}

/* Writes another text instead: its last character is one more, or it is "?" where it was empty. */
static void spell(const void *at) {
    static char text[SPELLING];
    const char *old, *const new = text;
    memcpy(&old, at, sizeof(old));
    snprintf(text, sizeof(text), "%s", old && *old ? old : ">");
    text[strlen(text) - 1]++;
    memcpy((void *)(uintptr_t)at, &new, sizeof(new));
}

static void change(const struct mutant *mutant, char *at) {
    switch (mutant->action) {
    case MUTANT_SET: memcpy(at, &mutant->value, mutant->size); break;
    case MUTANT_DROP:
        memmove(at, at + mutant->size, mutant->rest - mutant->size);
        memset(at + mutant->rest - mutant->size, 0, mutant->size);
        break;
    case MUTANT_SPELL: spell(at); break;
    }
}

/* Changes the entries of all forms that are as one entry is, each in the same place. */
static void change_shared(const struct mutant *mutant) {
    const struct ptxc_form_slot shared = *mutant->shared;
    const ptrdiff_t place = (const char *)mutant->at - (const char *)mutant->shared;
    for (size_t form = 0; form < PTXC_FORM_COUNT; form++) {
        for (size_t i = 0; ptxc_forms[form].slots[i].presence != PTXC_PRESENCE_END; i++) {
            const struct ptxc_form_slot *entry = &ptxc_forms[form].slots[i];
            struct mutant here = *mutant;
            if (memcmp(entry, &shared, sizeof(shared)) != 0)
                continue;
            if (mutant->rest > sizeof(shared))
                here.rest = sizeof(ptxc_forms[form].slots) - i * sizeof(*entry);
            change(&here, (char *)(uintptr_t)entry + place);
        }
    }
}

/* What a column says that is an array of its own, too. */
static void copy_columns(void) {
    for (size_t i = 0; i < PTXC_RULE_COUNT; i++)
        ((unsigned char *)(uintptr_t)ptxc_rule_severities)[i] = (unsigned char)ptxc_rules[i].severity;
}

void tables_mutate(const struct mutant *mutant) {
    if (mutant->shared)
        change_shared(mutant);
    else
        change(mutant, mutant->at);
    copy_columns();
    indices_make();
}

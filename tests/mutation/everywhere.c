/* Every environment that instructions are judged in: see everywhere.h. */
#include "everywhere.h"

#include <stdlib.h>
#include <string.h>

#include "tables/gate.h"
#include "tables/index.h"
#include "tables/open.h"

static bool are_alike(const struct ptxc_gates *a, const struct ptxc_gates *b) {
    return memcmp(a, b, sizeof(*a)) == 0;
}

/* The gates that are in both sets. */
static struct ptxc_gates gates_of_both(const struct ptxc_gates *a, const struct ptxc_gates *b) {
    struct ptxc_gates both;
    for (size_t i = 0; i < PTXC_COUNT(both.words); i++)
        both.words[i] = a->words[i] & b->words[i];
    return both;
}

/* The kind of an environment: that of an earlier one that is alike, or a new one. */
static uint16_t kind_of(struct everywhere *everywhere, size_t environment) {
    const struct ptxc_environment *here = &everywhere->list[environment];
    struct ptxc_gates open = {{0}};
    const bool calls = ptxc_targets[here->target].calls;
    for (int gate = 0; gate < PTXC_GATE_COUNT; gate++)
        open.words[gate / 64] |= (uint64_t)ptxc_gate_open((enum ptxc_gate)gate, *here) << gate % 64;
    for (size_t i = everywhere->kind_count; i-- > 1;)
        if (are_alike(&everywhere->open[i], &open) && everywhere->calls[i] == calls)
            return (uint16_t)i;
    if (everywhere->kind_count == MOST_KINDS)
        abort();
    everywhere->open[everywhere->kind_count] = open;
    everywhere->calls[everywhere->kind_count] = calls;
    everywhere->first[everywhere->kind_count] = environment;
    return (uint16_t)everywhere->kind_count++;
}

void everywhere_make(struct everywhere *everywhere) {
    everywhere->count = 0;
    everywhere->kind_count = 1;
    memset(&everywhere->open[0], 0, sizeof(everywhere->open[0]));
    everywhere->calls[0] = false;
    for (size_t i = 0; ptxc_assembler(i); i++)
        for (int target = 1; target < PTXC_TARGET_COUNT; target++) {
            const uint64_t versions = ptxc_target_versions((enum ptxc_target)target, ptxc_assembler(i));
            for (size_t version = 0; version < PTXC_VERSION_COUNT; version++) {
                const size_t at = everywhere->count++;
                if (at == ENVIRONMENTS)
                    abort();
                everywhere->list[at] = (struct ptxc_environment){
                    .ptx = ptxc_versions[version], .target = (enum ptxc_target)target, .assembler = ptxc_assembler(i)};
                everywhere->kinds[at] = versions >> version & 1 ? kind_of(everywhere, at) : 0;
            }
        }
}

void everywhere_ask(const struct everywhere *everywhere, const struct ptxc_instruction *instruction,
                    struct legal *legal) {
    static struct {
        struct ptxc_gates asked, open;
        bool calls, legal;
    } known[MOST_KINDS];
    size_t count = 0;
    memset(legal, 0, sizeof(*legal));
    for (size_t kind = 1; kind < everywhere->kind_count; kind++) {
        size_t i = 0;
        for (; i < count; i++) {
            const struct ptxc_gates open = gates_of_both(&everywhere->open[kind], &known[i].asked);
            if (are_alike(&open, &known[i].open) && everywhere->calls[kind] == known[i].calls)
                break;
        }
        if (i == count) {
            struct ptxc_environment here = everywhere->list[everywhere->first[kind]];
            memset(&known[i].asked, 0, sizeof(known[i].asked));
            here.asked = &known[i].asked;
            known[i].legal = ptxc_verdict_is_legal(instruction, here);
            known[i].open = gates_of_both(&everywhere->open[kind], &known[i].asked);
            known[i].calls = everywhere->calls[kind];
            for (size_t j = 0; j < PTXC_COUNT(legal->asked.words); j++)
                legal->asked.words[j] |= known[i].asked.words[j];
            count++;
        }
        legal->of[kind / 64] |= (uint64_t)known[i].legal << kind % 64;
    }
}

size_t everywhere_pairs(const struct everywhere *was, const struct everywhere *now, uint32_t preferred,
                        struct kind_pair pairs[ENVIRONMENTS]) {
    static uint32_t places[MOST_KINDS][MOST_KINDS]; /* one more than that of the pair */
    size_t count = 0;
    memset(places, 0, sizeof(places));
    for (size_t i = 0; i < was->count && i < now->count; i++) {
        uint32_t *const place = &places[was->kinds[i]][now->kinds[i]];
        if (*place == 0) {
            pairs[count] = (struct kind_pair){was->kinds[i], now->kinds[i], i};
            *place = (uint32_t)++count;
        } else if (was->list[i].assembler == preferred &&
                   was->list[pairs[*place - 1].environment].assembler != preferred) {
            pairs[*place - 1].environment = i;
        }
    }
    return count;
}

struct ptxc_gates everywhere_changed(const struct everywhere *was, const struct everywhere *now,
                                     const struct kind_pair *pairs, size_t count) {
    struct ptxc_gates changed = {{0}};
    for (size_t i = 0; i < count; i++) {
        const uint16_t before = pairs[i].was, after = pairs[i].now;
        const bool alike = !before == !after && was->calls[before] == now->calls[after];
        for (size_t j = 0; j < PTXC_COUNT(changed.words); j++)
            changed.words[j] |= alike ? was->open[before].words[j] ^ now->open[after].words[j] : UINT64_MAX;
    }
    return changed;
}

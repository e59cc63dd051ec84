/* Data races: see races.h. Who writes what is there already disturbs nobody, and where several warps write a word that
 * may be the same for all of them, nothing is said of it. Reads count where they are of whole words.
 */
#include "analysis/automata/races.h"

#include <string.h>

#include "analysis/automata/granules.h"
#include "analysis/automata/iterations.h"
#include "analysis/automata/violations.h"

/* One of two accesses that race. */
struct racer {
    struct ptxc_step_iteration at;
    bool writes;
};

/* Adds the violation of two accesses that race, of which the warp makes the second. */
static void report(struct ptxc_machine *machine, const struct ptxc_warp *warp, struct racer first,
                   struct racer second) {
    const bool turned = ptxc_iteration_stands_before(machine, second.at, first.at);
    const struct racer before = turned ? second : first, after = turned ? first : second;
    struct ptxc_violation violation = ptxc_violation_about(machine,
                                                           !after.writes    ? PTXC_VIOLATION_RACE_READ
                                                           : !before.writes ? PTXC_VIOLATION_RACE_WRITE
                                                                            : PTXC_VIOLATION_RACE_WRITES,
                                                           warp, after.at.step, NULL);
    violation.iteration = after.at.iteration;
    violation.copy = before.at.step;
    ptxc_violation_add(machine, &violation);
}

/* Whether a weak write of some of these bytes by another warp may still be under way. */
static bool is_unordered(const struct ptxc_warp *warp, const struct ptxc_word_write *write, uint8_t bytes) {
    return write->warp != warp->number && warp->clock.clocks[write->warp] < write->clock && write->weak &&
           (write->bytes & bytes);
}

void ptxc_race_check_read(struct ptxc_machine *machine, const struct ptxc_warp *warp,
                          const struct ptxc_shared_access *access, const struct ptxc_granule *granule, uint16_t bytes) {
    const struct ptxc_word_write *writes = granule->writes;
    for (uint32_t i = 0; i < PTXC_WORDS; i++) {
        if (!is_unordered(warp, &writes[i], ptxc_bytes_of_word(bytes, i)) || writes[i].joint)
            continue;
        report(machine, warp, (struct racer){{writes[i].step, writes[i].iteration}, true},
               (struct racer){{access->step, access->iteration}, false});
        return;
    }
}

/* Sets the value of a word as memory has it now, if the bytes that were written are known. */
static void set_value(const struct ptxc_cta *cta, uint32_t address, struct ptxc_word_write *write) {
    write->known = true;
    for (uint32_t i = 0; i < PTXC_WORD && write->known; i++)
        write->known = !(write->bytes >> i & 1) || cta->known[address + i] == PTXC_BYTE_KNOWN;
    if (write->known)
        memcpy(&write->value, cta->bytes + address, PTXC_WORD);
}

/* Whether these bytes hold the same, or others, after a write as before it: neither where one is not known. */
static bool are_equal(const struct ptxc_word_write *a, const struct ptxc_word_write *b, uint8_t bytes, bool equal) {
    uint8_t first[PTXC_WORD], second[PTXC_WORD];
    bool same = true;
    if (!a->known || !b->known || (a->bytes & b->bytes & bytes) != bytes)
        return false;
    memcpy(first, &a->value, PTXC_WORD);
    memcpy(second, &b->value, PTXC_WORD);
    for (uint32_t i = 0; i < PTXC_WORD; i++)
        same &= !(bytes >> i & 1) || first[i] == second[i];
    return same == equal;
}

/* Returns what is known of a word after a write of these bytes, before its value is. */
static struct ptxc_word_write written(const struct ptxc_warp *warp, const struct ptxc_shared_access *access,
                                      const struct ptxc_word_write *before, uint8_t bytes) {
    const uint32_t now = warp->clock.clocks[warp->number];
    const bool same = before->clock && before->warp == warp->number, again = same && before->clock == now;
    return (struct ptxc_word_write){.clock = now,
                                    .step = access->step,
                                    .iteration = access->iteration,
                                    .warp = (uint16_t)warp->number,
                                    .bytes = bytes | (again ? before->bytes : 0),
                                    .weak = access->weak && (!again || before->weak),
                                    .joint = same && before->joint};
}

/* Looks whether a warp may write these bytes of a word, of which this was known before and that is now. `read` are
 * those of its granule that others may still read. */
static void check_word(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_granule *granule,
                       const struct ptxc_word_write *before, uint32_t word, uint8_t bytes, bool read) {
    struct ptxc_word_write *now = &granule->writes[word];
    const struct racer writer = {{now->step, now->iteration}, true};
    if (is_unordered(warp, before, bytes)) {
        now->joint = true;
        if (are_equal(before, now, before->bytes & bytes, false))
            report(machine, warp, (struct racer){{before->step, before->iteration}, true}, writer);
        return;
    }
    if (!read || (granule->torn_words >> word & 1) || are_equal(before, now, bytes, true))
        return;
    const struct ptxc_last_read *last = ptxc_unknown_read(machine, warp, granule, (uint8_t)(1 << word));
    if (last)
        report(machine, warp, (struct racer){{last->step, last->iteration}, false}, writer);
}

void ptxc_race_write(struct ptxc_machine *machine, const struct ptxc_warp *warp,
                     const struct ptxc_shared_access *access, struct ptxc_granule *granule,
                     struct ptxc_shared_range place, uint16_t bytes) {
    if (!granule->writes)
        granule->writes = ptxc_arena_alloc(machine->arena, PTXC_WORDS * sizeof(*granule->writes));
    machine->out_of_memory |= !granule->writes;
    if (!granule->writes)
        return;
    const bool read = access->weak && ptxc_unknown_read(machine, warp, granule, PTXC_ALL_WORDS);
    for (uint32_t i = 0; i < PTXC_WORDS; i++) {
        const uint8_t here = ptxc_bytes_of_word(bytes, i);
        const struct ptxc_word_write before = granule->writes[i];
        if (!here)
            continue;
        granule->writes[i] = written(warp, access, &before, here);
        if (access->known)
            set_value(&machine->ctas[place.cta], place.address + i * PTXC_WORD, &granule->writes[i]);
        if (access->weak)
            check_word(machine, warp, granule, &before, i, here, read);
    }
}

void ptxc_race_fill(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                    const struct ptxc_granule *granule, uint16_t bytes) {
    const struct ptxc_async_copy *filler = &machine->copies[copy];
    const struct ptxc_step_iteration at = {filler->step, filler->iteration};
    for (uint32_t i = 0; i < PTXC_WORDS; i++) {
        struct ptxc_word_write *write = &granule->writes[i];
        const struct ptxc_step_iteration before = {write->step, write->iteration};
        if (is_unordered(warp, write, ptxc_bytes_of_word(bytes, i)) && ptxc_races_are_sought(machine) &&
            ptxc_iteration_stands_before(machine, before, at)) {
            struct ptxc_violation violation =
                ptxc_violation_about(machine, PTXC_VIOLATION_RACE_FILL, warp, at.step, filler);
            violation.copy = before.step;
            ptxc_violation_add(machine, &violation);
        }
        write->bytes &= (uint8_t)~ptxc_bytes_of_word(bytes, i);
    }
}

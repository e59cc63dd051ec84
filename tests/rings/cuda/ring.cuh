// What the rings next to this file share. Each is compiled with -DSTAGES=n, -DSTYLE=word and -DMISTAKE=word: the length
// of the ring, how it is written, and the one thing that is wrong with it; `none` makes a ring that works. With
// -DSLOW=word one role is late in each round, so that what is wrong shows on a GPU.
#pragma once
#include "../../corpus/bugs/kernels/async.cuh"

enum class style { plain, primitives, pipeline, barrier };
enum class mistake {
    none,
    // of groups
    wait_n,       // one group too many stays pending
    wait_once,    // waits in one round only
    no_commit,    // copies belong to no group
    tail,         // no groups are committed where no copies are, and the waits count on them
    drain,        // copies are pending where the memory is used for something else
    other_waits,  // a thread waits that has no groups
    exit_pending, // the kernel ends while copies are pending
    // of slots
    slot_read,       // reads the slot after the one that was waited for
    slot_fill,       // fills another slot than the one that is free
    prologue,        // one slot less is filled before the loop
    no_ready,        // no barrier between the wait and the reads of others
    no_meeting,      // no barrier between the writes and the store
    no_release,      // slots are not given back
    no_last_release, // the last slot is not given back
    no_free_wait,    // slots are filled without waiting for their readers
    early_release,   // slots are given back before they are read
    wrong_release,   // always the same slot is given back
    no_warp_sync,    // a thread gives the slot back for others that may still read it
    all_release,     // each reader gives back what only one of them should
    late_release,    // a slot is given back after a wait that depends on it
    // of barriers
    bytes_less,
    bytes_more,
    count_full,
    count_empty_less,
    count_empty_more,
    parity_full,   // of the first round
    parity_empty,  // of the first round
    parity_fixed,  // never changes
    parity_each,   // changes with each round, and not with each turn of the ring
    parity_reset,  // begins anew with each tile, as the slots do not
    no_wait,       // reads without waiting
    fewer_fills,   // one round less is filled than is read
    more_fills,    // one round more is filled than is read
    wrong_barrier, // one of two copies completes on the barrier of the next slot
    inc,           // the arrivals of copies are not counted
    plain_arrival, // arrives at once, and not when the copies are complete
    unpublished,   // the others may use barriers before they are made
    // of fences
    no_fence,
    late_fence, // one thread fences, after the barrier
    // of two CTAs
    own_readers, // waits for the readers of its own CTA only
    no_entry,    // does not wait until the other CTA has begun
    no_exit      // does not wait until the other CTA is done
};

#define MISTAKEN(word) (mistake::MISTAKE == mistake::word)
#define STYLED(word) (style::STYLE == style::word)

enum class role { nobody, producer, consumer, copier, second };
#ifndef SLOW
#define SLOW nobody
#endif
ASYNC void late(bool really) {
    if (really)
        for (int i = 0; i < 8; i++)
            __nanosleep(1000);
}
#define LATE(word) late(role::SLOW == role::word)

constexpr int stages = STAGES;

// Where a role is in the ring: the slot, and the parity of the turn.
struct place {
    int slot = 0;
    uint32_t parity = 0;
    ASYNC void next(bool flips = true) {
        if (++slot == stages) {
            slot = 0;
            parity ^= flips;
        }
    }
};

ASYNC void arrive_when_copied(uint64_t *barrier) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(address(barrier)) : "memory");
}
ASYNC void arrive_when_copied_inc(uint64_t *barrier) {
    asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(address(barrier)) : "memory");
}

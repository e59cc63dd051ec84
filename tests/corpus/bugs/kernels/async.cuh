// What the kernels next to this file are made of: a function for each instruction, as libraries of kernels have them.
#pragma once
#include <cstdint>

#define ASYNC __device__ __forceinline__

struct alignas(64) Map { uint64_t words[16]; }; // a tensor map, as the driver makes it

ASYNC uint32_t address(const void *shared) { return static_cast<uint32_t>(__cvta_generic_to_shared(shared)); }

ASYNC bool elected()
{
    uint32_t yes;
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.b32 %0, 1, 0, p; }" : "=r"(yes));
    return yes != 0;
}

// Copies of single threads, in groups.
ASYNC void copy16(void *shared, const void *global)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address(shared)), "l"(global) : "memory");
}
ASYNC void copy4(void *shared, const void *global, uint32_t bytes = 4) // the rest of the four bytes becomes 0
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(address(shared)), "l"(global), "r"(bytes)
                 : "memory");
}
ASYNC void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int pending> ASYNC void wait_groups() { asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory"); }
ASYNC void wait_everything() { asm volatile("cp.async.wait_all;" ::: "memory"); }

// Barriers in shared memory.
ASYNC void init(uint64_t *barrier, uint32_t count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(barrier)), "r"(count) : "memory");
}
ASYNC void invalidate(uint64_t *barrier)
{
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(address(barrier)) : "memory");
}
ASYNC void arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(barrier)) : "memory");
}
ASYNC void arrive_expecting(uint64_t *barrier, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(barrier)), "r"(bytes)
                 : "memory");
}
ASYNC bool passed(uint64_t *barrier, uint32_t parity)
{
    uint32_t yes;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                 : "=r"(yes)
                 : "r"(address(barrier)), "r"(parity)
                 : "memory");
    return yes != 0;
}
ASYNC void wait(uint64_t *barrier, uint32_t parity)
{
    while (!passed(barrier, parity)) {
    }
}
ASYNC uint32_t peer_address(const void *shared, uint32_t rank)
{
    uint32_t there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address(shared)), "r"(rank));
    return there;
}
ASYNC uint32_t rank_in_cluster()
{
    uint32_t rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

ASYNC void arrive_there(uint64_t *barrier, uint32_t rank)
{
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(peer_address(barrier, rank))
                 : "memory");
}
ASYNC void wait_cluster(uint64_t *barrier, uint32_t parity) // acquires what threads of the cluster have released
{
    uint32_t yes;
    do {
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;"
                     " selp.b32 %0, 1, 0, p; }"
                     : "=r"(yes)
                     : "r"(address(barrier)), "r"(parity)
                     : "memory");
    } while (!yes);
}

// Fences and barriers of a cluster.
ASYNC void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
ASYNC void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
ASYNC void cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
ASYNC void cluster_arrive_relaxed() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
ASYNC void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
template <int id, int threads> ASYNC void named_barrier()
{
    asm volatile("bar.sync %0, %1;" ::"n"(id), "n"(threads) : "memory");
}

// Bulk copies. A load completes on a barrier, a store in a bulk group of the thread that issued it.
ASYNC void load(void *shared, const void *global, uint32_t bytes, uint64_t *barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     address(shared)),
                 "l"(global), "r"(bytes), "r"(address(barrier))
                 : "memory");
}
ASYNC void load_to_all(void *shared, const void *global, uint32_t bytes, uint64_t *barrier, uint16_t ctas)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, "
                 "[%3], %4;" ::"r"(address(shared)),
                 "l"(global), "r"(bytes), "r"(address(barrier)), "h"(ctas)
                 : "memory");
}
ASYNC void store(void *global, const void *shared, uint32_t bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(global), "r"(address(shared)),
                 "r"(bytes)
                 : "memory");
}
ASYNC void load_tile(void *shared, const Map *map, int x, int y, uint64_t *barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
                 "%3}], [%4];" ::"r"(address(shared)),
                 "l"(map), "r"(x), "r"(y), "r"(address(barrier))
                 : "memory");
}
ASYNC void store_tile(const Map *map, const void *shared, int x, int y)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map),
                 "r"(x), "r"(y), "r"(address(shared))
                 : "memory");
}
ASYNC void commit_bulk() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int pending> ASYNC void wait_bulk()
{
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(pending) : "memory");
}
template <int pending> ASYNC void wait_bulk_read()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");
}

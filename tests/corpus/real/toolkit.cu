// Kernels that copy by the headers of the CUDA toolkit and by nothing else. THREADS and STAGES are chosen by the caller;
// with BOUND the kernels are told THREADS, else it is blockDim.x that they know.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda_pipeline.h>
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int threads = THREADS, stages = STAGES;
#ifdef BOUND
#define KERNEL extern "C" __global__ void __launch_bounds__(threads)
#else
#define KERNEL extern "C" __global__ void
#endif

// Each thread copies what it reads, by the primitives of C; the tail commits nothing.
KERNEL primitives_tail(const float4 *input, float4 *output, int n) {
    __shared__ alignas(16) float4 ring[stages][threads];
    for (int i = 0; i < stages - 1; i++) {
        if (i < n)
            __pipeline_memcpy_async(&ring[i][threadIdx.x], &input[i * threads + threadIdx.x], 16);
        __pipeline_commit();
    }
    for (int i = 0; i < n; i++) {
        if (i + stages - 1 < n)
            __pipeline_memcpy_async(&ring[(i + stages - 1) % stages][threadIdx.x],
                                    &input[(i + stages - 1) * threads + threadIdx.x], 16);
        __pipeline_commit();
        __pipeline_wait_prior(stages - 1);
        output[i * threads + threadIdx.x] = ring[i % stages][threadIdx.x];
    }
}

// A block stages a tile for all of its threads and sums it up.
KERNEL thread_pipeline(const float *input, float *output, int n) {
    __shared__ alignas(16) float ring[stages][threads];
    auto pipe = cuda::make_pipeline();
    int next = 0;
    float sum = 0;
    for (int i = 0; i < n; i++) {
        for (; next < n && next < i + stages; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&ring[next % stages][threadIdx.x], &input[next * threads + threadIdx.x],
                               cuda::aligned_size_t<4>(4), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        sum += ring[i % stages][threads - 1 - threadIdx.x];
        __syncthreads();
        pipe.consumer_release();
    }
    output[threadIdx.x] = sum;
}

// The pipeline of the library that a block shares, whole batches at once.
KERNEL block_pipeline(const int4 *input, int4 *output, int n) {
    __shared__ alignas(128) int4 ring[stages][threads];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int done = 0, fetched = 0; done < n; done++) {
        for (; fetched < n && fetched < done + stages; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, ring[fetched % stages], input + fetched * threads,
                               cuda::aligned_size_t<16>(sizeof ring[0]), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        output[done * threads + threadIdx.x] = ring[done % stages][threads - 1 - threadIdx.x];
        pipe.consumer_release();
    }
}

// Threads of the first warp produce, the others consume.
KERNEL partitioned(const int4 *input, int *output, int n) {
    __shared__ alignas(128) int4 ring[stages][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    bool produces = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(block, &state,
                                    produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (produces) {
            pipe.producer_acquire();
            cuda::memcpy_async(&ring[i % stages][threadIdx.x], &input[i * 32 + threadIdx.x],
                               cuda::aligned_size_t<16>(16), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += ring[i % stages][threadIdx.x % 32].x;
            pipe.consumer_release();
        }
    }
    output[threadIdx.x] = sum;
}

// cooperative_groups::memcpy_async and wait_prior, of a block and of a tile.
KERNEL group_copies(const int *input, int *output, int n) {
    extern __shared__ int4 space[];
    int *ring = reinterpret_cast<int *>(space);
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, ring, input, sizeof(int) * threads);
    int sum = 0;
    for (int i = 1; i <= n; i++) {
        if (i < n) {
            cg::memcpy_async(block, ring + i % 2 * threads, input + i * threads, sizeof(int) * threads);
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        sum += ring[(i - 1) % 2 * threads + (threadIdx.x ^ 1)];
        block.sync();
    }
    auto warp = cg::tiled_partition<32>(block);
    sum = cg::reduce(warp, sum, cg::plus<int>());
    if (warp.thread_rank() == 0)
        output[warp.meta_group_rank()] = sum;
}

// A barrier of the library for each of two halves.
KERNEL barriers(const double2 *input, double2 *output, int n) {
    __shared__ alignas(16) double2 half[2][threads];
    __shared__ block_barrier full[2];
    auto block = cg::this_thread_block();
    if (block.thread_rank() < 2)
        init(&full[block.thread_rank()], block.size());
    block.sync();
    cuda::memcpy_async(block, half[0], input, cuda::aligned_size_t<16>(sizeof half[0]), full[0]);
    for (int i = 0; i < n; i++) {
        if (i + 1 < n)
            cuda::memcpy_async(block, half[(i + 1) % 2], input + (i + 1) * threads,
                               cuda::aligned_size_t<16>(sizeof half[0]), full[(i + 1) % 2]);
        full[i % 2].arrive_and_wait();
        output[i * threads + threadIdx.x] = half[i % 2][threads - 1 - threadIdx.x];
        block.sync();
    }
}

#if __CUDA_ARCH__ >= 900
// A bulk copy each round that one thread starts, and a bulk copy back.
KERNEL bulk_ring(const float4 *input, float4 *output, int n) {
    __shared__ alignas(128) float4 ring[stages][threads];
    __shared__ alignas(128) float4 result[threads];
    __shared__ block_barrier full[stages];
    if (threadIdx.x == 0) {
        for (int i = 0; i < stages; i++)
            init(&full[i], threads);
        cuda::device::experimental::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < stages && i < n; i++)
            cuda::device::memcpy_async_tx(ring[i], input + i * threads, cuda::aligned_size_t<16>(sizeof ring[0]), full[i]);
    for (int i = 0; i < n; i++) {
        block_barrier::arrival_token token;
        int slot = i % stages;
        if (threadIdx.x == 0)
            token = cuda::device::barrier_arrive_tx(full[slot], 1, sizeof ring[0]);
        else
            token = full[slot].arrive();
        full[slot].wait(std::move(token));
        result[threadIdx.x] = ring[slot][threads - 1 - threadIdx.x];
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, output + i * threads, result,
                                     sizeof result);
            cuda::ptx::cp_async_bulk_commit_group();
            if (i + stages < n)
                cuda::device::memcpy_async_tx(ring[slot], input + (i + stages) * threads,
                                              cuda::aligned_size_t<16>(sizeof ring[0]), full[slot]);
            cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>());
        }
        __syncthreads();
    }
}

// cuda::ptx alone: roles by warp, full and empty mbarriers.
KERNEL ptx_roles(const float4 *input, float *output, int n) {
    namespace ptx = cuda::ptx;
    __shared__ alignas(128) float4 ring[stages][threads];
    __shared__ uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int i = 0; i < stages; i++) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], threads - 32);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        if (threadIdx.x == 0)
            for (int i = 0; i < n; i++) {
                int slot = i % stages;
                while (!ptx::mbarrier_try_wait_parity(&empty[slot], (i / stages + 1) & 1)) {
                }
                ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[slot],
                                               sizeof ring[0]);
                ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, ring[slot], input + i * threads,
                                   sizeof ring[0], &full[slot]);
            }
        return;
    }
    float sum = 0;
    for (int i = 0; i < n; i++) {
        int slot = i % stages;
        while (!ptx::mbarrier_try_wait_parity(&full[slot], i / stages & 1)) {
        }
        sum += ring[slot][threadIdx.x].x;
        ptx::mbarrier_arrive(&empty[slot]);
    }
    output[threadIdx.x] = sum;
}
#endif

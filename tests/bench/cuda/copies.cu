// Kernels that copy asynchronously by the ways of libcu++ and CUB, among others that do not.
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cub/cub.cuh>

namespace cg = cooperative_groups;

// Tiles through a ring of `STAGES` buffers, one thread or the whole block as the producer.
template <typename T, int STAGES, int TILE> __global__ void by_pipeline(const T *from, T *to, int tiles) {
    __shared__ T ring[STAGES][TILE];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    auto block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    T sum{};
    for (int tile = 0, ahead = 0; tile < tiles; tile++) {
        for (; ahead < tiles && ahead < tile + STAGES; ahead++) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, ring[ahead % STAGES], from + ahead * TILE, sizeof(T) * TILE, pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        for (int i = threadIdx.x; i < TILE; i += blockDim.x)
            sum += ring[tile % STAGES][(i * 7 + 1) % TILE];
        pipeline.consumer_release();
    }
    to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The same with the pipeline of one thread, which is made of cp.async and its groups.
template <typename T, int STAGES> __global__ void by_thread(const T *from, T *to, int count) {
    __shared__ T ring[STAGES][256];
    auto pipeline = cuda::make_pipeline();
    for (int i = 0; i < STAGES; i++) {
        pipeline.producer_acquire();
        cuda::memcpy_async(&ring[i][threadIdx.x], from + i * 256 + threadIdx.x,
                           cuda::aligned_size_t<sizeof(T)>(sizeof(T)), pipeline);
        pipeline.producer_commit();
    }
    T sum{};
#pragma unroll 4
    for (int i = 0; i < count; i++) {
        cuda::pipeline_consumer_wait_prior<STAGES - 1>(pipeline);
        __syncthreads();
        sum += ring[i % STAGES][threadIdx.x ^ 1];
        __syncthreads();
        pipeline.producer_acquire();
        cuda::memcpy_async(&ring[i % STAGES][threadIdx.x], from + (i + STAGES) * 256 + threadIdx.x,
                           cuda::aligned_size_t<sizeof(T)>(sizeof(T)), pipeline);
        pipeline.producer_commit();
    }
    to[threadIdx.x] = sum;
}

// A copy that an mbarrier counts; from sm_90 on a bulk copy.
template <typename T, int TILE> __global__ void by_barrier(const T *from, T *to, int tiles) {
    __shared__ alignas(128) T tile[TILE];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    for (int i = 0; i < tiles; i++) {
        cuda::memcpy_async(block, tile, from + i * TILE, cuda::aligned_size_t<16>(sizeof(T) * TILE), barrier);
        barrier.arrive_and_wait();
        for (int j = threadIdx.x; j < TILE; j += blockDim.x)
            to[i * TILE + j] = tile[TILE - 1 - j] + T(1);
        __syncthreads();
    }
}

template <typename T> __global__ void by_group(const T *from, T *to) {
    __shared__ alignas(16) T tile[1024];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, from, cuda::aligned_size_t<16>(sizeof(tile)));
    cg::wait(block);
    for (int j = threadIdx.x; j < 1024; j += blockDim.x)
        to[j] = tile[1023 - j];
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
template <typename T> __global__ void by_bulk(const T *from, T *to, int tiles) {
    __shared__ alignas(128) T tile[2048];
    __shared__ alignas(8) uint64_t barrier;
    namespace ptx = cuda::ptx;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barrier, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    for (uint32_t i = 0; i < uint32_t(tiles); i++) {
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, sizeof(tile));
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from + i * 2048, sizeof(tile), &barrier);
        }
        while (!ptx::mbarrier_try_wait_parity(&barrier, i & 1))
            ;
        for (int j = threadIdx.x; j < 2048; j += blockDim.x)
            tile[j] += T(1);
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + i * 2048, tile, sizeof(tile));
            ptx::cp_async_bulk_commit_group();
            ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
        }
        __syncthreads();
    }
}
template __global__ void by_bulk<float>(const float *, float *, int);
template __global__ void by_bulk<int>(const int *, int *, int);
template __global__ void by_bulk<double>(const double *, double *, int);
#endif

template __global__ void by_pipeline<float, 2, 512>(const float *, float *, int);
template __global__ void by_pipeline<double, 4, 256>(const double *, double *, int);
template __global__ void by_pipeline<short, 3, 1024>(const short *, short *, int);
template __global__ void by_thread<float, 2>(const float *, float *, int);
template __global__ void by_thread<double, 3>(const double *, double *, int);

template __global__ void by_barrier<float, 1024>(const float *, float *, int);
template __global__ void by_barrier<int, 2048>(const int *, int *, int);
template __global__ void by_group<float>(const float *, float *);
template __global__ void by_group<char>(const char *, char *);

struct Fused {
    __device__ float operator()(float a, float b, float c) const {
        return a * b + c;
    }
};
struct Wide {
    __device__ double operator()(double a, int b) const {
        return a / b;
    }
};

// CUB's transformation copies in bulk from sm_90 on.
void transform(float *a, float *b, double *c, int *d, int count) {
    cub::DeviceTransform::Transform(cuda::std::make_tuple(a, b, a), b, count, Fused{});
    cub::DeviceTransform::Transform(cuda::std::make_tuple(c, d), c, count, Wide{});
}

// Kernel attributes: launch bounds with clusters, block size, max registers, grid constants, restrict, alignment.
#include <cstdint>
struct alignas(64) Map { uint64_t v[16]; };
struct Odd { char c[13]; short s; };
__device__ __forceinline__ void copy(int* s, const int* g) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4; cp.async.wait_all;" ::"r"((unsigned)__cvta_generic_to_shared(s)), "l"(g) : "memory"); }
__global__ void __launch_bounds__(256, 2) k1(int* o, const int* __restrict__ g) { __shared__ int s; copy(&s, g); o[0] = s; }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void __launch_bounds__(384, 1, 4) k2(int* o, const int* g) { __shared__ int s; copy(&s, g); o[0] = s; }
__global__ void __cluster_dims__(2, 2, 1) __launch_bounds__(128) k3(int* o, const int* g) { __shared__ int s; copy(&s, g); o[0] = s; }
__global__ void __block_size__((128, 1, 1), (2, 1, 1)) k4(int* o, const int* g) { __shared__ int s; copy(&s, g); o[0] = s; }
#endif
__global__ void __maxnreg__(40) k5(int* o, const int* g) { __shared__ int s; copy(&s, g); o[0] = s; }
__global__ void k6(const __grid_constant__ Map m, Odd d, bool b, char c, short h, double f, int4 v, int* o) { o[0] = (int)m.v[3] + d.c[5] + d.s + b + c + h + (int)f + v.z; }
template <class... T> __global__ void variadic(int* o, T... t) { __shared__ int s; copy(&s, o); o[1] = (int)(s + ... + t); }
template __global__ void variadic<int, float, unsigned long long>(int*, int, float, unsigned long long);
[[noreturn]] __device__ __noinline__ void die(int c) { asm volatile("brkpt;"); __trap(); while (true) {} }
__global__ void k7(int* o) { if (o[0] == 77) die(3); o[1] = 2; }

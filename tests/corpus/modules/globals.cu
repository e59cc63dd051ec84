// Declarations of every kind: managed, constant, initialised arrays, pointers to data, textures, strings.
#include <cuda_fp16.h>
#include <cstdint>
struct Node { const char* name; int k; Node* next; float w[3]; };
__device__ Node leaf = {"leaf", 1, nullptr, {1.5f, -0.0f, 3e38f}};
__device__ Node root = {"root", 2, &leaf, {0.1f, 0.2f, 0.3f}};
__managed__ int counter = 41;
__constant__ double coef[4] = {1.0, -2.5, 1e-300, 6.02e23};
__constant__ float2 pairs[2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
__device__ int grid[3][5][7];
__device__ int* inside = &grid[1][2][3];
__device__ unsigned long long big = 0xFFFFFFFFFFFFFFFFull;
__device__ volatile int flag;
static __device__ int hidden = 7;
__shared__ int never[4];
namespace deep { namespace er { template <class T> __device__ T v = T(3); } }
__global__ void use(int* o, cudaTextureObject_t tx, cudaSurfaceObject_t sf, const __half* h) {
  __shared__ int never[4];
  int t = threadIdx.x;
  never[t & 3] = t;
  const unsigned d = (unsigned)__cvta_generic_to_shared(&never[0]);
  asm volatile("cp.async.ca.shared.global [%0 + 0], [%1 + 16], 4;\n\tcp.async.ca.shared.global [%0+4], [%1], 4; // two on one\n\tcp.async.wait_all;" ::"r"(d), "l"(o));
  __syncthreads();
  float4 q = tex2D<float4>(tx, t * .5f, t);
  int sv; surf2Dread(&sv, sf, t * 4, t);
  o[t] = root.next->k + root.name[t & 3] + counter + (int)coef[t & 3] + (int)pairs[t & 1][0].y + inside[t] + (int)big + flag + hidden + never[t & 3] + deep::er::v<int> + (int)q.x + sv + (int)__half2float(h[t]);
  atomicAdd(&counter, 1);
}

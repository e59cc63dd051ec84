// Inline asm text in unusual styles: comments, several statements a line, local registers, labels.
#include <cstdint>
__device__ __forceinline__ unsigned sp(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void styles(const int4* g, int4* o, int n) {
  __shared__ alignas(16) int4 s[128];
  unsigned d = sp(s + threadIdx.x);
  asm volatile("// one line\n cp.async.cg.shared.global [%0], [%1], 16; // after\n" ::"r"(d), "l"(g));
  asm volatile("/* block\n over lines; cp.async.bogus */ cp.async.cg.shared.global [%0], /* dst */ [%1], 16;" ::"r"(d), "l"(g));
  asm volatile("cp.async.cg.shared.global\n\t[%0],\n\t[%1],\n\t0x10,\n\t%2;" ::"r"(d), "l"(g), "r"(n));
  asm volatile("{ .reg .b32 tmp<4>; .reg .b64 a, b; mov.b64 a, %1; add.s64 b, a, 16; mov.b32 tmp2, %0; cp.async.cg.shared.global [tmp2+32], [b+-16], 16; }" ::"r"(d), "l"(g));
  asm volatile("{\n.reg .pred %%p<3>;\n.reg .b32 %%cnt;\nmov.u32 %%cnt, 0;\n$again:\nsetp.ge.u32 %%p1, %%cnt, %2;\n@%%p1 bra.uni $out;\ncp.async.ca.shared.global [%0], [%1], 4;\nadd.u32 %%cnt, %%cnt, 1;\nbra $again;\n$out:\n}" ::"r"(d), "l"(g), "r"(n));
  asm volatile("cp.async.commit_group ; cp.async.wait_group 020 ;" ::: "memory");
  asm volatile(".pragma \"nounroll\";\n\tcp.async.wait_all;" ::: "memory");
  asm volatile("{ .shared .align 16 .b8 priv[64]; .reg .u32 q; mov.u32 q, priv; cp.async.ca.shared.global [priv], [%0], 8; cp.async.ca.shared.global [priv+8], [%0], 8U; }" ::"l"(g));
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}

// Calls by pointer, recursion, printf, assert-like traps and switch tables around an async copy.
#include <cstdio>
#include <cstdint>
typedef int (*fn)(int, const int*);
__device__ __noinline__ int fa(int a, const int* p) { return a + p[0]; }
__device__ __noinline__ int fb(int a, const int* p) { return a < 1 ? p[1] : fb(a - 1, p) * 2; }
__device__ int fc(int a, const int* p) { return a ^ p[2]; }
__device__ fn table[3] = {fa, fb, fc};
__constant__ char msg[] = "tile \"%d\"\n\t// not a comment; cp.async.ca.shared.global [x], [y], 3;\n";
__device__ const char* where = "global /* text */ memory";
struct Big { double d[9]; char c; };
__device__ __noinline__ Big make(Big b, float f) { b.d[threadIdx.x % 9] += f; b.c = 'x'; return b; }
extern "C" __global__ void calls(const int* in, int* out, int which, Big b) {
  __shared__ int s[64];
  unsigned d = (unsigned)__cvta_generic_to_shared(s + threadIdx.x);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(d), "l"(in + threadIdx.x));
  asm volatile("cp.async.wait_all;" ::: "memory");
  int r = table[which](s[threadIdx.x], in);
  b = make(b, r);
  switch (which) {
    case 0: r += 11; break; case 1: r *= 7; break; case 2: r -= in[5]; break; case 3: r ^= 99; break;
    case 4: r = r << 3; break; case 5: r = __popc(r); break; case 6: r = __brev(r); break; default: __trap();
  }
  if (r == 12345) printf(msg, r);
  if (r == 54321) printf("%s %f\n", where, b.d[3]);
  out[threadIdx.x] = r + (int)b.d[1] + b.c;
}

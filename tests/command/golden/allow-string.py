# options: --target=sm_90
# ptxcheck: allow-file(asm-memory-clobber) the compiler knows
src = r'''
__global__ void f(int a, long b) {
  // ptxcheck: allow(cp-size) above
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 12;\n"
      :: "r"(a), "l"(b) : "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 12;\n" :: "r"(a), "l"(b) : "memory");
}
'''
ptx = """
// ptxcheck: allow(cp-size) in the text
cp.async.ca.shared.global [%0], [%1], 12;
cp.async.ca.shared.global [%0], [%1], 13;
"""
# ptxcheck: allow(cp-size) above the string
ptx = """
cp.async.ca.shared.global [%0], [%1], 12;
cp.async.ca.shared.global [%0], [%1], 13;
"""

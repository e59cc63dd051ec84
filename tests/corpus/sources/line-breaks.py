# CUDA in strings that are not raw: a \n in one of its literals becomes a line break, where C++ has none.
NOT_RAW = """
__device__ void copy(unsigned dst, const void *src, bool take) {
  asm volatile(
    "{\n"
    "  .reg .pred p; // of the copy\n"
    "  setp.ne.b32 p, %0, 0;\n"
    "  @p cp.async.cg.shared.global [%1], [%2], 8;\n"
    "}\n" :: "r"((int)take), "r"(dst), "l"(src) : "memory");
  asm volatile("cp.async.commit_group;\n" ::: "memory");
  asm volatile("cp.async.wait_group %1;\n" :: "n"(0) : "memory");
}
"""

RAW = r"""
__device__ void wait() {
  asm volatile("cp.async.wait_all;\n" ::: "memory");
}
"""

ESCAPED = """
__device__ void wait(unsigned dst, const void *src) {
  asm volatile("cp.async.wait_all;\\n" ::: "memory");
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\\n" :: "r"(dst) "l"(src) : "memory");
}
"""

LINES = ("__device__ void wait() {\n"
         "  asm volatile(\"cp.async.wait_all;\\n\" ::: \"memory\");\n"
         "}\n")

void f(int a, long b) {
  // ptxcheck: allow(cp-size) above
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 16;\n"
      "cp.async.ca.shared.global [%0], [%1], 12;\n"
      :: "r"(a), "l"(b) : "memory");
  asm volatile(  // ptxcheck: allow(cp-size) opening
      "cp.async.ca.shared.global [%0], [%1], 16;\n"
      "cp.async.ca.shared.global [%0], [%1], 12;\n"
      :: "r"(a), "l"(b) : "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;\n" // ptxcheck: allow(cp-size) not this
      "cp.async.ca.shared.global [%0], [%1], 12;\n"
      :: "r"(a), "l"(b) : "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;\n"
      "cp.async.ca.shared.global [%0], [%1], 12; // ptxcheck: allow(cp-size) in the text\n"
      "// ptxcheck: allow(cp-size) alone in the text\n"
      "cp.async.ca.shared.global [%0], [%1], 12;\n"
      "/* ptxcheck: allow(cp-size) one line */ cp.async.ca.shared.global [%0], [%1], 12;\n"
      :: "r"(a), "l"(b) : "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;\n // ptxcheck: allow(cp-size) \ncp.async.ca.shared.global [%0], [%1], 12;\n"
      :: "r"(a), "l"(b) : "memory");
  asm volatile("cp.async.wait_all;" ::); // ptxcheck: allow(asm-memory-clobber) known
#if 0
  asm volatile("cp.async.wait_all;" ::); // ptxcheck: allow(asm-memory-clobber) known
#endif
  const char *s = "// ptxcheck: allow(cp-size) no comment";
}

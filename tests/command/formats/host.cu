// größe, 大小, é, 🚀, � ‮abc‬  [31m
__device__ void copy(unsigned tile, const void *row) {
    /* größe 大小 é 🚀 */ asm volatile("cp.async.cg.shared.global [%0], [%1], 8;" ::"r"(tile), "l"(row) : "memory");
	/* �� ‮  */ asm volatile("cp.async.cg.shared.global [%0], [%1], 8;" ::"r"(tile), "l"(row) : "memory"); /* 大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大大 */
}

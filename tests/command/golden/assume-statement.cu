// ptxcheck: assume threads=128 as every launch has
__device__ void wait() { asm volatile("cp.async.wait_all; // ptxcheck: assume clusters=2" ::: "memory"); }
void *other() { /* ptxcheck: assume threads */ return 0; }

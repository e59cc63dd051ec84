// options: -UOLD -DMODE=1 -DUNSET_LATER -D__CUDA_ARCH__=800
// Macros of the command line decide #if lines: what is under them is not compiled, and nobody is blamed for it.
#ifdef OLD
__device__ void old() { asm volatile("cp.async.wait_grop 0;" ::: "memory"); }
#endif
#if MODE == 2
__device__ void other_mode() { asm volatile("cp.async.wait_grop 1;" ::: "memory"); }
#else
__device__ void this_mode() { asm volatile("cp.async.wait_grop 2;" ::: "memory"); }
#endif
#if __CUDA_ARCH__ >= 900
__device__ void hopper() { asm volatile("cp.async.bulk.comit_group;" ::: "memory"); }
#endif
// sm_80 it is, so that this is blamed without an #if around it.
__device__ void for_hopper() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
#undef UNSET_LATER
#ifdef UNSET_LATER
__device__ void open() { asm volatile("cp.async.wait_grop 3;" ::: "memory"); }
#endif
#if ELSEWHERE
__device__ void unknown() { asm volatile("cp.async.wait_grop 4;" ::: "memory"); }
#endif

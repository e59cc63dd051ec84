// What a library has: a copy of 16 bytes to shared memory, and a stage of a pipeline that is made of it.
#pragma once

__device__ __forceinline__ void copy_16(unsigned to, const void *from) {
    asm volatile("cp.async.ca.shared.global.L2::64B [%0], [%1], 12;" ::"r"(to), "l"(from) : "memory");
}

template <class T> __device__ __forceinline__ void load_stage(unsigned to, const T *from, int thread) {
    copy_16(to + thread * 16, from + thread * 4);
    asm volatile("cp.async.commit_group;" ::: "memory");
}

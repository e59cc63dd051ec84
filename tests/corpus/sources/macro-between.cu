// A macro between the literals: expanded where the file defines it as text, unknown otherwise.
#include "hints.h"
#define HINT(size) ".L2::" #size "B"
#define CACHE "cg"
#define WRONG_CACHE ".cv"

__device__ void sound(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared.global" HINT(128) " [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async." CACHE ".shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared.global" UNKNOWN_HINT " [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared.global" UNKNOWN(128) " [%0], [%1], " UNKNOWN_SIZE ";" :: "r"(dst), "l"(src) : "memory");
}

__device__ void wrong_macro(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared.global" HINT(96) " [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async" WRONG_CACHE ".shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
}

// What touches an unknown macro may be half a word.
__device__ void wrong_after(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared.global" HINT(128) " [%0], [%1], 8;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared.global" UNKNOWN_HINT " [%0], [%1], 8;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cv.shared.global" UNKNOWN_HINT " [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg" UNKNOWN_SPACE ".globall [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared.globl" UNKNOWN_HINT " [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
}

// What stands after an unknown macro may be the first state space or the second.
__device__ void sound_after(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared" UNKNOWN ".global [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg." UNKNOWN ".global [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared::" UNKNOWN ".global [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared:" UNKNOWN ":cta.global [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp." UNKNOWN ".cg.shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared.global [%0 + " UNKNOWN "], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
}

__device__ void wrong_around(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared.cv." UNKNOWN " [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.asynk." UNKNOWN ".cg.shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared.global [%0 + " UNKNOWN "], [%1], 8;" :: "r"(dst), "l"(src) : "memory");
}

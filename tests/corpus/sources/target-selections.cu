// options: --target=sm_80
// The macros of <nv/target> compile their arguments for some targets alone. The target is blamed for what is compiled
// for it, and for nothing else; what no target of an argument has is an error.
#include <nv/target>

#define ELECT(n) NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("mapa.u64 %0, %0, %1;" : "+l"(n) : "n"(0));))
#define RANK(p, n) asm volatile("mapa.u64 %0, %0, %1;" : "+l"(p) : "n"(n)) // blamed

template <typename T>
__device__ void selections(unsigned tile, const void *source, unsigned bar, int x, int y) {
    NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source));)) // silent
    NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90,
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // silent
    ,
        asm volatile("mapa.u64 %0, %0, 1;" : "+l"(source)); // wrong: below sm_90
    )
    NV_IF_TARGET(NV_PROVIDES_SM_80, (pair(x, y); asm volatile("mapa.u64 %0, %0, 2;" : "+l"(source));)) // blamed
    NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("cp.async.bulk.commit_group.frob;" ::: "memory");)) // wrong everywhere
    NV_DISPATCH_TARGET(
        NV_HAS_FEATURE_SM_90a, (asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source));), // silent
        NV_PROVIDES_SM_80, (
            asm volatile("cp.async.wait_all;" ::: "memory");
            NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source));)) // silent
        ),
        NV_IS_HOST, (asm volatile("cp.async.host;");), // silent: no PTX
        NV_ANY_TARGET, (asm volatile("cp.async.wait_all;" ::: "memory");)) // wrong: below sm_80
    NV_IF_TARGET(TARGET_OF(T), (asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source));)) // silent: not known
    NV_IF_TARGET(NV_PROVIDES_SM_90, (ELECT(source);), (RANK(source, 1);)) // its definition is blamed
    asm volatile("mapa.u64 %0, %0, 3;" : "+l"(source)); // blamed
}

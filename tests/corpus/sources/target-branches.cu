// options: --target=sm_80
// What an `if` keeps from the target is not blamed on it, where the names say that the target is compared. What is
// wrong on every target is an error all the same.
template <int Arch>
__device__ void branches(unsigned tile, const void *source, unsigned bar, int arch, int size) {
    if constexpr (Arch >= 900) {
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // silent
        if (size > 4)
            asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // silent
        else
            asm volatile("mapa.u64 %0, %0, 1;" : "+l"(source)); // silent
        asm volatile("cp.async.bulk.commit_group.frob;" ::: "memory"); // wrong everywhere
    } else if constexpr (Arch >= 800) {
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // blamed
    } else {
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // silent: below sm_80
    }
    if (arch >= 90)
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // silent
    asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // blamed
    if (800 < Traits<Arch>::kArch && size)
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // blamed: the name of a template is not understood
    if (Traits::kArch > 800 && size)
        for (int i = 0; i < size; i++) {
            asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // silent
        }
    if (arch == 80 || size >= 900)
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // blamed
    if (size >= 900)
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // blamed
    if (!(properties.sm_version() < 90)) { asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); } // silent
    if constexpr (false)
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // silent
#if SOMETHING
    if (arch < 900) {
#else
    if (arch >= 900) {
#endif
        asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // silent
    }
    asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // blamed
}

__device__ void after() {
    asm volatile("mapa.u64 %0, %0, 0;" : "+l"(source)); // blamed
}

/* Assemblers: see assembler.h. */
#include "tables/assembler.h"

#include "ptxcheck/ptxcheck.h"

#define PTX(major, minor) PTXC_PTX(major, minor)
#define PTXAS(major, minor) PTXC_PTX(major, minor)

/* From the oldest to the newest. */
static const struct {
    uint16_t release, newest; /* the newest PTX version that it knows */
} assemblers[] = {
#define MEASURED(assembler, newest) {assembler, newest},
#include "versions.def"
};

/* Targets whose first PTX version is not the same for every assembler that knows them, in the order of releases. */
static const struct {
    uint8_t target;
    uint16_t release, first;
} targets_since[] = {
#define TARGET_SINCE(target, assembler, first) {target, assembler, first},
#include "targets.def"
};

uint32_t ptxc_assembler(size_t index) {
    return index < PTXC_COUNT(assemblers) ? assemblers[index].release : 0;
}

uint32_t ptxc_assembler_ptx(uint32_t assembler) {
    for (size_t i = 0; i < PTXC_COUNT(assemblers); i++)
        if (assemblers[i].release == assembler)
            return assemblers[i].newest;
    return 0;
}

uint32_t ptxc_assembler_newest_ptx(void) {
    return assemblers[PTXC_COUNT(assemblers) - 1].newest; /* no later one knows less */
}

uint32_t ptxc_assembler_oldest_followed(void) {
#define FOLLOWED(assembler) assembler
    return
#include "versions.def"
        ;
}

bool ptxc_assembler_measured(uint32_t assembler) {
    return ptxc_assembler_ptx(assembler) != 0;
}

uint32_t ptxc_assembler_followed(struct ptxc_environment environment) {
    const size_t last = PTXC_COUNT(assemblers) - 1;
    if (environment.assembler || !environment.ptx)
        return environment.assembler;
    for (size_t i = 0; i < last; i++)
        if (assemblers[i].release >= ptxc_assembler_oldest_followed() && environment.ptx <= assemblers[i].newest)
            return assemblers[i].release;
    return assemblers[last].release;
}

bool ptxc_assembler_knows(uint32_t assembler, uint32_t ptx) {
    return !assembler || ptx <= ptxc_assembler_ptx(assembler);
}

uint32_t ptxc_target_first(enum ptxc_target target, uint32_t assembler) {
    uint32_t first = ptxc_targets[target].first;
    if (!assembler)
        return first;
    for (size_t i = PTXC_COUNT(targets_since); i-- > 0;) {
        if (targets_since[i].target != target)
            continue;
        if (assembler >= targets_since[i].release)
            return targets_since[i].first;
        first = 0;
    }
    return first && ptxc_assembler_knows(assembler, first) ? first : 0;
}

bool ptxc_header_valid(struct ptxc_environment environment) {
    const uint32_t first = ptxc_target_first(environment.target, environment.assembler);
    return first && environment.ptx >= first;
}

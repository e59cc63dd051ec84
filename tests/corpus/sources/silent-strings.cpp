// Talk about instructions: nothing here is a finding.
// asm volatile("cp.async.cg.shared.global [%0], [%1], 8;" :: "r"(dst), "l"(src));
/*
// cp.async.bulk.dst.src.completion_mechanism{.level::cache_hint} [dstMem], [srcMem], size, [mbar]; // PTX ISA 80
asm("cp.async.bulk.dst.src [%0], [%1];");
*/
#include <map>
#include <stdexcept>
#include <string>

static const std::map<std::string, int> mnemonics = {
    {"cp.async", 1}, {"cp.async.bulk", 2}, {"cp.async.bulk.tensor", 3}, {"cp.async.wait_group", 4},
    {"llvm.nvvm.cp.async.bulk.global.to.shared.cluster", 5}, {"cp.async.cg.shared.global.L2::96B", 6},
};

static const char *const grammar[] = {
    "cp.async.ca.shared{::cta}.global{.level::cache_hint}{.level::prefetch_size} [dst], [src], cp-size{, src-size};",
    "cp.async.bulk.tensor.dim.dst.src{.load_mode}.completion_mechanism{.cta_group} [dstMem], [tensorMap, tensorCoords];",
    "cp.async.wait_group N;",
    "cp.async.bulk.dst.src.completion_mechanism [dstMem], [srcMem], size, [mbar];",
    "cp.reduce.async.bulk.dst.src.completion_mechanism.redOp.type [dstMem], [srcMem], size, [mbar]",
};

void fail(int size) {
    if (size != 16)
        throw std::runtime_error("cp.async.cg copies 16 bytes; got " + std::to_string(size));
    throw std::runtime_error("expected 'cp.async.wait_group n' after cp.async.commit_group; check the loop");
}

void x86(int *place) {
    asm volatile("lock; addl $1, %0" : "+m"(*place));
    asm volatile("mov %%fs:0, %0" : "=r"(place));
    asm("cpuid");
}

extern int renamed(int) asm("cp_async_renamed");

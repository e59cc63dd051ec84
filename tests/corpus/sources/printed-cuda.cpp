// C++ that prints CUDA: raw strings with {unknown text}, strings with escaped quotes cut by <<, run-time concatenation.
#include <sstream>
#include <string>

std::string sound(int size, const std::string& policy) {
    std::ostringstream out;
    out << "  asm volatile(\"cp.async.cg.shared.global [%0], [%1], " << size << ";\\n\"\n"
        << "      :: \"r\"(dst), \"l\"(src) : \"memory\");\n";
    out << "  asm volatile(\"cp.async.commit_group;\\n\");\n";
    return out.str() + "cp.async." + policy + ".shared.global [%r1], [%rd1], 16;\n";
}

std::string wrong(int size) {
    std::ostringstream out;
    out << "  asm volatile(\"cp.async.cg.shared.global [%0], [%1], 8;\\n\"\n"
        << "      :: \"r\"(dst), \"l\"(src) : \"memory\");\n";
    out << "cp.async.ca.shared.globl [%r" << size << "], [%rd1], 16;\n";
    out << "  asm volatile(\"cp.async.wait_group 0;\\n\");\n";
    return out.str();
}

const char* kTemplate = R"(
extern "C" __global__ void {name}({type}* source) {{
    asm volatile("cp.async.cg.shared.global [%0], [%1], {bytes};" :: "r"(dst), "l"(source) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 24;" :: "r"(dst), "l"(source) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2;"
                 :: "r"(dst), "l"(source), "r"({bytes}) : "memory");
}}
)";

// Names in braces alone make a template as well; #if lines stand in it as they will in the file.
const char* kReplaced = R"(
  {
    __asm__ __volatile__(
      #if ENABLE_PREFETCH
        "cp.async.{cache}.shared.global.L2::128B [%0], [%1], %2;"
      #else
        "cp.async.cg.{space}.globl [%0], [%1], %2;"
      #endif
        :: "r"(dst), "l"((void*)({source})), "n"({bytes}) : "memory"
    );
  }
)";

std::string module_text(const std::string& name) {
    return ".version 8.0\n.target sm_90\n.visible .entry " + name + "()\n{\n"
           "    .reg .b32 %r<2>;\n    .reg .b64 %rd<2>;\n"
           "    cp.async.ca.shared.global [%r1], [%rd1], 4;\n"
           "    cp.async.ca.shared.global [%r1], [%rd1], 20;\n    ret;\n}\n";
}

/* A program in C++ of someone else's: it checks one instruction and prints what is wrong with it. */
#include <ptxcheck/ptxcheck.h>

#include <cstdio>
#include <cstring>

int main()
{
    const char *text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 source)\n{\n"
                       ".reg .b64 %rd<2>;\n.shared .align 16 .b8 tile[16];\n"
                       "cp.async.cg.shared.global [tile], [%rd1], 8;\n}\n";
    ptxc_options options = {};
    options.size = sizeof(options);
    ptxc_report *report;
    if (ptxc_check(text, std::strlen(text), &options, &report) != PTXC_OK)
        return 2;
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        std::puts(ptxc_report_get(report, i)->message);
    ptxc_report_free(report);
    return 0;
}

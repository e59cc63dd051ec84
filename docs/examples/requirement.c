/* Says for each instruction of a file where it is legal: from which PTX version, on which targets.
 * Exit status 0: said, 2: the file cannot be read.
 */
#include <stdio.h>
#include <stdlib.h>

#include <ptxcheck/instruction.h>

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    *length = text && fseek(file, 0, SEEK_SET) == 0 ? fread(text, 1, (size_t)size, file) : 0;
    if (text && *length != (size_t)size) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

/* A line for each PTX version with the targets that it brings. */
static void print_requirement(const struct ptxc_requirement *requirement) {
    if (requirement->ptx == 0)
        printf("    legal nowhere\n");
    for (unsigned ptx = requirement->ptx; ptx != 0 && ptx <= ptxc_newest_ptx(); ptx++) {
        unsigned targets = 0;
        for (int target = 1; ptxc_target_name(target); target++) {
            if (requirement->first[target] != ptx)
                continue;
            if (targets++ == 0)
                printf("    from PTX %u.%u:", ptx / 100, ptx % 100);
            printf(" %s", ptxc_target_name(target));
        }
        if (targets > 0)
            printf("\n");
    }
}

static enum ptxc_status print_requirements(const char *source, size_t length) {
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    enum ptxc_status status = ptxc_module_open(source, length, NULL, &module);
    if (status != PTXC_OK)
        return status;
    while (ptxc_module_next(module, &instruction)) {
        ptxc_instruction_requirement(&instruction, &requirement);
        printf("%.*s\n", (int)instruction.span.length, source + instruction.span.offset);
        print_requirement(&requirement);
    }
    return ptxc_module_close(module, NULL);
}

int main(int argc, char **argv) {
    size_t length;
    char *source = argc == 2 ? read_file(argv[1], &length) : NULL;
    if (!source) {
        fprintf(stderr, "requirement: %s\n", argc == 2 ? "the file cannot be read" : "give it one FILE");
        return 2;
    }
    enum ptxc_status status = print_requirements(source, length);
    free(source);
    return status != PTXC_OK || fflush(stdout) != 0 || ferror(stdout) ? 2 : 0;
}

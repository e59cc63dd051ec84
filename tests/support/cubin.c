/* Compares cubins: see cubin.h. */
#include "cubin.h"

#include <elf.h>
#include <string.h>

/* Section `index`: its name, and its bytes where it has any. */
struct section {
    const char *name, *bytes;
    size_t size;
};

static Elf64_Shdr header_of(const char *cubin, size_t index) {
    Elf64_Ehdr file;
    Elf64_Shdr header;
    memcpy(&file, cubin, sizeof(file));
    memcpy(&header, cubin + file.e_shoff + index * sizeof(header), sizeof(header));
    return header;
}

static size_t section_count(const char *cubin) {
    Elf64_Ehdr file;
    memcpy(&file, cubin, sizeof(file));
    return file.e_shnum;
}

static struct section section_of(const char *cubin, size_t index) {
    Elf64_Ehdr file;
    memcpy(&file, cubin, sizeof(file));
    Elf64_Shdr header = header_of(cubin, index), names = header_of(cubin, file.e_shstrndx);
    struct section section = {cubin + names.sh_offset + header.sh_name, cubin + header.sh_offset,
                              header.sh_type == SHT_NOBITS ? 0 : (size_t)header.sh_size};
    return section;
}

/* What depends on how the PTX is written. */
static int is_source(const char *name) {
    return strcmp(name, ".nv_debug_ptx_txt") == 0 || strcmp(name, ".nv_debug_line_sass") == 0;
}

int cubin_same(const char *a, size_t size, const char *b, size_t other_size) {
    if (size == other_size && memcmp(a, b, size) == 0)
        return 1;
    if (section_count(a) != section_count(b))
        return 0;
    for (size_t i = 0; i < section_count(a); i++) {
        struct section one = section_of(a, i), other = section_of(b, i);
        if (strcmp(one.name, other.name) != 0)
            return 0;
        if (!is_source(one.name) && (one.size != other.size || memcmp(one.bytes, other.bytes, one.size) != 0))
            return 0;
    }
    return 1;
}

/* Fuzz target: any bytes as a configuration of a project, and what it asks of some files. Messages go to stderr. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config/config.h"
#include "target.h"

/* Writes the bytes to a file without a name, and gives the path under which it can be opened; false where there is no
 * room. */
static int write_file(FILE *file, const uint8_t *data, size_t size, char *path, size_t room) {
    snprintf(path, room, "/dev/fd/%d", fileno(file));
    return (size == 0 || fwrite(data, 1, size, file) == size) && fflush(file) == 0 && fseek(file, 0, SEEK_SET) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const files[] = {"a.ptx", "src/deep/er/b.cu", "/x/legacy/c.py"};
    static struct profile profile;
    FILE *file = tmpfile();
    char path[40];
    if (!file || !write_file(file, data, size, path, sizeof(path)))
        abort();
    struct config *config = config_read(path, strdup("config"), strdup("/x"));
    for (size_t i = 0; config && i < sizeof(files) / sizeof(*files); i++) {
        const uint64_t sections = config_sections(config, config_relative(config, files[i]));
        profile_begin(&profile);
        profile_lay(&profile, &config->base);
        for (size_t section = 0; section < config->section_count; section++)
            if (sections >> section & 1)
                profile_lay(&profile, &config->sections[section]->profile);
        profile_flags(&profile);
        if (profile_suits(&profile) && ptxc_options_explain(&profile.options, NULL, 0) > 0)
            target_broken("the library takes no such options", (const char *)data, size);
        exclude_ask_down(&config->exclude, config_relative(config, files[i]), false);
        target_reached++;
    }
    if (config)
        config_free(config);
    fclose(file);
    return 0;
}

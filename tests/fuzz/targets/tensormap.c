/* Fuzz target: any bytes as a document with tensor maps. What was read can be written, and reads back with the same
 * findings; a kernel is checked against them.
 */
#include <stdlib.h>
#include <string.h>

#include "ptxcheck/tensormap.h"
#include "target.h"

enum { TEXT = 1 << 16 };

static const char kernel[] =
    ".version 8.0\n.target sm_90\n.visible .entry k(.param .align 64 .b8 map[128]) {\n.reg .b64 %rd<4>; .reg .b32 "
    "%r<4>;"
    "\n.shared .align 128 .b8 s[65536]; .shared .align 8 .b64 bar;\nmov.b64 %rd1, map; cvta.param.u64 %rd2, %rd1;\n"
    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd2, {%r1, 0}], [bar];\n"
    "ret;\n}\n";

/* Asks what copies with the map take, along each dimension, and of pixels. */
static void ask(const struct ptxc_tensormap *map) {
    struct ptxc_tensormap_boxes boxes;
    struct ptxc_tensormap_area area;
    int64_t coordinates[PTXC_TENSORMAP_MAX_RANK] = {0};
    for (size_t i = 0; i <= PTXC_TENSORMAP_MAX_RANK; i++)
        ptxc_tensormap_extent(map, i, &boxes);
    ptxc_tensormap_bytes(map);
    if (ptxc_tensormap_pixels(map, &area))
        ptxc_tensormap_next_pixel(map, coordinates);
}

/* Writes a map and reads it again: that gives the same text. */
static void write_again(const struct ptxc_tensormap *map) {
    static char text[TEXT], again[TEXT];
    struct ptxc_tensormaps *maps;
    struct ptxc_tensormap other = {.size = sizeof(other)};
    const size_t length = ptxc_tensormap_emit(map, text, sizeof(text));
    if (length == 0 || length >= sizeof(text))
        return;
    if (ptxc_tensormaps_read(text, length, NULL, &maps, NULL) != PTXC_OK)
        abort();
    if (!ptxc_tensormaps_get(maps, 0, &other))
        target_broken("what is written is no map", text, length);
    if (ptxc_tensormap_emit(&other, again, sizeof(again)) != length || memcmp(text, again, length) != 0)
        target_broken("a map that is written twice is another one", text, length);
    ptxc_tensormaps_free(maps);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ptxc_tensormaps *maps;
    struct ptxc_report *report;
    char *text = target_copy(data, size);
    if (ptxc_tensormaps_read(text, size, NULL, &maps, &report) != PTXC_OK)
        abort();
    target_read_report(report, text, size);
    for (size_t i = 0; i < ptxc_tensormaps_count(maps); i++) {
        struct ptxc_tensormap map = {.size = sizeof(map)};
        ptxc_tensormaps_get(maps, i, &map);
        target_reached++;
        ask(&map);
        write_again(&map);
    }
    const struct ptxc_options options = {.size = sizeof(options), .flags = PTXC_CHECK_FLOW, .maps = maps};
    if (ptxc_check(kernel, strlen(kernel), &options, &report) != PTXC_OK)
        abort();
    target_read_report(report, kernel, strlen(kernel));
    ptxc_tensormaps_free(maps);
    free(text);
    return 0;
}

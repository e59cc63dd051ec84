/* The public API: what copies with a tensor map take. Boxes of tiled maps are held against a model that looks at each
 * element; pixels against what a GPU has copied (im2col.txt, the argument).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/tensormap.h>

enum { FLOAT16 = 6 };

static struct ptxc_tensormap tiled(uint64_t tensor, uint32_t box, uint32_t stride) {
    return (struct ptxc_tensormap){.size = sizeof(struct ptxc_tensormap),
                                   .kind = PTXC_TENSORMAP_TILED,
                                   .data_type = FLOAT16,
                                   .rank = 2,
                                   .global_dim = {64, tensor},
                                   .global_strides = {128},
                                   .box_dim = {64, box},
                                   .element_strides = {1, stride}};
}

/* A map of 14 by 14 pixels. */
static struct ptxc_tensormap im2col(void) {
    return (struct ptxc_tensormap){.size = sizeof(struct ptxc_tensormap),
                                   .kind = PTXC_TENSORMAP_IM2COL,
                                   .data_type = FLOAT16,
                                   .rank = 4,
                                   .global_dim = {64, 14, 14, 8},
                                   .global_strides = {128, 1792, 25088},
                                   .pixel_box_lower_corner = {-1, -1},
                                   .pixel_box_upper_corner = {-1, -1},
                                   .channels_per_pixel = 64,
                                   .pixels_per_column = 8,
                                   .element_strides = {1, 1, 1, 1}};
}

/* Lays boxes over a tensor element by element. */
static void model(uint64_t tensor, uint32_t box, uint32_t stride, struct ptxc_tensormap_boxes *extent) {
    *extent = (struct ptxc_tensormap_boxes){.tensor = tensor, .box = box, .step = stride};
    for (uint64_t start = 0; start < tensor; start += box) {
        extent->boxes++;
        extent->taken = extent->inside = extent->filled = 0;
        for (uint32_t i = 0; i < box; i++) {
            const int taken = i % stride == 0, inside = start + i < tensor;
            extent->taken += taken;
            extent->inside += inside;
            extent->filled += taken && !inside;
        }
    }
}

static void boxes_are_those_of_the_model(void **state) {
    struct ptxc_tensormap_boxes found, wanted;
    (void)state;
    for (uint64_t tensor = 1; tensor <= 70; tensor++)
        for (uint32_t box = 1; box <= 40; box++)
            for (uint32_t stride = 1; stride <= 8; stride++) {
                const struct ptxc_tensormap map = tiled(tensor, box, stride);
                memset(&found, 0, sizeof(found));
                assert_int_equal(ptxc_tensormap_extent(&map, 1, &found), 1);
                model(tensor, box, stride, &wanted);
                assert_int_equal(found.tensor, wanted.tensor);
                assert_int_equal(found.box, wanted.box);
                assert_int_equal(found.step, wanted.step);
                assert_int_equal(found.boxes, wanted.boxes);
                assert_int_equal(found.taken, wanted.taken);
                assert_int_equal(found.inside, wanted.inside);
                assert_int_equal(found.filled, wanted.filled);
                assert_int_equal(ptxc_tensormap_bytes(&map), 64 * 2 * wanted.taken);
            }
}

/* The stride of the innermost dimension counts with an interleaved layout alone; the largest tensor has its boxes. */
static void boxes_at_the_limits(void **state) {
    struct ptxc_tensormap_boxes extent;
    struct ptxc_tensormap map = tiled(UINT64_C(1) << 32, 256, 1);
    (void)state;
    map.element_strides[0] = 2;
    assert_int_equal(ptxc_tensormap_extent(&map, 0, &extent), 1);
    assert_int_equal(extent.step, 1);
    assert_int_equal(extent.taken, 64);
    map.interleave = 1;
    assert_int_equal(ptxc_tensormap_extent(&map, 0, &extent), 1);
    assert_int_equal(extent.step, 2);
    assert_int_equal(extent.taken, 32);
    assert_int_equal(ptxc_tensormap_extent(&map, 1, &extent), 1);
    assert_true(extent.boxes == UINT64_C(1) << 24);
    assert_int_equal(extent.inside, 256);
    map.global_dim[1] = UINT64_MAX;
    map.box_dim[1] = 2;
    assert_int_equal(ptxc_tensormap_extent(&map, 1, &extent), 1);
    assert_true(extent.boxes == UINT64_C(1) << 63);
    assert_int_equal(extent.inside, 1);
}

/* What is no box, or not known to be one, is left as it is. */
static void no_boxes(void **state) {
    struct ptxc_tensormap_boxes extent = {.boxes = 7};
    struct ptxc_tensormap map = tiled(64, 8, 1);
    (void)state;
    assert_int_equal(ptxc_tensormap_extent(&map, 2, &extent), 0);
    assert_int_equal(ptxc_tensormap_extent(&map, SIZE_MAX, &extent), 0);
    assert_int_equal(ptxc_tensormap_extent(&map, 0, NULL), 0);
    assert_int_equal(ptxc_tensormap_extent(NULL, 0, &extent), 0);
    for (int i = 0; i < 4; i++) {
        map = tiled(i == 0 ? 0 : 64, i == 1 ? 0 : 8, i == 2 ? 0 : 1);
        map.unknown[PTXC_TENSORMAP_BOX] = i == 3 ? 2 : 0;
        assert_int_equal(ptxc_tensormap_extent(&map, 1, &extent), 0);
        assert_int_equal(ptxc_tensormap_extent(&map, 0, &extent), 1);
        extent.boxes = 7;
    }
    assert_int_equal(ptxc_tensormap_bytes(&map), 0);
    map.size = 0;
    assert_int_equal(ptxc_tensormap_extent(&map, 0, &extent), 0);
    assert_int_equal(ptxc_tensormap_bytes(&map), 0);
    map = im2col();
    assert_int_equal(ptxc_tensormap_extent(&map, 0, &extent), 0);
    assert_int_equal(extent.boxes, 7);
}

static void boxes_of_pixels(void **state) {
    struct ptxc_tensormap_area pixels = {.dimensions = 7};
    struct ptxc_tensormap map = im2col();
    int64_t at[PTXC_TENSORMAP_MAX_RANK] = {0, -1, -1, 0};
    (void)state;
    assert_int_equal(ptxc_tensormap_pixels(&map, &pixels), 1);
    assert_int_equal(pixels.dimensions, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pixels.first[i], -1);
        assert_int_equal(pixels.last[i], 12);
    }
    assert_int_equal(ptxc_tensormap_bytes(&map), 64 * 8 * 2);
    pixels.dimensions = 7;
    for (int i = 0; i < 5; i++) {
        map = i == 4 ? tiled(64, 8, 1) : im2col();
        map.unknown[PTXC_TENSORMAP_UPPER] = i == 0 ? 2 : 0;
        map.interleave = i == 1;
        map.rank = i == 2 ? 2 : i == 3 ? 6 : map.rank;
        assert_int_equal(ptxc_tensormap_pixels(&map, &pixels), 0);
        assert_int_equal(ptxc_tensormap_next_pixel(&map, at), 0);
        assert_int_equal(at[1], -1);
    }
    map = im2col();
    map.pixel_box_upper_corner[1] = -15; /* an empty box */
    assert_int_equal(ptxc_tensormap_pixels(&map, &pixels), 0);
    assert_int_equal(ptxc_tensormap_pixels(NULL, &pixels), 0);
    map = im2col();
    assert_int_equal(ptxc_tensormap_pixels(&map, NULL), 0);
    assert_int_equal(ptxc_tensormap_next_pixel(&map, NULL), 0);
    map.unknown[PTXC_TENSORMAP_ELEMENT_STRIDES] = 2;
    assert_int_equal(ptxc_tensormap_next_pixel(&map, at), 0);
    assert_int_equal(pixels.dimensions, 7);
}

/* With im2colWide pixels lie along W, up to the end of the box. */
static void wide_boxes(void **state) {
    struct ptxc_tensormap_area pixels;
    struct ptxc_tensormap map = im2col();
    int64_t at[PTXC_TENSORMAP_MAX_RANK] = {0, -2, 5, 7};
    (void)state;
    map.kind = PTXC_TENSORMAP_IM2COL_WIDE;
    map.pixel_box_lower_corner_width = -2;
    map.pixel_box_upper_corner_width = 1;
    map.element_strides[1] = 3;
    assert_int_equal(ptxc_tensormap_pixels(&map, &pixels), 1);
    assert_int_equal(pixels.dimensions, 1);
    assert_int_equal(pixels.first[0], -2);
    assert_int_equal(pixels.last[0], 14);
    for (int64_t w = 1; w <= 13; w += 3) {
        assert_int_equal(ptxc_tensormap_next_pixel(&map, at), 1);
        assert_int_equal(at[1], w);
    }
    assert_int_equal(ptxc_tensormap_next_pixel(&map, at), 0);
    assert_int_equal(at[1], 13);
    assert_int_equal(at[2], 5);
    assert_int_equal(ptxc_tensormap_bytes(&map), 0);
}

/* Reads "6/1/7 …" from *text, `count` times. */
static void read_numbers(char **text, size_t count, long numbers[][3]) {
    for (size_t i = 0; i < count; i++)
        for (int j = 0; j < 3; j++)
            numbers[i][j] = strtol(*text + (j > 0), text, 10);
}

/* Gives the number of a pixel in the tensor from 1 on; 0 for one outside of it. */
static long number_of(const struct ptxc_tensormap *map, const int64_t *at, const long corners[][3]) {
    int64_t number = 0;
    for (size_t i = map->rank - 1; i > 0; i--) {
        const int64_t place = at[i] + (i < map->rank - 1 ? corners[i - 1][2] : 0), size = (int64_t)map->global_dim[i];
        if (place < 0 || place >= size)
            return 0;
        number = number * size + place;
    }
    return (long)number + 1;
}

/* Holds a line of the file against the library. */
static void replay(char *line) {
    struct ptxc_tensormap map = im2col();
    int64_t at[PTXC_TENSORMAP_MAX_RANK] = {0};
    long sizes[4][3], corners[3][3];
    char *text = line, *end;
    map.rank = (uint32_t)strtol(text, &text, 10);
    assert_in_range(map.rank, 3, 5);
    read_numbers(&text, map.rank - 1, sizes);
    text = strchr(text, '|') + 1;
    read_numbers(&text, map.rank - 2, corners);
    for (size_t i = 1; i < map.rank; i++) {
        map.global_dim[i] = (uint64_t)sizes[i - 1][0];
        map.element_strides[i] = (uint32_t)sizes[i - 1][1];
        at[i] = sizes[i - 1][2];
    }
    for (size_t i = 0; i < map.rank - 2; i++) {
        map.pixel_box_lower_corner[i] = (int32_t)corners[i][0];
        map.pixel_box_upper_corner[i] = (int32_t)corners[i][1];
    }
    text = strchr(text, '|') + 1;
    for (long wanted = strtol(text, &end, 10); end != text; wanted = strtol(text = end, &end, 10)) {
        if (number_of(&map, at, corners) != wanted)
            fail_msg("%ld, not %ld, after '%s'", number_of(&map, at, corners), wanted, line);
        assert_int_equal(ptxc_tensormap_next_pixel(&map, at), 1);
    }
}

static void pixels_are_those_of_a_gpu(void **state) {
    FILE *file = fopen(*state, "r");
    char line[1000];
    size_t count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof(line), file))
        if (line[0] != '#') {
            replay(line);
            count++;
        }
    fclose(file);
    assert_int_equal(count, 480);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_those_of_the_model),
        cmocka_unit_test(boxes_at_the_limits),
        cmocka_unit_test(no_boxes),
        cmocka_unit_test(boxes_of_pixels),
        cmocka_unit_test(wide_boxes),
        cmocka_unit_test_prestate(pixels_are_those_of_a_gpu, argv[1]),
    };
    if (argc != 2)
        return 2;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The public API: tensor maps as values, in JSON and in sets. What the driver says of them is replayed elsewhere
 * (tests/oracle/tensormap.c).
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

enum { FLOAT16 = 6, SWIZZLE_128B = 3 };

/* A map that the driver takes. */
static struct ptxc_tensormap sound(void) {
    return (struct ptxc_tensormap){.size = sizeof(struct ptxc_tensormap),
                                   .name = "map",
                                   .kind = PTXC_TENSORMAP_TILED,
                                   .data_type = FLOAT16,
                                   .rank = 2,
                                   .global_address = 0x7f0000000000,
                                   .global_dim = {64, 64},
                                   .global_strides = {128},
                                   .box_dim = {64, 8},
                                   .element_strides = {1, 1},
                                   .swizzle = SWIZZLE_128B};
}

/* Checks the map, and compares the rules that it breaks, "rule at the text, …". */
static void assert_found(const struct ptxc_tensormap *map, const struct ptxc_options *options, const char *wanted) {
    struct ptxc_report *report;
    char found[400] = "";
    assert_int_equal(ptxc_tensormap_check(map, options, &report), PTXC_OK);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        const size_t length = strlen(found);
        snprintf(found + length, sizeof(found) - length, "%s%s at %.*s", length ? ", " : "", diagnostic->rule,
                 (int)diagnostic->span.length, ptxc_report_text(report) + diagnostic->span.offset);
    }
    assert_string_equal(found, wanted);
    ptxc_report_free(report);
}

static void a_value(void **state) {
    struct ptxc_tensormap map = sound();
    (void)state;
    assert_found(&map, NULL, "");
    map.box_dim[0] = 128;
    map.element_strides[1] = 9;
    assert_found(&map, NULL, "map-swizzle-span at 128, map-element-stride at 9");
    map.rank = 9; /* what is after the arrays is not looked at */
    map.swizzle = 0;
    assert_found(&map, &(struct ptxc_options){.size = sizeof(struct ptxc_options), .classes = 1u << PTXC_CLASS_ADVICE},
                 "");
}

static void bad_arguments(void **state) {
    struct ptxc_tensormap map = sound();
    struct ptxc_report *report;
    struct ptxc_tensormaps *maps;
    const struct ptxc_options none = {.size = sizeof(none), .target = "sm_91"};
    (void)state;
    assert_int_equal(ptxc_tensormap_check(&map, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormap_check(NULL, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(ptxc_tensormap_check(&map, &none, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormap_check_json("{}", 2, &none, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormap_check_json(NULL, 2, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormap_check_json("{}", 2, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormap_check_json("{}", (size_t)1 << 31, NULL, &report), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_tensormaps_read("{}", 2, &none, &maps, &report), PTXC_BAD_ARGUMENT);
    assert_null(maps);
    assert_int_equal(ptxc_tensormaps_read("{}", 2, NULL, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormaps_make(NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormaps_make(&(struct ptxc_allocator){NULL, NULL}, &maps), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormaps_add(NULL, &map), PTXC_BAD_ARGUMENT);
    map.kind = 3;
    assert_int_equal(ptxc_tensormap_check(&map, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormap_emit(&map, NULL, 0), 0);
    map = sound();
    map.size = 0;
    assert_int_equal(ptxc_tensormap_check(&map, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_tensormap_emit(NULL, NULL, 0), 0);
    assert_null(ptxc_tensormap_field_name((enum ptxc_tensormap_field)99));
    assert_null(ptxc_tensormap_value_name(PTXC_TENSORMAP_SWIZZLE, 7));
    assert_null(ptxc_tensormap_value_name(PTXC_TENSORMAP_DIM, 0));
    assert_int_equal(ptxc_tensormaps_count(NULL), 0);
    assert_int_equal(ptxc_tensormaps_get(NULL, 0, &map), 0);
    ptxc_tensormaps_free(NULL);
}

/* What is not known is not judged, number by number. */
static void unknown_numbers(void **state) {
    struct ptxc_tensormap map = sound();
    (void)state;
    map.global_address = 8;
    map.box_dim[0] = 300;
    map.box_dim[1] = 300;
    assert_found(&map, NULL, "map-address at \"0x8\", map-box at 300, map-inner-bytes at 300, map-swizzle-span at 300");
    map.unknown[PTXC_TENSORMAP_ADDRESS] = 1;
    map.unknown[PTXC_TENSORMAP_BOX] = 1;
    assert_found(&map, NULL, "map-box at 300");
    map.unknown[PTXC_TENSORMAP_BOX] = 3;
    map.unknown[PTXC_TENSORMAP_KIND] = 0xff; /* the kind is always known */
    assert_found(&map, NULL, "");
    map = sound();
    map.global_strides[0] = 8;
    map.unknown[PTXC_TENSORMAP_RANK] = 1; /* then no list is */
    assert_found(&map, NULL, "");
}

static void json_of_a_value(void **state) {
    static const char text[] =
        "{\"kind\": \"tiled\", \"name\": \"map\", \"tensorDataType\": \"CU_TENSOR_MAP_DATA_TYPE_FLOAT16\", "
        "\"tensorRank\": 2, \"globalAddress\": \"0x7f0000000000\", \"globalDim\": [64, null], "
        "\"globalStrides\": [128], \"boxDim\": [64, 8], \"elementStrides\": [1, 1], "
        "\"interleave\": \"CU_TENSOR_MAP_INTERLEAVE_NONE\", \"swizzle\": \"CU_TENSOR_MAP_SWIZZLE_128B\", "
        "\"l2Promotion\": 9, \"oobFill\": \"CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE\"}";
    struct ptxc_tensormap map = sound(), back = {.size = sizeof(back)};
    struct ptxc_tensormaps *maps;
    char buffer[1000];
    (void)state;
    map.l2_promotion = 9;
    map.unknown[PTXC_TENSORMAP_DIM] = 2;
    assert_int_equal(ptxc_tensormap_emit(&map, buffer, sizeof(buffer)), strlen(text));
    assert_string_equal(buffer, text);
    assert_int_equal(ptxc_tensormap_emit(&map, buffer, 9), strlen(text));
    assert_string_equal(buffer, "{\"kind\":");
    assert_int_equal(ptxc_tensormaps_read(text, strlen(text), NULL, &maps, NULL), PTXC_OK);
    assert_int_equal(ptxc_tensormaps_get(maps, 0, &back), 1);
    assert_int_equal(ptxc_tensormap_emit(&back, buffer, sizeof(buffer)), strlen(text));
    assert_string_equal(buffer, text);
    ptxc_tensormaps_free(maps);
}

/* A number that is not known is not known either after it was written and read, whatever stands for a field that a
 * document leaves out. */
static void unknown_numbers_stay_unknown(void **state) {
    struct ptxc_tensormap map = sound(), back = {.size = sizeof(back)};
    struct ptxc_tensormaps *maps;
    struct ptxc_report *report;
    char text[1000];
    (void)state;
    map.unknown[PTXC_TENSORMAP_SWIZZLE] = 1;
    map.unknown[PTXC_TENSORMAP_RANK] = 1;
    map.unknown[PTXC_TENSORMAP_ADDRESS] = 1;
    const size_t length = ptxc_tensormap_emit(&map, text, sizeof(text));
    assert_non_null(strstr(text, "\"swizzle\": null"));
    assert_non_null(strstr(text, "\"tensorRank\": null"));
    assert_null(strstr(text, "globalAddress"));
    assert_int_equal(ptxc_tensormaps_read(text, length, NULL, &maps, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 0);
    assert_int_equal(ptxc_tensormaps_get(maps, 0, &back), 1);
    assert_int_equal(back.unknown[PTXC_TENSORMAP_SWIZZLE] & 1, 1);
    assert_int_equal(back.unknown[PTXC_TENSORMAP_RANK] & 1, 1);
    ptxc_report_free(report);
    ptxc_tensormaps_free(maps);
}

static const char kernel[] = ".version 8.6\n.target sm_90a\n.address_size 64\n"
                             ".entry k(.param .align 64 .b8 map[128]) {\n.reg .b64 %rd<3>;\n"
                             ".shared .align 1024 .b8 s[1024];\nmov.b64 %rd1, map;\ncvta.param.u64 %rd2, %rd1;\n"
                             "cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%rd2, {0, 0, 0}];\nret;\n}\n";

static size_t findings(const struct ptxc_tensormaps *maps) {
    const struct ptxc_options options = {.size = sizeof(options), .flags = PTXC_CHECK_FLOW, .maps = maps};
    struct ptxc_report *report;
    assert_int_equal(ptxc_check(kernel, strlen(kernel), &options, &report), PTXC_OK);
    const size_t count = ptxc_report_count(report);
    assert_true(count == 0 || strcmp(ptxc_report_get(report, 0)->rule, "tensor-rank") == 0);
    ptxc_report_free(report);
    return count;
}

static void a_set(void **state) {
    struct ptxc_tensormap map = sound(), got = {.size = sizeof(got)};
    struct ptxc_tensormaps *maps;
    (void)state;
    assert_int_equal(ptxc_tensormaps_make(NULL, &maps), PTXC_OK);
    assert_int_equal(findings(maps), 0);
    map.name = "other";
    assert_int_equal(ptxc_tensormaps_add(maps, &map), PTXC_OK);
    map.name = NULL;
    assert_int_equal(ptxc_tensormaps_add(maps, &map), PTXC_OK);
    assert_int_equal(findings(maps), 0);
    map.name = "map";
    assert_int_equal(ptxc_tensormaps_add(maps, &map), PTXC_OK);
    assert_int_equal(findings(maps), 1);
    map.unknown[PTXC_TENSORMAP_RANK] = 1; /* the last of a name counts */
    assert_int_equal(ptxc_tensormaps_add(maps, &map), PTXC_OK);
    assert_int_equal(findings(maps), 0);
    assert_int_equal(ptxc_tensormaps_count(maps), 4);
    assert_int_equal(ptxc_tensormaps_get(maps, 0, &got), 1);
    assert_string_equal(got.name, "other");
    assert_int_equal(ptxc_tensormaps_get(maps, 4, &got), 0);
    ptxc_tensormaps_free(maps);
}

/* Every beginning of a document, and each of its bytes replaced, is read to an end. */
static void broken_documents(void **state) {
    static const char text[] =
        "[{\"kind\": \"im2col\", \"tensorRank\": 3, \"globalDim\": [1, -2, \"0x3\"], \"x\": {\"y\": "
        "[true, null, 1e5]}, \"pixelBoxLowerCorner\": null, \"target\": \"sm_90\"},{}]";
    static const char others[] = "{}[],:\"0-x\\ \n\xff";
    struct ptxc_report *report;
    (void)state;
    for (size_t length = 0; length <= strlen(text); length++) {
        char *copy = malloc(length + 1); /* so that a sanitizer sees what reads beyond */
        for (size_t k = 0; k < sizeof(others); k++) {
            memcpy(copy, text, length);
            if (length > 0)
                copy[length - 1] = k ? others[k - 1] : copy[length - 1];
            assert_int_equal(ptxc_tensormap_check_json(copy, length, NULL, &report), PTXC_OK);
            assert_true(k > 0 || ptxc_report_total(report, PTXC_SEVERITY_ERROR) > 0);
            ptxc_report_free(report);
        }
        free(copy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value),
        cmocka_unit_test(bad_arguments),
        cmocka_unit_test(unknown_numbers),
        cmocka_unit_test(json_of_a_value),
        cmocka_unit_test(unknown_numbers_stay_unknown),
        cmocka_unit_test(a_set),
        cmocka_unit_test(broken_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

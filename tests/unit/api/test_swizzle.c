/* The public API: where the bytes of a tensor copy lie, and the passes over the banks of an access. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>
#include <ptxcheck/swizzle.h>

enum { LINE = 128, CHUNK = 16, CHUNKS = 8, MODES = 8 };

/* The tables of PTX ISA 5.5.7: in each line of 128 bytes the chunks of 16 bytes, from the start of the pattern on. */
static const struct {
    const char *name;
    uint32_t span, repeat, atom;
    size_t lines;
    const char *pattern[CHUNKS];
} tables[MODES] = {
    {"NONE", 0, 16, 128, 2, {"01234567", "01234567"}},
    {"32B", 32, 256, 16, 2, {"01234567", "10325476"}},
    {"64B", 64, 512, 16, 4, {"01234567", "10325476", "23016745", "32107654"}},
    {"96B", 96, 256, 16, 2, {"01234567", "10325476"}},
    {"128B",
     128,
     1024,
     16,
     8,
     {"01234567", "10325476", "23016745", "32107654", "45670123", "54761032", "67452301", "76543210"}},
    {"128B_ATOM_32B", 128, 512, 32, 4, {"01234567", "23016745", "45670123", "67452301"}},
    {"128B_ATOM_32B_FLIP_8B", 128, 512, 8, 4, {"01234567", "23016745", "45670123", "67452301"}},
    {"128B_ATOM_64B", 128, 256, 64, 2, {"01234567", "45670123"}},
};

/* The pattern follows the address, from any start, and comes again after its last line. */
static void patterns_are_those_of_the_isa(void **state) {
    (void)state;
    for (size_t i = 0; i < MODES; i++) {
        const enum ptxc_swizzle mode = ptxc_swizzle_from_name(tables[i].name);
        assert_int_not_equal(mode, PTXC_SWIZZLE_UNKNOWN);
        for (uint32_t line = 0; line < 64; line++)
            for (uint32_t chunk = 0; chunk < CHUNKS; chunk++) {
                const uint32_t place = line * LINE + chunk * CHUNK;
                const char *row = tables[i].pattern[line % tables[i].lines];
                const uint32_t from = ptxc_swizzle_offset(mode, place) / CHUNK % CHUNKS;
                assert_int_equal('0' + (int)from, row[chunk]);
            }
    }
}

static void properties_are_those_of_the_pattern(void **state) {
    (void)state;
    for (size_t i = 0; i < MODES; i++) {
        const enum ptxc_swizzle mode = ptxc_swizzle_from_name(tables[i].name);
        assert_string_equal(ptxc_swizzle_name(mode), tables[i].name);
        assert_int_equal(ptxc_swizzle_span(mode), tables[i].span);
        assert_int_equal(ptxc_swizzle_repeat(mode), tables[i].repeat);
        assert_int_equal(ptxc_swizzle_atom(mode), tables[i].atom);
        assert_int_equal(ptxc_swizzle_pitch(mode, 16), tables[i].span > 0 ? tables[i].span : 16);
    }
}

/* Each byte of a line has a place of its own in the same line, and what it does it takes back. */
static void bytes_stay_in_their_line(void **state) {
    (void)state;
    for (size_t i = 0; i < MODES; i++) {
        const enum ptxc_swizzle mode = ptxc_swizzle_from_name(tables[i].name);
        for (uint32_t address = 0; address < 4096; address++) {
            const uint32_t place = ptxc_swizzle_offset(mode, address);
            assert_int_equal(place / LINE, address / LINE);
            assert_int_equal(ptxc_swizzle_offset(mode, place), address);
            assert_int_equal(ptxc_swizzle_offset(mode, address + 0x38000), place + 0x38000);
        }
    }
}

/* In every other line the halves of 16 bytes have changed places, and pieces of 8 bytes stay whole. */
static void halves_flip_in_odd_lines(void **state) {
    (void)state;
    for (uint32_t address = 0; address < 4096; address++) {
        const uint32_t kept = ptxc_swizzle_offset(PTXC_SWIZZLE_128B_ATOM_32B, address);
        const uint32_t flipped = ptxc_swizzle_offset(PTXC_SWIZZLE_128B_ATOM_32B_FLIP_8B, address);
        assert_int_equal(flipped, address / LINE % 2 ? kept ^ 8 : kept);
    }
}

static void what_is_no_mode(void **state) {
    static const enum ptxc_swizzle none[] = {PTXC_SWIZZLE_UNKNOWN, (enum ptxc_swizzle)8, (enum ptxc_swizzle)254};
    (void)state;
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        assert_int_equal(ptxc_swizzle_offset(none[i], 0x390), 0x390);
        assert_int_equal(ptxc_swizzle_span(none[i]), 0);
        assert_int_equal(ptxc_swizzle_pitch(none[i], 48), 48);
        assert_int_equal(ptxc_swizzle_repeat(none[i]), 0);
        assert_int_equal(ptxc_swizzle_atom(none[i]), 0);
        assert_int_equal(ptxc_swizzle_measured(none[i]), 0);
        assert_null(ptxc_swizzle_name(none[i]));
    }
    assert_int_equal(ptxc_swizzle_from_name("128"), PTXC_SWIZZLE_UNKNOWN);
    assert_int_equal(ptxc_swizzle_from_name(""), PTXC_SWIZZLE_UNKNOWN);
    assert_int_equal(ptxc_swizzle_from_name(NULL), PTXC_SWIZZLE_UNKNOWN);
}

/* The values are those of cuda.h. */
static void values_are_those_of_cuda(void **state) {
    static const char *const names[] = {"NONE",          "32B", "64B", "128B", "128B_ATOM_32B", "128B_ATOM_32B_FLIP_8B",
                                        "128B_ATOM_64B", "96B"};
    (void)state;
    for (int i = 0; i < MODES; i++)
        assert_int_equal(ptxc_swizzle_from_name(names[i]), i);
}

/* Fills the addresses of lanes that are `stride` bytes apart. */
static uint32_t passes_of_stride(uint32_t stride, size_t lanes, uint32_t width, uint32_t *words) {
    uint32_t addresses[32];
    for (uint32_t lane = 0; lane < lanes; lane++)
        addresses[lane] = lane * stride;
    return ptxc_bank_passes(addresses, lanes, width, words);
}

static void passes_of_strides(void **state) {
    uint32_t words[PTXC_BANKS];
    (void)state;
    assert_int_equal(passes_of_stride(4, 32, 4, words), 1);
    for (int bank = 0; bank < PTXC_BANKS; bank++)
        assert_int_equal(words[bank], 1);
    assert_int_equal(passes_of_stride(0, 32, 4, words), 1); /* all lanes share a word */
    assert_int_equal(words[0], 1);
    assert_int_equal(words[1], 0);
    assert_int_equal(passes_of_stride(2, 32, 2, NULL), 1);
    assert_int_equal(passes_of_stride(1, 32, 1, NULL), 1);
    assert_int_equal(passes_of_stride(8, 32, 4, NULL), 2);
    assert_int_equal(passes_of_stride(128, 32, 4, words), 32);
    assert_int_equal(words[0], 32);
    assert_int_equal(passes_of_stride(132, 32, 4, NULL), 1);
    assert_int_equal(passes_of_stride(8, 32, 8, NULL), 2);
    assert_int_equal(passes_of_stride(16, 32, 16, NULL), 4);
    assert_int_equal(passes_of_stride(128, 32, 16, NULL), 32);
    assert_int_equal(passes_of_stride(128, 8, 16, NULL), 8);
    assert_int_equal(passes_of_stride(144, 8, 16, NULL), 1);
}

/* Rows of 128 bytes: a column of 16 bytes needs eight passes for eight rows, and one with the swizzle. */
static void swizzles_keep_columns_apart(void **state) {
    (void)state;
    for (uint32_t column = 0; column < LINE; column += CHUNK) {
        uint32_t plain[CHUNKS], swizzled[CHUNKS];
        for (uint32_t row = 0; row < CHUNKS; row++) {
            plain[row] = row * LINE + column;
            swizzled[row] = ptxc_swizzle_offset(PTXC_SWIZZLE_128B, plain[row]);
        }
        assert_int_equal(ptxc_bank_passes(plain, CHUNKS, CHUNK, NULL), 8);
        assert_int_equal(ptxc_bank_passes(swizzled, CHUNKS, CHUNK, NULL), 1);
    }
}

static void what_is_no_access(void **state) {
    uint32_t addresses[33] = {0}, words[PTXC_BANKS];
    (void)state;
    assert_int_equal(ptxc_bank_passes(NULL, 1, 4, words), 0);
    assert_int_equal(ptxc_bank_passes(addresses, 33, 4, words), 0);
    assert_int_equal(ptxc_bank_passes(addresses, 32, 3, words), 0);
    assert_int_equal(ptxc_bank_passes(addresses, 32, 32, words), 0);
    assert_int_equal(ptxc_bank_passes(addresses, 0, 4, words), 0);
    assert_int_equal(words[0], 0);
}

static void sizes_of_types(void **state) {
    (void)state;
    assert_int_equal(ptxc_type_size(ptxc_type_from_name(".bf16")), 2);
    assert_int_equal(ptxc_type_size(ptxc_type_from_name(".u8")), 1);
    assert_int_equal(ptxc_type_size(ptxc_type_from_name(".b128")), 16);
    assert_int_equal(ptxc_type_size(ptxc_type_from_name(".pred")), 0);
    assert_int_equal(ptxc_type_size(ptxc_type_from_name(".texref")), 0);
    assert_int_equal(ptxc_type_size(PTXC_TYPE_NONE), 0);
    assert_int_equal(ptxc_type_size((enum ptxc_type)200), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_are_those_of_the_isa),
        cmocka_unit_test(properties_are_those_of_the_pattern),
        cmocka_unit_test(bytes_stay_in_their_line),
        cmocka_unit_test(halves_flip_in_odd_lines),
        cmocka_unit_test(what_is_no_mode),
        cmocka_unit_test(values_are_those_of_cuda),
        cmocka_unit_test(passes_of_strides),
        cmocka_unit_test(swizzles_keep_columns_apart),
        cmocka_unit_test(what_is_no_access),
        cmocka_unit_test(sizes_of_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

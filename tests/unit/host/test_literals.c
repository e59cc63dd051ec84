/* The literals of host languages: PTX is found in each kind of string, however it is delimited, and no literal, number
 * or lifetime before a string hides where that begins. */
#include <stdio.h>

#include "extracted.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define PTX "cp.async.wait_all;"

/* Whether the source has this one instruction of PTX, and all that it is cut to ends without more than that. */
static void expect_ptx(enum ptxc_host host, const char *source) {
    char cut[400];
    struct extracted e = extract(host, source, 1);
    assert_text(&e, 0, PTX);
    assert_origin(&e, 0, PTX, PTX);
    extracted_free(&e);
    for (size_t length = strstr(source, "wait_all") - source; length-- > 0;) {
        snprintf(cut, sizeof(cut), "%.*s", (int)length, source);
        e = extract(host, cut, 0);
        extracted_free(&e);
    }
}

/* Raw strings of C++ with each prefix, and delimiters of up to 16 characters. */
static void raw_strings_of_cpp(void **state) {
    static const char *const prefixes[] = {"", "u8", "u", "U", "L"};
    char source[200];
    (void)state;
    for (size_t i = 0; i < COUNT(prefixes); i++)
        for (int length = 0; length <= 16; length++) {
            snprintf(source, sizeof(source), "auto s = %sR\"%.*s(" PTX ")%.*s\";", prefixes[i], length,
                     "abcdefgh'1234567", length, "abcdefgh'1234567");
            expect_ptx(PTXC_HOST_C_FAMILY, source);
        }
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        snprintf(source, sizeof(source), "auto s = %s\"" PTX "\";", prefixes[i]);
        expect_ptx(PTXC_HOST_C_FAMILY, source);
        snprintf(source, sizeof(source), "compile(\"name\", %sR\"(\n" PTX "\n)\");", prefixes[i]); /* after another */
        struct extracted e = extract(PTXC_HOST_C_FAMILY, source, 1);
        assert_text(&e, 0, "\n" PTX "\n");
        extracted_free(&e);
    }
}

/* What a delimiter may not have, wherever it stands there, makes no raw string, and what follows is read. */
static void no_raw_strings(void **state) {
    static const char *const wrong[] = {" ", ")", "\\", "\t", "\v", "\f", "\n", "\""};
    char source[200];
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++)
        for (int length = 0; length <= 17; length++) {
            const bool closed = *wrong[i] == '"';
            snprintf(source, sizeof(source), "f(R\"%.*s%s(%s;\n g(\"\");\n h(\"" PTX "\");\n", length,
                     "abcdefghijklmnopq", wrong[i], closed ? "" : "\"");
            struct extracted e = extract(PTXC_HOST_C_FAMILY, source, 1);
            assert_text(&e, 0, PTX);
            extracted_free(&e);
        }
}

/* A quotation mark in a character begins no string. */
static void characters_of_c(void **state) {
    static const char *const prefixes[] = {"", "u8", "u", "U", "L"};
    static const char *const inside[] = {"\"", "\\\"", "\\'", "\\\\", "\\n\"", "\\x22\"", "ab\"d"};
    char source[200];
    (void)state;
    for (size_t i = 0; i < COUNT(prefixes); i++)
        for (size_t k = 0; k < COUNT(inside); k++) {
            snprintf(source, sizeof(source), "f(%s'%s', \"" PTX "\");", prefixes[i], inside[k]);
            expect_ptx(PTXC_HOST_C_FAMILY, source);
        }
}

/* Characters of up to 16 characters, some of them escaped; where the line ends before they do, it is none. */
static void long_characters_of_c(void **state) {
    static const char plain[] = "abcdefghijklmnopq", *const ends[] = {"'", "\\\"'", "\n", "\\\n"};
    char source[200];
    (void)state;
    for (size_t i = 0; i < COUNT(ends); i++)
        for (int length = 1; length < 16; length++) {
            snprintf(source, sizeof(source), "f('%.*s%s, \"" PTX "\");", length, plain, ends[i]);
            expect_ptx(PTXC_HOST_C_FAMILY, source);
        }
    snprintf(source, sizeof(source), "f('%s', \"" PTX "\");", plain); /* a quotation mark and a word */
    expect_ptx(PTXC_HOST_C_FAMILY, source);
}

static void numbers_of_c(void **state) {
    static const char *const numbers[] = {"1'000'000", "0xff'ff", "0b1'0", "1.5e3", ".5",
                                          "1.",        "1'a_b",   "7u",    "0'1.5f"};
    char source[200];
    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        snprintf(source, sizeof(source), "f(%s, \"" PTX "\");", numbers[i]);
        expect_ptx(PTXC_HOST_C_FAMILY, source);
    }
}

/* Strings of Rust with each prefix, raw ones with up to 16 signs. */
static void strings_of_rust(void **state) {
    static const char signs[] = "################", *const prefixes[] = {"", "b", "c"};
    char source[200];
    (void)state;
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        snprintf(source, sizeof(source), "let s = %s\"" PTX "\";", prefixes[i]);
        expect_ptx(PTXC_HOST_RUST, source);
        for (int count = 0; count <= 16; count++) {
            snprintf(source, sizeof(source), "let s = %sr%.*s\"" PTX "\"%.*s;", prefixes[i], count, signs, count,
                     signs);
            expect_ptx(PTXC_HOST_RUST, source);
            snprintf(source, sizeof(source), "f(%sr%.*sx, \"" PTX "\");", prefixes[i], count, signs); /* no string */
            expect_ptx(PTXC_HOST_RUST, source);
        }
    }
}

/* A character of Rust or Julia that is escaped, with as many digits as it may have, and one more. */
static void escapes_with_digits(void **state) {
    char source[200];
    (void)state;
    for (int digits = 0; digits <= 11; digits++) {
        snprintf(source, sizeof(source), "f('\\u%.*s', \"" PTX "\");", digits, "{0a1B2c3D4}e");
        expect_ptx(PTXC_HOST_RUST, source);
        snprintf(source, sizeof(source), "f('\\U%.*s', \"" PTX "\");", digits, "0a1B2c3D4e5");
        expect_ptx(PTXC_HOST_JULIA, source);
    }
}

/* Characters, lifetimes, raw names and numbers of Rust. */
static void other_words_of_rust(void **state) {
    static const char *const words[] = {
        "'\"'",
        "b'\"'",
        "'\\\"'",
        "'\\''",
        "b'\\\\'",
        "'\\x22'",
        "'\\u{22}'",
        "'\\u{10FFFF}'",
        "'\xc3\xa9'",
        "'\xe2\x82\xac'",
        "'\xf0\x9f\x98\x80'",
        "&'a T",
        "'static",
        "r#match",
        "b",
        "br",
        "cr",
        "r",
        "0x_ff_u32",
        "1_000",
        "'a: loop",
        "'\xc3",
        "b'ab",
    };
    char source[200];
    (void)state;
    for (size_t i = 0; i < COUNT(words); i++) {
        snprintf(source, sizeof(source), "f(%s, \"" PTX "\");", words[i]);
        expect_ptx(PTXC_HOST_RUST, source);
    }
}

/* Characters, adjoints, comments and numbers of Julia, and its strings with a prefix. */
static void words_of_julia(void **state) {
    static const char *const words[] = {
        "'\"'",
        "'\\\"'",
        "'\\''",
        "'\\u22'",
        "'\\U10ffff'",
        "'\xc3\xa9'",
        "'\xe2\x82\xac'",
        "a'",
        "a.'",
        "a''",
        "1.5e3",
        "0x1f",
        "push!",
        "@x",
        "#= \" =# 1",
        "'a'",
        "'\\x7f'",
        "\xc3\xa9'",
        "'\xf0\x9f\x98\x80'",
    };
    static const char *const strings[] = {"\"" PTX "\"", "raw\"" PTX "\"", "\"\"\"" PTX "\"\"\"",
                                          "raw\"\"\"" PTX "\"\"\""};
    char source[200];
    (void)state;
    for (size_t i = 0; i < COUNT(words); i++)
        for (size_t k = 0; k < COUNT(strings); k++) {
            snprintf(source, sizeof(source), "f(%s, %s)", words[i], strings[k]);
            expect_ptx(PTXC_HOST_JULIA, source);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(raw_strings_of_cpp),  cmocka_unit_test(no_raw_strings),
        cmocka_unit_test(characters_of_c),     cmocka_unit_test(long_characters_of_c),
        cmocka_unit_test(escapes_with_digits), cmocka_unit_test(numbers_of_c),
        cmocka_unit_test(strings_of_rust),     cmocka_unit_test(other_words_of_rust),
        cmocka_unit_test(words_of_julia),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

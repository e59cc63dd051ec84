/* The patterns of --exclude and .gitignore, one by one, and patterns made to take for ever. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/files/exclude.h"

/* A path that ends with '/' is a directory. */
static enum exclude_verdict ask(const struct exclude_list *list, const char *path) {
    char copy[100];
    size_t length = strlen(path);
    bool folder = path[length - 1] == '/';
    snprintf(copy, sizeof(copy), "%.*s", (int)(length - folder), path);
    return exclude_ask(list, copy, folder);
}

static const struct {
    const char *pattern, *path;
    bool matches;
} rows[] = {
    {"a.h", "a.h", true},
    {"a.h", "b/a.h", true},
    {"a.h", "a.h/", true},
    {"a.h", "aah", false},
    {"/a.h", "a.h", true},
    {"/a.h", "b/a.h", false},
    {"build/", "build/", true},
    {"build/", "b/build/", true},
    {"build/", "build", false},
    {"/build/", "b/build/", false},
    {"b/build/", "b/build/", true},
    {"b/build/", "a/b/build/", false},
    {"*.inl", "a.inl", true},
    {"*.inl", "b/.inl", true},
    {"*.inl", "a.inl2", false},
    {"*.[ch]", "a.c", true},
    {"*.[ch]", "a.d", false},
    {"[a-c]?", "bz", true},
    {"[a-c]?", "d1", false},
    {"[!a-c]", "d", true},
    {"[^a-c]", "b", false},
    {"[]x]", "]", true},
    {"[\\]-a]", "^", true},
    {"[a-", "a", false},
    {"[a", "a", false},
    {"[", "[", false},
    {"x[a-]", "x-", true},
    {"\\*", "*", true},
    {"\\*", "a", false},
    {"\\!a", "!a", true},
    {"a\\", "a\\", false},
    {"a?c", "a/c", false},
    {"a*c/d", "abc/d", true},
    {"a*/d", "a/b/d", false},
    {"/*", "a", true},
    {"/*", "a/b", false},
    {"a/*", "a/b", true},
    {"a/*", "a/b/c", false},
    {"third_party/**", "third_party/a/b.h", true},
    {"third_party/**", "third_party/", false},
    {"third_party/**", "a/third_party/b.h", false},
    {"**/a/b", "a/b", true},
    {"**/a/b", "x/y/a/b", true},
    {"**/a/b", "x/y/a/c/b", false},
    {"a/**/b", "a/b", true},
    {"a/**/b", "a/x/y/b", true},
    {"a/**/b", "a/x/y/c", false},
    {"a/**/b/**/c", "a/b/x/b/y/c", true},
    {"a/**/*.h", "a/x/y.h", true},
    {"a**b", "axxb", true},
    {"a**b/c", "a/b/c", false},
    {"**", "a", true},
    {"caf\xc3\xa9", "caf\xc3\xa9", true},
};

/* Each pattern alone matches its path, or does not, as its row says. */
static void patterns(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct exclude_list list = {NULL, 0};
        assert_int_equal(exclude_add(&list, rows[i].pattern), EXCLUDE_OK);
        if ((ask(&list, rows[i].path) == EXCLUDE_OUT) != rows[i].matches)
            fail_msg("'%s' should%s match '%s'", rows[i].pattern, rows[i].matches ? "" : " not", rows[i].path);
        exclude_free(&list);
    }
}

/* Of several patterns that match a path the last one decides. */
static void last_one_decides(void **state) {
    struct exclude_list list = {NULL, 0};
    (void)state;
    assert_int_equal(exclude_add(&list, "*.h"), EXCLUDE_OK);
    assert_int_equal(exclude_add(&list, "!keep.h"), EXCLUDE_OK);
    assert_int_equal(exclude_add(&list, "/b/keep.h"), EXCLUDE_OK);
    assert_int_equal(ask(&list, "a.h"), EXCLUDE_OUT);
    assert_int_equal(ask(&list, "a/keep.h"), EXCLUDE_IN);
    assert_int_equal(ask(&list, "b/keep.h"), EXCLUDE_OUT);
    assert_int_equal(ask(&list, "a.c"), EXCLUDE_SILENT);
    exclude_free(&list);
}

static void empty_patterns(void **state) {
    static const char *const patterns[] = {"", "/", "!", "!/"};
    struct exclude_list list = {NULL, 0};
    (void)state;
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
        assert_int_equal(exclude_add(&list, patterns[i]), EXCLUDE_EMPTY);
    assert_int_equal(list.count, 0);
}

/* Comments, blank lines, trailing blanks, escapes and a byte order mark of a file are read as git reads them. */
static void lines_of_a_file(void **state) {
    static const char text[] = "\xef\xbb\xbf"
                               "first\n# comment\n\nblanks  \nkept\\ \nreturn\r\n\\#sign\n/\nlast";
    static const char *const out[] = {"first", "blanks", "kept ", "return", "#sign", "last"};
    char path[] = "ignore-XXXXXX";
    struct exclude_list list = {NULL, 0};
    (void)state;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, sizeof(text) - 1), sizeof(text) - 1);
    close(descriptor);
    assert_int_equal(exclude_read(&list, path), EXCLUDE_OK);
    unlink(path);
    assert_int_equal(list.count, sizeof(out) / sizeof(out[0]));
    for (size_t i = 0; i < list.count; i++)
        assert_int_equal(exclude_ask(&list, out[i], false), EXCLUDE_OUT);
    assert_int_equal(exclude_read(&list, path), EXCLUDE_UNREADABLE);
    exclude_free(&list);
}

/* A list that names files has those in a directory that it names, unless a later pattern takes them back. */
static void directories_hold(void **state) {
    struct exclude_list list = {NULL, 0};
    char deep[9000];
    (void)state;
    assert_int_equal(exclude_add(&list, "legacy/"), EXCLUDE_OK);
    assert_int_equal(exclude_add(&list, "src/**/*.cu"), EXCLUDE_OK);
    assert_int_equal(exclude_add(&list, "!keep.*"), EXCLUDE_OK);
    assert_true(exclude_holds(&list, "legacy/a.ptx"));
    assert_true(exclude_holds(&list, "a/legacy/b/c/d.ptx"));
    assert_true(exclude_holds(&list, "src/a/b.cu"));
    assert_false(exclude_holds(&list, "legacy"));
    assert_false(exclude_holds(&list, "legacy.ptx"));
    assert_false(exclude_holds(&list, "legacy/a/keep.ptx"));
    assert_false(exclude_holds(&list, "a/src/b.cu"));
    memset(deep, 'a', sizeof(deep) - 1);
    deep[sizeof(deep) - 1] = 0;
    memcpy(deep, "legacy/", 7);
    assert_false(exclude_holds(&list, deep)); /* there can be no such file */
    exclude_free(&list);
}

/* Each of these takes more than the age of the universe when every star is tried at every place. */
static void many_stars(void **state) {
    char name[2000], pattern[2001], path[2000], deep[2001];
    (void)state;
    memset(name, 'a', sizeof(name) - 1);
    name[sizeof(name) - 1] = 0;
    for (size_t i = 0; i < 1000; i++)
        memcpy(pattern + 2 * i, "a*", 2);
    memcpy(pattern + 1998, "b", 2);
    for (size_t i = 0; i < 999; i++)
        memcpy(path + 2 * i, "a/", 2);
    memcpy(path + 1998, "a", 2);
    for (size_t i = 0; i < 400; i++)
        memcpy(deep + 5 * i, "**/a/", 5);
    memcpy(deep + 1999, "b", 2);
    clock_t start = clock();
    assert_false(glob_match_name(pattern, name));
    assert_false(glob_match_path(deep, path));
    assert_true(clock() - start < 5 * CLOCKS_PER_SEC);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),        cmocka_unit_test(last_one_decides), cmocka_unit_test(empty_patterns),
        cmocka_unit_test(lines_of_a_file), cmocka_unit_test(directories_hold), cmocka_unit_test(many_stars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

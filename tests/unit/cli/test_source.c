/* Files in memory: one that is cut short while it is mapped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "cli/system/source.h"

enum { SIZE = 4 << 20, WINDOW = 1 << 18 };

static char path[] = "/tmp/ptxcheck-source-XXXXXX";

/* Makes a file of SIZE letters, with a 0 at this place if it is in the file; gives its descriptor. */
static int make_file(size_t zero) {
    strcpy(path + sizeof(path) - 7, "XXXXXX");
    const int file = mkstemp(path);
    char *text = malloc(SIZE);
    assert_true(file >= 0 && text);
    memset(text, 'a', SIZE);
    if (zero < SIZE)
        text[zero] = 0;
    assert_int_equal(write(file, text, SIZE), SIZE);
    free(text);
    return file;
}

/* What is not there any more reads as zeros, and is said to be missing. */
static void cut_short(void **unused) {
    struct source source;
    (void)unused;
    const int file = make_file(SIZE);
    assert_null(source_take(&source, path, SOURCE_NAMED, true).text);
    assert_true(source.mapped);
    assert_int_equal(source.length, SIZE);
    assert_int_equal(source.text[SIZE - 1], 'a');
    assert_null(source_whole(&source).text);
    assert_int_equal(ftruncate(file, SIZE / 2 + 1), 0);
    assert_int_equal(source.text[0], 'a');
    assert_int_equal(source.text[SIZE / 2], 'a');
    assert_int_equal(source.text[SIZE - 1], 0);
    assert_int_equal(source.text[SIZE / 2 + WINDOW], 0);
    assert_string_equal(source_whole(&source).text, "cut short while it was read");
    source_free(&source);
    close(file);
    unlink(path);
}

/* The judgement of a text in windows is that of the whole, and what was given back is there again. */
static void windows(void **unused) {
    static const size_t zeros[] = {0, WINDOW - 1, WINDOW, SIZE - 1, SIZE};
    (void)unused;
    for (size_t i = 0; i < sizeof(zeros) / sizeof(zeros[0]); i++) {
        struct source source;
        const int file = make_file(zeros[i]);
        assert_null(source_take(&source, path, SOURCE_NAMED, true).text);
        for (int pass = 0; pass < 2; pass++)
            for (size_t offset = 0; offset < SIZE; offset += WINDOW)
                source_ahead(&source, offset, WINDOW);
        const char *whole = source_validate(&source).text, *found = source_validated(&source).text;
        assert_true(zeros[i] < SIZE ? whole && found && strcmp(whole, found) == 0 : !whole && !found);
        assert_int_equal(source.text[1], 'a');
        source_free(&source);
        close(file);
        unlink(path);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_short),
        cmocka_unit_test(windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Replacing a file: only what was read is replaced, and all or none of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "cli/system/destination.h"

static void put(const char *path, const char *text) {
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    fputs(text, stream);
    assert_int_equal(fclose(stream), 0);
}

static void assert_content(const char *path, const char *text) {
    struct source source;
    assert_null(source_load(&source, path).text);
    assert_int_equal(source.length, strlen(text));
    assert_memory_equal(source.text, text, source.length);
    source_free(&source);
}

/* Work of somebody else, done since the file was read, is not lost. */
static void only_what_was_read(void **state) {
    char path[] = "replace-XXXXXX";
    struct source source;
    (void)state;
    close(mkstemp(path));
    put(path, "old");
    assert_null(source_load(&source, path).text);
    put(path, "theirs");
    assert_non_null(strstr(file_replace(path, &source, "new", 3).text, "changed while it was checked"));
    assert_content(path, "theirs");
    put(path, "ole"); /* as long as what was read */
    assert_non_null(file_replace(path, &source, "new", 3).text);
    assert_content(path, "ole");
    put(path, "old");
    assert_null(file_replace(path, &source, "new", 3).text);
    assert_content(path, "new");
    unlink(path);
    assert_non_null(file_replace(path, &source, "new", 3).text);
    assert_int_not_equal(access(path, F_OK), 0);
    source_free(&source);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_what_was_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The public API: the names of a text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>
#include <ptxcheck/outline.h>

static const char module[] = ".version 8.0\n"
                             ".target sm_90\n"
                             ".global .align 8 .u64 table[2] = {late, 0};\n"
                             ".func (.param .b32 sum) add(.param .b32 one) { st.param.b32 [sum], one; ret; }\n"
                             ".visible .entry kernel(.param .u64 source)\n"
                             ".maxntid 128, 1, 1\n"
                             "{\n"
                             "    .reg .b32 %r<16>, %r3;\n"
                             "    .shared .align 16 .b8 tile[64];\n"
                             "    .loc 1 2 3\n"
                             "    ld.param.u64 %r1, [source];\n"
                             "    @!%p bra $done;\n"
                             "    { .reg .b32 %r<2>; mov.u32 %r1, %tid.x; add.s32 %r5, %r3, table; }\n"
                             "    mov.b64 {%r1, %r2}, tile;\n"
                             "    call (%r4), add, (%r4);\n"
                             "$done:\n"
                             "    frob %r5;\n"
                             "    ret;\n"
                             "}\n"
                             ".func late() { ret; }\n";

/* Gives the offset of the nth place, from 0, of a word. */
static size_t nth(const char *word, int n) {
    const char *at = strstr(module, word);
    for (; n > 0; n--)
        at = strstr(at + 1, word);
    assert_non_null(at);
    return (size_t)(at - module);
}

static struct ptxc_outline *make(const char *text) {
    struct ptxc_outline *outline;
    assert_int_equal(ptxc_outline_make(text, strlen(text), NULL, &outline), PTXC_OK);
    return outline;
}

/* Fails unless the span is this text. */
static void assert_text(struct ptxc_span span, const char *text) {
    assert_int_equal(span.length, strlen(text));
    assert_memory_equal(module + span.offset, text, span.length);
}

/* Fails unless the name at a place is declared at another. */
static void assert_declared(const struct ptxc_outline *outline, size_t use, size_t declaration) {
    const struct ptxc_declaration *found = ptxc_outline_find(outline, use, NULL);
    assert_non_null(found);
    assert_int_equal(found->name.offset, declaration);
}

static void test_declarations(void **state) {
    static const struct {
        const char *name;
        enum ptxc_declared kind;
        enum ptxc_type type;
        enum ptxc_space space;
        uint32_t count;
        const char *text;
    } wanted[] = {
        {"table", PTXC_DECLARED_VARIABLE, PTXC_TYPE_U64, PTXC_SPACE_GLOBAL, 0, NULL},
        {"add", PTXC_DECLARED_FUNCTION, PTXC_TYPE_NONE, PTXC_SPACE_NONE, 0,
         ".func (.param .b32 sum) add(.param .b32 one) { st.param.b32 [sum], one; ret; }"},
        {"sum", PTXC_DECLARED_PARAMETER, PTXC_TYPE_B32, PTXC_SPACE_PARAM, 0, NULL},
        {"one", PTXC_DECLARED_PARAMETER, PTXC_TYPE_B32, PTXC_SPACE_PARAM, 0, NULL},
        {"kernel", PTXC_DECLARED_KERNEL, PTXC_TYPE_NONE, PTXC_SPACE_NONE, 0, NULL},
        {"source", PTXC_DECLARED_PARAMETER, PTXC_TYPE_U64, PTXC_SPACE_PARAM, 0, NULL},
        {"%r", PTXC_DECLARED_REGISTER, PTXC_TYPE_B32, PTXC_SPACE_REG, 16, ".reg .b32 %r<16>, %r3"},
        {"%r3", PTXC_DECLARED_REGISTER, PTXC_TYPE_B32, PTXC_SPACE_REG, 0, ".reg .b32 %r<16>, %r3"},
        {"tile", PTXC_DECLARED_VARIABLE, PTXC_TYPE_B8, PTXC_SPACE_SHARED, 0, ".shared .align 16 .b8 tile[64]"},
        {"%r", PTXC_DECLARED_REGISTER, PTXC_TYPE_B32, PTXC_SPACE_REG, 2, ".reg .b32 %r<2>"},
        {"$done", PTXC_DECLARED_LABEL, PTXC_TYPE_NONE, PTXC_SPACE_NONE, 0, NULL},
        {"late", PTXC_DECLARED_FUNCTION, PTXC_TYPE_NONE, PTXC_SPACE_NONE, 0, ".func late() { ret; }"},
    };
    struct ptxc_outline *outline = make(module);
    size_t count = 0;
    const struct ptxc_declaration *found;
    for (; (found = ptxc_outline_get(outline, count)); count++) {
        assert_true(count < sizeof(wanted) / sizeof(*wanted));
        assert_text(found->name, wanted[count].name);
        assert_int_equal(found->kind, wanted[count].kind);
        assert_int_equal(found->type, wanted[count].type);
        assert_int_equal(found->space, wanted[count].space);
        assert_int_equal(found->count, wanted[count].count);
        if (wanted[count].text)
            assert_text(found->text, wanted[count].text);
    }
    assert_int_equal(count, sizeof(wanted) / sizeof(*wanted));
    found = ptxc_outline_get(outline, 8);
    assert_int_equal(found->alignment, 16);
    assert_int_equal(found->size, 64);
    assert_int_equal(found->scope.offset, nth("{\n", 0));
    assert_int_equal(found->scope.offset + found->scope.length, nth("}\n.func late", 0) + 1);
    ptxc_outline_free(outline);
    (void)state;
}

static void test_names(void **state) {
    struct ptxc_outline *outline = make(module);
    struct ptxc_span name;
    assert_declared(outline, nth("table", 1), nth("table", 0));
    assert_declared(outline, nth("late", 0), nth("late", 1)); /* before it is declared */
    assert_declared(outline, nth("$done", 0), nth("$done", 1));
    assert_declared(outline, nth("$done", 0) + 5, nth("$done", 1)); /* right after the name */
    assert_declared(outline, nth("%r1", 0) + 1, nth("%r<16>", 0));
    assert_declared(outline, nth("%r1, %tid", 0), nth("%r<2>", 0)); /* the inner one */
    assert_declared(outline, nth("%r1, %r2", 0), nth("%r<16>", 0)); /* and after its scope the outer one */
    assert_declared(outline, nth("%r5", 0), nth("%r<16>", 0));      /* the inner range is too small */
    assert_declared(outline, nth("%r3", 1), nth("%r3", 0));
    assert_declared(outline, nth("add, (", 0), nth("add(", 0));
    assert_declared(outline, nth("sum]", 0), nth("sum)", 0));
    assert_non_null(ptxc_outline_find(outline, nth("tile;", 0) + 2, &name));
    assert_int_equal(name.offset, nth("tile;", 0));
    assert_null(ptxc_outline_find(outline, nth("%tid", 0), NULL)); /* a special register */
    assert_null(ptxc_outline_find(outline, nth("frob", 0), NULL)); /* a mnemonic */
    assert_null(ptxc_outline_find(outline, nth("%p", 0), NULL));   /* not declared */
    assert_null(ptxc_outline_find(outline, 0, NULL));
    assert_null(ptxc_outline_find(outline, sizeof(module) + 10, NULL));
    ptxc_outline_free(outline);
    (void)state;
}

static void test_places(void **state) {
    struct ptxc_outline *outline = make(module);
    struct ptxc_span places[8];
    assert_int_equal(ptxc_outline_places(outline, nth("tile;", 0), places, 8), 2);
    assert_int_equal(places[0].offset, nth("tile[", 0));
    assert_int_equal(places[1].offset, nth("tile;", 0));
    assert_int_equal(ptxc_outline_places(outline, nth("%r1, %r2", 0), places, 8), 3); /* %r<16>, and %r1 twice */
    assert_text(places[0], "%r");
    assert_int_equal(places[1].offset, nth("%r1, [", 0));
    assert_int_equal(ptxc_outline_places(outline, nth("%r<16>", 0), places, 8), 8);
    assert_int_equal(ptxc_outline_places(outline, nth("%r<16>", 0), NULL, 0), 8);
    assert_int_equal(ptxc_outline_places(outline, nth("ret", 0), places, 8), 0);
    assert_int_equal(ptxc_outline_places(outline, nth("late", 0), places, 1), 2);
    ptxc_outline_free(outline);
    (void)state;
}

static void test_scopes(void **state) {
    struct ptxc_outline *outline = make(module);
    assert_text(ptxc_outline_scope(outline, 0), "{ st.param.b32 [sum], one; ret; }");
    assert_int_equal(ptxc_outline_scope(outline, 1).offset, nth("{\n", 0));
    assert_text(ptxc_outline_scope(outline, 2), "{ .reg .b32 %r<2>; mov.u32 %r1, %tid.x; add.s32 %r5, %r3, table; }");
    assert_text(ptxc_outline_scope(outline, 3), "{ ret; }");
    assert_int_equal(ptxc_outline_scope(outline, 4).length, 0);
    ptxc_outline_free(outline);
    (void)state;
}

/* A label, or a function, begins a statement, whatever stands before it. */
static void test_unfinished(void **state) {
    static const char text[] =
        ".func f() {\n    add.s32 [\n    bra d\ndone:\n    ret\n.visible .entry g() { bra x\nx: ret; }";
    struct ptxc_outline *outline = make(text);
    const struct ptxc_declaration *found = ptxc_outline_get(outline, 1);
    assert_int_equal(found->kind, PTXC_DECLARED_LABEL);
    assert_int_equal(found->name.length, 4);
    assert_int_equal(ptxc_outline_get(outline, 2)->kind, PTXC_DECLARED_KERNEL);
    assert_int_equal(ptxc_outline_places(outline, sizeof(text) - 9, NULL, 0), 2);
    ptxc_outline_free(outline);
    (void)state;
}

/* A text that is cut short or has something else in its middle has an outline all the same. */
static void test_broken(void **state) {
    static const char *const pieces[] = {"{", "}", "}}}", ";", ".reg .b32 %r<", ".func", ".entry f(", "\"", "/*", "@",
                                         ":", "(", ")",   "x:"};
    for (size_t length = 0; length < sizeof(module); length++) {
        for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
            char text[2 * sizeof(module)];
            struct ptxc_outline *outline;
            snprintf(text, sizeof(text), "%.*s%s%s", (int)length, module, pieces[i], i % 2 ? module + length : "");
            outline = make(text);
            for (size_t j = 0; ptxc_outline_get(outline, j); j++) {
                const struct ptxc_declaration *found = ptxc_outline_get(outline, j);
                assert_true(found->scope.offset + found->scope.length <= strlen(text));
                assert_true(found->text.offset + found->text.length <= strlen(text));
                assert_ptr_equal(ptxc_outline_find(outline, found->name.offset, NULL), found);
                assert_true(ptxc_outline_places(outline, found->name.offset, NULL, 0) > 0);
            }
            ptxc_outline_free(outline);
        }
    }
    (void)state;
}

/* Puts another text in the place of so many bytes at an offset; there is room. */
static void edit(struct ptxc_outline **outline, char *text, size_t offset, size_t removed, const char *inserted) {
    memmove(text + offset + strlen(inserted), text + offset + removed, strlen(text + offset + removed) + 1);
    memcpy(text + offset, inserted, strlen(inserted));
    assert_int_equal(ptxc_outline_edit(outline, text, strlen(text), offset, removed), PTXC_OK);
}

/* Fails unless the first use of a name in a text is declared where it stands in that text. */
static void assert_use(const struct ptxc_outline *outline, const char *text, const char *use, const char *declaration) {
    const struct ptxc_declaration *found = ptxc_outline_find(outline, (size_t)(strstr(text, use) - text), NULL);
    assert_non_null(found);
    assert_int_equal(found->name.offset, strstr(text, declaration) - text);
}

static void test_edits(void **state) {
    char text[4 * sizeof(module)];
    snprintf(text, sizeof(text), "%s.func last() { call late, (); ret; }\n", module);
    struct ptxc_outline *outline = make(text);
    edit(&outline, text, nth("frob", 0), 4, ".reg .b32 fresh; mov fresh, table; call late, (); frob");
    assert_use(outline, text, "fresh, table", "fresh;"); /* declared by the edit */
    assert_use(outline, text, "table; call", "table[");  /* before the function */
    assert_use(outline, text, "late, (); frob", "late() {");
    assert_use(outline, text, "late, (); ret", "late() {"); /* after it */
    ptxc_outline_free(outline);
    (void)state;
}

static void test_edit_arguments(void **state) {
    struct ptxc_outline *outline = make("x: y:"), *none = NULL;
    assert_int_equal(ptxc_outline_edit(NULL, "", 0, 0, 0), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_outline_edit(&none, "", 0, 0, 0), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_outline_edit(&outline, NULL, 5, 0, 0), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_outline_edit(&outline, "x: y", 4, 6, 0), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_outline_edit(&outline, "x: y", 4, 4, 2), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_outline_edit(&outline, "x: y", 4, 4, 0), PTXC_BAD_ARGUMENT); /* too short */
    assert_int_equal(ptxc_outline_edit(&outline, "x: y:", (size_t)INT32_MAX + 1, 0, 0), PTXC_TOO_LARGE);
    assert_non_null(ptxc_outline_get(outline, 1));
    assert_int_equal(ptxc_outline_edit(&outline, NULL, 0, 0, 5), PTXC_OK);
    assert_null(ptxc_outline_get(outline, 0));
    ptxc_outline_free(outline);
    (void)state;
}

/* Gives memory so often. */
static void *resize(void *user, void *pointer, size_t old_size, size_t new_size) {
    int *left = user;
    (void)old_size;
    if (new_size == 0)
        free(pointer);
    return new_size == 0 || (*left)-- <= 0 ? NULL : realloc(pointer, new_size);
}

static void test_arguments(void **state) {
    struct ptxc_outline *outline;
    enum ptxc_status status = PTXC_OUT_OF_MEMORY;
    assert_int_equal(ptxc_outline_make("", 0, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_outline_make(NULL, 1, NULL, &outline), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_outline_make("", (size_t)INT32_MAX + 1, NULL, &outline), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_outline_make("", 0, &(struct ptxc_allocator){0}, &outline), PTXC_BAD_ARGUMENT);
    assert_null(outline);
    assert_int_equal(ptxc_outline_make(NULL, 0, NULL, &outline), PTXC_OK);
    assert_null(ptxc_outline_get(outline, 0));
    ptxc_outline_free(outline);
    ptxc_outline_free(NULL);
    assert_null(ptxc_outline_get(NULL, 0));
    assert_null(ptxc_outline_find(NULL, 0, NULL));
    assert_int_equal(ptxc_outline_places(NULL, 0, NULL, 0), 0);
    assert_int_equal(ptxc_outline_scope(NULL, 0).length, 0);
    int left = 0;
    for (int n = 0; status != PTXC_OK; n++) {
        left = n;
        assert_true(n < 1000);
        status = ptxc_outline_make(module, strlen(module), &(struct ptxc_allocator){resize, &left}, &outline);
        assert_int_equal(status, outline ? PTXC_OK : PTXC_OUT_OF_MEMORY);
    }
    ptxc_outline_free(outline);
    (void)state;
}

/* Fails unless the pieces of a text are these, one word for each: its kind in one letter, ':', its text. */
static void assert_pieces(const char *text, const char *expected) {
    static const char letters[] = "cdtmqnv0so";
    struct ptxc_lexeme piece = {0};
    char words[1024];
    size_t length = 0;
    while (ptxc_lexeme_next(text, strlen(text), &piece))
        length += (size_t)snprintf(words + length, sizeof(words) - length, "%s%c:%.*s", length > 0 ? " " : "",
                                   letters[piece.kind], (int)piece.span.length, text + piece.span.offset);
    assert_string_equal(words, expected);
}

static void test_pieces(void **state) {
    assert_pieces(".version 8.0\n.target sm_90, debug\n.address_size 64 // so\n",
                  "d:.version 0:8.0 d:.target n:sm_90 o:, n:debug d:.address_size 0:64 c:// so");
    assert_pieces(".shared .align 8 .b64 bar[4];", "d:.shared d:.align 0:8 t:.b64 n:bar o:[ 0:4 o:] o:;");
    assert_pieces(".global .u64 a[] = {b, 1};\nret;",
                  "d:.global t:.u64 n:a o:[ o:] o:= o:{ n:b o:, 0:1 o:} o:; m:ret o:;");
    assert_pieces("{ l: @!%p bra l; }", "o:{ n:l o:: o:@ o:! n:%p m:bra n:l o:; o:}");
    assert_pieces("cp.async.bulk.global.bulk_group [%r1+8], WARP_SZ;",
                  "m:cp.async.bulk q:.global q:.bulk_group o:[ n:%r1 o:+ 0:8 o:] o:, v:WARP_SZ o:;");
    assert_pieces("mov.u32 %r, %tid.x; mov.b32 %q, %v.y;",
                  "m:mov t:.u32 n:%r o:, v:%tid.x o:; m:mov t:.b32 n:%q o:, n:%v o:.y o:;");
    assert_pieces(".loc 1 2 3\nbar.sync 0;\n# 1 \"a.c\"\n/* so\n */ ret;",
                  "d:.loc 0:1 0:2 0:3 m:bar q:.sync 0:0 o:; d:# 1 \"a.c\" c:/* so\n */ m:ret o:;");
    assert_pieces("/* open", "c:/* open");
    assert_pieces(".file 1 \"a", "d:.file 0:1 s:\" n:a");
    (void)state;
}

static void test_pieces_from(void **state) {
    struct ptxc_lexeme piece = {.span = {8, 0}};
    assert_int_equal(ptxc_lexeme_next("trap;   ret;", 12, &piece), 1);
    assert_int_equal(piece.kind, PTXC_LEXEME_MNEMONIC);
    assert_int_equal(piece.span.offset, 8);
    assert_int_equal(ptxc_lexeme_next("ret", 3, &(struct ptxc_lexeme){.span = {4, 0}}), 0);
    assert_int_equal(ptxc_lexeme_next(NULL, 3, &piece), 0);
    assert_int_equal(ptxc_lexeme_next("ret", 3, NULL), 0);
    (void)state;
}

/* Without memory there is no outline; it is tried with each number of pieces. */
static void test_edit_memory(void **state) {
    const size_t place = nth("frob", 0), length = strlen(module);
    enum ptxc_status status = PTXC_OUT_OF_MEMORY;
    for (int n = 0; status != PTXC_OK; n++) {
        int left = 1000;
        struct ptxc_outline *outline;
        assert_int_equal(ptxc_outline_make(module, length, &(struct ptxc_allocator){resize, &left}, &outline), PTXC_OK);
        left = n;
        status = ptxc_outline_edit(&outline, module, length, place, 4);
        assert_int_equal(status, outline ? PTXC_OK : PTXC_OUT_OF_MEMORY);
        ptxc_outline_free(outline);
    }
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_declarations), cmocka_unit_test(test_names),      cmocka_unit_test(test_places),
        cmocka_unit_test(test_scopes),       cmocka_unit_test(test_unfinished), cmocka_unit_test(test_broken),
        cmocka_unit_test(test_arguments),    cmocka_unit_test(test_edits),      cmocka_unit_test(test_edit_arguments),
        cmocka_unit_test(test_edit_memory),  cmocka_unit_test(test_pieces),     cmocka_unit_test(test_pieces_from)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

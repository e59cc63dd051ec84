/* The statements of function bodies, as the reader gives them. They are compared as text: see show_body. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "counting.h"
#include "ptxcheck/instruction.h"
#include "syntax/parse_state.h"
#include "syntax/reader.h"

enum { ROOM = 20000 };

/* What was seen of bodies. */
struct seen {
    size_t bodies, statements;
    char text[ROOM];
    size_t length;
};

static void put(struct seen *seen, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct seen *seen, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(seen->text + seen->length, ROOM - seen->length, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, ROOM - seen->length - 1);
    seen->length += (size_t)length;
}

/* A value: what stands before its name, the letter of its kind, the name, what stands after it. */
static void show_value(struct seen *seen, const struct ptxc_value *value) {
    put(seen, "%s%s", value->flags & PTXC_FLAG_NOT ? "!" : "", value->flags & PTXC_FLAG_MINUS ? "-" : "");
    put(seen, "%s%c", value->flags & PTXC_FLAG_OPEN_BRACE ? "{" : "", "-rsvfixe?"[value->kind]);
    if (value->name)
        put(seen, ":%.*s", (int)value->name_length, value->name);
    if (value->number)
        put(seen, "#%u", value->number);
    if (value->flags & PTXC_FLAG_OFFSET)
        put(seen, "+");
    if (value->flags & PTXC_FLAG_REGISTER_INDEX)
        put(seen, "[?]");
    else if (value->flags & PTXC_FLAG_INDEX)
        put(seen, "@");
    if (value->kind == PTXC_VALUE_REAL)
        put(seen, "%llx", (unsigned long long)value->integer);
    else if (value->kind == PTXC_VALUE_INTEGER || (value->flags & (PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX)))
        put(seen, "%lld", (long long)value->integer);
    put(seen, "%s", value->flags & PTXC_FLAG_CLOSE_BRACE ? "}" : "");
}

static void show_statement(struct seen *seen, const char *source, const struct ptxc_statement *statement) {
    static const char *const opening[] = {"", "[", "<", "[t ", "", "[l "}, *const closing[] = {"",  "]", ">",
                                                                                               "]", "",  "]"};
    put(seen, "%u%s ", statement->scope, statement->open ? "?" : "");
    if (statement->guarded) {
        put(seen, "@");
        show_value(seen, &statement->guard);
        put(seen, " ");
    }
    put(seen, "%c %.*s", "LFO"[statement->kind], (int)statement -> word.length, source + statement->word.offset);
    for (size_t i = 0; i < statement->operand_count; i++) {
        const struct ptxc_operand *operand = &statement->operands[i];
        put(seen, "%s%s", i ? ", " : " ", opening[operand->shape]);
        for (size_t j = 0; j < operand->count; j++) {
            put(seen, "%s", j ? operand->shape == PTXC_OPERAND_PAIR ? "|" : " " : "");
            show_value(seen, &statement->values[operand->first + j]);
        }
        put(seen, "%s", closing[operand->shape]);
    }
    put(seen, "\n");
}

static void show_sizes(struct seen *seen, const char *word, const uint32_t *sizes) {
    if (sizes[0])
        put(seen, " %s=%u,%u,%u", word, sizes[0], sizes[1], sizes[2]);
}

static void show_body(struct seen *seen, const struct ptxc_module *module, const struct ptxc_body *body) {
    const char *source = module->parser.lexer.source;
    seen->bodies++;
    put(seen, "%s %.*s%s", body->entry ? "entry" : "func", (int)body->name.length, source + body->name.offset,
        body->broken ? " broken" : "");
    show_sizes(seen, "threads", body->required_threads);
    show_sizes(seen, "most", body->maximum_threads);
    show_sizes(seen, "cluster", body->cluster);
    for (size_t i = 0; i < body->parameter_count + body->result_count; i++) {
        const bool result = i >= body->parameter_count;
        const uint32_t id = result ? body->results[i - body->parameter_count] : body->parameters[i];
        const struct ptxc_symbol *symbol = ptxc_symbols_get(&module->parser.symbols, id);
        put(seen, " %s%.*s", result ? ">" : "", (int)symbol->length, symbol->name);
    }
    for (size_t i = 1; i < body->scope_count; i++)
        put(seen, " %zu<%u", i, body->scopes[i]);
    put(seen, "\n");
    for (size_t i = 0; i < body->count; i++)
        show_statement(seen, source, &body->statements[i]);
}

typedef void take_body(struct seen *seen, const struct ptxc_module *module, const struct ptxc_body *body);

/* Reads all items of the module, of which bodies go to `take`, if it is not NULL. */
static void read_all(struct ptxc_module *module, take_body *take, struct seen *seen) {
    module->collects = take;
    for (enum ptxc_item item; (item = ptxc_reader_next(module));)
        if (item == PTXC_ITEM_BODY)
            take(seen, module, &module->collection.body);
}

/* Reads the source. */
static enum ptxc_status walk(const char *source, const struct ptxc_options *options, take_body *take,
                             struct seen *seen) {
    struct ptxc_module *module;
    enum ptxc_status status = ptxc_module_open(source, strlen(source), options, &module);
    if (status != PTXC_OK)
        return status;
    read_all(module, take, seen);
    return ptxc_module_close(module, NULL);
}

static void assert_bodies(const char *source, const char *expected) {
    static struct seen seen;
    memset(&seen, 0, sizeof(seen));
    assert_int_equal(walk(source, NULL, show_body, &seen), PTXC_OK);
    assert_string_equal(seen.text, expected);
}

#define HEADER ".version 9.0\n.target sm_90\n.global .b8 g[64];\n"
#define NAMES ".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>; .reg .v2 .b32 v; .shared .align 8 .b64 s[4];\n"
#define COMMIT "cp.async.commit_group;\n"

/* Compares what one statement of a kernel becomes. */
static void assert_statement(const char *text, const char *expected) {
    char source[2000], body[2000];
    snprintf(source, sizeof(source), "%s%s\n" COMMIT "}\n", HEADER ".entry k() {\n" NAMES, text);
    snprintf(body, sizeof(body), "entry k\n0%s\n0 F cp.async.commit_group\n", expected);
    assert_bodies(source, body);
}

static void operands(void **state) {
    static const char *const pairs[][2] = {
        {"mov.u32 %r1, %tid.x;", " O mov.u32 r:%r1#1, s:%tid.x"},
        {"mov.u32 %r1, %clock;", " O mov.u32 r:%r1#1, s:%clock"},
        {"mov.u32 %r1, v.y;", " O mov.u32 r:%r1#1, r:v.y"},
        {"mov.u64 %rd1, s;", " O mov.u64 r:%rd1#1, v:s"},
        {"mov.u64 %rd1, s+16;", " O mov.u64 r:%rd1#1, v:s+16"},
        {"mov.u64 %rd1, s[2];", " O mov.u64 r:%rd1#1, v:s@16"},
        {"mov.u64 %rd1, s[%r1];", "? O mov.u64 r:%rd1#1, v:s[?]0"},
        {"mov.u64 %rd1, nowhere;", " O mov.u64 r:%rd1#1, ?:nowhere"},
        {"and.pred %p1, !%p2, %p3;", " O and.pred r:%p1#1, !r:%p2#2, r:%p3#3"},
        {"mov.b32 %r1, -%r2;", " O mov.b32 r:%r1#1, -r:%r2#2"},
        {"mov.b32 %r1, 0x1F;", " O mov.b32 r:%r1#1, i31"},
        {"mov.b32 %r1, 017;", " O mov.b32 r:%r1#1, i15"},
        {"mov.b32 %r1, 0b101;", " O mov.b32 r:%r1#1, i5"},
        {"mov.b32 %r1, -5;", " O mov.b32 r:%r1#1, i-5"},
        {"mov.b32 %r1, 7U;", " O mov.b32 r:%r1#1, i7"},
        {"mov.f32 %r1, 0f3F800000;", " O mov.f32 r:%r1#1, x3f800000"},
        {"mov.f64 %r1, 0d3FF0000000000000;", " O mov.f64 r:%r1#1, x3ff0000000000000"},
        {"mov.b32 %r1, WARP_SZ;", " O mov.b32 r:%r1#1, i32"},
        {"mov.b32 %r1, (1 << 4) | 3;", " O mov.b32 r:%r1#1, i19"},
        {"mov.b32 %r1, 1 / 0;", "? O mov.b32 r:%r1#1, ?"},
        {"mov.b32 %r1, 99999999999999999999;", "? O mov.b32 r:%r1#1, ?"},
        {"ld.shared.u32 %r1, [s];", " O ld.shared.u32 r:%r1#1, [v:s]"},
        {"ld.shared::cta.u32 %r1, [%rd1+16];", " O ld.shared::cta.u32 r:%r1#1, [r:%rd1#1+16]"},
        {"ld.shared.u32 %r1, [%rd1+-16];", " O ld.shared.u32 r:%r1#1, [r:%rd1#1+-16]"},
        {"ld.shared.u32 %r1, [%rd1-16];", " O ld.shared.u32 r:%r1#1, [r:%rd1#1+-16]"},
        {"ld.shared.u32 %r1, [64];", " O ld.shared.u32 r:%r1#1, [i64]"},
        {"ld.global.u32 %r1, [g];", " O ld.global.u32 r:%r1#1, [v:g]"},
        {"ld.v2.u32 {%r1, %r2}, [%rd1];", " O ld.v2.u32 <{r:%r1#1 r:%r2#2}>, [r:%rd1#1]"},
        {"ld.v2.u32 {%r1, _}, [%rd1];", " O ld.v2.u32 <{r:%r1#1 e}>, [r:%rd1#1]"},
        {"st.v2.u32 [%rd1], {1, v.x};", " O st.v2.u32 [r:%rd1#1], <{i1 r:v.x}>"},
        {"tex.1d [g, {%r1}];", " O tex.1d [t v:g {r:%r1#1}]"},
        {"tex.1d [g, s, {%r1}];", " O tex.1d [l v:g v:s {r:%r1#1}]"},
        {"x [%rd1, %rd2];", " O x [l r:%rd1#1 r:%rd2#2]"},
        {"setp.eq.u32 %p1|%p2, %r1, 0;", " O setp.eq.u32 r:%p1#1|r:%p2#2, r:%r1#1, i0"},
        {"shfl.sync.idx.b32 _|%p1, %r1, 0, 31, -1;", " O shfl.sync.idx.b32 e|r:%p1#1, r:%r1#1, i0, i31, i-1"},
        {"call (%r1), k, (%r2, 3, s);", " O call <r:%r1#1>, f:k, <r:%r2#2 i3 v:s>"},
        {"call.uni k, ();", " O call.uni f:k, <>"},
        {"call k;", " O call f:k"},
        {"call (%r1), %rd1, (), proto;", " O call <r:%r1#1>, r:%rd1#1, <>, ?:proto"},
        {"bra.uni done;", " O bra.uni ?:done"},
        {"ret;", " O ret"},
        {"@%p1 ret;", " @r:%p1#1 O ret"},
        {"@!%p1 bra x;", " @!r:%p1#1 O bra ?:x"},
        {"add .u32 %r1, %r1, 1;", " O add .u32 r:%r1#1, r:%r1#1, i1"},
        {"vadd.s32 %r1, %r2.b0, %r3;", "? O vadd.s32 r:%r1#1, r:%r2#2"},
        {"mov.b32 %r1 %r2;", "? O mov.b32 r:%r1#1"},
        {"mov.b32 %r1, ;", "? O mov.b32 r:%r1#1, -"},
        {"ld.u32 %r1, [%rd1;", "? O ld.u32 r:%r1#1, [r:%rd1#1]"},
        {"call (%r1, k;", "? O call <r:%r1#1 f:k>"},
        {"x \"text\";", " O x ?"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
        assert_statement(pairs[i][0], pairs[i][1]);
}

static void instructions(void **state) {
    (void)state;
    assert_statement("@%p1 cp.async.ca.shared::cta.global [s+8], [%rd1], 16;",
                     " @r:%p1#1 F cp.async.ca.shared::cta.global [v:s+8], [r:%rd1#1], i16");
    assert_statement("cp.async.wait_group 1;", " F cp.async.wait_group i1");
}

/* Directives and braces are no statements, but for a table of labels; a label has the scope in which it stands. */
static void scopes(void **state) {
    (void)state;
    assert_bodies(HEADER ".entry k() {\n" NAMES
                         ".loc 1 2 3\n.pragma \"nounroll\";\nx:\n{ .reg .b32 a;\nx: mov.b32 a, 1;\n"
                         "{ x: }\n}\n{ x: bra x; }\nt: .branchtargets x;\n" COMMIT "}\n",
                  "entry k 1<0 2<1 3<0\n0 L x\n1 L x\n1 O mov.b32 r:a, i1\n2 L x\n3 L x\n3 O bra ?:x\n0 L t\n"
                  "0 O .branchtargets ?:x\n0 F cp.async.commit_group\n");
}

static void headers(void **state) {
    (void)state;
    assert_bodies(HEADER ".visible .entry k(.param .u64 a, .param .align 64 .b8 map[128])\n"
                         ".maxntid 256\n.reqntid 0x80, 2\n.minnctapersm 2\n.reqnctapercluster 2, 1, 1\n"
                         ".pragma \"x\";\n{" COMMIT "}\n"
                         ".func (.param .b32 r) f(.param .b32 b, .reg .b64 c) { " COMMIT "}\n",
                  "entry k threads=128,2,1 most=256,1,1 cluster=2,1,1 a map\n0 F cp.async.commit_group\n"
                  "func f b c >r\n0 F cp.async.commit_group\n");
}

/* Which bodies are wanted. */
static void wanted(void **state) {
    static char large[80 * 1024];
    (void)state;
    assert_bodies(HEADER ".entry k() { ret; }\n", "");
    assert_bodies(HEADER ".entry k() { call f; }\n", "");
    assert_bodies(HEADER ".entry k() { // cp.async.wait_all;\nret; }\n.func p() ;", "");
    assert_bodies(HEADER ".func f() { ret; }\n.entry a() { ret; }\n.entry k() { call f; }\n",
                  "func f\n0 O ret\nentry k\n0 O call f:f\n");
    assert_bodies(HEADER ".func f();\n.entry k() { call f; }\n", "entry k\n0 O call f:f\n");
    assert_bodies(HEADER ".extern .func f();\n.entry k() { call f; }\n", "");
    assert_bodies(HEADER ".entry k() { .loc 1 2 3 cp.async.wait_all; }", "entry k\n0 F cp.async.wait_all\n");
    assert_bodies(HEADER ".entry k() { ret; @p cp.async.wait_all; }",
                  "entry k\n0 O ret\n0? @?:p F cp.async.wait_all\n");
    assert_bodies(HEADER ".entry k() { x:cp.async.wait_all; }", "entry k\n0 L x\n0 F cp.async.wait_all\n");
    assert_bodies(HEADER ".entry k() { /* { */ .file 1 \"}\"\ncp.async.wait_all; }",
                  "entry k\n0 F cp.async.wait_all\n");
    char *out = large + sprintf(large, HEADER ".func f() {\n");
    for (int i = 0; i < 8000; i++)
        out += sprintf(out, "bar.sync;\n");
    strcpy(out, "}\n.entry k() { call f; }");
    assert_bodies(large, "");
}

static void broken(void **state) {
    static const char *const bodies[] = {
        ".reg .b32 5;",
        "= 5;",
        "cp.async.wait_group [;",
        "mov.b32 %r1, 1\ncp.async.wait_all;",
        "\xc3\xa9",
        "@5 cp.async.wait_all;",
        ";",
        "\x01",
        "@@DWARF x\n",
    };
    char source[400];
    (void)state;
    for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
        static struct seen seen;
        memset(&seen, 0, sizeof(seen));
        snprintf(source, sizeof(source), HEADER ".entry k() { %s\n" COMMIT "}\n.entry l() {" COMMIT "}\n", bodies[i]);
        assert_int_equal(walk(source, NULL, show_body, &seen), PTXC_OK);
        assert_int_equal(seen.bodies, 2);
        assert_int_equal(strncmp(seen.text, "entry k broken\n", 15), 0);
        assert_non_null(strstr(seen.text, "entry l\n"));
    }
    assert_bodies(HEADER ".entry k() { " COMMIT, "entry k broken\n0 F cp.async.commit_group\n");
    assert_bodies(HEADER ".entry k() { " COMMIT ".entry l() {" COMMIT "}\nret;",
                  "entry k broken\n0 F cp.async.commit_group\nentry l\n0 F cp.async.commit_group\n");
    assert_bodies(HEADER ".entry k(5) { " COMMIT "}\n", "");
}

/* Text without functions is one body. */
static void fragments(void **state) {
    (void)state;
    assert_bodies("mov.b32 a, 1;\n" COMMIT, "func \n0 O mov.b32 ?:a, i1\n0 F cp.async.commit_group\n");
    assert_bodies("{ ret; }\n" COMMIT, "func  1<0\n1 O ret\n0 F cp.async.commit_group\n");
    assert_bodies("{\n" COMMIT, "func  broken 1<0\n1 F cp.async.commit_group\n");
    assert_bodies("ret;", "");
    assert_bodies("", "");
    assert_bodies(".entry k() {" COMMIT "}\n" COMMIT, "entry k\n0 F cp.async.commit_group\n");
}

/* Every operand of the asm is a register, but %9, which is the constant 16. */
static void resolve(const void *context, struct ptxc_span placeholder, struct ptxc_value *value) {
    const char *name = (const char *)context + placeholder.offset;
    *value = (struct ptxc_value){.kind = name[1] == '9' ? PTXC_VALUE_INTEGER : PTXC_VALUE_REGISTER,
                                 .name = name,
                                 .name_length = placeholder.length,
                                 .integer = name[1] == '9' ? 16 : 0};
}

static int is_text(const void *context, struct ptxc_span placeholder) {
    return ((const char *)context)[placeholder.offset + 1] == '8';
}

static void asm_text(void **state) {
    const char *source = "{ mov.b32 \x02"
                         "0, \x02"
                         "1;\nld.u32 \x02"
                         "0, [\x02"
                         "1+\x02"
                         "9];\nadd.u32 \x02"
                         "0, \x01;\n"
                         "bra \x02"
                         "8;\n\x01;\n" COMMIT "}}";
    const struct ptxc_asm_text text = {source, resolve, is_text, 1};
    static struct seen seen;
    const struct ptxc_options options = {.size = sizeof(options)};
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_report_make(&options, &report), PTXC_OK);
    struct ptxc_module *module = ptxc_parse_begin(source, (uint32_t)strlen(source), &options, report);
    assert_non_null(module);
    module->parser.asm_text = &text;
    read_all(module, show_body, &seen);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    assert_string_equal(seen.text, "func  1<0\n1 O mov.b32 r:\x02"
                                   "0, r:\x02"
                                   "1\n1 O ld.u32 r:\x02"
                                   "0, [r:\x02"
                                   "1+16]\n"
                                   "1? O add.u32 r:\x02"
                                   "0, ?:\x01\n1? O bra r:\x02"
                                   "8\n1? O \x01\n"
                                   "1 F cp.async.commit_group\n");
}

static void count_body(struct seen *seen, const struct ptxc_module *module, const struct ptxc_body *body) {
    (void)module;
    seen->bodies++;
    seen->statements += body->count;
}

/* The reader asks for as much memory as ever where nobody wants bodies, and what it does for them is linear: each of
 * these has a hundred thousand parts that a look ahead could come back to. */
static void large_sources(void **state) {
    enum { PARTS = 100000 };
    static const char *const parts[][2] = {
        {"mov.b32 %r1, 1;\n", COMMIT "}"},
        {"{ x:\n", COMMIT "}"},
        {".func f() {\n", ""},
        {".func f() {\n@@ {\n}\n", ""},
        {".func f() {\n@@ {\n}\n", ".func g() {" COMMIT "}"},
        {"ret }\n", COMMIT "}"},
    };
    char *source = malloc(PARTS * 32 + 1000);
    (void)state;
    assert_non_null(source);
    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
        struct counting quiet = {0, -1, 0}, asked = {0, -1, 0}, none = {0, -1, 0};
        struct ptxc_allocator allocator = {counting_resize, &quiet};
        struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator, .limit = 10};
        struct seen seen = {.bodies = 0};
        char *out = source + sprintf(source, "%s%s", HEADER, *parts[i][0] == '.' ? "" : ".entry k() {\n" NAMES);
        for (int j = 0; j < PARTS; j++)
            out += sprintf(out, "%s", parts[i][0]);
        strcpy(out, parts[i][1]);
        assert_int_equal(walk(source, &options, NULL, NULL), PTXC_OK);
        allocator.user = &asked;
        assert_int_equal(walk(source, &options, count_body, &seen), PTXC_OK);
        allocator.user = &none;
        assert_int_equal(walk(source, &options, NULL, NULL), PTXC_OK);
        assert_int_equal(quiet.requests, none.requests);
        assert_int_equal(quiet.live + asked.live + none.live, 0);
        if (i == 0)
            assert_int_equal(seen.statements, PARTS + 1);
    }
    free(source);
}

/* Whichever request for memory fails, all is released, and no body is handed out that lacks something. */
static void out_of_memory(void **state) {
    static char source[60000];
    static struct seen whole;
    char *out = source + sprintf(source, "%s", HEADER ".entry k(.param .u64 a) {\n" NAMES);
    (void)state;
    for (int i = 0; i < 1000; i++)
        out += sprintf(out, "mov.b32 %%r1, %d;\n{ x: }\n", i);
    strcpy(out, COMMIT "}\n.func f() { ret; }\n");
    assert_int_equal(walk(source, NULL, count_body, &whole), PTXC_OK);
    assert_int_equal(whole.bodies, 2);
    for (long n = 0;; n++) {
        struct counting counting = {0, n, 0};
        struct ptxc_allocator allocator = {counting_resize, &counting};
        struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
        struct seen seen = {.bodies = 0};
        const enum ptxc_status status = walk(source, &options, count_body, &seen);
        assert_int_equal(counting.live, 0);
        assert_int_equal(status, counting.requests > n ? PTXC_OUT_OF_MEMORY : PTXC_OK);
        assert_true(seen.statements == 0 || seen.statements == 2001 || seen.statements == whole.statements);
        if (status == PTXC_OK)
            break;
    }
}

/* A walk that ends early releases what it has. */
static void early_end(void **state) {
    struct counting counting = {0, -1, 0};
    struct ptxc_allocator allocator = {counting_resize, &counting};
    struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
    static struct seen seen;
    struct ptxc_module *module;
    const char *source = HEADER ".entry k() {" COMMIT COMMIT "}";
    (void)state;
    assert_int_equal(ptxc_module_open(source, strlen(source), &options, &module), PTXC_OK);
    module->collects = true;
    assert_true(ptxc_reader_next(module));
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    assert_int_equal(seen.bodies, 0);
    assert_int_equal(counting.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands),  cmocka_unit_test(instructions),  cmocka_unit_test(scopes),
        cmocka_unit_test(headers),   cmocka_unit_test(wanted),        cmocka_unit_test(broken),
        cmocka_unit_test(fragments), cmocka_unit_test(asm_text),      cmocka_unit_test(large_sources),
        cmocka_unit_test(early_end), cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

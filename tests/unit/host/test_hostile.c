/* Input that is no source at all, cut sources, sources with bytes changed, and long ones: the extractor does no harm,
 * takes linear time, and says when memory runs out.
 */
#include "counting.h"
#include "extracted.h"

#include <time.h>

/* Parts from which damaged sources are made; each host language finds something of its own. */
static const char *const parts[] = {
    "asm volatile(",
    "\"cp.async.wait_all;\"",
    "\"cp.async.cg.shared.global [%0], [%1], 16;\\n\"",
    "R\"x(asm(\"cp.async.wait_all;\"))x\"",
    "\"asm(\\\"cp.async.wait_all;\\\")\"",
    ":",
    "::",
    "\"=r\"(x)",
    ", [n] \"n\"(4)",
    ")",
    ";",
    "(",
    "{",
    "}",
    "[",
    "\n#if __CUDA_ARCH__ >= 900\n",
    "\n#else\n",
    "\n#elif !defined(X) || 900 <= __CUDA_ARCH__\n",
    "\n#endif\n",
    "\n#define M(a, b) \"cp.async\" #a \\\n b\n",
    "\n#define N \"x\"\n",
    " M(1, \"y\") ",
    " N ",
    ", \"n\"(N)",
    "\n#define N (N + 1)\n",
    " NV_IF_TARGET(NV_PROVIDES_SM_90, ",
    " NV_DISPATCH_TARGET(",
    " NV_IS_HOST, ",
    ",",
    "#",
    "\"",
    "'",
    "\\",
    "\\\n",
    "\n",
    "/*",
    "*/",
    "//",
    "f\"{{cp.async.wait_group {n}; }}\"",
    "'''",
    "\"\"\"",
    "r#\"cp.async.wait_all;\"#",
    "\"cp.async.wait_group $(f(x)); $y\"",
    "#= =#",
    ", \"=r,l,~{memory}\"",
    " + ",
    " << ",
    " % ",
    ".format(",
    "asm sideeffect \"cp.async.wait_group $0;\\0A\", \"n\"",
    "\x01",
    "\xff\xfe",
    "word",
    "has_side_effects=True",
    "12'3",
    "\\u00e9\\x\\N{",
};

static uint32_t random_state;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % limit;
}

/* Runs every extractor over the bytes, which end exactly where the allocation does, and looks at all that comes out. */
static void extract_all(const char *bytes, size_t length) {
    char *exact = malloc(length ? length : 1);
    memcpy(exact, bytes, length);
    for (int host = PTXC_HOST_NONE; host < PTXC_HOST_COUNT; host++) {
        struct ptxc_arena arena;
        struct ptxc_snippet_list list = {0};
        ptxc_arena_init(&arena, NULL);
        assert_true(ptxc_host_extract((enum ptxc_host)host, exact, (uint32_t)length, NULL, 0, &arena, &list));
        for (size_t i = 0; i < list.count; i++)
            assert_map(&list.items[i], (uint32_t)length);
        ptxc_arena_free(&arena);
    }
    free(exact);
}

/* Writes `count` parts one after another, as far as there is room; gives the length. */
static size_t compose(char *text, size_t capacity, uint32_t count) {
    size_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *part = parts[random_below(sizeof(parts) / sizeof(parts[0]))];
        if (length + strlen(part) > capacity)
            break;
        memcpy(text + length, part, strlen(part));
        length += strlen(part);
    }
    return length;
}

static void composed_sources(void **state) {
    char text[4096];
    (void)state;
    random_state = 20240229;
    for (int round = 0; round < 20000; round++)
        extract_all(text, compose(text, sizeof(text), 1 + random_below(40)));
}

/* Random bytes, with the beginning of a statement among them, do no harm. */
static void random_bytes(void **state) {
    char text[512];
    (void)state;
    random_state = 7;
    for (int round = 0; round < 3000; round++) {
        size_t length = random_below(sizeof(text));
        for (size_t i = 0; i < length; i++)
            text[i] = (char)random_below(256);
        memcpy(text + random_below(400), "asm(\"cp.async.x", 15);
        extract_all(text, length);
    }
}

static const char sample[] =
    "#define HINT(n) \".L2::\" #n \"B\"\n#if __CUDA_ARCH__ >= 800 && !defined(X)\n"
    "void f() { asm volatile(\"{\\n\\t.reg .pred p;\" HINT(128)\n#ifdef Y\n \"@p cp.async.wait_all;}\"\n#endif\n"
    " : \"=&r\"(a[0]) : [n] \"n\"(16), \"l\"(g(b)) : \"memory\"); }\n#endif\n"
    "x = f'asm(\"cp.async.wait_group {n};\" :: \"r\"(a))'\ny = \"cp.async.cg.shared.global [$0], [$1], 16;\", \"r,l\"\n"
    "R\"z(cp.async.wait_all;)z\"; r##\"cp.async.wait_all;\"##; \"\"\"cp.async.wait_group $(n);\"\"\"\n";

/* A sample that is cut at any place, or has some bytes changed, does no harm. */
static void cut_and_changed_samples(void **state) {
    char text[sizeof(sample)];
    (void)state;
    random_state = 99;
    for (size_t length = 0; length < sizeof(sample); length++)
        extract_all(sample, length);
    for (int round = 0; round < 5000; round++) {
        memcpy(text, sample, sizeof(sample));
        for (uint32_t changes = 1 + random_below(4); changes > 0; changes--)
            text[random_below(sizeof(sample) - 1)] = "\"'\\\n(){}[]:;,#%$\x01/*"[random_below(19)];
        extract_all(text, sizeof(sample) - 1);
    }
}

/* How the repetitions below are wrapped: as a file, as one string, as one string with unknown text in it. */
static const char *const wraps[][2] = {
    {"", "asm(\"cp.async.wait_all;\")"},
    {"x = \"asm cp.async ", "\""},
    {"f'''cp.async.", "'''"},
};

static double extract_repetition(char *text, size_t capacity, const char *unit, const char *const *wrap) {
    size_t length = strlen(wrap[0]), size = strlen(unit);
    memcpy(text, wrap[0], length);
    for (; length + size + 100 <= capacity; length += size)
        memcpy(text + length, unit, size);
    memcpy(text + length, wrap[1], strlen(wrap[1]));
    clock_t start = clock();
    extract_all(text, length + strlen(wrap[1]));
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Repetitions that a careless scanner reads again and again. */
static const char *const units[] = {
    "asm(",
    "asm(\"a\"",
    "asm(\"cp.async;\":\"r\"(",
    "\"cp.async.wait_all;\" + (",
    "\"\\\"",
    "'\\'",
    "R\"x(cp.async",
    "/*",
    "asm(x\n#if A\n",
    "NV_IF_TARGET(NV_PROVIDES_SM_90,(",
    "NV_DISPATCH_TARGET(NV_IS_HOST,\n#if A\n",
    "\n#define N (N)\nasm(\"a\"::\"n\"(N),\"n\"(N));",
    "\n#if A\nasm(\"cp.async.wait_all;\"\n#else\n",
    "#if A\n#elif B\n",
    "# a \\\n",
    "asm(M\n#define M \"x\" M\n",
    "\n#define A \"xxxxxxxxxxxxxxxxxxxxxxxx\"\nasm(A A A A A A A A);",
    "\"cp.async.wait_group \" << ",
    "f\"cp.async {",
    "f\"cp.async.wait_all;{x",
    "\"cp.async $(",
    "r#\"cp.async",
    "/* /*",
    "#= #=",
    "\"cp.async.wait_all;\", ",
    "{cp.async.",
    "@cp.async ",
    "(((((((",
    "\"asm(cp.async\"",
    "cp.async /* ",
    "asm(\"cp.async\" : X, ",
    "L\"cp.async",
    "asm(\"\\x1",
    "a.b.c.d.",
    "\"\"\"cp.async",
    "\"asm cp.async\";",
    "\"{cp.async. /*\"",
    "\"cp.async x y z",
    "{cp.async [a",
    "{cp.async [a] @",
    ";cp.async a /*x*/",
    "@cp.async{",
    "cp.async\n",
    "\\\\n",
    "{{x",
    "%(x",
    "$(",
};

/* No repetition takes long: with quadratic work each would take minutes. */
static void repetitions_take_linear_time(void **state) {
    enum { CAPACITY = 1 << 19 };
    char *text = malloc(CAPACITY);
    (void)state;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        for (size_t k = 0; k < sizeof(wraps) / sizeof(wraps[0]); k++) {
            double seconds = extract_repetition(text, CAPACITY, units[i], wraps[k]);
            if (seconds > 10)
                fail_msg("%s%s: %.1f seconds", wraps[k][0], units[i], seconds);
        }
    free(text);
}

/* Whichever request fails, the extractor says that memory ran out and gives all of it back. */
static void out_of_memory_is_said(void **state) {
    static char text[sizeof(sample) * 300];
    (void)state;
    for (size_t i = 0; i < 300; i++)
        memcpy(text + i * (sizeof(sample) - 1), sample, sizeof(sample));
    for (long n = 0; n < 1000; n++) {
        struct counting counting = {0, n, 0};
        struct ptxc_allocator allocator = {counting_resize, &counting};
        struct ptxc_arena arena;
        struct ptxc_snippet_list list = {0};
        ptxc_arena_init(&arena, &allocator);
        bool done = ptxc_host_extract(PTXC_HOST_C_FAMILY, text, (uint32_t)strlen(text), NULL, 0, &arena, &list);
        ptxc_arena_free(&arena);
        if (done) {
            assert_true(n > 3);
            return;
        }
    }
    fail();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(composed_sources),        cmocka_unit_test(random_bytes),
        cmocka_unit_test(cut_and_changed_samples), cmocka_unit_test(repetitions_take_linear_time),
        cmocka_unit_test(out_of_memory_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

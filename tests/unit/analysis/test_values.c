/* What registers hold. The cases are shown as text: see shown.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "shown.h"

static void constants(void **state) {
    static const char *const cases[][2] = {
        {"mov.u32 %r1, 5; add.u32 %r2, %r1, 3;" STORE("%r2"), "8 u;"},
        {"mov.u32 %r6, 1; add.u32 %r6, %r6, %r6; add.u32 %r6, %r6, 3;" STORE("%r6"), "5 u;"},
        {"mov.u32 %r1, 0xffffffff; add.u32 %r2, %r1, 2;" STORE("%r2"), "1 u;"},
        {"mov.u32 %r1, 0xffffffff; cvt.u64.u32 %d1, %r1;" STORE("%d1"), "4294967295 u;"},
        {"mov.u32 %r1, 0xffffffff; cvt.s64.s32 %d1, %r1;" STORE("%d1"), "-1 u;"},
        {"mov.u64 %d1, 0x100000005; cvt.u32.u64 %r1, %d1;" STORE("%r1"), "5 u;"},
        {"mov.u32 %r1, 7; mad.lo.u32 %r2, %r1, 3, 4; shl.b32 %r3, %r2, 2;" STORE("%r3"), "100 u;"},
        {"mov.u32 %r1, -1; mul.wide.u32 %d1, %r1, 2; mul.wide.s32 %d2, %r1, 2;" STORE("%d1") STORE("%d2"),
         "8589934590 u;-2 u;"},
        {"mov.u32 %r1, -8; shr.s32 %r2, %r1, 1; shr.u32 %r3, %r1, 1;" STORE("%r2") STORE("%r3"), "-4 u;2147483644 u;"},
        {"mov.u32 %r1, 100; div.u32 %r2, %r1, 7; rem.u32 %r3, %r1, 7; min.s32 %r4, %r1, -1;" STORE("%r2") STORE("%r3")
             STORE("%r4"),
         "14 u;2 u;-1 u;"},
        {"setp.lt.u32 %p1, 3, 4; selp.b32 %r1, 10, 20, %p1;" STORE("%r1"), "10 u;"},
        {"mov.b64 %d1, {5, 1}; mov.b64 {%r1, %r2}, %d1;" STORE("%d1") STORE("%r1") STORE("%r2"),
         "4294967301 u;5 u;1 u;"},
        {"mov.u32 %r1, 12; shfl.sync.idx.b32 %r2|%p1, %r1, 0, 31, -1;" STORE("%r2"), "12 u;"},
        {"bfe.u32 %r1, 0x1234, 4, 8; not.b32 %r2, 5; neg.s32 %r3, 5;" STORE("%r1") STORE("%r2") STORE("%r3"),
         "35 u;-6 u;-5 u;"},
        {"mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 0; or.b32 %r3, %r1, 0; xor.b32 %r4, %r1, %r1;" STORE("%r2")
             STORE("%r3") STORE("%r4"),
         "0 u;tid.0 t;0 u;"},
    };
    (void)state;
    COMPARE(cases);
}

static void addresses(void **state) {
    static const char *const cases[][2] = {
        {"mov.u32 %r1, s; mov.u32 %r2, %tid.x; mad.lo.u32 %r3, %r2, 16, %r1;" STORE("%r3+8"), "8+s+16*tid.0 t;"},
        {"mov.u64 %d1, s; cvta.shared.u64 %d2, %d1; add.u64 %d3, %d2, 32; cvta.to.shared.u64 %d4, %d3;" STORE("%d3")
             STORE("%d4"),
         "32+TO_GENERIC(s) u;32+s u;"},
        {"ld.param.u64 %d1, [a]; cvta.to.global.u64 %d2, %d1;" STORE("%d2"), "a[0] u;"},
        {"ld.param.v2.b32 {%r1, %r2}, [c+8];" STORE("%r2"), "c[12] u;"},
        {"mov.b64 %d1, c; ld.param.b32 %r1, [%d1+4];" STORE("%r1"), "c[4] u;"},
        {"mov.u64 %d1, s; cvt.u32.u64 %r1, %d1; cvt.u64.u32 %d2, %r1;" STORE("%d2"), "s u;"},
        {"mov.u32 %r1, s; mapa.shared::cluster.u32 %r2, %r1, 1; add.u32 %r3, %r1, 8;"
         "mapa.shared::cluster.u32 %r4, %r3, 1;" STORE("%r2") STORE("%r4"),
         "mapa(s 1) u;8+mapa(s 1) u;"},
        {"ld.global.b64 %d1, [%d0]; cvta.to.shared.u64 %d2, %d1;" STORE("%d2"), "result ?;"},
        {"mov.u64 %d1, 77; st.param.b64 [q], %d1; ld.param.b64 %d2, [q];" STORE("%d2"), "77 u;77 u;"},
    };
    (void)state;
    COMPARE(cases);
}

static void threads(void **state) {
    static const char *const cases[][2] = {
        {"mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r1, 31;" STORE("%r2") STORE("%r3"),
         "SHIFT_RIGHT(tid.0 5) w;AND(tid.0 31) t;"},
        {"mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; shfl.sync.idx.b32 %r3, %r2, 0, 31, -1;" STORE("%r3"),
         "SHIFT_RIGHT(tid.0 5) w;"},
        {"mov.u32 %r1, %tid.x; shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;" STORE("%r3"), "broadcast(tid.0 0) w;"},
        {"mov.u32 %r1, %tid.x; shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1;" STORE("%r3"), "result ?;"},
        {"mov.u32 %r1, %ctaid.x; mov.u32 %r2, %clock; mov.u32 %r3, %clock; sub.u32 %r4, %r2, %r3;" STORE("%r1")
             STORE("%r4"),
         "special.0 u;-1*result+result ?;"},
        {"vote.sync.any.pred %p1, %p2, -1;" ASK("%p1"), "result w;"},
        {"elect.sync _|%p1, -1;" ASK("!%p1"), "!result t;"},
    };
    (void)state;
    COMPARE(cases);
}

static void predicates(void **state) {
    static const char *const cases[][2] = {
        {"mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; setp.ne.s32 %p2, 0, %r1;" ASK("%p1") ASK("%p2") ASK("!%p2"),
         "COMPARE(tid.0 0) t;!COMPARE(tid.0 0) t;COMPARE(tid.0 0) t;"},
        {"mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 31; setp.lt.u32 %p2, %r1, 32;" ASK("%p1") ASK("%p2"),
         "!COMPARE(tid.0 32) t;COMPARE(tid.0 32) t;"},
        {"mov.u32 %r1, %tid.x; setp.ge.u32 %p1|%p2, %r1, 32; not.pred %p3, %p1;" ASK("%p1") ASK("%p2") ASK("%p3"),
         "!COMPARE(tid.0 32) t;COMPARE(tid.0 32) t;COMPARE(tid.0 32) t;"},
        {"mov.u32 %r1, %tid.x; add.u32 %r2, %r1, -1; setp.eq.u32 %p1, %r2, 4;" ASK("%p1"), "COMPARE(tid.0 5) t;"},
        {"vote.sync.any.pred %p1, %p2, -1; selp.u32 %r1, 1, 0, %p1; setp.ne.b32 %p3, %r1, 0;" ASK("%p3"), "result w;"},
        {"mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; setp.eq.and.u32 %p2, %r1, 3, %p1; setp.lt.u32 %p3, 5, 4;"
         "and.pred %p4, %p1, %p3; or.pred %p5, %p1, %p3;" ASK("%p2") ASK("%p4") ASK("%p5"),
         "AND(COMPARE(tid.0 0) COMPARE(tid.0 3)) t;0 u;COMPARE(tid.0 0) t;"},
        {"setp.lt.u32 %p1, 3, 4;" ASK("%p1") ASK("!%p1"), "1 u;0 u;"},
        {"setp.lt.f32 %p1, %f1, %f2; setp.lt.f32 %p2, %f1, %f2;" ASK("%p1") ASK("!%p2"),
         "COMPARE(merge merge) ?;!COMPARE(merge merge) ?;"},
    };
    (void)state;
    COMPARE(cases);
}

static void flow(void **state) {
    static const char *const cases[][2] = {
        {"mov.u32 %r1, 0; mov.u32 %r2, 7; L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra L;" STORE("%r1")
             STORE("%r2"),
         "1+merge ?;7 u;"},
        {"setp.eq.u32 %p1, %r9, 0; @%p1 bra A; mov.u32 %r1, 4; bra B; A: mov.u32 %r1, 4; B:" STORE("%r1"), "4 u;"},
        {"setp.eq.u32 %p1, %r9, 0; @%p1 bra A; mov.u32 %r1, 4; bra B; A: mov.u32 %r1, 5; B:" STORE("%r1"), "merge ?;"},
        {"setp.eq.u32 %p1, %r9, 0; mov.u32 %r1, 4; @%p1 bra A; mov.u32 %r2, 5; A:" STORE("%r1"), "4 u;"},
        {"mov.u32 %r8, %tid.x; setp.eq.u32 %p1, %r8, 0; mov.u32 %r1, 4; @%p1 mov.u32 %r1, 5;"
         "@%p1 " STORE("%r1") "@!%p1 " STORE("%r1") STORE("%r1"),
         "5 u;4 u;SELECT(COMPARE(tid.0 0) 5 4) t;"},
        {"mov.u32 %r8, %tid.x; setp.eq.u32 %p1, %r8, 0; mov.u32 %r1, 4; @%p1 mov.u32 %r1, 5;"
         "setp.eq.u32 %p1, %r8, 1; @%p1 " STORE("%r1"),
         "SELECT(COMPARE(tid.0 0) 5 4) t;"},
        {"mov.u32 %r8, %tid.x; setp.eq.u32 %p1, %r8, 0; @%p1 mov.u32 %r1, 5; @!%p1 mov.u32 %r1, 5;" STORE("%r1"),
         "5 u;"},
        {"setp.eq.u32 %p1, 0, 0; mov.u32 %r1, 4; @%p1 mov.u32 %r1, 5; @!%p1 mov.u32 %r1, 6;" STORE("%r1"), "5 u;"},
        {"mov.u32 %r1, 3; { .reg .b32 %r<4>; mov.u32 %r1, 4; }" STORE("%r1"), "3 u;"},
        {"mov.u32 %r1, 1; frobnicate.u32 %r1, %r2;" STORE("%r1"), "result ?;"},
        {"mov.u32 %r2, 1; L: mov.u32 %r3, 0; M: add.u32 %r3, %r3, %r2; setp.lt.u32 %p1, %r3, 9; @%p1 bra M;"
         "add.u32 %r4, %r2, 6; setp.lt.u32 %p2, %r9, 9; @%p2 bra L;" STORE("%r3") STORE("%r4"),
         "1+merge ?;7 u;"},
    };
    (void)state;
    COMPARE(cases);
}

/* Makes a kernel of `count` times the same lines, which `line` prints. */
static char *repeat(size_t count, const char *first, const char *format, const char *last) {
    char *source = malloc(count * 100 + 2000);
    assert_non_null(source);
    size_t length = (size_t)sprintf(source, "%s%s", BEFORE, first);
    for (size_t i = 0; i < count; i++)
        length += (size_t)sprintf(source + length, format, i, i); /* NOLINT: the formats are below */
    sprintf(source + length, "%s ret; }\n", last);
    return source;
}

static void expect_long(size_t count, const char *first, const char *format, const char *last, const char *expected) {
    static struct stored stored;
    memset(&stored, 0, sizeof(stored));
    char *source = repeat(count, first, format, last);
    walk(source, &stored);
    free(source);
    assert_string_equal(stored.text, expected);
}

/* Long chains are followed to their beginning, and neither the stack nor the time runs out. */
static void long_ones(void **state) {
    (void)state;
    expect_long(100000, "mov.u32 %r1, 5;", "add.u32 %%r1, %%r1, 2;", STORE("%r1"), "200005 u;");
    expect_long(100000, "mov.u32 %r1, 5;", "@%%p1 add.u32 %%r1, %%r1, 0;", STORE("%r1"), "5 u;");
    expect_long(30000, "mov.u32 %r1, 5;", "@%%p1 bra L%zu; mov.u32 %%r1, 5; L%zu:", STORE("%r1"), "5 u;");
    expect_long(20000, "mov.u32 %r1, 5;", "L%zu: mov.u32 %%r2, %%r1; @%%p1 bra L%zu;", STORE("%r2"), "5 u;");
    expect_long(5000, "mov.u32 %r1, 5; mov.u32 %r3, 6;", "M%zu: ", "mov.u32 %r1, 5;" STORE("%r3"), "6 u;");
}

/* ---- random code, against an interpreter ---- */

static uint64_t seed;
static uint32_t next(uint32_t below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

enum { REGISTERS = 8, LINES = 60 };
struct machine {
    uint32_t r[REGISTERS];
    uint64_t d[REGISTERS];
    bool p[REGISTERS];
};

static uint32_t interesting(void) {
    static const uint32_t values[] = {0, 1, 2, 5, 31, 32, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0};
    return next(2) ? values[next(10)] : next(1u << 30) * 4 + next(4);
}

/* Prints an instruction on 32 bits, and does it. */
static int narrow(struct machine *m, char *text, const char *guard, bool runs) {
    static const char *const names[] = {"add.u32", "sub.s32", "mul.lo.u32", "and.b32",   "or.b32",  "xor.b32",
                                        "shl.b32", "shr.u32", "shr.s32",    "min.s32",   "min.u32", "max.s32",
                                        "max.u32", "div.u32", "rem.u32",    "mul.hi.u32"};
    const uint32_t a = next(REGISTERS), b = next(REGISTERS), to = next(REGISTERS), which = next(15);
    const bool immediate = next(2) || which == 13 || which == 14;
    uint32_t x = m->r[a], y = immediate ? interesting() : m->r[b], z = 0;
    if (which == 13 || which == 14)
        y = y ? y : 7;
    switch (which) {
    case 0: z = x + y; break;
    case 1: z = x - y; break;
    case 2: z = x * y; break;
    case 3: z = x & y; break;
    case 4: z = x | y; break;
    case 5: z = x ^ y; break;
    case 6: z = y > 31 ? 0 : x << y; break;
    case 7: z = y > 31 ? 0 : x >> y; break;
    case 8: z = (uint32_t)((int32_t)x >> (y > 31 ? 31 : y)); break;
    case 9: z = (int32_t)x < (int32_t)y ? x : y; break;
    case 10: z = x < y ? x : y; break;
    case 11: z = (int32_t)x > (int32_t)y ? x : y; break;
    case 12: z = x > y ? x : y; break;
    case 13: z = x / y; break;
    default: z = x % y;
    }
    if (runs)
        m->r[to] = z;
    if (immediate)
        return sprintf(text, "%s%s %%r%u, %%r%u, %u;\n", guard, names[which], to, a, y);
    return sprintf(text, "%s%s %%r%u, %%r%u, %%r%u;\n", guard, names[which], to, a, b);
}

/* Prints an instruction between widths or on predicates, and does it. */
static int other(struct machine *m, char *text, const char *guard, bool runs) {
    const uint32_t a = next(REGISTERS), b = next(REGISTERS), to = next(REGISTERS), q = next(REGISTERS);
    struct machine done = *m;
    int length = 0;
    switch (next(11)) {
    case 0:
        done.d[to] = m->r[a];
        length = sprintf(text, "%scvt.u64.u32 %%d%u, %%r%u;\n", guard, to, a);
        break;
    case 1:
        done.d[to] = (uint64_t)(int64_t)(int32_t)m->r[a];
        length = sprintf(text, "%scvt.s64.s32 %%d%u, %%r%u;\n", guard, to, a);
        break;
    case 2:
        done.r[to] = (uint32_t)m->d[a];
        length = sprintf(text, "%scvt.u32.u64 %%r%u, %%d%u;\n", guard, to, a);
        break;
    case 3:
        done.d[to] = (uint64_t)m->r[a] * m->r[b] + m->d[q];
        length = sprintf(text, "%smad.wide.u32 %%d%u, %%r%u, %%r%u, %%d%u;\n", guard, to, a, b, q);
        break;
    case 4:
        done.d[to] = (uint64_t)((int64_t)(int32_t)m->r[a] * (int32_t)m->r[b]);
        length = sprintf(text, "%smul.wide.s32 %%d%u, %%r%u, %%r%u;\n", guard, to, a, b);
        break;
    case 5:
        done.d[to] = m->d[a] + m->d[b];
        length = sprintf(text, "%sadd.s64 %%d%u, %%d%u, %%d%u;\n", guard, to, a, b);
        break;
    case 6:
        done.r[to] = m->p[q] ? m->r[a] : m->r[b];
        length = sprintf(text, "%sselp.b32 %%r%u, %%r%u, %%r%u, %%p%u;\n", guard, to, a, b, q);
        break;
    case 7:
        done.p[to] = (int32_t)m->r[a] <= (int32_t)m->r[b];
        length = sprintf(text, "%ssetp.le.s32 %%p%u, %%r%u, %%r%u;\n", guard, to, a, b);
        break;
    case 8:
        done.p[to] = m->r[a] > m->r[b] || !m->p[q];
        length = sprintf(text, "%ssetp.gt.or.u32 %%p%u, %%r%u, %%r%u, !%%p%u;\n", guard, to, a, b, q);
        break;
    case 9:
        done.p[to] = m->d[a] != m->d[b];
        length = sprintf(text, "%ssetp.ne.b64 %%p%u, %%d%u, %%d%u;\n", guard, to, a, b);
        break;
    default:
        done.p[to] = m->p[a] != m->p[b];
        length = sprintf(text, "%sxor.pred %%p%u, %%p%u, %%p%u;\n", guard, to, a, b);
    }
    if (runs)
        *m = done;
    return length;
}

/* Prints a kernel and runs it. */
static void make_random(char *source, struct machine *m) {
    source += sprintf(source, "%s", BEFORE);
    for (uint32_t i = 0; i < REGISTERS; i++) {
        m->r[i] = interesting();
        m->d[i] = (uint64_t)interesting() << 32 | interesting();
        m->p[i] = next(2);
        source += sprintf(source, "mov.u32 %%r%u, %u; mov.u64 %%d%u, %llu; setp.eq.u32 %%p%u, %d, 1;\n", i, m->r[i], i,
                          (unsigned long long)m->d[i], i, m->p[i]);
    }
    for (int i = 0; i < LINES; i++) {
        char guard[16] = "";
        const uint32_t p = next(REGISTERS);
        const bool guarded = next(4) == 0, not = next(2);
        if (guarded)
            sprintf(guard, "@%s%%p%u ", not ? "!" : "", p);
        const bool runs = !guarded || m->p[p] != not ;
        source += next(2) ? narrow(m, source, guard, runs) : other(m, source, guard, runs);
    }
    for (int i = 0; i < REGISTERS; i++)
        source += sprintf(source, "st.global.b32 [%%d90], %%r%d; st.global.b64 [%%d90], %%d%d; @%%p%d nanosleep 1;\n",
                          i, i, i);
    sprintf(source, "ret; }\n");
}

/* What random code computes from constants comes out exactly. */
static void random_code(void **state) {
    static struct stored stored;
    static char source[20000];
    (void)state;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    seed = (uint64_t)now.tv_sec * 1000000007u ^ (uint64_t)now.tv_nsec;
    if (getenv("SEED"))
        seed = strtoull(getenv("SEED"), NULL, 10);
    for (int round = 0; round < 300; round++) {
        const uint64_t started = seed;
        struct machine machine;
        memset(&stored, 0, sizeof(stored));
        make_random(source, &machine);
        walk(source, &stored);
        assert_int_equal(stored.count, 3 * REGISTERS);
        for (int i = 0; i < 3 * REGISTERS; i++) {
            const int64_t expected = i % 3 == 0   ? (int64_t)(int32_t)machine.r[i / 3]
                                     : i % 3 == 1 ? (int64_t)machine.d[i / 3]
                                                  : machine.p[i / 3];
            if (!stored.known[i] || stored.constants[i] != expected)
                fail_msg("SEED=%llu: value %d is %lld, and not %lld\n%s\n%s", (unsigned long long)started, i,
                         (long long)stored.constants[i], (long long)expected, stored.text, source);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),   cmocka_unit_test(addresses), cmocka_unit_test(threads),
        cmocka_unit_test(predicates),  cmocka_unit_test(flow),      cmocka_unit_test(long_ones),
        cmocka_unit_test(random_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What an instruction makes of values that are known, or known in part: integers, shifts, comparisons, moves between
 * widths, addresses of spaces. The numbers are those of the ISA; what is not known stays an operation on its inputs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "shown.h"

#define THREAD "mov.u32 %r1, %tid.x;"

static void products(void **state) {
    static const char *const cases[][2] = {
        {THREAD "mul.lo.u32 %r2, 6, %r1; mul.hi.u32 %r3, %r1, %r1;" STORE("%r2") STORE("%r3"),
         "6*tid.0 t;MULTIPLY(tid.0 tid.0) t;"},
        {THREAD
         "mov.u32 %r2, %ntid.x; mul.lo.u32 %r3, %r1, %r2; mul.lo.u32 %r4, %r2, %r1; sub.u32 %r5, %r3, %r4;" STORE(
             "%r5"),
         "0 u;"},
        {THREAD "mul.wide.u32 %d1, 3, %r1; mad.wide.u32 %d2, %r1, 3, 7;" STORE("%d1") STORE("%d2"),
         "3*tid.0 t;7+3*tid.0 t;"},
        {"mul.wide.s32 %d1, -2, 5; mul.wide.u16 %r1, 65535, 2;" STORE("%d1") STORE("%r1"), "-10 u;131070 u;"},
    };
    (void)state;
    COMPARE(cases);
}

static void orders(void **state) {
    static const char *const cases[][2] = {
        {"min.u32 %r1, 5, -1; max.u32 %r2, 5, -1; max.s32 %r3, 5, -1; min.s32 %r4, -7, -9;" STORE("%r1") STORE("%r2")
             STORE("%r3") STORE("%r4"),
         "5 u;-1 u;5 u;-9 u;"},
        {"div.s32 %r1, -7, 2; rem.s32 %r2, -7, 2; div.u32 %r3, -1, 16; rem.u32 %r4, -1, 16;" STORE("%r1") STORE("%r2")
             STORE("%r3") STORE("%r4"),
         "-3 u;-1 u;268435455 u;15 u;"},
        {THREAD "min.u32 %r2, %r1, %r1; div.u32 %r3, %r1, 1; div.u32 %r4, %r1, 64;" STORE("%r2") STORE("%r3")
             STORE("%r4"),
         "tid.0 t;tid.0 t;DIVIDE(tid.0 64) w;"},
        {"div.u32 %r1, 5, 0; rem.u32 %r2, 5, 0; div.s32 %r3, 5, -1; rem.s32 %r4, 5, -1;" STORE("%r1") STORE("%r2")
             STORE("%r3") STORE("%r4"),
         "DIVIDE(5 0) u;REMAINDER(5 0) u;DIVIDE(5 -1) u;REMAINDER(5 -1) u;"},
    };
    (void)state;
    COMPARE(cases);
}

static void bits(void **state) {
    static const char *const cases[][2] = {
        {"and.b32 %r1, 12, 10; or.b32 %r2, 12, 10; xor.b32 %r3, 12, 10;" STORE("%r1") STORE("%r2") STORE("%r3"),
         "8 u;14 u;6 u;"},
        {THREAD "and.b32 %r2, -1, %r1; or.b32 %r3, -1, %r1; xor.b32 %r4, 0, %r1; or.b32 %r5, %r1, %r1;" STORE("%r2")
             STORE("%r3") STORE("%r4") STORE("%r5"),
         "tid.0 t;-1 u;tid.0 t;tid.0 t;"},
        {THREAD "and.b32 %r2, %r1, -32; and.b32 %r3, %r1, 24;" STORE("%r2") STORE("%r3"),
         "AND(tid.0 -32) w;AND(tid.0 24) t;"},
        {THREAD "shl.b32 %r2, %r1, 40; shl.b32 %r3, 1, %r1; shr.u32 %r4, %r1, 0; shr.u32 %r5, 9, %r1;" STORE("%r2")
             STORE("%r3") STORE("%r4") STORE("%r5"),
         "0 u;SHIFT_LEFT(1 tid.0) t;tid.0 t;SHIFT_RIGHT(9 tid.0) t;"},
        {"shr.s32 %r1, -8, 70; shr.u32 %r2, -8, 70; shr.s32 %r3, -8, 0; shr.b64 %d1, -1, 63;" STORE("%r1") STORE("%r2")
             STORE("%r3") STORE("%d1"),
         "-1 u;0 u;-8 u;1 u;"},
        {"bfe.u64 %d1, -1, 60, 70; bfe.u32 %r1, 255, 64, 3; bfe.u32 %r2, 255, 2, 0;" STORE("%d1") STORE("%r1")
             STORE("%r2"),
         "15 u;0 u;0 u;"},
        {THREAD "not.b32 %r2, %r1; neg.s32 %r3, %r1;" STORE("%r2") STORE("%r3"), "-1+-1*tid.0 t;-1*tid.0 t;"},
    };
    (void)state;
    COMPARE(cases);
}

static void comparisons(void **state) {
    static const char *const cases[][2] = {
        {"setp.lo.u32 %p1, 1, 2; setp.ls.u32 %p2, 2, 2; setp.hi.u32 %p3, 1, 2; setp.hs.u32 %p4, 1, 2;" ASK("%p1")
             ASK("%p2") ASK("%p3") ASK("%p4"),
         "1 u;1 u;0 u;0 u;"},
        {"setp.lt.s32 %p1, -1, 0; setp.lt.u32 %p2, -1, 0; setp.le.s64 %p3, -5, -5;" ASK("%p1") ASK("%p2") ASK("%p3"),
         "1 u;0 u;1 u;"},
        {THREAD "setp.lt.u32 %p1, %r1, 0; setp.lt.u32 %p2, %r1, %r1; setp.gt.u32 %p3, %r1, -1;" ASK("%p1") ASK("%p2")
             ASK("%p3"),
         "0 u;0 u;0 u;"},
        {THREAD "setp.gt.s32 %p1, %r1, 0x7fffffff; setp.ge.u32 %p2, %r1, 0;" ASK("%p1") ASK("%p2"), "0 u;1 u;"},
        {THREAD
         "mov.u32 %r2, %ntid.x; setp.eq.u32 %p1, %r1, %r2; setp.eq.u32 %p2, %r2, %r1; xor.pred %p3, %p1, %p2;" ASK(
             "%p3"),
         "0 u;"},
        {THREAD "setp.eq.u32 %p1, %r1, 0; selp.u32 %r2, 7, 9, %p1; setp.eq.u32 %p2, %r2, 7; setp.eq.u32 %p3, %r2, 9;"
                "setp.eq.u32 %p4, %r2, 8;" ASK("%p2") ASK("%p3") ASK("%p4"),
         "COMPARE(tid.0 0) t;!COMPARE(tid.0 0) t;0 u;"},
    };
    (void)state;
    COMPARE(cases);
}

/* setp with a third predicate. */
static void joined(void **state) {
    static const char *const cases[][2] = {
        {THREAD "setp.eq.u32 %p1, %r1, 0; setp.eq.and.u32 %p2, 1, 1, %p1; setp.eq.and.u32 %p3, 1, 2, %p1;" ASK("%p2")
             ASK("%p3"),
         "COMPARE(tid.0 0) t;0 u;"},
        {THREAD "setp.eq.u32 %p1, %r1, 0; setp.eq.or.u32 %p2, 1, 1, %p1; setp.eq.or.u32 %p3, 1, 2, %p1;" ASK("%p2")
             ASK("%p3"),
         "1 u;COMPARE(tid.0 0) t;"},
        {THREAD "setp.eq.u32 %p1, %r1, 0; setp.eq.xor.u32 %p2, 1, 1, %p1; setp.eq.xor.u32 %p3, 1, 2, %p1;" ASK("%p2")
             ASK("%p3"),
         "!COMPARE(tid.0 0) t;COMPARE(tid.0 0) t;"},
        {THREAD "setp.eq.u32 %p1, %r1, 0; setp.eq.and.u32 %p2, %r1, 0, %p1; setp.eq.or.u32 %p3, %r1, 0, %p1;" ASK("%p2")
             ASK("%p3"),
         "COMPARE(tid.0 0) t;COMPARE(tid.0 0) t;"},
        {THREAD "setp.eq.u32 %p1, %r1, 0; setp.eq.or.u32 %p2, %r1, 5, %p1; setp.eq.xor.u32 %p3, %r1, 5, %p1;" ASK("%p2")
             ASK("%p3"),
         "OR(COMPARE(tid.0 0) COMPARE(tid.0 5)) t;XOR(COMPARE(tid.0 0) COMPARE(tid.0 5)) t;"},
    };
    (void)state;
    COMPARE(cases);
}

static void moves(void **state) {
    static const char *const cases[][2] = {
        {"cvt.u16.u32 %h1, 0x12345; cvt.s32.s8 %r1, 255; cvt.u32.u8 %r2, 511;" STORE("%h1") STORE("%r1") STORE("%r2"),
         "9029 u;-1 u;255 u;"},
        {THREAD "cvt.u16.u32 %h1, %r1; cvt.rn.f32.u32 %f1, %r1; cvt.sat.u8.u32 %r3, %r1;" STORE("%h1") STORE("%r3"),
         "CONVERT(tid.0) t;CONVERT(tid.0) t;"},
        {"mov.b64 %d1, {%r7, 0}; mov.b32 %r1, {%h1, 0}; mov.b64 {%r2, %r3}, %d0;" STORE("%d1") STORE("%r2")
             STORE("%r3"),
         "merge ?;merge ?;piece(merge) ?;"},
        {"mov.b64 %d1, {%r7, %r8}; mov.b64 {%r1, %r2}, %d1; sub.u32 %r3, %r1, %r7; sub.u32 %r4, %r2, %r8;" STORE("%r3")
             STORE("%r4"),
         "0 u;0 u;"},
        {"mov.b64 {%h1, %h2, %h3, %h4}, 0x0004000300020001;" STORE("%h1") STORE("%h4"), "1 u;4 u;"},
        {THREAD "shfl.sync.idx.b32 %r2, %r1, 0, 15, -1; shfl.sync.idx.b32 %r3, %r1, %r1, 31, -1;" STORE("%r2")
             STORE("%r3"),
         "result ?;result ?;"},
    };
    (void)state;
    COMPARE(cases);
}

static void spaces(void **state) {
    static const char *const cases[][2] = {
        {THREAD "mov.u64 %d1, s; cvta.shared.u64 %d2, %d1; cvta.to.global.u64 %d3, %d2;" STORE("%d3"),
         "FROM_GENERIC(TO_GENERIC(s)) u;"},
        {"mov.u64 %d1, s; cvta.shared.u64 %d2, %d1; add.u64 %d3, %d2, %d0; cvta.to.shared.u64 %d4, %d3;" STORE("%d4"),
         "s+merge ?;"},
        {THREAD "cvt.u64.u32 %d1, %r1; cvta.shared.u64 %d2, %d1; add.u64 %d3, %d1, 16; cvta.shared.u64 %d4, %d3;"
                "sub.u64 %d5, %d4, %d2;" STORE("%d5"),
         "16 u;"},
    };
    (void)state;
    COMPARE(cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products), cmocka_unit_test(orders), cmocka_unit_test(bits),   cmocka_unit_test(comparisons),
        cmocka_unit_test(joined),   cmocka_unit_test(moves),  cmocka_unit_test(spaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

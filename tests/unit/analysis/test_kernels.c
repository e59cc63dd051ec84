/* Kernels of a few lines, as the executor executes them: which wait never ends and why, which barriers release whom,
 * what must be over when a thread ends, and where CTAs of a cluster reach each other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "launched.h"

/* %p0 holds in the first thread: it makes the mbarrier. %p1 holds in warp 0. */
#define INIT(count) "@%p0 mbarrier.init.shared.b64 [m], " #count "; bar.sync 0; setp.lt.u32 %p1, %r0, 32;\n"
#define ARRIVE "mbarrier.arrive.shared.b64 %d1, [m];\n"
#define EXPECT(bytes) "mbarrier.arrive.expect_tx.shared.b64 %d1, [m], " #bytes ";\n"
#define LOAD(bytes) "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%d0], " #bytes ", [m];\n"
#define TRY(parity) "mbarrier.try_wait.parity.shared.b64 %p2, [m], " #parity ";\n"
#define WAIT(label, parity) label ": " TRY(parity) "@!%p2 bra " label ";\n"
#define READ "ld.shared.u32 %r1, [s]; st.global.u32 [%d0], %r1;\n"
#define NONE PTXC_VIOLATION_COUNT
#define STUCK "no thread can go on"
#define V(kind) PTXC_VIOLATION_##kind

/* Waits for phases, and why they never end. */
static const struct launched_row waits[] = {
    {INIT(64) ARRIVE WAIT("W", 0), NONE},
    {INIT(64) ARRIVE WAIT("W", 0) ARRIVE WAIT("X", 1), NONE},
    {INIT(1) "@%p0 " EXPECT(16) "@%p0 " LOAD(16) WAIT("W", 0) READ, NONE},
    {INIT(65) ARRIVE WAIT("W", 0), V(ARRIVALS_MISSING), "mbarrier.try_wait", STUCK, 64, 65},
    {INIT(1) WAIT("W", 0), V(DEADLOCK), "mbarrier.try_wait", STUCK},
    {INIT(1) "@%p0 " EXPECT(32) "@%p0 " LOAD(16) WAIT("W", 0), V(BYTES_MISSING), "mbarrier.try_wait", STUCK, 32, 16},
    {INIT(1) "@%p0 " EXPECT(16) "@%p0 " LOAD(32) WAIT("W", 0), V(BYTES_MISSING), "mbarrier.try_wait", STUCK, 16, 32},
    {INIT(1) "@%p0 " LOAD(16) TRY(0) "@%p0 " ARRIVE WAIT("W", 0), V(BYTES_UNEXPECTED), NULL, STUCK, 0, 16},
    /* the phase of this parity is the one under way, and the wait for the other one was left away */
    {INIT(64) ARRIVE "bar.sync 0;\n" WAIT("W", 1), V(PARITY_WRONG), "mbarrier.try_wait", STUCK},
    {INIT(64) "mbarrier.arrive.shared.b64 %d1, [m];\n"
              "W: mbarrier.try_wait.shared.b64 %p2, [m], %d1; @!%p2 bra W;",
     NONE},
    {INIT(65) "mbarrier.arrive.shared.b64 %d1, [m];\n"
              "W: mbarrier.try_wait.shared.b64 %p2, [m], %d1; @!%p2 bra W;",
     V(ARRIVALS_MISSING), NULL, STUCK, 64, 65},
    /* expect_tx, complete_tx and drops, one by one */
    {INIT(1) "@%p0 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [m], 16;\n"
             "@%p0 " LOAD(16) "@%p0 " ARRIVE WAIT("W", 0) READ,
     NONE},
    {INIT(1) "@%p0 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [m], 16;\n"
             "@%p0 " LOAD(16) WAIT("W", 0),
     V(DEADLOCK), "mbarrier.try_wait", STUCK},
    {INIT(64) "@!%p0 mbarrier.arrive_drop.shared.b64 %d1, [m];\n@%p0 " ARRIVE WAIT(
         "W", 0) "bar.sync 0; @%p0 " ARRIVE WAIT("X", 1),
     NONE},
    {INIT(64) "@%p0 mbarrier.arrive_drop.shared.b64 %d1, [m];\n"
              "@!%p0 " ARRIVE WAIT("W", 0) "@!%p0 " ARRIVE WAIT("X", 1),
     NONE},
    {INIT(64) ARRIVE WAIT("W", 0) "@!%p0 " ARRIVE WAIT("X", 1), V(ARRIVALS_MISSING), NULL, STUCK, 63, 64},
    {INIT(1) "@%p0 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [m], 16;\n@%p0 " EXPECT(32) "@%p0 " LOAD(16)
         WAIT("W", 0),
     V(BYTES_MISSING), NULL, STUCK, 48, 16},
    {INIT(1) "@%p0 " EXPECT(16) "@%p0 " LOAD(16) WAIT("W", 0) "@%p0 " EXPECT(32) "@%p0 " LOAD(16) WAIT("X", 1),
     V(BYTES_MISSING), NULL, STUCK, 32, 16},
    {INIT(1) "@%p0 " EXPECT(16) "@%p0 " LOAD(16) TRY(0) READ, NONE}, /* copies come before waits give up */
    {INIT(65) ARRIVE WAIT("W", 0), V(ARRIVALS_MISSING), NULL, STUCK, .copy = "mbarrier.init",
     .wait = "mbarrier.arrive"},
    {INIT(1) "@%p0 " EXPECT(32) "@%p0 " LOAD(16) WAIT("W", 0), V(BYTES_MISSING), NULL, STUCK,
     .copy = "mbarrier.arrive.expect_tx"},
    {INIT(1) "@%p0 " LOAD(16) TRY(0) "@%p0 " ARRIVE WAIT("W", 0), V(BYTES_UNEXPECTED), NULL, STUCK,
     .copy = "cp.async.bulk"},
    {INIT(2) "@%p0 mbarrier.arrive_drop.expect_tx.shared.b64 %d1, [m], 16;\n@%p0 " LOAD(16) "@%p0 " ARRIVE WAIT(
         "W", 0) "bar.sync 0; @%p0 " ARRIVE WAIT("X", 1) READ,
     NONE},
    /* a state names its phase also in the second one */
    {INIT(64) ARRIVE "W: mbarrier.try_wait.shared.b64 %p2, [m], %d1; @!%p2 bra W;\n@!%p0 " ARRIVE
                     "X: mbarrier.try_wait.shared.b64 %p2, [m], %d1; @!%p2 bra X;",
     V(ARRIVALS_MISSING), NULL, STUCK, 63, 64},
    /* warp 1 waits for warp 0, unless it has no patience */
    {INIT(1) "@%p1 bra A;\n" TRY(0) "@%p2 bra E; trap; A: @%p0 " ARRIVE "E:", NONE},
    {INIT(1) "@%p1 bra A;\n" TRY(0) "@%p2 bra E; trap; A: @%p0 " ARRIVE "E:", NONE, .stopped = "it comes to a trap",
     .impatient = true},
    /* a wait that does not insist may give up, once anything has happened since */
    {INIT(64) TRY(0), NONE},
    {INIT(64) "mbarrier.test_wait.parity.shared.b64 %p2, [m], 0;\n", NONE},
    {INIT(64) TRY(0) ARRIVE WAIT("W", 0), NONE},
    {INIT(1) TRY(0) "@%p2 bra E; @%p0 " ARRIVE "E:\n" WAIT("W", 0), NONE},
    {INIT(64) ARRIVE WAIT("W", 0), NONE, .impatient = true},
    {INIT(65) ARRIVE WAIT("W", 0), V(ARRIVALS_MISSING), NULL, STUCK, 64, 65, .impatient = true},
    {INIT(1) "W: " TRY(0) "st.shared.u32 [s], 7; @!%p2 bra W;\n", V(DEADLOCK), "mbarrier.try_wait", STUCK},
};

/* Arrivals that come once the copies of a thread are complete. */
#define COPY "cp.async.ca.shared.global [s], [%d0], 16;\n"
#define TELL(noinc) "cp.async.mbarrier.arrive" noinc ".shared.b64 [m];\n"
static const struct launched_row arrivals[] = {
    {INIT(1) "@%p0 " COPY "@%p0 " TELL(".noinc") WAIT("W", 0) READ, NONE},
    {INIT(1) "@%p0 " COPY "@%p0 " TELL(".noinc") READ WAIT("W", 0), V(READ_BEFORE_PHASE), "ld.shared"},
    {INIT(1) "@%p0 " TELL(".noinc") "@%p0 " COPY WAIT("W", 0) READ, V(READ_UNGROUPED), "ld.shared"},
    {INIT(1) "@%p0 " COPY "@%p0 " TELL("") "@%p0 " ARRIVE WAIT("W", 0) READ, NONE},
    {INIT(1) "@%p0 " COPY "@%p0 " TELL("") WAIT("W", 0), V(NOINC_MISSING), NULL,
     STUCK}, /* it adds what it takes away */
    {INIT(64) "cp.async.ca.shared.global [s], [%d0], 16;\n" TELL(".noinc") WAIT("W", 0) READ, NONE},
    {INIT(64) COPY TELL("") ARRIVE WAIT("W", 0) READ, NONE},
    {INIT(65) COPY TELL("") ARRIVE WAIT("W", 0), V(ARRIVALS_MISSING), NULL, STUCK, 64, 65},
    {INIT(128) COPY TELL("") ARRIVE WAIT("W", 0), V(NOINC_MISSING), NULL, STUCK, 0, 128},
    {INIT(31) "@%p0 " COPY "@!%p0 bra A; bra E; A: @%p1 " TELL(".noinc") "E:\n" WAIT("W", 0) READ, V(READ_UNGROUPED),
     "ld.shared"}, /* arrivals of other lanes are not about it */
};

/* What more arrivals than an mbarrier counts explain. */
static const struct launched_row excess[] = {
    {INIT(1) "@%p0 mbarrier.arrive.shared.b64 %d1, [m], 3;\n" WAIT("W", 0), V(COUNT_LARGE), "mbarrier.arrive",
     .second = V(ARRIVALS_MANY)},
    {INIT(32) ARRIVE "bar.sync 0;\n" WAIT("W", 0), V(PARITY_WRONG), NULL, STUCK, .second = V(ARRIVALS_MANY)},
    {INIT(32) ARRIVE ARRIVE WAIT("W", 0), V(PARITY_WRONG), NULL, STUCK, .threads = 32,
     .second = V(ARRIVALS_EXCESS)}, /* as many phases as the warp has arrived */
    {INIT(64) ARRIVE "bar.sync 0;\n" WAIT("W", 1), V(PARITY_WRONG), NULL, STUCK}, /* one phase: no more than counted */
};

/* Whether somebody has made the mbarrier. Who comes first lets others go, which may be about to. */
#define MADE(lane) "setp.eq.u32 %p1, %r0, " #lane "; @%p1 mbarrier.init.shared.b64 [m], 1;\n"
static const struct launched_row inits[] = {
    {MADE(32) "bar.sync 0; @%p0 " ARRIVE, NONE},
    {MADE(32) "@%p0 " ARRIVE, V(INIT_UNPUBLISHED), "mbarrier.arrive"},
    {MADE(64) "@%p0 " ARRIVE, V(USE_UNMADE), "mbarrier.arrive"},
    {"@%p0 " TRY(0), V(USE_UNMADE), "mbarrier.try_wait"},
};

/* Where lanes go that do not stay together, and branches on what nobody knows. */
#define PEEL(rounds)                                                                                        \
    "mov.u32 %r2, 0;\nL: setp.ne.u32 %p1, %r0, %r2; @%p1 bra N; bar.sync 1, 64;\nN: add.u32 %r2, %r2, 1;\n" \
    "setp.lt.u32 %p1, %r2, " #rounds "; @%p1 bra L;"
static const struct launched_row branches[] = {
    {PEEL(15), NONE, .stopped = STUCK, .threads = 32}, /* with what is left of the warp, 16 splits */
    {PEEL(16), NONE, .stopped = "the lanes of a warp go too many ways", .threads = 32},
    {"L: ld.global.u32 %r1, [%d0]; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;", NONE},
    {"L: ld.global.u32 %r1, [%d0]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L;", NONE},
    {"ld.global.u32 %r1, [%d0]; setp.ne.u32 %p1, %r1, 0; @%p1 bra T; ret; T: trap;", NONE},
    {"ld.global.u32 %r1, [%d0]; setp.eq.u32 %p1, %r1, 0; @%p1 bra T; ret; T: trap;", NONE},
    {"ld.global.u32 %r1, [%d0]; setp.ne.u32 %p1, %r1, 0; @%p1 bra T; trap; T: ret;", NONE},
    {"ld.global.u32 %r1, [%d0]; setp.eq.u32 %p1, %r1, 0; @%p1 bra T; trap; T: ret;", NONE},
    {"@%p0 trap;", NONE, .stopped = "it comes to a trap"},
    {"L: bra L;", NONE, .stopped = "it takes too long"},
};

/* What clusterlaunchcontrol answers: two clusters are canceled, and then none is left. */
static const struct launched_row requests[] = {
    {INIT(1) ".reg .b128 %q; mov.u32 %r5, 0; mov.u32 %r6, 0;\nL: @%p0 " EXPECT(
         16) "@%p0 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [s], [m];\n"
             "W: mbarrier.try_wait.parity.shared.b64 %p2, [m], %r5; @!%p2 bra W;\n"
             "ld.shared.b128 %q, [s]; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q;\n"
             "xor.b32 %r5, %r5, 1; add.u32 %r6, %r6, 1; bar.sync 0; @%p3 bra L;\n"
             "setp.ne.u32 %p4, %r6, 3; @%p4 trap;",
     NONE},
    {INIT(1) ".reg .b128 %q; @%p0 " EXPECT(
         16) "@%p0 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [s], "
             "[m];\n" WAIT("W",
                           0) "ld.shared.b128 %q, [s];\n"
                              "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r7, %r8, %r9, _}, %q;\n"
                              "clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r10, %q;\n"
                              "setp.ne.u32 %p4, %r7, %r10; @%p4 trap; setp.ne.u32 %p4, %r8, 0; @%p4 trap;",
     NONE},
};

/* Slots of a few bytes share 16 of them: who reads one has nothing to do with who fills another. */
static const struct launched_row words[] = {
    {"setp.lt.u32 %p1, %r0, 32; @%p1 cp.async.ca.shared.global [s], [%d0], 4;\n"
     "@%p1 cp.async.ca.shared.global [s+4], [%d0+4], 4; cp.async.wait_all; bar.sync 0; @%p1 bra A;\n"
     "bar.arrive 1, 64; ld.shared.u32 %r1, [s+4]; st.global.u32 [%d0], %r1; bra E;\n"
     "A: bar.sync 1, 64; cp.async.ca.shared.global [s], [%d0+16], 4; cp.async.wait_all; E:",
     NONE},
    {"setp.lt.u32 %p1, %r0, 32; @%p1 cp.async.ca.shared.global [s], [%d0], 4;\n"
     "@%p1 cp.async.ca.shared.global [s+4], [%d0+4], 4; cp.async.wait_all; bar.sync 0; @%p1 bra A;\n"
     "bar.arrive 1, 64; ld.shared.u32 %r1, [s]; st.global.u32 [%d0], %r1; bra E;\n"
     "A: bar.sync 1, 64; cp.async.ca.shared.global [s], [%d0+16], 4; cp.async.wait_all; E:",
     V(FILL_READ)},
};

/* Barriers of a CTA, of a warp and of a cluster. */
#define FROM_WARP_1(after, reader) \
    "setp.lt.u32 %p1, %r0, 32; @%p1 bra A;\n" COPY "cp.async.wait_all;" after "bra E;\nA: " reader "E:\n"
static const struct launched_row barriers[] = {
    {"bar.sync 0; barrier.sync 1; bar.sync 1, 64;", NONE},
    {"bar.sync 1, 96;", NONE, .stopped = STUCK},
    {"bar.sync 1, 96;", NONE, .threads = 96},
    {"bar.sync 0;", NONE, .threads = 33}, /* a warp need not be full */
    {"bar.sync 0; @%p0 ret; barrier.sync 0;", NONE},
    {"@%p0 ret; bar.sync 0; @!%p0 ret;", NONE},
    {"@%p0 ret; barrier.sync 1, 64;", NONE, .stopped = STUCK}, /* who ends does not arrive where threads are counted */
    {"setp.lt.u32 %p1, %r0, 32; @%p1 bra A; bar.sync 1, 64; bra E; A: bar.arrive 1, 64; E:", NONE},
    {"setp.lt.u32 %p1, %r0, 32; @%p1 bra A; bar.sync 1, 64; bra E; A: bar.sync 1, 64; E:", NONE},
    {"setp.lt.u32 %p1, %r0, 32; @%p1 bra A; bar.sync 1, 64; bra E; A: bar.sync 2, 64; E:", NONE, .stopped = STUCK},
    {"setp.lt.u32 %p1, %r0, 32; @%p1 bra A; bar.sync 1, 32; bra E; A: bar.sync 2, 32; E:", NONE},
    {"setp.eq.u32 %p1, %r0, %r0; bar.red.popc.u32 %r1, 0, %p1; bar.red.popc.u32 %r1, 1, 64, %p1;", NONE},
    {"setp.eq.u32 %p1, %r0, %r0; bar.red.popc.u32 %r1, 1, 96, %p1;", NONE, .stopped = STUCK},
    {"bar.arrive 1, 96;", NONE},
    /* what warp 1 has copied is there for warp 0 behind the barrier, and not without one */
    {FROM_WARP_1("", READ), V(READ_WITHOUT_BARRIER), "ld.shared"},
    {FROM_WARP_1("bar.sync 0;", "bar.sync 0;" READ), NONE},
    {FROM_WARP_1("barrier.sync 1, 64;", "barrier.sync 1, 64;" READ), NONE},
    {FROM_WARP_1("bar.arrive 1, 64;", "bar.sync 1, 64;" READ), NONE},
    {FROM_WARP_1("bar.sync 1, 64;", "bar.arrive 1, 64;" READ), V(READ_WITHOUT_BARRIER), "ld.shared"},
    {FROM_WARP_1("bar.red.popc.u32 %r2, 0, %p0;", "bar.red.popc.u32 %r2, 0, %p0;" READ), NONE},
    {"setp.lt.u32 %p1, %r0, 32; @%p1 bra A; bar.sync 2, 32;\n" COPY "cp.async.wait_all; bar.sync 1, 64; bra E;\n"
     "A: bar.sync 1, 64;" READ "E:",
     NONE}, /* another barrier lets nobody go */
    {"mov.u32 %r2, %cluster_ctarank; setp.ne.u32 %p2, %r2, 0; @%p2 bra R; setp.lt.u32 %p1, %r0, 32; @%p1 bra A;\n"
     "barrier.cluster.arrive; barrier.cluster.wait;\n" COPY "cp.async.wait_all; bar.sync 0; bra E;\n"
     "A: barrier.cluster.arrive; bar.sync 0;" READ "barrier.cluster.wait; bra E;\n"
     "R: barrier.cluster.arrive; bar.sync 0; barrier.cluster.wait; E:",
     NONE, .ctas = 2}, /* nor one of another CTA */
    {"mov.u32 %r2, %cluster_ctarank; setp.eq.u32 %p1, %r2, 1; @%p1 bra E;\n"
     "barrier.cluster.arrive; barrier.cluster.wait; E:",
     NONE, .ctas = 2}, /* CTA 1 ends while CTA 0 waits */
    /* lanes of a warp wait for those of the mask that have not ended */
    {"@%p0 bra A; add.u32 %r1, %r0, 1; A: bar.warp.sync 0xffffffff;", NONE},
    {"@%p0 ret; bar.warp.sync 0xffffffff;", NONE},
    {"@%p0 bra A; bar.warp.sync 0xffffffff; bra E; A: bar.warp.sync 0xffffffff; E:", NONE},
    /* both sides of a branch meet at the barrier behind it */
    {"@%p0 bra A; bar.warp.sync 0xfffffffe; A: bar.sync 0;", NONE},
    {"barrier.cluster.arrive; barrier.cluster.wait;", NONE, .ctas = 2},
    /* lanes that have arrived end before the other CTA arrives, and do not count twice */
    {"@%p0 mbarrier.init.shared.b64 [m], 1; barrier.cluster.arrive;\n"
     "and.b32 %r4, %r0, 31; setp.ne.u32 %p3, %r4, 0; @%p3 bra E; barrier.cluster.wait;\n"
     "mov.u32 %r2, %cluster_ctarank; mov.u32 %r5, 0; mov.u32 %r3, m; mapa.shared::cluster.u32 %r3, %r3, %r5;\n"
     "setp.eq.u32 %p4, %r2, 0; setp.eq.and.u32 %p5, %r0, 0, %p4; @%p5 bra W;\n"
     "setp.eq.u32 %p6, %r2, 1; setp.eq.and.u32 %p7, %r0, 32, %p6; @!%p7 bra E;\n"
     "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r3]; bra E;\n" WAIT("W", 0) "E:",
     NONE, .ctas = 2},
    {"barrier.cluster.arrive; barrier.cluster.wait; barrier.cluster.arrive; barrier.cluster.wait;", NONE, .ctas = 2},
    {"@%p0 ret; barrier.cluster.arrive; barrier.cluster.wait;", NONE, .ctas = 2},
    {"mov.u32 %r2, %cluster_ctarank; setp.eq.u32 %p1, %r2, 0; @%p1 bra E;\n"
     "barrier.cluster.arrive; barrier.cluster.wait; E:",
     NONE, .ctas = 2}, /* CTA 0 has ended */
    {"mov.u32 %r2, %cluster_ctarank; setp.eq.u32 %p1, %r2, 0; @%p1 bra E;\n"
     "barrier.cluster.arrive; barrier.cluster.wait; E: bar.sync 1, 96;",
     NONE, .stopped = STUCK, .ctas = 2},
};

/* Copies that a thread must have waited for when it ends. */
#define WRITE "st.shared.u32 [s], 7; fence.proxy.async.shared::cta; bar.sync 0;\n"
#define STORE "cp.async.bulk.global.shared::cta.bulk_group [%d0], [s], 16;\n"
#define COMMIT "cp.async.bulk.commit_group;\n"
static const struct launched_row ends[] = {
    {WRITE "@%p0 " STORE "@%p0 " COMMIT "@%p0 cp.async.bulk.wait_group 0;", NONE},
    {WRITE "@%p0 " STORE "@%p0 " COMMIT "@%p0 cp.async.bulk.wait_group.read 0;", NONE},
    {WRITE "@%p0 " STORE "@%p0 " COMMIT, V(EXIT_PENDING), "ret"},
    {WRITE "@%p0 " STORE "@%p0 " COMMIT "@%p0 cp.async.bulk.wait_group 1;", V(EXIT_PENDING), "ret"},
    {WRITE "@!%p0 ret; " STORE COMMIT "cp.async.bulk.wait_group 0;", NONE}, /* other lanes end before */
    {WRITE "@%p0 " STORE "@%p0 " COMMIT "@!%p0 exit; cp.async.bulk.wait_group 0;", NONE},
};

/* What must not be done to an mbarrier, and what may. */
#define MAKE "@%p0 mbarrier.init.shared.b64 [m], 1;\n"
#define END "@%p0 mbarrier.inval.shared.b64 [m]; bar.sync 0;\n"
#define ANNOUNCE(bytes) "@%p0 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [m], " #bytes ";\n"
#define RELAXED "W: mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 %p2, [m], 0; @!%p2 bra W;\n"
#define FILL(expected, brought) INIT(1) "@%p0 " EXPECT(expected) "@%p0 " LOAD(brought)
static const struct launched_row uses[] = {
    {"@%p0 mbarrier.init.shared.b64 [m], 0;", V(COUNT_RANGE), "mbarrier.init", .number = 0},
    {"@%p0 mbarrier.init.shared.b64 [m], 1048576;", V(COUNT_RANGE), NULL, .number = 1048576},
    {"@%p0 mbarrier.init.shared.b64 [m], 1048575;", NONE},
    {INIT(2) "@%p0 mbarrier.arrive.shared.b64 %d1, [m], 2;\n" WAIT("W", 0), NONE},
    {INIT(1) ANNOUNCE(1048575), NONE},
    {INIT(1) ANNOUNCE(1048576), V(EXPECT_RANGE), "mbarrier.expect_tx", NULL, 1048576, 1},
    {INIT(1) MAKE, V(INIT_AGAIN), "mbarrier.init", .copy = "mbarrier.init"},
    {INIT(1) END MAKE, NONE},
    {"mbarrier.init.shared.b64 [m], 1;", V(INIT_BY_WARPS), "mbarrier.init"},
    {"setp.lt.u32 %p1, %r0, 32; @%p1 mbarrier.init.shared.b64 [m], 1;", NONE}, /* lanes write one value at once */
    {"setp.lt.u32 %p1, %r0, 2; @%p1 mbarrier.init.shared.b64 [m], %r0;", V(COUNT_RANGE), "mbarrier.init",
     .second = PTXC_VIOLATION_INIT_DIFFERENT},
    {INIT(1) "mbarrier.inval.shared.b64 [m];", V(INVAL_BY_WARPS), "mbarrier.inval"},
    {"mov.u32 %r2, 0; L: @%p0 mbarrier.init.shared.b64 [m], 1; bar.sync 0; add.u32 %r2, %r2, 1;\n"
     "setp.lt.u32 %p3, %r2, 4; @%p3 bra L;",
     V(INIT_IN_LOOP), "mbarrier.init", .iteration = 2},
    {"@%p0 st.shared.u64 [m], %d0; bar.sync 0;\n" INIT(1), NONE},
    {INIT(1) "@%p0 st.shared.u64 [m], %d0;", V(MBARRIER_WRITTEN), "st.shared", .copy = "mbarrier.init"},
    {INIT(1) "@%p1 atom.shared.add.u32 %r1, [m+4], 1;", V(MBARRIER_WRITTEN), "atom"},
    {INIT(1) "@%p0 st.shared.u64 [n], %d0;", NONE},
    {INIT(1) END "@%p0 st.shared.u64 [m], %d0;", NONE},
    {FILL(16, 16) WAIT("W", 0) READ, NONE},
    {FILL(16, 16), V(LOAD_PENDING), "cp.async.bulk"},
    {INIT(1) "@%p0 " ARRIVE ANNOUNCE(16), V(EXPECT_LATE), "mbarrier.arrive", .copy = "mbarrier.expect_tx"},
    {INIT(1) "@%p0 " ARRIVE "bar.sync 0;\n" ANNOUNCE(16), NONE}, /* somebody may have waited in between */
    {FILL(16, 16) "@%p0 " EXPECT(16) WAIT("W", 0), V(REARM), "mbarrier.arrive", STUCK, .second = V(BYTES_MISSING)},
    {INIT(1) "@%p0 " ARRIVE "@%p0 " LOAD(16) WAIT("W", 0) READ, V(BYTES_UNANNOUNCED), "ld.shared",
     .wait = "mbarrier.arrive", .second = V(BYTES_UNANNOUNCED)},
    {FILL(16, 16) RELAXED READ, V(READ_RELAXED), "ld.shared", .wait = "mbarrier.try_wait.parity.relaxed"},
    {FILL(16, 16) RELAXED "bar.sync 0;\n" READ, NONE},
    {FILL(16, 16) RELAXED "fence.acq_rel.cta;\n" READ, NONE},
    {FILL(16, 16) RELAXED "bar.warp.sync 0xffffffff;\n" READ, NONE},
    {FILL(16, 16) "cp.async.bulk.wait_group 0;\n" READ WAIT("W", 0), V(WAITED_BY_GROUP), "ld.shared",
     .wait = "cp.async.bulk.wait_group", .threads = 32},
    {FILL(16, 16) WAIT("W", 1) READ, V(PARITY_FIRST), "mbarrier.try_wait", .copy = "mbarrier.init"},
    {FILL(16, 16) TRY(0) READ, V(WAIT_UNMET), "ld.shared", .wait = "mbarrier.try_wait", .impatient = true},
    {FILL(16, 16) "@%p0 " LOAD(16) WAIT("W", 0), V(BYTES_SURPLUS), "cp.async.bulk", NULL, 16, 32},
};

/* CTAs that reach into each other. */
#define CLUSTER "barrier.cluster.arrive; barrier.cluster.wait;\n"
#define REMOTE                                                                                                      \
    "mov.u32 %r2, %cluster_ctarank; xor.b32 %r2, %r2, 1; mov.u32 %r3, m; mapa.shared::cluster.u32 %r3, %r3, %r2;\n" \
    "@%p0 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r3];\n"
#define SEND                                                                                                        \
    "mov.u32 %r2, %cluster_ctarank; xor.b32 %r2, %r2, 1; mov.u32 %r3, m; mapa.shared::cluster.u32 %r3, %r3, %r2;\n" \
    "mov.u32 %r4, s; mapa.shared::cluster.u32 %r4, %r4, %r2; @%p0 " EXPECT(                                         \
        4) "@%p0 st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r4], %r0, [%r3];\n"
#define LOCAL                                                 \
    "mov.u32 %r3, m; mapa.shared::cluster.u32 %r3, %r3, 1;\n" \
    "W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0; @!%p2 bra W;\n"
static const struct launched_row clusters[] = {
    {INIT(1) "@%p0 " EXPECT(16) "@%p0 " LOAD(16) WAIT("W", 0), NONE, .ctas = 2}, /* it reaches nobody else */
    {INIT(1) CLUSTER REMOTE WAIT("W", 0) CLUSTER, NONE, .ctas = 2},
    {INIT(1) CLUSTER REMOTE CLUSTER, NONE, .ctas = 2},
    {INIT(1) CLUSTER REMOTE WAIT("W", 0), NONE, .ctas = 2}, /* who waits knows that the other one has arrived */
    {INIT(1) CLUSTER REMOTE, V(PEER_ENDED), "mbarrier.arrive", .ctas = 2},
    {INIT(1) CLUSTER LOCAL, V(REMOTE_MBARRIER), "mbarrier.try_wait", .ctas = 2,
     .stopped = "an mbarrier of another CTA is used as one of this CTA"},
    {INIT(1) REMOTE CLUSTER, V(PEER_ABSENT), "mbarrier.arrive", .ctas = 2, .second = V(INIT_UNPUBLISHED)},
    {INIT(1) CLUSTER SEND WAIT("W", 0) READ, NONE, .ctas = 2}, /* who waits for the bytes is still there */
    {INIT(1) CLUSTER SEND, V(PEER_ENDED), "st.async", .ctas = 2},
    {INIT(1) CLUSTER SEND CLUSTER, V(PEER_ENDED), "st.async", .ctas = 2}, /* a barrier waits for no copy */
};

/* Rounds of loops; the first one is 1, also where a barrier stands right before the loop. */
#define LOOP(before)                                                                                                  \
    "mov.u32 %r2, 0;\n" before "L: add.u32 %r2, %r2, 1;\n"                                                            \
    "cp.async.ca.shared.global [s], [%d0], 16; cp.async.commit_group; setp.lt.u32 %p3, %r2, 3; @%p3 bra S;\n"         \
    "@%p0 "                                                                                                           \
    "ld.shared.u32 %r1, [s]; st.global.u32 [%d0], %r1;\nS: cp.async.wait_group 0; setp.lt.u32 %p3, %r2, 5; @%p3 bra " \
    "L;\n"
static const struct launched_row rounds[] = {
    {LOOP(""), V(READ_NOT_WAITED), "ld.shared", .iteration = 3, .threads = 32},
    {LOOP("bar.sync 0;"), V(READ_NOT_WAITED), "ld.shared", .iteration = 3, .threads = 32},
    {LOOP("barrier.cluster.arrive; barrier.cluster.wait;"), V(READ_NOT_WAITED), NULL, .iteration = 3, .threads = 32},
    {LOOP("bar.warp.sync 0xffffffff;"), V(READ_NOT_WAITED), "ld.shared", .iteration = 3, .threads = 32},
    /* an inner loop begins anew in each round of the outer one; only the second reads too early */
    {"mov.u32 %r3, 0; O: add.u32 %r3, %r3, 1; mov.u32 %r2, 0; bar.sync 0;\n"
     "L: add.u32 %r2, %r2, 1;\n" COPY "cp.async.commit_group; setp.lt.u32 %p3, %r3, 2; @%p3 bra S;\n" READ
     "S: cp.async.wait_group 0; setp.lt.u32 %p3, %r2, 5; @%p3 bra L; setp.lt.u32 %p3, %r3, 2; @%p3 bra O;",
     V(READ_NOT_WAITED), "ld.shared", .iteration = 1, .threads = 32},
};

/* Accesses of two warps, of which one writes. %p1 holds in warp 0. */
#define ROLES "setp.lt.u32 %p1, %r0, 32;\n"
#define FLAG(fence)                                                                                  \
    ROLES "@%p1 st.shared.u32 [s], 7; " fence " @%p1 st.volatile.shared.u32 [m], 1; @%p1 bra E;\n"   \
          "W: ld.volatile.shared.u32 %r1, [m]; setp.ne.u32 %p3, %r1, 1; @%p3 bra W; " fence " " READ \
          "E: fence.sc.cta;"
#define TO_PEER                                                                                                     \
    "mov.u32 %r2, %cluster_ctarank; xor.b32 %r2, %r2, 1; mov.u32 %r4, s; mapa.shared::cluster.u32 %r4, %r4, %r2;\n" \
    "@%p0 st.shared::cluster.u32 [%r4], 7;\n"
static const struct launched_row races[] = {
    {ROLES "@%p1 st.shared.u32 [s], 7;\n" READ, V(RACE_READ), "ld.shared", .copy = "st.shared"},
    {ROLES "@%p1 st.shared.u32 [s], 7; bar.sync 0;\n" READ, NONE},
    {ROLES "@%p1 st.shared.u32 [s], 7; bar.sync 0;\n" READ "@%p1 st.shared.u32 [s], 8;", V(RACE_WRITE), "st.shared",
     .copy = "ld.shared"},
    {ROLES "@%p1 st.shared.u32 [s], 7; bar.sync 0;\n" READ "@%p1 st.shared.u32 [s], 7;",
     NONE}, /* it holds that already */
    {ROLES "@%p1 st.shared.u32 [s], 7; bar.warp.sync 0xffffffff; @!%p1 bra E;\n" READ "E:", NONE},
    {"st.shared.u32 [s], 7;\n" READ, NONE},
    {ROLES "@%p1 bra E; E: st.shared.u32 [s], %r0;", V(RACE_WRITES), "st.shared"},
    {"ld.global.u32 %r1, [%d0]; st.shared.u32 [s], %r1;\n" READ, NONE}, /* it may be the same for all */
    {"atom.shared.add.u32 %r1, [s], 1;\n" READ, NONE},
    {ROLES "@%p1 st.shared.u32 [s], 7; @!%p1 red.shared.add.u32 [s], 1;", NONE},
    /* a flag and fences, on whose order the machine relies */
    {FLAG("fence.acq_rel.cta;"), NONE},
    {FLAG(""), NONE},
    /* who accesses it is not known */
    {ROLES "ld.global.u32 %r1, [%d0]; setp.eq.u32 %p3, %r1, 1; @%p3 st.shared.u32 [s], %r0;", NONE},
    {ROLES "ld.global.u32 %r1, [%d0]; setp.eq.u32 %p3, %r1, 1; @%p3 bra E; ret; E: @%p1 st.shared.u32 [s], 7;\n" READ,
     NONE},
    {ROLES "ld.global.u32 %r1, [%d0]; setp.eq.u32 %p3, %r1, 1; @%p3 bra E; E: @%p1 st.shared.u32 [s], 7;\n" READ,
     V(RACE_READ), "ld.shared"}, /* the branch decides nothing */
    {ROLES "ld.global.u32 %r1, [%d0]; mov.u32 %r2, s; and.b32 %r1, %r1, 4; add.u32 %r2, %r2, %r1;\n"
           "@%p1 st.shared.u32 [%r2], 7;\n" READ,
     NONE},
    /* CTAs of a cluster */
    {CLUSTER TO_PEER CLUSTER READ, NONE, .ctas = 2},
    {CLUSTER TO_PEER READ CLUSTER, V(RACE_READ), "ld.shared", .ctas = 2},
};

#define ROWS(name)                                                  \
    static void name##_rows(void **state) {                         \
        (void)state;                                                \
        for (size_t i = 0; i < sizeof(name) / sizeof(*(name)); i++) \
            launched_expect(&name[i]);                              \
    }
ROWS(waits)
ROWS(arrivals)
ROWS(excess)
ROWS(inits)
ROWS(branches)
ROWS(barriers)
ROWS(ends)
ROWS(uses)
ROWS(clusters)
ROWS(rounds)
ROWS(requests)
ROWS(words)
ROWS(races)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waits_rows),    cmocka_unit_test(arrivals_rows), cmocka_unit_test(excess_rows),
        cmocka_unit_test(barriers_rows), cmocka_unit_test(ends_rows),     cmocka_unit_test(clusters_rows),
        cmocka_unit_test(rounds_rows),   cmocka_unit_test(inits_rows),    cmocka_unit_test(branches_rows),
        cmocka_unit_test(uses_rows),     cmocka_unit_test(requests_rows), cmocka_unit_test(words_rows),
        cmocka_unit_test(races_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

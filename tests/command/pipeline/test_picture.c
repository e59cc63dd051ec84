/* The layout of `ptxcheck pipeline`: lanes, slots, rows and what is left out, of executions that are written here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "cli/commands/pipeline/picture.h"
#include "cli/commands/pipeline/slots.h"
#include "cli/commands/pipeline/words.h"

enum { MOST = 4000 };

/* An execution under construction. */
static struct ptxc_pipeline_event events[MOST];
static const struct ptxc_pipeline_event *pointers[MOST];
static struct ptxc_pipeline_kernel kernel;
static struct picture picture;

static void begin(uint32_t warps, const uint16_t *roles) {
    kernel = (struct ptxc_pipeline_kernel){.name = "k", .warps = warps, .ctas = 1, .roles = roles, .assumed = ""};
    for (uint32_t w = 0; w < warps; w++)
        if (roles[w] >= kernel.role_count)
            kernel.role_count = roles[w] + 1u;
}

/* Adds an event at a place of the source and gives its index. */
static uint32_t add(enum ptxc_event_kind kind, uint32_t warp, uint32_t at, uint32_t address, uint32_t count) {
    assert_true(kernel.event_count < MOST);
    events[kernel.event_count] = (struct ptxc_pipeline_event){.kind = kind,
                                                              .span = {at, 1},
                                                              .cause = PTXC_NO_EVENT,
                                                              .warp = warp,
                                                              .role = kernel.roles[warp],
                                                              .lanes = 32,
                                                              .place = {"tile", address, address},
                                                              .count = count};
    return (uint32_t)kernel.event_count++;
}

static void make(void) {
    for (size_t i = 0; i < kernel.event_count; i++)
        pointers[i] = &events[i];
    picture_make(&picture, &kernel, pointers);
}

static const struct cell *cell_of(uint32_t event) {
    assert_int_not_equal(picture.cell_of[event], NOWHERE);
    return &picture.cells[picture.cell_of[event]];
}

static void assert_words(uint32_t event, const char *expected) {
    char words[200];
    words_cell(words, sizeof(words), &picture, cell_of(event));
    assert_string_equal(words, expected);
}

/* A ring of `slots` that one warp fills by groups, `tiles` times, two copies for each; gives the first read. */
static uint32_t write_ring(uint32_t slots, uint32_t tiles) {
    static const uint16_t roles[] = {0, 0};
    uint32_t copies[MOST], first = 0;
    begin(2, roles);
    for (uint32_t k = 0; k < tiles + slots - 1; k++) {
        for (uint32_t j = 0; j < 2 && k < tiles; j++) {
            copies[2 * k + j] = add(PTXC_EVENT_COPY, 0, 10 + j, k % slots * 512 + j * 8192, 0);
            events[kernel.event_count - 1].bytes = 256;
            events[kernel.event_count - 1].completion = PTXC_COMPLETION_GROUP;
        }
        events[add(PTXC_EVENT_COMMIT, 0, 12, 0, k)].completion = PTXC_COMPLETION_GROUP;
        if (k + 1 < slots)
            continue;
        const uint32_t tile = k + 1 - slots;
        for (uint32_t j = 0; j < 2; j++) {
            add(PTXC_EVENT_COMPLETE, 0, 10 + j, tile % slots * 512 + j * 8192, 0);
            events[kernel.event_count - 1].cause = copies[2 * tile + j];
        }
        events[add(PTXC_EVENT_WAIT_GROUP, 0, 13, 0, slots - 1)].completion = PTXC_COMPLETION_GROUP;
        first = first ? first : (uint32_t)kernel.event_count;
        add(PTXC_EVENT_READ, 0, 14, tile % slots * 512 + 16, 0);
    }
    return first;
}

/* The slots of a ring are numbered by their addresses, in every tile of it. */
static void finds_rings(void **state) {
    (void)state;
    for (uint32_t slots = 2; slots <= 8; slots++) {
        const uint32_t read = write_ring(slots, 3 * slots + 1);
        make();
        assert_int_equal(picture.lane_count, 1);
        assert_string_equal(picture.lanes[0].name, "warps 0-1");
        assert_int_equal(picture.slot_count, slots);
        assert_string_equal(picture.slots[slots - 1].name, slots == 2 ? "slot 1" : picture.slots[slots - 1].name);
        assert_int_equal(picture.turn, slots);
        assert_words(0, "copy 1 KiB to slot 0");
        assert_words(read, "read slot 0");
        assert_int_equal(slots_of(&picture, 8192 + 512 + 511), 1);
        assert_int_equal(cell_of(0)->count, 2);
        picture_free(&picture);
    }
}

/* A copy is in flight from where it starts to the wait that lets it complete, and its slot is in use until it is read.
 */
static void follows_flights(void **state) {
    (void)state;
    write_ring(2, 4);
    make();
    assert_int_equal(picture.flight_count, 4);
    assert_int_equal(picture.flights[0].from, 0);
    assert_int_equal(picture.flights[0].to, 4); /* after copy, commit, copy, commit */
    assert_int_equal(picture.flights[0].until, 5);
    assert_int_equal(picture.flights[1].from, 2);
    assert_int_equal(picture.flights[3].slot, 1);
    picture_free(&picture);
}

/* Of a long loop two turns and the last iteration are shown, of a short one all. */
static void leaves_out(void **state) {
    size_t hidden = 0, from = NOWHERE, to = 0;
    (void)state;
    write_ring(3, 8);
    make();
    for (size_t i = 0; i < picture.row_count; i++)
        hidden += picture.hidden[i];
    assert_int_equal(hidden, 0);
    picture_free(&picture);
    write_ring(3, 60);
    make();
    for (size_t i = 0; i < picture.row_count; i++) {
        if (!picture.hidden[i])
            continue;
        from = from == NOWHERE ? i : from;
        to = i;
    }
    assert_true(from != NOWHERE && from > 20 && to + 4 < picture.row_count);
    assert_in_range(rows_turns(&picture, from, to), 48, 54);
    picture_free(&picture);
}

/* What goes wrong is shown, however long the loop. */
static void shows_hazards(void **state) {
    (void)state;
    write_ring(3, 60);
    for (size_t i = kernel.event_count; i-- > 0;)
        if (events[i].kind == PTXC_EVENT_READ && i < kernel.event_count / 2) {
            memmove(&events[i + 2], &events[i + 1], (kernel.event_count - i - 1) * sizeof(events[0]));
            kernel.event_count++;
            events[i + 1] = events[i];
            events[i + 1].kind = PTXC_EVENT_HAZARD;
            events[i + 1].rule = "read-before-wait", events[i + 1].message = "it is too early";
            for (size_t j = i + 2; j < kernel.event_count; j++)
                events[j].cause += events[j].cause != PTXC_NO_EVENT && events[j].cause > i;
            make();
            assert_int_equal(picture.mistake_count, 1);
            assert_int_equal(cell_of((uint32_t)i)->hazard, i + 1);
            assert_false(picture.hidden[cell_of((uint32_t)i)->row]);
            picture_free(&picture);
            return;
        }
    fail();
}

/* A wait stands below the arrival that ends it, and below the copy; what does not wait stands beside it. */
static void orders_roles(void **state) {
    static const uint16_t roles[] = {0, 1};
    (void)state;
    begin(2, roles);
    const uint32_t first = add(PTXC_EVENT_BARRIER, 0, 1, 0, 0), second = add(PTXC_EVENT_BARRIER, 1, 1, 0, 0);
    const uint32_t copy = add(PTXC_EVENT_COPY, 1, 2, 1024, 0);
    events[copy].completion = PTXC_COMPLETION_BARRIER;
    events[copy].barrier = (struct ptxc_pipeline_place){"full", 0, 8};
    const uint32_t complete = add(PTXC_EVENT_COMPLETE, 1, 2, 1024, 0);
    events[complete] = events[copy];
    events[complete].kind = PTXC_EVENT_COMPLETE;
    events[complete].cause = copy;
    const uint32_t phase = add(PTXC_EVENT_PHASE, 1, 2, 8, 0);
    events[phase].place = events[copy].barrier;
    const uint32_t wait = add(PTXC_EVENT_WAIT, 0, 3, 8, 0);
    events[wait].place = events[copy].barrier;
    events[wait].cause = phase;
    const uint32_t arrive = add(PTXC_EVENT_ARRIVE, 0, 4, 16, 1), freed = add(PTXC_EVENT_PHASE, 0, 4, 16, 0);
    const uint32_t next = add(PTXC_EVENT_WAIT, 1, 5, 16, 0);
    events[arrive].place = events[freed].place = events[next].place = (struct ptxc_pipeline_place){"empty", 0, 16};
    events[next].cause = freed;
    make();
    assert_int_equal(picture.lane_count, 2);
    assert_string_equal(picture.lanes[0].name, "warp 1"); /* who copies comes first */
    assert_int_equal(cell_of(first)->row, cell_of(second)->row);
    assert_true(cell_of(wait)->row > cell_of(copy)->row);
    assert_true(cell_of(next)->row > cell_of(arrive)->row);
    assert_words(wait, "wait full, phase 0");
    assert_words(arrive, "arrive empty");
    assert_int_equal(picture.arrow_count, 1); /* the wait for the copy needs none */
    assert_int_equal(picture.arrows[0].from, picture.cell_of[arrive]);
    assert_int_equal(picture.flights[0].to, cell_of(wait)->row);
    picture_free(&picture);
}

/* mbarriers of one variable are told apart by what completes on them, and by whether who copies waits for them before.
 */
static void names_barriers(void **state) {
    static const uint16_t roles[] = {0};
    char name[64];
    (void)state;
    begin(1, roles);
    for (uint32_t i = 0; i < 4; i++)
        add(PTXC_EVENT_INIT, 0, 1 + i, 8 * i, 1);
    make();
    barrier_name(name, sizeof(name), &picture, &events[2].place);
    assert_string_equal(name, "tile[2]");
    assert_words(0, "init tile[0-3], 1 arrival");
    picture_free(&picture);
    add(PTXC_EVENT_WAIT, 0, 8, 8 * 2, 0);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t copy = add(PTXC_EVENT_COPY, 0, 9, 1024 + 64 * i, 0);
        events[copy].completion = PTXC_COMPLETION_BARRIER;
        events[copy].barrier = events[i].place;
    }
    make();
    barrier_name(name, sizeof(name), &picture, &events[1].place);
    assert_string_equal(name, "full[1]");
    barrier_name(name, sizeof(name), &picture, &events[2].place);
    assert_string_equal(name, "empty");
    barrier_name(name, sizeof(name), &picture, &events[3].place);
    assert_string_equal(name, "tile[3]");
    picture_free(&picture);
}

/* Rings of two roles that begin at one address have names of their own; of a name of C++ the last part is shown. */
static void names_rings(void **state) {
    static const uint16_t roles[] = {0, 1};
    static const struct {
        const char *variable, *name;
    } names[] = {{"_ZN9deep_gemm11smem_bufferE", "smem_buffer"}, {"_ZZ4loadE4tile", "tile"}, {"_Z9", "_Z9"}};
    (void)state;
    begin(2, roles);
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t copy = add(PTXC_EVENT_COPY, i / 3, 1 + i / 3, 1024 + (i < 3 ? i * 512 : i % 2 * 4096), 0);
        events[copy].ring = (struct ptxc_pipeline_place){"tile", 1024, 1024};
    }
    make();
    assert_int_equal(picture.slot_count, 5);
    assert_string_equal(picture.slots[2].name, "tile+1024 slot 2");
    assert_string_equal(picture.slots[4].name, "tile+1024 (2) slot 1");
    picture_free(&picture);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const struct ptxc_pipeline_place place = {names[i].variable, 0, 16};
        char name[64];
        place_name(name, sizeof(name), &place);
        assert_string_equal(name, names[i].name);
    }
}

/* Copies to ever other places have no slots; a kernel of nothing but an end has a picture. */
static void bears_anything(void **state) {
    static const uint16_t roles[] = {0};
    (void)state;
    begin(1, roles);
    for (uint32_t i = 0; i < 100; i++)
        add(PTXC_EVENT_COPY, 0, 1, 64 * i, 0), add(PTXC_EVENT_COMMIT, 0, 2, 0, i);
    make();
    assert_int_equal(picture.slot_count, 0);
    assert_int_equal(picture.flight_count, 0);
    assert_words(2, "copy to tile+64");
    picture_free(&picture);
    begin(1, roles);
    add(PTXC_EVENT_EXIT, 0, 1, 0, 0);
    make();
    assert_int_equal(picture.row_count, 1);
    picture_free(&picture);
    begin(1, roles);
    make();
    assert_int_equal(picture.row_count, 0);
    picture_free(&picture);
}

static void writes_bytes(void **state) {
    static const struct {
        uint64_t bytes;
        const char *words;
    } cases[] = {{1, "1 B"},       {512, "512 B"},    {1024, "1 KiB"},    {1536, "1.5 KiB"},
                 {1025, "1025 B"}, {16384, "16 KiB"}, {1048576, "1 MiB"}, {1572864, "1536 KiB"}};
    char words[32];
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        words_bytes(words, sizeof(words), cases[i].bytes);
        assert_string_equal(words, cases[i].words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_rings),   cmocka_unit_test(follows_flights), cmocka_unit_test(leaves_out),
        cmocka_unit_test(shows_hazards), cmocka_unit_test(orders_roles),    cmocka_unit_test(names_barriers),
        cmocka_unit_test(names_rings),   cmocka_unit_test(bears_anything),  cmocka_unit_test(writes_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

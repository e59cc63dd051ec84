/* Random edits, places and diagnostics of random bytes, against models that are slow and simple: a list of edits gives
 * the text that the model makes, a map the lines and columns that counting gives, and what is rendered is UTF-8 that no
 * terminal obeys. Another seed each time.
 *
 * usage: fuzz_places ROUNDS [SEED]
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counting.h"
#include "ptxcheck/edit.h"
#include "ptxcheck/render.h"

enum { LONGEST = 60, EDITS = 12, TEXT = 8, OUTPUT = 20000 };

static uint64_t state;
static unsigned long failures, edits_taken, places_seen, rendered;

static uint32_t below(size_t bound) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return bound ? (uint32_t)((state >> 33) % bound) : 0;
}

static void fail(const char *what, const char *text, size_t length) {
    printf("%s:", what);
    for (size_t i = 0; i < length; i++)
        printf(" %02x", (unsigned char)text[i]);
    printf("\n");
    failures++;
}

/* Writes random pieces that mean something to a map or a terminal; gives their length. */
static size_t write_bytes(char *text, size_t most) {
    static const struct {
        const char *bytes;
        size_t length;
    } pieces[] = {{"a", 1},
                  {"\n", 1},
                  {"\r\n", 2},
                  {"\r", 1},
                  {"\0", 1},
                  {"\t", 1},
                  {"\xc3\xa9", 2},
                  {"\xc3", 1},
                  {"\xa9", 1},
                  {"\xe2\x80\xae", 3},
                  {"\xe2\x80", 2},
                  {"\xf0\x9f\x98\x80", 4},
                  {"\xf0\x9f", 2},
                  {"\xed\xa0\x80", 3},
                  {"\xc0\x80", 2},
                  {"\x1b[31m", 5},
                  {"\x7f", 1},
                  {"\xc2\x9b", 2},
                  {"\xf4\x90\x80\x80", 4},
                  {"\xef\xbb\xbf", 3},
                  {"\xe5\xa4\xa7", 3},
                  {"mov ", 4},
                  {"cp.async;", 9},
                  {"\xcc\x81", 2},
                  {"\xff", 1}};
    size_t length = 0;
    for (size_t wanted = below(most + 1); length < wanted;) {
        const size_t i = below(sizeof(pieces) / sizeof(*pieces));
        if (length + pieces[i].length > most)
            break;
        memcpy(text + length, pieces[i].bytes, pieces[i].length);
        length += pieces[i].length;
    }
    return length;
}

/* ---- edits ---- */

struct model {
    struct ptxc_span span;
    char text[TEXT];
    size_t length;
};

static bool overlap(struct ptxc_span a, struct ptxc_span b) {
    if (a.length == 0 || b.length == 0) { /* a place lies in a span, or not */
        const struct ptxc_span place = a.length ? b : a, span = a.length ? a : b;
        return span.length > 0 && place.offset > span.offset && place.offset < span.offset + span.length;
    }
    return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}

/* Adds an edit to the model as the list must take it; gives the status that the list must give. */
static enum ptxc_status model_add(struct model *all, size_t *count, const struct model *edit, size_t source_length) {
    if (edit->span.length == 0 && edit->length == 0)
        return PTXC_BAD_ARGUMENT;
    if ((size_t)edit->span.offset + edit->span.length > source_length)
        return PTXC_BAD_ARGUMENT;
    for (size_t i = 0; i < *count; i++)
        if (all[i].span.offset == edit->span.offset && all[i].span.length == edit->span.length &&
            all[i].length == edit->length && memcmp(all[i].text, edit->text, edit->length) == 0)
            return PTXC_OK;
    for (size_t i = 0; i < *count; i++)
        if (overlap(all[i].span, edit->span))
            return PTXC_OVERLAP;
    all[(*count)++] = *edit;
    return PTXC_OK;
}

/* Makes the edits of the model, byte by byte; gives the length. */
static size_t model_apply(const struct model *all, size_t count, const char *source, size_t length, char *out) {
    size_t made = 0;
    for (size_t at = 0; at <= length;) {
        size_t step = 1;
        const struct model *instead = NULL;
        for (size_t i = 0; i < count; i++) {
            if (all[i].span.offset != at)
                continue;
            if (all[i].span.length > 0) {
                instead = &all[i];
                continue;
            }
            memcpy(out + made, all[i].text, all[i].length);
            made += all[i].length;
        }
        if (instead) {
            memcpy(out + made, instead->text, instead->length);
            made += instead->length;
            step = instead->span.length;
        } else if (at < length) {
            out[made++] = source[at];
        }
        at += step;
    }
    return made;
}

/* Adds random edits to a list whose allocator may fail, and compares what it makes with the model. */
static void try_edits(void) {
    char source[LONGEST], expected[LONGEST + EDITS * TEXT], made[sizeof(expected) + 1];
    const size_t length = write_bytes(source, LONGEST);
    struct counting counting = {0, below(4) ? -1 : (long)below(8), 0};
    const struct ptxc_allocator allocator = {counting_resize, &counting};
    struct model all[EDITS], edit;
    struct ptxc_edits *edits;
    size_t count = 0;
    if (ptxc_edits_make(source, length, &allocator, &edits) != PTXC_OK)
        return;
    for (int i = 0; i < EDITS; i++) {
        edit.span = (struct ptxc_span){below(length + 2), below(3) ? below(6) : 0};
        edit.length = below(3) ? write_bytes(edit.text, TEXT) : 0;
        const size_t before = count;
        const enum ptxc_status expected_status = model_add(all, &count, &edit, length);
        const enum ptxc_status status = edit.span.length
                                            ? ptxc_edits_replace(edits, edit.span, edit.text, edit.length)
                                            : ptxc_edits_insert(edits, edit.span.offset, edit.text, edit.length);
        if (status == PTXC_OUT_OF_MEMORY && counting.fail_at >= 0)
            count = before;
        else if (status != expected_status)
            fail("an edit has another status", source, length);
        edits_taken += count > before;
        if (ptxc_edits_count(edits) != count)
            fail("the list has another count", source, length);
    }
    const size_t expected_length = model_apply(all, count, source, length, expected), size = below(sizeof(made));
    memset(made, '#', sizeof(made));
    if (ptxc_edits_apply(edits, made, size) != expected_length || ptxc_edits_apply(edits, NULL, 0) != expected_length)
        fail("the text has another length", source, length);
    const size_t kept = size == 0 ? 0 : expected_length < size ? expected_length : size - 1;
    if (memcmp(made, expected, kept) != 0 || (size > 0 && made[kept] != 0) || made[size] != '#')
        fail("the text is another one", source, length);
    ptxc_edits_free(edits);
    if (counting.live != 0)
        fail("memory is left", source, length);
}

/* ---- places ---- */

/* Gives the length of the character at the start of the text, as the Unicode Standard has it in table 3-7; 1 and *bad
 * where there is none. */
static size_t character(const char *text, size_t left, uint32_t *code) {
    const unsigned char *bytes = (const unsigned char *)text;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t length = bytes[0] < 0x80       ? 1
                          : bytes[0] >> 5 == 6  ? 2
                          : bytes[0] >> 4 == 14 ? 3
                          : bytes[0] >> 3 == 30 ? 4
                                                : 0;
    *code = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if (bytes[i] >> 6 != 2)
            return 0;
        *code = *code << 6 | (bytes[i] & 0x3f);
    }
    return *code >= least[length] && *code <= 0x10ffff && !(*code >= 0xd800 && *code <= 0xdfff) ? length : 0;
}

/* Counts the line and columns of an offset from the start of the text. */
static struct ptxc_lines count_to(const char *text, size_t length, size_t offset) {
    struct ptxc_lines lines = {text, length, offset < length ? offset : length, 1, 1, 1, 1, 0, 0};
    for (size_t i = 0; i < lines.offset; i++)
        if (text[i] == '\n') {
            lines.line++;
            lines.start = i + 1;
        }
    lines.column = lines.offset - lines.start + 1;
    for (size_t i = lines.start; i < lines.offset;) {
        uint32_t code;
        const size_t size = character(text + i, length - i, &code);
        i += size ? size : 1;
        if (i > lines.offset)
            break;
        lines.points++;
        lines.utf16 += size == 4 ? 2 : 1;
    }
    for (lines.end = lines.start; lines.end < length && text[lines.end] != '\n';)
        lines.end++;
    if (lines.end < length && lines.end > lines.start && text[lines.end - 1] == '\r')
        lines.end--;
    return lines;
}

static void try_places(void) {
    char text[LONGEST];
    const size_t length = write_bytes(text, LONGEST);
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, text, length);
    for (int i = 0; i < 8; i++) {
        const size_t offset = below(20) ? below(length + 3) : SIZE_MAX;
        const struct ptxc_lines expected = count_to(text, length, offset);
        ptxc_lines_seek(&lines, offset);
        places_seen++;
        if (lines.offset != expected.offset || lines.line != expected.line || lines.column != expected.column ||
            lines.utf16 != expected.utf16 || lines.points != expected.points || lines.start != expected.start ||
            lines.end != expected.end) {
            printf("offset %zu: line %zu column %zu utf16 %zu points %zu start %zu end %zu and not %zu %zu %zu %zu %zu "
                   "%zu\n",
                   offset, lines.line, lines.column, lines.utf16, lines.points, lines.start, lines.end, expected.line,
                   expected.column, expected.utf16, expected.points, expected.start, expected.end);
            fail("a place is another one", text, length);
        }
    }
    for (size_t i = 0; i < length; i++) {
        uint32_t code;
        if (ptxc_utf8_length(text + i, length - i) != character(text + i, length - i, &code))
            fail("a character is another one", text + i, length - i);
    }
}

/* ---- rendering ---- */

/* Decides whether a text is UTF-8 without anything that a terminal obeys, but for line ends and tabs. */
static bool is_harmless(const char *text, size_t length, bool lines) {
    for (size_t i = 0; i < length;) {
        uint32_t code;
        const size_t size = character(text + i, length - i, &code);
        if (size == 0 ||
            ((code < 0x20 || (code >= 0x7f && code < 0xa0)) && !(lines && (code == '\n' || code == '\t'))) ||
            (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0x200e ||
            code == 0x200f)
            return false;
        i += size;
    }
    return true;
}

static struct ptxc_span random_span(size_t length) {
    return below(6)
               ? (struct ptxc_span){below(length + 1), below(5)}
               : (struct ptxc_span){below(2) ? UINT32_MAX - below(9) : below(99), below(2) ? UINT32_MAX : below(99)};
}

static void try_rendering(void) {
    static char out[OUTPUT], part[OUTPUT];
    char text[LONGEST], strings[5][LONGEST + 1];
    const size_t length = write_bytes(text, LONGEST);
    struct ptxc_lines lines;
    for (int i = 0; i < 5; i++)
        strings[i][write_bytes(strings[i], LONGEST)] = 0;
    const struct ptxc_note notes[] = {{strings[0], random_span(length)}, {strings[1], random_span(length)}};
    const struct ptxc_fix fixes[] = {{strings[2], random_span(length)}, {strings[3], random_span(length)}};
    const struct ptxc_diagnostic diagnostic = {.rule = "cp-size",
                                               .severity = (enum ptxc_severity)(1 + below(3)),
                                               .message = strings[4],
                                               .section = below(2) ? "9.7" : "",
                                               .span = random_span(length),
                                               .cause = random_span(length),
                                               .notes = notes,
                                               .note_count = below(3),
                                               .fixes = fixes,
                                               .fix_count = below(3)};
    const uint32_t flags = below(3) ? 0 : PTXC_RENDER_BRIEF;
    ptxc_lines_init(&lines, text, length);
    const size_t size = ptxc_diagnostic_render(&diagnostic, PTXC_SEVERITY_OFF, strings[0], &lines, flags, out, OUTPUT);
    rendered++;
    if (size >= OUTPUT || strlen(out) != size || (flags && strchr(out, '\n') != out + size - 1))
        fail("the text has another length", text, length);
    if (!is_harmless(out, strlen(out), true))
        fail("a terminal would obey", out, strlen(out));
    const size_t room = below(size + 2);
    memset(part, '#', sizeof(part));
    if (ptxc_diagnostic_render(&diagnostic, PTXC_SEVERITY_OFF, strings[0], &lines, flags, part, room) != size ||
        part[room] != '#' || (room > 0 && memcmp(part, out, room - 1) != 0))
        fail("a part is another text", text, length);
    if (ptxc_text_clean(text, length, out, OUTPUT) >= OUTPUT || !is_harmless(out, strlen(out), false))
        fail("it is not clean", text, length);
}

int main(int argc, char **argv) {
    const unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
    const unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : (unsigned long)time(NULL);
    state = seed;
    for (unsigned long i = 0; i < rounds && failures < 10; i++) {
        try_edits();
        try_places();
        try_rendering();
    }
    printf("seed %lu: %lu edits, %lu places, %lu diagnostics, %lu failures\n", seed, edits_taken, places_seen, rendered,
           failures);
    return failures > 0 || edits_taken == 0;
}

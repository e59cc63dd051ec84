/* Any bytes as a module and as one instruction: nothing crashes, checking and fixing end, and what is printed and
 * formatted keeps its promises. With PTXCHECK_FUZZ a target of libFuzzer; otherwise a program that mutates files, in
 * another way each time, or with a SEED above 0 as it did with that seed before.
 *
 * usage: fuzz_parse COUNT SEED FILE...
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "equivalence.h"
#include "ptxcheck/edit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct equivalence result;

/* Counts a broken promise, and shows the first. */
static void broken(const char *what, const char *text, size_t size) {
    if (result.differ++ < 3)
        printf("%s:\n%.*s\n", what, (int)size, text);
}

/* Gives the text with the edits made, as long as it is, to be freed; frees the edits. */
static char *applied(struct ptxc_edits *edits, size_t *length) {
    *length = ptxc_edits_apply(edits, NULL, 0);
    char *made = malloc(*length + 1);
    ptxc_edits_apply(edits, made, made ? *length + 1 : 0);
    ptxc_edits_free(edits);
    return realloc(made, *length ? *length : 1);
}

/* Looks whether two modules have the same instructions, as far as they can be written. */
static void compare_instructions(const char *one, size_t one_length, const char *other, size_t other_length) {
    struct ptxc_module *walks[2];
    struct ptxc_instruction instructions[2];
    ptxc_module_open(one, one_length, NULL, &walks[0]);
    ptxc_module_open(other, other_length, NULL, &walks[1]);
    for (int more = 1; more;) {
        more = ptxc_module_next(walks[0], &instructions[0]);
        if (ptxc_module_next(walks[1], &instructions[1]) != more)
            broken("the formatted module has another number of instructions", one, one_length);
        else if (more && ptxc_instruction_emit(&instructions[0], NULL, 0) > 0 &&
                 !ptxc_instruction_equal(&instructions[0], &instructions[1]))
            broken("the formatted module has another instruction", one, one_length);
        else
            continue;
        break;
    }
    ptxc_module_close(walks[0], NULL);
    ptxc_module_close(walks[1], NULL);
}

/* Formats the module: what comes out has the same instructions, and is left as it is by a second time. */
static void try_format(const char *text, size_t size, int keep_layout) {
    const struct ptxc_format_options options = {.size = sizeof(options), .keep_layout = keep_layout};
    struct ptxc_edits *edits;
    size_t length;
    if (ptxc_format(text, size, &options, &edits) != PTXC_OK)
        return;
    char *made = applied(edits, &length);
    compare_instructions(text, size, made, length);
    if (ptxc_format(made, length, &options, &edits) == PTXC_OK && ptxc_edits_count(edits) > 0)
        broken("a second formatting changes more", text, size);
    ptxc_edits_free(edits);
    free(made);
}

/* Makes the certain fixes as long as there are some, in a module or a source of C++: that ends. */
static void try_fixes(const char *text, size_t size, const char *path) {
    char *now = NULL;
    for (int pass = 0; pass < 40; pass++) {
        struct ptxc_rule rule = {.size = sizeof(rule)};
        struct ptxc_report *report;
        struct ptxc_edits *edits;
        const char *source = now ? now : text;
        const enum ptxc_status status =
            path ? ptxc_check_host(path, source, size, NULL, &report) : ptxc_check(source, size, NULL, &report);
        if (status != PTXC_OK || ptxc_edits_make(source, size, NULL, &edits) != PTXC_OK)
            break;
        for (size_t i = 0; i < ptxc_report_count(report); i++)
            if (ptxc_rule_from_id(ptxc_report_get(report, i)->rule, &rule) && rule.fix == PTXC_FIX_APPLIED &&
                ptxc_edits_fix(edits, ptxc_report_get(report, i)) == PTXC_BAD_ARGUMENT)
                broken("a fix is not in the source", source, size);
        ptxc_report_free(report);
        const size_t count = ptxc_edits_count(edits);
        char *next = applied(edits, &size);
        free(now);
        now = next;
        if (count == 0)
            break;
        if (pass == 39)
            broken("fixing does not end", now, size);
    }
    free(now);
}

/* Reads the bytes as a module and as one instruction, and changes them; aborts where a promise is broken. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    char *text = malloc(size + 1); /* as long as the bytes, so that a byte read after them is noticed */
    if (!text)
        return 0;
    text = realloc(text, size ? size : 1);
    if (size > 0)
        memcpy(text, data, size);
    unsigned long differ = result.differ;
    equivalence_module(text, size, &result);
    equivalence_listener(text, size, &result);
    if (ptxc_instruction_parse(text, size, &instruction, &report) == PTXC_OK)
        equivalence_value(&instruction, &result);
    ptxc_report_free(report);
    try_format(text, size, 0);
    try_format(text, size, 1);
    try_fixes(text, size, NULL);
    try_fixes(text, size, "a.cu");
    free(text);
#ifdef PTXCHECK_FUZZ
    if (result.differ > differ)
        abort();
#else
    (void)differ;
#endif
    return 0;
}

#ifndef PTXCHECK_FUZZ
#include <time.h>

#include "module.h"

enum { LONGEST = 1 << 16 };

static uint64_t state;

static unsigned below(size_t bound) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return bound ? (unsigned)((state >> 33) % bound) : 0;
}

/* These pieces mean something to the reader. */
static const char *const pieces[] = {
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ";",
    "+",
    "-",
    "!",
    "@",
    "|",
    "_",
    "%",
    ".",
    ":",
    "::",
    "?",
    "\"",
    "/*",
    "*/",
    "//",
    "\n",
    "\0",
    "\\",
    "#",
    "<",
    "=",
    "0x",
    "0f3f800000",
    "1e999",
    "18446744073709551616",
    "-9223372036854775808",
    "%r1",
    "%tid",
    ".x",
    ".y",
    "WARP_SZ",
    "$0",
    "cp.async",
    ".bulk",
    ".tensor",
    ".2d",
    ".global",
    ".shared::cta",
    ".L2",
    "::cache_hint",
    ".b64",
    "elect.sync",
    "mbarrier.arrive",
    ".reg .v4 .b32 %v;",
    ".version 9.9",
    ".target sm_90",
    "\xff",
};

/* Makes one change: a byte, a cut, a copy from elsewhere, or a piece. */
static size_t mutate(char *text, size_t length) {
    size_t at = below(length), count = below(40);
    const char *piece = pieces[below(sizeof(pieces) / sizeof(pieces[0]))];
    size_t size = strlen(piece) ? strlen(piece) : 1;
    switch (below(5)) {
    case 0:
        if (length > 0)
            text[at] = (char)(text[at] ^ (1 << below(8)));
        return length;
    case 1:
        count = count < length - at ? count : length - at;
        memmove(text + at, text + at + count, length - at - count);
        return length - count;
    case 2:
        count = count < length - at ? count : length - at;
        if (length + count > LONGEST)
            return length;
        memmove(text + at + count, text + at, length - at);
        memmove(text + at, text + below(length - count + 1), count);
        return length + count;
    default:
        if (length + size > LONGEST)
            return length;
        memmove(text + at + size, text + at, length - at);
        memcpy(text + at, piece, size);
        return length + size;
    }
}

int main(int argc, char **argv) {
    static char text[LONGEST];
    unsigned long count = argc > 3 ? strtoul(argv[1], NULL, 10) : 0, runs = 0;
    unsigned long seed = argc > 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (count == 0) {
        fprintf(stderr, "usage: fuzz_parse COUNT SEED FILE...\n");
        return 2;
    }
    seed = seed > 0 ? seed : 1 + (unsigned long)time(NULL) % 1000000;
    state = seed;
    for (int i = 3; i < argc; i++) {
        size_t size;
        char *source = file_bytes(argv[i], &size);
        size = size < LONGEST / 2 ? size : LONGEST / 2;
        for (unsigned long j = 0; j < count; j++, runs++) {
            size_t length = size;
            memcpy(text, source, size);
            for (unsigned changes = 1 + below(6); changes > 0; changes--)
                length = mutate(text, length);
            LLVMFuzzerTestOneInput((const uint8_t *)text, length);
        }
        free(source);
    }
    printf("seed %lu: %lu mutations, %lu instructions, %lu printed, %lu differ\n", seed, runs, result.instructions,
           result.printed, result.differ);
    return result.printed == 0 || result.printed == result.instructions || result.differ > 0;
}
#endif

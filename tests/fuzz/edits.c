/* Random edits of modules: the check of a document gives the same report after each as a check of its text. Modules are
 * put together from those of the FILES, with other options each time. Half of the edits are taken back, so that the
 * text stays one that can be read.
 *
 * usage: fuzz_edits COUNT [-s SEED] FILE...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/incremental.h"
#include "module.h"
#include "same.h"

enum { EDITS = 40 /* of a module */, ROOM = 1 << 20, PIECE = 1 << 14 };

/* What is inserted. */
static const char *const words[] = {
    "0",
    "7",
    "16",
    "x",
    "%r1",
    "%rd2",
    "%",
    "cp.async.ca.shared.global [%r1], [%rd1], 12;",
    "cp.async.wait_all;\n",
    "cp.async.commit_group;",
    "\n",
    "\n\n",
    " ",
    ";",
    "{",
    "}",
    "{\n",
    "}\n",
    "\"",
    "//",
    "/*",
    "*/",
    "// text\n",
    "/* text */",
    "// ptxcheck: allow(cp-size) for now\n",
    "// ptxcheck: assume threads=128\n",
    ".reg .b32 %new<4>;\n",
    ".shared .align 16 .b8 fresh[64];",
    ".extern .shared .b8 big[];",
    ".global .u32 everywhere;",
    ".version 8.0\n",
    ".target sm_90a\n",
    ".section .debug { .b8 0 }",
    "\xc3\xa9",
    "@%p1 ",
    "bra $L;",
    "$L:",
    "call f, ();",
    "call (x), f, ();",
    ".loc 1 2 3\n",
    ".file 1 \"a.cu\"\n",
    "@@DWARF",
    "add.s32 %r1, %r1, 1;",
    ".visible .entry new() { ret; }\n",
    ".func f() { ret; }\n",
    ".weak .func f();\n",
    ".weak .entry new() { ret; }\n",
    ".alias f, g;\n",
    ".pragma \"nounroll\";\n",
    ".common .global .b8 common[64];\n",
    ".branchtargets $L;\n",
    "$p: .callprototype _ ();\n",
    ".extern .func f();\n",
    "mbarrier.init.shared.b64 [%r1], 1;",
    ".func",
    "cp.async.",
    "\\",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], 12;",
    "bar.sync 0;",
    ".shared::cta",
    "'",
};

static uint64_t state;

static size_t below(size_t bound) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return bound ? (size_t)(state >> 33) % bound : 0;
}

struct edit {
    size_t offset, removed, length;
    char inserted[PIECE];
};

/* Puts the text of files together; of those after the first the header is left out, mostly. */
static size_t put_together(char **files, size_t count, char *text) {
    size_t length = 0;
    for (size_t parts = 1 + below(4), part = 0; part < parts; part++) {
        char *file = file_text(files[below(count)]);
        const int headed = part == 0 || below(20) == 0;
        for (char *line = file; *line && length + 100 < ROOM;) {
            const size_t size = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
            const int header = strncmp(line, ".version", 8) == 0 || strncmp(line, ".target", 7) == 0 ||
                               strncmp(line, ".address_size", 13) == 0;
            const int comment = strstr(line, "ptxcheck:") && strstr(line, "ptxcheck:") < line + size;
            if ((headed || !header) && (!comment || below(30) == 0) && length + size < ROOM / 2) {
                memcpy(text + length, line, size);
                length += size;
            }
            line += size;
        }
        free(file);
    }
    return length;
}

/* The place of the line that the offset is in, or of the next one. */
static size_t line_of(const char *text, size_t length, size_t offset, int next) {
    if (next) {
        const char *end = offset < length ? memchr(text + offset, '\n', length - offset) : NULL;
        return end ? (size_t)(end - text) + 1 : length;
    }
    while (offset > 0 && text[offset - 1] != '\n')
        offset--;
    return offset;
}

/* Chooses an edit of the text. */
static void choose(const char *text, size_t length, struct edit *edit) {
    const size_t at = below(length + 1), kind = below(8), begin = line_of(text, length, at, 0),
                 end = line_of(text, length, at, 1);
    const char *word = words[below(sizeof(words) / sizeof(words[0]))], *from = word;
    size_t size = strlen(word);
    *edit = (struct edit){.offset = at};
    switch (kind) {
    case 0: /* a digit */
        while (edit->offset < length && (text[edit->offset] < '0' || text[edit->offset] > '9'))
            edit->offset++;
        edit->removed = edit->offset < length;
        from = &"0123456789"[below(10)];
        size = 1;
        break;
    case 1: edit->removed = below(8); break;
    case 2: /* a line goes, comes twice, or becomes words */
    case 3:
        edit->offset = begin;
        edit->removed = below(2) ? end - begin : 0;
        size = edit->removed ? 0 : end - begin;
        from = text + begin;
        break;
    case 4: edit->offset = begin; break;
    case 5: /* something from elsewhere */
        edit->offset = begin;
        edit->removed = below(3) ? 0 : end - begin;
        from = text + line_of(text, length, below(length + 1), 0);
        size = below(200);
        if (size > length - (size_t)(from - text))
            size = length - (size_t)(from - text);
        break;
    case 6: /* a byte goes */
        edit->removed = 1;
        size = 0;
        break;
    default: break;
    }
    if (edit->removed > length - edit->offset)
        edit->removed = length - edit->offset;
    edit->length = size < PIECE ? size : PIECE - 1;
    memcpy(edit->inserted, from, edit->length);
}

/* Makes the edit in the document, and gives the one that takes it back. */
static void make(struct ptxc_document *document, const struct edit *edit, struct edit *back) {
    size_t length;
    const char *text = ptxc_document_text(document, &length);
    *back = (struct edit){edit->offset, edit->length, edit->removed < PIECE ? edit->removed : PIECE - 1, ""};
    memcpy(back->inserted, text + edit->offset, back->length);
    if (ptxc_document_edit(document, edit->offset, edit->removed, edit->inserted, edit->length) != PTXC_OK)
        abort();
}

/* Checks the document, and the same text as a whole; gives whether both are the same. */
static int check(struct ptxc_document *document, const struct ptxc_options *options) {
    size_t length;
    struct ptxc_report *whole, *report;
    const char *text = ptxc_document_text(document, &length);
    if (ptxc_document_check(document, &report) != PTXC_OK || ptxc_check(text, length, options, &whole) != PTXC_OK)
        abort();
    const char *difference = same_reports(whole, report);
    if (difference)
        fprintf(stderr, "%s\n", difference);
    ptxc_report_free(whole);
    ptxc_report_free(report);
    return !difference;
}

/* Whether the report was put together from that of a check of the whole text and those of functions alone. */
static int is_apart(const struct ptxc_document *document) {
    for (size_t i = 0; document->known && i < document->incremental.count; i++)
        if (document->incremental.items[i].again)
            return 1;
    return 0;
}

static unsigned long checks, alone;

/* Edits a document; gives whether all checks were right. */
static int edit_document(struct ptxc_document *document, const struct ptxc_options *options) {
    static struct edit edits[2];
    int right = check(document, options);
    for (int i = 0; right && i < EDITS; i++) {
        size_t length;
        const char *text = ptxc_document_text(document, &length);
        choose(text, length, &edits[0]);
        make(document, &edits[0], &edits[1]);
        if (below(8) == 0)
            continue; /* several edits, and then a check */
        for (int back = 0; right && back < 2; back++) {
            right = check(document, options);
            checks++;
            alone += is_apart(document);
            if (!right)
                fprintf(stderr, "after %zu bytes at %zu became \"%.*s\"\n", edits[back].removed, edits[back].offset,
                        (int)edits[back].length, edits[back].inserted);
            if (back || below(3) == 0)
                break;
            make(document, &edits[1], &edits[0]);
            edits[1] = (struct edit){edits[1].offset, edits[1].removed, edits[1].length, ""};
        }
    }
    return right;
}

/* Writes the text where it can be looked at. */
static void keep(const struct ptxc_document *document) {
    size_t length;
    const char *text = ptxc_document_text(document, &length);
    FILE *file = fopen("fuzz_edits.ptx", "wb");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file) != 0)
        perror("fuzz_edits.ptx");
    else
        fprintf(stderr, "the text is in fuzz_edits.ptx\n");
}

int main(int argc, char **argv) {
    static char text[ROOM];
    static const uint32_t flags[] = {0, PTXC_CHECK_ALLOW, PTXC_CHECK_FLOW | PTXC_CHECK_PEDANTIC,
                                     PTXC_CHECK_ALLOW | PTXC_CHECK_FLOW | PTXC_CHECK_LIKELY};
    static const char *const portable[] = {"sm_80", "sm_100a"};
    const int seeded = argc > 3 && strcmp(argv[2], "-s") == 0, first = seeded ? 4 : 2;
    if (argc <= first) {
        fprintf(stderr, "usage: fuzz_edits COUNT [-s SEED] FILE...\n");
        return 2;
    }
    uint64_t seed = seeded ? strtoull(argv[3], NULL, 0) : (uint64_t)time(NULL);
    int right = 1;
    const unsigned long wanted = strtoul(argv[1], NULL, 0);
    printf("the first seed is %llu\n", (unsigned long long)seed);
    for (; right && checks < wanted; seed++) {
        struct ptxc_document *document;
        state = seed;
        struct ptxc_options options = {.size = sizeof(options), .flags = flags[below(4)]};
        if (below(4) == 0) {
            options.limit = 1 + below(30);
            options.flags |= below(2) ? PTXC_CHECK_FOLD : 0;
        }
        options.portable = portable;
        options.portable_count = below(3) ? 0 : 2;
        const size_t length = put_together(argv + first, (size_t)(argc - first), text);
        if (ptxc_document_open(text, length, &options, &document) != PTXC_OK)
            abort();
        right = edit_document(document, &options);
        if (!right) {
            fprintf(stderr, "the seed is %llu\n", (unsigned long long)seed);
            keep(document);
        }
        ptxc_document_close(document);
    }
    printf("%lu checks, %lu of edited functions alone\n", checks, alone);
    return !right || alone * 10 < checks;
}

/* Random headers: the three directives in some order, most of them sound, with something wrong here and there and all
 * kinds of text between them. What ptxcheck is known to judge otherwise is not made: PTX versions that ptxas 13.0 does
 * not know, sm_82, a module without any directive of the header, a zero byte.
 */
#include "random_header.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
enum { ROOM = 8192, PARTS = 12 };

/* A text under construction, and the state of the generator (splitmix64). */
struct header {
    uint64_t state;
    char *text;
    size_t length;
    unsigned unique; /* number of the next name */
};

static unsigned pick(struct header *header, unsigned count) {
    uint64_t mixed = header->state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return (unsigned)((mixed ^ (mixed >> 31)) % count);
}

/* Adds the text; '@' in it stands for a number that no other has. */
static void add(struct header *header, const char *text) {
    for (; *text && header->length + 16 < ROOM; text++) {
        if (*text == '@' && text[1] == '#')
            header->length += (size_t)sprintf(header->text + header->length, "%u", header->unique++), text++;
        else
            header->text[header->length++] = *text;
    }
    header->text[header->length] = '\0';
}

#define ADD_ONE_OF(header, array) add(header, (array)[pick(header, COUNT(array))])

static const char *const gaps[] = {" ",
                                   "\n",
                                   "\t",
                                   "\r\n",
                                   "\f",
                                   "\x1a",
                                   "// c\n",
                                   "/* c */",
                                   "/* c\n*/",
                                   "# 1 \"x\"\n",
                                   "# 1 \"x\" 1 3\n",
                                   "#line 7 \"y\"\n",
                                   "\n# 2 \"\" \n",
                                   "# line 3 \"a\nb\" 2\n",
                                   "\n\n",
                                   "//\n"};

static const char *const wrong_gaps[] = {
    "\v",   "# 1\n",      "# 1 \"x\" 12\n", "#pragma once\n",      ";",      "\\", "{}",    "L:",
    "\x7f", "# 1 \"x\" ", "#line \"x\"\n",  "\n@@DWARF .byte 1\n", "\n@@\n", "\"", "\"s\"", "x",
    "1",    ".",          "# 0x1 \"x\"\n",  "# 1\"x\"\n",          "#\n",    "$",  "%"};

static const char *const others[] = {
    ".file @# \"x\"\n",        ".pragma \"nounroll\";\n",   ".global .b32 g@#;\n",
    ".extern .func f@#;\n",    ".const .b32 c@# = 1;\n",    ".loc 1 1 1\n",
    ".minnctapersm 1\n",       ".func h@#() { ret; }\n",    ".section .d@# { .b8 1 }\n",
    ".entry e@#() { ret; }\n", ".weak .global .b32 w@#;\n", ".shared .b32 s@#;\n"};

static const char *const versions[] = {".version 9.0", ".version 8.8", ".version 7.8",  ".version 8.0",
                                       ".version 7.0", ".version 8.6", ".version 6.3",  ".version 3.0",
                                       ".version 2.3", ".version 5.0", ".version\t9.0", ".version \f 9.0"};

static const char *const odd_versions[] = {".version 8.80",
                                           ".version 9.00",
                                           ".version 8.08",
                                           ".version 08.0",
                                           ".version 8.0.0",
                                           ".version 8",
                                           ".version 8.",
                                           ".version .8",
                                           ".version 8.10",
                                           ".version 7.11",
                                           ".version 7.80",
                                           ".version 9.0f",
                                           ".version 0x9.0",
                                           ".version +9.0",
                                           ".version -9.0",
                                           ".version 9 .0",
                                           ".version 9. 0",
                                           ".version\n9.0",
                                           ".VERSION 9.0",
                                           ".Version 9.0",
                                           "version 9.0",
                                           ".version9.0",
                                           ".version 9.0;",
                                           ".version /* c */ 9.0",
                                           ".version",
                                           ".version // c\n9.0",
                                           ".version sm_90",
                                           ".version \"9.0\"",
                                           ".version 9.0e0",
                                           ".version 9,0",
                                           ".version 7.16",
                                           ".version 0.90",
                                           ".version 1.60",
                                           ".version 6.26",
                                           ".version 8.000001",
                                           ".version 8.9",
                                           ".version 4294967305.0",
                                           ".version\r9.0",
                                           (".version\x1a"
                                            "9.0"),
                                           ".version 7.20",
                                           ".version 9.0.target sm_90",
                                           ".version 3.50"};

static const char *const targets[] = {".target sm_90",
                                      ".target sm_80",
                                      ".target sm_100a",
                                      ".target sm_90a",
                                      ".target sm_90, texmode_unified",
                                      ".target sm_75",
                                      ".target sm_90,texmode_independent",
                                      ".target compute_90",
                                      ".target sm_80, sm_90",
                                      ".target sm_20",
                                      ".target sm_120",
                                      ".target sm_100"};

static const char *const odd_targets[] = {".target debug, sm_90",
                                          ".target debug",
                                          ".target texmode_unified",
                                          ".target sm_90, debug",
                                          ".target sm_90, map_f64_to_f32",
                                          ".target sm_90,",
                                          ".target ,sm_90",
                                          ".target sm_90,,debug",
                                          ".target sm_90 texmode_unified",
                                          ".target sm_90, foo",
                                          ".target foo",
                                          ".target SM_90",
                                          ".TARGET sm_90",
                                          "target sm_90",
                                          ".target sm_90, texmode_unified, texmode_independent",
                                          ".target",
                                          ".target sm_90;",
                                          ".target sm_90.x",
                                          ".target\nsm_90",
                                          ".target // c\nsm_90",
                                          ".target /* c */ sm_90",
                                          ".target sm_90\n,\ntexmode_unified",
                                          ".target sm_91",
                                          ".target sm_",
                                          ".target sm_090",
                                          ".target sm_90b",
                                          ".target sm_90_a",
                                          ".target sm_100fa",
                                          ".target my_sm_90",
                                          ".target sm_80a",
                                          ".target sm_90f",
                                          ".target sm_9 0",
                                          ".target \"sm_90\"",
                                          ".target sm_10, map_f64_to_f32",
                                          ".target sm_90, texmode_raw",
                                          ".target sm_13, map_f64_to_f32",
                                          ".target %sm_90",
                                          ".target sm_90e0",
                                          ".target::x sm_90",
                                          ".target sm_4294967386",
                                          ".target sm_90, debug, texmode_independent",
                                          ".target sm_90, sm_70"};

static const char *const sizes[] = {".address_size 64", ".address_size 64", ".address_size 32", ".address_size\n64"};

static const char *const odd_sizes[] = {".address_size 48",         ".address_size 0x40",
                                        ".address_size 0100",       ".address_size 064",
                                        ".address_size 64U",        ".address_size",
                                        ".address_size 64;",        ".address_size (64)",
                                        ".address_size -64",        ".address_size 64, 64",
                                        ".address_size 0",          ".ADDRESS_SIZE 64",
                                        "address_size 64",          ".address_size 64.0",
                                        ".address_size /* c */ 32", ".address_size 64u",
                                        ".address_size 32+32",      ".address_size WARP_SZ",
                                        ".address_size::x 64",      ".address_size sixty",
                                        ".address_size 4294967360", ".address_size 18446744073709551680"};

static const char *const bodies[] = {
    ".entry k() { ret; }\n",
    ".shared .b32 sm;\n.global .b32 gm;\n.entry k() { cp.async.ca.shared.global [sm], [gm], 4; }\n",
    ".entry k() {\n# 9 \"x\" 2\n ret; }\n",
    ".entry k() { .target sm_90\n ret; }\n",
    ".global .b32 z;\n",
    ".entry k() { .address_size 64\n ret; }\n",
    ".entry k() { .version 9.0\n ret; }\n",
    ".section .d { .b8 1 }\n"};

/* Adds what may stand between two parts: mostly what separates them, sometimes what must not be there. */
static void add_gap(struct header *header) {
    const unsigned kind = pick(header, 40);
    ADD_ONE_OF(header, gaps);
    if (kind < 6)
        ADD_ONE_OF(header, gaps);
    else if (kind == 6)
        ADD_ONE_OF(header, wrong_gaps);
    else if (kind == 7)
        ADD_ONE_OF(header, others);
    ADD_ONE_OF(header, gaps);
}

/* Adds one part: 0 a version, 1 a target, 2 an address size, 3 another statement. */
static void add_part(struct header *header, unsigned part) {
    const int odd = pick(header, 7) == 0;
    if (part == 0)
        odd ? ADD_ONE_OF(header, odd_versions) : ADD_ONE_OF(header, versions);
    else if (part == 1)
        odd ? ADD_ONE_OF(header, odd_targets) : ADD_ONE_OF(header, targets);
    else if (part == 2)
        odd ? ADD_ONE_OF(header, odd_sizes) : ADD_ONE_OF(header, sizes);
    else
        ADD_ONE_OF(header, others);
}

/* The order of the parts: the right one, changed now and then. Gives how many there are. */
static unsigned arrange(struct header *header, unsigned parts[PARTS]) {
    unsigned count = 3;
    for (unsigned i = 0; i < count; i++)
        parts[i] = i;
    for (unsigned changes = pick(header, 5) / 3; changes > 0; changes--) {
        const unsigned place = pick(header, count), other = pick(header, count);
        switch (pick(header, 5)) {
        case 0: /* two change places */
            parts[count] = parts[place];
            parts[place] = parts[other];
            parts[other] = parts[count];
            break;
        case 1: /* one goes */
            if (count > 2)
                parts[place] = parts[--count];
            break;
        default: /* one comes in */
            memmove(parts + place + 1, parts + place, (count - place) * sizeof(parts[0]));
            parts[place] = pick(header, 4);
            count++;
            break;
        }
    }
    return count;
}

char *random_header(unsigned long seed, unsigned long index) {
    struct header header = {.state = (uint64_t)seed * 1000003u + index, .text = malloc(ROOM), .unique = 1};
    unsigned parts[PARTS];
    if (!header.text)
        abort();
    header.text[0] = '\0';
    const unsigned count = arrange(&header, parts);
    if (pick(&header, 2) == 0)
        add_gap(&header);
    for (unsigned i = 0; i < count; i++) {
        add_part(&header, parts[i]);
        add_gap(&header);
    }
    ADD_ONE_OF(&header, bodies);
    if (pick(&header, 8) == 0)
        add_part(&header, pick(&header, 4));
    return header.text;
}

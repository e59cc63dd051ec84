/* Instructions as people write them into inline assembly, with the constraints of their operands: each must get the
 * verdict of ptxas 13.0, as recorded, for every target, and the same from the assembler where it is at hand.
 *
 * usage: instructions ROWS.tsv.gz [live]
 * live: asks ptxas itself, each operand a register of the type of its constraint. Skipped (77) without ptxas 13.0.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "module.h"
#include "ptxas.h"
#include "ptxcheck/ptxcheck.h"

enum { SKIPPED = 77, LINE = 4096, MOST = 2000 };

static const char *const targets[] = {"sm_80",   "sm_90",   "sm_90a", "sm_100", "sm_100a",
                                      "sm_103a", "sm_110a", "sm_120", "sm_120a"};
enum { TARGETS = sizeof(targets) / sizeof(targets[0]) };

struct row {
    char *instruction, *constraints, *accepted;
};

static struct row rows[MOST];
static size_t count;
static unsigned long passed, failed;

static char *copy(const char *text) {
    char *made = strdup(text);
    if (!made)
        abort();
    return made;
}

/* Reads the rows of the recorded file; ends the program where that fails. */
static void read_rows(const char *path) {
    static char line[LINE];
    gzFile file = gzopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    while (gzgets(file, line, LINE) && count < MOST) {
        line[strcspn(line, "\n")] = 0;
        char *rest = line;
        if (*line == '#')
            continue;
        struct row *row = &rows[count++];
        row->instruction = copy(strsep(&rest, "\t"));
        row->constraints = copy(rest ? strsep(&rest, "\t") : "");
        row->accepted = copy(rest ? rest : "");
    }
    gzclose(file);
}

/* Whether the target is one of the words of the list. */
static int accepts(const char *list, const char *target) {
    const size_t size = strlen(target);
    for (const char *at = list; (at = strstr(at, target)); at += size)
        if ((at == list || at[-1] == ' ') && (at[size] == ' ' || at[size] == 0))
            return 1;
    return 0;
}

static void compare(const struct row *row, const char *target, int accepted, const char *why) {
    if (accepted == accepts(row->accepted, target)) {
        passed++;
        return;
    }
    failed++;
    printf("%s %s\n    %s (%s)\n    recorded: %s\n    now:      %s %s\n", target, "PTX 9.0", row->instruction,
           row->constraints, accepted ? "error" : "ok", accepted ? "ok" : "error", why);
}

/* Checks the row for the target and compares the verdict with the recorded one. */
static void check(const struct row *row, const char *target) {
    struct ptxc_options options = {.size = sizeof(options),
                                   .target = target,
                                   .ptx = 900,
                                   .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY};
    struct ptxc_report *report = NULL;
    char text[LINE + 2];
    snprintf(text, sizeof(text), "%s;", row->instruction);
    const char *constraints = *row->constraints ? row->constraints : NULL;
    if (ptxc_check_inline_asm(text, strlen(text), '%', constraints, &options, &report) != PTXC_OK)
        abort();
    const struct ptxc_diagnostic *first = ptxc_report_get(report, 0);
    compare(row, target, first == NULL, first ? first->message : "");
    if (ptxc_report_instructions(report) != 1) {
        failed++;
        printf("%s\n    read as %zu instructions\n", row->instruction, ptxc_report_instructions(report));
    }
    ptxc_report_free(report);
}

/* ---- live ---- */

/* Registers of a module that the rows without constraints name, and one for each operand of the others. */
static const char pattern[] = ".version <version>\n.target <target>\n.address_size 64\n"
                              ".shared .align 128 .b8 smem[4096];\n.shared .align 8 .b64 mbar;\n"
                              ".visible .entry k()\n{\n.reg .pred %p<16>;\n.reg .b16 %rs<2000>;\n.reg .b32 %r<20000>;\n"
                              ".reg .b64 %rd<2000>;\n.reg .b16 %h<16>;\n.reg .b32 %o<16>;\n.reg .b64 %l<16>;\n"
                              "<the case>\nret;\n}\n";

/* Writes the operand of this number: a register of the type of its constraint, or a value that fits. */
static int write_operand(char *out, size_t room, const char *constraints, int number, int in_word) {
    while (number-- > 0 && constraints)
        constraints = (constraints = strchr(constraints, ',')) ? constraints + 1 : NULL;
    switch (constraints ? *constraints : 0) {
    case 'h': return snprintf(out, room, "%%h%d", 1);
    case 'r': return snprintf(out, room, "%%o%d", 1);
    case 'l': return snprintf(out, room, "%%l%d", 1);
    case 'n': return snprintf(out, room, "%d", in_word ? 2 : 16);
    default: return snprintf(out, room, "no_such_operand");
    }
}

/* Gives the text of the row with a register or a value in place of each operand, closed by ';'; to be freed. */
static char *statement_of(const struct row *row) {
    char text[2 * LINE];
    size_t used = 0;
    for (const char *c = row->instruction; *c && used + 32 < sizeof(text); c++) {
        if (*row->constraints && *c == '%' && c[1] >= '0' && c[1] <= '9') {
            int in_word = c > row->instruction && c[-1] == ':';
            char *after;
            int number = (int)strtol(c + 1, &after, 10);
            used += (size_t)write_operand(text + used, 32, row->constraints, number, in_word);
            c = after - 1;
        } else {
            text[used++] = *c;
        }
    }
    snprintf(text + used, sizeof(text) - used, ";");
    return copy(text);
}

/* Whether the statement has no names but those that the module of this test declares. */
static int is_closed(const char *statement) {
    for (const char *c = statement; *c; c++)
        if (strchr("[{, ", *c) && ((c[1] >= 'a' && c[1] <= 'z') || c[1] == '_') && strncmp(c + 1, "smem]", 5) != 0 &&
            strncmp(c + 1, "mbar]", 5) != 0)
            return 0;
    return 1;
}

/* Asks ptxas about every row for every target; gives the exit status. */
static int ask_all(void) {
    static char *statements[MOST];
    static char rejected[MOST];
    const char *release = ptxas_release();
    size_t asked = 0;
    if (!release || strncmp(release, "13.0.", 5) != 0) {
        printf("no ptxas 13.0 is here\n");
        return SKIPPED;
    }
    for (size_t i = 0; i < count; i++) {
        statements[i] = statement_of(&rows[i]);
        asked += (size_t)is_closed(statements[i]);
    }
    for (size_t t = 0; t < TARGETS; t++) {
        for (size_t i = 0; i < count; i++)
            rejected[i] = (char)!is_closed(statements[i]);
        ptxas_mark_rejected(pattern, "9.0", targets[t], statements, count, rejected);
        for (size_t i = 0; i < count; i++)
            if (is_closed(statements[i]))
                compare(&rows[i], targets[t], !rejected[i], "");
    }
    printf("%zu of %zu instructions asked; %lu passed, %lu failed\n", asked, count, passed, failed);
    return asked == 0 || failed > 0;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    read_rows(argv[1]);
    if (argc > 2)
        return ask_all();
    for (size_t i = 0; i < count; i++)
        for (size_t t = 0; t < TARGETS; t++)
            check(&rows[i], targets[t]);
    printf("%zu instructions, %lu passed, %lu failed\n", count, passed, failed);
    return passed == 0 || failed > 0;
}

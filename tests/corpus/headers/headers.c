/* Headers of modules, and what stands between their directives: each must get the verdict of ptxas 13.0.
 *
 * usage: headers ROWS [live] | headers random [--seed=N] [COUNT]
 * ROWS     the recorded ones, headers.tsv: its head says what the columns are
 * live     asks ptxas whether the record is what it says; skipped (77) without ptxas 13.0
 * random   asks it about so many random headers; a failure prints the seed
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "module.h"
#include "ptxas.h"
#include "ptxcheck/ptxcheck.h"
#include "random_header.h"

enum { SKIPPED = 77, SHOWN = 30, RULES = 512 };

static const char body[] = ".shared .align 16 .b8 smem[64];\n"
                           ".global .align 16 .b8 gmem[64];\n"
                           ".visible .entry kernel()\n{\n"
                           "    cp.async.ca.shared.global [smem], [gmem], 4;\n"
                           "    ret;\n}\n";

static unsigned long passed, failed;

static void fail(const char *what, const char *text) {
    if (failed++ < SHOWN)
        printf("failed: %s: %s\n", what, text);
}

/* Gives the errors of syntax and legality that ptxcheck has; their rules, sorted by place, go to `rules`. */
static size_t check(const char *text, char rules[RULES]) {
    struct ptxc_options options = {.size = sizeof(options),
                                   .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY};
    struct ptxc_report *report;
    if (ptxc_check(text, strlen(text), &options, &report) != PTXC_OK)
        abort();
    size_t count = ptxc_report_count(report), length = 0;
    rules[0] = '\0';
    for (size_t i = 0; i < count && length + 64 < RULES; i++)
        length += (size_t)snprintf(rules + length, RULES - length, "%s%s", i > 0 ? "," : "",
                                   ptxc_report_get(report, i)->rule);
    ptxc_report_free(report);
    return count;
}

/* Gives the text of a row, with its escapes \n, \r, \t, \f, \xNN and \\ replaced and <body> filled in; to be freed. */
static char *expand(const char *row) {
    char *text = malloc(strlen(row) * sizeof(body) + 1), *to = text;
    if (!text)
        abort();
    for (const char *from = row; *from; from++) {
        const char *escape = *from == '\\' ? strchr("n\nr\rt\tf\f\\\\", from[1]) : NULL;
        char digits[3] = "";
        if (strncmp(from, "<body>", strlen("<body>")) == 0) {
            to += sprintf(to, "%s", body);
            from += strlen("<body>") - 1;
        } else if (*from == '\\' && from[1] == 'x' && from[2] && from[3]) {
            memcpy(digits, from + 2, 2);
            *to++ = (char)strtoul(digits, NULL, 16);
            from += 3;
        } else if (escape) {
            *to++ = escape[1];
            from++;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return text;
}

/* Gives the last target that the text names, which the assembler is to be run for; sm_90 where there is none. */
static const char *target_of(const char *text) {
    static char target[16];
    const char *last = NULL;
    for (const char *at = text; (at = strstr(at, "sm_")); at++)
        last = at;
    if (!last || sscanf(last, "sm_%11[0-9af]", target + 3) != 1)
        return "sm_90";
    memcpy(target, "sm_", 3);
    return target;
}

/* Holds one row to its verdict. `known`: ptxcheck gives the other one. */
static void take(const char *row, const char *verdict, int known, const char *expected, int live) {
    char rules[RULES];
    char *text = expand(row);
    const int wrong = strcmp(verdict, "error") == 0;
    unsigned long before = failed;
    if (live) {
        if (ptxas_rejects(text, target_of(text)) != wrong)
            fail("ptxas does not say so", row);
    } else {
        if ((check(text, rules) > 0) != (known ? !wrong : wrong))
            fail("ptxcheck gives the other verdict", row);
        if (strcmp(rules[0] ? rules : "-", expected) != 0) {
            printf("it raises %s, not %s\n", rules[0] ? rules : "-", expected);
            fail("ptxcheck raises other rules", row);
        }
    }
    passed += failed == before;
    free(text);
}

static void take_rows(const char *path, int live) {
    char *rows = file_text(path), *state = NULL;
    for (char *line = strtok_r(rows, "\n", &state); line; line = strtok_r(NULL, "\n", &state)) {
        char *rules = line[0] == '#' ? NULL : strchr(line, '\t');
        char *text = rules ? strchr(rules + 1, '\t') : NULL;
        if (!text)
            continue;
        *rules++ = '\0';
        *text++ = '\0';
        take(text, line + (line[0] == '~'), line[0] == '~', rules, live);
    }
    free(rows);
}

/* Prints a text so that it can be read, and put into headers.tsv. */
static void show(const char *text) {
    for (; *text; text++) {
        if (*text == '\n')
            printf("\\n");
        else if (*text == '\\' || (unsigned char)*text < 0x20 || *text == 0x7f)
            printf("\\x%02x", (unsigned char)*text);
        else
            putchar(*text);
    }
    putchar('\n');
}

/* ptxas forgets that a version does not know a target where some line markers stand in the module: those with an empty
 * name, and others (measured on 13.0). */
static int may_be_forgotten(const char *text, const char *rules) {
    static const char rule[] = "version-target";
    while (strncmp(rules, rule, strlen(rule)) == 0)
        rules += strlen(rule) + (rules[strlen(rule)] == ',');
    return strchr(text, '#') && !*rules;
}

static void take_random(unsigned long seed, unsigned long count) {
    char rules[RULES];
    unsigned long rejected = 0, forgotten = 0, unasked = 0;
    for (unsigned long i = 0; i < count; i++) {
        char *text = random_header(seed, i);
        const int wrong = ptxas_verdict(text, target_of(text));
        rejected += wrong > 0;
        if (wrong < 0)
            unasked++;
        else if ((check(text, rules) > 0) == wrong) {
            passed++;
        } else if (may_be_forgotten(text, rules)) {
            forgotten++;
        } else if (failed++ < SHOWN) {
            printf("%s\t%s\t", wrong ? "error" : "ok", rules[0] ? rules : "-");
            show(text);
        }
        free(text);
    }
    printf("seed %lu: %lu headers, %lu rejected, %lu with an error that ptxas forgets\n", seed, count, rejected,
           forgotten);
}

int main(int argc, char **argv) {
    const int random = argc > 1 && strcmp(argv[1], "random") == 0;
    const int live = random || (argc > 2 && strcmp(argv[2], "live") == 0);
    unsigned long seed = (unsigned long)time(NULL), count = 400;
    const char *release = live ? ptxas_release() : NULL;
    if (argc < 2) {
        fprintf(stderr, "usage: headers ROWS [live] | headers random [--seed=N] [COUNT]\n");
        return 2;
    }
    if (live && (!release || strncmp(release, "13.0.", 5) != 0)) {
        printf("no ptxas 13.0 is here\n");
        return SKIPPED;
    }
    for (int i = 2; i < argc && random; i++)
        if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = strtoul(argv[i] + 7, NULL, 10);
        else
            count = strtoul(argv[i], NULL, 10);
    if (random)
        take_random(seed, count);
    else
        take_rows(argv[1], live);
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed > 0 || passed == 0;
}

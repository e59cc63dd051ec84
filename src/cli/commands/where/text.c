/* ptxcheck where, as text. */
#include "cli/commands/where/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/print.h"

enum { WIDTH = 4000, VERSIONS_WIDTH = 40 };

static size_t target_count(void) {
    size_t count = 0;
    while (ptxc_target_name((enum ptxc_target)(count + 1)))
        count++;
    return count;
}

static void add_text(char *text, const char *more) {
    size_t length = strlen(text);
    snprintf(text + length, WIDTH - length, "%s%s", length ? ", " : "", more);
}

/* Writes "sm_90 or higher", "sm_100 to sm_103f, sm_110a": a range stands for all targets between in the order of their
 * numbers, the specific ones after the plain one. */
static const char *describe_targets(const bool *set, char *text) {
    size_t count = target_count();
    text[0] = 0;
    for (size_t first = 1, end; first <= count; first = end) {
        char range[64];
        end = first + 1;
        if (!set[first])
            continue;
        while (end <= count && set[end])
            end++;
        const char *from = ptxc_target_name((enum ptxc_target)first),
                   *to = ptxc_target_name((enum ptxc_target)(end - 1));
        if (first == 1 && end > count)
            add_text(text, "any target");
        else if (end > count && end - first > 2)
            snprintf(range, sizeof(range), "%s or higher", from), add_text(text, range);
        else if (first == 1 && end - first > 2)
            snprintf(range, sizeof(range), "%s or lower", to), add_text(text, range);
        else if (end - first > 2)
            snprintf(range, sizeof(range), "%s to %s", from, to), add_text(text, range);
        else
            for (size_t i = first; i < end; i++)
                add_text(text, ptxc_target_name((enum ptxc_target)i));
    }
    return text;
}

static void print_versions(const struct answer *answer, char *text, uint32_t first, uint32_t last) {
    const size_t size = VERSIONS_WIDTH;
    if (last < answer_newest(answer))
        snprintf(text, size, "PTX %u.%u to %u.%u", first / 100, first % 100, last / 100, last % 100);
    else
        snprintf(text, size, "from PTX %u.%u", first / 100, first % 100);
}

/* Prints one line for the targets that have the instruction in the same versions, the earliest first. */
static void print_targets(const struct answer *answer) {
    const struct ptxc_requirement *requirement = &answer->requirement;
    bool done[PTXC_MAX_TARGETS + 1] = {false}, set[PTXC_MAX_TARGETS + 1] = {false};
    char text[WIDTH], versions[VERSIONS_WIDTH];
    size_t count = target_count();
    for (;;) {
        size_t next = 0;
        for (size_t i = 1; i <= count; i++)
            if (!done[i] && requirement->first[i] && (!next || requirement->first[i] < requirement->first[next]))
                next = i;
        if (!next)
            break;
        for (size_t i = 1; i <= count; i++) {
            set[i] =
                requirement->first[i] == requirement->first[next] && requirement->last[i] == requirement->last[next];
            done[i] |= set[i];
        }
        print_versions(answer, versions, requirement->first[next], requirement->last[next]);
        printf("  %-15s  %s\n", versions, describe_targets(set, text));
    }
    for (size_t i = 1; i <= count; i++)
        set[i] = !requirement->first[i] && ptxc_target_assembler((enum ptxc_target)i);
    if (describe_targets(set, text)[0])
        printf("  %-15s  %s\n", "not on", text);
    for (size_t i = 1; i <= count; i++)
        set[i] = !ptxc_target_assembler((enum ptxc_target)i);
    if (describe_targets(set, text)[0])
        printf("  %-15s  %s\n", "unmeasured", text);
}

/* Prints "PTX 8.6 and sm_90 or higher"; of the one target asked about, its versions. */
static void print_summary(const struct answer *answer, const struct ptxc_requirement *requirement) {
    bool set[PTXC_MAX_TARGETS + 1] = {false};
    char text[WIDTH], versions[VERSIONS_WIDTH];
    uint32_t last = 0;
    if (answer->target) {
        print_versions(answer, versions, requirement->first[answer->target], requirement->last[answer->target]);
        printf("%s on %s\n", versions, ptxc_target_name(answer->target));
        return;
    }
    for (size_t i = 1; i <= target_count(); i++) {
        set[i] = requirement->first[i] != 0;
        last = requirement->last[i] > last ? requirement->last[i] : last;
    }
    printf("PTX %u.%u", requirement->ptx / 100, requirement->ptx % 100);
    if (last < answer_newest(answer))
        printf(" to %u.%u", last / 100, last % 100);
    printf(" and %s\n", describe_targets(set, text));
}

/* Prints "needs PTX 8.0", with the assembler where one is asked about. */
static void print_needs(const struct answer *answer) {
    const uint32_t ptx = answer->requirement.ptx, assembler = answer->assembler;
    printf("  needs PTX %u.%u", ptx / 100, ptx % 100);
    if (assembler)
        printf(", by ptxas %u.%u", assembler / 100, assembler % 100);
    putchar('\n');
}

/* Prints what raises the requirement, one line for each reason, in two columns. */
static void print_reasons(const struct answer *answer) {
    char subject[200], needs[WIDTH];
    int width = 0;
    for (size_t i = 0; i < answer->reason_count; i++) {
        int length = (int)strlen(reason_subject(answer, &answer->reasons[i], subject, sizeof(subject)));
        width = length > width ? length : width;
    }
    printf("%s", answer->reason_count ? "\n" : "");
    for (size_t i = 0; i < answer->reason_count; i++) {
        ptxc_reason_needs(&answer->reasons[i], needs, sizeof(needs));
        int length = (int)strlen(reason_subject(answer, &answer->reasons[i], subject, sizeof(subject)));
        printf("  ");
        print_clean(stdout, subject, (size_t)length);
        printf("%*s  needs %s\n", width - length, "", needs);
    }
}

/* Prints what to write to ask for less, and what that needs. */
static void print_changes(const struct answer *answer) {
    for (size_t i = 0; i < answer->change_count; i++) {
        const struct change *change = &answer->changes[i];
        char *text = instruction_text(&change->instruction);
        printf("\n  %s: ", change->words);
        print_summary(answer, &change->requirement);
        if (text)
            printf("    %s\n", text);
        free(text);
    }
}

/* Prints the text asked about, line by line. */
static void print_question(const struct source *source) {
    const char *text = source->text, *end = text + source->length;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline : end) - text);
        print_clean(stdout, text, length);
        putchar('\n');
        text += length + (newline != NULL);
    }
}

/* Says on which targets, of those asked about, the assembler crashes. */
static void print_crashes(const struct answer *answer) {
    bool set[PTXC_MAX_TARGETS + 1] = {false};
    char text[WIDTH];
    for (size_t i = 1; i <= target_count(); i++)
        set[i] = answer->requirement.crashes[i] && (!answer->target || answer->target == (enum ptxc_target)i);
    if (describe_targets(set, text)[0])
        printf("  ptxas crashes on it when it generates code, on %s\n", text);
}

void where_print_text(const struct answer *answer, bool color) {
    const struct ptxc_requirement *requirement = &answer->requirement;
    bool legal = answer_is_legal(answer, requirement);
    if (answer->canonical)
        printf("%s%s%s\n", color ? "\033[1m" : "", answer->canonical, color ? "\033[0m" : "");
    else
        print_question(&answer->source);
    if (legal && answer->target)
        printf("  "), print_summary(answer, requirement);
    else if (legal)
        print_needs(answer), print_targets(answer);
    else if (answer->target && !ptxc_target_assembler(answer->target))
        printf("  unmeasured on %s: no assembler that knows it was asked\n", ptxc_target_name(answer->target));
    else if (answer->target)
        printf("  not legal on %s\n", ptxc_target_name(answer->target));
    else if (ptxc_report_count(answer->report) > 0)
        printf("  not legal anywhere\n");
    else
        printf("  not legal anywhere: no PTX version and target has all that it needs\n");
    print_crashes(answer);
    print_reasons(answer);
    print_changes(answer);
    if (ptxc_report_count(answer->report) > 0)
        printf("\n");
    print_report(stdout, answer->report, &answer->source, color);
}

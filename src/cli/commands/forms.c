/* ptxcheck forms: the legal shapes of all instructions, or of a mnemonic with some of its qualifiers. */
#include "cli/commands/commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/print.h"
#include "cli/options/options.h"
#include "cli/options/request.h"
#include "cli/options/values.h"
#include "cli/options/vocabulary.h"
#include "cli/system/environment.h"
#include "ptxcheck/instruction.h"

enum { LEAST_WIDTH = 20, MOST_WIDTH = 10000, INDENT = 4 };

/* What is asked. */
struct forms_query {
    const char *mnemonic; /* NULL: all */
    bool begins;          /* it is what mnemonics begin with */
    const char *words;    /* the qualifiers as they were written, or "" */
    enum ptxc_qualifier qualifiers[PTXC_MAX_QUALIFIERS];
    size_t count;
    enum ptxc_target target;
    uint32_t ptx;
    int width; /* of a line; 0: no limit */
};

/* Reads the value of --width; false after a message on stderr. */
static bool parse_width(const char *text, int *width) {
    char *end;
    long value = strtol(text, &end, 10);
    bool number = *text >= '0' && *text <= '9' && !*end;
    *width = (int)value;
    if (number && (value == 0 || (value >= LEAST_WIDTH && value <= MOST_WIDTH)))
        return true;
    report_error("--width takes 0 or a number from %d to %d, not '%s'", LEAST_WIDTH, MOST_WIDTH, text);
    return false;
}

/* Takes one option over that no other command has; false after a message on stderr. */
static bool apply(void *user, enum option_id option, char *value) {
    struct forms_query *query = user;
    return option == OPTION_WIDTH && parse_width(value, &query->width);
}

/* Whether the name begins with the first `length` bytes of a text, which are whole words of it. */
static bool begins_with(const char *name, const char *text, size_t length) {
    return strncmp(name, text, length) == 0 && strchr(".:", name[length]);
}

/* Whether some mnemonic begins with the text, or is it. */
static bool is_beginning(const char *text) {
    const char *name;
    for (int i = 1; (name = ptxc_opcode_name((enum ptxc_opcode)i)); i++)
        if (begins_with(name, text, strlen(text)))
            return true;
    return false;
}

/* Offers the mnemonics, with `beginnings` also what they begin with. */
static void offer_mnemonics(struct suggestion *suggestion, bool beginnings) {
    const char *name;
    char beginning[LONGEST_WORD];
    for (int i = 1; (name = ptxc_opcode_name((enum ptxc_opcode)i)); i++) {
        suggestion_offer(suggestion, name);
        for (const char *dot = name; beginnings && (dot = strchr(dot + 1, '.'));) {
            snprintf(beginning, sizeof(beginning), "%.*s", (int)(dot - name), name);
            suggestion_offer(suggestion, beginning);
        }
    }
}

/* Finds the longest mnemonic that the text begins with, before a '.' or at its end; NULL where there is none. */
static const char *find_mnemonic(const char *text) {
    const char *found = NULL, *name;
    for (int i = 1; (name = ptxc_opcode_name((enum ptxc_opcode)i)); i++)
        if (begins_with(text, name, strlen(name)) && (!found || strlen(name) > strlen(found)))
            found = name;
    return found;
}

/* Reports that the text begins with no mnemonic; suggests the one that is nearest to what it begins with. */
static void report_no_mnemonic(const char *text) {
    struct suggestion best = suggestion_for("");
    char part[LONGEST_WORD];
    size_t kept = 0;
    for (size_t length = strlen(text); length > 0; length--) {
        if (length >= sizeof(part) || (text[length] && text[length] != '.'))
            continue;
        snprintf(part, sizeof(part), "%.*s", (int)length, text);
        struct suggestion suggestion = suggestion_for(part);
        offer_mnemonics(&suggestion, !text[length]);
        if (suggestion.best[0] && (!best.best[0] || suggestion.limit < best.limit)) {
            best = suggestion;
            kept = length;
        }
    }
    bool near = best.best[0];
    report_error("there is no mnemonic '%s'%s%s%s%s", text, near ? "; did you mean " : "", best.best,
                 near ? text + kept : "", near ? "?" : "");
}

/* Whether some form of the mnemonic has the qualifier. */
static bool has_qualifier(const char *mnemonic, enum ptxc_qualifier qualifier) {
    for (size_t i = 0; i < ptxc_form_count(); i++)
        if (strcmp(mnemonic, ptxc_form_mnemonic(i)) == 0 && ptxc_form_takes(i, &qualifier, 1, PTXC_TARGET_NONE, 0))
            return true;
    return false;
}

/* Reports that the mnemonic has no such qualifier; suggests the nearest that it has, or how a longer mnemonic goes on.
 */
static void report_no_qualifier(const char *mnemonic, const char *text) {
    struct suggestion suggestion = suggestion_for(text);
    const char *name;
    for (int i = 1; (name = ptxc_qualifier_name((enum ptxc_qualifier)i)); i++)
        if (has_qualifier(mnemonic, (enum ptxc_qualifier)i))
            suggestion_offer(&suggestion, name);
    for (int i = 1; (name = ptxc_opcode_name((enum ptxc_opcode)i)); i++)
        if (begins_with(name, mnemonic, strlen(mnemonic)))
            suggestion_offer(&suggestion, name + strlen(mnemonic));
    bool near = suggestion.best[0];
    report_error("%s has no qualifier %s%s%s%s", mnemonic, text, near ? "; did you mean " : "", suggestion.best,
                 near ? "?" : "");
}

/* Takes the qualifiers after the mnemonic; false after a message on stderr. */
static bool parse_qualifiers(struct forms_query *query, const char *text) {
    while (*text) {
        char word[LONGEST_WORD];
        size_t length = 1 + strcspn(text + 1, ".");
        snprintf(word, sizeof(word), "%.*s", (int)length, text);
        enum ptxc_qualifier qualifier = ptxc_qualifier_from_name(word);
        if (!qualifier || !has_qualifier(query->mnemonic, qualifier))
            return report_no_qualifier(query->mnemonic, word), false;
        if (query->count == PTXC_MAX_QUALIFIERS)
            return report_error("forms takes up to %d qualifiers", PTXC_MAX_QUALIFIERS), false;
        query->qualifiers[query->count++] = qualifier;
        text += length;
    }
    return true;
}

/* Takes a mnemonic with its qualifiers, or what several mnemonics begin with, where a dot may follow; false after a
 * message on stderr. */
static bool parse_words(struct forms_query *query, char *text) {
    const size_t length = strlen(text);
    const bool dot = length > 1 && text[length - 1] == '.';
    if (dot)
        text[length - 1] = 0;
    query->mnemonic = find_mnemonic(text);
    query->begins = (dot || !query->mnemonic || strcmp(query->mnemonic, text) != 0) && is_beginning(text);
    if (query->begins)
        query->mnemonic = text;
    if (!query->mnemonic)
        return report_no_mnemonic(text), false;
    query->words = text + strlen(query->mnemonic);
    return parse_qualifiers(query, query->words);
}

/* Reads the options and the instruction; false after a message on stderr. */
static bool parse(struct forms_query *query, int argc, char **argv) {
    struct request request;
    *query = (struct forms_query){.words = "", .width = environment_width(LEAST_WIDTH, MOST_WIDTH)};
    if (!request_read(&request, COMMAND_FORMS, argc, argv, apply, query))
        return false;
    query->target = ptxc_target_from_name(request.options.target);
    query->ptx = request.options.ptx;
    if (argc - optind > 1)
        return report_error("forms takes at most one mnemonic"), false;
    if (optind == argc)
        return true;
    return parse_words(query, argv[optind]);
}

/* Whether the form is of a mnemonic that is asked for. */
static bool is_asked(const struct forms_query *query, size_t form) {
    const char *name = ptxc_form_mnemonic(form);
    return !query->mnemonic || (query->begins ? begins_with(name, query->mnemonic, strlen(query->mnemonic))
                                              : strcmp(query->mnemonic, name) == 0);
}

/* Prints a form and what it needs. Of a syntax line each part may go to the next line. */
static void print_form(const struct forms_query *query, size_t form) {
    char text[4000];
    ptxc_form_syntax(form, text, sizeof(text));
    wrap_print(stdout, text, strlen(text), (struct wrap){.indent = 2 * INDENT, .width = query->width, .before = ".{("});
    ptxc_form_needs(form, text, sizeof(text));
    printf("%*s", INDENT, "");
    wrap_print(stdout, text, strlen(text),
               (struct wrap){.indent = 2 * INDENT, .start = INDENT, .width = query->width, .before = ""});
}

/* Reports that nothing was found; returns the exit code. */
static int report_none(const struct forms_query *query) {
    const char *target = ptxc_target_name(query->target);
    char ptx[32] = "";
    if (query->ptx)
        snprintf(ptx, sizeof(ptx), " in PTX %u.%u", query->ptx / 100, query->ptx % 100);
    report_error("there is no form%s%s%s%s%s%s%s", query->mnemonic ? " of " : "",
                 query->mnemonic ? query->mnemonic : "", query->words[0] ? " with " : "", query->words,
                 target ? " on " : "", target ? target : "", ptx);
    return EXIT_FINDINGS;
}

int command_forms(int argc, char **argv) {
    struct forms_query query;
    size_t shown = 0;
    if (!parse(&query, argc, argv))
        return EXIT_ERROR;
    bool filtered = query.count > 0 || query.target || query.ptx;
    for (size_t i = 0; i < ptxc_form_count(); i++) {
        if (!is_asked(&query, i))
            continue;
        if (filtered && !ptxc_form_takes(i, query.qualifiers, query.count, query.target, query.ptx))
            continue;
        print_form(&query, i);
        shown++;
    }
    return shown > 0 ? finish(EXIT_CLEAN) : report_none(&query);
}

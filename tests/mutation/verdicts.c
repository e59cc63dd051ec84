/* Recorded verdicts: see verdicts.h.
 *
 * Most rows are one instruction. It is read once, and then only the verdict on it is asked for, if that is the recorded
 * one: this is fifty times faster than a check of the module. The rest are checked as modules. The rows come in an
 * order that is mixed, but for those that told mutants before this one, which come first.
 */
#include "verdicts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "legality/verdict.h"
#include "module.h"
#include "ptxcheck/instruction.h"
#include "records.h"

enum { TELLING = 64, MIX = 15485863, PLACES = 1 << 19 };

struct row {
    const char *text;
    enum ptxc_target target;
    uint32_t ptx, assembler;
    uint32_t instruction; /* among the instructions; UINT32_MAX: it is checked as a module */
    bool rejected;
    bool speaks; /* for its text: the first that is accepted, or where none is, the first */
    uint64_t opcodes[MUTANT_OPCODE_WORDS];
};

/* A text, the module that the names in its instruction point into, and where that is. */
static struct place {
    char *text, *module;
    uint32_t instruction;
    uint32_t speaker; /* among the rows, one more than its number; 0: none yet */
} places[PLACES];

static struct row *rows;
static size_t row_count, row_capacity;
static struct ptxc_instruction *instructions;
static size_t instruction_count, instruction_capacity;
static char *pattern;
static uint32_t telling[TELLING];
static size_t telling_count;

static char *module_text(const struct row *row) {
    char version[20];
    snprintf(version, sizeof(version), "%u.%u", row->ptx / 100, row->ptx % 100);
    return module_fill(pattern, version, ptxc_target_name(row->target), row->text);
}

static bool has_error(struct ptxc_report *report) {
    const bool found = ptxc_report_total(report, PTXC_SEVERITY_ERROR) > 0;
    ptxc_report_free(report);
    return found;
}

static struct ptxc_options options_of(const struct row *row) {
    return (struct ptxc_options){.size = sizeof(struct ptxc_options),
                                 .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY,
                                 .assembler = row->assembler};
}

static bool module_rejected(const struct row *row) {
    const struct ptxc_options options = options_of(row);
    struct ptxc_report *report;
    char *text = module_text(row);
    if (ptxc_check(text, strlen(text), &options, &report) != PTXC_OK)
        abort();
    free(text);
    return has_error(report);
}

static bool value_rejected(const struct row *row) {
    const struct ptxc_environment environment = {.ptx = row->ptx, .target = row->target, .assembler = row->assembler};
    return !ptxc_verdict_is_legal(&instructions[row->instruction], environment);
}

/* ---- reading ---- */

/* Reads the instruction of a text as one of a module; false where it is not one that is sound. */
static bool read_value(const struct row *row, char **text, struct ptxc_instruction *instruction) {
    struct ptxc_module *module;
    struct ptxc_report *report;
    struct ptxc_instruction another;
    *text = module_text(row);
    if (ptxc_module_open(*text, strlen(*text), NULL, &module) != PTXC_OK)
        abort();
    const bool one = ptxc_module_next(module, instruction) && !ptxc_module_next(module, &another);
    if (ptxc_module_close(module, &report) != PTXC_OK)
        abort();
    const bool sound = one && ptxc_report_count(report) == 0;
    ptxc_report_free(report);
    return sound;
}

/* The place of a text among those that were read, or of the first free one: they are found by a hash. */
static size_t place_of(const char *text) {
    uint64_t hash = 1469598103934665603u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t place = (size_t)(hash % PLACES);
    while (places[place].text && strcmp(places[place].text, text) != 0)
        place = (place + 1) % PLACES;
    return place;
}

/* Gives the text of a row the same place as that of others, and reads its instruction if it is the first. */
static void find_instruction(struct row *row, const char *text) {
    struct place *place = &places[place_of(text)];
    if (!place->text) {
        if (instruction_count == PLACES / 2)
            abort();
        if (instruction_count == instruction_capacity) {
            instruction_capacity = instruction_capacity ? instruction_capacity * 2 : 1024;
            instructions = realloc(instructions, instruction_capacity * sizeof(*instructions));
        }
        row->text = place->text = strdup(text);
        const bool sound = read_value(row, &place->module, &instructions[instruction_count]);
        place->instruction = sound ? (uint32_t)instruction_count++ : UINT32_MAX;
    }
    row->text = place->text;
    row->instruction = place->instruction;
    if (row->instruction != UINT32_MAX && value_rejected(row) != row->rejected)
        row->instruction = UINT32_MAX;
    if (row->instruction != UINT32_MAX)
        row->opcodes[instructions[row->instruction].opcode / 64] |=
            PTXC_BIT(instructions[row->instruction].opcode % 64);
}

/* The mnemonics that stand in a text; all where none does. */
static void find_opcodes(struct row *row) {
    bool any = false;
    for (int i = 1; i < PTXC_OP_COUNT; i++) {
        if (!strstr(row->text, ptxc_opcodes[i].mnemonic))
            continue;
        row->opcodes[i / 64] |= PTXC_BIT(i % 64);
        any = true;
    }
    if (!any)
        memset(row->opcodes, 0xff, sizeof(row->opcodes));
}

/* Lets the newest row speak for its text, if it is accepted and those before it are not, or is the first. */
static void choose_speaker(struct place *place, struct row *row) {
    struct row *const speaker = place->speaker ? &rows[place->speaker - 1] : NULL;
    if (speaker && (row->rejected || !speaker->rejected))
        return;
    if (speaker)
        speaker->speaks = false;
    row->speaks = true;
    place->speaker = (uint32_t)row_count + 1;
}

static void add(struct record *record, void *user) {
    unsigned major, minor;
    const enum ptxc_target target = ptxc_target_from_name(record->target);
    if (sscanf(record->version, "%u.%u", &major, &minor) != 2 || !target)
        return;
    records_unescape(record->instruction);
    if (row_count == row_capacity) {
        row_capacity = row_capacity ? row_capacity * 2 : 1024;
        rows = realloc(rows, row_capacity * sizeof(*rows));
    }
    struct row *row = &rows[row_count];
    *row = (struct row){.target = target,
                        .ptx = PTXC_PTX(major, minor),
                        .assembler = *(const uint32_t *)user,
                        .rejected = strcmp(record->verdict, "error") == 0};
    find_instruction(row, record->instruction);
    if (row->instruction == UINT32_MAX)
        find_opcodes(row);
    if (row->instruction == UINT32_MAX && module_rejected(row) != row->rejected)
        return;
    choose_speaker(&places[place_of(row->text)], row);
    row_count++;
}

/* Puts the rows into an order that has nothing to do with that of the file, and is always the same. */
static void mix(void) {
    uint64_t state = MIX;
    for (size_t i = row_count; i > 1; i--) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const size_t other = (size_t)((state >> 33) % i);
        const struct row row = rows[i - 1];
        rows[i - 1] = rows[other];
        rows[other] = row;
    }
}

void verdicts_read(char **paths, size_t count) {
    pattern = file_text(TESTS_DIRECTORY "/oracle/module.txt");
    for (size_t i = 0; i < count; i++) {
        unsigned major = 0, minor = 0;
        char *release = records_release(paths[i]);
        sscanf(release, "%u.%u", &major, &minor);
        uint32_t assembler = PTXC_PTX(major, minor);
        records_visit(paths[i], add, &assembler);
        free(release);
    }
    mix();
}

void verdicts_free(void) {
    for (size_t i = 0; i < PLACES; i++) {
        free(places[i].text);
        free(places[i].module);
    }
    free(rows);
    free(instructions);
    free(pattern);
}

/* ---- judging ---- */

/* Whether the text of a row may be read otherwise, so that it is to be read again. */
static bool is_read_otherwise(const struct mutant *mutant, const struct row *row) {
    return mutant->action == MUTANT_SPELL || (mutant->word && strstr(row->text, mutant->word));
}

/* Whether the module of a row, read again, has another verdict than without the mutant. A row was kept where one of the
 * two ways to check it gives the recorded verdict: this one must, too. */
static bool module_tells(const struct mutant *mutant, const struct row *row) {
    if (module_rejected(row) == row->rejected)
        return false;
    tables_restore();
    const bool same = module_rejected(row) == row->rejected;
    tables_mutate(mutant);
    return same;
}

/* Whether the row tells the mutant: its instruction as it was read, or what is read otherwise as a module. A row that
 * can only be checked as a module has its mistake in what is read. */
static bool tells(const struct mutant *mutant, const struct row *row) {
    bool concerned = false;
    if (mutant->target && row->target != mutant->target)
        return false;
    for (size_t i = 0; i < MUTANT_OPCODE_WORDS; i++)
        concerned |= (row->opcodes[i] & mutant->opcodes[i]) != 0;
    if (!concerned)
        return false;
    if (mutant->action != MUTANT_SPELL && row->instruction != UINT32_MAX && value_rejected(row) != row->rejected)
        return true;
    return is_read_otherwise(mutant, row) && (row->speaks || !mutant->alike) && module_tells(mutant, row);
}

/* Remembers a row that told a mutant, before the others. */
static void remember(uint32_t row) {
    size_t at = 0;
    while (at < telling_count && telling[at] != row)
        at++;
    if (at == telling_count) {
        telling_count += telling_count < TELLING;
        at = telling_count - 1;
    }
    memmove(telling + 1, telling, at * sizeof(*telling));
    telling[0] = row;
}

static bool told(uint32_t row, char *why, size_t size) {
    const struct row *teller = &rows[row];
    snprintf(why, size, "ptxas %u.%u %s: %u.%u %s %s", teller->assembler / 100, teller->assembler % 100,
             teller->rejected ? "rejects" : "accepts", teller->ptx / 100, teller->ptx % 100,
             ptxc_target_name(teller->target), teller->text);
    remember(row);
    return true;
}

bool verdicts_differ(const struct mutant *mutant, char *why, size_t size) {
    for (size_t i = 0; i < telling_count; i++)
        if (tells(mutant, &rows[telling[i]]))
            return told(telling[i], why, size);
    for (size_t i = 0; i < row_count; i++)
        if (tells(mutant, &rows[i]))
            return told((uint32_t)i, why, size);
    return false;
}

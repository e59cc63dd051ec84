/* The line table of a module: see line_table.h.
 *
 * One pass over the text passes over comments and strings, counts braces, and reads .loc, .file and the labels in
 * .debug_str, which stand behind the functions that name them. A .loc that cannot be read, or names no file, says that
 * the place is not known.
 */
#include "api/line_table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/characters.h"
#include "base/find.h"
#include "base/hash.h"
#include "base/separators.h"
#include "syntax/blank.h"
#include "syntax/skip.h"

static const uint32_t none = UINT32_MAX; /* a row or a place */

/* What a .loc says. It holds from its place to that of the next row. */
struct line_row {
    uint32_t offset;
    uint32_t file;         /* as .loc numbers it */
    uint32_t line, column; /* line 0: the place is not known */
    uint32_t caller;       /* the row of the call that was inlined, before this one; none: the code was not inlined */
    struct ptxc_span name; /* of its function, a label in .debug_str */
    uint32_t skip;         /* so many bytes of the string at the label are left out */
    const char *function;  /* NULL: not known */
};

/* What a .file says. */
struct line_file {
    uint32_t number;
    uint32_t offset; /* of the directive */
    const char *path;
};

struct ptxc_line_table {
    struct line_row *rows; /* in the order of the module */
    size_t count, capacity;
    struct line_file *files; /* by number */
    size_t file_count, file_capacity;
};

/* A label in .debug_str, and where its string begins. */
struct label {
    const char *name;
    uint32_t length;
    size_t string;
};

/* The pass over a module. */
struct line_pass {
    struct ptxc_arena *arena;
    struct ptxc_line_table *table;
    const char *text;
    uint32_t length;
    uint64_t seed;
    uint32_t depth;       /* of braces */
    uint32_t brace;       /* where the body of the function begins */
    uint32_t header;      /* where .entry or .func of the function stands; none: nowhere */
    const char *function; /* its name; NULL: not asked for yet */
    size_t body;          /* the first row of its body */
    uint32_t *slots;      /* the rows of the body by their place, a hash table; those of other bodies are free */
    size_t slot_count;    /* a power of two, or 0 */
    struct label *labels; /* by name, at last */
    size_t label_count, label_capacity;
    char *strings; /* the bytes of .debug_str */
    size_t string_count, string_capacity;
};

/* ---- what directives are made of: each reads at *at, and goes on there ---- */

/* Whether the text has this word at a place. */
static bool has_word(const struct line_pass *pass, uint32_t at, const char *word) {
    const size_t size = strlen(word);
    return pass->length - at >= size && pass->text[at + 1] == word[1] && memcmp(pass->text + at, word, size) == 0 &&
           (at + size == pass->length || !ptxc_is_word(pass->text[at + size])) &&
           (at == 0 || !ptxc_is_word(pass->text[at - 1]));
}

/* Reads a number of 32 bits; false where there is none. */
static bool read_number(const struct line_pass *pass, uint32_t *at, uint32_t *number) {
    const uint32_t start = ptxc_skip_blanks(pass->text, pass->length, *at);
    uint64_t value = 0;
    for (*at = start; *at < pass->length && ptxc_is_digit(pass->text[*at]) && value <= UINT32_MAX; (*at)++)
        value = value * 10 + (uint64_t)(pass->text[*at] - '0');
    *number = (uint32_t)value;
    return *at > start && value <= UINT32_MAX;
}

/* Reads a word, with its dots; empty where there is none. */
static struct ptxc_span read_word(const struct line_pass *pass, uint32_t *at) {
    const uint32_t start = ptxc_skip_blanks(pass->text, pass->length, *at);
    *at = ptxc_word_end(pass->text, pass->length, start);
    return (struct ptxc_span){start, *at - start};
}

/* Reads this character; false where another stands there. */
static bool read_sign(const struct line_pass *pass, uint32_t *at, char sign) {
    const uint32_t place = ptxc_skip_blanks(pass->text, pass->length, *at);
    const bool is = place < pass->length && pass->text[place] == sign;
    *at = is ? place + 1 : *at;
    return is;
}

/* Returns a copy of the text; NULL of an empty one. */
static const char *copy_of(struct ptxc_arena *arena, const char *text, size_t length) {
    return length > 0 ? ptxc_arena_copy(arena, text, length) : NULL;
}

/* ---- rows ---- */

/* Adds a row; false without memory. */
static bool add_row(struct line_pass *pass, struct line_row row) {
    struct ptxc_line_table *table = pass->table;
    struct line_row *added = ptxc_arena_add(pass->arena, &table->rows, &table->count, &table->capacity, sizeof(row));
    if (added)
        *added = row;
    return added;
}

/* Returns the slot of a place: that of the last row of the body there, or a free one. */
static uint32_t *slot_of(const struct line_pass *pass, const struct line_row *place) {
    const uint32_t key[] = {place->file, place->line, place->column};
    for (size_t i = (size_t)ptxc_hash(pass->seed, key, sizeof(key));; i++) {
        uint32_t *slot = &pass->slots[i & (pass->slot_count - 1)];
        const struct line_row *row = &pass->table->rows[*slot];
        if (*slot == none || *slot < pass->body ||
            (row->file == place->file && row->line == place->line && row->column == place->column))
            return slot;
    }
}

/* Makes the table of slots so large that at least half of them are free of rows of this body; false without memory. */
static bool grow_slots(struct line_pass *pass) {
    const size_t least = 256, live = pass->table->count - pass->body;
    if (2 * live < pass->slot_count)
        return true;
    size_t count = pass->slot_count ? pass->slot_count : least;
    while (count <= 2 * live)
        count *= 2;
    uint32_t *slots = ptxc_arena_take(pass->arena, count * sizeof(*slots));
    if (!slots)
        return false;
    memset(slots, 0xff, count * sizeof(*slots));
    pass->slots = slots;
    pass->slot_count = count;
    for (size_t i = pass->body; i < pass->table->count; i++)
        *slot_of(pass, &pass->table->rows[i]) = (uint32_t)i;
    return true;
}

/* Adds a row that calls which follow may name as the place that they are inlined at; gives its index, or none. */
static uint32_t add_place(struct line_pass *pass, struct line_row row) {
    const uint32_t index = (uint32_t)pass->table->count;
    if (!grow_slots(pass) || !add_row(pass, row))
        return none;
    *slot_of(pass, &row) = index;
    return index;
}

/* Returns the row that was last at the place of a call: it says whether the call itself was inlined. Where none is
 * there the place is all that is known. */
static uint32_t row_of_call(struct line_pass *pass, struct line_row call) {
    if (!grow_slots(pass))
        return none;
    const uint32_t index = *slot_of(pass, &call);
    return index == none || index < pass->body ? add_place(pass, call) : index;
}

/* Returns the name of the function whose body this is; NULL where it has none. */
static const char *function_name(struct line_pass *pass) {
    uint32_t at = pass->header;
    if (pass->function || at == none)
        return pass->function;
    at = ptxc_word_end(pass->text, pass->length, at);
    if (read_sign(pass, &at, '(')) {
        const char *close = memchr(pass->text + at, ')', pass->length - at);
        at = close ? (uint32_t)(close - pass->text) + 1 : at;
    }
    const struct ptxc_span name = read_word(pass, &at);
    return pass->function = copy_of(pass->arena, pass->text + name.offset, name.length);
}

/* Reads what follows the comma of a .loc into the row, or the place of a call; false where it is neither. */
static bool read_attribute(const struct line_pass *pass, uint32_t *at, struct line_row *row, struct line_row *call) {
    const struct ptxc_span word = read_word(pass, at);
    if (ptxc_is_spelled(pass->text + word.offset, word.length, "inlined_at"))
        return read_number(pass, at, &call->file) && read_number(pass, at, &call->line) &&
               read_number(pass, at, &call->column);
    if (!ptxc_is_spelled(pass->text + word.offset, word.length, "function_name"))
        return false;
    row->name = read_word(pass, at);
    return !read_sign(pass, at, '+') || read_number(pass, at, &row->skip);
}

/* Has the header of a function stand where its first .loc says, which compilers give the line of its declaration; what
 * comes before that in the body stands nowhere. */
static void add_header(struct line_pass *pass, struct line_row first) {
    const struct line_row nowhere = {.offset = pass->brace, .caller = none};
    first.offset = pass->header;
    if (pass->header != none && add_row(pass, first) && add_row(pass, nowhere))
        pass->body = pass->table->count;
}

/* Reads the .loc at a place; gives a place after it. */
static uint32_t read_loc(struct line_pass *pass, uint32_t at) {
    struct line_row row = {.offset = at, .caller = none}, call = row;
    at += (uint32_t)strlen(".loc");
    bool sound =
        read_number(pass, &at, &row.file) && read_number(pass, &at, &row.line) && read_number(pass, &at, &row.column);
    while (sound && read_sign(pass, &at, ','))
        sound = read_attribute(pass, &at, &row, &call);
    if (!sound)
        row.line = 0;
    else if (call.line > 0)
        row.caller = row_of_call(pass, call);
    else if (row.name.length == 0)
        row.function = function_name(pass);
    if (row.caller == none && pass->table->count == pass->body)
        add_header(pass, row);
    add_place(pass, row);
    return at;
}

/* ---- what stands outside of functions ---- */

/* Reads the .file at a place; gives a place after it. */
static uint32_t read_file(struct line_pass *pass, uint32_t at) {
    struct ptxc_line_table *table = pass->table;
    struct line_file file = {.offset = at};
    at += (uint32_t)strlen(".file");
    if (!read_number(pass, &at, &file.number) || !read_sign(pass, &at, '"'))
        return at;
    const uint32_t end = ptxc_skip_string(pass->text, pass->length, at - 1);
    file.path = copy_of(pass->arena, pass->text + at, end - at - (end > at && pass->text[end - 1] == '"'));
    struct line_file *added =
        file.path ? ptxc_arena_add(pass->arena, &table->files, &table->file_count, &table->file_capacity, sizeof(file))
                  : NULL;
    if (added)
        *added = file;
    return end;
}

/* Adds a label for the string that comes next. */
static void add_label(struct line_pass *pass, struct ptxc_span name) {
    struct label *added =
        ptxc_arena_add(pass->arena, &pass->labels, &pass->label_count, &pass->label_capacity, sizeof(*added));
    if (added)
        *added = (struct label){pass->text + name.offset, name.length, pass->string_count};
}

/* Adds a byte of a string. */
static void add_byte(struct line_pass *pass, char byte) {
    char *added = ptxc_arena_add(pass->arena, &pass->strings, &pass->string_count, &pass->string_capacity, 1);
    if (added)
        *added = byte;
}

/* Reads the section at a place, if it is that of the strings; gives a place after what was read. */
static uint32_t read_section(struct line_pass *pass, uint32_t at) {
    at += (uint32_t)strlen(".section");
    const struct ptxc_span name = read_word(pass, &at);
    if (!ptxc_is_spelled(pass->text + name.offset, name.length, ".debug_str") || !read_sign(pass, &at, '{'))
        return at;
    add_label(pass, name);
    while (at < pass->length && !read_sign(pass, &at, '}')) {
        uint32_t byte;
        if (read_number(pass, &at, &byte)) {
            add_byte(pass, (char)byte);
            continue;
        }
        const struct ptxc_span word = read_word(pass, &at);
        if (word.length > 0 && read_sign(pass, &at, ':'))
            add_label(pass, word);
        else if (word.length == 0)
            at++; /* a comma, or what does not belong here */
    }
    return at;
}

/* Reads a directive at a place, if it is one that counts there; gives a place after what was read. */
static uint32_t read_directive(struct line_pass *pass, uint32_t at) {
    if (pass->depth > 0)
        return has_word(pass, at, ".loc") ? read_loc(pass, at) : at + 1;
    if (has_word(pass, at, ".file"))
        return read_file(pass, at);
    if (has_word(pass, at, ".section"))
        return read_section(pass, at);
    if (has_word(pass, at, ".entry") || has_word(pass, at, ".func")) {
        pass->header = at;
        pass->function = NULL;
    }
    return at + 1;
}

/* Follows a brace. What the last .loc of a body says ends with the body. */
static void follow_brace(struct line_pass *pass, uint32_t at) {
    struct ptxc_line_table *table = pass->table;
    if (pass->text[at] == '{') {
        if (pass->depth++ > 0)
            return;
        pass->body = table->count;
        pass->brace = at;
        return;
    }
    if (pass->depth == 0 || --pass->depth > 0)
        return;
    if (table->count > pass->body)
        add_row(pass, (struct line_row){.offset = at, .caller = none});
    pass->header = none;
    pass->function = NULL;
}

/* Goes through the module. */
static void read_module(struct line_pass *pass) {
    const char *text = pass->text;
    for (uint32_t at = 0; at < pass->length;) {
        uint32_t end = at + 1;
        switch (text[at]) {
        case '.': end = read_directive(pass, at); break;
        case '"': end = ptxc_skip_string(text, pass->length, at); break;
        case '/': end = ptxc_comment_end(text, pass->length, at); break;
        case '{':
        case '}': follow_brace(pass, at); break;
        default: break;
        }
        at = end > at ? end : at + 1;
    }
}

/* ---- names ---- */

static int compare_labels(const void *left, const void *right) {
    const struct label *a = left, *b = right;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return memcmp(a->name, b->name, a->length);
}

/* Returns the string that a row names; NULL where there is none. */
static const char *string_of(const struct line_pass *pass, const struct line_row *row) {
    const struct label key = {.name = pass->text + row->name.offset, .length = row->name.length};
    const struct label *label =
        pass->label_count ? bsearch(&key, pass->labels, pass->label_count, sizeof(key), compare_labels) : NULL;
    const size_t left = label ? pass->string_count - label->string : 0;
    return row->skip < left && pass->strings[label->string + row->skip] ? &pass->strings[label->string + row->skip]
                                                                        : NULL;
}

/* Adds the names of their functions to rows. */
static void name_rows(struct line_pass *pass) {
    struct ptxc_line_table *table = pass->table;
    add_byte(pass, 0);
    if (pass->label_count > 0)
        qsort(pass->labels, pass->label_count, sizeof(*pass->labels), compare_labels);
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].name.length > 0)
            table->rows[i].function = string_of(pass, &table->rows[i]);
}

static int compare_files(const void *left, const void *right) {
    const struct line_file *a = left, *b = right;
    const uint32_t first = a->number != b->number ? a->number : a->offset;
    const uint32_t second = a->number != b->number ? b->number : b->offset;
    return first < second ? -1 : first > second;
}

const struct ptxc_line_table *ptxc_line_table_make(struct ptxc_arena *arena, const char *text, uint32_t length,
                                                   uint64_t seed) {
    const char *end = text + length;
    if (!ptxc_find(text, end, ".loc", 4, 2) || !ptxc_find(text, end, ".file", 5, 1))
        return NULL;
    struct line_pass pass = {.arena = arena, .text = text, .length = length, .seed = seed, .header = none};
    struct ptxc_line_table *table = pass.table = ptxc_arena_alloc(arena, sizeof(*table));
    if (!table)
        return NULL;
    read_module(&pass);
    name_rows(&pass);
    if (table->file_count > 0)
        qsort(table->files, table->file_count, sizeof(*table->files), compare_files);
    return arena->failed || table->count == 0 ? NULL : table;
}

/* ---- places ---- */

/* Returns how many rows begin at an offset or before it. */
static size_t rows_up_to(const struct ptxc_line_table *table, size_t offset) {
    size_t low = 0, high = table->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (table->rows[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the index of the first file with a number; their count where there is none. */
static size_t file_of(const struct ptxc_line_table *table, uint32_t number) {
    size_t low = 0, high = table->file_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (table->files[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < table->file_count && table->files[low].number == number ? low : table->file_count;
}

size_t ptxc_line_table_files(const struct ptxc_line_table *table) {
    return table->file_count;
}

size_t ptxc_line_table_find(const struct ptxc_line_table *table, size_t offset, struct ptxc_location *places,
                            size_t *files, size_t room) {
    size_t count = 0, rows = rows_up_to(table, offset);
    for (uint32_t at = rows > 0 ? (uint32_t)rows - 1 : none; at != none && count < room; count++) {
        const struct line_row *row = &table->rows[at];
        const size_t file = file_of(table, row->file);
        if (row->line == 0 || file == table->file_count)
            break;
        files[count] = file;
        places[count] = (struct ptxc_location){
            .file = table->files[file].path, .function = row->function, .line = row->line, .column = row->column};
        at = row->caller;
    }
    return count;
}

/* outside BEFORE AFTER: whether two texts differ in nothing but instructions of the family, and those in nothing but
 * spelling. It finds the instructions without the code of the library, so that it sees the faults of that code: from a
 * mnemonic, and the guard before it, to the last byte before the ';' that is neither blank nor comment. Of each pair
 * of instructions the dotted words must be the same in some order, and the names the same in the same order.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 256 };

/* `plain` is the text with blanks in place of comments and strings. */
struct text {
    char *bytes, *plain;
    size_t length;
};

/* What is left to look through, and the instruction found last. */
struct walk {
    struct text text;
    size_t position, start, end;
};

struct word {
    const char *text;
    size_t length;
};

static const char *const mnemonics[] = {
#define OPCODE(enumerator, value, mnemonic, ...) mnemonic,
#include "opcodes.def"
};

/* Puts blanks in place of the comments and strings of `plain`. */
static void blank_out(struct text *text) {
    for (size_t i = 0, end; i < text->length; i = end) {
        const char *at = text->plain + i, *closing = NULL;
        end = i + 1;
        if (strncmp(at, "//", 2) == 0)
            closing = strchr(at, '\n');
        else if (strncmp(at, "/*", 2) == 0)
            closing = (closing = strstr(at + 2, "*/")) ? closing + 2 : NULL;
        else if (*at == '"')
            closing = (closing = strpbrk(at + 1, "\"\n")) ? closing + 1 : NULL;
        else
            continue;
        end = closing ? (size_t)(closing - text->plain) : text->length;
        memset(text->plain + i, ' ', end - i);
    }
}

/* Reads the file; ends the program where that fails. */
static struct text read_text(const char *name) {
    struct text text = {NULL, NULL, 0};
    FILE *stream = fopen(name, "rb");
    if (!stream || fseek(stream, 0, SEEK_END) != 0) {
        fprintf(stderr, "outside: cannot read %s\n", name);
        exit(2);
    }
    text.length = (size_t)ftell(stream);
    rewind(stream);
    text.bytes = calloc(text.length + 1, 1);
    text.plain = calloc(text.length + 1, 1);
    if (!text.bytes || !text.plain || fread(text.bytes, 1, text.length, stream) != text.length)
        exit(2);
    fclose(stream);
    memcpy(text.plain, text.bytes, text.length);
    blank_out(&text);
    return text;
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

/* Whether a mnemonic of the family begins at this position and ends where its words end. */
static bool mnemonic_at(const struct text *text, size_t position) {
    char before = position > 0 ? text->plain[position - 1] : ' ';
    if (in_word(before) || before == '.')
        return false;
    for (size_t i = 0; i < sizeof(mnemonics) / sizeof(mnemonics[0]); i++) {
        size_t length = strlen(mnemonics[i]);
        if (strncmp(text->plain + position, mnemonics[i], length) == 0 && !in_word(text->plain[position + length]))
            return true;
    }
    return false;
}

static size_t back_over_blanks(const struct text *text, size_t position) {
    while (position > 0 && isspace((unsigned char)text->plain[position - 1]))
        position--;
    return position;
}

/* Gives where the guard before a mnemonic begins, or where the mnemonic does if it has no guard. */
static size_t guard_start(const struct text *text, size_t mnemonic) {
    size_t position = back_over_blanks(text, mnemonic);
    while (position > 0 && in_word(text->plain[position - 1]))
        position--;
    position = back_over_blanks(text, position);
    if (position > 0 && text->plain[position - 1] == '!')
        position = back_over_blanks(text, position - 1);
    return position > 0 && text->plain[position - 1] == '@' ? position - 1 : mnemonic;
}

/* Finds the next instruction; false, with `start` and `end` at the end of the text, where there is none. */
static bool find_next(struct walk *walk) {
    for (size_t i = walk->position; i < walk->text.length; i++) {
        if (!mnemonic_at(&walk->text, i))
            continue;
        const char *end = strchr(walk->text.plain + i, ';');
        walk->start = guard_start(&walk->text, i);
        walk->end = back_over_blanks(&walk->text, end ? (size_t)(end - walk->text.plain) : walk->text.length);
        return true;
    }
    walk->start = walk->end = walk->text.length;
    return false;
}

static int compare_words(const void *a, const void *b) {
    const struct word *first = a, *second = b;
    size_t shorter = first->length < second->length ? first->length : second->length;
    int order = memcmp(first->text, second->text, shorter);
    return order ? order : (first->length > second->length) - (first->length < second->length);
}

/* Lists the words of the instruction that begin with a dot, or those that begin as a name does. */
static size_t list_words(const struct walk *walk, bool dotted, struct word *words) {
    size_t count = 0;
    for (size_t i = walk->start, end; i < walk->end; i = end) {
        const char *text = walk->text.plain;
        bool dot = text[i] == '.' && isalnum((unsigned char)text[i + 1]);
        bool digit = isdigit((unsigned char)text[i]);
        end = i + 1;
        if (!dot && !in_word(text[i]))
            continue;
        while (end < walk->end && (in_word(text[end]) || (dot && text[end] == ':') || (digit && text[end] == '.')))
            end++;
        bool constant = end - i == 7 && strncmp(text + i, "WARP_SZ", 7) == 0;
        if (count < MAX_WORDS && !digit && !constant && dot == dotted)
            words[count++] = (struct word){text + i, end - i};
    }
    return count;
}

/* Whether both instructions have the same words: dotted ones in any order, names in the same order. */
static bool same_words(const struct walk *before, const struct walk *after, bool dotted) {
    struct word a[MAX_WORDS], b[MAX_WORDS];
    size_t count = list_words(before, dotted, a), other = list_words(after, dotted, b);
    if (dotted) { /* in any order */
        qsort(a, count, sizeof(a[0]), compare_words);
        qsort(b, other, sizeof(b[0]), compare_words);
    }
    for (size_t i = 0; i < count && count == other; i++)
        if (compare_words(&a[i], &b[i]) != 0)
            return false;
    return count == other;
}

static int differ(const struct walk *before, const char *what) {
    fprintf(stderr, "outside: %s at byte %zu\n", what, before->start);
    return 1;
}

/* Compares the texts between the instructions byte by byte, and the instructions word by word; gives the exit status.
 * */
static int compare(struct walk before, struct walk after) {
    for (bool more = true; more;) {
        more = find_next(&before);
        if (find_next(&after) != more)
            return differ(&before, "one text has more instructions");
        size_t length = before.start - before.position;
        if (after.start - after.position != length ||
            memcmp(before.text.bytes + before.position, after.text.bytes + after.position, length) != 0)
            return differ(&before, "the texts differ before the instruction");
        if (more && (!same_words(&before, &after, true) || !same_words(&before, &after, false)))
            return differ(&before, "the instructions differ in more than spelling");
        before.position = before.end;
        after.position = after.end;
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    struct text before = read_text(argv[1]), after = read_text(argv[2]);
    int status = compare((struct walk){before, 0, 0, 0}, (struct walk){after, 0, 0, 0});
    free(before.bytes);
    free(before.plain);
    free(after.bytes);
    free(after.plain);
    return status;
}

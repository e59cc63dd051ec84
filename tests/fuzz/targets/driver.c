/* Calls a fuzz target with files, for compilers without libFuzzer: with each file as it is, and then COUNT times with
 * changes of it, other ones each time or with a SEED above 0 those of that seed. The words of a dictionary as AFL++ and
 * libFuzzer read it are among what is inserted. With -l each line of a file counts as a file. Fails where no input got
 * to what the target looks at.
 *
 * usage: TARGET [-l] [-n COUNT] [-s SEED] [-d DICTIONARY] FILE...
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "module.h"
#include "target.h"

enum { LONGEST = 1 << 16, WORDS = 4096 };

static uint64_t state;
static char *words[WORDS];
static size_t word_count;
static unsigned long inputs;
static int by_line;

static size_t below(size_t bound) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return bound ? (size_t)(state >> 33) % bound : 0;
}

/* Turns the escapes of a word of a dictionary, \\ \" and \xAB, into what they stand for. */
static void unescape(char *word) {
    char *out = word;
    for (const char *in = word; *in;) {
        const char hex[] = {in[0] == '\\' && in[1] == 'x' ? in[2] : 0, in[2], 0};
        if (*hex) {
            *out++ = (char)strtol(hex, NULL, 16);
            in += 4;
        } else {
            in += *in == '\\';
            *out++ = *in++;
        }
    }
    *out = 0;
}

/* Reads a dictionary: one word in quotation marks a line. */
static void read_words(const char *path) {
    for (char *line = strtok(file_text(path), "\n"); line && word_count < WORDS; line = strtok(NULL, "\n")) {
        char *first = strchr(line, '"'), *last = strrchr(line, '"');
        if (*line == '#' || !first || first == last)
            continue;
        *last = 0;
        unescape(first + 1);
        words[word_count++] = first + 1;
    }
}

/* Puts `count` bytes from `piece` at a place, where there is room; gives the new length. */
static size_t insert(char *text, size_t length, size_t at, const char *piece, size_t count) {
    if (length + count > LONGEST)
        return length;
    memmove(text + at + count, text + at, length - at);
    memcpy(text + at, piece, count);
    return length + count;
}

/* Gives a place in a text: of a line three times of four in its second half, since most changes of a mnemonic do no
 * more than misspell it. */
static size_t place(size_t length) {
    const size_t half = by_line && below(4) > 0 ? length / 2 : 0;
    return half + below(length - half);
}

/* Makes one change: a bit, a cut, a copy from elsewhere, a word or a byte that means something to most readers. */
static size_t mutate(char *text, size_t length) {
    static const char signs[] = "{}[](),;+-!@|_%.:?\"/*\n\\#<=0x\xff"
                                "\x01\x02\x1a"; /* the first two mark what the library does not know */
    char piece[40];
    const size_t at = place(length), count = below(by_line ? 6 : sizeof(piece));
    switch (below(6)) {
    case 0:
        if (length > 0)
            text[at] = (char)(text[at] ^ (1 << below(8)));
        return length;
    case 1:
        if (count >= length - at)
            return at;
        memmove(text + at, text + at + count, length - at - count);
        return length - count;
    case 2:
        if (count > length)
            return length;
        memcpy(piece, text + below(length - count + 1), count);
        return insert(text, length, at, piece, count);
    case 3: return insert(text, length, at, signs + below(sizeof(signs)), 1); /* also its NUL */
    default:
        if (word_count == 0)
            return length;
        const char *word = words[below(word_count)];
        return insert(text, length, at, word, strlen(word));
    }
}

/* Calls the target with a source, and COUNT times with what changes make of it, a few at once. */
static void run_source(const char *source, size_t size, unsigned long count) {
    static char text[LONGEST];
    LLVMFuzzerTestOneInput((const uint8_t *)source, size);
    size = size < LONGEST / 2 ? size : LONGEST / 2;
    for (unsigned long i = 0; i < count; i++) {
        size_t length = size;
        memcpy(text, source, size);
        for (size_t changes = 1 + below(by_line ? 2 : 6); changes > 0; changes--)
            length = mutate(text, length);
        LLVMFuzzerTestOneInput((const uint8_t *)text, length);
    }
    inputs += count + 1;
}

/* Does so with a file, or with each line of it. */
static void run_file(const char *path, unsigned long count) {
    size_t size;
    char *source = file_bytes(path, &size);
    size_t begin = 0;
    do { /* an empty file is one source, too */
        const char *found = by_line ? memchr(source + begin, '\n', size - begin) : NULL;
        const size_t end = found ? (size_t)(found - source) : size;
        run_source(source + begin, end - begin, count);
        begin = end + 1;
    } while (begin < size);
    free(source);
}

int main(int argc, char **argv) {
    unsigned long count = 0, seed = 0;
    for (int option; (option = getopt(argc, argv, "ln:s:d:")) != -1;) {
        if (option == 'l')
            by_line = 1;
        else if (option == 'n')
            count = strtoul(optarg, NULL, 10);
        else if (option == 's')
            seed = strtoul(optarg, NULL, 10);
        else if (option == 'd')
            read_words(optarg);
        else
            return 2;
    }
    state = seed = seed > 0 ? seed : 1 + (unsigned long)time(NULL) % 1000000;
    printf("seed %lu\n", seed);
    fflush(stdout);
    for (int i = optind; i < argc; i++)
        run_file(argv[i], count);
    printf("%d files, %lu inputs, %lu got to what is looked at, %lu comparisons\n", argc - optind, inputs,
           target_reached, target_compared);
    return target_reached == 0;
}

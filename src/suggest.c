/* Suggestions by edit distance: see suggest.h. */
#include "suggest.h"

#include <string.h>

enum { LONGEST = 64 };

/* Letters in lower case, and one sign for every separator. */
static size_t fold(const char *text, size_t length, char *folded) {
    size_t count = 0;
    for (size_t i = 0; i < length && count < LONGEST; i++) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c == ':' || c == '.')
            c = '_';
        if (c == '_' && count > 0 && folded[count - 1] == '_')
            continue;
        folded[count++] = c;
    }
    return count;
}

/* Levenshtein distance, one row at a time. */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    unsigned row[LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            unsigned replaced = diagonal + (a[i - 1] != b[j - 1]);
            unsigned shifted = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replaced < shifted ? replaced : shifted;
        }
    }
    return row[b_length];
}

/* Whether some form of the instruction has the qualifier. */
static bool belongs(enum ptxc_opcode opcode, enum ptxc_qualifier qualifier) {
    for (int i = 0; i < PTXC_FORM_COUNT; i++)
        for (size_t j = 0; ptxc_forms[i].opcode == opcode && ptxc_forms[i].slots[j].presence; j++)
            if (memchr(ptxc_forms[i].slots[j].choices, (int)qualifier, sizeof(ptxc_forms[i].slots[j].choices)))
                return true;
    return false;
}

enum ptxc_qualifier ptxc_suggest_qualifier(enum ptxc_opcode opcode, const char *text, size_t length, bool *certain) {
    char wanted[LONGEST], name[LONGEST];
    size_t wanted_length = fold(text, length, wanted);
    unsigned least = wanted_length < 8 ? 2 : 3; /* one slip in a short word, two in a long one */
    enum ptxc_qualifier best = PTXC_Q_NONE;
    for (int i = 1; i < PTXC_Q_COUNT; i++) {
        size_t name_length = fold(ptxc_qualifiers[i].spelling, strlen(ptxc_qualifiers[i].spelling), name);
        bool begins = wanted_length > 4 && name_length > wanted_length && memcmp(name, wanted, wanted_length) == 0;
        unsigned far = begins ? 1 : distance(wanted, wanted_length, name, name_length);
        if (far < least && belongs(opcode, (enum ptxc_qualifier)i)) {
            least = far;
            best = (enum ptxc_qualifier)i;
        }
    }
    *certain = best != PTXC_Q_NONE && least == 0;
    return best;
}

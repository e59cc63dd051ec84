/* Words of PTX that have no enumerators, one by one: see ptxcheck/instruction.h. */
#include "ptxcheck/instruction.h"
#include "tables/rows.h"

static const char *const directives[] = {
#define DIRECTIVE(word, kind, place, header) word,
#include "directives.def"
};

static const char *const mnemonics[] = {
#define KNOWN(word) word,
#include "mnemonics.def"
};

/* Returns directive `index`; what has no '.' is none. */
static const char *directive(size_t index) {
    size_t i = 0;
    while (i < PTXC_COUNT(directives) && (directives[i][0] != '.' || index-- > 0))
        i++;
    return i < PTXC_COUNT(directives) ? directives[i] : NULL;
}

const char *ptxc_vocabulary_get(enum ptxc_vocabulary kind, size_t index) {
    switch (kind) {
    case PTXC_VOCABULARY_DIRECTIVES: return directive(index);
    case PTXC_VOCABULARY_SPECIALS: return index < ptxc_special_count ? ptxc_specials[index].name : NULL;
    case PTXC_VOCABULARY_MNEMONICS: return index < PTXC_COUNT(mnemonics) ? mnemonics[index] : NULL;
    }
    return NULL;
}

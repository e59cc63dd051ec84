/* ptxcheck grammar: what an editor colours PTX by. A row for each kind of text, in the order in which they are tried;
 * each format is one way to print the rows.
 */
#include "cli/commands/commands.h"

#include <string.h>

#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/format/svg.h"
#include "cli/options/options.h"
#include "ptxcheck/instruction.h"

/* The words of a row: they stand in place of the '`' of its pattern. */
enum words { NO_WORDS, DIRECTIVES, SPACES, TYPES, SPECIALS, MNEMONICS, OPCODES };

/* A kind of text. */
struct row {
    const char *name;  /* of the kind, as Kate and Vim show it */
    const char *scope; /* of TextMate's grammars */
    const char *group; /* of Vim, whose colour it has */
    const char *style; /* of Kate, likewise */
    enum words words;
    const char *pattern;     /* as PCRE and Oniguruma read it */
    const char *vim_pattern; /* as Vim does */
};

static const struct row rows[] = {
    {"Comment", "comment.line.double-slash.ptx", "Comment", "dsComment", NO_WORDS, "//.*$", "//.*$"},
    {"String", "string.quoted.double.ptx", "String", "dsString", NO_WORDS, "\"[^\"\\n]*\"", "\"[^\"]*\""},
    {"Label", "entity.name.label.ptx", "Label", "dsAnnotation", NO_WORDS, "^\\s*[A-Za-z_$%][\\w$]*\\s*(?=:(?!:))",
     "^\\s*[A-Za-z_$%][A-Za-z0-9_$]*\\ze\\s*::\\@!"},
    {"Special register", "variable.language.ptx", "Constant", "dsConstant", SPECIALS, "(?:`)(?![\\w$])",
     "\\%(`\\)[A-Za-z0-9_$]\\@!"},
    {"Register", "variable.other.ptx", "Identifier", "dsVariable", NO_WORDS, "%[A-Za-z_$][\\w$]*",
     "%[A-Za-z_$][A-Za-z0-9_$]*"},
    {"State space", "storage.modifier.ptx", "StorageClass", "dsAttribute", SPACES, "(?:`)(?:::\\w+)?(?!\\w)",
     "\\%(`\\)\\%(::\\w\\+\\)\\=\\w\\@!"},
    {"Directive", "keyword.control.directive.ptx", "PreProc", "dsPreprocessor", DIRECTIVES, "(?:`)(?![\\w:])",
     "\\%(`\\)[A-Za-z0-9_:]\\@!"},
    {"Type", "storage.type.ptx", "Type", "dsDataType", TYPES, "(?:`)(?![\\w:])", "\\%(`\\)[A-Za-z0-9_:]\\@!"},
    {"Asynchronous copy", "support.function.ptx", "Function", "dsFunction", OPCODES, "(?<![\\w.%$])(?:`)(?![\\w$])",
     "[A-Za-z0-9_.%$]\\@1<!\\%(`\\)[A-Za-z0-9_$]\\@!"},
    {"Mnemonic", "keyword.mnemonic.ptx", "Statement", "dsKeyword", MNEMONICS, "(?<![\\w.%$])(?:`)(?=[.\\s;])",
     "[A-Za-z0-9_.%$]\\@1<!\\%(`\\)\\ze\\%([.;]\\|\\s\\|$\\)"},
    {"Qualifier", "support.type.qualifier.ptx", "Special", "dsAttribute", NO_WORDS, "\\.[A-Za-z_0-9]*[A-Za-z_][\\w:]*",
     "\\.[A-Za-z_0-9]*[A-Za-z_][A-Za-z0-9_:]*"},
    {"Number", "constant.numeric.ptx", "Number", "dsDecVal", NO_WORDS,
     "(?<![\\w$])(?:0[fF][0-9A-Fa-f]{8}|0[dD][0-9A-Fa-f]{16}|0[xX][0-9A-Fa-f]+|\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?)U?"
     "(?![\\w$])",
     "[A-Za-z0-9_$]\\@1<!\\%(0[fF]\\x\\{8}\\|0[dD]\\x\\{16}\\|0[xX]\\x\\+\\|\\d\\+\\%(\\.\\d*\\)\\=\\%([eE][+-]\\="
     "\\d\\+\\)"
     "\\=\\)U\\=[A-Za-z0-9_$]\\@!"},
};

enum { ROWS = sizeof(rows) / sizeof(*rows) };

/* ---- patterns ---- */

/* Returns word `index` of a row; NULL where there are fewer. A special register is written into the room for a word. */
static const char *word_get(enum words words, size_t index, char *room, size_t size) {
    switch (words) {
    case NO_WORDS: return NULL;
    case DIRECTIVES: return ptxc_directive_spelling(index, NULL);
    case SPACES: return ptxc_space_name((enum ptxc_space)(index + 1));
    case TYPES: return ptxc_type_name((enum ptxc_type)(index + 1));
    case SPECIALS: return ptxc_special_name(index, room, size) ? room : NULL;
    case MNEMONICS: return ptxc_mnemonic_word(index);
    case OPCODES: return ptxc_opcode_name((enum ptxc_opcode)(index + 1));
    }
    return NULL;
}

/* Writes the words with `between` them. In all of these languages of patterns a '.' needs a backslash. */
static void write_words(FILE *stream, enum words words, const char *between) {
    char room[100];
    const char *word;
    for (size_t i = 0; (word = word_get(words, i, room, sizeof(room))); i++) {
        fputs(i ? between : "", stream);
        for (; *word; word++)
            fprintf(stream, "%s%c", *word == '.' ? "\\" : "", *word);
    }
}

/* Returns a pattern with the words of its row in it, to be freed. */
static char *expand(const struct row *row, const char *pattern, const char *between) {
    struct memory_stream text;
    memory_open(&text);
    const char *place = row->words == NO_WORDS ? NULL : strchr(pattern, '`');
    fprintf(text.stream, "%.*s", (int)(place ? (size_t)(place - pattern) : strlen(pattern)), pattern);
    write_words(text.stream, row->words, between);
    fputs(place ? place + 1 : "", text.stream);
    return memory_close(&text);
}

/* ---- formats ---- */

static void print_textmate(void) {
    json_t *patterns = json_sure(json_array());
    json_push(patterns,
              json_sure(json_pack("{s:s, s:s, s:s}", "name", "comment.block.ptx", "begin", "/\\*", "end", "\\*/")));
    for (size_t i = 0; i < ROWS; i++) {
        char *pattern = expand(&rows[i], rows[i].pattern, "|");
        json_push(patterns, json_sure(json_pack("{s:s, s:s}", "name", rows[i].scope, "match", pattern)));
        free(pattern);
    }
    json_t *grammar = json_sure(json_pack("{s:s, s:s, s:[s], s:o}", "name", "PTX", "scopeName", "source.ptx",
                                          "fileTypes", "ptx", "patterns", patterns));
    json_dumpf(grammar, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(grammar);
}

/* Prints a name without its blanks, as Vim wants those of groups. */
static void print_group(const char *name) {
    fputs("ptx", stdout);
    for (; *name; name++)
        if (*name != ' ')
            putchar(*name);
}

/* In Vim what is tried first stands last. */
static void print_vim(void) {
    puts("\" PTX, printed by ptxcheck grammar --format=vim\nif exists(\"b:current_syntax\")\n  finish\nendif\n");
    for (size_t i = ROWS; i-- > 0;) {
        char *pattern = expand(&rows[i], rows[i].vim_pattern, "\\|");
        fputs("syntax match ", stdout);
        print_group(rows[i].name);
        printf(" '%s'\nhighlight default link ", pattern);
        print_group(rows[i].name);
        printf(" %s\n", rows[i].group);
        free(pattern);
    }
    puts("syntax region ptxComment start='/\\*' end='\\*/'\n\nlet b:current_syntax = \"ptx\"");
}

static void print_kate(void) {
    puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE language>\n"
         "<!-- printed by ptxcheck grammar -format=kate -->\n"
         "<language name=\"PTX\" version=\"1\" kateversion=\"5.0\" section=\"Assembler\" extensions=\"*.ptx\" "
         "license=\"MIT\">\n<highlighting>\n<contexts>\n"
         "<context name=\"Normal\" attribute=\"Normal\" lineEndContext=\"#stay\">\n"
         "<Detect2Chars char=\"/\" char1=\"*\" attribute=\"Comment\" context=\"Block\" beginRegion=\"Comment\"/>");
    for (size_t i = 0; i < ROWS; i++) {
        char *pattern = expand(&rows[i], rows[i].pattern, "|");
        printf("<RegExpr attribute=\"%s\" context=\"#stay\" String=\"", rows[i].name);
        html_escape(stdout, pattern, strlen(pattern));
        puts("\"/>");
        free(pattern);
    }
    puts("<DetectChar char=\"{\" attribute=\"Normal\" context=\"#stay\" beginRegion=\"Scope\"/>\n"
         "<DetectChar char=\"}\" attribute=\"Normal\" context=\"#stay\" endRegion=\"Scope\"/>\n</context>\n"
         "<context name=\"Block\" attribute=\"Comment\" lineEndContext=\"#stay\">\n"
         "<Detect2Chars char=\"*\" char1=\"/\" attribute=\"Comment\" context=\"#pop\" endRegion=\"Comment\"/>\n"
         "</context>\n</contexts>\n<itemDatas>\n<itemData name=\"Normal\" defStyleNum=\"dsNormal\"/>");
    for (size_t i = 0; i < ROWS; i++)
        printf("<itemData name=\"%s\" defStyleNum=\"%s\"/>\n", rows[i].name, rows[i].style);
    puts("</itemDatas>\n</highlighting>\n<general>\n<comments>\n<comment name=\"singleLine\" start=\"//\"/>\n"
         "<comment name=\"multiLine\" start=\"/*\" end=\"*/\"/>\n</comments>\n</general>\n</language>");
}

int command_grammar(int argc, char **argv) {
    void (*print)(void) = print_textmate;
    enum option_id option;
    while ((option = option_next(argc, argv, COMMAND_GRAMMAR)) == OPTION_FORMAT)
        print = strcmp(optarg, "vim") == 0 ? print_vim : strcmp(optarg, "kate") == 0 ? print_kate : print_textmate;
    if (option != OPTION_END)
        return EXIT_ERROR;
    if (optind < argc)
        return report_error("grammar takes no argument");
    print();
    return finish(EXIT_CLEAN);
}

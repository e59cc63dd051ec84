/* Prints the words of the tables as a dictionary for fuzzers: of PTX and the comments, of configurations, or of
 * documents in JSON, or of messages of the Language Server Protocol.
 *
 * usage: dictionary ptx|config|json|lsp
 */
#include <stdio.h>
#include <string.h>

#include "cli/config/keys.h"
#include "ptxcheck/plan.h"

/* Prints one word, where there is one. */
static void word(const char *text) {
    if (!text || !*text)
        return;
    putchar('"');
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else
            putchar(*text);
    puts("\"");
}

/* Prints words that stand in a constant with blanks between them. */
static void words(const char *list) {
    char copy[2000];
    snprintf(copy, sizeof(copy), "%s", list);
    for (char *each = strtok(copy, " "); each; each = strtok(NULL, " "))
        word(each);
}

static void print_rules(void) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    for (size_t i = 0; ptxc_rule_get(i, &rule); i++)
        word(rule.id);
}

static void print_targets(void) {
    for (int i = 1; ptxc_target_name((enum ptxc_target)i); i++)
        word(ptxc_target_name((enum ptxc_target)i));
}

/* What the reader and the comments know, beside the signs. */
static void print_ptx(void) {
    static const char *const directives[] = {
#define DIRECTIVE(word, kind, place, header) word,
#include "directives.def"
    };
    static const char *const assumed[] = {
#define ASSUMPTION(name, of, low, high) name,
#include "assumptions.def"
    };
    for (int i = 1; ptxc_opcode_name((enum ptxc_opcode)i); i++)
        word(ptxc_opcode_name((enum ptxc_opcode)i));
    for (int i = 1; ptxc_qualifier_name((enum ptxc_qualifier)i); i++)
        word(ptxc_qualifier_name((enum ptxc_qualifier)i));
    for (int i = 1; ptxc_type_name((enum ptxc_type)i); i++)
        word(ptxc_type_name((enum ptxc_type)i));
    for (int i = 1; ptxc_space_name((enum ptxc_space)i); i++)
        word(ptxc_space_name((enum ptxc_space)i));
    for (size_t i = 0; i < sizeof(directives) / sizeof(*directives); i++)
        word(directives[i]);
    for (size_t i = 0; i < sizeof(assumed) / sizeof(*assumed); i++)
        word(assumed[i]);
    print_targets();
    print_rules();
    words(
        "%tid.x %laneid %r1 %rd1 %p1 %0 $0 %[a] %= {$0} asm(\" \" asm! call asm volatile ptxcheck: allow( allow-file( "
        "assume #if #define #endif __CUDA_ARCH__ R\"( \"\"\" =r =l r l n C ~{memory} ::");
}

static void print_config(void) {
    for (int i = 0; i < KEY_COUNT; i++) {
        word(key_row((enum key)i)->name);
        word(key_row((enum key)i)->example);
    }
    for (int i = 0; i <= PTXC_CLASS_HAZARD; i++)
        word(ptxc_class_name((enum ptxc_class)i));
    for (int i = PTXC_SEVERITY_OFF; i <= PTXC_SEVERITY_ERROR; i++)
        word(ptxc_severity_name((enum ptxc_severity)i));
    print_targets();
    print_rules();
    words("true false null --- ... & * !!str | > ' \" [ ] { } : - # ? ** ! /");
}

static void print_json(void) {
    static const char *const fields[] = {
#define COPY_FIELD(of, name, member, type, needed) name,
#include "copy_fields.def"
    };
    for (int field = 0; ptxc_tensormap_field_name((enum ptxc_tensormap_field)field); field++) {
        word(ptxc_tensormap_field_name((enum ptxc_tensormap_field)field));
        for (uint32_t value = 0; value < 64; value++)
            word(ptxc_tensormap_value_name((enum ptxc_tensormap_field)field, value));
    }
    for (int kind = 1; ptxc_plan_kind_name((enum ptxc_plan_kind)kind); kind++)
        word(ptxc_plan_kind_name((enum ptxc_plan_kind)kind));
    print_targets();
    for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
        word(fields[i]);
    words("global shared::cta shared::cluster null true false { } [ ] : , \" \\u0000 \\ -1 1e9 0x10 "
          "18446744073709551615");
}

/* What the language server understands, beside JSON. */
static void print_lsp(void) {
#define LSP_METHOD(method, kind, handler, capability, value) word(method);
#include "cli/lsp/methods.def"
    print_rules();
    words("textDocument uri file:///nowhere/a.ptx file:///nowhere/b.cu file:///nowhere/c.py text version languageId "
          "contentChanges range start end line character position positions context diagnostics only newName options "
          "changes event added removed settings ptxcheck arguments command token value workDoneToken "
          "partialResultToken previousResultIds quickfix source.fixAll ptx cuda-cpp "
          "python jsonrpc 2.0 id method params { } [ ] : , \" \\ \\u0000 \\n null true false -1 0 1 9 4294967296 1e9 = "
          "Content-Length: cp.async.bulk. .reg %r1 tile allow(");
}

int main(int argc, char **argv) {
    const char *const kind = argc == 2 ? argv[1] : "";
    if (strcmp(kind, "ptx") == 0)
        print_ptx();
    else if (strcmp(kind, "config") == 0)
        print_config();
    else if (strcmp(kind, "json") == 0)
        print_json();
    else if (strcmp(kind, "lsp") == 0)
        print_lsp();
    else
        return fprintf(stderr, "usage: dictionary ptx|config|json|lsp\n"), 2;
    return fflush(stdout) == EOF;
}

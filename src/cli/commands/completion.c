/* ptxcheck completion. The scripts hold all words themselves: completing starts no program. */
#include "cli/commands/commands.h"

#include <stdio.h>
#include <string.h>

#include "cli/arguments/options.h"
#include "cli/arguments/vocabulary.h"
#include "cli/commands/completion_words.h"
#include "cli/output/trouble.h"

int command_completion(int argc, char **argv) {
    static const struct {
        const char *shell;
        void (*print)(void);
    } shells[] = {{"bash", completion_print_bash}, {"zsh", completion_print_zsh}, {"fish", completion_print_fish}};
    const struct values *values = &command_of(COMMAND_COMPLETION)->values;
    char known[LONGEST_WORD];
    int first = arguments_begin(argc, argv, COMMAND_COMPLETION);
    if (!first)
        return EXIT_TROUBLE;
    vocabulary_list(values, known, sizeof(known));
    if (argc - first != 1)
        return trouble("completion takes one shell: %s", known);
    for (size_t i = 0; i < sizeof(shells) / sizeof(shells[0]); i++)
        if (strcmp(argv[first], shells[i].shell) == 0) {
            shells[i].print();
            return finish(EXIT_CLEAN);
        }
    return trouble("completion takes %s, not '%s'%s", known, argv[first], hint_among(values, argv[first], "").text);
}

/* What is asked of one file: the options of `check` that a configuration may set too, and who has set them. Profiles
 * are laid over one another: what the upper one has set replaces what the lower one has.
 */
#ifndef PTXC_CLI_PROFILE_H
#define PTXC_CLI_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/values.h"
#include "ptxcheck/ptxcheck.h"

/* The values of --assume, -D and -U: what the author knows and the text does not say. Of two values for one name the
 * last counts. A value is cut in two and must live as long as its list. */
enum { MAX_ASSUMPTIONS = 64, MAX_DEFINES = 256 };

/* One item for each name; `origins` are who has said so. */
struct assumption_list {
    struct ptxc_assumption items[MAX_ASSUMPTIONS];
    struct given origins[MAX_ASSUMPTIONS];
    size_t count;
};

/* The macros that decide #if lines in sources of C and C++. */
struct define_list {
    struct ptxc_define items[MAX_DEFINES];
    struct given origins[MAX_DEFINES];
    size_t count;
};

/* Adds NAME=VALUE. */
bool assumption_add(struct assumption_list *list, const struct given *given, char *text);

/* Adds a macro that is `defined` by NAME or NAME=VALUE, or that is not by NAME. */
bool define_add(struct define_list *list, const struct given *given, char *text, bool defined);

enum { MAX_OVERRIDES = 512, MAX_PORTABLE = 128 };

enum setting {
    SETTING_TARGET,
    SETTING_PTX,
    SETTING_ASSEMBLER,
    SETTING_PORTABLE,
    SETTING_MACROS, /* of which `defines` has the origins */
    SETTING_ONLY,
    SETTING_RULES,
    SETTING_WERROR,
    SETTING_FLOW,
    SETTING_LIKELY,
    SETTING_PEDANTIC,
    SETTING_ASSUMPTIONS, /* of which `assumptions` has the origins */
    SETTING_MAX_DIAGNOSTICS,
    SETTING_MODE,
    SETTING_COUNT
};

/* Points into itself, and so is never copied. Names in it are constants of the library, but for those of
 * macros, which are those that were given. */
struct profile {
    struct ptxc_options options;
    struct ptxc_override overrides[MAX_OVERRIDES]; /* one a rule */
    struct given rule_origins[MAX_OVERRIDES];      /* of the overrides */
    const char *portable[MAX_PORTABLE];
    struct define_list defines;
    struct assumption_list assumptions;
    bool crowded;           /* there are more macros or assumptions than there is room for */
    size_t max_diagnostics; /* 0: all */
    bool warnings_as_errors;
    bool flow;                           /* look for hazards */
    bool likely, pedantic;               /* report those that are not certain */
    enum compile_mode mode;              /* before a compiler */
    struct given origins[SETTING_COUNT]; /* of the first value; `name` is NULL where nobody has set it */
};

/* Makes a profile in which nothing is set. */
void profile_begin(struct profile *profile);

/* Takes one value: where the setting is a list, it is added. SETTING_RULES has profile_set_rule. False after a message
 * on stderr. */
bool profile_set(struct profile *profile, enum setting setting, const struct given *given);

/* Notes that nothing is asked for in so many words: an empty list, or null where the file decides. */
void profile_set_none(struct profile *profile, enum setting setting, const struct given *given);

/* Takes the severity of one rule, or of all of a class; of two for one rule the last counts. False after a message on
 * stderr. */
bool profile_set_rule(struct profile *profile, const struct given *rule, const struct given *severity);

/* Lays a profile over another: each setting that `upper` has replaces that of `profile`; of the rules and
 * the macros each its own. */
void profile_lay(struct profile *profile, const struct profile *upper);

/* Returns the flags of the library that the profile asks for. */
uint32_t profile_flags(const struct profile *profile);

/* Whether the values go together; false after a message on stderr. */
bool profile_suits(const struct profile *profile);

#endif

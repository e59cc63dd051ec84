/* What this program runs in: see environment.h. */
#include "cli/system/environment.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Whether the variable of the environment has a value. */
static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && *value;
}

bool environment_is_terminal(FILE *stream) {
    const char *terminal = getenv("TERM");
    return !(terminal && strcmp(terminal, "dumb") == 0) && isatty(fileno(stream));
}

bool environment_has_colors(FILE *stream) {
    if (is_set("NO_COLOR") || is_set("FORCE_COLOR"))
        return !is_set("NO_COLOR");
    return environment_is_terminal(stream);
}

/* Whether the value of a variable begins with one of the words. */
static bool begins_with(const char *name, const char *const *words) {
    const char *value = getenv(name);
    while (value && *words && strncmp(value, *words, strlen(*words)) != 0)
        words++;
    return value && *words;
}

bool environment_has_links(FILE *stream) {
    static const char *const programs[] = {"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", NULL};
    static const char *const terminals[] = {"xterm-kitty", "xterm-ghostty", "alacritty", "foot",
                                            "wezterm",     "contour",       NULL};
    const char *forced = getenv("FORCE_HYPERLINK");
    if (forced && *forced)
        return strcmp(forced, "0") != 0;
    return isatty(fileno(stream)) && (begins_with("TERM_PROGRAM", programs) || begins_with("TERM", terminals) ||
                                      is_set("VTE_VERSION") || is_set("WT_SESSION") || is_set("KONSOLE_VERSION"));
}

int environment_width(int least, int most) {
    enum { USUAL = 80 };
    struct winsize window;
    const char *columns = getenv("COLUMNS");
    if (!isatty(STDOUT_FILENO))
        return 0;
    int width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
    if (width == 0 && columns)
        width = (int)strtol(columns, NULL, 10);
    return width >= least && width <= most ? width : USUAL;
}

size_t environment_processors(size_t most) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : (size_t)processors > most ? most : (size_t)processors;
}

uint64_t environment_seed(void) {
    const char *given = getenv("PTXCHECK_SEED");
    uint64_t seed = 0;
    if (given)
        return strtoull(given, NULL, 0);
    const int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, &seed, sizeof(seed)) != (ssize_t)sizeof(seed))
        seed = 0;
    if (file >= 0)
        close(file);
    return seed;
}

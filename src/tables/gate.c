/* Gates: which PTX versions, targets and assemblers open them. The facts are in availability.def, targets.def and
 * versions.def.
 */
#include "tables/gate.h"

#include "base/buffer.h"
#include "ptxcheck/ptxcheck.h"

static const struct {
    uint8_t major, last_minor;
} versions[] = {
#define VERSIONS(major, last_minor) {major, last_minor},
#include "versions.def"
};

bool ptxc_version_exists(uint32_t ptx) {
    for (size_t i = 0; i < PTXC_COUNT(versions); i++)
        if (ptx / 100 == versions[i].major && ptx % 100 <= versions[i].last_minor)
            return true;
    return false;
}

/* ptxas adds ten times the major number to the minor one and looks the sum up; the two are compared apart. So 7.16,
 * whose sum is that of 8.6, is taken, and is a PTX 7 that is newer than 7.8 (measured on 13.0 and 13.5). */
uint32_t ptxc_version_written(int32_t major, int32_t minor) {
    const uint32_t sum = (uint32_t)major * 10u + (uint32_t)minor;
    uint32_t newest = 0;
    bool known = false;
    for (size_t i = 0; i < PTXC_COUNT(versions); i++) {
        known |= sum >= versions[i].major * 10u && sum <= versions[i].major * 10u + versions[i].last_minor;
        if (versions[i].major < major)
            newest = PTXC_PTX(versions[i].major, (uint32_t)versions[i].last_minor);
        else if (versions[i].major == major && minor >= 0)
            newest =
                PTXC_PTX(versions[i].major, minor < versions[i].last_minor ? (uint32_t)minor : versions[i].last_minor);
    }
    return known ? newest : 0;
}

bool ptxc_version_measured(uint32_t ptx) {
    return ptx <= ptxc_assembler_newest_ptx();
}

bool ptxc_target_measured(enum ptxc_target target) {
    return target == PTXC_TARGET_NONE || ptxc_targets[target].asked;
}

uint32_t ptxc_newest_ptx(void) {
    size_t last = PTXC_COUNT(versions) - 1;
    return PTXC_PTX(versions[last].major, (uint32_t)versions[last].last_minor);
}

/* Whether the gate is open on this target, whatever the PTX version. */
static bool target_opens(const struct ptxc_gate_row *gate, const struct ptxc_target_row *target) {
    if (target->number < gate->lowest || (gate->highest && target->number > gate->highest))
        return false;
    switch (gate->suffixes) {
    case PTXC_SUFFIXES_ANY: return true;
    case PTXC_SUFFIXES_SPECIFIC: return target->suffix != PTXC_SUFFIX_PLAIN;
    case PTXC_SUFFIXES_ARCH_ONLY: return target->suffix == PTXC_SUFFIX_ARCHITECTURE;
    }
    return false;
}

/* Whether the gate is open with this PTX version and this assembler, whatever the target. */
static bool release_opens(const struct ptxc_gate_row *row, struct ptxc_environment environment) {
    const uint32_t followed = ptxc_assembler_followed(environment);
    if (environment.ptx && (environment.ptx < row->first || (row->last && environment.ptx > row->last)))
        return false;
    if (!ptxc_assembler_knows(environment.assembler, row->first))
        return false;
    if (!followed) /* some assembler that is followed with one version or another */
        return !row->newest || row->newest >= ptxc_assembler_oldest_followed();
    return followed >= row->oldest && (!row->newest || followed <= row->newest);
}

bool ptxc_gate_row_open(const struct ptxc_gate_row *row, struct ptxc_environment environment) {
    if (!release_opens(row, environment))
        return false;
    if (environment.target != PTXC_TARGET_NONE)
        return target_opens(row, &ptxc_targets[environment.target]);
    for (int target = 1; environment.among && target < PTXC_TARGET_COUNT; target++)
        if ((environment.among >> target & 1) && target_opens(row, &ptxc_targets[target]))
            return true;
    return environment.among == 0;
}

uint64_t ptxc_gate_versions(enum ptxc_gate gate, uint32_t assembler) {
    uint64_t open = 0;
    unsigned place = 0;
    for (uint32_t ptx = ptxc_next_ptx(0); ptx; ptx = ptxc_next_ptx(ptx), place++)
        if (release_opens(&ptxc_gates[gate], (struct ptxc_environment){.ptx = ptx, .assembler = assembler}))
            open |= PTXC_BIT(place);
    return open;
}

ptxc_wide ptxc_gate_targets(enum ptxc_gate gate) {
    ptxc_wide targets = 0;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++)
        if (target_opens(&ptxc_gates[gate], &ptxc_targets[i]))
            targets |= PTXC_WIDE_BIT(i);
    return targets;
}

uint64_t ptxc_target_versions(enum ptxc_target target, uint32_t assembler) {
    struct ptxc_environment environment = {.target = target, .assembler = assembler};
    uint64_t valid = 0;
    unsigned place = 0;
    for (uint32_t ptx = ptxc_next_ptx(0); ptx && ptxc_target_measured(target); ptx = ptxc_next_ptx(ptx), place++) {
        environment.ptx = ptx;
        if (ptxc_header_valid(environment) && ptxc_assembler_knows(assembler, ptx))
            valid |= PTXC_BIT(place);
    }
    return valid;
}

/* Whether a bound above is no higher than another; 0 is no bound. */
static bool no_higher(unsigned bound, unsigned other) {
    return other == 0 || (bound != 0 && bound <= other);
}

/* Whether one row opens wherever another does. */
static bool row_within(const struct ptxc_gate_row *row, const struct ptxc_gate_row *wider) {
    return row->first >= wider->first && no_higher(row->last, wider->last) && row->lowest >= wider->lowest &&
           no_higher(row->highest, wider->highest) && row->suffixes >= wider->suffixes &&
           row->oldest >= wider->oldest && no_higher(row->newest, wider->newest);
}

bool ptxc_gate_implies(enum ptxc_gate gate, enum ptxc_gate implied) {
    const uint8_t others[] = {(uint8_t)gate, ptxc_gate_alternatives[gate]};
    const uint8_t wider = ptxc_gate_alternatives[implied];
    for (size_t i = 0; i < PTXC_COUNT(others); i++) {
        const struct ptxc_gate_row *row = &ptxc_gates[others[i]];
        if (i > 0 && others[i] == PTXC_GATE_NONE)
            continue;
        if (!row_within(row, &ptxc_gates[implied]) && !(wider && row_within(row, &ptxc_gates[wider])))
            return false;
    }
    return true;
}

/* Adds the targets that the gate names by "or higher" and that nobody measured. */
static void add_unmeasured(struct ptxc_buffer *text, const struct ptxc_gate_row *row) {
    const char *separator = " (unmeasured: ";
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        if (ptxc_target_measured((enum ptxc_target)i) || !target_opens(row, &ptxc_targets[i]))
            continue;
        ptxc_buffer_add(text, "%s%s", separator, ptxc_targets[i].name);
        separator = ", ";
    }
    ptxc_buffer_add(text, "%s", *separator == ',' ? ")" : "");
}

/* Adds the assemblers of the gate: "ptxas 13.2 or later". */
static void add_assemblers(struct ptxc_buffer *text, const struct ptxc_gate_row *row) {
    const unsigned oldest = row->oldest, newest = row->newest;
    if (!newest)
        ptxc_buffer_add(text, "ptxas %u.%u or later", oldest / 100, oldest % 100);
    else if (!oldest)
        ptxc_buffer_add(text, "ptxas %u.%u or earlier", newest / 100, newest % 100);
    else if (oldest == newest)
        ptxc_buffer_add(text, "ptxas %u.%u alone", oldest / 100, oldest % 100);
    else
        ptxc_buffer_add(text, "ptxas %u.%u to %u.%u", oldest / 100, oldest % 100, newest / 100, newest % 100);
}

/* Whether a list of the row's targets has this one. */
static bool is_listed(const struct ptxc_gate_row *row, int target) {
    return target_opens(row, &ptxc_targets[target]) && ptxc_target_measured((enum ptxc_target)target);
}

/* Adds the targets of a row: "sm_90 or higher", "sm_90a", or "one of" their list. */
static void add_targets(struct ptxc_buffer *text, const struct ptxc_gate_row *row) {
    int count = 0;
    if (row->suffixes == PTXC_SUFFIXES_ANY && !row->highest) {
        ptxc_buffer_add(text, "sm_%u or higher", (unsigned)row->lowest);
        add_unmeasured(text, row);
        return;
    }
    for (int i = 1; i < PTXC_TARGET_COUNT; i++)
        count += is_listed(row, i);
    const char *separator = count > 1 ? "one of " : "";
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        if (!is_listed(row, i))
            continue;
        ptxc_buffer_add(text, "%s%s", separator, ptxc_targets[i].name);
        separator = ", ";
    }
    add_unmeasured(text, row);
}

/* Adds the PTX versions, targets and assemblers of a row, its alternative aside. */
static void add_row(struct ptxc_buffer *text, const struct ptxc_gate_row *row) {
    const bool assemblers = row->oldest || row->newest, any = row->first == ptxc_gates[PTXC_GATE_NONE].first;
    const size_t begin = text->length;
    if (row->last && !any && row->first < row->last)
        ptxc_buffer_add(text, "PTX %u.%u to %u.%u", row->first / 100u, row->first % 100u, row->last / 100u,
                        row->last % 100u);
    else if (row->last)
        ptxc_buffer_add(text, "PTX %u.%u %s", row->last / 100u, row->last % 100u,
                        row->first == row->last ? "alone" : "or earlier");
    else if (!any || !assemblers)
        ptxc_buffer_add(text, "PTX %u.%u", row->first / 100u, row->first % 100u);
    if (row->lowest || row->highest || row->suffixes != PTXC_SUFFIXES_ANY) {
        ptxc_buffer_add(text, "%s", text->length > begin ? " and " : "");
        add_targets(text, row);
    }
    if (assemblers) {
        ptxc_buffer_add(text, "%s", text->length > begin ? "; " : "");
        add_assemblers(text, row);
    }
}

size_t ptxc_gate_describe(enum ptxc_gate gate, char *buffer, size_t size) {
    struct ptxc_buffer text = {buffer, size, 0};
    const uint8_t other = ptxc_gate_alternatives[gate];
    add_row(&text, &ptxc_gates[gate]);
    if (other) {
        ptxc_buffer_add(&text, ", or ");
        add_row(&text, &ptxc_gates[other]);
    }
    return text.length;
}

uint32_t ptxc_next_ptx(uint32_t ptx) {
    for (size_t i = 0; i < PTXC_COUNT(versions); i++) {
        uint32_t first = PTXC_PTX(versions[i].major, 0u);
        uint32_t last = PTXC_PTX(versions[i].major, (uint32_t)versions[i].last_minor);
        if (ptx < first)
            return first;
        if (ptx < last)
            return ptx + 1;
    }
    return 0;
}

/* Violations of the rules of time: what automata object to, in words and with what fixes it (violations.def). */
#ifndef PTXC_FINDINGS_VIOLATION_H
#define PTXC_FINDINGS_VIOLATION_H

#include "analysis/findings/hazard.h"

enum ptxc_violation_kind {
#define VIOLATION(enumerator, rule, nature, level, needs, at, clause, step, copy, wait, advice) enumerator,
#include "analysis/findings/violations.def"
    PTXC_VIOLATION_COUNT
};

enum ptxc_fault {
    PTXC_FAULT_GROUP,
    PTXC_FAULT_RACE,
    PTXC_FAULT_HANG,
    PTXC_FAULT_EXCESS,
    PTXC_FAULT_UNMADE,
    PTXC_FAULT_MISUSE,
    PTXC_FAULT_END,
    PTXC_FAULT_PLAIN,
    PTXC_FAULT_OTHER
};
enum ptxc_needs { PTXC_NEEDS_TIME, PTXC_NEEDS_END, PTXC_NEEDS_THREADS, PTXC_NEEDS_SHAPE };
enum ptxc_violation_place { PTXC_AT_STEP, PTXC_AT_COPY, PTXC_AT_WAIT };

/* A row of violations.def, where its columns are explained. */
struct ptxc_violation_row {
    enum ptxc_rule_id rule;
    enum ptxc_fault nature;
    enum ptxc_level level;
    enum ptxc_needs needs;
    enum ptxc_violation_place at;
    const char *clause, *step, *copy, *wait, *advice;
};
extern const struct ptxc_violation_row ptxc_violation_rows[PTXC_VIOLATION_COUNT];

/* Whether a violation is of this nature. */
static inline bool ptxc_violation_is(enum ptxc_violation_kind kind, enum ptxc_fault nature) {
    return ptxc_violation_rows[kind].nature == nature;
}

#define PTXC_NO_COUNT UINT32_MAX

/* Where those are who have not arrived in a phase that somebody waits for. */
enum ptxc_whereabouts {
#define ABSENCE(enumerator, here, arrival, advice) enumerator,
#include "analysis/findings/absences.def"
    PTXC_ABSENCE_COUNT
};
struct ptxc_absence {
    enum ptxc_whereabouts where;
    uint32_t step;     /* where they are, or PTXC_NO_STEP */
    uint32_t arrival;  /* where they should arrive, likewise */
    const char *who;   /* "warps 4-7"; NULL: nobody is known */
    uint32_t mbarrier; /* the address of the one that they wait for themselves; 0: of none */
    const char *name;  /* of that */
    uint32_t phase;    /* of that */
    uint32_t product;  /* a multiplication that nobody has committed, + 1 */
    uint32_t commit;   /* the last commit of multiplications, + 1 */
};

/* A part of the bytes of a phase: what a step expects of it, or what its copies bring. */
enum ptxc_part_kind {
#define PART(enumerator, one, several) enumerator,
#include "analysis/findings/parts.def"
    PTXC_PART_COUNT
};
struct ptxc_part {
    enum ptxc_part_kind kind;
    uint32_t step;
    uint64_t bytes;
    uint32_t count; /* of copies of that step */
};

/* One violation. Rules of the text know steps and numbers; an execution also iterations, slots and who is there. */
struct ptxc_violation {
    enum ptxc_violation_kind kind;
    uint32_t step;          /* where it goes wrong */
    uint32_t copy;          /* the step of the copy or access that it is about, or PTXC_NO_STEP */
    uint32_t commit;        /* the step that committed that copy, or PTXC_NO_STEP */
    uint32_t wait;          /* the step that should have prevented it, or PTXC_NO_STEP */
    uint32_t leave;         /* how many groups the right wait may leave pending, or PTXC_NO_COUNT */
    uint32_t newer;         /* how many groups were committed after its own up to the step, or PTXC_NO_COUNT */
    uint64_t number, other; /* counts that do not agree */
    const char *name;       /* of the mbarrier or variable, with its offset; NULL: not known */

    bool executed;                      /* what follows is known */
    uint32_t iteration, copy_iteration; /* of the loops around them, from 1; 0: there is none */
    const char *place;                  /* the shared memory of the copy, as name; NULL: not known */
    const char *ring;                   /* where its ring begins, likewise; NULL: it is in none */
    uint32_t slot;                      /* of the ring */
    uint32_t phase;                     /* of the mbarrier, from 0; PTXC_NO_COUNT: none is meant */
    bool own;                           /* the thread that comes there has started the copy, */
    bool heard;                         /* and it knows of the last wait that has left the copy pending */
    struct ptxc_part *parts;            /* of which `number` and `other` are sums; NULL: they are not told */
    uint32_t part_count;                /* and how many they are */
    struct ptxc_absence absence;        /* who should have arrived */
    uint32_t mbarrier;                  /* the address of the mbarrier whose name `name` becomes; 0: of none */
    uint32_t warp;                      /* who is there */
    uint32_t started;                   /* the index of the copy in its execution, + 1, while that goes on; 0: none */
    uint32_t event;                     /* of the trace: the start of that copy, or UINT32_MAX */
    uint32_t like;                      /* an instruction that is as this one should be, or PTXC_NO_STEP */
    uint32_t gate;     /* the wait before the slot was filled last that is missing now, or the commit of
                          a multiplication, likewise */
    uint32_t unwaited; /* the commit after which a wait is missing, or PTXC_NO_STEP */
    bool stale;        /* that wait asks for a phase that was over already */
    bool doubtful;     /* it rests on what a parameter was chosen to be */
};

/* Returns a violation of this kind at a step, about a copy, or PTXC_NO_STEP; nothing else is known of it. */
struct ptxc_violation ptxc_violation_at(enum ptxc_violation_kind kind, uint32_t step, uint32_t copy);

/* Whether nobody arrives in the phase that a violation waits for, though the text has an instruction that would. */
bool ptxc_violation_is_of_unreached_arrival(const struct ptxc_flow *flow, const struct ptxc_violation *violation);

/* Returns a text of the tables of violations with its letters replaced (violations.def); NULL where it is empty, or
 * asks for something that is not known, or without memory. */
const char *ptxc_violation_words(const struct ptxc_flow *flow, const struct ptxc_violation *violation,
                                 const char *format);

/* What stands elsewhere than is meant, or is missing where others have it. */
enum ptxc_misplaced {
#define MISPLACED(enumerator, note, like, advice) enumerator,
#include "analysis/findings/misplacements.def"
    PTXC_MISPLACED_COUNT
};
struct ptxc_misplacement {
    enum ptxc_misplaced what;
    uint32_t at;   /* what the text has in that place, or PTXC_NO_STEP */
    uint32_t like; /* another one that is as it should be, likewise */
};

/* How many copies are in a group, and in the next one. */
struct ptxc_group_sizes {
    uint32_t here, next;
};

/* Returns what stands elsewhere than is meant among the copies, commits and waits of the groups that a violation is
 * about. */
struct ptxc_misplacement ptxc_violation_misplaced(const struct ptxc_flow *flow, const struct ptxc_violation *violation);

/* Returns the sizes of the group of a copy, which is committed, and of the next one in the text. */
struct ptxc_group_sizes ptxc_violation_group_sizes(const struct ptxc_flow *flow,
                                                   const struct ptxc_violation *violation);

/* Words a violation as a finding of its rule, with the level of the rule: message, notes, advice, edit. The caller may
 * change the level and add notes before it gives the finding. */
void ptxc_violation_begin(struct ptxc_hazard *hazard, const struct ptxc_flow *flow,
                          const struct ptxc_violation *violation);

/* Reports a violation with the level of its rule. */
void ptxc_violation_report(const struct ptxc_flow *flow, const struct ptxc_violation *violation);

/* Adds to the finding of a violation the edit that fixes it (remedies.def), if one is certain: where it ends the
 * finding and begins no other one. */
void ptxc_violation_add_fix(struct ptxc_hazard *hazard, const struct ptxc_violation *violation);

#endif

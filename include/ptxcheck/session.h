/* ptxcheck: for programs that parse and check many instructions. Options are read once, and what is like an instruction
 * in which nothing was found is not looked at again.
 *
 *     struct ptxc_session *session;
 *     ptxc_session_open(NULL, &session);
 *     ptxc_session_parse(session, text, length, &instruction, &report);
 *     ptxc_session_check(session, &instruction, &report);                 report is NULL where nothing is found
 *     ptxc_session_close(session);
 *
 * Threads: a session is for one thread at a time, and different sessions have nothing to do with each other. NULL is as
 * in ptxcheck.h.
 */
#ifndef PTXCHECK_SESSION_H
#define PTXCHECK_SESSION_H

#include <stddef.h>

#include "instruction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What stays from one instruction to the next. It belongs to the caller, who closes it. */
struct ptxc_session;

/* Begins a session. Of the options, which may be NULL, all counts that counts for one instruction, but for `scratch`;
 * what they point to must live as long as the session. With PTXC_OK the caller ends it with ptxc_session_close; with
 * anything else *session is NULL: PTXC_BAD_ARGUMENT is for the options or a NULL, PTXC_OUT_OF_MEMORY. */
PTXC_API enum ptxc_status ptxc_session_open(const struct ptxc_options *options, struct ptxc_session **session);

/* Does what ptxc_instruction_parse_with does, but *report is NULL where nothing is found; then no memory is
 * allocated. `report` may be NULL. A report may outlive the session. */
PTXC_API enum ptxc_status ptxc_session_parse(struct ptxc_session *session, const char *text, size_t length,
                                             struct ptxc_instruction *instruction, struct ptxc_report **report);

/* Does what ptxc_instruction_check does without a module, but *report is NULL where nothing is found. Then no memory is
 * allocated where nothing was found in an instruction before that differs in names alone; what is kept of those takes
 * four megabytes at most. A report may outlive the session. */
PTXC_API enum ptxc_status ptxc_session_check(struct ptxc_session *session, const struct ptxc_instruction *instruction,
                                             struct ptxc_report **report);

/* Ends a session and frees its memory; NULL is none. */
PTXC_API void ptxc_session_close(struct ptxc_session *session);

#ifdef __cplusplus
}
#endif

#endif

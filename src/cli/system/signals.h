/* Signals that end the program. */
#ifndef PTXC_CLI_SIGNALS_H
#define PTXC_CLI_SIGNALS_H

#include <signal.h>

/* Lets those that a person or the system sends wait, for this thread and those that it starts from here on; what held
 * before is left in `before`. */
void signals_hold(sigset_t *before);

/* Lets what held before hold again; a signal that came meanwhile ends the program. errno stays. */
void signals_release(const sigset_t *before);

#endif

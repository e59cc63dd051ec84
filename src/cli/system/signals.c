/* Signals that wait: see signals.h. */
#include "cli/system/signals.h"

#include <errno.h>
#include <pthread.h>

void signals_hold(sigset_t *before) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGHUP);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGQUIT);
    sigaddset(&held, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

void signals_release(const sigset_t *before) {
    const int reason = errno;
    pthread_sigmask(SIG_SETMASK, before, NULL);
    errno = reason;
}

#define _GNU_SOURCE
#include "CLinux.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

// The kernel says by SIGBUS, at the first touch, that there is no memory behind a page of a mapping.
static _Thread_local sigjmp_buf escape;
static _Thread_local volatile sig_atomic_t is_clearing;
static struct sigaction before;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void note_bus_error(int signal) {
  if (is_clearing) siglongjmp(escape, 1);
  // Somebody else's fault: it happens again, and whoever was there before is told.
  sigaction(signal, &before, NULL);
}

int clinux_clear(void *address, size_t size) {
  struct sigaction action = {.sa_handler = note_bus_error, .sa_flags = SA_NODEFER};
  sigemptyset(&action.sa_mask);
  pthread_mutex_lock(&turn);
  if (sigaction(SIGBUS, &action, &before) < 0) {
    pthread_mutex_unlock(&turn);
    return -1;
  }
  int answer = 0;
  if (sigsetjmp(escape, 1) == 0) {
    is_clearing = 1;
    memset(address, 0, size);
  } else {
    answer = -1;
  }
  is_clearing = 0;
  sigaction(SIGBUS, &before, NULL);
  pthread_mutex_unlock(&turn);
  if (answer < 0) errno = ENOMEM;
  return answer;
}

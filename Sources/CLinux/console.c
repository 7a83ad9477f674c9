#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <sys/sysmacros.h>
#include <termios.h>

int clinux_first_real_time_signal(void) { return SIGRTMIN; }

// after the player's own
int clinux_holding_signal(int index) { return SIGRTMIN + 6 + index; }

unsigned clinux_device_major(uint64_t device) { return major(device); }

unsigned clinux_device_minor(uint64_t device) { return minor(device); }

// These signals are the first that is set and the last that is undone. Without them the console was
// put back already, by the kernel too, or somebody else has it.
static int is_as_left(const struct clinux_console *console) {
  struct vt_mode mode;
  if (ioctl(console->descriptor, VT_GETMODE, &mode) != 0) return -1;
  return mode.mode == VT_PROCESS && mode.relsig == console->release_signal &&
         mode.acqsig == console->acquire_signal;
}

int clinux_console_restore(const struct clinux_console *console) {
  int answer = is_as_left(console);
  if (answer != 1) return answer;
  struct vt_mode mode;
  int error = 0;
  if (ioctl(console->descriptor, KDSKBMODE, (long)console->keyboard_mode) != 0) error = errno;
  if (ioctl(console->descriptor, KDSETMODE, (long)KD_TEXT) != 0) error = errno;
  memset(&mode, 0, sizeof mode);
  mode.mode = VT_AUTO;
  if (ioctl(console->descriptor, VT_SETMODE, &mode) != 0) error = errno;
  errno = error;
  return error ? -1 : 1;
}

int clinux_console_take_over(const struct clinux_console *console, int release_signal,
                             int acquire_signal) {
  int answer = is_as_left(console);
  if (answer != 1) return answer;
  struct vt_mode mode;
  memset(&mode, 0, sizeof mode);
  mode.mode = VT_PROCESS;
  mode.relsig = (short)release_signal;
  mode.acqsig = (short)acquire_signal;
  if (ioctl(console->descriptor, VT_SETMODE, &mode) != 0) return -1;
  // What was typed for the player is for nobody else.
  ioctl(console->descriptor, TCFLSH, TCIFLUSH);
  return ioctl(console->descriptor, KDSKBMODE, (long)console->keyboard_mode) == 0 ? 1 : -1;
}

// MARK: - Faults

// Swift's own traps are SIGILL or SIGTRAP, by processor.
static const int faults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGSYS, SIGTRAP};
enum { fault_count = sizeof faults / sizeof *faults };
static struct sigaction before[fault_count];
static struct clinux_console taken;
static volatile sig_atomic_t is_watching;

static void take_fault(int signal) {
  if (is_watching) clinux_console_restore(&taken);
  for (int i = 0; i < fault_count; i++) {
    if (faults[i] == signal) sigaction(signal, &before[i], NULL);
  }
  // Blocked until this handler returns, and then taken as it would have been without us.
  raise(signal);
}

void clinux_console_watch_faults(const struct clinux_console *console) {
  if (is_watching) return;
  taken = *console;
  is_watching = 1;
  // A stack that overflowed has no room for a handler.
  static char room[32768];
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && stack.ss_flags & SS_DISABLE) {
    stack_t ours = {.ss_sp = room, .ss_size = sizeof room};
    sigaltstack(&ours, NULL);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = take_fault;
  action.sa_flags = SA_ONSTACK;
  for (int i = 0; i < fault_count; i++) sigaction(faults[i], &action, &before[i]);
}

void clinux_console_forget_faults(void) {
  if (!is_watching) return;
  is_watching = 0;
  for (int i = 0; i < fault_count; i++) {
    struct sigaction now;
    // Whoever has installed another since keeps it.
    if (sigaction(faults[i], NULL, &now) == 0 && now.sa_handler == take_fault) {
      sigaction(faults[i], &before[i], NULL);
    }
  }
}

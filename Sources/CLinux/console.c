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

// The kernel keeps this member and makes nothing of it: what a player and its guardian leave that were
// killed at once tells by it where to go back to.
int clinux_console_earlier(const struct vt_mode *mode) { return mode->waitv; }

struct vt_mode clinux_console_process(const struct clinux_console *console) {
  struct vt_mode mode;
  memset(&mode, 0, sizeof mode);
  mode.mode = VT_PROCESS;
  mode.waitv = (char)console->earlier;
  mode.relsig = (short)console->release_signal;
  mode.acqsig = (short)console->acquire_signal;
  return mode;
}

// These signals are the first that is set and the last that is undone. Without them the console was
// put back already, by the kernel too, or somebody else has it.
static int is_as_left(const struct clinux_console *console, const struct vt_mode *mode) {
  return mode->mode == VT_PROCESS && mode->relsig == console->release_signal &&
         mode->acqsig == console->acquire_signal;
}

// The terminal was brought to the front for the player. Where somebody switched since, or uses it, it
// stays as it is.
static void go_back(const struct clinux_console *console, int earlier) {
  struct vt_stat state;
  int content = 0;
  if (earlier <= 0 || ioctl(console->descriptor, VT_GETSTATE, &state) != 0 ||
      state.v_active != console->number ||
      ioctl(console->descriptor, KDGETMODE, &content) != 0 || content != KD_TEXT) {
    return;
  }
  ioctl(console->descriptor, VT_ACTIVATE, (long)earlier);
}

int clinux_console_restore(const struct clinux_console *console) {
  struct vt_mode before, mode;
  if (ioctl(console->descriptor, VT_GETMODE, &before) != 0) return -1;
  if (!is_as_left(console, &before)) {
    // Not taken yet, or put back already, it may be in front for the player all the same.
    if (before.mode == VT_AUTO) go_back(console, console->earlier);
    return 0;
  }
  int error = 0;
  if (ioctl(console->descriptor, KDSKBMODE, (long)console->keyboard_mode) != 0) error = errno;
  if (ioctl(console->descriptor, KDSETMODE, (long)KD_TEXT) != 0) error = errno;
  memset(&mode, 0, sizeof mode);
  mode.mode = VT_AUTO;
  if (ioctl(console->descriptor, VT_SETMODE, &mode) != 0) error = errno;
  go_back(console, clinux_console_earlier(&before));
  errno = error;
  return error ? -1 : 1;
}

int clinux_console_take_over(const struct clinux_console *console, int release_signal,
                             int acquire_signal) {
  struct vt_mode mode;
  if (ioctl(console->descriptor, VT_GETMODE, &mode) != 0) return -1;
  if (!is_as_left(console, &mode)) return 0;
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

void clinux_console_keep_keyboard(int mode) { taken.keyboard_mode = mode; }

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

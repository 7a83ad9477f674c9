#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

int clinux_first_real_time_signal(void) { return SIGRTMIN; }

unsigned clinux_device_major(uint64_t device) { return major(device); }

unsigned clinux_device_minor(uint64_t device) { return minor(device); }

int clinux_console_restore(const struct clinux_console *console) {
  struct vt_mode mode;
  if (ioctl(console->descriptor, VT_GETMODE, &mode) != 0) return -1;
  // These signals are the first that is set and the last that is undone. Without them the console
  // was put back already, by the kernel too, or somebody else has it.
  if (mode.mode != VT_PROCESS || mode.relsig != console->release_signal ||
      mode.acqsig != console->acquire_signal) {
    return 0;
  }
  int error = 0;
  if (ioctl(console->descriptor, KDSKBMODE, (long)console->keyboard_mode) != 0) error = errno;
  if (ioctl(console->descriptor, KDSETMODE, (long)KD_TEXT) != 0) error = errno;
  memset(&mode, 0, sizeof mode);
  mode.mode = VT_AUTO;
  if (ioctl(console->descriptor, VT_SETMODE, &mode) != 0) error = errno;
  errno = error;
  return error ? -1 : 1;
}

// MARK: - The guardian

// It would be killed with the player by whoever kills by name.
static void be_called_something_else(void) {
  static const char name[] = "console-guard";
  prctl(PR_SET_NAME, name);
  char line[4096];
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t length = read(file, line, sizeof line);
  close(file);
  // The command line lies where its first word does. This process's copy alone is written to.
  if (length > (ssize_t)sizeof name && memchr(line, 0, (size_t)length) &&
      strcmp(line, program_invocation_name) == 0) {
    memset(program_invocation_name, 0, (size_t)length);
    memcpy(program_invocation_name, name, sizeof name);
  }
}

// Everything but two: the guardian must keep no pipe, card or file of the player's open.
static void close_all_but(int first, int second) {
  unsigned low = (unsigned)(first < second ? first : second);
  unsigned high = (unsigned)(first < second ? second : first);
  if ((low == 0 || close_range(0, low - 1, 0) == 0) &&
      (high - low < 2 || close_range(low + 1, high - 1, 0) == 0) &&
      close_range(high + 1, ~0U, 0) == 0) {
    return;
  }
  // before Linux 5.9
  struct rlimit limit = {1024, 1024};
  getrlimit(RLIMIT_NOFILE, &limit);
  int end = limit.rlim_cur < 65536 ? (int)limit.rlim_cur : 65536;
  for (int other = 0; other < end; other++) {
    if (other != first && other != second) close(other);
  }
}

static void guard(const struct clinux_console *console, int end_of_pipe) {
  // What ends the player by its terminal or its group must not end the guardian.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  setpgid(0, 0);
  be_called_something_else();
  close_all_but(console->descriptor, end_of_pipe);
  if (chdir("/") != 0) _exit(1);
  char goodbye;
  ssize_t count;
  do count = read(end_of_pipe, &goodbye, 1);
  while (count < 0 && errno == EINTR);
  if (count == 0) clinux_console_restore(console);
  _exit(0);
}

int clinux_console_guard(const struct clinux_console *console) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    // The guardian is nobody's child: no one has to wait for it, and no one is told of its end.
    pid_t guardian = fork();
    if (guardian == 0) guard(console, ends[0]);
    _exit(guardian < 0 ? 1 : 0);
  }
  int error = errno, status = 0;
  close(ends[0]);
  if (child > 0) {
    pid_t waited;
    do waited = waitpid(child, &status, 0);
    while (waited < 0 && errno == EINTR);
    // Where a program has its children reaped by the kernel, their status is not to be had.
    if (waited < 0 || status == 0) return ends[1];
    error = EAGAIN;
  }
  close(ends[1]);
  errno = error;
  return -1;
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

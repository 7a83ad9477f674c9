// Virtual terminals: the kernel's requests, and putting a console back from where Swift cannot run.
#ifndef CLINUX_TERMINAL_H
#define CLINUX_TERMINAL_H

#include <linux/kd.h>
#include <linux/vt.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/ioctl.h>

// A console that a program has taken, and what is needed to put it back.
struct clinux_console {
  int descriptor;
  // What KDSKBMODE is to say again.
  int keyboard_mode;
  // The signals of VT_SETMODE, by which a console is known to be as the program left it.
  int release_signal;
  int acquire_signal;
};

// The first real-time signal that the C library leaves free; a macro that calls.
int clinux_first_real_time_signal(void);

// Parts of a device's number; macros.
unsigned clinux_device_major(uint64_t device);
unsigned clinux_device_minor(uint64_t device);

// Puts keyboard, text mode and switching back, if the console is still as the program left it.
//
// 1: done, 0: it is in other hands or in order, -1: errno. Safe in signal handlers.
int clinux_console_restore(const struct clinux_console *_Nonnull console);

// Starts a process that waits for this one to end and then puts the console back.
//
// Call it before threads start and before the display is opened. The descriptor that it answers
// says goodbye by a byte, and by being closed without one that the program died; -1 with errno.
int clinux_console_guard(const struct clinux_console *_Nonnull console);

// From now on a fatal fault puts the console back before it ends the program as it would have.
void clinux_console_watch_faults(const struct clinux_console *_Nonnull console);
// No longer; the handlers of before are back.
void clinux_console_forget_faults(void);

#endif

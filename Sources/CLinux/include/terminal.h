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
  // N of /dev/ttyN, and of the one that it was brought to the front in the place of; 0 for none.
  int number;
  int earlier;
};

// The terminal that VT_SETMODE was told to go back to by `clinux_console_process`; 0 for none.
int clinux_console_earlier(const struct vt_mode *_Nonnull mode);

// What VT_SETMODE is to be told for the calling process to be asked before another comes to the front.
struct vt_mode clinux_console_process(const struct clinux_console *_Nonnull console);

// The first real-time signal that the C library leaves free; a macro that calls.
int clinux_first_real_time_signal(void);

// The signals by which the kernel asks who holds the picture of a player that has ended, 0 for
// giving the console away and 1 for having it back.
int clinux_holding_signal(int index);

// Parts of a device's number; macros.
unsigned clinux_device_major(uint64_t device);
unsigned clinux_device_minor(uint64_t device);

// Puts keyboard, text mode and switching back, if the console is still as the program left it, and
// brings the earlier one to the front again, if this one is there and nobody uses it.
//
// 1: done, 0: it is in other hands or in order, -1: errno. Safe in signal handlers.
int clinux_console_restore(const struct clinux_console *_Nonnull console);

// Makes the calling process the one that is asked for a console that its player has left as it was,
// by other signals, and gives the keyboard back: the picture stays up.
//
// 1: done, 0: it is in other hands or in order, -1: errno.
int clinux_console_take_over(const struct clinux_console *_Nonnull console, int release_signal,
                             int acquire_signal);

// From now on a fatal fault puts the console back before it ends the program as it would have.
void clinux_console_watch_faults(const struct clinux_console *_Nonnull console);
// What KDSKBMODE is to say again then.
void clinux_console_keep_keyboard(int mode);
// No longer; the handlers of before are back.
void clinux_console_forget_faults(void);

#endif

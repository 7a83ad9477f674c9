// A process beside the player's that puts right what a dead one cannot: console and display.
#ifndef CLINUX_GUARDIAN_H
#define CLINUX_GUARDIAN_H

#include "terminal.h"

// Starts a process that waits for this one to end and then does as it was told.
//
// Call it before threads start and before the display is opened; without a console it looks after
// the display alone. The socket that it answers says goodbye by `clinux_guard_dismiss`, and by
// being closed without that the program's end; -1 with errno.
int clinux_guard(const struct clinux_console *_Nullable console);

// Hands over a file of a card that has the framebuffers of all that will be shown: they outlive the
// program with it. Of a card that it has already, the new file takes the place of the old one.
//
// Afterwards the program's end leaves the last picture up, or nothing but black, instead of putting
// the console back. 0, or -1 with errno.
int clinux_guard_keep(int guardian, int card, int is_black);

// The picture that is up is what is to be left: no longer anything blacker. 0, or -1 with errno.
int clinux_guard_leave_picture(int guardian);

// All cards are given back. 0, or -1 with errno.
int clinux_guard_forget(int guardian);

// What KDSKBMODE is to say again: K_XLATE or K_UNICODE. 0, or -1 with errno.
int clinux_guard_keyboard(int guardian, int mode);

// Nothing is to be done. 0, or -1 with errno.
int clinux_guard_dismiss(int guardian);

// What a guardian is called while it holds a picture, in /proc/PID/comm.
extern const char *_Nonnull const clinux_holder_name;

#endif

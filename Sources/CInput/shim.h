// libinput and libudev, and what Swift cannot say of them.
#ifndef CINPUT_SHIM_H
#define CINPUT_SHIM_H

#include <libinput.h>
#include <libudev.h>
#include <linux/input-event-codes.h>

#endif

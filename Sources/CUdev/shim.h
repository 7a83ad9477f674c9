// libudev, for those who only listen.
#ifndef CUDEV_SHIM_H
#define CUDEV_SHIM_H

#include <libudev.h>

#endif

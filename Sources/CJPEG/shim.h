// TurboJPEG, the handle interface of libjpeg-turbo: it does its own setjmp and returns messages.
#ifndef CJPEG_SHIM_H
#define CJPEG_SHIM_H

#include <turbojpeg.h>

#endif

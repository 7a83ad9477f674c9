// pixman: scaling, rotation and blending in ordinary memory.
#ifndef CPIXMAN_SHIM_H
#define CPIXMAN_SHIM_H

#include <pixman.h>

#endif

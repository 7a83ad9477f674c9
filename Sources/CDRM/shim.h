// libdrm's mode-setting calls, and the macros that Swift's importer leaves out.
#ifndef CDRM_SHIM_H
#define CDRM_SHIM_H

#include <drm_fourcc.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

#endif

// libdrm's mode-setting calls, and the macros that Swift's importer leaves out.
#ifndef CDRM_SHIM_H
#define CDRM_SHIM_H

#include <stddef.h>
#include <stdint.h>

#include <drm_fourcc.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static const uint32_t cdrm_format_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint32_t cdrm_format_argb8888 = DRM_FORMAT_ARGB8888;
static const uint32_t cdrm_format_rgb565 = DRM_FORMAT_RGB565;
static const unsigned long cdrm_ioctl_map_dumb = DRM_IOCTL_MODE_MAP_DUMB;
static const unsigned long cdrm_ioctl_create_dumb = DRM_IOCTL_MODE_CREATE_DUMB;
static const unsigned long cdrm_ioctl_destroy_dumb = DRM_IOCTL_MODE_DESTROY_DUMB;
static const unsigned long cdrm_ioctl_page_flip = DRM_IOCTL_MODE_PAGE_FLIP;
static const unsigned long cdrm_ioctl_atomic = DRM_IOCTL_MODE_ATOMIC;

// Newer than the headers of Debian 12: lets a framebuffer go that stays on screen.
struct cdrm_close_framebuffer {
  uint32_t fb_id;
  uint32_t pad;
};
static const unsigned long cdrm_ioctl_close_framebuffer =
    DRM_IOWR(0xD0, struct cdrm_close_framebuffer);

// mmap with a 64-bit offset on every machine: the kernel's key to a buffer lies above 4 GiB. Named here,
// since glibc declares it only under a macro that would change its other headers.
void *cdrm_mmap(void *address, size_t length, int protection, int flags, int descriptor,
                int64_t offset) __asm__("mmap64");

#endif

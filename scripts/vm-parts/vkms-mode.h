/*
 * One exact mode for vkms: modprobe vkms xres=320 yres=180 hz=60
 *
 * scripts/vm-parts/kernel adds this to Debian's source of the module. The totals are rounded so
 * that the clock, which the kernel keeps in whole kHz, gives the rate without a remainder. Without
 * parameters vkms is as it was.
 */
#include <linux/module.h>

static int xres;
static int yres;
static int hz = 60;
module_param(xres, int, 0444);
module_param(yres, int, 0444);
module_param(hz, int, 0444);

static int one_mode(struct drm_connector *connector)
{
	struct drm_display_mode *mode;

	if (xres <= 0 || yres <= 0 || hz <= 0)
		return vkms_conn_get_modes(connector);

	mode = drm_mode_create(connector->dev);
	if (!mode)
		return 0;

	mode->type = DRM_MODE_TYPE_DRIVER | DRM_MODE_TYPE_PREFERRED;
	mode->hdisplay = xres;
	mode->hsync_start = xres + 10;
	mode->hsync_end = xres + 20;
	mode->htotal = roundup(xres + 40, 100);
	mode->vdisplay = yres;
	mode->vsync_start = yres + 3;
	mode->vsync_end = yres + 6;
	mode->vtotal = roundup(yres + 10, 10);
	mode->clock = mode->htotal * mode->vtotal * hz / 1000;
	drm_mode_set_name(mode);
	drm_mode_probed_add(connector, mode);
	return 1;
}

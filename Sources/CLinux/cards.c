#define _GNU_SOURCE
#include "cards.h"

#include <errno.h>
#include <libdrm/drm.h>
#include <string.h>
#include <sys/ioctl.h>

static int ask(int file, unsigned long request, void *argument) {
  int answer;
  do answer = ioctl(file, request, argument);
  while (answer < 0 && (errno == EINTR || errno == EAGAIN));
  return answer;
}

// The framebuffer that a CRTC shows; 0 for none, and for a card that is gone.
static uint32_t shown_by(int file, uint32_t crtc) {
  struct drm_mode_crtc state;
  memset(&state, 0, sizeof state);
  state.crtc_id = crtc;
  return ask(file, DRM_IOCTL_MODE_GETCRTC, &state) == 0 ? state.fb_id : 0;
}

int clinux_card_hold(struct clinux_card *card) {
  card->count = 0;
  uint32_t crtcs[32], framebuffers[64];
  struct drm_mode_card_res all;
  memset(&all, 0, sizeof all);
  all.crtc_id_ptr = (uint64_t)(uintptr_t)crtcs;
  all.count_crtcs = sizeof crtcs / sizeof *crtcs;
  // of this file, not of the card
  all.fb_id_ptr = (uint64_t)(uintptr_t)framebuffers;
  all.count_fbs = sizeof framebuffers / sizeof *framebuffers;
  if (ask(card->file, DRM_IOCTL_MODE_GETRESOURCES, &all) != 0) return 0;
  // Of more the kernel writes as many as there is room for.
  if (all.count_crtcs > 32) all.count_crtcs = 32;
  if (all.count_fbs > 64) all.count_fbs = 64;
  for (unsigned i = 0; i < all.count_crtcs; i++) {
    uint32_t framebuffer = shown_by(card->file, crtcs[i]);
    for (unsigned j = 0; framebuffer && j < all.count_fbs; j++) {
      if (framebuffers[j] != framebuffer) continue;
      card->shown[card->count].crtc = crtcs[i];
      card->shown[card->count].framebuffer = framebuffer;
      card->count++;
    }
  }
  for (unsigned i = 0; card->is_black && i < card->count; i++) {
    // A plane without a framebuffer is off. Two CRTCs may show one; the second finds it gone.
    uint32_t framebuffer = card->shown[i].framebuffer;
    ask(card->file, DRM_IOCTL_MODE_RMFB, &framebuffer);
    card->shown[i].framebuffer = 0;
  }
  return card->count > 0;
}

int clinux_card_is_held(const struct clinux_card *card) {
  for (unsigned i = 0; i < card->count; i++) {
    if (shown_by(card->file, card->shown[i].crtc) == card->shown[i].framebuffer) return 1;
  }
  return 0;
}

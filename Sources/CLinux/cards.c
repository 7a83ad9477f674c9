#define _GNU_SOURCE
#include "cards.h"

#include <errno.h>
#include <fcntl.h>
#include <libdrm/drm.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

// MARK: - Black

// Another file of the card that may show something: the first to be opened after the player's may,
// whoever opens it. -1 where another program was quicker, or the right to open it is missing.
static int open_as_master(int file) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  // The player's end closes one file after another.
  for (int i = 0; i < 50; i++) {
    int master = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (master < 0) return -1;
    struct drm_auth nobody = {0};
    // refused with EACCES to who is not master
    if (ask(master, DRM_IOCTL_AUTH_MAGIC, &nobody) < 0 && errno == EINVAL) return master;
    close(master);
    poll(NULL, 0, 10);
  }
  return -1;
}

// A framebuffer of nothing but black, as large as another; 0 where there is none to be had.
static uint32_t make_black(int file, uint32_t like) {
  struct drm_mode_fb_cmd model;
  memset(&model, 0, sizeof model);
  model.fb_id = like;
  if (ask(file, DRM_IOCTL_MODE_GETFB, &model) != 0) return 0;
  struct drm_mode_create_dumb buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.width = model.width;
  buffer.height = model.height;
  buffer.bpp = model.bpp;
  // The kernel gives no memory away with somebody else's bytes in it: it is all zero.
  if (ask(file, DRM_IOCTL_MODE_CREATE_DUMB, &buffer) != 0) return 0;
  model.fb_id = 0;
  model.handle = buffer.handle;
  model.pitch = buffer.pitch;
  return ask(file, DRM_IOCTL_MODE_ADDFB, &model) == 0 ? model.fb_id : 0;
}

// Shows a framebuffer in place of another.
static int flip(int master, uint32_t crtc, uint32_t framebuffer) {
  struct drm_mode_crtc_page_flip request;
  memset(&request, 0, sizeof request);
  request.crtc_id = crtc;
  request.fb_id = framebuffer;
  for (int i = 0; i < 50; i++) {
    if (ask(master, DRM_IOCTL_MODE_PAGE_FLIP, &request) == 0) return 0;
    // The player's last flip is still under way.
    if (errno != EBUSY) break;
    poll(NULL, 0, 10);
  }
  return -1;
}

static void be_black(struct clinux_card *card) {
  int master = open_as_master(card->file);
  for (unsigned i = 0; i < card->count; i++) {
    uint32_t crtc = card->shown[i].crtc, picture = card->shown[i].framebuffer;
    uint32_t black = master < 0 ? 0 : make_black(card->file, picture);
    if (black && flip(master, crtc, black) != 0) {
      ask(card->file, DRM_IOCTL_MODE_RMFB, &black);
      black = 0;
    }
    // A plane without a framebuffer is off, which is as dark. Two CRTCs may show one framebuffer.
    if (!black) ask(card->file, DRM_IOCTL_MODE_RMFB, &picture);
    card->shown[i].framebuffer = black;
  }
  // Waits for the flips, and lets the next program be master.
  if (master >= 0) close(master);
}

// MARK: - Holding

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
  if (card->is_black) be_black(card);
  return card->count > 0;
}

int clinux_card_is_held(const struct clinux_card *card) {
  for (unsigned i = 0; i < card->count; i++) {
    if (shown_by(card->file, card->shown[i].crtc) == card->shown[i].framebuffer) return 1;
  }
  return 0;
}

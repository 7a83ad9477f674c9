// The cards whose pictures outlive a player, as its guardian has them.
#ifndef CLINUX_CARDS_H
#define CLINUX_CARDS_H

#include <stdint.h>
#include <sys/types.h>

// A file of a card with framebuffers, and the CRTCs that show one of them.
struct clinux_card {
  int file;
  dev_t number;
  int is_black;
  unsigned count;
  struct {
    uint32_t crtc;
    uint32_t framebuffer;
  } shown[32];
};

// Finds out what is shown of a card whose player has ended, and takes that away where black is
// asked for. Whether anything of it was shown.
int clinux_card_hold(struct clinux_card *card);

// Whether anything is still as `clinux_card_hold` left it: no other program has shown something.
int clinux_card_is_held(const struct clinux_card *card);

#endif

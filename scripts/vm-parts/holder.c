/*
 * holder: another program that has the display.
 *
 *     holder CARD
 *
 * Opens a DRM card, becomes its master, and keeps it until a signal ends it.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* DRM_IOCTL_SET_MASTER, whose header comes with libdrm's development files only */
#define SET_MASTER _IO('d', 0x1e)

int main(int count, char **words) {
  int card = count == 2 ? open(words[1], O_RDWR | O_CLOEXEC) : -1;

  if (card < 0 || ioctl(card, SET_MASTER, 0) < 0) {
    perror(count == 2 ? words[1] : "holder CARD");
    return 1;
  }
  puts("holding");
  fflush(stdout);
  for (;;)
    pause();
}

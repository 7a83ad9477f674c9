/*
 * vblanks: which picture the vkms display scanned out at each vblank, by its CRC.
 *
 *     vblanks [SECONDS [CARD]]
 *
 * Prints one line for each run of vblanks with the same picture: the number of its first vblank,
 * how many there were, and the CRC in hexadecimal, or "-" where the kernel fell behind and gave
 * none. Ends after SECONDS (60) or on SIGTERM. CARD is the display's number (0). Needs debugfs and
 * no DRM master: it watches any player from outside.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ended;

static void end(int signal) { ended = signal; }

static time_t seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

int main(int count, char **words) {
  time_t limit = seconds() + (count > 1 ? atoi(words[1]) : 60);
  unsigned first = 0, length = 0, picture = 0;
  struct sigaction action = {.sa_handler = end};
  char source[64];

  /* no SA_RESTART: a signal ends the wait for the next vblank */
  sigaction(SIGTERM, &action, NULL);
  snprintf(source, sizeof source, "/sys/kernel/debug/dri/%d/crtc-0/crc/data",
           count > 2 ? atoi(words[2]) : 0);
  int file = open(source, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    perror(source);
    return 1;
  }
  puts("watching");
  fflush(stdout);

  while (!ended && seconds() < limit) {
    struct pollfd ready = {.fd = file, .events = POLLIN};
    char line[64];
    unsigned vblank, crc;

    if (poll(&ready, 1, 100) < 1)
      continue;
    /* each read gives one line, with a NUL behind it */
    ssize_t size = read(file, line, sizeof line - 1);
    if (size <= 0)
      continue;
    line[size] = 0;
    if (sscanf(line, "%x %x", &vblank, &crc) != 2)
      continue;
    if (length && vblank == first + length && crc == picture) {
      length++;
      continue;
    }
    if (length)
      printf("%u %u %08x\n", first, length, picture);
    if (length && vblank > first + length)
      printf("%u %u -\n", first + length, vblank - first - length);
    first = vblank;
    length = 1;
    picture = crc;
  }
  if (length)
    printf("%u %u %08x\n", first, length, picture);
  return 0;
}

/*
 * holder: another program that has the display.
 *
 *     holder CARD
 *     holder CARD PROCESS
 *
 * Opens a DRM card, becomes its master, and keeps it until a signal ends it. With the number of a
 * process it takes mastership away from that first, as root may: by a copy of its descriptor.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* DRM_IOCTL_SET_MASTER and DROP_MASTER, whose header comes with libdrm's development files only */
#define SET_MASTER _IO('d', 0x1e)
#define DROP_MASTER _IO('d', 0x1f)

/* How many of the process's files of the card were master. */
static int take_from(const char *process, const char *card) {
  char folder[64], path[400], target[256];
  int taken = 0;
  int handle = syscall(SYS_pidfd_open, atoi(process), 0);
  snprintf(folder, sizeof folder, "/proc/%s/fd", process);
  DIR *files = opendir(folder);

  while (files && handle >= 0) {
    struct dirent *file = readdir(files);
    if (!file)
      break;
    snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
      continue;
    target[length] = 0;
    if (strcmp(target, card))
      continue;
    int copy = syscall(SYS_pidfd_getfd, handle, atoi(file->d_name), 0);
    if (copy >= 0 && !ioctl(copy, DROP_MASTER, 0))
      taken++;
    close(copy);
  }
  if (files)
    closedir(files);
  close(handle);
  return taken;
}

int main(int count, char **words) {
  if (count == 3 && take_from(words[2], words[1]) != 1) {
    fprintf(stderr, "process %s is not master of %s\n", words[2], words[1]);
    return 1;
  }
  int card = count > 1 ? open(words[1], O_RDWR | O_CLOEXEC) : -1;

  if (card < 0 || ioctl(card, SET_MASTER, 0) < 0) {
    perror(count > 1 ? words[1] : "holder CARD [PROCESS]");
    return 1;
  }
  puts("holding");
  fflush(stdout);
  for (;;)
    pause();
}

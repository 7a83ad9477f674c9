#define _GNU_SOURCE
#include "CLinux.h"

#include <linux/netlink.h>
#include <sys/resource.h>
#include <sys/socket.h>

const char *clinux_error_text(int number) { return strerrordesc_np(number); }

int clinux_processor_count(void) {
  // The kernel answers EINVAL to a set that is too small for the machine.
  for (int processors = 1024; processors <= 1 << 20; processors *= 4) {
    cpu_set_t *set = CPU_ALLOC(processors);
    if (!set) return -1;
    size_t size = CPU_ALLOC_SIZE(processors);
    int count = -1;
    if (sched_getaffinity(0, size, set) == 0) count = CPU_COUNT_S(size, set);
    int error = errno;
    CPU_FREE(set);
    errno = error;
    if (count >= 0 || error != EINVAL) return count;
  }
  return -1;
}

int clinux_thread_nice(void) { return getpriority(PRIO_PROCESS, 0); }

int clinux_set_thread_nice(int value) { return setpriority(PRIO_PROCESS, 0, value); }

int clinux_kernel_events(void) {
  int events = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (events < 0) return -1;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  if (bind(events, (struct sockaddr *)&address, sizeof address) == 0) return events;
  int error = errno;
  close(events);
  errno = error;
  return -1;
}

ssize_t clinux_receive_event(int socket, void *buffer, size_t size, uint32_t *sender) {
  struct sockaddr_nl address = {0};
  socklen_t length = sizeof address;
  ssize_t count = recvfrom(socket, buffer, size, 0, (struct sockaddr *)&address, &length);
  *sender = address.nl_pid;
  return count;
}

#define _GNU_SOURCE
#include "CLinux.h"

#include <sys/resource.h>

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

// Linux calls that Glibc's Swift module leaves out.
//
// Without _GNU_SOURCE, as all headers that Swift imports here: glibc spells members of fd_set by
// it, and Swift refuses two modules that spell one struct in two ways.
#ifndef CLINUX_H
#define CLINUX_H

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/sysinfo.h>
#include <sys/timerfd.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "guardian.h"
#include "terminal.h"

// The number of processors that this process may run on, or -1 with errno.
// `CPU_COUNT` is a macro, and the fixed `cpu_set_t` ends at 1024 processors.
int clinux_processor_count(void);

// The nice value of the calling thread alone; Linux keeps one for each. Setting gives 0, or -1 with
// errno.
int clinux_thread_nice(void);
int clinux_set_thread_nice(int value);

// The kernel's words for an error number; NULL if it has none.
const char *_Nullable clinux_error_text(int number);

// Zeroes memory; -1 with ENOMEM where the kernel has nothing behind a page, which it says by SIGBUS.
int clinux_clear(void *_Nonnull address, size_t size);

// A socket for the kernel's events of devices, non-blocking; -1 with errno.
int clinux_kernel_events(void);

// One of them and its sender's number, as recv(2).
ssize_t clinux_receive_event(int socket, void *_Nullable buffer, size_t size,
                             uint32_t *_Nonnull sender);

#endif

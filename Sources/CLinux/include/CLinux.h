// Linux calls that Glibc's Swift module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/sysinfo.h>
#include <sys/timerfd.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The number of processors that this process may run on, or -1 with errno.
// `CPU_COUNT` is a macro, and the fixed `cpu_set_t` ends at 1024 processors.
int clinux_processor_count(void);

#endif

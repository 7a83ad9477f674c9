// libinput and libudev, and what Swift cannot say of them.
#ifndef CINPUT_SHIM_H
#define CINPUT_SHIM_H

#include <libinput.h>
#include <libudev.h>
#include <linux/input-event-codes.h>
#include <stdarg.h>
#include <stdio.h>

// Where a context's log goes: the context's user data must point to one of these.
struct cinput_log_sink {
  void (*_Nonnull take)(void *_Nonnull owner, const char *_Nonnull line);
  void *_Nonnull owner;
};

// va_list differs between processors in ways that Swift does not follow: the text is made here.
static inline void cinput_log_handler(struct libinput *_Nonnull context,
                                      enum libinput_log_priority priority,
                                      const char *_Nonnull format, va_list arguments) {
  (void)priority;
  char line[512];
  struct cinput_log_sink *sink = (struct cinput_log_sink *)libinput_get_user_data(context);
  if (sink && vsnprintf(line, sizeof line, format, arguments) >= 0) sink->take(sink->owner, line);
}

static inline void cinput_collect_log(struct libinput *_Nonnull context,
                                      struct cinput_log_sink *_Nonnull sink) {
  libinput_set_user_data(context, sink);
  libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO);
  libinput_log_set_handler(context, cinput_log_handler);
}

#endif

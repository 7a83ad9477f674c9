// libinput and libudev, and what Swift cannot say of them.
#ifndef CINPUT_SHIM_H
#define CINPUT_SHIM_H

#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>

// The requests of event nodes, macros that Swift cannot read. Where there is a size it is in bytes.
static const unsigned long cinput_grab = EVIOCGRAB;
static const unsigned long cinput_set_clock = EVIOCSCLOCKID;
static inline unsigned long cinput_get_name(size_t size) { return EVIOCGNAME(size); }
static inline unsigned long cinput_get_properties(size_t size) { return EVIOCGPROP(size); }
static inline unsigned long cinput_get_codes(int kind, size_t size) { return EVIOCGBIT(kind, size); }
static inline unsigned long cinput_get_keys_down(size_t size) { return EVIOCGKEY(size); }
static inline unsigned long cinput_get_axis(int axis) { return EVIOCGABS(axis); }
static inline unsigned long cinput_get_slots(size_t size) { return EVIOCGMTSLOTS(size); }

// A record's time, whose members differ between processors.
static inline long long cinput_time(const struct input_event *_Nonnull event) {
  return event->input_event_sec * 1000000000LL + event->input_event_usec * 1000LL;
}

// Whom a context belongs to, and where its log goes. It must be the context's user data from the
// beginning on: libinput hands the same pointer to open_restricted.
struct cinput_owner {
  void (*_Nonnull take)(void *_Nonnull object, const char *_Nonnull line);
  void *_Nonnull object;
};

// va_list differs between processors in ways that Swift does not follow: the text is made here.
static inline void cinput_log_handler(struct libinput *_Nonnull context,
                                      enum libinput_log_priority priority,
                                      const char *_Nonnull format, va_list arguments) {
  (void)priority;
  char line[512];
  struct cinput_owner *owner = (struct cinput_owner *)libinput_get_user_data(context);
  if (owner && vsnprintf(line, sizeof line, format, arguments) >= 0) {
    owner->take(owner->object, line);
  }
}

static inline void cinput_collect_log(struct libinput *_Nonnull context) {
  libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO);
  libinput_log_set_handler(context, cinput_log_handler);
}

#endif

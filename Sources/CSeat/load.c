#include "CSeat.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

// As the header declares them, so that a change of theirs does not compile.
static struct {
  __typeof__(libseat_open_seat) *open_seat;
  __typeof__(libseat_disable_seat) *disable_seat;
  __typeof__(libseat_close_seat) *close_seat;
  __typeof__(libseat_open_device) *open_device;
  __typeof__(libseat_close_device) *close_device;
  __typeof__(libseat_seat_name) *seat_name;
  __typeof__(libseat_switch_session) *switch_session;
  __typeof__(libseat_get_fd) *get_fd;
  __typeof__(libseat_dispatch) *dispatch;
} library;
static int is_loaded;

int cseat_load(void) {
  if (is_loaded) return 0;
  // Never closed: it is used to the end.
  void *handle = dlopen("libseat.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return -1;
#define FIND(name) \
  if (!(library.name = (__typeof__(library.name))dlsym(handle, "libseat_" #name))) return -1
  FIND(open_seat);
  FIND(disable_seat);
  FIND(close_seat);
  FIND(open_device);
  FIND(close_device);
  FIND(seat_name);
  FIND(switch_session);
  FIND(get_fd);
  FIND(dispatch);
#undef FIND
  is_loaded = 1;
  return 0;
}

static int is_missing(void) {
  if (is_loaded) return 0;
  errno = ENOSYS;
  return 1;
}

struct libseat *cseat_open_seat(const struct libseat_seat_listener *listener, void *data) {
  return is_missing() ? NULL : library.open_seat(listener, data);
}

int cseat_disable_seat(struct libseat *seat) {
  return is_missing() ? -1 : library.disable_seat(seat);
}

int cseat_close_seat(struct libseat *seat) { return is_missing() ? -1 : library.close_seat(seat); }

int cseat_open_device(struct libseat *seat, const char *path, int *descriptor) {
  return is_missing() ? -1 : library.open_device(seat, path, descriptor);
}

int cseat_close_device(struct libseat *seat, int device) {
  return is_missing() ? -1 : library.close_device(seat, device);
}

const char *cseat_seat_name(struct libseat *seat) {
  return is_missing() ? NULL : library.seat_name(seat);
}

int cseat_switch_session(struct libseat *seat, int session) {
  return is_missing() ? -1 : library.switch_session(seat, session);
}

int cseat_get_fd(struct libseat *seat) { return is_missing() ? -1 : library.get_fd(seat); }

int cseat_dispatch(struct libseat *seat, int timeout) {
  return is_missing() ? -1 : library.dispatch(seat, timeout);
}

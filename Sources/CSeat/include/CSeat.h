// libseat, found when it is asked for: a machine without it, or without a seat daemon, is in order.
//
// Each function is libseat's of the same name, and fails with ENOSYS before `cseat_load` succeeded.
#ifndef CSEAT_H
#define CSEAT_H

#include <libseat.h>

// Loads the library; 0, or -1 where there is none.
int cseat_load(void);

struct libseat *_Nullable cseat_open_seat(const struct libseat_seat_listener *_Nonnull listener,
                                          void *_Nullable data);
int cseat_disable_seat(struct libseat *_Nonnull seat);
int cseat_close_seat(struct libseat *_Nonnull seat);
int cseat_open_device(struct libseat *_Nonnull seat, const char *_Nonnull path,
                      int *_Nonnull descriptor);
int cseat_close_device(struct libseat *_Nonnull seat, int device);
const char *_Nullable cseat_seat_name(struct libseat *_Nonnull seat);
int cseat_switch_session(struct libseat *_Nonnull seat, int session);
int cseat_get_fd(struct libseat *_Nonnull seat);
int cseat_dispatch(struct libseat *_Nonnull seat, int timeout);

#endif

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "cards.h"

const char *const clinux_holder_name = "picture-guard";
static const char guarding_name[] = "console-guard";

// What the player says, one letter a message.
enum {
  say_goodbye = 'g',
  say_keep = 'k',
  say_keep_black = 'b',
  say_leave = 'l',
  say_forget = 'f',
  say_translated = 'x',
  say_unicode = 'u'
};

enum { most_cards = 8 };
static struct clinux_card cards[most_cards];
static int card_count;

// MARK: - Names and files

// It would be killed with the player by whoever kills by name.
static void be_called(const char *name) {
  prctl(PR_SET_NAME, name);
  static size_t room;
  if (!room) {
    char line[4096];
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t length = read(file, line, sizeof line);
    close(file);
    // The command line lies where its first word does. This process's copy alone is written to.
    if (length <= 0 || !memchr(line, 0, (size_t)length) ||
        strcmp(line, program_invocation_name) != 0) {
      return;
    }
    room = (size_t)length;
  }
  if (room <= strlen(name)) return;
  memset(program_invocation_name, 0, room);
  memcpy(program_invocation_name, name, strlen(name));
}

// Everything but two: the guardian must keep no pipe, card or file of the player's open.
static void close_all_but(int first, int second) {
  if (first < 0) first = second;
  unsigned low = (unsigned)(first < second ? first : second);
  unsigned high = (unsigned)(first < second ? second : first);
  if ((low == 0 || close_range(0, low - 1, 0) == 0) &&
      (high - low < 2 || close_range(low + 1, high - 1, 0) == 0) &&
      close_range(high + 1, ~0U, 0) == 0) {
    return;
  }
  // before Linux 5.9
  struct rlimit limit = {1024, 1024};
  getrlimit(RLIMIT_NOFILE, &limit);
  int end = limit.rlim_cur < 65536 ? (int)limit.rlim_cur : 65536;
  for (int other = 0; other < end; other++) {
    if (other != first && other != second) close(other);
  }
}

// MARK: - Cards

static void forget_cards(void) {
  while (card_count > 0) close(cards[--card_count].file);
}

static void keep_card(int file, int is_black) {
  struct stat information;
  if (file < 0) return;
  if (fstat(file, &information) != 0) {
    close(file);
    return;
  }
  int place = 0;
  while (place < card_count && cards[place].number != information.st_rdev) place++;
  if (place == most_cards) {
    close(file);
    return;
  }
  if (place == card_count) card_count++;
  else close(cards[place].file);
  memset(&cards[place], 0, sizeof cards[place]);
  cards[place].file = file;
  cards[place].number = information.st_rdev;
  cards[place].is_black = is_black;
}

// MARK: - Holding a picture

enum { pause_nanoseconds = 250 * 1000 * 1000 };

// Keeps what is up until somebody else shows something, wants the console, or ends the holding.
static void hold(const struct clinux_console *console) {
  be_called(clinux_holder_name);
  struct clinux_console taken;
  memset(&taken, 0, sizeof taken);
  int has_console = 0;
  if (console) {
    taken = *console;
    taken.release_signal = clinux_holding_signal(0);
    taken.acquire_signal = clinux_holding_signal(1);
    has_console =
        clinux_console_take_over(console, taken.release_signal, taken.acquire_signal) != 0;
    // The next player finds the terminal unclaimed.
    flock(console->descriptor, LOCK_UN);
  }
  sigset_t waited;
  sigemptyset(&waited);
  sigaddset(&waited, SIGTERM);
  if (has_console) {
    sigaddset(&waited, taken.release_signal);
    sigaddset(&waited, taken.acquire_signal);
  }
  for (;;) {
    // The kernel does not tell when another program shows something.
    struct timespec pause = {0, pause_nanoseconds};
    int signal = sigtimedwait(&waited, NULL, &pause);
    if (signal == SIGTERM) break;
    if (has_console && signal == taken.release_signal) {
      // The other terminal comes to the front, and with it whoever has the display there; text on
      // one in the back changes nothing on the screen.
      ioctl(console->descriptor, VT_RELDISP, 1L);
      break;
    }
    int is_held = 0;
    for (int i = 0; i < card_count; i++) is_held |= clinux_card_is_held(&cards[i]);
    // Text would take the display from the program that has it now. The kernel gives up a console
    // whose owner is dead when somebody switches to another.
    if (!is_held) return;
  }
  if (has_console) clinux_console_restore(&taken);
}

static void act(const struct clinux_console *console) {
  int is_held = 0;
  for (int i = 0; i < card_count; i++) is_held |= clinux_card_hold(&cards[i]);
  if (is_held) {
    hold(console);
  } else if (console) {
    clinux_console_restore(console);
  }
}

// MARK: - Guarding

static void guard(struct clinux_console *console, int socket) {
  // What ends the player by its terminal or its group must not end the guardian.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  setpgid(0, 0);
  be_called(guarding_name);
  close_all_but(console ? console->descriptor : -1, socket);
  if (chdir("/") != 0) _exit(1);
  for (;;) {
    char letter = 0;
    union {
      struct cmsghdr header;
      char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {&letter, 1};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    int file = -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
      memcpy(&file, CMSG_DATA(header), sizeof file);
    }
    switch (letter) {
    case say_keep:
    case say_keep_black: keep_card(file, letter == say_keep_black); break;
    case say_leave:
      for (int i = 0; i < card_count; i++) cards[i].is_black = 0;
      break;
    case say_forget: forget_cards(); break;
    case say_translated:
    case say_unicode:
      if (console) console->keyboard_mode = letter == say_unicode ? K_UNICODE : K_XLATE;
      break;
    default: _exit(0);
    }
  }
  close(socket);
  act(console);
  _exit(0);
}

int clinux_guard(const struct clinux_console *console) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    // The guardian is nobody's child: no one has to wait for it, and no one is told of its end.
    pid_t guardian = fork();
    if (guardian == 0) {
      struct clinux_console own;
      if (console) own = *console;
      guard(console ? &own : NULL, ends[0]);
    }
    _exit(guardian < 0 ? 1 : 0);
  }
  int error = errno, status = 0;
  close(ends[0]);
  if (child > 0) {
    pid_t waited;
    do waited = waitpid(child, &status, 0);
    while (waited < 0 && errno == EINTR);
    // Where a program has its children reaped by the kernel, their status is not to be had.
    if (waited < 0 || status == 0) return ends[1];
    error = EAGAIN;
  }
  close(ends[1]);
  errno = error;
  return -1;
}

// MARK: - Speaking to it

static int say(int guardian, char letter, int file) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {&letter, 1};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  memset(&control, 0, sizeof control);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (file >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(&control.header), &file, sizeof file);
  }
  ssize_t count;
  do count = sendmsg(guardian, &message, MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -1 : 0;
}

int clinux_guard_keep(int guardian, int card, int is_black) {
  return say(guardian, is_black ? say_keep_black : say_keep, card);
}

int clinux_guard_leave_picture(int guardian) { return say(guardian, say_leave, -1); }

int clinux_guard_forget(int guardian) { return say(guardian, say_forget, -1); }

int clinux_guard_keyboard(int guardian, int mode) {
  return say(guardian, mode == K_UNICODE ? say_unicode : say_translated, -1);
}

int clinux_guard_dismiss(int guardian) { return say(guardian, say_goodbye, -1); }

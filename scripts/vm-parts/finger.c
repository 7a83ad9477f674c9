/*
 * finger: a touchscreen made with uinput, for QEMU has none.
 *
 * Reads lines from standard input; each holds the number of fingers of one tap and, if wanted, where
 * the first comes down, in thousandths of the width and height: they go down together, stay for
 * 60 ms and rise together. A line "down" leaves one finger down. The screen speaks multitouch
 * protocol B, as panels do. It is unplugged when the input ends.
 */
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { slots = 5, extent = 4000 };

static int device;

static void check(int result, const char *what) {
  if (result < 0) {
    perror(what);
    exit(1);
  }
}

static void emit(int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  check(write(device, &event, sizeof event), "/dev/uinput: write");
}

static void axis(int code, int maximum, int resolution) {
  struct uinput_abs_setup setup = {
      .code = code, .absinfo = {.maximum = maximum, .resolution = resolution}};
  check(ioctl(device, UI_ABS_SETUP, &setup), "/dev/uinput: axis");
}

static void plug_in(void) {
  struct uinput_setup setup = {
      .id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 1}, .name = "uinput touchscreen"};

  device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  check(device, "/dev/uinput");
  check(ioctl(device, UI_SET_EVBIT, EV_KEY), "/dev/uinput: keys");
  check(ioctl(device, UI_SET_KEYBIT, BTN_TOUCH), "/dev/uinput: touch");
  check(ioctl(device, UI_SET_EVBIT, EV_ABS), "/dev/uinput: axes");
  /* without this property libinput takes the device for a touchpad */
  check(ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT), "/dev/uinput: direct");
  axis(ABS_X, extent, 20);
  axis(ABS_Y, extent, 20);
  axis(ABS_MT_SLOT, slots - 1, 0);
  axis(ABS_MT_TRACKING_ID, 0xffff, 0);
  axis(ABS_MT_POSITION_X, extent, 20);
  axis(ABS_MT_POSITION_Y, extent, 20);
  check(ioctl(device, UI_DEV_SETUP, &setup), "/dev/uinput: setup");
  check(ioctl(device, UI_DEV_CREATE), "/dev/uinput: create");
}

static void put(int fingers, int x, int y) {
  static int identity;

  for (int slot = 0; slot < fingers; slot++) {
    emit(EV_ABS, ABS_MT_SLOT, slot);
    emit(EV_ABS, ABS_MT_TRACKING_ID, ++identity & 0xffff);
    emit(EV_ABS, ABS_MT_POSITION_X, x + slot * extent / 8);
    emit(EV_ABS, ABS_MT_POSITION_Y, y);
  }
  emit(EV_KEY, BTN_TOUCH, 1);
  emit(EV_ABS, ABS_X, x);
  emit(EV_ABS, ABS_Y, y);
  emit(EV_SYN, SYN_REPORT, 0);
}

static void lift(int fingers) {
  for (int slot = 0; slot < fingers; slot++) {
    emit(EV_ABS, ABS_MT_SLOT, slot);
    emit(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  emit(EV_KEY, BTN_TOUCH, 0);
  emit(EV_SYN, SYN_REPORT, 0);
}

int main(void) {
  char line[64];

  plug_in();
  while (fgets(line, sizeof line, stdin)) {
    int fingers = 0, across = 250, down = 500;

    sscanf(line, "%d %d %d", &fingers, &across, &down);
    if (strcmp(line, "down\n") == 0)
      put(1, across * extent / 1000, down * extent / 1000);
    if (fingers >= 1 && fingers <= slots) {
      put(fingers, across * extent / 1000, down * extent / 1000);
      usleep(60000);
      lift(fingers);
    }
  }
  check(ioctl(device, UI_DEV_DESTROY), "/dev/uinput: destroy");
  return 0;
}

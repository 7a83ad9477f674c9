"""Checks of pictures that are turned, and of fingers on them."""

import contextlib
import time

import pictures
from control_checks import input_devices, touchscreen
from player import FULL, Playing, require, same, settle

TALL = "/sequences/tall"
WIDTH, HEIGHT = 480, 800
BACK = (0x10, 0x20, 0x30)
BUTTON = (192, 568, 96, 64)  # left, top, width, height, as seen upright
# of a touchscreen that is mounted a quarter clockwise: x becomes 1 - y, y becomes x
MATRIX = "0 -1 1 1 0 0"
RULE = "/run/udev/rules.d/99-turned.rules"

SCENE = """scene 1
background #102030
animator blink frames "off.png" "on.png" duration 0.4 stopped
layer behind animator blink center 240 600 size 96 64
button go picture "off.png" on "on.png" center 240 600 toggles blink
"""


def scene(folder):
    """Writes a scene for an upright screen; gives its pictures back."""
    made = {"off": pictures.frame(5, *BUTTON[2:]), "on": pictures.frame(9, *BUTTON[2:])}
    for name, picture in made.items():
        pictures.write_png(f"{folder}/{name}.png", picture)
    with open(f"{folder}/turned.scene", "w", encoding="utf-8") as file:
        file.write(SCENE)
    return made


def turned_sequences(machine, made):
    """The last frame of a sequence as large as the turned screen, by each number of quarters."""
    for degrees, source, name in (
        (90, TALL, "tall"),
        (180, FULL, "full"),
        (270, TALL, "tall"),
    ):
        options = f"{source} --rotate {degrees} --repeat 1 --at-end hold"
        with Playing(machine, f"turned-{degrees}", options) as player:
            player.wait_for("stop")
            settle()
            expected = pictures.turned(made[name][-1], degrees // 90)
            same(machine.screen(f"turned-{degrees}"), expected)
    return "90, 180 and 270 degrees, to the pixel"


def turned_letterbox(machine, made):
    """A picture pixel for pixel, in the middle of a turned screen and on a background of its own."""
    options = "--rotate 90 --repeat 1 --at-end hold --fit none --background '#204060'"
    with Playing(machine, "turned-little", f"/sequences/little {options}") as player:
        player.wait_for("stop")
        settle()
        upright = pictures.placed(made["little"][-1], WIDTH, HEIGHT, (0x20, 0x40, 0x60))
        same(machine.screen("turned-little"), pictures.turned(upright, 1))
    return "320x180 in the middle of 480x800, turned, to the pixel"


def touches_on_a_turned_scene(machine, made):
    """A finger finds the button where it is seen, on a device that is calibrated besides."""
    # The button's middle, 240 600 of the upright screen, is 200 240 of the panel: a quarter and a
    # half of it; the device, which is turned too, has that place at a half and three quarters.
    with calibrated(machine):
        told = []
        for degrees, place, elsewhere in ((90, "500 750", "250 500"), (270, "500 250", "750 500")):
            before = input_devices(machine)
            with touchscreen(machine) as tap:
                # a tap beside the button would toggle too
                options = f"/sequences/turned/turned.scene --bind tap=none --rotate {degrees}"
                with Playing(machine, f"scene-{degrees}", options) as player:
                    player.wait_for_input(before + 1)
                    settle()
                    shows(machine, f"scene-{degrees}-off", made, "off", degrees)
                    tap(f"1 {elsewhere}")
                    time.sleep(0.5)
                    shows(machine, f"scene-{degrees}-missed", made, "off", degrees)
                    tap(f"1 {place}")
                    player.wait_for("start")
                    settle()
                    shows(machine, f"scene-{degrees}-on", made, "on", degrees)
                    told.append(str(degrees))
            _, text = machine.run("flipbook probe")
            require("0.0 -1.0 1.0" not in text, "the touchscreen is still there")
        with touchscreen(machine):
            _, text = machine.run("flipbook probe")
            line = [line.strip() for line in text.splitlines() if "uinput touchscreen" in line]
            require(line and "calibrated by 0.0 -1.0 1.0 1.0 0.0 0.0" in line[0], f"{line}")
        return f"at {' and '.join(told)} degrees, calibrated; probe: {line[0]}"


CHECKS = [turned_sequences, turned_letterbox, touches_on_a_turned_scene]


# how


def shows(machine, name, made, button, degrees):
    upright = pictures.filled(WIDTH, HEIGHT, BACK, [(*BUTTON[:2], made["turned"][button])])
    same(machine.screen(name), pictures.turned(upright, degrees // 90))


@contextlib.contextmanager
def calibrated(machine):
    """Touchscreens that are plugged in meanwhile get a calibration of udev's."""
    match = 'KERNEL=="event*", ATTRS{name}=="uinput touchscreen"'
    rule = f'{match}, ENV{{LIBINPUT_CALIBRATION_MATRIX}}="{MATRIX}"'
    machine.text(f"mkdir -p /run/udev/rules.d; echo '{rule}' >{RULE}; udevadm control --reload")
    try:
        yield
    finally:
        machine.text(f"rm {RULE}; udevadm control --reload")

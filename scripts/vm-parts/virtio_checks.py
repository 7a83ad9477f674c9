"""Checks on virtio-gpu, whose screen QEMU can dump: pictures, input, leaving, being refused."""

import os

import conformance
import console_checks
import control_checks
import evdev_checks
import interface_checks
import leaving_checks
import pictures
import rotation_checks
import scene_checks
import seat_checks
from control_checks import COUNT, steps
from player import FULL, Playing, require, same, settle
from vkms_checks import hold_card, named_by_probe

DISPLAY = ("virtio", 800, 480)
SMALL = "/sequences/little"


def sequences(folder):
    os.makedirs(f"{folder}/scenes")
    os.makedirs(f"{folder}/turned")
    return {
        "full": pictures.sequence(f"{folder}/full", COUNT, 800, 480),
        "little": pictures.sequence(f"{folder}/little", COUNT, 320, 180),
        "scenes": scene_checks.scenes(f"{folder}/scenes"),
        "tall": pictures.sequence(f"{folder}/tall", 3, 480, 800),
        "turned": rotation_checks.scene(f"{folder}/turned"),
    }


def probe(machine, made):
    return named_by_probe(machine, "virtio", "Virtual-1", "800x480")


def held_picture(machine, made):
    """A sequence of the screen's size ends, and its last frame stays."""
    with Playing(machine, "held", f"{FULL} --repeat 1 --at-end hold") as player:
        player.wait_for("stop")
        settle()
        same(machine.screen("held"), made["full"][-1])
        return f"frame {COUNT - 1} to the pixel"


def unscaled_picture(machine, made):
    """A smaller picture, pixel for pixel, on a background of its own."""
    options = "--repeat 1 --at-end hold --fit none --background '#204060'"
    with Playing(machine, "unscaled", f"{SMALL} {options}") as player:
        player.wait_for("stop")
        settle()
        expected = pictures.placed(made["little"][-1], 800, 480, (0x20, 0x40, 0x60))
        same(machine.screen("unscaled"), expected)
        return "320x180 in the middle of 800x480, to the pixel"


def letterbox(machine, made):
    """320x180 is scaled to 800x450: bars of 15 rows, and a picture that reaches every edge."""
    with Playing(machine, "letterbox", f"{SMALL} --repeat 1 --at-end hold") as player:
        player.wait_for("stop")
        settle()
        width, height, rgb = machine.screen("letterbox")
        rows = [rgb[y * width * 3 : (y + 1) * width * 3] for y in range(height)]
        bars = [y for y, row in enumerate(rows) if not any(row)]
        require(bars == [*range(15), *range(465, 480)], f"black rows: {bars}")
        for x in (0, width - 1):
            column = b"".join(row[x * 3 : x * 3 + 3] for row in rows[15:465])
            require(any(column), f"column {x} is black")
        # far from its edges a pixel of the picture is as it was, give or take the smoothing
        small = made["little"][-1][2]
        middle = rows[240][400 * 3 : 400 * 3 + 3]
        source = (90 * 320 + 160) * 3
        apart = max(abs(a - b) for a, b in zip(middle, small[source : source + 3]))
        require(apart <= 8, f"the middle is {middle.hex()}, not {small[source:source+3].hex()}")
        return "800x450 between bars of 15 rows"


def both_interfaces(machine, made):
    return interface_checks.holds_picture(machine, FULL, made["full"][-1])


def no_mode_set(machine, made):
    return interface_checks.starts_without_mode_set(machine, FULL)


def busy_card(machine, made):
    before = machine.screen("before-busy")
    holder = hold_card(machine)
    status, text = machine.run(f"timeout 20 flipbook play {FULL} --display drm --wait 0 2>&1")
    holder.signal("KILL")
    holder.wait()
    require(status == 69, f"exit status {status}: {text.strip()}")
    require("/dev/dri/card0" in text, f"the card is not named: {text.strip()}")
    same(machine.screen("after-busy"), before)
    return f"exit status 69: {text.strip()}"


def second_player(machine, made):
    """The second flipbook is refused, and the first does not notice."""
    with Playing(machine, "first", f"{FULL} --fps 10") as player:
        player.wait_for_frames(3)
        status, text = machine.run(f"timeout 20 flipbook play {FULL} --display drm --wait 0 2>&1")
        require(status == 69, f"exit status {status}: {text.strip()}")
        require("/dev/dri/card0" in text, f"the card is not named: {text.strip()}")
        player.wait_for_frames(len(player.frames()) + 5)
        steps(player.frames())
        return f"exit status 69: {text.strip()}"


def missing_mode(machine, made):
    before = machine.screen("before-mode")
    status, text = machine.run(f"timeout 20 flipbook play {FULL} --mode 1234x567 --wait 0 2>&1")
    require(status in (64, 69), f"exit status {status}: {text.strip()}")
    require("1234x567" in text, f"the mode is not named: {text.strip()}")
    same(machine.screen("after-mode"), before)
    return f"exit status {status}: {text.strip()}"


def conformance_list(machine, made):
    """Answers every call of the list as the simulated display of its kind does."""
    return conformance.check(machine, "virtio")


CHECKS = [
    probe,
    held_picture,
    unscaled_picture,
    letterbox,
    both_interfaces,
    no_mode_set,
    *control_checks.CHECKS,
    *evdev_checks.CHECKS,
    *scene_checks.CHECKS,
    *rotation_checks.CHECKS,
    *leaving_checks.CHECKS,
    busy_card,
    second_player,
    missing_mode,
    *console_checks.CHECKS,
    *seat_checks.CHECKS,
    # last: it takes the driver from its device and gives it back
    conformance_list,
]

"""Checks of scenes: layers that turn and buttons that are touched, on the screen of the machine."""

import time

import pictures
from control_checks import input_devices, touchscreen
from player import Playing, require, same, settle

WIDTH, HEIGHT = 800, 480
BACK = (0x10, 0x20, 0x30)
WHEEL = (336, 96, 128, 128)  # left, top, width, height
BUTTON = (352, 336, 96, 64)
# where a finger meets the button, in thousandths of the screen
ON_BUTTON = "1 500 766"

SCENE = """scene 1
background #102030
spinner wheel picture "wheel.png" center 400 160 duration 2 stopped
button go picture "off.png" on "on.png" center 400 368 toggles wheel key space
"""

BLINK = """scene 1
background #102030
animator blink frames "wheel.png" "off.png" duration 0.4 stopped
layer light animator blink center 400 160 size 96 64
button go picture "off.png" on "on.png" center 400 368 toggles blink
"""


def scenes(folder):
    """Writes the scene files and their pictures; gives the pictures back."""
    made = {
        "wheel": pictures.frame(1, *WHEEL[2:]),
        "off": pictures.frame(5, *BUTTON[2:]),
        "on": pictures.frame(9, *BUTTON[2:]),
    }
    for name, picture in made.items():
        pictures.write_png(f"{folder}/{name}.png", picture)
    for name, text in (("spinner", SCENE), ("blink", BLINK)):
        with open(f"{folder}/{name}.scene", "w", encoding="utf-8") as file:
            file.write(text)
    return made


def part(picture, box):
    """A rectangle of a picture."""
    left, top, width, height = box
    rgb = b"".join(
        picture[2][(y * picture[0] + left) * 3 : (y * picture[0] + left + width) * 3]
        for y in range(top, top + height)
    )
    return width, height, rgb


def without(picture, boxes):
    """A picture with rectangles made black."""
    width, height, rgb = picture
    rest = bytearray(rgb)
    for left, top, across, down in boxes:
        for y in range(top, top + down):
            start = (y * width + left) * 3
            rest[start : start + across * 3] = bytes(across * 3)
    return width, height, bytes(rest)


def shows(machine, name, made, button):
    """A screendump, of which the button and what is neither button nor wheel is checked."""
    screen = machine.screen(name)
    same(part(screen, BUTTON), made[button])
    plain = without((WIDTH, HEIGHT, bytes(BACK) * (WIDTH * HEIGHT)), [around(WHEEL), BUTTON])
    same(without(screen, [around(WHEEL), BUTTON]), plain)
    return screen


def around(box):
    """Where a rectangle can be while it turns about its middle."""
    left, top, width, height = box
    reach = int((width**2 + height**2) ** 0.5 / 2) + 2
    middle_x, middle_y = left + width // 2, top + height // 2
    top = max(0, middle_y - reach)
    return middle_x - reach, top, 2 * reach, middle_y + reach - top


def spinner_and_button(machine, made):
    """A finger on the button lets the wheel turn, another stops it where it is; nothing else moves."""
    pieces = made["scenes"]
    devices = input_devices(machine)
    with touchscreen(machine) as tap:
        with Playing(machine, "spinner", "/sequences/scenes/spinner.scene") as player:
            player.wait_for_input(devices + 1)
            settle()
            still = shows(machine, "spinner-still", pieces, "off")
            same(part(still, WHEEL), pieces["wheel"])
            tap("1 250 766")  # beside the button
            time.sleep(0.5)
            same(machine.screen("spinner-missed"), still)
            tap(ON_BUTTON)
            time.sleep(0.5)
            turning = []
            for shot in range(3):
                time.sleep(0.3)
                turning.append(shows(machine, f"spinner-turning-{shot}", pieces, "on"))
            turned = len({part(screen, around(WHEEL)) for screen in turning})
            require(turned == 3, f"only {turned} of 3 screendumps differ while it turns")
            tap(ON_BUTTON)
            time.sleep(0.5)
            first = shows(machine, "spinner-stopped", pieces, "off")
            time.sleep(0.5)
            same(shows(machine, "spinner-stopped-later", pieces, "off"), first)
            machine.press("spc")
            time.sleep(0.5)
            shows(machine, "spinner-by-key", pieces, "on")
            return "turned on touch, stopped on touch, turned on space; the rest to the pixel"


def toggle_by_touch(machine, made):
    """Two pictures in turn, started and stopped by a button."""
    pieces = made["scenes"]
    devices = input_devices(machine)
    with touchscreen(machine) as tap:
        with Playing(machine, "blink", "/sequences/scenes/blink.scene") as player:
            player.wait_for_input(devices + 1)
            tap(ON_BUTTON)
            player.wait_for("start")
            player.wait_for_frames(12)
            tap(ON_BUTTON)
            player.wait_for("stop")
            settle()
            shown = player.frames()
            require(
                all(a != b for a, b in zip(shown, shown[1:])), f"not in turn: {shown}"
            )
            first = machine.screen("blink-stopped")
            same(part(first, BUTTON), pieces["off"])
            time.sleep(0.6)
            same(machine.screen("blink-stopped-later"), first)
            require(player.frames() == shown, "frames came after the stop")
            times = [event["t"] for event in player.named("frame")]
            mean = (times[-1] - times[1]) / (len(times) - 2) / 1e6
            require(abs(mean - 200) < 10, f"a picture stood for {mean:.1f} ms, not 200")
            return f"{len(shown)} pictures in turn, {mean:.1f} ms each; still after the second touch"


CHECKS = [spinner_and_button, toggle_by_touch]

"""Checks on virtio-gpu, whose screen QEMU can dump: exact pictures, keys, touches, leaving."""

import time

import pictures
from player import Player, require
from vkms_checks import hold_card, named_by_probe

DISPLAY = ("virtio", 800, 480)
FULL = "/sequences/full"
SMALL = "/sequences/little"
COUNT = 12


def sequences(folder):
    return {
        "full": pictures.sequence(f"{folder}/full", COUNT, 800, 480),
        "little": pictures.sequence(f"{folder}/little", COUNT, 320, 180),
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


def keys(machine, made):
    """Space stops and starts, r turns round in place, q quits."""
    with Playing(machine, "keys", f"{FULL} --fps 10") as player:
        player.wait_for_input()
        player.wait_for_frames(5)
        told = drive(machine, made, player, {
            "toggle": lambda: machine.press("spc"),
            "reverse": lambda: machine.press("r"),
        })
        machine.press("q")
        status = player.wait(10)
        require(status == 0, f"q: exit status {status}: {player.errors()}")
        return told + "; q quits with 0"


def touches(machine, made):
    """A tap stops and starts, two fingers turn round in place."""
    machine.text("mkfifo /tmp/taps")
    # opened for writing too, so that it does not end between two taps
    finger = machine.start("touchscreen", "finger <>/tmp/taps")
    machine.wait_until(
        "udev knows the touchscreen",
        lambda: machine.run("grep -q ID_INPUT_TOUCHSCREEN=1 /run/udev/data/c13:*")[0] == 0,
    )
    before = input_devices(machine)
    try:
        with Playing(machine, "touches", f"{FULL} --fps 10") as player:
            player.wait_for_input(before)
            player.wait_for_frames(5)
            return drive(machine, made, player, {
                "toggle": lambda: machine.text("echo 1 >/tmp/taps"),
                "reverse": lambda: machine.text("echo 2 >/tmp/taps"),
            })
    finally:
        finger.signal("TERM")
        finger.wait()
        machine.text("rm /tmp/taps")


def escape_quits(machine, made):
    with Playing(machine, "escape", f"{FULL} --repeat 1 --at-end hold") as player:
        player.wait_for_input()
        player.wait_for("stop")
        machine.press("esc")
        status = player.wait(10)
        require(status == 0, f"exit status {status}: {player.errors()}")
        return "from a held frame, with 0"


def console_after_quitting(machine, made):
    return leaving(machine, "quit", lambda player: machine.press("q"), 0)


def console_after_terminating(machine, made):
    return leaving(machine, "terminated", lambda player: player.signal("TERM"), 128 + 15)


def console_after_killing(machine, made):
    return leaving(machine, "killed", lambda player: player.signal("KILL"), 128 + 9)


def console_after_the_end(machine, made):
    before = machine.screen("before-end")
    status, text = machine.run(f"flipbook play {FULL} --fps 30 --repeat 1 2>&1")
    require(status == 0, f"exit status {status}: {text}")
    same(machine.screen("after-end"), before)
    return "the console's picture is back"


def busy_card(machine, made):
    before = machine.screen("before-busy")
    holder = hold_card(machine)
    status, text = machine.run(f"timeout 20 flipbook play {FULL} --display drm 2>&1")
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
        status, text = machine.run(f"timeout 20 flipbook play {FULL} --display drm 2>&1")
        require(status == 69, f"exit status {status}: {text.strip()}")
        require("/dev/dri/card0" in text, f"the card is not named: {text.strip()}")
        player.wait_for_frames(len(player.frames()) + 5)
        steps(player.frames())
        return f"exit status 69: {text.strip()}"


def missing_mode(machine, made):
    before = machine.screen("before-mode")
    status, text = machine.run(f"timeout 20 flipbook play {FULL} --mode 1234x567 2>&1")
    require(status in (64, 69), f"exit status {status}: {text.strip()}")
    require("1234x567" in text, f"the mode is not named: {text.strip()}")
    same(machine.screen("after-mode"), before)
    return f"exit status {status}: {text.strip()}"


CHECKS = [
    probe,
    held_picture,
    unscaled_picture,
    letterbox,
    keys,
    touches,
    escape_quits,
    console_after_quitting,
    console_after_terminating,
    console_after_killing,
    console_after_the_end,
    busy_card,
    second_player,
    missing_mode,
]


# how


class Playing:
    """A player that is ended with its check, whatever became of it."""

    def __init__(self, machine, name, arguments):
        self.player = Player(machine, name, arguments)

    def __enter__(self):
        return self.player

    def __exit__(self, *_):
        if self.player.machine.qemu.poll() is None and self.player.alive():
            self.player.signal("KILL")
            self.player.wait()


def drive(machine, made, player, do):
    """Stops, looks, starts, turns round, stops, looks: by whatever means."""
    do["toggle"]()
    player.wait_for("stop")
    stopped_at = stands_still(machine, made, player)

    do["toggle"]()
    player.wait_for_frames(len(player.frames()) + 4)
    require(steps(player.frames()) == [1], f"not in order before reversing: {player.frames()}")

    do["reverse"]()
    turned_after = len(player.frames())
    player.wait_for_frames(turned_after + 4)
    do["toggle"]()
    player.wait_for("stop", 2)
    shown = player.frames()
    require(steps(shown) == [1, -1], f"not one turn in place: {shown}")
    stands_still(machine, made, player)
    turn = next(i for i in range(1, len(shown)) if step(shown[i - 1], shown[i]) == -1)
    return (
        f"stopped on frame {stopped_at}, went on; "
        f"turned round {', '.join(map(str, shown[turn - 3 : turn + 3]))}"
    )


def stands_still(machine, made, player):
    settle()
    first = machine.screen(f"{player.name}-stopped")
    time.sleep(1)
    second = machine.screen(f"{player.name}-stopped-1s")
    last = player.frames()[-1]
    require(first == second, "the screen changed while stopped")
    same(second, made["full"][last])
    return last


def step(a, b):
    """+1 or -1 to the neighbour, round the ends too; 0 for anything else."""
    return {1: 1, COUNT - 1: -1}.get((b - a) % COUNT, 0)


def steps(frames):
    """The directions taken, each once in a row: [1, -1] is a way forward and then back."""
    found = []
    for a, b in zip(frames, frames[1:]):
        require(step(a, b), f"jumped from frame {a} to {b}: {frames}")
        if not found or found[-1] != step(a, b):
            found.append(step(a, b))
    return found


def leaving(machine, name, leave, expected):
    before = machine.screen(f"before-{name}")
    require(any(before[2]), "there is no text on the console to begin with")
    with Playing(machine, name, f"{FULL} --fps 10") as player:
        player.wait_for_input()
        player.wait_for_frames(3)
        during = machine.screen(f"while-{name}")
        require(during != before, "the player's picture is not on screen")
        leave(player)
        status = player.wait(10)
        require(status == expected, f"exit status {status}: {player.errors().strip()}")
    settle()
    same(machine.screen(f"after-{name}"), before)
    return f"exit status {status}, the console's picture is back"


def settle():
    """QEMU takes over a new picture within a few milliseconds."""
    time.sleep(0.2)


def input_devices(machine):
    return int(machine.text("ls /dev/input | grep -c event"))


def same(seen, expected):
    wrong = pictures.difference(seen, expected)
    require(not wrong, wrong)

"""Checks of keys and touches: what they do is seen in the events and on the screen."""

import contextlib
import time

from player import FULL, Playing, require, same, settle

COUNT = 12


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
    before = input_devices(machine)
    with touchscreen(machine) as tap:
        with Playing(machine, "touches", f"{FULL} --fps 10") as player:
            player.wait_for_input(before + 1)
            player.wait_for_frames(5)
            return drive(machine, made, player, {
                "toggle": lambda: tap("1"),
                "reverse": lambda: tap("2"),
            })


def escape_quits(machine, made):
    with Playing(machine, "escape", f"{FULL} --repeat 1 --at-end hold") as player:
        player.wait_for_input()
        player.wait_for("stop")
        machine.press("esc")
        status = player.wait(10)
        require(status == 0, f"exit status {status}: {player.errors()}")
        return "from a held frame, with 0"


CHECKS = [keys, touches, escape_quits]


# how


@contextlib.contextmanager
def touchscreen(machine, known=True):
    """A touchscreen for a while, which udev is to know; gives what makes it tap."""
    machine.text("mkfifo /tmp/taps")
    # opened for writing too, so that it does not end between two taps
    finger = machine.start("touchscreen", "finger <>/tmp/taps")
    if known:
        machine.wait_until(
            "udev knows the touchscreen",
            lambda: machine.run("grep -q ID_INPUT_TOUCHSCREEN=1 /run/udev/data/c13:*")[0] == 0,
        )
    try:
        yield lambda line: machine.text(f"echo {line} >/tmp/taps")
    finally:
        finger.signal("TERM")
        finger.wait()
        machine.text("rm /tmp/taps")


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


def input_devices(machine):
    return int(machine.text("ls /dev/input | grep -c event"))

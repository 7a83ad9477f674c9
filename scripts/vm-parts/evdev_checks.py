"""Checks of keys and touches where no udevd runs: the player reads the devices' nodes itself."""

from cards import probe, without_udev
from console_checks import chord, shell, typed_past_shell
from control_checks import drive, input_devices, stands_still, touchscreen
from player import FULL, Playing, require, settle
from seat_checks import switched

# what a stopped player may use of the processor in a second: one that spins uses all
IDLE = 0.25


def keys_without_udev(machine, made):
    """Keys reach the player and no shell, from nodes of its own and from a seat's daemon."""
    with without_udev(machine):
        told = [line.strip() for line in probe(machine).splitlines() if "udev is not" in line]
        require(told and "read from their nodes" in told[0], f"probe does not say so: {told}")
        with shell(machine):
            typed_past_shell(machine, "nodes")
        # the daemon takes the nodes away for another terminal, and gives them again
        return switched(machine, made, {"by Ctrl-Alt-F2": lambda: chord(machine, "f2")})


def touches_without_udev(machine, made):
    """A screen that is plugged in later turns and stops; unplugged under a finger it does neither."""
    with without_udev(machine), Playing(machine, "fingers", f"{FULL} --fps 10 --vt none") as player:
        player.wait_for_input()
        count = input_devices(machine)
        with touchscreen(machine, known=False) as tap:
            player.wait_for_input(count + 1)
            told = drive(machine, made, player, {
                "toggle": lambda: tap("1"),
                "reverse": lambda: tap("2"),
            })
            lose_records(machine, player)
            for event in ("start", "stop"):
                tap("1")
                player.wait_for(event, 3)
            tap("down")
            settle()
        before = player.cpu_seconds()
        stands_still(machine, made, player)
        used = player.cpu_seconds() - before
        require(used < IDLE, f"{used} s of the processor after the screen was unplugged")
        require(input_devices(machine) == count, "the touchscreen is still there")
        with touchscreen(machine, known=False) as tap:
            player.wait_for_input(count + 1)
            tap("1")
            player.wait_for("start", 4)
    return f"{told}; nothing of a finger on an unplugged screen; plugged in again it starts"


CHECKS = [keys_without_udev, touches_without_udev]


# how


def lose_records(machine, player):
    """Fingers follow one another while the player is held up: more than the kernel keeps for it.

    Had it kept them, each would be a tap; what is told is what is down in the end, which is nothing.
    """
    before = len(player.events())
    player.signal("STOP")
    machine.text("for n in $(seq 400); do echo down; done >/tmp/taps; echo 1 >/tmp/taps; sleep 1")
    player.signal("CONT")
    settle()
    more = player.events()[before:]
    require(not more, f"of lost records there came {more}")

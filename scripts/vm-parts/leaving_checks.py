"""Checks of leaving: in whatever way the player ends, the console's picture is back."""

from player import FULL, Playing, require, same, settle


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


CHECKS = [
    console_after_quitting,
    console_after_terminating,
    console_after_killing,
    console_after_the_end,
]


# how


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

"""Checks of leaving: in whatever way the player ends, the display is as asked."""

import contextlib
import time

from player import FULL, Playing, require, same, settle

# of the group video, with no other rights
SOMEBODY = "viewer"


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


def held_after_every_end(machine, made):
    """The last frame stays, the console comes back when asked for, and can be used."""
    told = []
    for name, leave, expected in ENDS:
        with left(machine, name, "hold", leave, expected) as player:
            last = player.frames()[-1]
            same(machine.screen(f"held-{name}"), made["full"][last])
            told.append(f"{name}: frame {last}")
    return ", ".join(told)


def black_after_every_end(machine, made):
    told = []
    for name, leave, expected in ENDS:
        with left(machine, name, "black", leave, expected):
            require(not any(machine.screen(f"black-{name}")[2]), f"{name}: not black")
            told.append(name)
    return ", ".join(told)


def handed_to_the_next(machine, made):
    """From one player's death to the next one's first frame nothing but frames is on the screen."""
    told = []
    for signal, options in (("KILL", ""), ("TERM", "--kms legacy"), ("KILL", "--vt 2")):
        with Playing(machine, "first", f"{FULL} --fps 5 --at-end hold {options}") as first:
            first.wait_for_frames(2)
            first.signal(signal)
            first.wait(10)
        with Playing(machine, "second", f"{FULL} --fps 5 {options}") as second:
            seen = 0
            while len(second.frames()) < 3:
                shot = machine.screen("between")
                require(shot in made["full"], f"no frame after SIG{signal}, screen {seen}")
                seen += 1
            machine.wait_until("no picture is kept", lambda: not holders(machine))
            second.signal("TERM")
            require(second.wait(10) == 128 + 15, second.errors())
        machine.text("timeout 5 chvt 1")
        settle()
        told.append(f"SIG{signal} {options}: {seen} screens")
    return ", ".join(told)


def held_for_a_user(machine, made):
    """Without root's rights and without a terminal it is the same; the next user's program plays."""
    play = f"{FULL} --fps 5 --vt none --input none"
    with Playing(machine, "user", f"{play} --at-end hold", SOMEBODY) as player:
        player.wait_for_frames(2)
        player.signal("KILL")
        player.wait(10)
        time.sleep(1)
        last = player.frames()[-1]
        same(machine.screen("user-held"), made["full"][last])
    with Playing(machine, "next", play, SOMEBODY) as player:
        player.wait_for_frames(2)
        player.signal("TERM")
        player.wait(10)
    require(not holders(machine), "a picture is kept still")
    return f"frame {last} after SIGKILL; the next player is master"


def held_until_switched(machine, made):
    """Ctrl-Alt-F2 and chvt end the holding, and the terminal behind it is a console again."""
    machine.text("printf '\\033[?25l\\033[2J\\033[HThe other console.\\n' >/dev/tty2")
    before = machine.screen("before-switch")
    machine.text("chvt 2; sleep 0.3")
    other = machine.screen("other")
    machine.text("chvt 1")
    for name, there in (
        ("chvt", lambda: machine.text("timeout 5 chvt 2")),
        ("keys", lambda: machine.keys(["ctrl", "alt", "f2"])),
    ):
        with Playing(machine, name, f"{FULL} --fps 5 --at-end hold") as player:
            player.wait_for_frames(2)
            player.signal("KILL")
            player.wait(10)
            machine.wait_until("the picture is kept", lambda: holders(machine))
        there()
        machine.wait_until("the holding has ended", lambda: not holders(machine))
        settle()
        same(machine.screen(f"{name}-front"), other)
        machine.text("timeout 5 chvt 1")
        settle()
        same(machine.screen(f"{name}-back"), before)
    return "by chvt and by Ctrl-Alt-F2; both consoles are as before"


def restored_from_holding(machine, made):
    """The stop step of a unit takes the picture away, also one that has lost its keeper."""
    before = machine.screen("before-restore")
    for name in ("kept", "unkept"):
        with Playing(machine, name, f"{FULL} --fps 5 --at-end hold") as player:
            player.wait_for_frames(2)
            player.signal("TERM")
            player.wait(10)
        machine.wait_until("the picture is kept", lambda: holders(machine))
        if name == "unkept":
            machine.text(f"kill -9 {holders(machine)}; sleep 0.5")
        told = machine.text("flipbook restore 2>&1").strip()
        require(told, "restore did nothing")
        settle()
        same(machine.screen(f"{name}-restored"), before)
    require(machine.text("flipbook restore 2>&1") == "", "a console in order was restored")
    return told


CHECKS = [
    console_after_quitting,
    console_after_terminating,
    console_after_killing,
    console_after_the_end,
    held_after_every_end,
    black_after_every_end,
    handed_to_the_next,
    held_for_a_user,
    held_until_switched,
    restored_from_holding,
]


# how

ENDS = [
    ("quit", lambda player: player.machine.press("q"), 0),
    ("TERM", lambda player: player.signal("TERM"), 128 + 15),
    ("INT", lambda player: player.signal("INT"), 128 + 2),
    ("HUP", lambda player: player.signal("HUP"), 128 + 1),
    ("SEGV", lambda player: player.signal("SEGV"), 128 + 11),
    ("KILL", lambda player: player.signal("KILL"), 128 + 9),
]


@contextlib.contextmanager
def left(machine, name, wish, leave, expected, sequence=FULL):
    """A player that was left, its wish still on the screen; afterwards the console is back."""
    before = machine.screen(f"before-{name}")
    with Playing(machine, name, f"{sequence} --fps 5 --at-end {wish}") as player:
        player.wait_for_input()
        player.wait_for_frames(3)
        leave(player)
        status = player.wait(10)
        require(status == expected, f"{name}: exit status {status}: {player.errors().strip()}")
        # longer than the guardian waits between two looks
        time.sleep(0.6)
        yield player
        require(holders(machine), f"{name}: nobody keeps the picture")
        told = machine.text("flipbook restore 2>&1")
        require("gone" in told, f"{name}: restore said {told}")
        settle()
        same(machine.screen(f"restored-{name}"), before)


def holders(machine):
    return machine.run("pidof picture-guard")[1].strip()


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

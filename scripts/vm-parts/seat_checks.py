"""Checks of a seat: a user of no group plays through a seat daemon, and switches through it."""

import contextlib

from console_checks import chord, foreground, on_time
from player import FULL, Playing, require, same, settle

RATE = 2
# who may open neither cards nor input devices
NOBODY = "guest"


def seat_for_a_user(machine, made):
    with seatd(machine):
        before = machine.screen("before-seat")
        with Playing(machine, "seat", f"{FULL} --fps {RATE}", NOBODY) as player:
            player.wait_for_input()
            player.wait_for_frames(3)
            reason = player.errors().strip()
            require("seat daemon" in reason, f"no word of a seat: {reason}")
            machine.press("spc")
            player.wait_for("stop")
            settle()
            same(machine.screen("seat-stopped"), made["full"][player.frames()[-1]])
            machine.press("q")
            status = player.wait(10)
            require(status == 0, f"exit status {status}: {player.errors()}")
        settle()
        same(machine.screen("after-seat"), before)
        return reason


def seat_switched_away_and_back(machine, made):
    switch = {
        "by chvt": lambda: machine.text("chvt 2"),
        "by Ctrl-Alt-F2": lambda: chord(machine, "f2"),
    }
    return switched(machine, made, switch)


def switched(machine, made, ways):
    """Another terminal comes to the front in these ways; each time the player's comes back by chvt."""
    machine.text("printf '\\033[?25l\\033[2J\\033[HThe other console.\\n' >/dev/tty2")
    with seatd(machine), Playing(machine, "seat", f"{FULL} --fps {RATE}", NOBODY) as player:
        player.wait_for_input()
        player.wait_for_frames(3)
        for way, there in ways.items():
            there()
            machine.wait_until(f"tty2 is in front {way}", lambda: foreground(machine) == "tty2")
            settle()
            away = machine.screen("seat-away")
            require(away not in made["full"], "it is a frame")
            shown = player.frames()
            machine.press("spc")
            machine.text("sleep 1.3")
            same(machine.screen("seat-away-later"), away)
            require(player.frames() == shown, "frames were told while away")
            machine.text("chvt 1")
            player.wait_for_frames(len(shown) + 3)
        on_time(player)
        player.wait_for_input()
        machine.press("spc")
        player.wait_for("stop")
        settle()
        same(machine.screen("seat-back"), made["full"][player.frames()[-1]])
        machine.press("q")
        status = player.wait(10)
        require(status == 0, f"exit status {status}: {player.errors()}")
        return f"frames {player.frames()} each at its time; space stops, q quits"


def seat_console_after_killing(machine, made):
    with seatd(machine):
        before = machine.screen("before-seat-kill")
        with Playing(machine, "seat", f"{FULL} --fps {RATE}", NOBODY) as player:
            player.wait_for_frames(3)
            player.signal("KILL")
            player.wait(10)
        settle()
        same(machine.screen("after-seat-kill"), before)
    return "the daemon puts the console back"


def seat_daemon_restarted(machine, made):
    """A player whose daemon is killed says so, and goes on with the next one, twice."""
    with contextlib.ExitStack() as daemons:
        daemon = daemons.enter_context(seatd(machine))
        with Playing(machine, "seat", f"{FULL} --fps {RATE}", NOBODY) as player:
            for time_away in ("0.1", "2"):
                player.wait_for_input()
                player.wait_for_frames(len(player.frames()) + 3)
                lost = player.errors().count("has ended")
                daemon.signal("KILL")
                daemon.wait()
                ended = lambda: player.errors().count("has ended") > lost
                machine.wait_until("the player says so", ended, 5)
                machine.text(f"sleep {time_away}; rm -f /run/seatd.sock")
                shown = player.frames()
                daemon = daemons.enter_context(seatd(machine))
                player.wait_for_frames(len(shown) + 3)
            on_time(player)
            player.wait_for_input()
            machine.press("spc")
            player.wait_for("stop")
            settle()
            same(machine.screen("seat-again"), made["full"][player.frames()[-1]])
            told = player.errors().strip().splitlines()
            machine.press("q")
            status = player.wait(10)
            require(status == 0, f"exit status {status}: {player.errors()}")
    # what the first daemon had set is nobody's now
    machine.text("timeout 5 chvt 2; timeout 5 chvt 1")
    return told[-1]


CHECKS = [
    seat_for_a_user,
    seat_switched_away_and_back,
    seat_console_after_killing,
    seat_daemon_restarted,
]


# how


@contextlib.contextmanager
def seatd(machine):
    daemon = machine.start("seatd", f"seatd -u {NOBODY}")
    machine.wait_until(
        "the daemon listens", lambda: machine.run("test -S /run/seatd.sock")[0] == 0
    )
    try:
        yield daemon
    finally:
        if machine.qemu.poll() is None:
            if daemon.alive():
                daemon.signal("TERM")
                daemon.wait()
            machine.text("rm -f /run/seatd.sock")

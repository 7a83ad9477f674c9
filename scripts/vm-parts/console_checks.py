"""Checks of the console behind the player: who gets its keys, who has the screen, and afterwards."""

import contextlib

from machine import MachineError
from player import FULL, Playing, require, same, settle

RATE = 2
COUNT = 12


def killed_then_typed(machine, made):
    return usable_after(machine, "killed", lambda player: player.signal("KILL"), 128 + 9)


def faulted_then_typed(machine, made):
    return usable_after(machine, "faulted", lambda player: player.signal("SEGV"), 128 + 11)


def aborted_then_typed(machine, made):
    return usable_after(machine, "aborted", lambda player: player.signal("ABRT"), 128 + 6)


def killed_with_its_guardian(machine, made):
    """Both die at once: the stop step of a unit puts the console back."""
    with shell(machine) as before:
        with Playing(machine, "alone", f"{FULL} --fps 10") as player:
            player.wait_for_input()
            player.wait_for_frames(3)
            kill_with_guardian(player)
            player.wait(10)
        machine.type("touch /tmp/dead\n")
        settle()
        require(not exists(machine, "/tmp/dead"), "without its guardian the keyboard was alive")
        told = machine.text("flipbook restore 2>&1").strip()
        require("/dev/tty1" in told, f"restore said: {told}")
        settle()
        same(machine.screen("after-restore"), before)
        typed(machine, "/tmp/alive")
        require(machine.text("flipbook restore 2>&1") == "", "a console in order was restored")
        return told


def typed_while_playing(machine, made):
    return unheard(machine, "typed", "")


def typed_without_a_terminal(machine, made):
    """Without a terminal of its own the player has the keyboard to itself."""
    return unheard(machine, "grabbed", "--vt none")


def switched_away_and_back(machine, made):
    machine.text("printf '\\033[?25l\\033[2J\\033[HThe other console.\\n' >/dev/tty2")
    with Playing(machine, "switched", f"{FULL} --fps {RATE}") as player:
        player.wait_for_input()
        player.wait_for_frames(3)
        for there, back in (
            (lambda: machine.text("chvt 2"), lambda: machine.text("chvt 1")),
            (lambda: chord(machine, "f2"), lambda: chord(machine, "f1")),
        ):
            there()
            machine.wait_until("tty2 is in front", lambda: foreground(machine) == "tty2")
            settle()
            away = machine.screen("other-console")
            shown = player.frames()
            machine.press("spc")
            machine.text("sleep 1.3")
            same(machine.screen("other-console-later"), away)
            require(player.frames() == shown, "frames were told while away")
            require(away not in made["full"], "it is a frame")
            back()
            machine.wait_until("tty1 is in front", lambda: foreground(machine) == "tty1")
            player.wait_for_frames(len(shown) + 3)
            # what was held for the switch is held no longer
            player.wait_for_input()
            machine.press("f5")
            settle()
            require(foreground(machine) == "tty1", f"F5 alone switched to {foreground(machine)}")
        on_time(player)
        machine.press("spc")
        player.wait_for("stop")
        settle()
        same(machine.screen("back"), made["full"][player.frames()[-1]])
        machine.press("q")
        status = player.wait(10)
        require(status == 0, f"exit status {status}: {player.errors()}")
        return f"frames {player.frames()} each at its time; space stops, q quits"


def locked(machine, made):
    with Playing(machine, "locked", f"{FULL} --fps {RATE} --vt-switch lock") as player:
        player.wait_for_input()
        player.wait_for_frames(2)
        status, _ = machine.run("timeout 2 chvt 2")
        require(status != 0, "chvt was done")
        chord(machine, "f2")
        settle()
        require(foreground(machine) == "tty1", f"{foreground(machine)} is in front")
        player.wait_for_frames(len(player.frames()) + 2)
        on_time(player)
        machine.press("q")
        require(player.wait(10) == 0, player.errors())
    machine.text("timeout 5 chvt 2 && timeout 5 chvt 1")
    return "chvt and Ctrl-Alt-F2 do nothing; after the end chvt works"


def ended_in_the_back(machine, made):
    """A player that ends, or is killed, on a terminal in the back leaves the one in front alone."""
    # without a cursor that blinks
    machine.text("printf '\\033[?25l\\033[2J\\033[HThe other console.\\n' >/dev/tty2")
    told = []
    for wish in ("restore", "black", "hold"):
        for signal in ("TERM", "KILL"):
            name = f"{wish}-{signal}"
            with shell(machine) as before:
                with Playing(machine, name, f"{FULL} --fps 10 --at-end {wish}") as player:
                    player.wait_for_input()
                    player.wait_for_frames(3)
                    machine.text("chvt 2")
                    settle()
                    away = machine.screen(f"{name}-front")
                    require(away not in made["full"], "a frame is on tty2")
                    player.signal(signal)
                    player.wait(10)
                    for moment in ("at-once", "after"):
                        same(machine.screen(f"{name}-front-{moment}"), away)
                        settle()
                    require("driven by" not in player.errors(), player.errors())
                machine.text("timeout 5 chvt 1")
                settle()
                same(machine.screen(f"{name}-back"), before)
                typed(machine, "/tmp/alive")
                told.append(name)
    return ", ".join(told) + " in the back: tty2 stands, tty1 is usable"


def own_terminal(machine, made):
    """A terminal that is asked for comes to the front, and the earlier one comes back."""
    before = machine.screen("before-own")
    for name, leave in LEAVING:
        with Playing(machine, f"own-{name}", f"{FULL} --fps {RATE} --vt 5") as player:
            player.wait_for_frames(2)
            require(foreground(machine) == "tty5", f"{foreground(machine)} is in front")
            player.wait_for_input()
            leave(player)
            player.wait(10)
            if name == "both":
                settle()
                require(foreground(machine) == "tty5", "tty1 came back without a guardian")
                machine.text("flipbook restore 2>&1")
            back_on_first(machine, name)
        settle()
        same(machine.screen(f"after-{name}"), before)
    return "tty5 while it plays, then tty1: " + ", ".join(name for name, _ in LEAVING)


def own_terminal_without_a_display(machine, made):
    """A player that waits for a display has its terminal in front, and goes back from it as well."""
    for signal in ("TERM", "KILL"):
        arguments = f"{FULL} --vt 5 --output NONE-1"
        with Playing(machine, f"waiting-{signal}", arguments) as player:
            machine.wait_until("it waits", lambda: "NONE-1" in player.errors())
            require(foreground(machine) == "tty5", f"{foreground(machine)} is in front")
            player.signal(signal)
            player.wait(10)
            back_on_first(machine, signal)
    with Playing(machine, "switched", f"{FULL} --vt 5 --output NONE-1") as player:
        machine.wait_until("it waits", lambda: "NONE-1" in player.errors())
        machine.text("chvt 2")
        player.signal("TERM")
        player.wait(10)
        settle()
        require(foreground(machine) == "tty2", f"{foreground(machine)} is in front")
    machine.text("chvt 1")
    return "after SIGTERM and SIGKILL; a switch meanwhile is not undone"


def told_of_the_console(machine, made):
    """Keys that reach others, and a console that the kernel blanks, are told by play and probe."""
    blanks, exposes = "consoleblank=600", "What is typed on a keyboard"
    machine.text("printf '\\033[9;10]' >/dev/tty1")
    try:
        with Playing(machine, "told", f"{FULL} --vt none --input none") as player:
            player.wait_for_frames(2)
            for said in (blanks, exposes):
                require(player.errors().count(said) == 1, f"play said: {player.errors()}")
        probed = machine.text("flipbook probe --vt none --input none")
        for said in (blanks, exposes):
            require(probed.count(said) == 1, f"probe said: {probed}")
    finally:
        machine.text("printf '\\033[9;0]' >/dev/tty1")
    with Playing(machine, "untold", FULL) as player:
        player.wait_for_input()
        require(not player.errors().strip(), f"play said: {player.errors()}")
    return "once each; with a terminal of its own nothing"


CHECKS = [
    killed_then_typed,
    faulted_then_typed,
    aborted_then_typed,
    killed_with_its_guardian,
    typed_while_playing,
    typed_without_a_terminal,
    switched_away_and_back,
    locked,
    ended_in_the_back,
    own_terminal,
    own_terminal_without_a_display,
    told_of_the_console,
]


# how

# in how many ways a player on a terminal that was asked for is left
LEAVING = [
    ("quit", lambda player: player.machine.press("q")),
    ("TERM", lambda player: player.signal("TERM")),
    ("SEGV", lambda player: player.signal("SEGV")),
    ("KILL", lambda player: player.signal("KILL")),
    ("both", lambda player: kill_with_guardian(player)),
]


def kill_with_guardian(player):
    machine = player.machine
    machine.text(f"kill -9 $(pidof console-guard) {player.process}")


def back_on_first(machine, name):
    machine.wait_until(
        f"tty1 is in front again after {name}", lambda: foreground(machine) == "tty1", 5
    )


@contextlib.contextmanager
def shell(machine):
    """A shell that reads the keyboard on tty1, as a getty's would; gives the console's picture."""
    machine.text("rm -f /tmp/alive /tmp/leak /tmp/dead")
    machine.text("printf '\\033[?25l\\033[2J\\033[HWhat stood here before.\\n' >/dev/tty1")
    line = "exec setsid -c env PS1=ready: sh -i <>/dev/tty1 >&0 2>&0"
    program = machine.start("shell", f"sh -c '{line}'")
    settle()
    try:
        typed(machine, "/tmp/alive")
        settle()
        yield machine.screen("console")
    finally:
        if machine.qemu.poll() is None and program.alive():
            program.signal("KILL")
            program.wait()


def typed(machine, path):
    """What is typed reaches the shell, and can be read."""
    machine.text(f"rm -f {path}")
    machine.type(f"touch {path}\n")
    try:
        machine.wait_until("the shell got it", lambda: exists(machine, path), 5)
    except MachineError:
        require(False, "what was typed did not reach the shell")


def usable_after(machine, name, leave, expected):
    with shell(machine) as before:
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
        typed(machine, "/tmp/alive")
        settle()
        require(machine.screen(f"{name}-typed") != before, "what was typed is not on the screen")
        require(machine.run("pidof console-guard")[0] != 0, "the guardian is still there")
        return f"exit status {status}, the console is back, the shell gets what is typed"


def typed_past_shell(machine, name, options=""):
    """A player has the space and the q of what is typed, and a shell that reads its terminal nothing."""
    with Playing(machine, name, f"{FULL} --fps 10 {options}") as player:
        player.wait_for_input()
        player.wait_for_frames(3)
        machine.type("touch /tmp/leak\n")
        player.wait_for("stop")
        machine.press("q")
        status = player.wait(10)
        require(status == 0, f"exit status {status}: {player.errors()}")
    settle()
    require(not exists(machine, "/tmp/leak"), "what was typed reached the shell")


def unheard(machine, name, options):
    with shell(machine) as before:
        typed_past_shell(machine, name, options)
        same(machine.screen(f"after-{name}"), before)
        typed(machine, "/tmp/alive")
        return "the player had its space and its q, the shell nothing; then the shell is heard again"


def on_time(player):
    """Each frame is the one of its time, however long the player was away."""
    start = player.named("start")[0]["t"]
    for event in player.named("frame"):
        steps = (event["t"] - start) / 1e9 * RATE
        # a mode set may take to the end of its frame's time: 50 ms are no matter
        due = [int(steps + slack) % COUNT for slack in (0.05, -0.1)]
        require(event["index"] in due, f"frame {event['index']} after {steps:.2f} frames' time")


def chord(machine, key):
    machine.keys(["ctrl", "alt", key])


def exists(machine, path):
    return machine.run(f"test -e {path}")[0] == 0


def foreground(machine):
    return machine.text("cat /sys/class/tty/tty0/active").strip()

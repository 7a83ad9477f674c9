"""Checks of the kernel's two ways of setting modes, which have to come to the same; used by the
checks of every display."""

import json

from player import CheckFailed, Playing, require, same, settle


def starts_without_mode_set(machine, sequence):
    """The console runs in the display's mode: the first picture comes by a flip, in both ways."""
    told = []
    for kms in ("atomic", "legacy"):
        figures = statistics(machine, f"{sequence} --kms {kms} --for 1")
        require(figures.get("kms") == kms, f"--kms {kms} was played by {figures.get('kms')}")
        sets = figures.get("mode_sets")
        require(sets == 0, f"--kms {kms}: {sets} mode sets")
        require(figures["frames_shown"] > 0, f"--kms {kms} showed nothing")
        told.append(f"{kms}: {figures['frames_shown']} frames")
    figures = statistics(machine, f"{sequence} --for 1")
    require(figures.get("kms") == "atomic", f"by itself it took {figures.get('kms')}")
    return "0 mode sets; " + ", ".join(told)


def holds_picture(machine, sequence, expected):
    """The last frame to the pixel, and the console's picture after it, in both ways."""
    before = machine.screen("before-interfaces")
    for kms in ("atomic", "legacy"):
        options = f"{sequence} --kms {kms} --repeat 1 --at-end hold"
        with Playing(machine, f"held-{kms}", options) as player:
            player.wait_for("stop")
            settle()
            same(machine.screen(f"held-{kms}"), expected)
            player.signal("TERM")
            player.wait(10)
        machine.text("flipbook restore")
        settle()
        same(machine.screen(f"after-{kms}"), before)
    return "the last frame and the console to the pixel, by atomic commits and by the older calls"


# how


def statistics(machine, options):
    status, text = machine.run(f"timeout 40 flipbook play {options} --stats 2>/tmp/interface.err")
    errors = machine.run("cat /tmp/interface.err")[1].strip()
    require(status == 0, f"exit status {status}: {errors}")
    try:
        return json.loads(text)
    except ValueError as error:
        raise CheckFailed(f"--stats is no JSON: {error}: {text[:200]}") from None

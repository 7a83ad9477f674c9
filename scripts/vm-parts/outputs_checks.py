"""Checks on a card with two displays: mirrored, one picture across, a source each, one going."""

import json

import pictures
from player import Playing, require, same, settle

DISPLAY = ("pair", 800, 480)
SECOND = (640, 480)
HOLD = "--fps 3 --repeat 1 --at-end hold --output all"


def sequences(folder):
    return {
        "left": pictures.sequence(f"{folder}/left", 3, 800, 480),
        "right": pictures.sequence(f"{folder}/right", 4, *SECOND),
        "across": pictures.sequence(f"{folder}/across", 3, 800 + SECOND[0], 480),
    }


def both_show(machine, name, player, left, right):
    """Waits until both displays have their last frame, and looks at them."""
    lasts = {"Virtual-1": left[0], "Virtual-2": right[0]}

    def shown():
        player.must_live()
        seen = {event["output"]: event["index"] for event in player.named("frame")}
        return seen == lasts

    machine.wait_until(f"both show their last frames {lasts}", shown)
    settle()
    left, right = left[1], right[1]
    same(machine.screen(f"{name}-1"), left)
    same(machine.screen(f"{name}-2", head=1), right)


def each_its_own(machine, made):
    """Two sources on two displays, each to its own end."""
    options = f"/sequences/left /sequences/right {HOLD} --arrange each"
    with Playing(machine, "each", options) as player:
        both_show(machine, "each", player, (2, made["left"][-1]), (3, made["right"][-1]))
        count = {}
        for event in player.named("frame"):
            count[event["output"]] = count.get(event["output"], 0) + 1
        require(count == {"Virtual-1": 3, "Virtual-2": 4}, f"frames: {count}")
    return "3 and 4 frames, both to the pixel"


def mirrored(machine, made):
    """The same on both, each fitted for itself."""
    options = f"/sequences/left {HOLD} --fit none"
    with Playing(machine, "mirrored", options) as player:
        picture = made["left"][-1]
        middle = pictures.cut(picture, 80, 0, *SECOND)
        both_show(machine, "mirrored", player, (2, picture), (2, middle))
    return "800x480 and its middle, to the pixel"


def across(machine, made):
    """One picture goes across both, without a seam, by atomic commits and by the older calls."""
    for interface in ("atomic", "legacy"):
        options = f"/sequences/across {HOLD} --arrange extend --kms {interface}"
        with Playing(machine, f"across-{interface}", options) as player:
            whole = made["across"][-1]
            left = pictures.cut(whole, 0, 0, 800, 480)
            right = pictures.cut(whole, 800, 0, *SECOND)
            both_show(machine, f"across-{interface}", player, (2, left), (2, right))
    return "1440x480 to the pixel, atomic and legacy"


def one_goes(machine, made):
    """One display is turned off and on again: the other does not notice."""
    status = "/sys/class/drm/card0-Virtual-2/status"
    with Playing(machine, "goes", "/sequences/left --fps 20 --output all") as player:
        player.wait_for_frames(20)
        machine.run(f"echo off > {status}")
        player.wait_for_frames(len(player.frames()) + 40)
        machine.run(f"echo on > {status}")
        player.wait_for_frames(len(player.frames()) + 40)
        machine.run(f"echo detect > {status}")
        times = [e["t"] for e in player.named("frame") if e["output"] == "Virtual-1"]
        gap = max(b - a for a, b in zip(times, times[1:])) / 1e6
        require(gap < 400, f"the first display stood still for {gap:.0f} ms")
    return f"the first display's longest gap is {gap:.0f} ms at 20 frames a second"


def left_as_found(machine, made):
    """Both consoles are back after a player's end."""
    before = machine.screen("before-1"), machine.screen("before-2", head=1)
    options = "/sequences/left --fps 3 --repeat 1 --output all --stats"
    status, text = machine.run(f"flipbook play {options} 2>/dev/null")
    require(status == 0, f"exit status {status}: {text.strip()}")
    figures = json.loads(text)
    names = [output["output"] for output in figures["outputs"]]
    require(names == ["Virtual-1", "Virtual-2"], f"figures of {names}")
    settle()
    same(machine.screen("after-1"), before[0])
    same(machine.screen("after-2", head=1), before[1])
    return f"both to the pixel; {figures['flips']} pictures on both"


CHECKS = [each_its_own, mirrored, across, left_as_found, one_goes]

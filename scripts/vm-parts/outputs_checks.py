"""Checks on a card with two displays: mirrored, one picture across, a source each, one going."""

import json
import os
import time

import pictures
from control_checks import input_devices, touchscreen
from player import Playing, require, same, settle

DISPLAY = ("pair", 800, 480)
SECOND = (640, 480)
HOLD = "--fps 3 --repeat 1 --at-end hold --output all"
STATUS = "/sys/class/drm/card0-Virtual-2/status"
WHOLE = (800 + SECOND[0], 480)
BACK = (0x10, 0x20, 0x30)
# A picture on the seam, and a button in the middle of the second display.
SCENE = """scene 1
background #102030
animator blink frames "off.png" "on.png" duration 0.4 stopped
layer seam picture "on.png" frame 752 100 96 64
layer behind animator blink frame 1072 208 96 64
button go picture "off.png" on "on.png" frame 1072 208 96 64 toggles blink
"""


def sequences(folder):
    return {
        "left": pictures.sequence(f"{folder}/left", 3, 800, 480),
        "right": pictures.sequence(f"{folder}/right", 4, *SECOND),
        "across": pictures.sequence(f"{folder}/across", 3, *WHOLE),
        "many": pictures.sequence(f"{folder}/many", 40, *SECOND),
        "wall": scene(f"{folder}/wall"),
    }


def scene(folder):
    """Writes a scene that goes across both displays; gives its pictures back."""
    os.mkdir(folder)
    made = {"off": pictures.frame(5, 96, 64), "on": pictures.frame(9, 96, 64)}
    for name, picture in made.items():
        pictures.write_png(f"{folder}/{name}.png", picture)
    with open(f"{folder}/wall.scene", "w", encoding="utf-8") as file:
        file.write(SCENE)
    return made


def both_are(machine, name, whole):
    """Looks at both displays, of which each shows its part of a picture."""
    same(machine.screen(f"{name}-1"), pictures.cut(whole, 0, 0, 800, 480))
    same(machine.screen(f"{name}-2", head=1), pictures.cut(whole, 800, 0, *SECOND))


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
    with Playing(machine, "goes", "/sequences/left --fps 20 --output all") as player:
        player.wait_for_frames(20)
        machine.run(f"echo off > {STATUS}")
        player.wait_for_frames(len(player.frames()) + 40)
        machine.run(f"echo on > {STATUS}")
        player.wait_for_frames(len(player.frames()) + 40)
        machine.run(f"echo detect > {STATUS}")
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


def scene_across(machine, made):
    """One scene goes across both; a finger on the second display finds the button that is there."""
    wall = made["wall"]

    def whole(button):
        return pictures.filled(*WHOLE, BACK, [(752, 100, wall["on"]), (1072, 208, wall[button])])

    before = input_devices(machine)
    with touchscreen(machine) as tap:
        options = "--output all --arrange extend --bind tap=none"
        options += " --touch 'uinput touchscreen=Virtual-2'"
        with Playing(machine, "wall", f"/sequences/wall/wall.scene {options}") as player:
            player.wait_for_input(before + 1)
            settle()
            both_are(machine, "wall-off", whole("off"))
            tap("1 850 500")
            time.sleep(0.5)
            both_are(machine, "wall-missed", whole("off"))
            tap("1 500 500")
            player.wait_for("start")
            settle()
            both_are(machine, "wall-on", whole("on"))
    return "a picture on the seam and a button, to the pixel"


def places_stay(machine, made):
    """Across both, the first display's picture stays where it is while the second is dark."""
    whole = made["across"][-1]
    with Playing(machine, "places", f"/sequences/across {HOLD} --arrange extend") as player:
        left, right = pictures.cut(whole, 0, 0, 800, 480), pictures.cut(whole, 800, 0, *SECOND)
        both_show(machine, "places", player, (2, left), (2, right))
        machine.run(f"echo off > {STATUS}")
        player.wait_for("display")
        time.sleep(1)
        same(machine.screen("places-dark"), left)
        machine.run(f"echo on > {STATUS}")
        time.sleep(2)
        player.must_live()
        both_are(machine, "places-again", whole)
    return "to the pixel, before, while and after the second was off"


def slow_together(machine, made):
    """With --late slow both show every frame, and the same, at a rate that none can hold."""
    options = "--output all --fps 240 --late slow --repeat 2 --at-end hold"
    with Playing(machine, "slow", f"/sequences/many {options}") as player:
        player.wait_for("stop", 2)
        frames = player.named("frame")
    places, apart = {}, 0
    for frame in frames:
        output, index = frame["output"], frame["index"]
        # The one that joins begins with the frame of the time.
        last = places.get(output, index - 1)
        require((index - last) % 40 == 1, f"{output} shows {index} after {last % 40}")
        places[output] = last + 1
        if len(places) == 2:
            apart = max(apart, abs(places["Virtual-1"] - places["Virtual-2"]))
    require(len(places) == 2 and set(places.values()) == {79}, f"the ends are {places}")
    require(apart <= 2, f"they were {apart} frames apart")
    seconds = (frames[-1]["t"] - frames[0]["t"]) / 1e9
    return f"80 frames on each in {seconds:.1f} s, never more than {apart} apart"


CHECKS = [
    each_its_own,
    mirrored,
    across,
    scene_across,
    slow_together,
    places_stay,
    left_as_found,
    one_goes,
]

"""Checks on vkms, a display with vblanks: which picture was on screen at each, by its CRC."""

import collections
import json
import time

import conformance
import interface_checks
import pictures
from host import judged_in_calm
from player import CheckFailed, Playing, require

DISPLAY = ("vkms", 320, 180)
SEQUENCE = "/sequences/small"
COUNT = 60


def sequences(folder):
    return {"small": pictures.sequence(f"{folder}/small", COUNT, 320, 180)}


def each_frame_two_vblanks(machine, made):
    """30 fps on 60 Hz."""
    expected = [(index, 2) for index in range(COUNT)]
    return watch_in_calm(machine, made, "--fps 30 --repeat 1", expected)


def atomic_vblanks(machine, made):
    """The same as by the older calls, vblank for vblank, and nothing between console and frame 0."""
    expected = [(index, 2) for index in range(COUNT)]
    return watch_in_calm(machine, made, "--fps 30 --repeat 1 --kms atomic", expected)


def legacy_vblanks(machine, made):
    """The same as by atomic commits."""
    expected = [(index, 2) for index in range(COUNT)]
    return watch_in_calm(machine, made, "--fps 30 --repeat 1 --kms legacy", expected)


def no_mode_set(machine, made):
    return interface_checks.starts_without_mode_set(machine, SEQUENCE)


def cadence_of_24(machine, made):
    """24 fps on 60 Hz: a frame lasts two and a half vblanks, so two and three by turns."""

    def by_turns(runs):
        lengths = [length for _, length in runs]
        order = [index for index, _ in runs] == list(range(COUNT))
        return order and lengths in ([2, 3] * (COUNT // 2), [3, 2] * (COUNT // 2))

    return watch_in_calm(machine, made, "--fps 24 --repeat 1", by_turns)


def reverse(machine, made):
    expected = [(index, 2) for index in reversed(range(COUNT))]
    return watch_in_calm(machine, made, "--fps 30 --repeat 1 --reverse", expected)


def autoreverse(machine, made):
    """There and back, each end shown once."""
    there_and_back = [*range(COUNT), *range(COUNT - 2, 0, -1)]
    expected = [(index, 2) for index in there_and_back]
    return watch_in_calm(machine, made, "--fps 30 --repeat 1 --autoreverse", expected)


def rate_by_duration(machine, made):
    """A cycle in one second: one vblank a frame, in the second round, when all is decoded."""

    def second_round(runs):
        return runs[-COUNT:] == [(index, 1) for index in range(COUNT)]

    return watch_in_calm(machine, made, "--duration 1 --repeat 2", second_round)


def custom_timing(machine, made):
    """A timing that the display does not list, of 30 Hz: three vblanks a frame, not six."""

    def at_30_hertz(runs):
        vblanks = sum(length for _, length in runs)
        order = [index for index, _ in runs] == list(range(COUNT))
        return order and abs(vblanks - 3 * COUNT) <= 6

    timing = "3.996 320 340 372 400 180 184 189 333"
    options = f"--fps 10 --repeat 1 --mode '{timing}'"
    return "; ".join(
        watch_in_calm(machine, made, f"{options} --kms {way}", at_30_hertz)
        for way in ("legacy", "atomic")
    )


def probe(machine, made):
    return named_by_probe(machine, "vkms", "Virtual-1", "320x180")


def probe_names_the_holder(machine, made):
    """Root is told who drives the card, a user who has it open as far as may be known."""
    holder = hold_card(machine)
    told = json.loads(machine.run("flipbook probe --json")[1])["cards"][0]
    name = f"holder (process {holder.process})"
    text = machine.run("flipbook probe")[1]
    by_user = machine.run("su viewer -c 'flipbook probe'")[1]
    holder.signal("KILL")
    holder.wait()
    expected = [{"pid": holder.process, "name": "holder", "is_master": True}]
    require(told["users"] == expected and told["users_complete"], f"told of {told['users']}")
    require(f"{name}, which drives it" in text, f"not named: {text.strip()}")
    require("driven by another program" in by_user and "root" in by_user, by_user.strip())
    told = json.loads(machine.run("flipbook probe --json")[1])
    require(told["cards"][0]["users"] == [], f"told of {told['cards'][0]['users']}")
    require(told["chosen"]["kms"] == "atomic", f"would go by {told['chosen']['kms']}")
    return f"{name}; " + " ".join(told["chosen"]["reasons"])


def busy_card(machine, made):
    return refused(machine, "play", "busy", lambda: hold_card(machine))


def missing_mode(machine, made):
    return refused(machine, "play --mode 1234x567", "mode", lambda: None)


def conformance_list(machine, made):
    """Answers every call of the list as the simulated display of its kind does."""
    return conformance.check(machine, "vkms")


def handed_over_at_each_vblank(machine, made):
    """A player is killed, another follows: at no vblank in between anything but a frame is shown."""
    names = {pictures.vkms_crc(picture): i for i, picture in enumerate(made["small"])}
    told = []
    for first, second in (("atomic", "legacy"), ("legacy", "atomic")):
        watcher = machine.start("vblanks", "vblanks 60")
        machine.wait_until("the CRCs are watched", lambda: "watching" in watcher.output())
        play = f"{SEQUENCE} --fps 10 --kms"
        with Playing(machine, "first", f"{play} {first} --at-end hold") as player:
            player.wait_for_frames(3)
            player.signal("KILL")
            player.wait(10)
        time.sleep(0.6)
        with Playing(machine, "second", f"{play} {second}") as player:
            player.wait_for_frames(3)
            player.signal("TERM")
            player.wait(10)
        time.sleep(0.3)
        runs = taken(watcher)
        console = runs[0][0]
        require(console == runs[-1][0], "the console's picture is not back")
        shown = [(crc, length) for crc, length in runs if crc not in (None, console)]
        other = [unknown(crc) for crc, _ in shown if crc not in names]
        between = [crc for crc, _ in runs]
        while between and between[0] in (None, console):
            between.pop(0)
        while between and between[-1] in (None, console):
            between.pop()
        require(not other and console not in between, f"besides frames: {other or 'the console'}")
        held = max(length for _, length in shown)
        require(held > 30, f"no frame was held for longer than {held} vblanks")
        told.append(f"{first} to {second}: one frame for {held} vblanks")
    return "; ".join(told)


CHECKS = [
    probe,
    probe_names_the_holder,
    each_frame_two_vblanks,
    atomic_vblanks,
    legacy_vblanks,
    no_mode_set,
    cadence_of_24,
    reverse,
    autoreverse,
    rate_by_duration,
    custom_timing,
    handed_over_at_each_vblank,
    busy_card,
    missing_mode,
    # last: it takes the driver from its device and gives it back
    conformance_list,
]


# how


def watch_in_calm(machine, made, options, expected):
    names = {pictures.vkms_crc(picture): i for i, picture in enumerate(made["small"])}
    return judged_in_calm(machine, lambda: watch(machine, names, options, expected))


def watch(machine, names, options, expected):
    status, runs = vblanks_of(machine, f"play {SEQUENCE} {options}")
    require(status == 0, f"exit status {status}: {machine.run('cat /tmp/watched.err')[1].strip()}")
    console = runs[0][0]
    require(console == runs[-1][0], "the console's picture is not back")
    while runs and runs[0][0] in (console, None):
        runs.pop(0)
    while runs and runs[-1][0] in (console, None):
        runs.pop()
    shown = [(names.get(crc, unknown(crc)), length) for crc, length in runs]
    histogram = collections.Counter(length for _, length in shown)
    figures = "vblanks a frame: " + ", ".join(
        f"{histogram[length]} × {length}" for length in sorted(histogram)
    )
    right = expected(shown) if callable(expected) else shown == expected
    require(right, f"{len(shown)} pictures, {figures}; {first_wrong(shown, expected)}")
    return figures


def unknown(crc):
    return "not seen" if crc is None else f"a picture that is no frame ({crc:08x})"


def first_wrong(shown, expected):
    """Where the pictures shown leave what was expected, with those around it, and the end."""
    place = 0
    if not callable(expected):
        pairs = enumerate(zip(shown, expected))
        place = next((i for i, (a, b) in pairs if a != b), min(len(shown), len(expected)))

    def told(some):
        return ", ".join(f"{what} for {length}" for what, length in some)

    around = told(shown[max(0, place - 2) : place + 4])
    return f"wrong from number {place}: {around}; the end: {told(shown[-3:])}"


def vblanks_of(machine, arguments):
    """Runs flipbook; its exit status, and the runs of vblanks as (CRC or None, length)."""
    watcher = machine.start("vblanks", "vblanks 60")
    machine.wait_until("the CRCs are watched", lambda: "watching" in watcher.output())
    status = machine.start("watched", f"flipbook {arguments}").wait(40)
    time.sleep(0.3)
    return status, taken(watcher)


def taken(watcher):
    """Ends a watcher of vblanks; what it saw."""
    watcher.signal("TERM")
    watcher.wait()
    lines = [line.split() for line in watcher.output().splitlines()[1:]]
    return [(None if crc == "-" else int(crc, 16), int(n)) for _, n, crc in lines]


def hold_card(machine):
    holder = machine.start("holder", "holder /dev/dri/card0")
    machine.wait_until("the card is held", lambda: "holding" in holder.output())
    return holder


def refused(machine, command, word, prepare):
    """No display to be had: a sentence that says so, exit status 69, and the picture as it was."""
    holder = prepare()
    command, _, options = command.partition(" ")
    status, runs = vblanks_of(machine, f"{command} {SEQUENCE} --display drm --wait 0 {options}")
    if holder:
        holder.signal("KILL")
        holder.wait()
    sentence = machine.run("cat /tmp/watched.err")[1].strip()
    allowed = (69,) if holder else (64, 69)
    require(status in allowed, f"exit status {status}: {sentence}")
    named = "/dev/dri/card0" if holder else "1234x567"
    require(named in sentence, f"{named} is not named: {sentence}")
    name = f"holder (process {holder.process})" if holder else ""
    require(name in sentence, f"who has the card is not named: {sentence}")
    shown = {crc for crc, _ in runs if crc is not None}
    require(len(shown) == 1, f"{len(shown)} pictures were on screen, not only the console's")
    return f"exit status {status}: {sentence}"


def named_by_probe(machine, driver, connector, mode):
    """What `probe` chose, told to people and to programs."""
    status, text = machine.run("flipbook probe 2>&1")
    require(status == 0, f"exit status {status}: {text.strip()}")
    status, told = machine.run("flipbook probe --json")
    require(status == 0, f"--json: exit status {status}: {told.strip()}")
    try:
        json.loads(told)
    except ValueError as error:
        raise CheckFailed(f"--json is no JSON: {error}: {told[:200]}") from None
    for word in (driver, connector, mode):
        require(word in text, f"{word} is not named: {text.strip()}")
        # a mode may be told as numbers
        parts = word.split("x") if word == mode else [word]
        require(all(part in told for part in parts), f"--json does not name {word}: {told.strip()}")
    return f"{driver}, {connector}, {mode}"

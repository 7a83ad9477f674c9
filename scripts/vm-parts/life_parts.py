"""What checks of coming and going are written with: a card alone, a player on it, what is seen."""

import contextlib
import time

from cards import KINDS, shows, without_udev
from console_checks import COUNT, RATE
from player import FULL, Playing, require

# how long it takes until a player looks by itself at most every four seconds
LONG = 4
# to notice, to settle, to make buffers, to show the next frame
SOON = 1.5


@contextlib.contextmanager
def listening(machine, udev):
    """With udevd, or to the kernel alone."""
    with contextlib.nullcontext() if udev else without_udev(machine):
        yield


@contextlib.contextmanager
def alone(machine, kind, here=True):
    """A card that is the only one, and is gone again afterwards."""
    every = {name: make(machine) for name, make in KINDS.items()}
    card = every[kind]
    card.come()
    if kind == "virtio":
        card.plug()
    if not here:
        card.go()
    try:
        yield card
    finally:
        if machine.qemu.poll() is None:
            for one in every.values():
                if one.number():
                    one.force("detect")
                one.go()
            machine.text("timeout 5 chvt 1")


def playing(machine, options="", user=""):
    return Playing(machine, "life", f"{FULL} --fps {RATE} --input none {options}", user)


def waiting(player, reason):
    """The player waits, and has said for what."""
    player.machine.wait_until("it is said", lambda: reason in player.errors(), 10)
    # until the next look of its own is four seconds off: what comes sooner was told of
    time.sleep(LONG)
    player.must_live()
    require(not player.frames(), f"frames were shown: {player.frames()}")
    require("Waiting until" in player.errors(), player.errors())


def lights_up(player, limit, shown=0):
    """Seconds until the next frame is told."""
    start = time.monotonic()
    player.wait_for_frames(shown + 1)
    took = time.monotonic() - start
    require(took <= limit, f"only after {took:.1f} s")
    return took


def state(player, name):
    """The player tells of a state of its display, for the first time or again."""

    def told():
        player.must_live()
        last = states(player)[-2:]
        return last[-1:] == [name] or (name == "lost" and last == ["lost", "absent"])

    player.machine.wait_until(f"{player.name} has told of {name}", told, 10)


def states(player):
    return [event["state"] for event in player.named("display")]


def seen(card, made, player, name):
    """The display shows the frame that was told last, or the next one."""
    player.wait_for_frames(len(player.frames()) + 1)
    before = player.frames()[-1]
    frame = shows(card, made["full"], name)
    after = player.frames()[-1]
    allowed = {(before + step) % COUNT for step in range((after - before) % COUNT + 1)}
    require(frame in allowed, f"{name}: frame {frame} is shown, {before} to {after} were told")


def nothing_left(player, cards, card=None):
    """The player has so many files of cards, and nothing of a card that is gone."""
    process = f"/proc/{player.process}"
    files = player.machine.text(f"ls -l {process}/fd").splitlines()
    nodes = [line.rpartition(" -> ")[2] for line in files if "/dev/dri/" in line]
    require(len(nodes) == cards, f"the player has open: {nodes}")
    maps = player.machine.text(f"cat {process}/maps").splitlines()
    mapped = ["/dev/dri/" + line.partition("/dev/dri/")[2] for line in maps if "/dev/dri/" in line]
    # one in front, one on its way, one to draw into
    require(len(mapped) == 3 * cards, f"mapped: {mapped}")
    every = {*nodes, *mapped}
    require(not any("deleted" in node for node in every), f"of a card that is gone: {every}")
    if card:
        require(every == {card.node()}, f"not of {card.node()}: {every}")


def hold(machine, card, process=""):
    holder = machine.start("holder", f"holder {card.node()} {process}")
    machine.wait_until("the card is held", lambda: "holding" in holder.output())
    return holder


def release(holder):
    holder.signal("KILL")
    holder.wait()

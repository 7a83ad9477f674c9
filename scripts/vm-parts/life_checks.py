"""Checks of displays that come and go under the player: on a real kernel, card by card.

The machine has a virtio-gpu and a bochs card, and may have a vkms one; each comes when its driver
does. What is played must be on the display again afterwards, and be what its time asks for.
"""

import functools
import os
import time

import life_extremes
import pictures
import scene_checks
from cards import HEIGHT, KINDS, WIDTH, probe, shows
from console_checks import COUNT, foreground, on_time
from life_parts import (
    LONG,
    SOON,
    alone,
    hold,
    lights_up,
    listening,
    nothing_left,
    playing,
    release,
    seen,
    state,
    states,
    waiting,
)
from player import require, settle

DISPLAY = ("life", WIDTH, HEIGHT)


def sequences(folder):
    os.makedirs(f"{folder}/scenes")
    scene_checks.scenes(f"{folder}/scenes")
    return {"full": pictures.sequence(f"{folder}/full", COUNT, WIDTH, HEIGHT)}


def card_comes_later(machine, made, kind, udev):
    """Started without any card, the player waits, and lights up when a driver comes."""
    with listening(machine, udev), alone(machine, kind, here=False) as card:
        with playing(machine) as player:
            waiting(player, "no display device")
            require("no display device" in probe(machine), "probe does not say what is missing")
            card.come()
            took = lights_up(player, SOON)
            seen(card, made, player, "came")
        return f"{took:.1f} s after its driver"


def dark_at_start(machine, made, kind, udev):
    """Started with the display off, the player waits, the card in hand, and lights up when it comes."""
    with listening(machine, udev), alone(machine, kind) as card:
        card.unplug_for_sure()
        with playing(machine) as player:
            waiting(player, "No display is connected")
            said = probe(machine)
            require("No display is connected" in said, "probe does not say so")
            require("which drives it" in said, f"the card is not held: {said}")
            card.plug()
            took = lights_up(player, SOON)
            seen(card, made, player, "plugged")
        return f"{took:.1f} s after it was plugged in"


def dark_and_untold(machine, made, kind, udev):
    """Where nobody tells of a display that is there now, it is found by looking again."""
    with alone(machine, kind) as card:
        card.force("off", telling=False)
        with playing(machine) as player:
            waiting(player, "No display is connected")
            card.force("detect", telling=False)
            took = lights_up(player, 10)
            seen(card, made, player, "found")
        return f"after {took:.1f} s"


def unplugged_and_back(machine, made, kind, udev, kms):
    """The cable is out and in again: playing goes on, and is seen again at its time."""
    with listening(machine, udev), alone(machine, kind) as card:
        with playing(machine, f"--kms {kms}") as player:
            player.wait_for_frames(2)
            card.unplug()
            state(player, "unplugged")
            require("disconnected" in probe(machine), "probe does not say so")
            time.sleep(1.2)
            card.plug()
            state(player, "plugged")
            seen(card, made, player, "plugged-again")
            on_time(player)
            require("Going on when" not in player.errors(), player.errors())
        return "unplugged, plugged"


def another_size(machine, made, kind, udev, kms):
    """Another monitor is plugged in: its own mode is set, and the picture fitted into it."""
    with listening(machine, udev), alone(machine, kind) as card:
        with playing(machine, f"--kms {kms} --fit none") as player:
            player.wait_for_frames(2)
            card.resize(0, 0)
            state(player, "unplugged")
            card.resize(1024, 768)
            frames = len(player.frames())
            player.wait_for_frames(frames + 3)
            larger = [pictures.placed(picture, 1024, 768) for picture in made["full"]]
            seen(card, {"full": larger}, player, "other-monitor")
            card.resize(WIDTH, HEIGHT)
            player.wait_for_frames(len(player.frames()) + 3)
            seen(card, made, player, "first-monitor")
            on_time(player)
        return "1024x768 and back, fitted to the pixel"


def replaced(machine, made, kind, udev, kms):
    """The driver lets go of the card under the player, and takes it again."""
    with listening(machine, udev), alone(machine, kind) as card:
        with playing(machine, f"--kms {kms}") as player:
            player.wait_for_frames(2)
            for time_away in (0.3, LONG):
                card.go()
                state(player, "lost")
                nothing_left(player, 0)
                require("no display device" in probe(machine), "probe does not say so")
                time.sleep(time_away)
                shown = len(player.frames())
                card.come()
                took = lights_up(player, SOON, shown)
                seen(card, made, player, "again")
            on_time(player)
            nothing_left(player, 1)
        return f"twice, the last {took:.1f} s after its driver"


def other_card_first(machine, made, kind, udev, kms):
    """A second card comes, then the first goes: playing goes on there."""
    return handed_over(machine, made, kind, udev, kms, comes_first=True)


def other_card_after(machine, made, kind, udev, kms):
    """The card goes, then another comes: playing goes on there."""
    return handed_over(machine, made, kind, udev, kms, comes_first=False)


def handed_over(machine, made, kinds, udev, kms, comes_first):
    first, second = kinds.split("_to_")
    with listening(machine, udev), alone(machine, first) as card:
        other = KINDS[second](machine)
        with playing(machine, f"--kms {kms}") as player:
            player.wait_for_frames(2)
            if comes_first:
                other.come()
                settle()
                # what plays well stays where it is
                seen(card, made, player, "still")
            lit = states(player).count("lit")
            card.go()
            if comes_first:
                there = lambda: states(player).count("lit") > lit
                machine.wait_until("the other one is lit", there, SOON)
            else:
                state(player, "lost")
            shown = len(player.frames())
            if not comes_first:
                time.sleep(LONG)
                other.come()
            took = lights_up(player, SOON, shown)
            seen(other, made, player, "there")
            on_time(player)
            nothing_left(player, 1, other)
        other.go()
        return f"{took:.1f} s"


def held_by_another(machine, made, kind, udev, kms):
    """Another program has the card at start, and lets go."""
    with alone(machine, kind) as card:
        holder = hold(machine, card)
        with playing(machine, f"--kms {kms}") as player:
            waiting(player, f"holder (process {holder.process})")
            require("holder (process" in probe(machine), "probe does not name the holder")
            release(holder)
            took = lights_up(player, 1.5)
            seen(card, made, player, "released")
        return f"{took:.1f} s after it was let go"


def stolen(machine, made, kind, udev, kms):
    """Root takes the card away from the player, and gives it back."""
    with alone(machine, kind) as card:
        with playing(machine, f"--kms {kms}") as player:
            player.wait_for_frames(2)
            holder = hold(machine, card, player.process)
            machine.wait_until("the player says so", lambda: "driven by" in player.errors())
            require("holder (process" in probe(machine), "probe does not name the thief")
            time.sleep(1.2)
            shown = len(player.frames())
            release(holder)
            took = lights_up(player, 2, shown)
            seen(card, made, player, "given-back")
            on_time(player)
        return f"{took:.1f} s after it was given back"


def gone_while_away(machine, made, kind, udev, kms):
    """The card is replaced while another terminal is in front."""
    with listening(machine, udev), alone(machine, kind) as card:
        with playing(machine, f"--kms {kms}") as player:
            player.wait_for_frames(2)
            for comes_before in (True, False):
                machine.text("timeout 5 chvt 2")
                machine.wait_until("tty2 is in front", lambda: foreground(machine) == "tty2")
                shown = len(player.frames())
                card.go()
                if comes_before:
                    card.come()
                time.sleep(1)
                require(len(player.frames()) == shown, "frames were told while away")
                machine.text("timeout 5 chvt 1")
                if not comes_before:
                    time.sleep(LONG)
                    card.come()
                lights_up(player, SOON, shown)
                seen(card, made, player, "back")
            on_time(player)
            nothing_left(player, 1)
        require(foreground(machine) == "tty1", f"{foreground(machine)} is in front")
        return "with the card back before the terminal, and after"


def held_after_replacement(machine, made, kind, udev, kms):
    """The last picture stays also on a card that came while playing."""
    with alone(machine, kind) as card:
        with playing(machine, f"--kms {kms} --at-end hold") as player:
            player.wait_for_frames(2)
            told = []
            card.go()
            state(player, "lost")
            shown = len(player.frames())
            card.come()
            lights_up(player, SOON, shown)
            guard = machine.text("ls -l /proc/$(pidof console-guard)/fd")
            require("deleted" not in guard, f"of a card that is gone: {guard}")
            player.signal("KILL")
            player.wait(10)
            time.sleep(0.6)
            last = player.frames()[-1]
            require(shows(card, made["full"], "held") == last, f"it is not frame {last}")
            require(machine.run("pidof picture-guard")[0] == 0, "nobody keeps the picture")
            told = machine.text("flipbook restore 2>&1")
            require("gone" in told, f"restore said {told}")
        return f"frame {last} after SIGKILL"


# how


def made_of(check, kind, udev=True, **more):
    """A check of one kind of card, by a name of its own."""
    one = functools.partial(check, kind=kind, udev=udev, **more)
    words = [kind, check.__name__, *more.values(), *([] if udev else ["without_udev"])]
    one.__name__ = "_".join(words)
    return one


WAYS = ("atomic", "legacy")
CHECKS = [
    *(made_of(card_comes_later, kind, udev) for kind in KINDS for udev in (True, False)),
    *(made_of(dark_at_start, kind, udev) for kind in KINDS for udev in (True, False)),
    *(made_of(dark_and_untold, kind) for kind in KINDS),
    *(made_of(unplugged_and_back, kind, kms=way) for kind in KINDS for way in WAYS),
    made_of(unplugged_and_back, "virtio", False, kms="atomic"),
    *(made_of(another_size, "virtio", kms=way) for way in WAYS),
    *(made_of(replaced, kind, kms=way) for kind in ("virtio", "bochs") for way in WAYS),
    made_of(replaced, "virtio", False, kms="atomic"),
    *(
        made_of(check, kinds, kms=way)
        for check in (other_card_first, other_card_after)
        for kinds in ("virtio_to_bochs", "bochs_to_virtio", "virtio_to_vkms")
        for way in WAYS
    ),
    *(made_of(held_by_another, kind, kms="atomic") for kind in KINDS),
    *(made_of(stolen, kind, kms=way) for kind in KINDS for way in WAYS),
    *(made_of(gone_while_away, kind, kms="atomic") for kind in ("virtio", "bochs")),
    *(made_of(held_after_replacement, kind, kms="atomic") for kind in ("virtio", "bochs")),
    *life_extremes.CHECKS,
]

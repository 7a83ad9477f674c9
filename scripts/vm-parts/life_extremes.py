"""Checks of displays that come and go where more is in play: terminals, seats, two outputs."""

import time

from cards import KINDS, shows
from console_checks import foreground, on_time
from life_parts import (
    LONG,
    SOON,
    alone,
    lights_up,
    nothing_left,
    playing,
    seen,
    state,
    states,
    waiting,
)
from player import Playing, require, same, settle
from seat_checks import NOBODY, seatd


def came_while_away(machine, made):
    """A card that comes while another terminal is in front is left to that one."""
    with alone(machine, "virtio", here=False) as card:
        with playing(machine) as player:
            waiting(player, "no display device")
            machine.text("timeout 5 chvt 2")
            card.come()
            settle()
            console = machine.screen("other-console")
            require(console not in made["full"], "it is a frame")
            time.sleep(2)
            same(machine.screen("other-console-later"), console)
            require(not player.frames(), "frames were told while away")
            machine.text("timeout 5 chvt 1")
            lights_up(player, SOON)
            seen(card, made, player, "in-front")
        return "dark until its terminal was in front"


def ended_without_display(machine, made):
    """While it waits, and while its card is gone, a signal ends it, and the console is in order."""
    told = []
    with alone(machine, "bochs", here=False) as card:
        for name in ("waiting", "lost"):
            with playing(machine) as player:
                if name == "waiting":
                    waiting(player, "no display device")
                else:
                    card.come()
                    player.wait_for_frames(2)
                    card.go()
                    state(player, "lost")
                player.signal("TERM")
                start = time.monotonic()
                status = player.wait(10)
                took = time.monotonic() - start
                require(status == 128 + 15, f"{name}: exit status {status}: {player.errors()}")
                require(took < 1, f"{name}: it took {took:.1f} s")
            restored = machine.text("flipbook restore 2>&1")
            require(restored == "", f"{name}: restore was needed: {restored}")
            told.append(f"{name}: {took:.1f} s")
    return ", ".join(told)


def patience_ends(machine, made):
    with alone(machine, "virtio") as card:
        card.unplug_for_sure()
        with playing(machine, "--wait 3") as player:
            start = time.monotonic()
            status = player.wait(10)
            took = time.monotonic() - start
            told = player.errors().strip()
            require(status == 69 and "Virtual-1 (disconnected)" in told, f"{status}: {told}")
            require(2 < took < 4.5, f"it ended after {took:.1f} s")
        return f"exit status 69 after {took:.1f} s"


def for_a_user(machine, made):
    """One of the group video, who may open a card only once udevd has seen to it."""
    with alone(machine, "virtio", here=False) as card:
        with playing(machine, "--vt none", "viewer") as player:
            waiting(player, "no display device")
            card.come()
            lights_up(player, SOON)
            card.go()
            state(player, "lost")
            shown = len(player.frames())
            time.sleep(LONG)
            card.come()
            took = lights_up(player, SOON, shown)
            seen(card, made, player, "user")
            require("Not allowed" not in player.errors(), player.errors())
        return f"{took:.1f} s after its driver"


def through_a_seat(machine, made):
    """A card that a seat's daemon opens is replaced."""
    with alone(machine, "virtio") as card, seatd(machine):
        with playing(machine, "", NOBODY) as player:
            player.wait_for_frames(2)
            require("seat daemon" in player.errors(), f"no word of a seat: {player.errors()}")
            for _ in range(2):
                card.go()
                state(player, "lost")
                nothing_left(player, 0)
                shown = len(player.frames())
                time.sleep(LONG)
                card.come()
                took = lights_up(player, SOON, shown)
                seen(card, made, player, "seat")
            on_time(player)
            nothing_left(player, 1)
        return f"twice, the last {took:.1f} s after its driver"


def one_of_two_cards(machine, made):
    """On two cards, one of which is replaced: the other goes on, and keeps its last picture."""
    with alone(machine, "virtio") as card:
        other = KINDS["bochs"](machine)
        other.come()
        with playing(machine, "--output all --at-end hold") as player:
            machine.wait_until("both play", lambda: len(outputs(player)) == 2)
            for _ in range(2):
                output = other.connector()
                other.go()
                state(player, "lost")
                shown = outputs(player)
                time.sleep(LONG)
                missed = (outputs(player)[card.connector()] - shown[card.connector()]) / LONG
                require(missed > 1.5, f"the other showed {missed:.1f} frames a second")
                seen(card, made, player, "alone")
                other.come()
                there = lambda: outputs(player).get(output, 0) > shown[output]
                machine.wait_until("it plays there again", there, SOON)
                seen(other, made, player, "again")
                seen(card, made, player, "beside-it")
            on_time(player)
            other.go()
            state(player, "lost")
            player.signal("KILL")
            player.wait(10)
            time.sleep(0.6)
            held = shows(card, made["full"], "held")
            require(machine.run("pidof picture-guard")[0] == 0, "nobody keeps the picture")
            machine.text("flipbook restore 2>&1")
        return f"the first went on, and kept frame {held} when the second was gone"


def many_times(machine, made):
    """Its driver goes and comes ten times while a new frame is due at every other refresh."""
    with alone(machine, "virtio") as card:
        with playing(machine, "--fps 30") as player:
            player.wait_for_frames(10)
            before = files(player)
            for _ in range(10):
                card.go()
                card.come()
            shown = len(player.frames())
            lights_up(player, SOON, shown)
            time.sleep(1)
            require(len(player.frames()) > shown + 20, "it does not go on at its rate")
            nothing_left(player, 1)
            # a picture that was read at the time may have been one more
            require(files(player) <= before, f"{before} files before, {files(player)} after")
            lost = [e for e in player.named("display") if e["state"] == "lost"]
            require(lost, "no loss was noticed")
        return f"{len(lost)} losses told, no more than the {before} files open before"


def scene_replaced(machine, made):
    """A scene is on the new card as it was on the old one."""
    with alone(machine, "virtio") as card:
        play = "/sequences/scenes/spinner.scene --input none"
        with Playing(machine, "scene", play) as player:
            machine.wait_until("it has its buffers", lambda: mapped(player) == 3, 10)
            settle()
            before = machine.screen("scene")
            for _ in range(2):
                card.go()
                state(player, "lost")
                nothing_left(player, 0)
                card.come()
                machine.wait_until("it is lit again", lambda: states(player)[-1] == "lit", SOON)
                settle()
                same(machine.screen("scene-again"), before)
        require(any(before[2]), "there was nothing on the screen")
        return "to the pixel, twice"


def dark_by_kernel_words(machine, made):
    """`video=Virtual-3:d` turns the third output off, until somebody turns it on."""
    with alone(machine, "virtio"):
        KINDS["bochs"](machine).come()
        card = KINDS["vkms"](machine)
        card.come()
        require(card.connector() == "Virtual-3", f"it is {card.connector()}")
        with playing(machine, "--output Virtual-3") as player:
            waiting(player, "Virtual-3")
            card.plug()
            took = lights_up(player, SOON)
            seen(card, made, player, "third")
        return f"{took:.1f} s after it was turned on"


CHECKS = [
    came_while_away,
    ended_without_display,
    patience_ends,
    for_a_user,
    through_a_seat,
    one_of_two_cards,
    many_times,
    scene_replaced,
    dark_by_kernel_words,
]


# how


def outputs(player):
    """How many frames each output has shown."""
    counts = {}
    for event in player.named("frame"):
        counts[event["output"]] = counts.get(event["output"], 0) + 1
    return counts


def mapped(player):
    """How many buffers it has."""
    return player.machine.text(f"cat /proc/{player.process}/maps").count("/dev/dri/")


def files(player):
    return len(player.machine.text(f"ls /proc/{player.process}/fd").split())

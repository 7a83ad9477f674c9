"""Checks on bochs, a display without vblanks: the player paces itself, by a timer."""

import statistics
import time

import conformance
import interface_checks
import leaving_checks
import pictures
from host import judged_in_calm
from player import Playing, require, same
from vkms_checks import named_by_probe

DISPLAY = ("bochs", 640, 480)
SEQUENCE = "/sequences/wide"
COUNT = 60


def sequences(folder):
    return {"wide": pictures.sequence(f"{folder}/wide", COUNT, 640, 480)}


def probe(machine, made):
    return named_by_probe(machine, "bochs", "Virtual-1", "640x480")


def both_interfaces(machine, made):
    return interface_checks.holds_picture(machine, SEQUENCE, made["wide"][-1])


def no_mode_set(machine, made):
    return interface_checks.starts_without_mode_set(machine, SEQUENCE)


def paced_by_timer(machine, made):
    return judged_in_calm(machine, lambda: one_round_paced(machine))


def one_round_paced(machine):
    """The second round, held in memory by then: each frame 33 ms after the last."""
    with Playing(machine, "paced", f"{SEQUENCE} --fps 30 --repeat 2 --at-end hold") as player:
        player.wait_for("stop")
        events = player.named("frame")
        frames = [event["index"] for event in events]
        require(frames[-COUNT:] == list(range(COUNT)), f"not in order: {frames[-COUNT:]}")
        times = [event["t"] / 1e6 for event in events[-COUNT:]]
        gaps = [b - a for a, b in zip(times, times[1:])]
        mean, spread = statistics.mean(gaps), statistics.pstdev(gaps)
        # a frame waits for the next point of a 75 Hz grid, 13.3 ms; a busy host delays some
        near = sum(abs(gap - 1000 / 30) < 14 for gap in gaps) / len(gaps)
        figures = f"{mean:.2f} ms a frame ± {spread:.2f}, from {min(gaps):.1f} to {max(gaps):.1f}"
        figures += f", {near:.0%} within a step of the display"
        require(abs(mean - 1000 / 30) < 1 and near >= 0.9, figures)
        return figures


def held_and_black(machine, made):
    """By a driver that turns the display off with its framebuffer: SIGTERM and SIGKILL."""
    told = []
    for name, leave, expected in leaving_checks.ENDS:
        if name not in ("TERM", "KILL"):
            continue
        with leaving_checks.left(machine, name, "hold", leave, expected, SEQUENCE) as player:
            last = player.frames()[-1]
            same(machine.screen(f"held-{name}"), made["wide"][last])
            told.append(f"{name}: frame {last}")
        with leaving_checks.left(machine, name, "black", leave, expected, SEQUENCE):
            require(not any(machine.screen(f"black-{name}")[2]), f"{name}: not black")
    return ", ".join(told) + ", black"


def no_busy_loop(machine, made):
    """Little work at one frame a second, and none while a frame is held."""
    with Playing(machine, "slow", f"{SEQUENCE} --fps 1 --budget 64MiB") as player:
        player.wait_for_input()
        player.wait_for_frames(2)
        # what is decoded ahead is decoded now
        time.sleep(4)
        slow = busy_share(player, 3)
    with Playing(machine, "still", f"{SEQUENCE} --fps 30 --repeat 1 --at-end hold") as player:
        player.wait_for_input()
        player.wait_for("stop")
        still = busy_share(player, 3)
    figures = f"busy {slow:.0%} of the time at 1 fps, {still:.0%} while holding"
    require(slow < 0.2 and still < 0.02, figures)
    return figures


def conformance_list(machine, made):
    """Answers every call of the list as the simulated display of its kind does."""
    return conformance.check(machine, "bochs")


CHECKS = [
    probe,
    both_interfaces,
    no_mode_set,
    paced_by_timer,
    no_busy_loop,
    held_and_black,
    # last: it takes the driver from its device and gives it back
    conformance_list,
]


def busy_share(player, seconds):
    before, start = player.cpu_seconds(), time.monotonic()
    time.sleep(seconds)
    return (player.cpu_seconds() - before) / (time.monotonic() - start)

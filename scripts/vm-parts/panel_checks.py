"""Checks on a panel that the kernel knows to be built in with its right side up."""

import pictures
from player import FULL, Playing, require, same, settle

DISPLAY = ("panel", 800, 480)


def sequences(folder):
    return {
        "tall": pictures.sequence(f"{folder}/tall", 2, 480, 800),
        "full": pictures.sequence(f"{folder}/full", 2, 800, 480),
    }


def followed(machine, made):
    """Without being asked, pictures are turned so that they stand upright."""
    with Playing(machine, "followed", "/sequences/tall --repeat 1 --at-end hold") as player:
        player.wait_for("stop")
        settle()
        same(machine.screen("followed"), pictures.turned(made["tall"][-1], 1))
    _, text = machine.run("flipbook probe")
    reason = [line.strip(" -") for line in text.splitlines() if "are turned" in line]
    require(len(reason) == 1 and "right side up" in reason[0], f"probe says: {text}")
    require("panel orientation Right Side Up" in text, f"probe says: {text}")
    return f"to the pixel; {reason[0]}"


def overruled(machine, made):
    """Whoever asks for it has the panel's own pixels."""
    options = f"{FULL} --rotate 0 --repeat 1 --at-end hold"
    with Playing(machine, "overruled", options) as player:
        player.wait_for("stop")
        settle()
        same(machine.screen("overruled"), made["full"][-1])
    return "--rotate 0 to the pixel"


CHECKS = [followed, overruled]

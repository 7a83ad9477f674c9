"""`flipbook play` running in the guest, seen by its events; and what checks are written with."""

import json
import time

import pictures
from machine import Program

# The sequence of the size of virtio's screen.
FULL = "/sequences/full"


class Player(Program):
    def __init__(self, machine, name, arguments, user=""):
        """`user` is who plays, if not root."""
        self.journal = f"/tmp/{name}.events"
        machine.text(f"rm -f {self.journal}")
        command = f"flipbook play {arguments} --events {self.journal}"
        if user:
            command = f"exec su {user} -c 'exec {command}'"
        super().__init__(machine, name, command)

    def events(self):
        """The events so far; a line that is still being written is left out."""
        text = self.machine.run(f"cat {self.journal} 2>/dev/null")[1]
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]

    def named(self, name):
        return [event for event in self.events() if event["event"] == name]

    def frames(self):
        """The numbers of the frames shown so far."""
        return [event["index"] for event in self.named("frame")]

    def wait_for_frames(self, count):
        def enough():
            self.must_live()
            return len(self.frames()) >= count

        self.machine.wait_until(f"{self.name} has shown {count} frames", enough)

    def wait_for(self, name, count=1):
        def enough():
            self.must_live()
            return len(self.named(name)) >= count

        self.machine.wait_until(f"{self.name} has told of {count} {name}", enough)

    def wait_for_input(self, devices=1):
        """Input is opened after the first picture, so that a key pressed at once is nobody's."""
        line = f"ls -l /proc/{self.process}/fd 2>/dev/null | grep -c /dev/input/event"

        def opened():
            self.must_live()
            return int(self.machine.run(line)[1]) >= devices

        self.machine.wait_until(f"{self.name} has opened {devices} input devices", opened)

    def must_live(self):
        if not self.alive():
            raise CheckFailed(f"{self.name} ended by itself: {self.errors().strip()[-300:]}")


class CheckFailed(Exception):
    """What was seen instead of what should be."""


def require(condition, seen):
    if not condition:
        raise CheckFailed(seen)


def same(seen, expected):
    wrong = pictures.difference(seen, expected)
    require(not wrong, wrong)


def settle():
    """QEMU takes over a new picture within a few milliseconds."""
    time.sleep(0.2)


class Playing:
    """A player that is ended with its check, whatever became of it."""

    def __init__(self, machine, name, arguments, user=""):
        self.player = Player(machine, name, arguments, user)

    def __enter__(self):
        return self.player

    def __exit__(self, *_):
        machine = self.player.machine
        if machine.qemu.poll() is None and self.player.alive():
            self.player.signal("KILL")
            self.player.wait()
            # what it was asked to leave on the display is not for the next check
            machine.run("flipbook restore 2>/dev/null")

"""The conformance checks: what a real driver answers, beside the simulated one of its kind."""

import collections
import os
import subprocess

from player import CheckFailed

# name of the family of checks: kind of driver, as ConformanceProgram names it
PROFILES = {"vkms": "vblank", "bochs": "noVblank", "virtio": "hostCopy"}
# seconds; the whole list takes 5 to 15
LIMIT = 180

Row = collections.namedtuple("Row", "number title answer expected")


def parse(text):
    """The lines of ConformanceProgram, by number."""
    rows = [Row(*line.split("\t")) for line in text.splitlines() if line.count("\t") == 3]
    return {int(row.number): row for row in rows}


def simulated(profile, kernel):
    """What a simulated card answers, of the kernel version that the machine runs."""
    program = os.environ["FLIPBOOK_CONFORMANCE_PROGRAM"]
    done = subprocess.run(
        [program, "fake", profile, kernel], capture_output=True, text=True, check=True
    )
    return parse(done.stdout)


def real(machine, name):
    status, text = machine.run(f"conformance card {PROFILES[name]} /dev/dri/card0 2>&1", LIMIT)
    rows = parse(text)
    if status:
        raise CheckFailed(f"the program ended with {status} after row {max(rows, default=0)}: {text[-300:]}")
    return rows


def kernel_of(machine):
    return machine.text("uname -r").strip()


def differing(fake, driver):
    """The numbers of the rows where the two differ, or a real driver answers what is not expected."""
    return [
        number
        for number, row in fake.items()
        if number not in driver or not driver[number].answer == row.answer == row.expected
    ]


def check(machine, name):
    """One check: a driver answers as the simulated card of its kind does."""
    fake = simulated(PROFILES[name], kernel_of(machine))
    driver = real(machine, name)
    told = [
        f"row {number}, {fake[number].title}: {name} {driver[number].answer if number in driver else '-'},"
        f" simulated {fake[number].answer}"
        for number in differing(fake, driver)
    ]
    if told or not fake:
        raise CheckFailed("; ".join(told) or "there is no list")
    return f"{len(fake)} rows alike"


def table(columns):
    """The answers of all, aligned: `columns` is a list of (heading, rows by number)."""
    numbers = sorted(set().union(*(rows for _, rows in columns)))
    lines = [["", "call"] + [heading for heading, _ in columns]]
    for number in numbers:
        title = next(rows[number].title for _, rows in columns if number in rows)
        answers = [rows[number].answer if number in rows else "-" for _, rows in columns]
        lines.append([str(number), title] + answers)
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |"
        for line in lines
    )

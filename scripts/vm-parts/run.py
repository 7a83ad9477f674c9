"""Runs the checks, or one command by hand; scripts/vm has made kernel and archives before.

run.py test ONLY KERNEL_FOLDER LOGS ARCHIVE...
    runs the checks whose name holds ONLY, which may be empty; exit status 1 if one fails
run.py conformance KERNEL_FOLDER LOGS ARCHIVE...
    prints what drivers and simulated displays answer; exit status 1 where they differ
run.py run DISPLAY WxH COMMAND KERNEL_FOLDER LOGS ARCHIVE...
    runs a command in the guest; its exit status
"""

import os
import shutil
import subprocess
import sys
import time

import bochs_checks
import conformance
import life_checks
import outputs_checks
import panel_checks
import virtio_checks
import vkms_checks
from machine import Machine, MachineError
from player import CheckFailed

FAMILIES = {
    "vkms": vkms_checks,
    "virtio": virtio_checks,
    "bochs": bochs_checks,
    "panel": panel_checks,
    "pair": outputs_checks,
    "life": life_checks,
}


def pack_sequences(logs, family):
    """The sequences of one family of checks, as an archive and as pictures."""
    root = f"{logs}/root"
    pictures = family.sequences(f"{root}/sequences")
    archive = f"{logs}/sequences.cpio"
    command = f"cd {root!r} && find . -mindepth 1 | cpio --quiet -o -H newc"
    with open(archive, "wb") as out:
        subprocess.run(["sh", "-c", command], stdout=out, check=True)
    shutil.rmtree(root)
    return archive, pictures


def test(kernel, logs, archives, only):
    started = time.monotonic()
    passed = failed = 0
    for name, family in FAMILIES.items():
        checks = [c for c in family.CHECKS if only in f"{name} {c.__name__}".replace("_", " ")]
        if not checks:
            continue
        folder = f"{logs}/{name}"
        os.makedirs(folder)
        more, made = pack_sequences(folder, family)
        machine, boots = None, 0
        for check in checks:
            title = f"{name}: {check.__name__.replace('_', ' ')}"
            try:
                if machine is None:
                    boots += 1
                    place = f"{folder}/boot-{boots}"
                    machine = Machine(*family.DISPLAY, kernel, [*archives, more], place)
                    print(f"# {name} started in {machine.boot_seconds:.1f} s", flush=True)
                figures = check(machine, made)
                print(f"ok {title} ({figures})", flush=True)
                passed += 1
            except CheckFailed as failure:
                print(f"FAIL {title}: {failure}", flush=True)
                failed += 1
            except Exception as failure:
                # the guest does not answer, or something has a shape that nobody reckoned with
                print(f"FAIL {title}: {type(failure).__name__}: {failure}", flush=True)
                failed += 1
                # what state the guest is in, nobody knows
                if machine:
                    machine.close()
                machine = None
        if machine:
            machine.close()
        os.unlink(more)
    print(f"# {time.monotonic() - started:.0f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def compare(kernel, logs, archives):
    """The table of all conformance checks, on each driver and on the simulated card of its kind."""
    columns = []
    differences = []
    for name, profile in conformance.PROFILES.items():
        os.makedirs(f"{logs}/{name}")
        machine = Machine(*FAMILIES[name].DISPLAY, kernel, archives, f"{logs}/{name}/boot-1")
        try:
            version = conformance.kernel_of(machine)
            started = time.monotonic()
            driver = conformance.real(machine, name)
            seconds = time.monotonic() - started
        finally:
            machine.close()
        print(f"# {name}: {len(driver)} rows in {seconds:.1f} s", file=sys.stderr, flush=True)
        fake = conformance.simulated(profile, version)
        columns += [(f"simulated {profile}", fake), (name, driver)]
        differences += [(name, number) for number in conformance.differing(fake, driver)]
    print(f"Linux {version}")
    print()
    print(conformance.table(columns))
    print()
    for name, number in differences:
        print(f"{name} differs in row {number}")
    print(f"{len(fake)} rows, {len(differences)} differences")
    return 1 if differences or not fake else 0


def run(display, size, command, kernel, logs, archives):
    width, height = map(int, size.split("x"))
    os.makedirs(f"{logs}/{display}")
    more, _ = pack_sequences(f"{logs}/{display}", FAMILIES[display])
    place = f"{logs}/{display}/boot-1"
    machine = Machine(display, width, height, kernel, [*archives, more], place)
    try:
        # a shell of its own: what the command does wrong, the guest survives
        with open(f"{place}/out/command", "w") as file:
            file.write(command + "\n")
        status, output = machine.run("sh /out/command 2>&1", 600)
        print(output, end="")
        if display != "vkms":
            machine.screen("after")
    finally:
        machine.close()
    return status


def main(words):
    try:
        if words[0] == "test":
            only, kernel, logs, *archives = words[1:]
            return test(kernel, logs, archives, only)
        if words[0] == "conformance":
            kernel, logs, *archives = words[1:]
            return compare(kernel, logs, archives)
        display, size, command, kernel, logs, *archives = words[1:]
        return run(display, size, command, kernel, logs, archives)
    except (MachineError, CheckFailed) as failure:
        print(f"vm: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

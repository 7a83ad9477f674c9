"""The host's part in what an emulated machine shows: a machine that is kept waiting is late."""

import os
import threading
import time

from player import CheckFailed

# QEMU's own threads outnumber two processors and wait 6 to 7 ms for one another when nothing else
# runs; only a wait that a quiet host does not make may excuse a late vblank.
DISTURBING = 0.01
SAMPLE = 0.01
TRIES = 4


class HostWatch:
    """Watches, while it is entered, how long the kernel let QEMU's threads wait for a processor.

    `worst` is the longest wait within one sample of 10 ms, in seconds, or the time that the host's own
    host took away.
    """

    def __init__(self, pid):
        self.pid = pid
        self.worst = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()

    @property
    def was_disturbed(self):
        return self.worst >= DISTURBING

    def _watch(self):
        before, stolen = self._waits(), self._stolen()
        while not self._over.wait(SAMPLE):
            waits = self._waits()
            for thread, wait in waits.items():
                self.worst = max(self.worst, wait - before.get(thread, wait))
            before = waits
        self.worst = max(self.worst, self._stolen() - stolen)

    def _waits(self):
        """Seconds that each thread was ready to run and did not."""
        waits = {}
        folder = f"/proc/{self.pid}/task"
        for thread in os.listdir(folder):
            try:
                with open(f"{folder}/{thread}/schedstat") as file:
                    waits[thread] = int(file.read().split()[1]) / 1e9
            except OSError:
                continue  # the thread has ended
        return waits

    def _stolen(self):
        return processor_times()[7] / os.sysconf("SC_CLK_TCK")


def wait_for_calm():
    """Up to half a minute, until the host has had little to do for a second."""
    for _ in range(30):
        before = processor_times()
        time.sleep(1)
        spent = [b - a for a, b in zip(before, processor_times())]
        # user, nice, system, idle, waiting for disks, …
        if spent[3] + spent[4] > 0.7 * sum(spent):
            return


def processor_times():
    with open("/proc/stat") as file:
        return [int(word) for word in file.readline().split()[1:9]]


def judged_in_calm(machine, attempt):
    """Tries a check whose result depends on exact timing until it succeeds, or fails in calm.

    A failure while the host kept the machine waiting says nothing about the player and is tried
    again, up to four times in all. One in calm may be tried again once: the log of an emulated
    display now and then loses a line.
    """
    told = []
    calm_failures = 0
    for number in range(TRIES):
        if number:
            wait_for_calm()
        with HostWatch(machine.qemu.pid) as host:
            try:
                figures = attempt()
                longest = f"the host's longest wait {host.worst * 1000:.1f} ms"
                return "; ".join([figures, longest] + told)
            except CheckFailed as failure:
                reason = str(failure)
        calm_failures += not host.was_disturbed
        waited = f"the host kept the machine waiting for {host.worst * 1000:.0f} ms"
        told.append(f"before that, {waited if host.was_disturbed else 'in calm'}: {reason}")
        if calm_failures == 2:
            break
    raise CheckFailed("; ".join(told))

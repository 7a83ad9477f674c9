"""A virtual machine with one display: boots it, runs commands, presses keys, looks at it."""

import json
import os
import socket
import subprocess
import time

import pictures

DISPLAYS = {
    # name: (kernel module with its options, QEMU device)
    "vkms": ("vkms:xres={width}:yres={height}:hz=60", None),
    "virtio": ("virtio-gpu", "virtio-gpu-pci,id=display,xres={width},yres={height}"),
    "bochs": ("bochs", "bochs-display,id=display,xres={width},yres={height}"),
    "panel": ("virtio-gpu", "virtio-gpu-pci,id=display,xres={width},yres={height}"),
    "pair": ("virtio-gpu", "virtio-gpu-pci,id=display,max_outputs=2,xres={width},yres={height}"),
    # two cards and no driver: checks bring drivers as they need them
    "life": ("", "virtio-gpu-pci,id=display,xres={width},yres={height}"),
}
# Devices besides, with what the machine needs for them.
MORE = {
    # one viewer's size is virtio's size: what a display's coming and going is done by
    "life": "-device bochs-display,id=bochs,xres={width},yres={height}"
    " -vnc unix:viewer.socket,display=display,head=0",
}
# What the kernel is told of a display besides: a panel that is built in with its right side up, a
# second display that is on although nothing is plugged in, a third that is off.
KERNEL_WORDS = {
    "panel": " video=Virtual-1:panel_orientation=right_side_up",
    "pair": " video=Virtual-2:640x480e",
    "life": " video=Virtual-3:d",
}


class MachineError(Exception):
    """The machine itself failed: it did not start, or does not answer."""


class Machine:
    def __init__(self, display, width, height, kernel, archives, logs):
        """Boots; comes back when the guest's shell is ready.

        `archives` are initramfs archives, put after one another. `logs` is a folder for all that
        the machine says; its folder `out` is /out in the guest.
        """
        os.makedirs(f"{logs}/out")
        self.logs = logs
        self.shared = f"{logs}/out"
        self.shots = 0
        size = {"width": width, "height": height}
        module, device = DISPLAYS[display]
        initrd = f"{logs}/initrd"
        with open(initrd, "wb") as out:
            for archive in archives:
                with open(archive, "rb") as file:
                    out.write(file.read())
                # each archive starts on a multiple of 4
                out.write(b"\0" * (-out.tell() % 4))
        # The guest keeps its vblanks only as well as the host lets it run. Without the right to it,
        # nice says so in the log and goes on.
        command = ["nice", "-n", "-10", "qemu-system-x86_64"]
        # Unix socket paths are short: QEMU runs inside the folder and names them from there
        command += ["-machine", "q35", "-nodefaults", "-no-reboot"]
        command += os.environ.get("FLIPBOOK_VM_ACCEL", "-accel tcg,thread=multi").split()
        command += ["-cpu", "Nehalem", "-smp", "2", "-m", "768"]
        command += ["-display", "none", "-vga", "none"]
        command += ["-kernel", f"{kernel}/vmlinux", "-initrd", "initrd"]
        command += ["-append", "console=ttyS0 loglevel=4 panic=-1 mitigations=off tsc=reliable"]
        command[-1] += " random.trust_cpu=on DISPLAY_MODULE=" + module.format(**size)
        command[-1] += KERNEL_WORDS.get(display, "")
        command += ["-serial", "file:console.log"]
        command += ["-serial", "unix:shell.socket,server=on,wait=off"]
        command += ["-qmp", "unix:qmp.socket,server=on,wait=off"]
        command += ["-device", "virtio-keyboard-pci"]
        command += ["-virtfs", "local,path=out,mount_tag=out,security_model=none"]
        if device:
            command += ["-device", device.format(**size)]
        command += MORE.get(display, "").format(**size).split()
        with open(f"{logs}/qemu.log", "w") as log:
            self.qemu = subprocess.Popen(
                command, cwd=logs, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.log = open(f"{logs}/shell.log", "w", buffering=1)
        started = time.monotonic()
        try:
            self.line = self._connect("shell.socket")
            self.monitor = self._connect("qmp.socket").makefile("rwb")
            self.monitor.readline()
            self.ask("qmp_capabilities")
            self.pending = b""
            self._until(b"@ready", 120)
        except MachineError:
            self.close()
            raise
        self.boot_seconds = time.monotonic() - started
        os.unlink(initrd)

    def close(self):
        self.qemu.kill()
        self.qemu.wait()
        for name in ("shell.socket", "qmp.socket", "viewer.socket"):
            if os.path.exists(f"{self.logs}/{name}"):
                os.unlink(f"{self.logs}/{name}")

    # the guest's shell

    def run(self, command, limit=30):
        """Runs a line in a shell of the guest; gives its exit status and output."""
        self.log.write(f"# {command}\n")
        self.line.sendall(command.encode() + b"\n")
        text, status = self._until(b"@status", limit)
        return int(status), text

    def text(self, command, limit=30):
        """The output of a line that must succeed."""
        status, text = self.run(command, limit)
        if status:
            raise MachineError(f"{command}: exit status {status}: {text.strip()}")
        return text

    def start(self, name, command):
        return Program(self, name, command)

    def wait_until(self, what, condition, limit=30):
        """Asks again and again; gives what the condition gives once that is true."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            result = condition()
            if result:
                return result
            time.sleep(0.1)
        raise MachineError(f"after {limit} s, still not so: {what}")

    # the machine from outside

    def ask(self, command, **arguments):
        """One QMP command."""
        message = {"execute": command, "arguments": arguments}
        self.monitor.write(json.dumps(message).encode() + b"\n")
        self.monitor.flush()
        while True:
            answer = json.loads(self.monitor.readline())
            if "error" in answer:
                raise MachineError(f"QMP {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def press(self, key):
        """Presses a key and lets it go, by its QEMU name (spc, r, q, esc)."""
        self.keys([key])

    def keys(self, names):
        """Presses keys one after another, and lets them go the other way round."""
        for down, order in ((True, names), (False, names[::-1])):
            for key in order:
                data = {"down": down, "key": {"type": "qcode", "data": key}}
                self.ask("input-send-event", events=[{"type": "key", "data": data}])
                time.sleep(0.05)

    def type(self, text):
        """Types small letters, blanks, slashes and ends of lines."""
        for letter in text:
            self.press({" ": "spc", "/": "slash", "\n": "ret"}.get(letter, letter))

    def screen(self, name, head=0, display="display"):
        """What a display shows now; also kept as a PNG in the logs."""
        self.shots += 1
        path = f"{self.logs}/{self.shots:02}-{name}"
        target = {"device": display, "head": head}
        self.ask("screendump", filename=os.path.abspath(path + ".ppm"), **target)
        picture = pictures.read_ppm(path + ".ppm")
        os.unlink(path + ".ppm")
        pictures.write_png(path + ".png", picture)
        return picture

    def _connect(self, name):
        end = time.monotonic() + 10
        while True:
            connection = socket.socket(socket.AF_UNIX)
            folder = os.getcwd()
            try:
                os.chdir(self.logs)
                connection.connect(name)
                return connection
            except OSError:
                connection.close()
                if self.qemu.poll() is not None or time.monotonic() > end:
                    with open("qemu.log") as log:
                        raise MachineError(f"QEMU did not start: {log.read()}") from None
                time.sleep(0.05)
            finally:
                os.chdir(folder)

    def _until(self, mark, limit):
        """Reads to the line that starts with a mark: what came before, and the rest of it."""
        before = []
        end = time.monotonic() + limit
        while True:
            line, found, rest = self.pending.partition(b"\n")
            if found:
                self.pending = rest
                text = line.decode(errors="replace").rstrip("\r")
                self.log.write(text + "\n")
                if line.startswith(mark):
                    return "".join(before), text[len(mark) :].strip()
                before.append(text + "\n")
                continue
            self.line.settimeout(max(0.01, end - time.monotonic()))
            try:
                more = self.line.recv(65536)
            except socket.timeout:
                more = b""
            if not more:
                raise MachineError(
                    f"the guest gave no answer in {limit} s; see {self.logs}/console.log"
                )
            self.pending += more


class Program:
    """A program that runs on in the guest while other lines are run."""

    def __init__(self, machine, name, command):
        self.machine = machine
        self.name = name
        self.path = f"/tmp/{name}"
        machine.text(
            f"rm -f {self.path}.*; ({command} >{self.path}.out 2>{self.path}.err & "
            f"echo $! >{self.path}.pid; wait $!; echo $? >{self.path}.status) 2>/dev/null &"
        )
        self.process = int(machine.wait_until(f"{name} runs", lambda: self._read("pid")))

    def alive(self):
        return not self._read("status")

    def signal(self, name):
        self.machine.text(f"kill -{name} {self.process}")

    def wait(self, limit=30):
        """Its exit status, 128 + N after signal N."""
        what = f"{self.name} has ended"
        return int(self.machine.wait_until(what, lambda: self._read("status"), limit))

    def _read(self, what):
        return self.machine.run(f"cat {self.path}.{what} 2>/dev/null")[1].strip()

    def output(self):
        return self.machine.run(f"cat {self.path}.out")[1]

    def errors(self):
        return self.machine.run(f"cat {self.path}.err")[1]

    def cpu_seconds(self):
        """User and system time so far."""
        fields = self.machine.text(f"cat /proc/{self.process}/stat").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100

"""The cards of one machine: how their drivers come and go, and what their displays show."""

import contextlib
import os
import socket
import struct
import time

import pictures
from player import require

WIDTH, HEIGHT = 800, 480


class Card:
    """A card of the machine, with its driver or without."""

    def __init__(self, machine):
        self.machine = machine

    def come(self):
        """Its driver finds it; gives its node."""
        self.machine.text(f"modprobe {self.module} {self.options}")
        if not self.number():
            self.bind()
        self.machine.wait_until(f"{self.module} has a card", self.number)
        self.machine.wait_until("its node is there", lambda: self.has(self.node()))
        return self.node()

    def go(self):
        """Its driver lets go of it, whoever has it open."""
        if self.number():
            self.machine.text(f"echo {self.device()} >{self.driver}/unbind")
            self.machine.wait_until(f"{self.module} has no card", lambda: not self.number())

    def bind(self):
        self.machine.text(f"echo {self.device()} >{self.driver}/bind")

    def device(self):
        """What its driver calls it."""
        return self.machine.text(f"cd {self.bus}; grep -lx {self.id} */device").split("/")[0]

    def number(self):
        """The N of cardN; empty without one."""
        names = self.machine.run("grep -H . /sys/kernel/debug/dri/[0-9]/name")[1]
        # 0/name:virtio_gpu dev=virtio2 unique=…
        mine = [line for line in names.splitlines() if f"/name:{self.kernel_name} " in line]
        return mine[0].partition("/name:")[0].rpartition("/")[2] if mine else ""

    def node(self):
        return f"/dev/dri/card{self.number()}"

    def has(self, path):
        return self.machine.run(f"test -e {path}")[0] == 0

    def output(self):
        """The folder of its connector."""
        line = f"ls -d /sys/class/drm/card{self.number()}-Virtual-*"
        return self.machine.text(line).strip()

    def connector(self):
        return self.output().partition("-")[2]

    def force(self, status, telling=True):
        """Writes off or detect; the kernel itself says nothing of it to anybody."""
        self.machine.text(f"echo {status} >{self.output()}/status")
        if telling:
            self.machine.text(f"echo change >/sys/class/drm/card{self.number()}/uevent")

    def unplug(self):
        self.force("off")

    def plug(self):
        self.force("detect")

    def unplug_for_sure(self):
        """The kernel knows of it before anybody asks."""
        self.unplug()
        self.machine.wait_until("it is unplugged", lambda: "disconnected" in self.status())

    def status(self):
        return self.machine.text(f"cat {self.output()}/status")


class Virtio(Card):
    """Its display is plugged, unplugged and changed by a viewer, and the kernel tells of it."""

    screen = "display"
    module, kernel_name = "virtio-gpu", "virtio_gpu"
    options = ""
    bus, id = "/sys/bus/virtio/devices", "0x0010"
    driver = "/sys/bus/virtio/drivers/virtio_gpu"

    def unplug(self):
        self.resize(0, 0)

    def plug(self):
        self.resize(WIDTH, HEIGHT)

    def resize(self, width, height):
        """Asks for another size as a viewer does; none unplugs."""
        with viewer(f"{self.machine.logs}/viewer.socket") as line:
            line.sendall(struct.pack(">BxHi", 2, 1, -308))
            line.sendall(struct.pack(">BxHHBx", 251, width, height, 1))
            line.sendall(struct.pack(">IHHHHI", 0, 0, 0, width, height, 0))
            # the answer comes once it is done, and not at all from a display that shows nothing
            line.settimeout(1)
            with contextlib.suppress(TimeoutError):
                line.recv(16)


class Bochs(Card):
    screen = "bochs"
    module, kernel_name = "bochs", "bochs-drm"
    options = ""
    bus, id = "/sys/bus/pci/devices", "0x1111"
    driver = "/sys/bus/pci/drivers/bochs-drm"


class VKMS(Card):
    """Goes only while nobody has it open; its display is seen by the CRC of its vblanks."""

    module, kernel_name = "vkms", "vkms"
    options = f"xres={WIDTH} yres={HEIGHT} hz=60"

    def go(self):
        if self.number():
            self.machine.text("rmmod vkms")


KINDS = {"virtio": Virtio, "bochs": Bochs, "vkms": VKMS}


def shows(card, made, name):
    """The frame that a card's display shows; fails where it shows anything else."""
    machine = card.machine
    if isinstance(card, VKMS):
        watcher = machine.start("vblanks", f"vblanks 20 {card.number()}")
        machine.wait_until("the CRCs are watched", lambda: "watching" in watcher.output())
        time.sleep(0.4)
        watcher.signal("TERM")
        watcher.wait()
        seen = [line.split()[2] for line in watcher.output().splitlines()[1:]]
        frames = [f"{pictures.vkms_crc(picture):08x}" for picture in made]
        seen = [crc for crc in seen if crc != "-"]
        strange = [crc for crc in seen if crc not in frames]
        require(seen and not strange, f"{name}: the CRCs {strange or seen} are no frames")
        return frames.index(seen[-1])
    shot = machine.screen(name, display=card.screen)
    require(shot in made, f"{name}: the display shows no frame")
    return made.index(shot)


def probe(machine):
    return machine.run("flipbook probe 2>&1")[1]


@contextlib.contextmanager
def without_udev(machine):
    """The kernel alone tells of cards, as on small boards."""
    machine.text("udevadm control --exit; rm -f /run/udev/control")
    machine.wait_until("udevd has ended", lambda: machine.run("pidof systemd-udevd udevadm")[0])
    try:
        yield
    finally:
        machine.text("systemd-udevd --daemon; udevadm trigger --action=add; udevadm settle")


@contextlib.contextmanager
def viewer(path):
    """A connection of a VNC viewer, just greeted."""
    folder = os.getcwd()
    with socket.socket(socket.AF_UNIX) as line:
        try:
            os.chdir(os.path.dirname(path))
            line.connect(os.path.basename(path))
        finally:
            os.chdir(folder)

        def get(count):
            data = b""
            while len(data) < count:
                more = line.recv(count - len(data))
                require(more, "the viewer's connection was closed")
                data += more
            return data

        get(12)
        line.sendall(b"RFB 003.008\n")
        get(get(1)[0])
        line.sendall(b"\1")  # no authentication
        require(get(4) == b"\0\0\0\0", "no viewer is let in")
        line.sendall(b"\1")  # others stay
        get(struct.unpack(">I", get(24)[20:])[0])
        yield line



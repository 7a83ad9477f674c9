"""Pictures for the checks: sequences made, screendumps read, the CRC that vkms gives a frame.

A picture here is (width, height, rgb), with 3 bytes a pixel.
"""

import os
import struct
import zlib


def frame(index, width, height):
    """Frame `index` of the test sequence: no two alike, and no pixel like those beside it."""
    ramp = bytes(range(256)) * (width // 128 + 3)
    across = bytearray()
    for y in range(height):
        row = bytearray(width * 3)
        red = (index * 16 + y * 3) % 256
        row[0::3] = ramp[red : red + width]
        row[1::3] = bytes([(index * 40 + y * 7) % 256]) * width
        blue = (index * 83 + y * 5) % 256
        row[2::3] = ramp[blue : blue + 2 * width : 2]
        across += row
    return width, height, bytes(across)


def sequence(folder, count, width, height):
    """Writes `count` frames as PNG files; gives the pictures back."""
    os.makedirs(folder)
    pictures = [frame(index, width, height) for index in range(count)]
    for index, picture in enumerate(pictures):
        write_png(f"{folder}/frame-{index}.png", picture)
    return pictures


def write_png(path, picture):
    width, height, rgb = picture
    rows = b"".join(
        b"\0" + rgb[y * width * 3 : (y + 1) * width * 3] for y in range(height)
    )

    def chunk(name, data):
        check = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n")
        out.write(chunk(b"IHDR", header))
        out.write(chunk(b"IDAT", zlib.compress(rows, 1)))
        out.write(chunk(b"IEND", b""))


def read_ppm(path):
    with open(path, "rb") as file:
        kind, size, depth, rgb = file.read().split(b"\n", 3)
    if (kind, depth) != (b"P6", b"255"):
        raise ValueError(f"{path} is no PPM of 8 bits")
    width, height = map(int, size.split())
    return width, height, rgb


def vkms_crc(picture):
    """The CRC that vkms gives a screen showing just this picture.

    The kernel runs its crc32_le, without the customary inversions, over pixels of four 16-bit
    channels: alpha, red, green, blue. Eight bits become sixteen by repeating them.
    """
    rgb = picture[2]
    wide = bytearray(b"\xff") * (len(rgb) // 3 * 8)
    for channel in range(3):
        for half in range(2):
            wide[2 + 2 * channel + half :: 8] = rgb[channel::3]
    return zlib.crc32(wide, 0xFFFFFFFF) ^ 0xFFFFFFFF


def placed(picture, width, height, background=(0, 0, 0)):
    """The picture unscaled in the middle of a larger screen."""
    inner_width, inner_height, rgb = picture
    left, top = (width - inner_width) // 2, (height - inner_height) // 2
    out = bytearray(bytes(background) * (width * height))
    for y in range(inner_height):
        start = ((top + y) * width + left) * 3
        row = rgb[y * inner_width * 3 : (y + 1) * inner_width * 3]
        out[start : start + len(row)] = row
    return width, height, bytes(out)


def cut(picture, left, top, width, height):
    """A part of the picture."""
    across, _, rgb = picture
    rows = (((top + y) * across + left) * 3 for y in range(height))
    return width, height, b"".join(rgb[start : start + width * 3] for start in rows)


def turned(picture, quarters):
    """The picture turned by so many quarters clockwise."""
    for _ in range(quarters % 4):
        width, height, rgb = picture
        pixels = [rgb[i : i + 3] for i in range(0, len(rgb), 3)]
        # a row of the result is a column from below
        rows = (pixels[x + (height - 1) * width :: -width] for x in range(width))
        picture = height, width, b"".join(b"".join(row) for row in rows)
    return picture


def filled(width, height, color, pieces):
    """A colour with pictures on it, each with the place of its top left corner."""
    out = bytearray(bytes(color) * (width * height))
    for left, top, (across, down, rgb) in pieces:
        for y in range(down):
            start = ((top + y) * width + left) * 3
            out[start : start + across * 3] = rgb[y * across * 3 : (y + 1) * across * 3]
    return width, height, bytes(out)


def difference(seen, expected):
    """Says how two pictures differ, or nothing if they do not."""
    if seen == expected:
        return ""
    if seen[:2] != expected[:2]:
        return "the screen is %dx%d, not %dx%d" % (seen[:2] + expected[:2])
    width, height = seen[:2]
    pairs = zip(
        *(zip(rgb[0::3], rgb[1::3], rgb[2::3]) for rgb in (seen[2], expected[2]))
    )
    wrong = [i for i, (a, b) in enumerate(pairs) if a != b]
    first = wrong[0]
    return "%d of %d pixels differ, the first at %d,%d: %s instead of %s" % (
        len(wrong),
        width * height,
        first % width,
        first // width,
        seen[2][first * 3 : first * 3 + 3].hex(),
        expected[2][first * 3 : first * 3 + 3].hex(),
    )

"""What happens to screenshots before anybody reads them.

`CHANGES` leave a board readable; `HARD_CHANGES` may make it doubtful, but never wrong and sure.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter, ImageOps

from tests.scan.painting import GAME_COLORS, disc, rgb
from tests.scan.screens import Screen, font

Change = Callable[[Screen, Random], Screen]


def _scaled(screen: Screen, width: int, how: Image.Resampling) -> Screen:
    share = width / screen.image.width
    size = (width, round(screen.image.height * share))
    left, top, right, bottom = (share * place for place in screen.box)
    return replace(screen, image=screen.image.resize(size, how), box=(left, top, right, bottom))


def narrow(screen: Screen, chance: Random) -> Screen:
    """Scale to a width of 200 to 540 pixels, cells to no less than 11."""
    cell = (screen.box[2] - screen.box[0]) / screen.columns
    width = max(chance.randrange(200, 541), math.ceil(11 * screen.image.width / cell))
    ways = (Image.Resampling.LANCZOS, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC)
    return _scaled(screen, min(width, screen.image.width), chance.choice(ways))


def enlarge(screen: Screen, chance: Random) -> Screen:
    width = round(screen.image.width * chance.uniform(1.1, 1.6))
    return _scaled(screen, width, Image.Resampling.BICUBIC)


def as_jpeg(screen: Screen, chance: Random) -> Screen:
    data = io.BytesIO()
    screen.image.save(data, "JPEG", quality=chance.choice((20, 20, 40, 75)))
    return replace(screen, image=Image.open(data).convert("RGB"))


def invert(screen: Screen, chance: Random) -> Screen:
    return replace(screen, image=ImageOps.invert(screen.image))


def turn(screen: Screen, chance: Random) -> Screen:
    """Turn clockwise by one to three quarters."""
    for _ in range(chance.randrange(1, 4)):
        left, top, right, bottom = screen.box
        height, rows = screen.image.height, screen.rows
        truth = screen.truth and frozenset(
            frozenset((rows - 1 - y, x) for x, y in dots) for dots in screen.truth
        )
        image = screen.image.transpose(Image.Transpose.ROTATE_270)
        box = (height - bottom, left, height - top, right)
        screen = Screen(image, rows, screen.columns, truth, box)
    return screen


def on_paper(screen: Screen, chance: Random) -> Screen:
    """Put it on a white page with text, as in a document."""
    width, height = screen.image.size
    x, y = round(width * chance.uniform(0.05, 0.3)), round(height * chance.uniform(0.05, 0.2))
    page = Image.new("RGB", (width + 2 * x, height + 3 * y), (255, 255, 255))
    draw, size = ImageDraw.Draw(page), max(8, width // 30)
    for line in range(1, 4):
        draw.text((x, height + y + line * 1.4 * size), "lorem ipsum " * 4, (0, 0, 0), font(size))
    page.paste(screen.image, (x, y))
    left, top, right, bottom = screen.box
    return replace(screen, image=page, box=(left + x, top + y, right + x, bottom + y))


def _cropped(screen: Screen, box: tuple[float, ...]) -> Screen:
    left, top = max(0, round(box[0])), max(0, round(box[1]))
    right = min(screen.image.width, round(box[2]))
    bottom = min(screen.image.height, round(box[3]))
    x0, y0, x1, y1 = screen.box
    moved = (x0 - left, y0 - top, x1 - left, y1 - top)
    return replace(screen, image=screen.image.crop((left, top, right, bottom)), box=moved)


def _cut(screen: Screen, parts: tuple[float, ...]) -> Screen:
    """Cut to the board and so many cells round it, on the left, top, right and bottom."""
    cell = (screen.box[2] - screen.box[0]) / screen.columns
    signs = (-1, -1, 1, 1)
    sides = zip(screen.box, signs, parts, strict=True)
    return _cropped(screen, tuple(place + sign * part * cell for place, sign, part in sides))


def crop(screen: Screen, chance: Random) -> Screen:
    """Cut to the board, sometimes without its outer lines."""
    return _cut(screen, tuple(chance.choice((-0.04, 0, 0.05, 0.3, 1.5)) for _ in range(4)))


def dim(screen: Screen, chance: Random) -> Screen:
    return replace(screen, image=ImageEnhance.Brightness(screen.image).enhance(0.5))


def add_noise(screen: Screen, chance: Random) -> Screen:
    return replace(screen, image=_noisy(screen.image, chance, chance.uniform(2, 8)))


def _noisy(image: Image.Image, chance: Random, sigma: float) -> Image.Image:
    grains = []
    for _ in range(3):  # made of 9 kB of chance: Pillow's own noise cannot be repeated
        tile = Image.frombytes("L", (96, 96), chance.randbytes(96 * 96))
        tile = tile.point(lambda value: round(128 + (value - 128) * sigma / 74))
        grain = Image.new("L", image.size)
        for x in range(0, image.width, 96):
            for y in range(0, image.height, 96):
                grain.paste(tile.rotate(90 * chance.randrange(4)), (x, y))
        grains.append(grain)
    return ImageChops.add(image, Image.merge("RGB", grains), offset=-128)


def blur(screen: Screen, chance: Random) -> Screen:
    cell = (screen.box[2] - screen.box[0]) / screen.columns
    radius = min(1.0, cell / 60) * chance.uniform(0.4, 1)
    return replace(screen, image=screen.image.filter(ImageFilter.GaussianBlur(radius)))


def tilt(screen: Screen, chance: Random) -> Screen:
    """Turn by up to a degree."""
    image = screen.image.rotate(chance.uniform(-1, 1), Image.Resampling.BICUBIC)
    return replace(screen, image=image)


def dither(screen: Screen, chance: Random) -> Screen:
    colors = chance.choice((16, 32, 64))
    return replace(screen, image=screen.image.quantize(colors).convert("RGB"))


def stretch(screen: Screen, chance: Random) -> Screen:
    """Make it wider or higher than it was by up to a tenth."""
    across, down = chance.uniform(1, 1.1), chance.uniform(1, 1.1)
    size = round(screen.image.width * across), round(screen.image.height * down)
    left, top, right, bottom = screen.box
    box = (left * across, top * down, right * across, bottom * down)
    return replace(screen, image=screen.image.resize(size), box=box)


def point_at(screen: Screen, chance: Random) -> Screen:
    """Lay a pointer or a finger over it, anywhere on the board."""
    image = screen.image.copy()
    left, top, right, bottom = screen.box
    x, y = chance.uniform(left, right), chance.uniform(top, bottom)
    cell = (right - left) / screen.columns
    if chance.random() < 0.5:
        shape = [(0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12)]
        points = [(x + a * cell / 20, y + b * cell / 20) for a, b in shape]
        ImageDraw.Draw(image).polygon(points, (255, 255, 255), (0, 0, 0))
    else:
        disc(image, (x, y), cell * chance.uniform(0.3, 1.2), (222, 170, 140))
    return replace(screen, image=image)


def cover(screen: Screen, chance: Random) -> Screen:
    """Lay a note over it, as phones do, anywhere on the board."""
    image = screen.image.copy()
    left, top, right, bottom = screen.box
    cell = (right - left) / screen.columns
    width, height = (right - left) * chance.uniform(0.3, 1), cell * chance.uniform(0.6, 2)
    x = left + (right - left - width) * chance.random()
    y = chance.uniform(top - cell, bottom - cell / 2)
    grey = chance.choice((0, 30, 240, 255))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((x, y, x + width, y + height), height / 3, (grey, grey, grey))
    color = (255 - grey,) * 3
    draw.text((x + height, y + height / 3), "Screenshot saved", color, font(round(height / 3)))
    return replace(screen, image=image)


def touch(screen: Screen, chance: Random) -> Screen:
    """Draw the glow that the game has under a finger."""
    left, top, right, bottom = screen.box
    size = round((right - left) / screen.columns * chance.uniform(1.2, 2.4))
    glow = Image.new("L", (size, size))
    shade = round(255 * chance.uniform(0.2, 0.5))
    ImageDraw.Draw(glow).ellipse((0, 0, size - 1, size - 1), fill=shade)
    x, y = chance.uniform(left, right) - size / 2, chance.uniform(top, bottom) - size / 2
    image = screen.image.copy()
    image.paste(rgb(chance.choice(GAME_COLORS)), (round(x), round(y)), glow)
    return replace(screen, image=image)


def open_dialog(screen: Screen, chance: Random) -> Screen:
    """Dim it and lay a dialog over its middle, as at the end of a level."""
    image = ImageEnhance.Brightness(screen.image).enhance(chance.choice((0.3, 0.6, 1)))
    left, top, right, bottom = screen.box
    across, down = (right - left) * chance.uniform(0.1, 0.3), (bottom - top) * 0.3
    box = (left + across, top + down, right - across, bottom - down)
    draw, size = ImageDraw.Draw(image), round((right - left) / 15)
    draw.rectangle(box, fill=(0, 0, 0), outline=(200, 200, 200), width=3)
    draw.text((box[0] + size, box[1] + size), "Level complete!", (255, 255, 255), font(size))
    return replace(screen, image=image)


def cut_into(screen: Screen, chance: Random) -> Screen:
    """Cut away a part of the outer cells of one or more sides."""
    parts = [chance.choice((0.2, -0.3, -0.5, -0.8, -1.3)) for _ in range(4)]
    parts[chance.randrange(4)] = chance.choice((-0.3, -0.5, -0.8, -1.3))
    return replace(_cut(screen, tuple(parts)), truth=None)


def chain(*changes: Change) -> Change:
    """Do one after the other."""

    def all_of_them(screen: Screen, chance: Random) -> Screen:
        for change in changes:
            screen = change(screen, chance)
        return screen

    return all_of_them


CHANGES: dict[str, Change] = {
    "as it is": lambda screen, chance: screen,
    "narrow": narrow,
    "enlarged": enlarge,
    "JPEG": as_jpeg,
    "inverted": invert,
    "turned": turn,
    "on paper": on_paper,
    "cropped": crop,
    "dim": dim,
    "noisy": add_noise,
    "narrow JPEG": chain(narrow, as_jpeg),
    "cropped JPEG": chain(crop, as_jpeg),
}
HARD_CHANGES: dict[str, Change] = {
    "blurred": blur,
    "tilted": tilt,
    "dithered": dither,
    "stretched": stretch,
    "pointed at": point_at,
    "touched": touch,
    "covered": cover,
    "behind a dialog": open_dialog,
    "cut into": cut_into,
    "several": lambda screen, chance: chain(*chance.sample(list(CHANGES.values()), 4))(
        screen, chance
    ),
}

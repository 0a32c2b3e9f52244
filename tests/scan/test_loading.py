"""Any file becomes an upright RGB picture, or a sentence on why not."""

from __future__ import annotations

import io
import random
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from flowdesk.core.finding import FormatError
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.kinds.flow.level import Level
from flowdesk.scan.loading import is_picture, load_picture
from tests.for_all import for_all
from tests.processes import run

RED, GREEN = (220, 20, 40), (10, 230, 20)


def saved(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    data = io.BytesIO()
    image.save(data, kind, **options)
    return data.getvalue()


def red(mode: str = "RGB") -> Image.Image:
    """A red picture, 40 x 30, with a green corner."""
    image = Image.new("RGB", (40, 30), RED)
    image.paste(GREEN, (0, 0, 20, 10))
    return image.convert(mode)


def turned() -> Image.Exif:
    exif = Image.Exif()
    exif[0x112] = 6  # the camera was held upright: turn it by 90 degrees to the right
    return exif


def ramp16() -> Image.Image:
    """Grey values from 0 to 65535."""
    return Image.linear_gradient("L").convert("I").point(lambda value: value * 257)


def png(width: int, height: int, data: bytes = b"", depth: int = 8) -> bytes:
    """A PNG file that says it is grey and of a size, whatever data it has."""

    def chunk(name: bytes, content: bytes) -> bytes:
        checksum = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)

    size = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(data))


def close(a: object, b: tuple[int, ...]) -> bool:
    return isinstance(a, tuple) and all(abs(x - y) <= 30 for x, y in zip(a, b, strict=True))


GOOD: dict[str, Callable[[], bytes]] = {
    **{
        kind: lambda kind=kind: saved(red(), kind)  # type: ignore[misc]
        for kind in ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "PPM")
    },
    "palette": lambda: saved(red().quantize(4)),
    "opaque": lambda: saved(red("RGBA")),
    "CMYK JPEG": lambda: saved(red("CMYK"), "JPEG"),
    "CMYK TIFF": lambda: saved(red("CMYK"), "TIFF"),
    "compressed TIFF": lambda: saved(red(), "TIFF", compression="tiff_lzw"),
    "progressive JPEG": lambda: saved(red(), "JPEG", progressive=True),
    "garbage behind": lambda: saved(red()) + b"garbage",
}


@for_all("name", GOOD)
def test_pictures_of_many_kinds_are_read(name: str) -> None:
    data = GOOD[name]()
    picture = load_picture(data, "a.png")
    assert is_picture(data)
    assert (picture.image.mode, picture.image.size, picture.remarks) == ("RGB", (40, 30), ())
    assert close(picture.image.getpixel((2, 2)), GREEN)
    assert close(picture.image.getpixel((37, 27)), RED)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "WEBP"])
def test_a_picture_is_turned_as_its_camera_was_held(kind: str) -> None:
    image = load_picture(saved(red(), kind, exif=turned()), "a.jpg").image
    assert image.size == (30, 40)
    assert close(image.getpixel((27, 2)), GREEN)


@pytest.mark.parametrize(
    "data",
    [
        saved(ramp16().convert("I;16")),
        saved(ramp16().convert("I;16"), "TIFF"),
        saved(ramp16(), "TIFF"),
        saved(ramp16().convert("F").point(lambda value: value / 65535 + 0.0), "TIFF"),
        saved(Image.linear_gradient("L")),
    ],
    ids=["16 bit", "16 bit TIFF", "32 bit", "floating point", "8 bit"],
)
def test_greys_of_any_depth_keep_their_brightness(data: bytes) -> None:
    image = load_picture(data, "a.png").image
    assert all(close(image.getpixel((9, y)), (y, y, y)) for y in (0, 40, 128, 200, 255))


def test_one_bit_is_black_and_white() -> None:
    image = Image.new("1", (9, 9))
    image.putpixel((3, 3), 1)
    image = load_picture(saved(image), "a.png").image
    assert image.getpixel((3, 3)) == (255, 255, 255)
    assert image.getpixel((0, 0)) == (0, 0, 0)


def test_transparency_is_black_unless_black_lines_would_drown_in_it() -> None:
    level = Level(5, 5, {(0, 0): "R", (4, 4): "R"})
    for theme, ground in (("dark", (0, 0, 0)), ("light", (0, 0, 0)), ("print", (255, 255, 255))):
        data = picture_bytes(level, style=Style(theme=theme, transparent=True))
        assert load_picture(data, "a.png").image.getpixel((60, 60)) == ground


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP", "TIFF"])
def test_of_an_animation_the_first_frame_is_read_and_this_is_said(kind: str) -> None:
    data = saved(red(), kind, save_all=True, append_images=[Image.new("RGB", (40, 30))])
    picture = load_picture(data, "a.gif")
    assert close(picture.image.getpixel((2, 2)), GREEN)
    word = "page" if kind == "TIFF" else "frame"
    assert picture.remarks == (f"Only the first {word} was read.",)


@for_all(
    "data, sentence",
    [
        (b"", "the file is empty."),
        (b"R.G\n...\nR.G\n", "this is not a picture. PNG, JPEG, GIF,"),
        (b"BMR...\nBMR...\n", "this is not a picture."),
        (b'<?xml version="1.0"?><svg/>', "SVG files cannot be read as pictures. Save it as PNG"),
        (b"%PDF-1.7\n", "PDF files cannot be read as pictures. Save it as PNG"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC files cannot be read as pictures. Save"),
        (b"\x89PNG\r\n\x1a\n" + b"garbage" * 9, "the PNG picture is damaged or incomplete. Fetch"),
        (b"\xff\xd8\xff" + b"garbage" * 9, "the JPEG picture is damaged or incomplete."),
        (saved(red(), "JPEG")[:-60], "the JPEG picture is damaged or incomplete."),
        (saved(red())[:-30], "the PNG picture is damaged or incomplete."),
        (png(0, 10), "the PNG picture is damaged or incomplete."),
        (png(8000, 5001), "the picture has more than 40 million pixels. Crop it"),
        (png(65535, 65535), "the picture has more than 40 million pixels. Crop it"),
    ],
)
def test_what_cannot_be_read_is_named_in_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        load_picture(data, "a.png")
    assert str(caught.value).startswith(f"a.png: {sentence}")


def test_damaged_pictures_are_read_or_refused_and_nothing_is_printed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    kinds = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "PPM")
    samples = [saved(red(), kind) for kind in kinds]
    samples += [
        saved(red(), "TIFF", compression=how) for how in ("tiff_lzw", "jpeg", "tiff_adobe_deflate")
    ]
    samples += [saved(red(), "JPEG", progressive=True), saved(red("P"), "GIF", save_all=True)]
    chance, refused = random.Random(3), 0
    for _ in range(1500):
        data = bytearray(chance.choice(samples))
        for _ in range(chance.choice((1, 1, 3))):
            at = chance.randrange(6, min(len(data), chance.choice((60, 5000))))
            new = chance.choice((b"\xff" * 4, b"\0\0\x7f\xff", b"\0", chance.randbytes(3)))
            data[at : at + chance.choice((0, 1, 4))] = new
        try:
            assert load_picture(bytes(data), "a.png").image.mode == "RGB"
        except FormatError:
            refused += 1
    assert 300 < refused < 1400
    assert capfd.readouterr() == ("", "")


#: Reads a picture in a process of its own; prints what came of it, and the most memory it took.
#: (What getrusage says includes the memory of the process that started this one.)
_MEASURE = """
import sys
from flowdesk.core.finding import FormatError
from flowdesk.scan.loading import load_picture
from flowdesk.scan.scan import read_board
try:
    image = load_picture(open(sys.argv[1], "rb").read(), "a.png").image
    read_board(image)
    print(image.size)
except FormatError as error:
    print(error)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def measured(path: Path) -> tuple[str, int]:
    """What a new process says of a picture, and the MB of memory it took."""
    done = run([sys.executable, "-c", _MEASURE, path], capture_output=True, text=True, check=True)
    result, memory = done.stdout.splitlines()
    return result, int(memory) // 1000


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_400_million_pixels_are_refused_before_they_take_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png(20_000, 20_000, bytes(20_000 * 2_501), depth=1))
    result, megabytes = measured(path)
    assert result.startswith("a.png: the picture has more than 40 million pixels.")
    assert megabytes < 100


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("kind", "mode", "size", "result", "options"),
    [
        ("PNG", "RGBA", (8000, 5000), "(4000, 2500)", {}),
        ("TIFF", "RGBA", (8000, 5000), "(2500, 4000)", {"exif": turned()}),
        ("WEBP", "RGBA", (8000, 5000), "(4000, 2500)", {"method": 0, "exact": True}),
        ("JPEG", "RGB", (12_000, 9000), "(3000, 2250)", {"progressive": True, "subsampling": 0}),
        ("JPEG", "CMYK", (8000, 5000), "(2500, 4000)", {"progressive": True, "exif": turned()}),
    ],
)
def test_no_picture_that_is_read_takes_a_gigabyte(
    kind: str,
    mode: str,
    size: tuple[int, int],
    result: str,
    options: dict[str, Any],
    tmp_path: Path,
) -> None:
    image = Image.effect_noise((1000, 1000), 40).resize(size, Image.Resampling.NEAREST)
    image = image.convert("RGB").convert(mode)
    if mode == "RGBA":
        image.putalpha(image.getchannel("R"))
    path = tmp_path / "a.png"
    path.write_bytes(saved(image, kind, **options))
    said, megabytes = measured(path)
    assert said == result
    assert megabytes < 1000

"""Write pages as a PDF file: numbered objects, strings, and operators that draw shapes.

Latin text is Helvetica, which every viewer has; other text is a picture. Equal pages make equal
files, to the byte.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import ceil
from unicodedata import normalize

from PIL import Image, ImageDraw

from flowdesk.draw import lettering, raster
from flowdesk.draw.measures import line_width, margin, picture_size
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.scene import Scene
from flowdesk.draw.shapes import Disc, Pipe, Polygons, Rectangles, Shape, Text, decimal, shapes
from flowdesk.draw.theme import Look, rgb

#: Papers by their names: width and height in points (1/72 inch).
PAPERS = {"a4": (595.28, 841.89), "a5": (419.53, 595.28), "letter": (612.0, 792.0)}

#: The longest side of a page, in points, that readers of PDF have to support.
MAX_SIDE = 14_400

#: The least margins of a board on paper: 15 mm.
_MARGIN = 15 / 25.4 * 72
#: The size in pixels at which text that Helvetica lacks is painted.
_MASK_SIZE = 128
#: The longest line on a page, in characters.
_LONGEST = 300


def pdf(scene: Scene, look: Look, paper: str = "") -> bytes:
    """Return the scene as a PDF page as large as the board, or on one of `PAPERS`, filled by it."""
    sheet = board_page(scene, look, paper)
    return document([sheet], scene.caption[0] if scene.caption else "")


def board_page(scene: Scene, look: Look, paper: str) -> Page:
    """Return the page that `pdf` writes."""
    if paper:
        short, long = PAPERS[paper]
        columns, rows = scene.size
        size = (long, short) if columns > rows else (short, long)
        rows += lettering.caption_height(scene)
        cells = columns + 2 * scene.margin, rows + 2 * scene.margin
        fitting = ((side - 2 * _MARGIN) / cell for side, cell in zip(size, cells, strict=True))
        look = replace(look, cell=min(fitting) / PIXEL)
    width, height = (side * PIXEL for side in picture_size(scene, look))
    page = Page(*size) if paper else Page(width, height)
    left, top = (page.width - width) / 2, (page.height - height) / 2
    page.items.append(PlacedBoard(scene, look, left, top))
    return page


class _Operators:
    """The operators of a page, and what they refer to: pictures of texts, and opacities."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._operators = [f"1 0 0 -1 0 {decimal(page.height)} cm"]
        self._masks: dict[str, str] = {}  # names of pictures by their texts
        self._opacities: dict[float, str] = {}
        for item in page.items:
            match item:
                case PlacedBoard():
                    self._board(item)
                case LineOfText():
                    self._words(item)
                case RuledLine(x1, y1, x2, y2):
                    ends = f"{decimal(x1)} {decimal(y1)} m {decimal(x2)} {decimal(y2)} l"
                    width = f"{decimal(item.width)} w 0 J"
                    self._operators.append(f"{choose(item.color, 'RG')} {width} {ends} S")

    def _board(self, board: PlacedBoard) -> None:
        look, before = board.look, margin(board.scene, board.look)
        x, y = decimal(board.left + before * PIXEL), decimal(board.top + before * PIXEL)
        scale = decimal(look.cell * PIXEL)
        self._operators.append(f"q {scale} 0 0 {scale} {x} {y} cm 1 j")
        if not look.transparent:
            width, height = (side / look.cell for side in picture_size(board.scene, look))
            start = -before / look.cell
            self._put(Rectangles(look.theme.ground, 1.0, ((start, start, width, height),)))
        for shape in shapes(board.scene, look):
            self._put(shape)
        self._operators.append("Q")

    def _words(self, words: LineOfText) -> None:
        text, size = _writable(words.text), words.size
        x = words.x - text_width(text, size, bold=words.bold) * SHARE_LEFT_OF_PLACE[words.align]
        self._operators.append(choose(words.color, "rg"))
        letters = lettering.helvetica_bytes(text)
        if letters is None:
            self._picture_of(text, x, words.y, size)
        else:
            font, place = f"/F{words.bold:d} {decimal(size)} Tf", f"{decimal(x)} {decimal(words.y)}"
            self._operators.append(f"BT {font} 1 0 0 -1 {place} Tm <{letters.hex()}> Tj ET")

    def _picture_of(self, text: str, x: float, y: float, size: float) -> None:
        """Draw a text that Helvetica lacks; it can still be searched and copied."""
        mask, scale = _mask(text), size / _MASK_SIZE
        name = self._masks.setdefault(text, f"T{len(self._masks)}")
        width, height = decimal(mask.width * scale), decimal(mask.height * scale)
        bottom = decimal(y + (mask.height - round(lettering.ASCENT * _MASK_SIZE)) * scale)
        picture = f"q {width} 0 0 -{height} {decimal(x)} {bottom} cm /{name} Do Q"
        # Some programs find only text that has letters: add an invisible one.
        hidden = f"BT 3 Tr /F0 {decimal(size)} Tf 1 0 0 -1 {decimal(x)} {decimal(y)} Tm <20> Tj ET"
        self._operators += [
            f"/Span << /ActualText {text_string(text)} >> BDC {picture}",
            f"q {hidden} Q EMC",
        ]

    def _put(self, shape: Shape) -> None:
        """Draw a shape; its lengths are in cells."""
        if shape.opacity < 1:
            name = self._opacities.setdefault(shape.opacity, f"G{len(self._opacities)}")
            self._operators.append(f"q /{name} gs")
        match shape:
            case Rectangles():
                self._operators += area(shape)
            case Polygons():
                self._operators += area_of_polygons(shape)
            case Pipe():
                self._operators += pipe(shape)
            case Disc():
                self._operators += disc(shape)
            case Text():
                thicker = f"{choose(shape.color, 'RG')} {decimal(shape.outline)} w 2 Tr"
                self._operators.append(f"q {thicker if shape.outline else ''}")
                place = (shape.x, shape.baseline, shape.size)
                self._words(LineOfText(shape.text, *place, "center", shape.color))
                self._operators.append("Q")
        if shape.opacity < 1:
            self._operators.append("Q")

    def add_to(self, file: PdfFile, parent: int, fonts: str, masks: dict[str, int]) -> int:
        """Add this page to a file that has some pictures of texts, `masks`; return its number."""
        for text in self._masks:
            if text not in masks:
                masks[text] = _mask(text).add_to(file)
        states = (
            f"/{name} << /ca {decimal(opacity)} /CA {decimal(opacity)} >>"
            for opacity, name in self._opacities.items()
        )
        pictures = (f"/{name} {masks[text]} 0 R" for text, name in self._masks.items())
        content = file.add_stream("\n".join(self._operators).encode("ascii"))
        return file.add(
            f"<< /Type /Page /Parent {parent} 0 R /Contents {content} 0 R "
            f"/MediaBox [0 0 {decimal(self._page.width)} {decimal(self._page.height)}] "
            f"/Resources << /Font << {fonts} >> /ExtGState << {' '.join(states)} >> "
            f"/XObject << {' '.join(pictures)} >> >> >>"
        )


def document(pages: Iterable[Page], title: str = "") -> bytes:
    """Return pages as a PDF file."""
    file = PdfFile()
    tree = file.reserved()
    fonts = " ".join(
        f"/F{n} {file.add(_FONT.format(name))} 0 R"
        for n, name in enumerate(("Helvetica", "Helvetica-Bold"))
    )
    masks: dict[str, int] = {}
    kids = [_Operators(page).add_to(file, tree, fonts, masks) for page in pages]
    references = " ".join(f"{kid} 0 R" for kid in kids)
    file.put(tree, f"<< /Type /Pages /Count {len(kids)} /Kids [{references}] >>")
    shown = "/ViewerPreferences << /DisplayDocTitle true >>"
    catalog = f"<< /Type /Catalog /Pages {tree} 0 R {shown} >>"
    about = {"Title": title, "Producer": "FlowDesk"}
    info = (f"/{name} {text_string(_writable(text))}" for name, text in about.items() if text)
    return file.finished(file.add(catalog), file.add(f"<< {' '.join(info)} >>"))


_FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text in points."""
    text = _writable(text)
    if lettering.helvetica_bytes(text) is not None:
        return lettering.helvetica_width(text, bold=bold) * size
    return _mask(text).width * size / _MASK_SIZE


@dataclass(frozen=True)
class _Stencil:
    """A text as pixels of one bit, rows filled up to whole bytes; 0 is ink."""

    width: int
    height: int
    bits: bytes

    def add_to(self, file: PdfFile) -> int:
        """Add it to a file as a stencil for the current colour; return its number."""
        kind = "/Type /XObject /Subtype /Image /ImageMask true /BitsPerComponent 1"
        return file.add_stream(self.bits, f"{kind} /Width {self.width} /Height {self.height}")


@lru_cache(maxsize=64)
def _mask(text: str) -> _Stencil:
    grey = lettering.text_mask(text, _MASK_SIZE)
    bits = grey.point(lambda value: 255 * (value < 128)).convert("1")
    return _Stencil(*grey.size, bits.tobytes())


def _writable(text: str) -> str:
    """Return a text without what cannot be written, its accents composed as in Helvetica."""
    text = normalize("NFC", lettering.printable(text))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


#: The distance of the control points of a quarter circle of radius 1 from its ends.
_ROUND = 0.55228


class PdfFile:
    """Objects that refer to each other by number, from 1.

    A number can be `reserved` before its object is known.
    """

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserved(self) -> int:
        """Return the number of an object that `put` will give."""
        self._objects.append(b"null")
        return len(self._objects)

    def put(self, number: int, text: str) -> None:
        """Set the object of a reserved number."""
        self._objects[number - 1] = text.encode("ascii")

    def add(self, text: str) -> int:
        """Add an object and return its number."""
        number = self.reserved()
        self.put(number, text)
        return number

    def add_stream(self, data: bytes, entries: str = "") -> int:
        """Add a stream, compressed, with more entries for its dictionary; return its number."""
        packed = zlib.compress(data, 9)
        head = f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>"
        self._objects.append(head.encode("ascii") + b"\nstream\n" + packed + b"\nendstream")
        return len(self._objects)

    def finished(self, root: int, info: int) -> bytes:
        """Return the file; `root` and `info` are the numbers of its catalog and description."""
        # The second line shows programs that look at the first bytes that the file is binary.
        data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        table = ["0000000000 65535 f \n"]
        for number, content in enumerate(self._objects, 1):
            table.append(f"{len(data):010} 00000 n \n")
            data += b"%d 0 obj\n%b\nendobj\n" % (number, content)
        size = len(table)
        end = (
            f"xref\n0 {size}\n{''.join(table)}"
            f"trailer\n<< /Size {size} /Root {root} 0 R /Info {info} 0 R >>\n"
            f"startxref\n{len(data)}\n%%EOF\n"
        )
        return bytes(data) + end.encode("ascii")


def text_string(text: str) -> str:
    """Return a text outside of pages, such as a title, as a string of PDF."""
    data = text.encode("ascii") if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be")
    return f"<{data.hex()}>"


def choose(color: str, operator: str) -> str:
    """Return the operator that sets the colour of areas and letters (``rg``) or lines (``RG``)."""
    return f"{' '.join(decimal(part / 255) for part in rgb(color))} {operator}"


def area(shape: Rectangles) -> Iterable[str]:
    """Yield the operators that fill all rectangles at once."""
    yield choose(shape.color, "rg")
    yield from (" ".join(map(decimal, rectangle)) + " re" for rectangle in shape.rectangles)
    yield "f"


def area_of_polygons(shape: Polygons) -> Iterable[str]:
    """Yield the operators that fill all polygons at once."""
    yield choose(shape.color, "rg")
    for polygon in shape.polygons:
        points = (f"{decimal(x)} {decimal(y)}" for x, y in polygon)
        yield f"{' l '.join(points).replace(' l ', ' m ', 1)} l h"
    yield "f"


def pipe(shape: Pipe) -> Iterable[str]:
    """Yield the operators of a wide line; round joints are set for the whole board."""
    ends = 1 if shape.line.round_ends else 0
    yield f"{choose(shape.color, 'RG')} {decimal(shape.width)} w {ends} J"
    for number, (x, y) in enumerate(shape.line.points):
        yield f"{decimal(x)} {decimal(y)} {'l' if number else 'm'}"
    yield "s" if shape.line.closed else "S"


def disc(shape: Disc) -> Iterable[str]:
    """Yield the operators of a circle of four curves, filled or drawn."""
    x, y, far, near = shape.x, shape.y, shape.radius, shape.radius * _ROUND
    yield f"{choose(shape.color, 'RG' if shape.width else 'rg')} {decimal(shape.width)} w"
    yield f"{decimal(x + far)} {decimal(y)} m"
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):  # from the centre to the beginning of a quarter
        quarter = (
            (far * a - near * b, far * b + near * a),
            (near * a - far * b, near * b + far * a),
            (-far * b, far * a),
        )
        yield " ".join(f"{decimal(x + dx)} {decimal(y + dy)}" for dx, dy in quarter) + " c"
    yield "s" if shape.width else "f"


#: A pixel of a board (1/96 inch) in points.
PIXEL = 0.75

#: The share of a line of text that is left of its `x`.
SHARE_LEFT_OF_PLACE = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True)
class PlacedBoard:
    """A board with its upper left corner at (left, top)."""

    scene: Scene
    look: Look
    left: float
    top: float


@dataclass(frozen=True)
class LineOfText:
    """A line of text with its baseline at `y`; `x` is its left end, center or right end."""

    text: str
    x: float
    y: float
    size: float
    align: str = "left"
    color: str = "#000000"
    bold: bool = False


@dataclass(frozen=True)
class RuledLine:
    """A straight line, `width` points wide."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    color: str = "#000000"


@dataclass(frozen=True)
class Page:
    """A page of `width` x `height` points, and what is on it, the lowest first."""

    width: float
    height: float
    items: list[PlacedBoard | LineOfText | RuledLine] = field(default_factory=list)


_PAPER = "#ffffff"
_FINER = 2  # painted this many times larger and reduced, because positions are fractions


def painted(page: Page, side: int) -> Image.Image:
    """Return a picture of a page, whose longer side has `side` pixels; no text is bold in it."""
    scale = side / max(page.width, page.height) * _FINER
    size = (round(page.width * scale), round(page.height * scale))
    picture = Image.new("RGB", size, _PAPER)
    for item in page.items:
        match item:
            case PlacedBoard(scene, look, left, top):
                room = look.cell * PIXEL * scale
                line = line_width(replace(look, cell=ceil(room)))
                cell = max(1, int(room) // line * line)  # or some lines would be stronger
                board = raster.paint(scene, SpriteSheet(replace(look, cell=cell), scene.geometry))
                wide, high = (length * room / cell for length in board.size)
                board.thumbnail((ceil(wide), ceil(high)))
                beside, above = (wide - board.width) / 2, (high - board.height) / 2
                at = _whole(left * scale + beside), _whole(top * scale + above)
                picture.paste(board, at, board if look.transparent else None)
            case LineOfText(text, x, y):
                pixels = item.size * scale
                mask = lettering.text_mask(text, pixels)
                left = x * scale - mask.width * SHARE_LEFT_OF_PLACE[item.align]
                at = (round(left), round(y * scale) - round(lettering.ASCENT * pixels))
                picture.paste(item.color, at, mask)
            case RuledLine(x1, y1, x2, y2, width, color):
                ends = [coordinate * scale for coordinate in (x1, y1, x2, y2)]
                thick = max(1, round(width * scale))
                ImageDraw.Draw(picture).line(ends, fill=color, width=thick)
    return picture.reduce(_FINER)


def _whole(place: float) -> int:
    """Return where a pixel of the reduced picture begins, near a place in the larger one."""
    return round(place / _FINER) * _FINER

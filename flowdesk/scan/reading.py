"""Reading: what was read from a picture, and how sure it is; dots are paired by their colours."""

from __future__ import annotations

import colorsys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import combinations, product

from flowdesk.core.grid import Cell, Edge, cell_name, listed
from flowdesk.scan.cells import CellLook, CellLooks, Content, difference
from flowdesk.scan.samples import Color, Lattice, distance


class Certainty(str, Enum):
    """How sure a reading is."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    NOTHING = "nothing found"


@dataclass(frozen=True)
class Doubt:
    """Something that may be wrong: a sentence, and the cells it is about, if any."""

    message: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Dots:
    """The cells with dots of one colour ``#rrggbb``: two, if all is well."""

    color: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Reading:
    """What was read from a picture, and what is doubtful about it.

    Without the `looks` of its cells no board was found, and the doubts say why.
    """

    looks: CellLooks | None
    dots: tuple[Dots, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def lattice(self) -> Lattice | None:
        """Where the board lies, if one was found."""
        return self.looks.lattice if self.looks else None

    def on(self, lattice: Lattice) -> Reading:
        """Return the same reading of a board that lies elsewhere, as in a larger picture."""
        return replace(self, looks=self.looks and replace(self.looks, lattice=lattice))

    @property
    def status(self) -> Certainty:
        if self.looks is None:
            return Certainty.NOTHING
        return Certainty.DOUBTFUL if self.doubts else Certainty.SURE

    @property
    def doubtful_cells(self) -> frozenset[Cell]:
        """All cells that a doubt is about."""
        return frozenset(cell for doubt in self.doubts for cell in doubt.cells)


#: Cells that a person has set: to a dot of a colour ``#rrggbb`` as in `Dots`, or to none ("").
Corrections = Mapping[Cell, str]


#: The largest distance of the colours of a pair, and the largest at which it is sure.
SAME = 70
_SURELY_SAME = 45
#: How much nearer to each other than to others the dots of a pair have to be.
_MARGIN = 12
#: The least fit, and the fewest and most cells a side, of a board that is sure.
_SURE_FIT = 0.9
_SURE_SIDES = range(3, 26)
_DOUBTS_OF_LOOKS = {
    Content.UNCLEAR: "What is in these cells is unclear.",
    Content.FAINT_DOT: "These dots hardly stand out.",
}


def judge(looks: CellLooks, corrections: Corrections) -> Reading:
    """Return the reading of cells, with what a person has set; well below a millisecond."""
    dots = {
        cell: look
        for cell, look in looks.cells.items()
        if look.look.is_dot and cell not in corrections
    }
    pairs = _pairs(dots)
    paired = {cell for pair in pairs for cell in pair}
    groups = [*pairs, *((cell,) for cell in dots if cell not in paired)]
    found = _corrected(_colored(groups, dots), corrections)
    doubts = [
        *_doubts_of_board(looks, corrections),
        *_doubts_of_letters(dots),
        *_doubts_of_colors(groups, dots),
        *_doubts_of_numbers(found, looks.lattice),
    ]
    return Reading(looks, found, tuple(doubts))


def _apart(one: CellLook, other: CellLook) -> int:
    """Return how much two dots differ, from 0 to 255: in colour, or circles in their letters."""
    if one.letter and other.letter:
        return difference(one.letter, other.letter)
    return 255 if one.letter or other.letter else distance(one.color, other.color)


def _pairs(dots: Mapping[Cell, CellLook]) -> list[tuple[Cell, Cell]]:
    """Return pairs of dots, greedily, those that differ least first."""
    candidates = sorted((_apart(dots[a], dots[b]), a, b) for a, b in combinations(dots, 2))
    taken: set[Cell] = set()
    found = []
    for apart, a, b in candidates:
        if apart <= SAME and not {a, b} & taken:
            taken |= {a, b}
            found.append((a, b))
    return found


def _colored(
    groups: Sequence[tuple[Cell, ...]], dots: Mapping[Cell, CellLook]
) -> list[tuple[tuple[Cell, ...], Color]]:
    """Return groups of dots with their colours in the picture; circles get colours that differ."""
    colors: list[Color] = []
    for group in groups:
        looks = [dots[cell] for cell in group]
        is_circle = looks[0].letter is not None
        colors.append(unlike(colors) if is_circle else _mean([look.color for look in looks]))
    return list(zip(groups, colors, strict=True))


def _mean(colors: Sequence[Color]) -> Color:
    red, green, blue = (sum(channel) // len(colors) for channel in zip(*colors, strict=True))
    return red, green, blue


def _corrected(
    groups: Sequence[tuple[tuple[Cell, ...], Color]], corrections: Corrections
) -> tuple[Dots, ...]:
    """Return the dots by colour in the order of the board, with those that a person has set."""
    cells: dict[str, list[Cell]] = {}
    for found, color in groups:
        name = _name(color, cells)
        cells[name] = list(found)
    for cell, name in corrections.items():
        if name:
            cells.setdefault(name, []).append(cell)
    dots = [Dots(name, tuple(sorted(found, key=_place))) for name, found in cells.items()]
    return tuple(sorted(dots, key=lambda one: _place(one.cells[0])))


def _place(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def _name(color: Color, taken: Collection[str] = ()) -> str:
    """Return a colour as ``#rrggbb``, changed a little if it is taken."""
    value = color[0] << 16 | color[1] << 8 | color[2]
    while (name := f"#{value:06x}") in taken:
        value = (value + 1) % (1 << 24)
    return name


def _doubts_of_board(looks: CellLooks, corrections: Corrections) -> Iterator[Doubt]:
    """Yield the doubts about the grid and single cells."""
    lattice = looks.lattice
    if not lattice.fit:
        yield Doubt("There are no grid lines: are the numbers of columns and rows right?")
    elif lattice.fit < _SURE_FIT:
        yield Doubt("The lines of the grid are hard to see: does it lie on the board?")
    if lattice.is_upright and max(lattice.cell) > 1.03 * min(lattice.cell):
        yield Doubt("The cells are not square: are the numbers of columns and rows right?")
    if lattice.columns not in _SURE_SIDES or lattice.rows not in _SURE_SIDES:
        yield Doubt(f"A board of {lattice.columns} x {lattice.rows} is unusual.")
    if looks.goes_on:
        yield Doubt("The lines of the grid go on: this may be a part of a larger board.")
    edges = (lattice.columns - 1) * lattice.rows + lattice.columns * (lattice.rows - 1)
    if lattice.fit and 3 * len(looks.missing) > edges:
        text = "Hardly any lines lie where this grid has lines: are its corners and numbers right?"
        yield Doubt(text)
    elif looks.missing:
        text = "Lines are missing here; holes and bridges are not read."
        yield Doubt(text, _ends(looks.missing))
    if looks.gaps:
        yield Doubt("The border of the board has gaps here.", looks.gaps)
    if looks.walls:
        yield Doubt("There seem to be walls here, which are not read.", _ends(looks.walls))
    for look, text in _DOUBTS_OF_LOOKS.items():
        cells = [cell for cell, found in looks.cells.items() if found.look is look]
        if left := tuple(cell for cell in cells if cell not in corrections):
            yield Doubt(text, left)


def _ends(edges: Iterable[Edge]) -> tuple[Cell, ...]:
    """Return the cells on both sides of edges, each once."""
    return tuple(dict.fromkeys(cell for edge in edges for cell in edge))


def _doubts_of_letters(dots: Mapping[Cell, CellLook]) -> Iterator[Doubt]:
    """Yield the doubts about dots that are drawn as circles."""
    circles = {cell: look.letter for cell, look in dots.items() if look.letter}
    if blank := tuple(cell for cell, letter in circles.items() if letter.is_blank):
        yield Doubt("Circles without a letter cannot be told apart.", blank)
    if circles and len(circles) < len(dots):
        yield Doubt("Some of the dots are circles: is this such a board?", tuple(circles))


def _doubts_of_colors(
    groups: Sequence[tuple[Cell, ...]], dots: Mapping[Cell, CellLook]
) -> Iterator[Doubt]:
    """Yield the doubts about pairs that differ, or are nearly like other dots."""
    apart = {group: _apart(dots[group[0]], dots[group[-1]]) for group in groups}
    for pair, off in apart.items():
        if off > _SURELY_SAME:
            what = "letters" if dots[pair[0]].letter else "colours"
            yield Doubt(f"Are the dots at {_names(pair)} a pair? Their {what} differ.", pair)
    for group, other in combinations(groups, 2):
        near = min(product(group, other), key=lambda two: _apart(dots[two[0]], dots[two[1]]))
        if _apart(dots[near[0]], dots[near[1]]) < 2 * max(apart[group], apart[other]) + _MARGIN:
            what = "letter" if dots[near[0]].letter else "colour"
            yield Doubt(f"The dots at {_names(near)} have nearly the same {what}.", near)


def _doubts_of_numbers(found: Sequence[Dots], lattice: Lattice) -> Iterator[Doubt]:
    """Yield the doubts about colours without exactly two dots, and about the number of dots."""
    if 2 * sum(len(dots.cells) for dots in found) > lattice.columns * lattice.rows:
        yield Doubt("More than half of the cells have dots: is this such a board?")
    for dots in found:
        if len(dots.cells) == 1:
            yield Doubt(f"The dot at {_names(dots.cells)} has no partner.", dots.cells)
        elif len(dots.cells) > 2:
            text = f"The {len(dots.cells)} dots at {_names(dots.cells)} have one colour."
            yield Doubt(text, dots.cells)
    if not found:
        yield Doubt("There are no dots on this board.")
    elif len(found) == 1:
        yield Doubt("There are dots of one colour only.", found[0].cells)


def _names(cells: Sequence[Cell]) -> str:
    return listed([cell_name(cell) for cell in cells])


#: The least by which the colour of a new dot differs from those of others, and the most by which
#: the colours of two dots differ that are taken for a pair.
_OTHER, _ALIKE = 24, 48


def seen_color(looks: CellLooks, cell: Cell, dots: Sequence[Dots]) -> str:
    """Return the colour for a dot in the picture: that of one without a partner, or a new one."""
    seen = _seen(looks, cell)
    alone = [each.color for each in dots if len(each.cells) == 1 and cell not in each.cells]
    if seen and alone:
        nearest = min(alone, key=lambda color: distance(seen, _rgb(color)))
        if distance(seen, _rgb(nearest)) <= _ALIKE:
            return nearest
    return new_color(looks, cell, [each.color for each in dots])


def new_color(looks: CellLooks, cell: Cell, used: Collection[str]) -> str:
    """Return a colour ``#rrggbb`` for a dot unlike all others: as in the picture, if it can be."""
    seen, others = _seen(looks, cell), [_rgb(color) for color in used]
    if seen and all(distance(seen, other) >= _OTHER for other in others):
        return _name(seen)
    return _name(unlike(others))


def _seen(looks: CellLooks, cell: Cell) -> Color | None:
    """Return the colour of what is in a cell; None if that is nothing, or a circle."""
    found = looks.cells[cell]
    return None if found.look is Content.EMPTY or found.letter else found.color


def _rgb(name: str) -> Color:
    red, green, blue = bytes.fromhex(name[1:])
    return red, green, blue


def unlike(others: Collection[Color]) -> Color:
    """Return the bright or pale colour that is farthest from others."""
    return max(_wheel(), key=lambda c: min((distance(c, o) for o in others), default=0))


@cache
def _wheel() -> list[Color]:
    """Return bright colours all round the wheel, and paler ones."""
    found = []
    for saturation in (1, 0.5):
        for hue in range(24):
            red, green, blue = colorsys.hsv_to_rgb(hue / 24, saturation, 1)
            found.append((round(255 * red), round(255 * green), round(255 * blue)))
    return found

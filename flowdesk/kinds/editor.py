"""Editing: the tools, palette and keys of a kind; how its puzzles, and parts of them, are moved.

Whatever returns a puzzle returns the very same one if nothing changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Area, Cell, turned
from flowdesk.core.puzzle import P
from flowdesk.draw.scene import Tiles


@dataclass(frozen=True)
class Tool(Generic[P]):
    """A tool: the left button begins the gesture of `press`, the right one that of `erase`.

    `icon` is a file in ``assets/icons``, `action` its label in the menu, `key` as in
    `flowdesk.app.actions`, `tip` a short text on what it does, `cursor` Tk's name of the pointer's
    shape. `press` and `erase` take the puzzle and a spot, `press` also the name of the current
    item; they return None where no gesture can begin.
    With `takes_edges` the spot has the edge next to the pointer, with `takes_border` also one at
    the border of the board. With `draws` the overlay is hidden
    when a gesture begins, because it would cover what is drawn. A tool that selects cells has
    `select`, which is called instead of `press`, with the area that is selected so far: Shift
    `extends` it, and Control `copies` it instead of moving it.
    """

    name: str
    icon: str
    action: str
    key: str
    tip: str
    cursor: str
    press: Callable[[P, Spot, str], Gesture[P] | None]
    erase: Callable[[P, Spot], Gesture[P] | None]
    takes_edges: bool = False
    takes_border: bool = False
    draws: bool = False
    select: Callable[..., Gesture[P]] | None = None


@dataclass(frozen=True)
class Item:
    """An item of the palette, which can be placed: a colour, a clue ...

    `name` stands for it in calls, `words` is its name for people. `mark` is a short text on how
    often it is placed; `is_used` if it is, `is_wrong` if too often. `color` is its colour, empty
    if no other one can be chosen.
    """

    name: str
    words: str
    tiles: Tiles
    mark: str = ""
    tip: str = ""
    is_used: bool = False
    is_wrong: bool = False
    color: str = ""


@dataclass(frozen=True)
class FirstStep(Generic[P]):
    """Something that a newcomer is shown on an empty board, until it has been done.

    `text` says what to do, with ``{solve}`` for the key that solves; the small puzzles `before` and
    `after` show it. `is_done` takes the puzzle on the board; without one it is to see a solution,
    found or drawn.
    """

    name: str
    text: str
    before: P
    after: P
    is_done: Callable[[P], object] | None = None


@dataclass(frozen=True, kw_only=True)
class OverCells(Gesture[P]):
    """Apply `change` to every cell on the pointer's way; it is now `at` one."""

    at: Cell
    change: Callable[[P, Cell], P]

    def to(self, spot: Spot) -> OverCells[P]:
        """Return the gesture after the cells on the way to a spot."""
        gesture = self
        for cell in self.puzzle.board.shape.line(self.at, spot.cell):
            gesture = gesture.over(cell)
        return replace(gesture, at=spot.cell)

    def over(self, cell: Cell) -> OverCells[P]:
        """Return the gesture after this cell, the next one on the way."""
        return replace(self, puzzle=self.change(self.puzzle, cell))


class Editing(ABC, Generic[P]):
    """How puzzles are drawn: by tools and keys, from a palette of items."""

    #: All of them. The first one places the current item, and is chosen when a puzzle is opened;
    #: one that is still empty goes on with the tool that was chosen before.
    tools: Sequence[Tool[P]]
    #: What a newcomer is shown on an empty board, in the order in which it is done.
    first_steps: Sequence[FirstStep[P]] = ()

    def tools_for(self, puzzle: P, /) -> Sequence[Tool[P]]:
        """Return the tools that can do something on a board; the same object for the same tools."""
        return self.tools

    def gestures(self, puzzle: P, /) -> Sequence[tuple[str, str]]:
        """Return what pointer and keys do on a board, for the list of all keys."""
        return ()

    @abstractmethod
    def palette(self, puzzle: P, current: str, /) -> Sequence[Item]:
        """Return the items of the palette, the current one among them."""

    @abstractmethod
    def next_item(self, puzzle: P, item: str, /) -> str:
        """Return the name of the item after one that was just placed; after "" the first one."""

    @abstractmethod
    def cleared(self, puzzle: P, /) -> P:
        """Return the puzzle with nothing on its board."""

    def typed(self, puzzle: P, spot: Spot, key: str, item: str, /) -> Gesture[P] | None:
        """Return what a key does at a spot, if anything; `item` is the current one.

        The key is a character (a blank for the space bar, which else places the current item at
        the keyboard's cursor); for Shift and an arrow it is "", and the spot's edge is the one that
        the arrow points to.
        """
        return None

    def item_typed(self, puzzle: P, key: str, item: str, /) -> str | None:
        """Return the item that a key chooses which does nothing at its spot; None for no item."""
        return None

    def choices(self, puzzle: P, spot: Spot, item: str, /) -> Sequence[Gesture[P]]:
        """Return what a menu offers at a spot, by the names of these."""
        return ()

    def area_choices(self, puzzle: P, area: Area, /) -> Sequence[Gesture[P]]:
        """Return what a menu offers for an area that is selected."""
        return ()


class Coloring(ABC, Generic[P]):
    """Changes of all cells that have the same item."""

    @abstractmethod
    def recolored(self, puzzle: P, item: str, color: str, /) -> P:
        """Return the puzzle in which an item has a colour."""

    @abstractmethod
    def swapped(self, puzzle: P, first: str, second: str, /) -> P:
        """Return the puzzle in which each of two items stands where the other one was."""

    @abstractmethod
    def without(self, puzzle: P, item: str, /) -> P:
        """Return the puzzle in which an item is not placed."""


@dataclass(frozen=True)
class Part(Generic[P]):
    """What lies in an area of a puzzle: all that is in its cells, and the lines on its border.

    An area of hexagons that was turned has corners that are not of it: the cells `but` these.
    """

    puzzle: P
    area: Area
    but: frozenset[Cell] = frozenset()

    @property
    def cells(self) -> list[Cell]:
        """The cells of it, row by row."""
        return [cell for cell in self.area.cells if cell not in self.but]


class Shaping(ABC, Generic[P]):
    """How puzzles are turned and resized, and parts of them removed and placed."""

    @abstractmethod
    def resized(self, puzzle: P, left: int, top: int, right: int, bottom: int, /) -> P:
        """Return the puzzle with cells added (below 0, removed) at its four sides."""

    @abstractmethod
    def turned(self, puzzle: P, turn: str, /) -> P:
        """Return the puzzle after one of `core.grid.TURNS`."""

    @abstractmethod
    def emptied(self, puzzle: P, area: Area, /) -> P:
        """Return the puzzle without what lies in an area or on its border."""

    @abstractmethod
    def placed(self, puzzle: P, part: Part[P], at: Cell, /) -> tuple[P, str]:
        """Return the puzzle with a part whose upper left cell is `at` a cell, and a remark.

        The part replaces what was there, except lines on the border of its area. The remark is a
        sentence on what is different from the part, if anything.
        """

    @abstractmethod
    def alone(self, part: Part[P], /) -> P:
        """Return a part as a puzzle of its own; ValueError if it is too small for one."""

    def turns(self, puzzle: P, /) -> int:
        """Return how many turns make a whole one."""
        return 4

    def orientations(self, puzzle: P, /) -> Iterator[P]:
        """Yield the turns of a puzzle and of its mirror image: four each, of hexagons six."""
        for form in (puzzle, self.turned(puzzle, "flip horizontally")):
            for _ in range(self.turns(puzzle)):
                form = self.turned(form, "rotate")
                yield form

    def turned_part(self, part: Part[P], turn: str, /) -> Part[P]:
        """Return a part after one of `core.grid.TURNS`."""
        puzzle = part.puzzle
        area = part.area.turned(turn, puzzle.width, puzzle.height)
        return Part(self.turned(puzzle, turn), area)


@dataclass(frozen=True, kw_only=True)
class _Select(Gesture[P]):
    """Select the cells from `start` to the pointer; a click selects none."""

    start: Cell
    end: Cell | None = None

    def to(self, spot: Spot) -> _Select[P]:
        x, y = spot.cell
        on_board = min(max(x, 0), self.puzzle.width - 1), min(max(y, 0), self.puzzle.height - 1)
        return replace(self, end=on_board)

    @property
    def area(self) -> Area | None:
        return Area(self.start, self.end) if self.end else None


@dataclass(frozen=True, kw_only=True)
class Move(Gesture[P]):
    """Move a part over the puzzle `base`: its upper left cell would be placed `at` one.

    The pointer is above the cell `grip` of the part, counted from its upper left one. Nothing
    changes before it is placed.
    """

    shaping: Shaping[P]
    base: P
    part: Part[P]
    at: Cell
    grip: Cell = (0, 0)
    #: Where placing changes nothing: where it was taken from.
    home: Cell | None = None

    def to(self, spot: Spot) -> Move[P]:
        """Return the gesture with the pointer in the cell of a spot."""
        return self.to_cell(spot.cell)

    def to_cell(self, cell: Cell) -> Move[P]:
        """Return the gesture with the pointer in a cell."""
        return replace(self, at=(cell[0] - self.grip[0], cell[1] - self.grip[1]))

    def stepped(self, step: Cell) -> Move[P]:
        """Return the gesture one step further, but never completely off the board."""
        at = self.at[0] + step[0], self.at[1] + step[1]
        moved = replace(self, at=at)
        return moved if moved.area else self

    def turned(self, turn: str) -> Move[P]:
        """Return the gesture with the part turned about the cell under the pointer."""
        part, area = self.shaping.turned_part(self.part, turn), self.part.area
        grip = turned(self.grip, turn, area.width, area.height)
        at = self.at[0] + self.grip[0] - grip[0], self.at[1] + self.grip[1] - grip[1]
        return replace(self, part=part, grip=grip, at=at, home=None)

    @property
    def area(self) -> Area | None:
        """Where the part would be placed, as far as that is on the board."""
        return self.part.area.moved(self.at).within(self.puzzle.width, self.puzzle.height)

    @property
    def result(self) -> P:
        """The puzzle with the part."""
        return self._placed[0]

    preview = result

    @property
    def problem(self) -> str:
        """Say what is cut or changed."""
        area = self.part.area.moved(self.at)
        is_inside = area.inside(self.puzzle.width, self.puzzle.height)
        beyond = "" if is_inside else "What lay off the board was cut."
        return f"{self._placed[1]} {beyond}".strip()

    @property
    def _placed(self) -> tuple[P, str]:
        if self.at == self.home:
            return self.puzzle, ""
        return self.shaping.placed(self.base, self.part, self.at)


def floating(shaping: Shaping[P], puzzle: P, part: Part[P], at: Cell) -> Move[P]:
    """Return the gesture that pastes a part, gripped in its middle."""
    area = part.area
    grip = (area.width - 1) // 2, (area.height - 1) // 2
    return Move("paste", puzzle, shaping=shaping, base=puzzle, part=part, at=at, grip=grip)


def select_tool(shaping: Shaping[P], erase: Callable[[P, Spot], Gesture[P] | None]) -> Tool[P]:
    """Return the tool that selects an area, and moves what lies in it; `erase` as in `Tool`."""

    def select(
        puzzle: P, spot: Spot, area: Area | None, *, extends: bool, copies: bool
    ) -> Gesture[P]:
        cell = spot.cell
        if area and extends:
            return _Select("select", puzzle, start=area.start, end=cell)
        if area is None or cell not in area:
            return _Select("select", puzzle, start=cell)
        part, corner = Part(puzzle, area), area.corner
        return Move(
            "copy selection" if copies else "move selection",
            puzzle,
            shaping=shaping,
            base=puzzle if copies else shaping.emptied(puzzle, area),
            part=part,
            at=corner,
            grip=(cell[0] - corner[0], cell[1] - corner[1]),
            home=corner,
        )

    return Tool(
        "Select",
        "select",
        "Select",
        "Shift-F3",
        "Drag over cells to select them; drag the selection to move it, with Ctrl to copy it.",
        "tcross",
        lambda puzzle, spot, item: select(puzzle, spot, None, extends=False, copies=False),
        erase,
        select=select,
    )


#: What pointer and keys do with that tool, for the list of all keys.
GESTURES = (
    ("Drag with the Select tool", "select cells; Shift extends, also with arrows"),
    ("Drag what is selected", "move it; with Ctrl, copy it"),
    ("{mod}+C, {mod}+X, {mod}+V", "copy, cut, paste what is selected"),
    ("{mod}+→, {mod}+↑, {mod}+↓", "turn or mirror what is selected or pasted"),
    ("Click or Enter, Esc", "place what is pasted, or give it up"),
)

"""Slitherlink as a kind of puzzle: one loop along the edges, as many round a cell as its clue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, edges_of
from flowdesk.core.json_object import JsonObject
from flowdesk.core.shape import SQUARES
from flowdesk.kinds import loops
from flowdesk.kinds.answers import CheckResult
from flowdesk.kinds.entry import Entry, Files
from flowdesk.kinds.known import Names, Words
from flowdesk.kinds.loops import LoopKind, LoopShaping
from flowdesk.kinds.play import Plain, Publishing, lattice, runs
from flowdesk.kinds.slitherlink.files import course, links
from flowdesk.kinds.slitherlink.files.course import CHARACTERS, rows_of
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, findings, incomplete, mistakes
from flowdesk.kinds.slitherlink.tiles import MARGIN, SlitherlinkDrawing, letters

if TYPE_CHECKING:
    from flowdesk.kinds.slitherlink.deduction.hints import SlitherlinkReasoning
    from flowdesk.kinds.slitherlink.making.generate import SlitherlinkMaking
    from flowdesk.kinds.slitherlink.play import SlitherlinkPlaying
    from flowdesk.kinds.slitherlink.solving.counting import SlitherlinkCounting
    from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkSolving
    from flowdesk.kinds.slitherlink.solving.remedies import SlitherlinkMending
    from flowdesk.kinds.slitherlink.tools import SlitherlinkEditing


class SlitherlinkWords(Words[Slitherlink, Loop]):
    """What is said of Slitherlinks."""

    introduction = (
        "Draw Slitherlink puzzles, solve them, and watch the loop run round.\n\n"
        "The solution is one closed loop along the grid. A number says how many of the four edges "
        "of its cell are on the loop."
    )
    names = Names(
        items="clues",
        labels="Shade the inside",
        complete="Thin out the clues ...",
        attempt="this loop",
    )
    counted = "clues"
    drawing = "drawing: no clues yet"
    complete_when = "there is a clue"
    letters = staticmethod(letters)

    def size_text(self, puzzle: Slitherlink) -> str:
        count = len(puzzle.clues)
        return f"{super().size_text(puzzle)}, {count} clue{'s' * (count != 1)}"

    def differing(self, puzzle: Slitherlink, found: CheckResult) -> str:
        first, second = found.solutions
        edges = len(first.edges ^ second.edges)
        return f"Two solutions differ in {edges} edges of {len(found.differs)} cells"


class SlitherlinkFiles(Files[Loop]):
    """Puzzles as JSON, and as texts of other programs.

    The fields in JSON, of which all but the clues may be left out, are::

        "clues": ["..3.", "2.0."],
        "solution": [[x, y], ...],
        "drawn": [[[x, y], [x, y]], ...], "crosses": [[[x, y], [x, y]], ...],
        "inside": [[x, y], ...], "outside": [[x, y], ...], "unsolvable": true

    The solution is the corners of the loop in their order; an edge is the pair of the cells on its
    sides. Crosses, inside and outside are a player's marks, "unsolvable" is the answer of another
    file.
    """

    lost = staticmethod(loops.lost)
    answer_json = staticmethod(loops.ring_json)
    formats = (course.PLAIN, course.FORMAT, links.LOOPY)
    pzpr = links.SLITHER

    def to_json(self, entry: Entry) -> dict[str, object]:
        fields: dict[str, object] = {"clues": rows_of(entry.level)}
        if entry.solution:
            fields["solution"] = list(entry.solution.nodes)
        level = entry.level
        marks = {
            "drawn": sorted(level.drawn),
            "crosses": sorted(level.crosses),
            "inside": sorted(cell for cell, is_inside in level.shades.items() if is_inside),
            "outside": sorted(cell for cell, is_inside in level.shades.items() if not is_inside),
            "unsolvable": entry.is_unsolvable,
        }
        return fields | {name: value for name, value in marks.items() if value}

    def from_json(
        self, data: JsonObject, width: int, height: int, about: Mapping[str, str]
    ) -> Entry:
        clues: dict[Cell, int] = {}
        rows = data.get("clues", list)
        place = data.place("clues")
        if len(rows) != height:
            raise FormatError(f"{place} has {len(rows)} rows, and 'height' is {height}.")
        for y, row in enumerate(rows):
            if not isinstance(row, str) or len(row) != width:
                raise FormatError(f"{place}[{y}] is not a text of {width} characters.")
            for x, character in enumerate(row):
                if character not in CHARACTERS:
                    raise FormatError(f"{place}[{y}]: {character!r} is neither '.' nor 0 to 4.")
                if character != ".":
                    clues[x, y] = int(character)
        try:
            drawn, crosses = map(data.edges, ("drawn", "crosses"))
            shades = dict.fromkeys(data.cells("inside", []), True)
            shades |= dict.fromkeys(data.cells("outside", []), False)
            puzzle = Slitherlink(width, height, clues, drawn, crosses, shades, about=about)
        except ValueError as error:
            raise data.error(str(error)) from None
        loop = loops.solution_in(data, Loop, partial(mistakes, puzzle))
        is_unsolvable = data.get("unsolvable", bool, False) and not loop
        return Entry(puzzle, loop, is_unsolvable=is_unsolvable)


class SlitherlinkPublishing(Publishing[Slitherlink, Loop]):
    """Boards along whose corners a loop runs, and clues."""

    def board(self, puzzle: Slitherlink) -> Plain:
        board, corners = puzzle.board, puzzle.board.corners
        link = {edge: number for number, edge in enumerate(self.links(puzzle))}
        ends = dict(zip(board.edges, corners.ends, strict=True))
        return {
            **self.frame(puzzle, MARGIN),
            "nodes": lattice(corners.cells, SQUARES, MARGIN - 0.5),
            "links": runs(ends[edge] for edge in self.links(puzzle)),
            "faces": runs(tuple(link[edge] for edge in edges_of(cell)) for cell in board.cells),
        }

    def puzzle(self, puzzle: Slitherlink) -> Plain:
        clues = (puzzle.clues.get(cell, ".") for cell in puzzle.board.cells)
        return {"clues": "".join(map(str, clues))}

    def cells(self, puzzle: Slitherlink) -> Sequence[Cell]:
        return puzzle.board.cells

    def links(self, puzzle: Slitherlink) -> Sequence[Edge]:
        """Return the edges: first those along rows, then those along columns."""
        board = puzzle.board
        ends = zip(board.corners.ends, board.edges, strict=True)
        return [edge for _, edge in sorted(ends, key=lambda each: (each[0][1] - each[0][0], each))]

    def items(self, puzzle: Slitherlink) -> Sequence[Edge]:
        return self.links(puzzle)

    def solution(self, puzzle: Slitherlink, loop: Loop) -> Sequence[object]:
        return [number for number, edge in enumerate(self.links(puzzle)) if edge in loop.edges]


class SlitherlinkKind(LoopKind[Slitherlink, Loop]):
    """The kind; it has no colours, and pictures are not read."""

    key = "slitherlink"
    name = "Slitherlink"
    words = SlitherlinkWords()
    files = SlitherlinkFiles()
    drawing = SlitherlinkDrawing()
    publishing = SlitherlinkPublishing()
    shaping = LoopShaping[Slitherlink]()

    new = Slitherlink
    findings = staticmethod(findings)
    incomplete = staticmethod(incomplete)

    @cached_property
    def editing(self) -> SlitherlinkEditing:
        from flowdesk.kinds.slitherlink.tools import SlitherlinkEditing

        return SlitherlinkEditing()

    @cached_property
    def solving(self) -> SlitherlinkSolving:
        from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkSolving

        return SlitherlinkSolving()

    @cached_property
    def counting(self) -> SlitherlinkCounting:
        from flowdesk.kinds.slitherlink.solving.counting import SlitherlinkCounting

        return SlitherlinkCounting()

    @cached_property
    def mending(self) -> SlitherlinkMending:
        from flowdesk.kinds.slitherlink.solving.remedies import SlitherlinkMending

        return SlitherlinkMending()

    @cached_property
    def reasoning(self) -> SlitherlinkReasoning:
        from flowdesk.kinds.slitherlink.deduction.hints import SlitherlinkReasoning

        return SlitherlinkReasoning()

    @cached_property
    def making(self) -> SlitherlinkMaking:
        from flowdesk.kinds.slitherlink.making.generate import SlitherlinkMaking

        return SlitherlinkMaking()

    @cached_property
    def playing(self) -> SlitherlinkPlaying:
        from flowdesk.kinds.slitherlink.play import SlitherlinkPlaying

        return SlitherlinkPlaying()


SLITHERLINK = SlitherlinkKind()

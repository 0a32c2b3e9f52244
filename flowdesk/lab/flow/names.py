"""FlowNames: what variables can say of a level: arms, colours, steps, and colours in bits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from flowdesk.core.grid import OPPOSITE, SIDES, Cell, connected, direction
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.encoding import describe
from flowdesk.lab.flow.answer import FlowAnswer, free_cells
from flowdesk.lab.flow.formula import NO_COLOR
from flowdesk.lab.names import Key, Names
from flowdesk.lab.rulebook import place


class FlowNames(Names[FlowAnswer]):
    """Arms and steps make the paths; where none are named, neighbours of one colour are joined.

    Where no colours are named, those of the endpoints hold along the paths.
    """

    hint = (
        "Names are P(row,column,colour,side), arm(row,column,side), colour(row,column,colour), "
        "edge(row,column,row,column), bit(row,column,bit) and link(colour); sides are t, b, l, r."
    )

    def __init__(self, level: Level) -> None:
        self._level = level
        self._labels = list(level.pairs)
        self._bits = range(max(len(self._labels) - 1, 0).bit_length())
        self.open_cells = tuple(free_cells(level))
        self.keys = dict(self._named())

    def _named(self) -> Iterator[tuple[str, Key]]:
        for cell in self._level.cells:
            at = place(cell)
            for d in SIDES:
                yield f"arm({at},{d})", ("arm", cell, d)
                for label in self._labels:
                    yield f"P({at},{label},{d})", ("P", cell, label, d)
            for label in self._labels:
                yield f"colour({at},{label})", ("colour", cell, label)
            for bit in self._bits:
                key = ("bit", cell, bit)
                yield f"bit({at},{bit})", key
                yield describe(key), key
        for a, b in self._level.board.links:
            yield f"edge({place(a)},{place(b)})", ("edge", a, b)
            yield f"edge({place(b)},{place(a)})", ("edge", a, b)
            yield describe(("edge", (a, b))), ("edge", a, b)
        for label in self._labels:
            yield f"link({label})", ("link", label)

    def about(self, key: Key) -> Collection[Cell]:
        if key[0] == "link":
            return self._level.pairs[key[1]]
        return key[1:] if key[0] == "edge" else key[1:2]

    def facts(self, answer: FlowAnswer) -> frozenset[Key]:
        ends, board = self._level.endpoints, self._level.board
        arms = set(answer.arms)
        for cell, label in ends.items():
            for d, near in board.sides(cell).items():
                is_linked = label in answer.links and ends.get(near) == label
                if is_linked or (near, label, OPPOSITE[d]) in answer.arms:
                    arms.add((cell, label, d))
        color = {cell: label for cell, label, _ in arms} | dict(ends)
        on = {(cell, d) for cell, _, d in arms}
        return frozenset(
            [
                *(("P", *arm) for arm in arms),
                *(("arm", *arm) for arm in on),
                *(("edge", a, b) for a, b in board.links if (a, direction(a, b)) in on),
                *(("colour", cell, label) for cell, label in color.items()),
                *(("link", label) for label in answer.links),
                *(
                    ("bit", cell, bit)
                    for cell, label in color.items()
                    for bit in self._bits
                    if label in self._labels and self._labels.index(label) >> bit & 1
                ),
            ]
        )

    def answer(self, true: Collection[Key], named: Collection[Key]) -> FlowAnswer:
        words = {key[0] for key in named}
        if "P" in words:
            arms = {key[1:] for key in true if key[0] == "P"}
        else:
            colors = self._colors(true, by_bits="colour" not in words and "bit" in words)
            is_drawn = bool(words & {"arm", "edge"})
            ways = self._ways(true) if is_drawn else self._ways_within(colors)
            if not words & {"colour", "bit"}:
                colors = self._colors_along(ways)
            arms = {(at, label, d) for at, d in ways for label in colors.get(at, {NO_COLOR})}
        ends, sides = self._level.endpoints, self._level.board.sides
        links = {key[1] for key in true if key[0] == "link"}
        if "link" not in words:
            links = {
                label
                for cell, label, d in arms
                for near in [sides(cell).get(d)]
                if near and label == ends.get(near) == ends.get(cell)
            }
        return FlowAnswer(frozenset(arm for arm in arms if arm[0] not in ends), frozenset(links))

    def _colors(self, true: Collection[Key], *, by_bits: bool) -> dict[Cell, set[str]]:
        colors: defaultdict[Cell, set[str]] = defaultdict(set)
        for key in true:
            if key[0] == "colour":
                colors[key[1]].add(key[2])
        for cell in self._level.cells if by_bits else ():
            number = sum(1 << bit for bit in self._bits if ("bit", cell, bit) in true)
            colors[cell] = {self._labels[number] if number < len(self._labels) else NO_COLOR}
        return colors | {cell: {label} for cell, label in self._level.endpoints.items()}

    def _colors_along(self, ways: set[tuple[Cell, str]]) -> dict[Cell, set[str]]:
        """Return the colours of the endpoints to which steps lead from each cell."""
        ends, board = self._level.endpoints, self._level.board
        colors: dict[Cell, set[str]] = {}

        def nexts(cell: Cell) -> list[Cell]:
            return [
                near
                for d, near in board.sides(cell).items()
                if (cell, d) in ways or (near, OPPOSITE[d]) in ways
            ]

        for part in connected(board.cells, nexts):
            found = {ends[cell] for cell in part if cell in ends} or {NO_COLOR}
            colors |= dict.fromkeys(part, found)
        return colors

    @staticmethod
    def _ways(true: Collection[Key]) -> set[tuple[Cell, str]]:
        ways = {key[1:] for key in true if key[0] == "arm"}
        for key in true:
            if key[0] == "edge":
                _, a, b = key
                ways |= {(a, direction(a, b)), (b, direction(b, a))}
        return ways

    def _ways_within(self, colors: dict[Cell, set[str]]) -> set[tuple[Cell, str]]:
        return {
            (cell, d)
            for cell in colors
            for d, near in self._level.board.sides(cell).items()
            if colors[cell] & colors.get(near, set())
        }

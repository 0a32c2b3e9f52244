"""Draw answers, with marks where rules are broken, and states of a search, with what may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from flowdesk.core.grid import OPPOSITE, SIDES, Cell, beside, in_order
from flowdesk.core.text import PIPES
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import TINT, cell_tiles
from flowdesk.lab.flow.answer import FlowAnswer
from flowdesk.lab.flow.formula import FastFlowFormula, FlowFormula
from flowdesk.lab.formula import Fixed, State
from flowdesk.lab.rulebook import layered, mark_tiles

#: The colour of a cell whose label is none of the level's.
_NO_COLOR = "#808080"
#: Arms, in the order of `SIDES`, as a character.
_GLYPHS = {
    **{"": "·", "t": "╹", "b": "╻", "l": "╸", "r": "╺"},
    **PIPES,
    **{"tbl": "┫", "tbr": "┣", "tlr": "┻", "blr": "┳", "tblr": "╋"},
}
_NOTHING = FlowAnswer(frozenset())
#: The strengths of colours that are left in a cell, and of bars where there is no arm.
_PENCIL, _STOP = 0.9, 0.4


def answer_cells(level: Level, answer: FlowAnswer | None, marked: Iterable[Cell]) -> set[Cell]:
    """Return the cells that look different from the level alone."""
    return {*(answer.looks if answer else ()), *marked, *level.endpoints}


def answer_tiles(
    level: Level,
    answer: FlowAnswer | None,
    cell: Cell,
    marked: Mapping[Cell, float],
    *,
    labels: bool,
) -> Tiles:
    """Return a cell: with stripes for several colours, and half pipes unless two arms meet.

    With `labels` its colours are written as well, as not all themes show them.
    """
    answer = answer or _NOTHING
    looks = answer.looks.get(cell) or _endpoint_arms(level, answer, cell)
    below: list[Tile] = []
    above: list[Tile] = []
    for number, (label, ds) in enumerate(looks.items()):
        color = level.color(label) if label in level.pairs else _NO_COLOR
        if cell not in level.endpoints:
            below.append(Tile("stripe", color, TINT, stripe=(number, len(looks))))
        above += [Tile("pipe", color, side=arms) for arms in ([ds] if len(ds) == 2 else ds)]
    if labels and looks and cell not in level.endpoints:
        above.append(Tile("text", below[0].color, text="".join(looks)))
    ground, frame = mark_tiles(level, cell, marked)
    plain = cell_tiles(level, cell, labels=labels)
    return layered(plain, (*below, *ground), (*frame, *above))


def answer_rows(level: Level, answer: FlowAnswer) -> list[str]:
    """Return rows of characters: on the left the arms, on the right the labels of the colours.

    A dot is a free cell without arms or colour, an asterisk one of several colours.
    """
    longest = max(map(len, level.pairs), default=1)
    return [
        f"{''.join(_row_arms(level, answer, cell) for cell in row)}   "
        + " ".join(_row_label(level, answer, cell).ljust(longest) for cell in row)
        for row in level.board.rows
    ]


def _row_arms(level: Level, answer: FlowAnswer, cell: Cell) -> str:
    """Return two characters: the arms of a cell, and whether one points to the right."""
    if not level.is_cell(cell):
        return "##"
    looks = answer.looks.get(cell) or _endpoint_arms(level, answer, cell)
    arms = in_order(set[str]().union(*looks.values()))
    label = level.endpoints.get(cell)
    return (label[:1] if label else _GLYPHS[arms]) + ("━" if "r" in arms else " ")


def _row_label(level: Level, answer: FlowAnswer, cell: Cell) -> str:
    if not level.is_cell(cell):
        return "#"
    labels = [level.endpoints[cell]] if cell in level.endpoints else [*answer.looks.get(cell, ())]
    return labels[0] if len(labels) == 1 else "*" if labels else "."


def _endpoint_arms(level: Level, answer: FlowAnswer, cell: Cell) -> dict[str, str]:
    """Return the arms of an endpoint: one to each neighbour that points at it in its colour."""
    label = level.endpoints.get(cell)
    arms = ""
    for d in SIDES:
        other = beside(cell, d)
        linked = label in answer.links and level.endpoints.get(other) == label
        if linked or (label and OPPOSITE[d] in answer.looks.get(other, {}).get(label, "")):
            arms += d
    return {label: arms} if label and arms else {}


def state_tiles(
    level: Level,
    formula: FlowFormula | FastFlowFormula,
    state: State,
    cell: Cell,
    *,
    labels: bool,
) -> Tiles:
    """Return a cell in a state of a search: the colours that are left as small dots, else its own.

    With `labels` they are letters instead.

    What was decided is dashed; arms are grey while their colour is not known.
    """
    plain = cell_tiles(level, cell, labels=labels)
    if not level.is_cell(cell):
        return plain
    known = known_at(formula, state, cell)
    below = [
        Tile("stripe", level.color(label), TINT * fixed.strength, stripe=(n, len(known.colors)))
        for n, (label, fixed) in enumerate(known.colors.items())
    ]
    pencils = [
        Tile("pencil", level.color(label), _PENCIL, text=name, stripe=(n, len(level.pairs)))
        for n, label in enumerate(level.pairs)
        for name in [label if labels else ""]
        if label in known.possible
    ]
    if labels and known.colors:
        pencils = [Tile("text", below[0].color, text="".join(known.colors))]
    known_stops = known.stops.items()
    stops = [Tile("pattern", "", _STOP * fixed.strength, f"stop {d}") for d, fixed in known_stops]
    above = (*_arms(level, known), *stops, *_decided(level, known), *pencils)
    return layered(plain, below, above)


def _arms(level: Level, known: KnownCell) -> Iterable[Tile]:
    """Yield half pipes, those that look alike as one; then the dashed ones."""
    alike: defaultdict[tuple[str, float], str] = defaultdict(str)
    dashed = []
    for d, arms in known.arms.items():
        for label, fixed in arms:
            color = level.color(label) if label else _NO_COLOR
            if fixed.is_decided:
                dashed.append(Tile("pattern", color, fixed.strength, f"arm {d}"))
            else:
                alike[color, fixed.strength] += d
    for (color, strength), ds in alike.items():
        ordered = in_order(ds)
        parts = [ordered] if len(ordered) <= 2 else list(ordered)
        yield from (Tile("pipe", color, strength, part) for part in parts)
    yield from dashed


def _decided(level: Level, known: KnownCell) -> Iterable[Tile]:
    """Yield the dashed frame of a cell whose colour, or one of whose sides, was decided."""
    fixed = [
        *((label, each) for label, each in known.colors.items()),
        *(each for arms in known.arms.values() for each in arms),
        *(("", each) for each in known.stops.values()),
    ]
    for label, each in fixed:
        if each.is_decided:
            color = level.color(label) if label else _NO_COLOR
            yield Tile("pattern", color, each.strength, "frame")
            return


@dataclass(frozen=True)
class KnownCell:
    """The colours of a cell; without any, those that are left; its arms, each with its colours.

    An arm whose colour is not known has none. `stops` are the sides without an arm.
    """

    colors: Mapping[str, Fixed] = field(default_factory=dict)
    possible: frozenset[str] = frozenset()
    arms: Mapping[str, tuple[tuple[str, Fixed], ...]] = field(default_factory=dict)
    stops: Mapping[str, Fixed] = field(default_factory=dict)


def known_at(formula: FlowFormula | FastFlowFormula, state: State, cell: Cell) -> KnownCell:
    """Return what is known of a cell."""
    if isinstance(formula, FastFlowFormula):
        return _by_steps(formula, state, cell)
    of_cell = _of_endpoint if cell in formula.level.endpoints else _of_free_cell
    return of_cell(formula, state, cell)


def _of_free_cell(formula: FlowFormula, state: State, cell: Cell) -> KnownCell:
    colors = {label: state(formula.color[cell, label]) for label in formula.labels}
    true = {label: fixed for label, fixed in colors.items() if fixed and fixed.is_true}
    arms: dict[str, tuple[tuple[str, Fixed], ...]] = {}
    stops: dict[str, Fixed] = {}
    for d in SIDES:
        arm = state(formula.arm[cell, d])
        drawn = tuple(
            (label, fixed)
            for label in formula.labels
            if (fixed := state(formula.arms[cell, label, d])) and fixed.is_true
        )
        if arm and not arm.is_true:
            stops[d] = arm
        elif arm and not drawn:
            drawn = (("", arm),)
        elif arm and arm.is_decided:
            drawn = tuple((label, arm) for label, _ in drawn)
        if drawn:
            arms[d] = drawn
    possible = () if true else (label for label, fixed in colors.items() if fixed is None)
    return KnownCell(true, frozenset(possible), arms, stops)


def _of_endpoint(formula: FlowFormula, state: State, cell: Cell) -> KnownCell:
    """Return the arms that point at an endpoint, as its own."""
    label, arms = formula.level.endpoints[cell], {}
    for d, near in formula.near[cell].items():
        if near not in formula.level.endpoints:
            fixed = state(formula.arms[near, label, OPPOSITE[d]])
        elif formula.level.endpoints[near] == label and label in formula.link:
            fixed = state(formula.link[label])
        else:
            continue
        if fixed and fixed.is_true:
            arms[d] = ((label, fixed),)
    return KnownCell(arms=arms)


def _by_steps(formula: FastFlowFormula, state: State, cell: Cell) -> KnownCell:
    colors: dict[str, Fixed] = {}
    possible = formula.labels_at(state, cell)
    bits = [state(bit) for bit in formula.bits_of(cell)]
    fixed = [bit for bit in bits if bit]
    if len(fixed) == len(bits) and possible:
        strength = min((bit.strength for bit in fixed), default=1.0)
        is_decided = any(bit.is_decided for bit in fixed)
        colors = {label: Fixed(True, is_decided, strength) for label in possible}
    end = formula.level.endpoints.get(cell, "")
    label = end or next(iter(colors), "")
    arms, stops = {}, {}
    for d, variable in formula.steps[cell].items():
        step = state(variable)
        if step and step.is_true:
            arms[d] = ((label, step),)
        elif step:
            stops[d] = step
    if end:
        return KnownCell(arms=arms)
    return KnownCell(colors, frozenset() if colors else possible, arms, stops)

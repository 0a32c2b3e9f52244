"""Thinking: a search of the CDCL solver that is watched: its place, its speed, and its looks."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator

from flowdesk.core.grid import Cell, around
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.scene import Tile, Tiles, frame_tiles
from flowdesk.lab.cdcl import (
    Conflicted,
    Decided,
    Event,
    FoundModel,
    Jumped,
    Learned,
    Propagated,
    Refuted,
)
from flowdesk.lab.formula import Fixed
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.trace import SearchTrace, Theory

#: The most seconds in which a tick goes on; painting and input events need the rest of a frame.
TICK_SECONDS = 0.008

#: So many events are searched for at most, beyond the one that is shown.
MOST_AHEAD = 400_000

#: For how many propagations an event stays on the screen, while it is played.
_WEIGHTS: dict[type[Event], float] = {
    **{Decided: 4.0, Propagated: 1.0, Conflicted: 10.0, Learned: 10.0},
    **{Jumped: 5.0, FoundModel: 15.0, Refuted: 1.0},
}
#: Propagations in a second at normal speed; at other speeds, times the square of the speed.
_A_SECOND = 12.0

#: How strongly values are drawn that depend on decisions: weaker at each level, down to the least.
_AT_LEVEL, _LESS, _LEAST = 0.85, 0.07, 0.4

#: Strengths of the light on the cells of an event, of the ground of a conflict, and of its frames.
_LIGHT, _CONFLICT, _FRAME = Tile("hint", strength=0.3), Tile("mark", strength=0.3), 1.0
_BELOW = ("fill", "stripe", "inside", "hole", "mark", "hint", "line", "point")

#: More events than these are passed in one go without noting which cells they change.
_NOTED = 400


#: The most cells of a puzzle whose clauses of classic rules are written without a long wait.
_MOST_CELLS = 225


def refusal(puzzle: Puzzle, form: str) -> str:
    """Return why no search of a puzzle is watched, as a sentence; empty if it can be."""
    number = len(puzzle.board.cells)
    if form == "fast" or number <= _MOST_CELLS:
        return ""
    return (
        f"This puzzle has {number} cells; the solver can be watched up to {_MOST_CELLS}, or with "
        "FlowDesk's own rules."
    )


def rate_of(speed: float) -> float:
    """Return how many propagations are shown in a second at a speed."""
    return _A_SECOND * speed**2


class Thinking:
    """A search by the clauses of some rules of a puzzle, and the state that is shown of it.

    What changes the state returns the cells that look different now; None stands for all.
    The values that the latest backjump has undone are drawn with the strength `fade`. `asked` are
    the cells and literals that somebody asked about, the latest last.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        rules: Collection[int],
        form: str = FORMS[0],
        order: str = "cell by cell",
        clock: Callable[[], float] = time.perf_counter,
        *,
        learns: bool = True,
    ) -> None:
        self.puzzle, self.rules, self.form, self.order = puzzle, tuple(rules), form, order
        self.trace = SearchTrace(Theory(puzzle, self.rules, form), order, learns=learns)
        self.theory = self.trace.theory
        self.book = book_of(puzzle)
        self.playing = False
        self.speed = 1.0
        self.fade = 0.0
        self.asked: list[Cell | int] = []
        self._clock = clock
        self._due = 0.0  # propagations
        self._looked_at = 0.0
        self._cells: frozenset[Cell] = frozenset()  # of the event
        self._variables_at: defaultdict[Cell, list[int]] = defaultdict(list)
        self._known_variables = 0
        self._undone: dict[int, Decided | Propagated] = {}  # by the event

    # Where it is

    @property
    def at(self) -> int:
        """The number of events that have happened."""
        return self.trace.at

    @property
    def total(self) -> int:
        """The number of events that are known."""
        return len(self.trace.events)

    @property
    def event(self) -> Event | None:
        """The latest event."""
        return self.trace.event

    def variables_at(self, cell: Cell) -> list[int]:
        """Return the variables that are about a cell."""
        if self._known_variables < self.theory.variables:
            for variable in range(self._known_variables + 1, self.theory.variables + 1):
                for each in self.theory.meaning(variable).cells:
                    self._variables_at[each].append(variable)
            self._known_variables = self.theory.variables
        return self._variables_at[cell]

    def ahead(self) -> Iterator[Event]:
        """Search on without showing it, event by event."""
        return self.trace.ahead(self.at + MOST_AHEAD)

    # Going on and back

    def step(self) -> set[Cell] | None:
        """Pause, and go to the next event."""
        self.playing = False
        event = self._forward()
        return self._changed([event] if event else [])

    def back(self) -> set[Cell] | None:
        """Pause, and go to the event before."""
        return self.go_to(self.at - 1)

    def go_to(self, at: int) -> set[Cell] | None:
        """Pause, and go to the state after so many events, as far as they are known."""
        at = max(0, min(at, self.total))
        if at == self.at + 1:
            return self.step()
        self.playing, self.fade = False, 0.0
        few = abs(at - self.at) < _NOTED
        passed = self.trace.events[min(at, self.at) : max(at, self.at)] if few else []
        self.trace.go_to(at)
        if few:
            return self._changed(passed)
        self._arrive()
        return None

    def to_next(self, kind: type[Event]) -> set[Cell] | None:
        """Go to the next event of a kind, or to the last one that is known."""
        at = self.trace.next(kind)
        return self.go_to(self.total if at is None else at)

    def to_previous(self, kind: type[Event]) -> set[Cell] | None:
        """Go to the event of a kind before this one, or to the beginning."""
        return self.go_to(self.trace.previous(kind) or 0)

    def play(self) -> None:
        """Go on at the present speed."""
        self.playing = not self.trace.is_at_end
        self._due = 0.0
        self._looked_at = self._clock()

    def tick(self) -> set[Cell] | None:
        """Go on by what has become due since the last tick, or as far as time allows."""
        now = self._clock()
        self._due += (now - self._looked_at) * self.rate
        self._looked_at = now
        passed: list[Event] = []
        until = now + TICK_SECONDS
        while self._due > 0 and self._clock() < until:
            event = self._forward()
            if event is None:
                self.playing = False
                break
            passed.append(event)
            self._due -= _WEIGHTS[type(event)]
        self._due = min(self._due, 0.0)
        if len(passed) < _NOTED:
            return self._changed(passed)
        self._arrive()
        return None

    @property
    def rate(self) -> float:
        """How many propagations are shown in a second."""
        return rate_of(self.speed)

    def fade_on(self, by: float) -> set[Cell]:
        """Let what the latest backjump has undone fade; return the cells that look different."""
        self.fade = max(0.0, self.fade - by)
        return _with_near(self._cells)

    def _forward(self) -> Event | None:
        if event := self.trace.forward():
            self.fade = 1.0 if isinstance(event, Jumped) else 0.0
        return event

    def _changed(self, passed: Collection[Event]) -> set[Cell]:
        """Return the cells that these events change, and those that are lit or were."""
        if not passed:
            return set()
        before = self._cells
        self._arrive()
        return _with_near({*before, *self._cells}.union(*map(self.trace.cells, passed)))

    def _arrive(self) -> None:
        """Take note of what the event is about."""
        event = self.event
        self._cells = frozenset(self.trace.cells(event)) if event else frozenset()
        undone = event.undone if isinstance(event, Jumped) else ()
        self._undone = {abs(each.literal): each for each in undone}

    # Questions

    def ask(self, about: Cell | int) -> None:
        """Pause, and ask about a cell or a literal."""
        self.playing = False
        if self.asked[-1:] != [about]:
            self.asked.append(about)

    def ask_before(self) -> bool:
        """Ask again what was asked before; return whether there was something."""
        if len(self.asked) > 1:
            self.asked.pop()
            return True
        return False

    # What is shown

    def state(self, variable: int) -> Fixed | None:
        """Return the value of a variable, weaker the higher its level is."""
        holds, strength = self.trace.assigned.get(variable), 1.0
        if holds is None and self.fade:
            holds, strength = self._undone.get(variable), self.fade
        if holds is None:
            return None
        if holds.level:
            strength *= max(_AT_LEVEL - _LESS * (holds.level - 1), _LEAST)
        return Fixed(holds.literal > 0, isinstance(holds, Decided), round(strength, 2))

    def tiles_at(self, cell: Cell, marked: Collection[Cell] = (), *, labels: bool) -> Tiles:
        """Return a cell as the state shows it; those of the event are lit, others are `marked`."""
        theory = self.theory
        tiles = self.book.state_tiles(self.puzzle, theory.formula, self.state, cell, labels=labels)
        event = self.event
        is_wrong = isinstance(event, Conflicted | Refuted | FoundModel)  # a model is with its cuts
        is_lit = event is not None and not isinstance(event, Jumped) and cell in self._cells
        ground = [_CONFLICT if is_wrong else _LIGHT] if is_lit else []
        if cell in marked:
            ground.append(_LIGHT)
        if not ground or not self.puzzle.on_board(cell):
            return tiles
        above = next((n for n, t in enumerate(tiles) if n and t.kind not in _BELOW), len(tiles))
        sides = self.puzzle.board.shape.sides
        frame = frame_tiles(sides, _FRAME) * (is_wrong and is_lit)
        return (tiles[0], *ground, *tiles[1:above], *frame, *tiles[above:])


def _with_near(cells: Collection[Cell]) -> set[Cell]:
    """Return cells with those beside them, which show as well what is known of them."""
    return {near for cell in cells for near in around(cell)}

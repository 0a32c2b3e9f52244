"""Tell why a level has no solution: colours that cannot all be connected, or uncovered cells.

A small set of colours is found by dropping them one by one, as long as the others cannot be
connected either (deletion-based extraction of a minimal unsatisfiable subset; J. Marques-Silva,
Minimal Unsatisfiability: Models, Algorithms and Applications, ISMVL 2010).

One rule is relaxed: cells without an endpoint have two arms or none. The endpoints of all colours
stay on the board, so the formulas are still about the whole level.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from flowdesk.core.grid import Cell, balance, by_row, listed
from flowdesk.kinds.answers import Conflict, ConflictKind, Progress, unheard
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level, Solution, mistakes
from flowdesk.kinds.flow.solving.encoding import FlowEncoding, Rules
from flowdesk.sat.backend import LimitReached, Search, refine
from flowdesk.sat.cnf import Clause

#: A conflict: propagations for the question whether all colours can be connected: 2 s ...
CONFLICT_ALL = 12_000_000
#: ... and for some colours, or for paths that leave few cells uncovered: 0.3 s.
CONFLICT_SOME = 2_000_000
#: Questions after the first set of colours was found, to find a smaller one.
CONFLICT_QUESTIONS = 10
#: Rounds of a search for paths that leave few cells uncovered.
CONFLICT_ROUNDS = 20

#: An attempt is shown if it leaves at most so many more cells uncovered than must be.
MORE_UNCOVERED = 6

#: The widest detour round free cells that `_pulled_up` forbids; wider ones are rare.
WIDEST_DETOUR = 4


def explain(level: Level, *, progress: Progress[Conflict] = unheard) -> Conflict:
    """Tell why a complete level has no solution, which is known already."""
    search = _Unconnectable(level, progress)
    try:
        connected = search.can_connect(level.pairs, CONFLICT_ALL)
    except LimitReached:
        message = "Why there is no solution was not found: the search took too long."
        return Conflict(ConflictKind.UNKNOWN, (), False, message, ())
    return _uncovered(level, progress) if connected else search.smallest()


class _Unconnectable:
    """The search for a small set of colours that disjoint paths cannot all connect.

    If any paths connect some colours, then so do some of the shortest paths, and of these some with
    the highest cells. Only these are searched for: they never touch themselves, and bend only round
    what is above them. Otherwise a search meets the same paths in thousands of variants, and takes
    a hundred times longer.
    """

    def __init__(self, level: Level, progress: Progress[Conflict]) -> None:
        self._level = level
        self._encoding = FlowEncoding(level, touching=False)
        self._encoding.cnf.add("pulled up", _pulled_up(level, self._encoding.rules))
        self._encoding.cnf.rules["arms"] = []
        self._search = Search(self._encoding.cnf)
        self._progress = progress
        self._connected: list[frozenset[str]] = []
        self._questions = 0

    def can_connect(self, labels: Collection[str], limit: int) -> bool:
        """Whether paths can connect these colours, whatever others do; or raise LimitReached."""
        arms = _arms(self._level, self._encoding.rules, labels)
        return self._search.refine(lambda *_: False, limit, supposed=arms) is not None

    def smallest(self) -> Conflict:
        """Return a set from which no colour can be dropped, and which is probably a smallest one.

        A smaller set lacks one colour of the first set, so each of these in turn is dropped before
        all others.
        """
        labels = list(self._level.pairs)
        best = first = self._shrunk(labels, self._better(frozenset(labels)))
        last = self._questions + CONFLICT_QUESTIONS
        for dropped in first.labels:
            others = [label for label in reversed(labels) if label != dropped]
            if self._questions < last and self._connects(frozenset(others)) is False:
                best = self._shrunk(others, best)
        return best

    def _shrunk(self, labels: list[str], best: Conflict) -> Conflict:
        """Drop what can be dropped of `labels`; return this set if it is smaller than the best."""
        kept = frozenset(labels)
        needed, proved = 0, True
        for label in labels:
            connects = self._connects(kept - {label})
            if connects is False:
                kept -= {label}
                if len(kept) < len(best.labels):
                    best = self._better(kept)
            else:
                needed += 1
                proved = proved and connects is True
            if needed == len(best.labels):
                break
        return replace(best, minimal=best.minimal or proved) if kept == set(best.labels) else best

    def _better(self, labels: frozenset[str]) -> Conflict:
        """Return the conflict of these colours, the best so far, and report it as progress."""
        ordered = tuple(label for label in self._level.pairs if label in labels)
        ends = by_row(cell for label in ordered for cell in self._level.pairs[label])
        names = listed([color_name(self._level, label) for label in ordered])
        together = {1: "", 2: " both"}.get(len(ordered), " all")
        others = "" if len(ordered) == len(self._level.pairs) else ", whatever the other colours do"
        message = f"{names} cannot{together} be connected{others}."
        conflict = Conflict(ConflictKind.CONNECTION, ordered, False, message, ends)
        self._progress(conflict)
        return conflict

    def _connects(self, labels: frozenset[str]) -> bool | None:
        """Whether these colours can be connected at once; None if the search took too long."""
        if any(labels <= connected for connected in self._connected):
            return True
        self._questions += 1
        try:
            connects = self.can_connect(labels, CONFLICT_SOME)
        except LimitReached:
            return None
        if connects:
            self._connected.append(labels)
        return connects


def _uncovered(level: Level, progress: Progress[Conflict]) -> Conflict:
    """Return the conflict of a level whose colours can be connected: cells stay uncovered."""
    rule = "" if level.touching else " and no path touches itself"
    message = f"All colours can be connected, but never so that every cell is covered{rule}"
    conflict = Conflict(ConflictKind.COVER, (), False, f"{message}.", ())
    progress(conflict)
    fewest = True
    least, step = (_surplus(level) or 2, 2) if level.board.is_bipartite else (1, 1)
    for most in range(least, least + MORE_UNCOVERED + 1, step):
        try:
            found = _near_cover(level, most)
        except LimitReached:
            fewest = False
            continue
        if found:
            answer, cells = found
            assert cells, "a level with a solution needs no explanation"
            count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
            more = f"at least {count} will be left" if fewest else f"these paths leave {count}"
            return Conflict(ConflictKind.COVER, (), fewest, f"{message}: {more}.", cells, answer)
    return conflict


def _near_cover(level: Level, most: int) -> tuple[Solution, tuple[Cell, ...]] | None:
    """Return paths that leave at most `most` cells uncovered, if possible without touching."""
    if level.touching:
        with contextlib.suppress(LimitReached):
            if found := _NearCover(level, most, touching=False).paths():
                return found
    return _NearCover(level, most, touching=level.touching).paths()


class _NearCover(FlowEncoding):
    """The formula for paths that connect all colours and leave at most `most` cells uncovered."""

    def __init__(self, level: Level, most: int, *, touching: bool) -> None:
        super().__init__(level, touching=touching)
        cnf = self.cnf
        cnf.rules["arms"] = _arms(level, self.rules, level.pairs)
        self._uncovered = {
            node: cnf.new_variable(("uncovered", self.board.places[node]))
            for node, cell in enumerate(self.board.nodes)
            if cell not in level.endpoints
        }
        for node, variable in self._uncovered.items():
            around = self.rules.around[node]
            cnf.add("uncovered", [[variable, *around], *([-variable, -edge] for edge in around)])
        cnf.at_most("few uncovered", most, list(self._uncovered.values()))

    def paths(self) -> tuple[Solution, tuple[Cell, ...]] | None:
        """Return the paths and the cells that they leave uncovered; None if there are none.

        Raise LimitReached after too many propagations in one round, or after too many rounds.
        """
        model = refine(self.cnf, self.cut, CONFLICT_SOME, rounds=CONFLICT_ROUNDS)
        if model is None:
            return None
        answer, _ = self.decode(model)
        wrong = mistakes(self.level, answer)
        assert all(finding.rule == "uncovered" for finding in wrong)
        return answer, by_row(cell for finding in wrong for cell in finding.cells)

    def any_uncovered(self, nodes: Iterable[int]) -> list[int]:
        """Return the literals that are true if one of these nodes stays uncovered."""
        return [self._uncovered[node] for node in nodes if node in self._uncovered]


def _surplus(level: Level) -> int:
    """Return how many cells stay uncovered at least, by the colours of a checkerboard.

    A path covers as many light cells as dark ones, or one more of the colour that both its
    endpoints have. So the number of uncovered cells is even if this one is, and odd otherwise.
    """
    return abs(balance(level.board.nodes) - balance(level.endpoints) // 2)


def _arms(level: Level, rules: Rules, labels: Collection[str]) -> list[Clause]:
    """Return clauses: one arm at the endpoints of these colours, none at others, else 0 or 2."""
    clauses: list[Clause] = []
    for number, cell in enumerate(level.board.nodes):
        if cell not in level.endpoints:
            clauses += rules.two_arms_or_none[number]
        elif level.endpoints[cell] in labels:
            clauses += rules.one_arm[number]
        else:
            clauses += ([-edge] for edge in rules.around[number])
    return clauses


def _pulled_up(level: Level, rules: Rules) -> Iterator[Clause]:
    """Yield what holds for the shortest and highest paths: they bend only round other cells.

    A corner in the lower row of a 2x2 block could move to the opposite cell of the block if that
    were free; and a detour up, across and down again could be shortened if the cells below it
    were free. An endpoint is never free, so no clause is needed there. On other boards than plain
    ones nothing is left out: there is no direction that all paths could be pulled to.
    """
    if not level.board.is_plain:
        return
    step, number = rules.variable.get, level.board.number
    for x, y in level.cells:
        top, bottom = step(((x, y), (x + 1, y))), step(((x, y + 1), (x + 1, y + 1)))
        left, right = step(((x, y), (x, y + 1))), step(((x + 1, y), (x + 1, y + 1)))
        if top and bottom and left and right:
            for side, opposite in ((left, (x + 1, y)), (right, (x, y))):
                if opposite not in level.endpoints:
                    yield [-side, -bottom, *rules.around[number[opposite]]]
        if left is None:
            continue
        detour, below = [-left], list[int]()
        for far in range(x + 1, x + WIDEST_DETOUR + 1):
            top, bottom = step(((far - 1, y), (far, y))), step(((far - 1, y + 1), (far, y + 1)))
            if top is None or bottom is None:
                break
            detour.append(-top)
            if right := step(((far, y), (far, y + 1))):
                yield [*detour, -right, *below]
            if (far, y + 1) in level.endpoints:
                break
            below += rules.around[number[far, y + 1]]

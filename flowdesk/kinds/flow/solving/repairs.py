"""Make an unsolvable level solvable: the smallest changes after which there is a solution.

One change is looked for first, then sets of two, then of three. Of these the smallest come first:
walls and holes that open, endpoints that move by one cell, by two ... then colours that go, join,
or swap an endpoint. Solutions that do not touch themselves are looked for first: that takes
milliseconds. Then those that touch, where fewer changes than wanted were found, and where a change
is smaller than all that were found.

A set of changes is found by one formula, in which each change is a variable: no more than so many
may be true, and the rest of the formula says what holds with them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations, product
from typing import NamedTuple

from flowdesk.core.grid import Cell, balance, by_row, cell_name, edge_between
from flowdesk.core.text import capital
from flowdesk.kinds.answers import Conflict, Progress, Remedy, Repairs, unheard
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.encoding import FlowEncoding, rules_on
from flowdesk.kinds.flow.solving.remedies import another, ways_to_unique
from flowdesk.kinds.solving import Mending
from flowdesk.sat.backend import LimitReached
from flowdesk.sat.cnf import Clause, Cnf, Model

#: Changes that make a level solvable: propagations of one round (0.2 s), rounds, and changes among
#: which sets are looked for.
REPAIR_PROPAGATIONS = 1_000_000
REPAIR_ROUNDS = 30
REPAIR_CHANGES = 10_000

#: How far endpoints are moved.
FARTHEST = 4


@dataclass(frozen=True)
class Change:
    """A change in words; `subject` is what it is about, of which one change is offered."""

    kind: str
    size: int
    subject: object
    words: str
    cells: tuple[Cell, ...]
    made: Callable[[Level], Level]


def changes(level: Level) -> Iterator[Change]:
    """Yield all changes that are tried; they leave what is locked."""
    for change in _all_changes(level):
        changed = [change.cells] if change.kind == "wall" else change.cells
        if level.locked.isdisjoint(changed):
            yield change


def _all_changes(level: Level) -> Iterator[Change]:
    for wall in sorted(level.walls):
        words = f"open the wall between {cell_name(wall[0])} and {cell_name(wall[1])}"
        made = _made(editing.set_wall, wall, False)
        yield Change("wall", 1, wall, words, wall, made)
    for hole in by_row(level.holes):
        made = _made(editing.set_hole, hole, False)
        yield Change("hole", 1, hole, f"fill the hole at {cell_name(hole)}", (hole,), made)
    for bridge in by_row(level.shape.bridges):
        words = f"take away the bridge at {cell_name(bridge)}"
        made = _made(editing.set_bridge, bridge, False)
        yield Change("bridge", 1, bridge, words, (bridge,), made)
    for end in by_row(level.endpoints):
        name = color_name(level, level.endpoints[end])
        for cell in level.cells:
            far = level.board.distance(cell, end)
            if far <= FARTHEST and cell not in level.endpoints and level.may_end_at(cell):
                words = f"move {name} from {cell_name(end)} to {cell_name(cell)}"
                yield Change("move", far, end, words, (end, cell), _made(editing.move, end, cell))
    for label, ends in level.pairs.items():
        words = f"remove {color_name(level, label)}"
        yield Change("drop", 3, label, words, ends, _placed(dict.fromkeys(ends)))
    for a, b in combinations(by_row(level.endpoints), 2):
        first, second = level.endpoints[a], level.endpoints[b]
        if first != second:
            names = f"{color_name(level, first)} at {cell_name(a)}", color_name(level, second)
            words = f"swap {names[0]} and {names[1]} at {cell_name(b)}"
            yield Change("swap", 4, (a, b), words, (a, b), _placed({a: second, b: first}))
    for first, second in combinations(level.pairs, 2):
        for a, b in product(level.pairs[first], level.pairs[second]):
            names = f"{color_name(level, first)} at {cell_name(a)}", color_name(level, second)
            words = f"join {names[0]} and {names[1]} at {cell_name(b)}"
            (rest,) = {*level.pairs[second]} - {b}
            made = _placed({a: None, b: None, rest: first})
            yield Change("join", 4, (first, second), words, (a, b, rest), made)


def _made(edit: Callable[..., Level], *args: object) -> Callable[[Level], Level]:
    return lambda level: edit(level, *args)


def _placed(labels: dict[Cell, str | None]) -> Callable[[Level], Level]:
    """Return an edit that places endpoints of these colours, and removes those of no colour."""

    def made(level: Level) -> Level:
        for cell, label in labels.items():
            level = editing.place(level, cell, label) if label else editing.erase(level, cell)
        return level

    return made


def together(level: Level, chosen: Iterable[Change]) -> Level:
    """Return a level after several changes."""
    return reduce(lambda changed, change: change.made(changed), chosen, level)


#: What a change does, in short; and several of its kind.
_TITLES = {
    "wall": ("open a wall", "open {} walls"),
    "hole": ("fill a hole", "fill {} holes"),
    "bridge": ("take a bridge away", "take {} bridges away"),
    "move": ("move an endpoint", "move {} endpoints"),
    "drop": ("remove a colour", "remove {} colours"),
    "swap": ("swap two endpoints", "swap {} pairs of endpoints"),
    "join": ("join two colours", "join {} pairs of colours"),
}


def title_of(chosen: Iterable[Change]) -> str:
    """Return what some changes do in few words."""
    numbers = Counter(change.kind for change in chosen)
    words = (_TITLES[kind][number > 1].format(number) for kind, number in numbers.items())
    return capital(", ".join(words))


def message_of(chosen: Iterable[Change]) -> str:
    """Return some changes as a sentence."""
    return f"{capital('; '.join(change.words for change in chosen))}."


class SetSearch(FlowEncoding):
    """The formula of a level with at most so many changes, each of which is a variable.

    Its board has no wall and no hole that a change takes away. A wall is away where a path crosses
    it. `level` is the level after the changes of the last model, which are `chosen`.
    """

    def __init__(
        self, level: Level, choice: Iterable[Change], most: int, *, touching: bool
    ) -> None:
        choice = [change for change in choice if change.kind != "bridge"]
        opening = (change for change in choice if change.kind in ("wall", "hole"))
        super().__init__(together(level, opening), touching=touching)
        self.chosen: list[Change] = []
        self._original = level
        self._numbers = {label: number for number, label in enumerate(level.pairs)}
        #: For each node literals of which one is true if an endpoint is there, or a hole.
        self._held: defaultdict[int, list[int]] = defaultdict(list)
        cnf = self.cnf
        cnf.rules |= {"arms": [], "endpoint colour": [], "no u-turn": []}
        if not touching:
            cnf.add("no u-turn", self._no_u_turn())
        self._variables = {cnf.new_variable(("change", c.words)): c for c in choice}
        changing: defaultdict[int, list[int]] = defaultdict(list)
        for variable, change in self._variables.items():
            self._state_change(variable, change, changing)
        for node, cell in enumerate(self.board.nodes):
            if cell not in level.holes:
                stays = cnf.new_variable(("stays", cell))
                cnf.add("changes", [[stays, *changing[node]]])
                cnf.at_most("one change a cell", 1, changing[node])
                self._state(node, level.endpoints.get(cell), stays)
        cnf.at_most("few changes", most, list(self._variables))
        if self.board.is_bipartite:
            self._state_balance(most)

    def _state_balance(self, most: int) -> None:
        """State that changes lead to as many light as dark squares as paths can cover.

        What paths leave over (see `findings.impossible`) has to be taken away by a single change;
        or by some of several. Without this, a search proves it by trying everything.
        """
        ends = self._original.endpoints
        left = balance(self._original.board.nodes) - balance(ends) // 2
        more_light: dict[int, int] = {}
        for variable, change in self._variables.items():
            after = change.made(self._original).endpoints
            more = balance(change.cells) if change.kind == "hole" else 0
            more_light[variable] = more + (balance(ends) - balance(after)) // 2
        if most == 1:
            wrong = (v for v, more in more_light.items() if left + more)
            self.cnf.add("balance", ([-variable] for variable in wrong))
        elif left:
            helpful = [v for v, more in more_light.items() if left * more < 0]
            self.cnf.add("balance", [helpful])

    def _no_u_turn(self) -> Iterator[Clause]:
        """Yield the clauses of the original board, where walls stand inside of turns."""
        links = self._original.board.links
        for clause in rules_on(self._original.board).no_u_turn:
            yield [-self.rules.variable[links[-literal - 1]] for literal in clause]

    def _state_change(
        self, variable: int, change: Change, changing: defaultdict[int, list[int]]
    ) -> None:
        """State what holds with a change, and add its variable at each node that it changes."""
        rules, number = self.rules, self.board.number
        if change.kind == "wall":
            link = rules.variable[edge_between(*change.cells)]
            self.cnf.add("walls", [[variable, -link], [-variable, link]])
        elif change.kind == "hole":
            node = number[change.cells[0]]
            self.cnf.add("holes", ([variable, -edge] for edge in rules.around[node]))
            self._state(node, None, variable)
            self._held[node].append(-variable)
        else:
            after = change.made(self._original).endpoints
            for cell in change.cells:
                changing[number[cell]].append(variable)
                self._state(number[cell], after.get(cell), variable)

    def _state(self, node: int, label: str | None, condition: int) -> None:
        """State that an endpoint is at a node, or none, while a variable is true."""
        arms = self.rules.one_arm if label else self.rules.two_arms
        self.cnf.add("arms", ([-condition, *clause] for clause in arms[node]))
        if label:
            self._held[node].append(condition)
            number = self._numbers[label]
            for n, bit in enumerate(self.rules.bits_of(node, self.bits)):
                literal = bit if number >> n & 1 else -bit
                self.cnf.add("endpoint colour", [[-condition, literal]])

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Add the clauses that a model breaks; whether there were any."""
        self.chosen = [change for v, change in self._variables.items() if v in model]
        self.level = together(self._original, self.chosen)
        return super().cut(cnf, model)

    def loop_cuts(self, loop: Iterable[int]) -> list[Clause]:
        """Return the clauses that a loop breaks, unless what is at its nodes is changed."""
        nodes = list(loop)
        steps, leaving = super().loop_cuts(nodes)
        return [steps, [*leaving, *(literal for node in nodes for literal in self._held[node])]]

    def smaller(self, size: int) -> list[Clause]:
        """Return clauses that suppose each change to be at most of a size."""
        return [[-v] for v, change in self._variables.items() if change.size > size]

    def exclude_subjects(self, subjects: Collection[object]) -> None:
        """State that not all of these are changed again."""
        changed = {each: self.cnf.new_variable(("changed", each)) for each in subjects}
        for variable, change in self._variables.items():
            if change.subject in changed:
                self.cnf.add("other sets", [[-variable, changed[change.subject]]])
        self.cnf.add("other sets", [[-variable for variable in changed.values()]])


#: How many sets of changes are offered, besides a smaller one that is found later; and how many
#: changes are in one.
MOST_OFFERS = 3
TOGETHER = 3


def ways_to_solve(
    level: Level, conflict: Conflict | None, *, progress: Progress[Repairs] = unheard
) -> Repairs:
    """Return three of the smallest changes that make an unsolvable level solvable, if there are.

    The smallest of all is among them: with a solution that touches itself, it may be a fourth.
    Where no single change helps, each is a set of two or three. `progress` gets each at once.
    """
    search = _RepairSearch(level, progress)
    search.take_bridges_away()
    for most in range(1, TOGETHER + 1):
        for touching in (False, True) if level.touching else (False,):
            search.run(most, touching=touching)
        if search.result.offers:
            break
    return search.result


class _Repair(NamedTuple):
    """A set of changes that helps; its size is that of the largest one."""

    size: int
    chosen: Sequence[Change]
    remedy: Remedy


class _RepairSearch:
    """The sets of changes found so far."""

    def __init__(self, level: Level, progress: Progress[Repairs]) -> None:
        self._level = level
        self._progress = progress
        in_order = sorted(changes(level), key=lambda change: change.size)
        self._choice = in_order[:REPAIR_CHANGES]
        self._found: list[_Repair] = []
        progress(self.result)

    @property
    def result(self) -> Repairs:
        in_order = sorted(self._found, key=lambda one: (one.size, not one.remedy.is_unique))
        return Repairs(tuple(one.remedy for one in in_order), len(self._choice))

    def take_bridges_away(self) -> None:
        """Try each bridge by itself: without it, the board is another one."""
        for change in self._choice:
            if change.kind == "bridge" and len(self._found) < MOST_OFFERS:
                for touching in (False, True) if self._level.touching else (False,):
                    if found := _solution(change.made(self._level), touching=touching):
                        self._offer([change], found, touching=touching)
                        break

    def run(self, most: int, *, touching: bool) -> None:
        """Look for sets of at most so many changes, by one of the two rules."""
        if not self._wants(1):
            return
        search = SetSearch(self._level, self._choice, most, touching=touching)
        excluded: list[_Repair] = []
        for size in range(1, FARTHEST + 1):
            while self._wants(size):
                new = [one for one in self._found if one.size <= size and one not in excluded]
                for one in new:
                    search.exclude_subjects([change.subject for change in one.chosen])
                excluded += new
                try:
                    solution = search.find(
                        REPAIR_PROPAGATIONS, REPAIR_ROUNDS, supposed=search.smaller(size)
                    )
                except LimitReached:
                    if self._found:
                        return  # what else there may be is not worth the time
                    break
                if not solution:
                    break
                self._offer(search.chosen, solution, touching=touching)

    def _wants(self, size: int) -> bool:
        return len(self._found) < MOST_OFFERS or all(size < found.size for found in self._found)

    def _offer(self, chosen: Sequence[Change], solution: Solution, *, touching: bool) -> None:
        """Offer a set of changes, without those that are not needed."""
        for change in chosen if len(chosen) > 1 else ():
            fewer = [other for other in chosen if other is not change]
            if found := _solution(together(self._level, fewer), touching=touching):
                chosen, solution = fewer, found
        level = together(self._level, chosen)
        assert not mistakes(level, solution), "the encoder's solution is wrong"
        message = message_of(chosen)
        try:
            is_unique = another(level, solution) is None
            number = "is exactly one solution" if is_unique else "are several solutions"
        except LimitReached:
            is_unique, number = False, "is a solution"
        message += f" Then there {number}."
        if is_unique and touches(level, solution):
            message += " A path touches itself in it."
        cells = by_row({cell for change in chosen for cell in change.cells})
        level = replace(level, drawn={})
        kinds = {change.kind for change in chosen}
        kind = kinds.pop() if len(kinds) == 1 else "mixed"
        remedy = Remedy(kind, title_of(chosen), message, level, solution, cells, is_unique)
        self._found.append(_Repair(max(c.size for c in chosen), chosen, remedy))
        self._progress(self.result)


def _solution(level: Level, *, touching: bool) -> Solution | None:
    """Return a solution; None if none was found within limits."""
    try:
        encoding = FlowEncoding(level, touching=touching)
        return encoding.find(REPAIR_PROPAGATIONS, REPAIR_ROUNDS)
    except LimitReached:
        return None


class FlowMending(Mending[Level, Solution]):
    """Endpoints, walls and holes that would make a level good."""

    explain = staticmethod(explain)
    remedies = staticmethod(ways_to_unique)
    repairs = staticmethod(ways_to_solve)

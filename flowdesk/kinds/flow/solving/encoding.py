"""Encode a level as a formula, decode a model as paths, and cut what the formula leaves out.

Two rules are stated only where a model breaks them, because few models do: that there are no loops
without endpoints, and, by the stricter rule, that no path touches itself. `formula` states all, for
other solvers.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Iterable
from itertools import chain, combinations, pairwise

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Edge, edge_between, ways_along
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.solving.rules import rules_on
from flowdesk.kinds.solving import Encoding
from flowdesk.sat.backend import LimitReached
from flowdesk.sat.cnf import Clause, Cnf, Model, follows, width_for

#: Another solution that keeps all paths but so many, and the propagations of that question (0.1 s).
#: With few colours it is nearly as hard as the whole question, which comes next anyway.
REROUTED = 3
REROUTE = 1_000_000


class FlowEncoding(Encoding[Solution]):
    """The formula whose models are the solutions of a complete level.

    With `touching` a path may run beside itself, as in the game; without, it may not.
    Raise ValueError if a colour does not have two endpoints.
    """

    def __init__(self, level: Level, *, touching: bool) -> None:
        if any(len(cells) != 2 for cells in level.pairs.values()):
            raise ValueError("Only a level whose colours have two endpoints each can be encoded.")
        self.level = level
        self.touching = touching
        self.board = board = level.board
        self.rules = rules = rules_on(board)
        self.bits = bits = max(len(level.pairs) - 1, 0).bit_length()
        super().__init__(cnf := Cnf(rules.keys(bits)))
        self._differs: dict[Edge, list[int]] = {}
        arms = list(rules.two_arms)
        colors: list[Clause] = []
        for number, (a, b) in enumerate(level.pairs.values()):
            for cell in (a, b):
                i = board.number[cell]
                arms[i] = rules.one_arm[i]
                for bit, variable in enumerate(rules.bits_of(i, bits)):
                    colors.append([variable if number >> bit & 1 else -variable])
        cnf.add("arms", chain.from_iterable(arms))
        cnf.add("endpoint colour", colors)
        cnf.add("same colour", rules.same_color(bits))
        if touching:
            cnf.add("no loop", rules.no_square)
        else:
            cnf.add("no u-turn", rules.no_u_turn)

    def decode(self, model: Model) -> tuple[Solution, list[list[int]]]:
        """Return the paths between endpoints, and the loops without endpoints, as nodes."""
        board = self.board
        ends = enumerate(board.ends, 1)
        steps = ways_along(nodes for variable, nodes in ends if variable in model)
        starts = {label: board.number[start] for label, (start, _) in self.level.pairs.items()}
        walks = {label: _walk(steps, start) for label, start in starts.items()}
        covered = set(chain.from_iterable(walks.values()))
        loops = []
        for node in steps:
            if node not in covered:
                loop = _walk(steps, node)
                covered.update(loop)
                loops.append(list(loop))
        cells = board.nodes.__getitem__
        return Solution({label: tuple(map(cells, walk)) for label, walk in walks.items()}), loops

    def solution(self, model: Model) -> Solution:
        return self.decode(model)[0]

    def mistakes(self, solution: Solution) -> list[Finding]:
        return mistakes(self.level, solution)

    @staticmethod
    def describe(key: Hashable) -> str:
        match key:
            case ("edge", (a, b)):
                return f"a path steps from {_cell(a)} to {_cell(b)} or back"
            case ("bit", cell, bit):
                return f"bit {bit} of the number of the colour of {_cell(cell)}"
            case ("differs", (a, b), bit):
                return f"only if bit {bit} of the colours of {_cell(a)} and {_cell(b)} differs"
            case ("number", cell, bit):
                return f"bit {bit} of the number of {_cell(cell)} along its path"
            case ("forward", (a, b)):
                return f"if there is a step, it leads from {_cell(a)} to {_cell(b)}"
        raise AssertionError(f"no words for {key!r}")

    def cut(self, cnf: Cnf, model: Model) -> bool:
        solution, loops = self.decode(model)
        for loop in loops:
            cnf.add("no loop", self.loop_cuts(loop))
        if loops or self.touching:
            return bool(loops)
        touched = touches(self.level, solution)
        self.forbid_touching(touched)
        return bool(touched)

    def exclude(self, solution: Solution) -> None:
        steps = [-self.rules.variable[edge] for edge in sorted(solution.edges)]
        self.cnf.add("another solution", [steps])

    def keep_paths(self, known: Solution, *, but: int) -> None:
        paths = known.paths.items()
        rerouted = {label: self.cnf.new_variable(("re-routed", label)) for label, _ in paths}
        for label, path in paths:
            steps = (self.rules.variable[edge_between(a, b)] for a, b in pairwise(path))
            self.cnf.add("kept paths", ([step, rerouted[label]] for step in steps))
        self.cnf.at_most("few re-routed", but, list(rerouted.values()))

    def bent(self, known: Solution) -> Solution | None:
        """Return the solution that one bend makes of a known one (see `Rules.bends`), or None."""
        used = {self.rules.variable[edge] for edge in known.edges}
        for pair in self.rules.bends:
            for here, there in (pair, pair[::-1]):
                if used.issuperset(here):
                    return self.verified(frozenset(used.difference(here).union(there)))
        return None

    def keep_lighter_bends(self) -> None:
        """Exclude solutions that are not needed to know whether there is one."""
        self.cnf.add("lighter bends", self.rules.lighter_bends)

    def differs(self, edge: Edge) -> list[int]:
        """Return literals, one for each bit: one of them is true only if the two colours differ."""
        known = self._differs.get(edge)
        if known is not None:
            return known
        ends = self.board.ends[self.rules.variable[edge] - 1]
        first, second = (self.rules.bits_of(node, self.bits) for node in ends)
        literals = self._differs[edge] = []
        for bit, (p, q) in enumerate(zip(first, second, strict=True)):
            variable = self.cnf.new_variable(("differs", edge, bit))
            literals.append(variable)
            self.cnf.add("differs", [[-variable, p, q], [-variable, -p, -q]])
        return literals

    def forbid_touching(self, edges: Iterable[Edge]) -> None:
        """State that no path touches itself across these edges."""
        for edge in edges:
            nodes = self.board.ends[self.rules.variable[edge] - 1]
            differs = [*self.differs(edge), *self.any_uncovered(nodes)]
            self.cnf.add("no touching", [[self.rules.variable[edge], *differs]])

    def limit_touches(self, most: int) -> None:
        """Allow at most `most` places where a path touches itself."""
        touches_at: list[int] = []
        for edge in self.board.links:
            touch = self.cnf.new_variable(("touch", edge))
            self.cnf.add("touch", [[touch, self.rules.variable[edge], *self.differs(edge)]])
            touches_at.append(touch)
        self.cnf.at_most("few touches", most, touches_at)

    def loop_cuts(self, loop: Iterable[int]) -> list[Clause]:
        """Return two clauses that a loop breaks: not all its steps, and some step leaves its nodes.

        The second one holds because the cells of a loop without endpoints have to be covered by
        paths that come from outside.
        """
        nodes = list(loop)
        inside = set(nodes)
        around = zip(nodes, [*nodes[1:], nodes[0]], strict=True)
        link_to = self.board.link_to
        steps = [link_to[a][b] + 1 for a, b in around]
        ways = [way for node in nodes for way in self.board.ways[node]]
        leaving = [link + 1 for link, near in ways if near not in inside]
        return [[-step for step in steps], leaving + self.any_uncovered(nodes)]

    def any_uncovered(self, nodes: Iterable[int]) -> list[int]:
        """Return the literals that are true if one of these nodes stays uncovered: none may."""
        return []


def _walk(steps: dict[int, list[int]], start: int) -> tuple[int, ...]:
    """Return the nodes from `start` along the steps, to the other end or round the loop."""
    path = [start]
    before, cell = start, steps[start][0]
    while cell != start:
        path.append(cell)
        ways = steps[cell]
        if len(ways) == 1:
            break
        before, cell = cell, ways[0] if ways[0] != before else ways[1]
    return tuple(path)


_GAP = "loops without endpoints are not excluded"


def formula(level: Level, *, lazy: bool = False) -> FlowEncoding:
    """Encode a complete level for other solvers; with `lazy`, models may contain loops.

    Else loops are excluded because the cells along a path can be numbered, those of a loop cannot.
    Each step has a direction, and the number of the next cell is the successor of its own in a
    sequence that repeats only after more numbers than the board has cells (see `flowdesk.sat.cnf`).
    So a path can be numbered from any first number, and a loop cannot.
    """
    encoding = FlowEncoding(level, touching=level.touching)
    if not level.touching:
        encoding.forbid_touching(level.board.links)
    if not lazy:
        _forbid_loops(encoding)
    encoding.about = (
        "paths may touch themselves" if level.touching else "no path touches itself",
        f"the board is {level.width} x {level.height}, cells are (row,column) from (1,1)",
        *(
            f"colour {number} is {label}, from {_cell(a)} to {_cell(b)}"
            for number, (label, (a, b)) in enumerate(level.pairs.items())
        ),
    )
    encoding.gap = _GAP if lazy else ""
    return encoding


def _cell(place: object) -> str:
    assert isinstance(place, tuple)
    x, y, *level = place
    return f"({','.join(map(str, (y + 1, x + 1, *level)))})"


def _forbid_loops(encoding: FlowEncoding) -> None:
    """Add to a level's formula that its steps form no loop; its solutions stay the same."""
    board, rules, cnf = encoding.board, encoding.rules, encoding.cnf
    bits = range(width_for(len(board.nodes)))
    number = [[cnf.new_variable(("number", at, bit)) for bit in bits] for at in board.places]
    cnf.add("numbered", number)
    forward = [cnf.new_variable(("forward", edge)) for edge in board.links]
    for link, ends in enumerate(board.ends):
        for (a, b), unless in ((ends, -forward[link]), (ends[::-1], forward[link])):
            cnf.add("numbered", ([-link - 1, unless, *c] for c in follows(number[a], number[b])))
    for node, around in enumerate(rules.around):
        if board.nodes[node] not in encoding.level.endpoints:
            leaving = [
                (step, forward[step - 1] if board.ends[step - 1][0] == node else -forward[step - 1])
                for step in around
            ]
            for (p, leaves), (q, also) in combinations(leaving, 2):
                cnf.add("one way", [[-p, -q, leaves, also], [-p, -q, -leaves, -also]])


def find_another(
    level: Level,
    known: Solution,
    limit: int = 0,
    rounds: int = 0,
    on_round: Callable[[], None] = lambda: None,
) -> Solution | None:
    """Return another solution by the game's rule, or None; limits as in `Search.refine`.

    They are those of the whole question; re-routing has a limit of its own. Where a level has
    several solutions, two of them nearly always differ in two or three paths only, which run beside
    each other. So the solver is first asked for one that keeps all paths but so many, whichever
    they are. Then comes the whole question, to another solver: one that has tried to re-route takes
    half as long again for its proof.

    If one bend of the known solution makes another one, it is that. If not, the whole question is
    about solutions with lighter bends only (see `Rules.lighter_bends`): as the known one has
    neither kind, no other solution becomes it when its bends are exchanged.
    """
    encoding = FlowEncoding(level, touching=True)
    if bent := encoding.bent(known):
        return bent
    encoding.exclude(known)
    encoding.keep_paths(known, but=REROUTED)
    with contextlib.suppress(LimitReached):
        if rerouted := encoding.find(REROUTE, rounds, on_round):
            return rerouted
    whole = FlowEncoding(level, touching=True)
    whole.exclude(known)
    whole.keep_lighter_bends()
    return whole.find(limit, rounds, on_round)

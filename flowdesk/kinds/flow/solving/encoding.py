"""Encode a level as a formula, decode a model as paths, and cut what the formula leaves out.

Two rules are stated only where a model breaks them, because few models do: that there are no loops
without endpoints, and, by the stricter rule, that no path touches itself. `formula` states all, for
other solvers.

Variables: one for each link ("a path uses it"), and for each cell the bits of its colour's number.
A model's paths follow its true edges; cells joined by an edge have the same colour, so no clause
has to state that a cell has exactly one colour.

Most clauses depend only on the board, and building them takes as long as solving a small level.
`Rules` build them once for all levels on a board, as named groups.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, combinations, pairwise

from flowdesk.core.board import Board
from flowdesk.core.finding import Finding
from flowdesk.core.grid import Edge, edge_between, ways_along
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.solving import Encoding
from flowdesk.sat.backend import LimitReached
from flowdesk.sat.cnf import Clause, Cnf, Model, follows, width_for

#: The four edges of a 2x2 block, by their variables: top, left, right, bottom.
Block = tuple[int, int, int, int]


class Rules:
    """The variables of a board, and the clauses that need no colours.

    Those of the links come first, from 1, then the bits of each cell: see `bits_of`. `around` has
    those of the links of each cell.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.variable = {edge: variable for variable, edge in enumerate(board.links, 1)}
        self.around = [[link + 1 for link, _ in ways] for ways in board.ways]

    def bits_of(self, cell: int, bits: int) -> range:
        """Return the variables of the colour of cell number `cell`, lowest bit first."""
        first = len(self.variable) + cell * bits + 1
        return range(first, first + bits)

    @lru_cache(maxsize=8)  # noqa: B019 -- these are few, and cached themselves
    def keys(self, bits: int) -> list[Hashable]:
        """Return the meaning of each variable, in their order."""
        named: list[Hashable] = [("edge", edge) for edge in self.board.links]
        named += [("bit", place, bit) for place in self.board.places for bit in range(bits)]
        return named

    @cached_property
    def one_arm(self) -> list[list[Clause]]:
        """For each cell: exactly one of its edges is used, as at an endpoint."""
        return [[tuple(around), *_at_most(1, around)] for around in self.around]

    @cached_property
    def two_arms(self) -> list[list[Clause]]:
        """For each cell: exactly two of its edges are used."""
        clauses: list[list[Clause]] = []
        for around in self.around:
            all_but_one = combinations(around, len(around) - 1) if around else [()]
            clauses.append([*all_but_one, *_at_most(2, around)])
        return clauses

    @cached_property
    def two_arms_or_none(self) -> list[list[Clause]]:
        """For each cell: two of its edges are used, or none, which leaves it uncovered."""
        clauses: list[list[Clause]] = []
        for around in self.around:
            no_dead_end = [(-edge, *(near for near in around if near != edge)) for edge in around]
            clauses.append([*no_dead_end, *_at_most(2, around)])
        return clauses

    @cached_property
    def blocks(self) -> list[Block]:
        """The 2x2 blocks without a hole or a wall inside, and other rings of four nodes."""
        return [(a + 1, b + 1, c + 1, d + 1) for a, b, c, d in self.board.blocks]

    @cached_property
    def triangles(self) -> list[tuple[int, int, int]]:
        """The links of each three nodes that are linked with each other, by their variables."""
        return [(first + 1, second + 1, third + 1) for first, second, third in self.board.triangles]

    @cached_property
    def no_u_turn(self) -> list[Clause]:
        """At most two of the four edges of a 2x2 block: a third one makes a path touch itself.

        It follows from the rule against touching, but makes the search 5 to 15 times faster,
        because corners then force each other along diagonals. Of a triangle it is at most one.
        """
        clauses = [clause for block in self.blocks for clause in _at_most(2, block)]
        return clauses + [clause for three in self.triangles for clause in _at_most(1, three)]

    @cached_property
    def no_square(self) -> list[Clause]:
        """Not all edges of a 2x2 block, or of a triangle: the smallest loops."""
        rings: list[tuple[int, ...]] = [*self.blocks, *self.triangles]
        return [tuple([-edge for edge in ring]) for ring in rings]

    @cached_property
    def bends(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Pairs of edges: with one for the other, a solution is still a solution.

        The two middle cells of a 2x3 block are the bend of a path that comes from one side, or of
        one that comes from the other side; the same ends stay connected. (The same for 3x2, and for
        any two rings of four with a common link and six different nodes.) Where there are
        triangles, a node c between d and e may go between a and b instead.

            a d        a-d
            | |
            b-c        b-c
                       | |
            p-q        p q
        """
        return [*self._bends_of_blocks(), *self._bends_of_triangles()]

    def _bends_of_blocks(self) -> Iterator[tuple[Block, Block]]:
        with_link: defaultdict[int, list[int]] = defaultdict(list)
        for number, block in enumerate(self.blocks):
            for link in block:
                with_link[link].append(number)
        for place in (3, 2, 0, 1):  # those below come first, then those at the right
            for number, block in enumerate(self.blocks):
                for other in with_link[block[place]]:
                    if other > number:
                        yield from self._bends_of_two(block, place, self.blocks[other])

    def _bends_of_two(
        self, block: Block, place: int, other: Block
    ) -> Iterator[tuple[Block, Block]]:
        """Yield the bends of two blocks with a common link, the one of number `place`."""
        bc, ad = block[place], block[3 - place]
        ab, dc = (block[each] for each in range(4) if each not in (place, 3 - place))
        here = other.index(bc)
        bp, cq = (other[each] for each in range(4) if each not in (here, 3 - here))
        pq = other[3 - here]
        ends = self.board.ends
        if not set(ends[bp - 1]) & set(ends[ab - 1]):
            bp, cq = cq, bp
        if set(ends[ad - 1]).isdisjoint(ends[pq - 1]):
            yield (ab, dc, bc, pq), (ad, bp, cq, bc)

    def _bends_of_triangles(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        beside: list[list[tuple[int, int, int]]] = [[] for _ in self.board.nodes]
        for three in self.triangles:
            for far in three:
                first, second = (link for link in three if link != far)
                (corner,) = set(self.board.ends[first - 1]) & set(self.board.ends[second - 1])
                beside[corner].append((far, first, second))
        for corners in beside:
            for (ab, ac, cb), (de, dc, ce) in combinations(corners, 2):
                yield (ab, dc, ce), (ac, cb, de)

    @cached_property
    def lighter_bends(self) -> list[Clause]:
        """Of each pair of bends only the lighter, for searches that need no more than one solution.

        The heavier has the largest variable in which the two differ. If there are solutions, one
        has lighter bends only: putting the lighter for the heavier makes a solution smaller in
        lexicographic order, so that must come to an end. Without this, a search refutes every
        combination of such bends: it takes 25 times longer.
        """
        return [
            tuple(-edge for edge in max(pair, key=lambda side: sorted(side, reverse=True)))
            for pair in self.bends
        ]

    @lru_cache(maxsize=8)  # noqa: B019 -- as above
    def same_color(self, bits: int) -> list[Clause]:
        """Cells joined by a used edge have the same colour number."""
        clauses: list[Clause] = []
        for edge, (a, b) in enumerate(self.board.ends, 1):
            for p, q in zip(self.bits_of(a, bits), self.bits_of(b, bits), strict=True):
                clauses += (-edge, -p, q), (-edge, p, -q)
        return clauses


def _at_most(most: int, variables: Sequence[int]) -> Iterator[Clause]:
    """Return clauses: of every `most` + 1 of the variables at least one is false."""
    return combinations([-variable for variable in variables], most + 1)


@lru_cache(maxsize=4)  # for a large board all its clauses take 100 MB
def rules_on(board: Board) -> Rules:
    """Return what depends only on a board, from the cache if possible."""
    return Rules(board)


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

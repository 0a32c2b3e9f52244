"""The limits of searches that may take too long.

They are counts, never clocks, so that an answer is the same on every machine: propagations, states
of a count, rounds, questions. Times are CPU seconds on 10x10 to 14x14 boards. Solvers count their
propagations differently. So where `solve` and `check` reach such a limit, they only go on in
another way; other limits may leave something open to one solver that another one decides.
"""

from __future__ import annotations

#: Solutions that touch themselves nearly always do so in few places, and are found many times
#: faster with that restriction: the numbers of places to try (None: any number), each with its
#: limit of propagations: each takes 0.2 s.
SOLVE_TRIES: tuple[tuple[int | None, int], ...] = (
    (1, 3_000_000),
    (4, 3_000_000),
    (None, 1_000_000),
)
#: Levels that these tries do not decide are counted, up to this number of states: enough for nearly
#: every level up to 12x12, and 0.8 s at most there.
SOLVE_STATES = 60_000

#: Another solution that keeps all paths but so many, and the propagations of that question (0.1 s).
#: With few colours it is nearly as hard as the whole question, which comes next anyway.
REROUTED = 3
REROUTE = 1_000_000

#: A count: states on one line. One takes 90 to 150 bytes, and up to four sweeps and the next line
#: are in memory at once; the largest count seen took 280 MB, with shares 330 MB.
COUNT_STATES = 500_000
#: Solutions that do not touch themselves are listed up to this number.
COUNT_LISTED = 1_000

#: A conflict: propagations for the question whether all colours can be connected: 2 s ...
CONFLICT_ALL = 12_000_000
#: ... and for some colours, or for paths that leave few cells uncovered: 0.3 s.
CONFLICT_SOME = 2_000_000
#: Questions after the first set of colours was found, to find a smaller one.
CONFLICT_QUESTIONS = 10
#: Rounds of a search for paths that leave few cells uncovered.
CONFLICT_ROUNDS = 20

#: A remedy: propagations of one round (0.1 s) and rounds of a search for another
#: solution, and states of the count after it.
REMEDY_PROPAGATIONS = 3_000_000
REMEDY_ROUNDS = 12
REMEDY_STATES = 30_000
#: Changes that are tried, and of these, changes that remain undecided.
REMEDY_TRIES = 60
REMEDY_UNDECIDED = 8

#: Changes that make a level solvable: propagations of one round (0.2 s), rounds, and changes among
#: which sets are looked for.
REPAIR_PROPAGATIONS = 1_000_000
REPAIR_ROUNDS = 30
REPAIR_CHANGES = 10_000

#: Certainty: propagations of one question for each of its edges, in each pass: 0.5 ms, 5 ms, 50 ms
#: and 0.5 s an edge.
CERTAINTY_PASSES = (3_000, 30_000, 300_000, 3_000_000)

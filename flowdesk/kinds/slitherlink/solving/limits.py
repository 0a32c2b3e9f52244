"""The limits of searches that may take too long.

They are counts, never clocks, so that an answer is the same on every machine: states of a count,
solutions, questions. Times are CPU seconds.
"""

from __future__ import annotations

#: A count: solutions that are listed before the sweep begins, and if it is given up.
COUNT_LISTED_FIRST = 10
COUNT_LISTED = 1_000
#: States on one line. One takes 100 to 150 bytes, and up to four sweeps and the next line are in
#: memory at once.
COUNT_STATES = 500_000

#: Certainty: edges of a group. Larger and smaller ones take longer in all; a 20x20 takes 1 s.
CERTAINTY_GROUP = 60
#: Propagations of one question in each pass (0.1 s and 3 s), and its rounds.
CERTAINTY_PASSES = (1_000_000, 30_000_000)
CERTAINTY_ROUNDS = 100

#: A conflict: propagations for one question ...
CONFLICT_PROPAGATIONS = 10_000_000
#: ... questions after which no smaller set is begun, and after which the search ends. A question
#: takes 10 to 30 ms on a 20x20 board.
CONFLICT_FIRST_QUESTIONS = 100
CONFLICT_QUESTIONS = 300
#: ... and further ones after which no more clues are tried that may be the only wrong one.
CONFLICT_BLAME_QUESTIONS = 150

#: A remedy: clues that are tried, one or a few at a time, before they are collected one by one.
REMEDY_TRIES = 40
#: Propagations of one round of a search for another solution (1 s), and its rounds.
REMEDY_PROPAGATIONS = 10_000_000
REMEDY_ROUNDS = 100
#: Searches after which no more clues are added or removed.
REMEDY_QUESTIONS = 500

#: A change that makes a puzzle solvable: propagations of one round, rounds, and clues.
REPAIR_PROPAGATIONS = 10_000_000
REPAIR_ROUNDS = 100
REPAIR_TRIES = 150
#: Sets of clues among which those are chosen that leave exactly one solution.
REPAIR_SETS = 12

#: Thinning: rounds of a search for another loop, after which a single clue that it was for stays.
#: Loops round large empty parts of a board may need thousands, others fewer than 50.
THINNING_ROUNDS = 100
#: The same once that has happened: one such search is seldom the last.
THINNING_ROUNDS_THEN = 5

#: A loop that fits to what stays of a puzzle: propagations of one round, and rounds.
FITTING_PROPAGATIONS = 10_000_000
FITTING_ROUNDS = 1000

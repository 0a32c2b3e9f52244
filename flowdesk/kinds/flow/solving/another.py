"""Find another solution than a known one by the game's own rule, or prove that there is none.

Where a level has several solutions, two of them nearly always differ in two or three paths only,
which run beside each other. So the solver is first asked for one that keeps all paths but so many,
whichever they are. Then comes the whole question, to another solver: one that has tried to re-route
takes half as long again for its proof.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.sat.backend import LimitReached


def find_another(
    level: Level,
    known: Solution,
    limit: int = 0,
    rounds: int = 0,
    on_round: Callable[[], None] = lambda: None,
) -> Solution | None:
    """Return another solution by the game's rule, or None; limits as in `Search.refine`.

    They are those of the whole question; re-routing has a limit of its own.

    If one bend of the known solution makes another one, it is that. If not, the whole question is
    about solutions with lighter bends only (see `Rules.lighter_bends`): as the known one has
    neither kind, no other solution becomes it when its bends are exchanged.
    """
    encoding = Encoding(level, touching=True)
    if bent := encoding.bent(known):
        return bent
    encoding.exclude(known)
    encoding.keep_paths(known, but=limits.REROUTED)
    with contextlib.suppress(LimitReached):
        if rerouted := encoding.find(limits.REROUTE, rounds, on_round):
            return rerouted
    whole = Encoding(level, touching=True)
    whole.exclude(known)
    whole.keep_lighter_bends()
    return whole.find(limit, rounds, on_round)

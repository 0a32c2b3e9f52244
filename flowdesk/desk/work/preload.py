"""What a warm worker process imports: the server, from which they are forked, has it already.

The parts of kinds are imported when they are first asked for, so it asks for those that work.
"""

import contextlib

import flowdesk.desk.work.worker  # noqa: F401
from flowdesk.core.finding import FlowDeskError
from flowdesk.kinds.table import KINDS
from flowdesk.sat.backend import new_solver

for kind in KINDS.values():
    parts = kind.solving, kind.counting, kind.mending, kind.reasoning, kind.making, kind.scanning

with contextlib.suppress(FlowDeskError):  # whoever starts a worker without a solver is told so
    new_solver()

"""What every worker process imports: the server, from which they are forked, has it already."""

import contextlib

import flowdesk.desk.work.worker
import flowdesk.kinds.table  # noqa: F401
from flowdesk.core.finding import FlowDeskError
from flowdesk.sat.backend import new_solver

with contextlib.suppress(FlowDeskError):  # whoever starts a worker without a solver is told so
    new_solver()

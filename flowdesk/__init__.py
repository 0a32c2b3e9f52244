"""FlowDesk: draw, solve and check Flow Free levels.

Scripts need only these functions; see their docstrings:

>>> from flowdesk import load, solve, check, render
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import takes longer than the rest of the start
if TYPE_CHECKING:
    from typing import Any

    from flowdesk.desk.pictures.picture import render
    from flowdesk.formats.registry import load
    from flowdesk.kinds.answers import CheckResult, SolveResult
    from flowdesk.kinds.flow.level import Level, Solution
    from flowdesk.kinds.table import check, solve

__version__ = "0.2.0"
__all__ = ["CheckResult", "Level", "Solution", "SolveResult", "check", "load", "render", "solve"]

#: The modules of these names.
_MODULES = {
    "CheckResult": "flowdesk.kinds.answers",
    "Level": "flowdesk.kinds.flow.level",
    "Solution": "flowdesk.kinds.flow.level",
    "SolveResult": "flowdesk.kinds.answers",
    "check": "flowdesk.kinds.table",
    "load": "flowdesk.formats.registry",
    "render": "flowdesk.desk.pictures.picture",
    "solve": "flowdesk.kinds.table",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is used: the command line and the workers start without the others."""
    if name not in _MODULES:
        raise AttributeError(f"module 'flowdesk' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_MODULES[name]), name)

"""Difference: what is kept of an old edit of a level, which is what it changed.

Two levels of a hundred kilobytes each are much for a step that moved one endpoint.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from flowdesk.core.edit import Edit
from flowdesk.core.grid import Cell, Edge
from flowdesk.kinds.flow.level import Level

K = TypeVar("K")
V = TypeVar("V")

#: What is kept as a whole if it changed: it is small, and of `about` the order counts, too.
_SMALL = ("width", "height", "colors", "about", "touching")


@dataclass(frozen=True, slots=True)
class Difference:
    """An edit without the level that it led to: what was otherwise before.

    `endpoints` and `drawn` hold what stood in a cell and what a colour's path was, None where there
    was none; `holes` and `walls` hold those that came or went; `others` are values of fields.
    """

    label: str
    endpoints: Mapping[Cell, str | None]
    drawn: Mapping[str, tuple[Cell, ...] | None]
    holes: frozenset[Cell]
    walls: frozenset[Edge]
    others: Mapping[str, Any]

    def restored(self, after: Level) -> Edit[Level]:
        """The edit, which led to `after`."""
        before = replace(
            after,
            endpoints=_with(after.endpoints, self.endpoints),
            drawn=_with(after.drawn, self.drawn),
            holes=after.holes ^ self.holes,
            walls=after.walls ^ self.walls,
            **self.others,
        )
        return Edit(self.label, before, after)


def difference(edit: Edit[Level]) -> Difference:
    """What an edit changed."""
    before, after = edit.before, edit.after
    others = {name: getattr(before, name) for name in _SMALL}
    return Difference(
        edit.label,
        _changed(before.endpoints, after.endpoints),
        _changed(before.drawn, after.drawn),
        _either(before.holes, after.holes),
        _either(before.walls, after.walls),
        {name: value for name, value in others.items() if value != getattr(after, name)},
    )


def _changed(before: Mapping[K, V], after: Mapping[K, V]) -> dict[K, V | None]:
    """What stood under the keys whose values differ, None where nothing did."""
    new = {key: None for key in after if key not in before}
    return new | {key: value for key, value in before.items() if after.get(key) != value}


def _with(after: Mapping[K, V], changed: Mapping[K, V | None]) -> dict[K, V]:
    """What was there before, as `_changed` tells."""
    return {key: value for key, value in {**after, **changed}.items() if value is not None}


def _either(a: frozenset[K], b: frozenset[K]) -> frozenset[K]:
    """What is in one of two sets. Their ``^`` is, too, but keeps as much memory as they need."""
    return (a - b) | (b - a)

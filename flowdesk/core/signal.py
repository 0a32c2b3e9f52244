"""Signals: what has happened, told to whoever is connected, until its owner ends.

The owner of a connection is the one that ends first: what a tab hears of its window ends with the
tab, and what the window hears of a tab as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Owner:
    """Somebody whose connections end with it, and what was begun for it."""

    def __init__(self) -> None:
        self.ended = False
        self._heard: set[Signal[...]] = set()
        self._endings: tuple[Callable[[], object], ...] = ()

    def at_end(self, *calls: Callable[[], object]) -> None:
        """Make these calls when it ends, before those that were asked for earlier."""
        self._endings = (*calls, *self._endings)

    def end(self) -> None:
        """End all connections, at once: also while one of the signals is emitted."""
        self.ended = True
        for signal in self._heard:
            signal.forget(self)
        self._heard.clear()
        endings, self._endings = self._endings, ()
        for call in endings:
            call()


class Signal(Generic[P]):
    """Something that happens, with these arguments. It is named by that: `changed`, `opened`."""

    def __init__(self) -> None:
        self._connections: tuple[tuple[Callable[P, object], Owner], ...] = ()

    def connect(self, call: Callable[P, object], owner: Owner) -> None:
        """Make this call whenever it happens from now on, after those connected before."""
        assert not owner.ended, "nothing would end this connection"
        self._connections += ((call, owner),)
        owner._heard.add(self)

    def forget(self, owner: Owner) -> None:
        """End the connections of an owner."""
        self._connections = tuple(each for each in self._connections if each[1] is not owner)

    def emit(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Make the calls of those connected by now, in their order; an error ends the round."""
        for call, owner in self._connections:
            if not owner.ended:
                call(*args, **kwargs)

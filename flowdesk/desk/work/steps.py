"""Steps: long work as a generator that does a little until each yield and returns what came out."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

#: Who takes the steps decides when; who leaves some out closes the generator.
Steps: TypeAlias = Generator[None, None, T]


def finish(steps: Steps[T]) -> T:
    """Take all steps at once; returns what came out."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        result: T = end.value
        return result

"""Names: what the variables of somebody's own formula can say of a puzzle, and what they tell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from flowdesk.core.grid import Cell

A = TypeVar("A")

#: What a variable says: a word for the kind of statement, and what it is about.
Key: TypeAlias = tuple[Any, ...]


class Names(ABC, Generic[A]):
    """The statements about a puzzle that have a name, as in ``P(1,2,R,t)``.

    `keys` has them by all their names, the words of FlowDesk's own formulas included, in ASCII.
    """

    #: The names that there are, in a sentence.
    hint: ClassVar[str]
    keys: Mapping[str, Key]
    #: The cells about which a formula has to say something.
    open_cells: Collection[Cell]

    @abstractmethod
    def about(self, key: Key) -> Collection[Cell]:
        """Return the cells about which a statement says something."""

    @abstractmethod
    def facts(self, answer: A) -> frozenset[Key]:
        """Return the statements that are true of an answer."""

    @abstractmethod
    def answer(self, true: Collection[Key], named: Collection[Key]) -> A:
        """Return an answer of which `true` statements hold, and no others of those `named`."""

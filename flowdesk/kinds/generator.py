"""Generator: how a kind makes puzzles, and what they can be asked to be like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from flowdesk.kinds.answers import Made


class Request(Protocol):
    """What a generated puzzle should be like: a frozen dataclass of the kind's own."""

    @property
    def width(self) -> int:
        """How many columns it has."""

    @property
    def height(self) -> int:
        """How many rows it has."""

    @property
    def seed(self) -> int:
        """What its random choices begin with."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """Something that a request may ask for.

    A dialog shows it as a box to tick if the default is True or False, as a list if there are
    `choices`, else as text, beside it arrows that go through `numbers`. On the command line it is
    the option of its `name`; boxes to tick are only those that all verbs share.
    """

    name: str
    words: str
    default: Any
    #: The value that a text stands for; raises ValueError, which says what the text is not.
    read: Callable[[str], Any] = str
    #: The text of a value.
    text: Callable[[Any], str] = str
    choices: tuple[str, ...] = ()
    numbers: range | None = None
    metavar: str | None = None
    help: str | None = None

    @property
    def is_check(self) -> bool:
        """Whether it is a box to tick."""
        return isinstance(self.default, bool)

    def value(self, text: str) -> Any:
        """The value that a text stands for, where that of the default may be left out."""
        if text == self.text(self.default):
            return self.default
        if self.choices and text not in self.choices:
            raise ValueError(f"{text!r} is none of {', '.join(self.choices)}")
        return self.read(text)


def check(name: str, words: str) -> Field:
    """A box to tick; as a text it is `yes` or nothing."""
    return Field(
        name=name,
        words=words,
        default=False,
        read=bool,
        text=lambda is_on: "yes" if is_on else "",
    )


def whole_number(text: str, *, least: int, most: int) -> int:
    """Read a whole number within bounds, as the `read` of a field."""
    if not (text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise ValueError(f"{text!r} is no number from {least} to {most}")
    return int(text)


@dataclass(frozen=True, kw_only=True, eq=False)
class Generator:
    """The part of a kind's table that makes puzzles. Requests and puzzles are the kind's own."""

    #: Raised whenever some request gives another puzzle than before.
    version: int
    #: What a request may ask for beside size and seed.
    fields: tuple[Field, ...]
    #: A request for so many columns and rows, with this seed, in the shape of a puzzle or None,
    #: and values of fields by their names.
    request: Callable[..., Any]
    #: Why a request cannot be met; empty if it may be.
    problem: Callable[[Any], str]
    #: Why what is made may not fit into a map, as the end of a sentence; empty if it does.
    map_problem: Callable[[Any], str]
    #: The empty puzzle of the shape that is requested.
    empty: Callable[[Any], Any]
    #: Make a puzzle; with ``progress=``, a function that gets a few words.
    generate: Callable[..., Made]
    #: A request, with a seed, that keeps what is drawn in a puzzle and fills the rest; or what has
    #: to be done before. The second function puts what was made into the puzzle.
    fill: Callable[[Any, int], Any] | None = None
    filled: Callable[[Any, Made], Any] | None = None

    def about(self, request: Request) -> dict[str, str]:
        """What a puzzle tells of how it was made: the same version makes it again of its seed."""
        return {"seed": str(request.seed), "generator": str(self.version)}

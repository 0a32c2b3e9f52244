"""Generator: how puzzles of a kind are made, and the fields of a request for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flowdesk.kinds.answers import Made


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a request.

    In the dialog it is a check box if the default is a bool, a list if there are `choices`, else a
    text, with arrows if there are `numbers`. On the command line it is the option of its `name`;
    a check box is a switch, or if it `is_shared` one of the switches that all verbs have.
    """

    name: str
    words: str
    default: Any
    #: text -> value; raises ValueError with a sentence on what is wrong.
    read: Callable[[str], Any] = str
    #: value -> text.
    text: Callable[[Any], str] = str
    choices: tuple[str, ...] = ()
    numbers: range | None = None
    metavar: str | None = None
    help: str | None = None
    is_shared: bool = False

    @property
    def option(self) -> str:
        """Its option on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def is_check(self) -> bool:
        """Whether it is a check box."""
        return isinstance(self.default, bool)

    def value(self, text: str) -> Any:
        """Return the value of a text; raise ValueError if it has none."""
        if text == self.text(self.default):
            return self.default
        if self.choices and text not in self.choices:
            raise ValueError(f"{text!r} is none of {', '.join(self.choices)}")
        return self.read(text)


def check(name: str, words: str, *, help: str | None = None, is_shared: bool = False) -> Field:
    """Return a check box; its text is `yes` or empty."""
    return Field(
        name=name,
        words=words,
        default=False,
        read=bool,
        text=lambda is_on: "yes" if is_on else "",
        help=help,
        is_shared=is_shared,
    )


def whole_number(text: str, *, least: int, most: int) -> int:
    """Read a whole number within bounds, as the `read` of a field."""
    if not (text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise ValueError(f"{text!r} is no number from {least} to {most}")
    return int(text)


@dataclass(frozen=True, kw_only=True, eq=False)
class Completion:
    """How a generator completes what is drawn on a board, and what that is called."""

    #: What undo calls it, as in "fill the rest".
    edit: str
    #: What goes on meanwhile, as in "Filling".
    going_on: str
    #: What it has not become if that is impossible, as in "filled".
    done: str
    #: puzzle, seed -> a request that keeps what is drawn, or a finding on why that is impossible.
    request: Callable[[Any, int], Any]
    #: puzzle, what was made -> the completed puzzle.
    completed: Callable[[Any, Made], Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Generator:
    """The part of a kind that generates puzzles.

    Its requests are frozen dataclasses of the kind's own, with `width`, `height`, `seed` and more.
    """

    #: Increased whenever some request gives another puzzle than before.
    version: int
    #: The fields of a request besides size and seed.
    fields: tuple[Field, ...]
    #: columns, rows, seed, a puzzle whose shape is kept or None, values of fields by their names
    #: -> the request.
    request: Callable[..., Any]
    #: request -> why it cannot be met, as a sentence; empty if it may be.
    problem: Callable[[Any], str]
    #: request -> why its puzzles may not fit into a map, as the end of a sentence, or empty.
    map_problem: Callable[[Any], str] = lambda request: ""
    #: request -> the empty puzzle of the requested shape.
    empty: Callable[[Any], Any]
    #: request, progress= (a function that gets a few words) -> the puzzle that was made.
    generate: Callable[..., Made]
    #: How it completes what is drawn.
    completion: Completion | None = None

    def about(self, request: Any) -> dict[str, str]:
        """Return what is kept in `about`: the same version makes the same puzzle from this seed."""
        return {"seed": str(request.seed), "generator": str(self.version)}

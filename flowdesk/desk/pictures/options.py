"""Option: a choice that pictures and booklets leave to people, declared once.

The command line, the dialogs, the settings and `render` are made from what is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from flowdesk.core.finding import FlowDeskError


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option, whose values are all of the type of its `default`."""

    default: Any
    #: What the command line says of it; empty if another option of the same name says it.
    help: str = ""
    metavar: str = ""
    #: Its name in the dialog, empty if it has no field of its own there; and in which row it is.
    label: str = ""
    row: int = 0
    #: The values there are, in the words of the dialog, and what they are called.
    choices: Mapping[Any, str] = field(default_factory=dict)
    noun: str = ""
    #: The values that the dialog offers where there are others, too.
    offers: Callable[[], Mapping[Any, str]] | None = None
    #: The least and the most, and a sentence about a value that lies beyond, with both.
    limits: tuple[float, float] | None = None
    beyond: str = ""
    #: What a `PictureFormat` must be for the option to mean something: `moves` or `paper`.
    needs: str = ""
    #: Raises FlowDeskError for a value that makes no sense.
    test: Callable[[Any], object] | None = None

    def check(self, value: Any) -> None:
        """FlowDeskError where a value makes no sense."""
        if self.choices and value not in self.choices:
            names = ", ".join(filter(None, self.choices))
            raise FlowDeskError(f"There is no {self.noun} {value!r}: {names}.")
        if self.limits and not self.limits[0] <= value <= self.limits[1]:
            raise FlowDeskError(self.beyond.format(value, *self.limits))
        if self.test:
            self.test(value)


def option(default: Any, **words: Any) -> Any:
    """A field of a dataclass which is an option; see `Option` for the words."""
    return field(default=default, metadata={"option": Option(default=default, **words)})


def options_of(declaring: type) -> Mapping[str, Option]:
    """The options that a dataclass declares, by their names."""
    return {each.name: each.metadata["option"] for each in fields(declaring)}


def check_options(chosen: Any) -> None:
    """FlowDeskError for the first value of such a dataclass that makes no sense."""
    for name, each in options_of(type(chosen)).items():
        each.check(getattr(chosen, name))

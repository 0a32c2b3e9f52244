"""Option: an option of pictures and booklets, declared once.

The command line, the dialogs, the settings and `render` are made from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from flowdesk.core.finding import FlowDeskError


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option; all its values are of the type of its `default`."""

    default: Any
    #: Help on the command line; empty if another option of the same name has it.
    help: str = ""
    metavar: str = ""
    #: Its name in the dialog, empty if it has no field there; and the row of that field.
    label: str = ""
    row: int = 0
    #: All values, with their words in the dialog; and what such a value is called.
    choices: Mapping[Any, str] = field(default_factory=dict)
    noun: str = ""
    #: The values that the dialog offers, if other values are possible.
    offers: Callable[[], Mapping[Any, str]] | None = None
    #: The limits, and an error message for a value beyond them: a format of value and limits.
    limits: tuple[float, float] | None = None
    beyond: str = ""
    #: What a `PictureFormat` must be to use the option: `moves` or `paper`.
    needs: str = ""
    #: Raises FlowDeskError for an invalid value.
    test: Callable[[Any], object] | None = None

    def check(self, value: Any) -> None:
        """Raise FlowDeskError for an invalid value."""
        if self.choices and value not in self.choices:
            names = ", ".join(filter(None, self.choices))
            raise FlowDeskError(f"There is no {self.noun} {value!r}: {names}.")
        if self.limits and not self.limits[0] <= value <= self.limits[1]:
            raise FlowDeskError(self.beyond.format(value, *self.limits))
        if self.test:
            self.test(value)


def option(default: Any, **rest: Any) -> Any:
    """Return a dataclass field that declares an option; `rest` are fields of `Option`."""
    return field(default=default, metadata={"option": Option(default=default, **rest)})


def options_of(declaring: type) -> Mapping[str, Option]:
    """Return the options that a dataclass declares, by their names."""
    return {each.name: each.metadata["option"] for each in fields(declaring)}


class Options:
    """The base of dataclasses whose fields are options."""

    def check(self) -> None:
        """Raise FlowDeskError for the first invalid value."""
        for name, each in options_of(type(self)).items():
            each.check(getattr(self, name))

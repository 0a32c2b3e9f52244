"""Style: the options of pictures; and how such options are declared.

The command line, the dialogs, the settings and `render` are made from the declarations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.pictures.themes import theme_named, theme_names, theme_title
from flowdesk.draw.pdf import PAPERS
from flowdesk.draw.theme import Look


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option; all its values are of the type of its `default`."""

    default: object
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
    offers: Callable[[], Mapping[object, str]] | None = None
    #: The limits, and an error message for a value beyond them: a format of value and limits.
    limits: tuple[float, float] | None = None
    beyond: str = ""
    #: What a `PictureFormat` must be to use the option: `moves` or `paper`.
    needs: str = ""
    #: Raises FlowDeskError for an invalid value.
    test: Callable[[object], object] | None = None

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
    declared = [each for each in fields(declaring) if "option" in each.metadata]
    return {each.name: each.metadata["option"] for each in declared}


class Options:
    """The base of dataclasses whose fields are options."""

    def check(self) -> None:
        """Raise FlowDeskError for the first invalid value."""
        for name, each in options_of(type(self)).items():
            each.check(getattr(self, name))


#: The names of papers as users read them.
PAPER_NAMES = {name: "Letter" if name == "letter" else name.upper() for name in PAPERS}


def _check_color(text: str) -> None:
    if text and not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise FlowDeskError(f"{text!r} is no colour: write it as '#ffffff'.")


@dataclass(frozen=True, kw_only=True)
class Style(Options):
    """How a picture looks: `cell` in pixels; `background` (``#rrggbb``) replaces the theme's.

    `transparent` leaves out the ground and the cells, and keeps grid lines, endpoints and paths.
    `caption` writes title and author under the board. `seconds` is the time of an animation from
    the first cell to the last, 0 for the same time as in the window; `page` is the paper of a PDF
    (see `pdf.PAPERS`), empty for a page as large as the board.
    """

    cell: int = option(
        48,
        help="default: 48",
        metavar="PX",
        label="Cell size in pixels",
        row=1,
        noun="cell size",
        limits=(4, 1000),
        beyond="Cells of {} pixels: {} to {} are possible.",
    )
    theme: str = option(
        "dark",
        help="a theme's name or file; default: dark, and print for a booklet",
        metavar="NAME",
        label="Theme",
        row=4,
        offers=lambda: {name: theme_title(name) for name in theme_names()},
        test=theme_named,
    )
    labels: bool = option(
        False, help="write the labels on endpoints, or shade the inside of a loop", label="{labels}"
    )
    caption: bool = option(
        False, help="write title and author below", label="Title and author under the board"
    )
    background: str = option("", help="instead of the theme", metavar="#RRGGBB", test=_check_color)
    transparent: bool = option(False, help="no background at all")
    seconds: float = option(
        0.0,
        help="seconds in which an animation draws; 2.5 more are added",
        metavar="S",
        label="Duration in seconds",
        row=3,
        offers=lambda: {0.0: "as in the window", 2.0: "2", 5.0: "5", 10.0: "10", 20.0: "20"},
        limits=(0, 600),
        beyond="An animation of {:g} seconds: {:g} to {:g} are possible.",
        needs="moves",
    )
    page: str = option(
        "",
        help="the paper of a PDF (booklet: a4)",
        label="Paper",
        row=2,
        choices={"": "as large as the board", **PAPER_NAMES},
        noun="paper",
        needs="paper",
    )

    def check(self) -> None:
        super().check()
        if self.background and self.transparent:
            raise FlowDeskError("A picture cannot have a background and be transparent.")

    def look(self) -> Look:
        """Return what the writers of pictures need; FlowDeskError as in `check`."""
        self.check()
        theme = theme_named(self.theme)
        if self.background or self.transparent:  # holes would look like cells
            theme = replace(theme, hole=theme.hole or theme.line)
        if self.background:
            theme = replace(theme, ground=self.background, cell=self.background)
        return Look(theme, self.cell, transparent=self.transparent)

"""Style: the table of all options of pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.pictures.options import check_options, option
from flowdesk.desk.pictures.themes import theme_named, theme_titles
from flowdesk.draw.look import Look
from flowdesk.draw.paper.pdf import PAPERS

#: Papers as people write them.
PAPER_NAMES = {name: "Letter" if name == "letter" else name.upper() for name in PAPERS}


def _check_color(text: str) -> None:
    if text and not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise FlowDeskError(f"{text!r} is no colour: write it as '#ffffff'.")


@dataclass(frozen=True, kw_only=True)
class Style:
    """How a picture looks: `cell` in pixels; `background` (``#rrggbb``) replaces the theme's.

    `transparent` leaves out the ground and the cells, and keeps lines, dots and paths. `caption`
    writes title and author under the board. `seconds` is how long an animation takes from the
    first cell to the last, 0 for as long as in the window; `page` is the paper of a PDF (see
    `pdf.PAPERS`), empty for a page as large as the board.
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
        offers=theme_titles,
        test=theme_named,
    )
    labels: bool = option(False, help="write the labels on the dots", label="Labels on the dots")
    caption: bool = option(
        False, help="write title and author below", label="Title and author under the board"
    )
    background: str = option("", help="instead of the theme", metavar="#RRGGBB", test=_check_color)
    transparent: bool = option(False, help="no background at all")
    seconds: float = option(
        0.0,
        help="how long an animation draws; it stands still for 2.5 more",
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
        """FlowDeskError where a choice makes no sense."""
        check_options(self)
        if self.background and self.transparent:
            raise FlowDeskError("A picture has a background, or is transparent: not both.")

    def look(self) -> Look:
        """What writers of pictures need to know of it; FlowDeskError as in `check`."""
        self.check()
        theme = theme_named(self.theme)
        if self.background or self.transparent:  # holes would look like cells
            theme = replace(theme, hole=theme.hole or theme.line)
        if self.background:
            theme = replace(theme, ground=self.background, cell=self.background)
        return Look(theme, self.cell, transparent=self.transparent)

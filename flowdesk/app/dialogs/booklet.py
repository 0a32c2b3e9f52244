"""The dialog before a booklet is written: how its pages are laid out, and the first of them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from flowdesk.app.dialogs.base import choice_field, switch
from flowdesk.app.dialogs.preview import SIDE, PreviewDialog
from flowdesk.app.look import Palette
from flowdesk.desk.pictures.booklet import Layout, laid_out, page_counts
from flowdesk.draw.paper.painted_page import PaintedPage
from flowdesk.draw.paper.pdf import PAPERS
from flowdesk.kinds.entry import Entry

_NUMBERS = (1, 2, 4, 6, 9, 12)


def ask_layout(
    parent: tk.Misc, entries: Sequence[Entry], before: Layout, colors: Palette
) -> Layout | None:
    """How these levels are to be printed; None if they are not. `before` is suggested."""
    return _BookletDialog(parent, entries, before, colors).ask()


class _BookletDialog(PreviewDialog):
    """The choices, and the first page."""

    def __init__(
        self, parent: tk.Misc, entries: Sequence[Entry], before: Layout, colors: Palette
    ) -> None:
        super().__init__(parent, "Print booklet", colors)
        self._entries = entries
        body = self.fields
        self._title = tk.StringVar(self, before.title)
        ttk.Label(body, text="Title").grid(row=0, column=0, sticky="w", padx=(0, 12), pady=4)
        self._first_field = ttk.Entry(body, textvariable=self._title)
        self._first_field.grid(row=0, column=1, sticky="ew", pady=4)
        numbers = [str(number) for number in _NUMBERS]
        self._number, _ = choice_field(body, "Levels on a page", numbers, str(before.per_page), 1)
        papers = [paper_name(paper) for paper in PAPERS]
        self._page, _ = choice_field(body, "Paper", papers, paper_name(before.page), 2)
        switches = ttk.Frame(body)
        switches.grid(row=3, column=0, columnspan=2, sticky="w", pady=(8, 0))
        self._answers, _ = switch(switches, "Answers at the end", before.answers)
        text = "This writes a PDF, which any viewer prints: it reads well in black and white."
        note = ttk.Label(body, text=text, style="Faint.TLabel", wraplength=300)
        note.grid(row=4, column=0, columnspan=2, sticky="w", pady=(12, 0))
        self.buttons(["Write PDF ...", "Cancel"])
        self.watch(self._title, self._number, self._page, self._answers)

    def ask(self) -> Layout | None:
        """Show the dialog and wait."""
        answer, layout = self.run(self._first_field), self._layout()
        return layout if answer == "Write PDF ..." else None

    def draw(self) -> str:
        """Show the first page, and count them."""
        layout, number = self._layout(), len(self._entries)
        page = next(laid_out(self._entries, layout, partial(PaintedPage, side=SIDE)))
        self.preview.show(page.picture())
        levels, answers = page_counts(number, layout)
        about = f"{_counted(number, 'level')} on {_counted(levels, 'page')}"
        return f"{about}, answers on {answers} more" if answers else about

    def _layout(self) -> Layout:
        return Layout(
            per_page=int(self._number.get()),
            answers=self._answers.get(),
            page=next(paper for paper in PAPERS if paper_name(paper) == self._page.get()),
            title=" ".join(self._title.get().split()),
        )


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"


def paper_name(name: str) -> str:
    """A paper as people write it."""
    return "Letter" if name == "letter" else name.upper()

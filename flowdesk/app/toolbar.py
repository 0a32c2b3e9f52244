"""Toolbar: the actions that are needed most, as buttons with an icon each."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Literal

from flowdesk.app import fonts, look, scale
from flowdesk.app.actions import Action, key_text
from flowdesk.app.icons import set_icon
from flowdesk.app.theming import Theming
from flowdesk.app.widgets.tooltip import Tooltip

#: Points beside the buttons for what else is there, such as the verdict.
_OTHERS = 330
#: Everybody knows these by their icons.
_WORDLESS = {"Undo", "Redo"}


class Toolbar(ttk.Frame):
    """Its buttons show words only while there is room for them; room is left on its right."""

    def __init__(self, parent: tk.Misc, theming: Theming, *, mac: bool) -> None:
        super().__init__(parent, padding=("6p", "4.5p"))
        self._theming, self._mac = theming, mac
        self._buttons: list[tuple[ttk.Button, Action]] = []
        self._lines: list[ttk.Separator] = []
        self._searches: ttk.Button | None = None
        self._has_words = True
        self._stop: Callable[[], object] | None = None
        theming.listeners.append(self._draw_icons)
        self.bind("<Configure>", lambda event: self._fit(event.width))

    def add(self, action: Action, run: Callable[[], object]) -> None:
        """Add the button of an action; a line parts it from those of another menu."""
        if self._buttons and self._buttons[-1][1].menu != action.menu:
            line = ttk.Separator(self, orient="vertical")
            line.pack(side="left", fill="y", padx="4.5p", pady="3p")
            self._lines.append(line)
        command = (lambda: (self._stop or run)()) if action.is_search else run
        button = ttk.Button(self, text=action.tool, takefocus=False, command=command, width=0)
        button.configure(
            style=look.ACCENT if action.is_search else look.FLAT, compound=_compound(action)
        )
        button.pack(side="left", padx="1.5p")
        Tooltip(button, f"{action.tip}  ({key_text(action.key, self._mac)})")
        self._buttons.append((button, action))
        set_icon(button, action.tool.lower(), self._theming.colors)
        if action.is_search:
            self._searches = button

    def show_possible(self, is_possible: Callable[[Action], bool]) -> None:
        """Grey out the buttons of what is not possible; a search can always be stopped."""
        for button, action in self._buttons:
            wanted = ["!disabled" if is_possible(action) else "disabled"]
            if not action.is_search and not button.instate(wanted):  # or Tk draws it again
                button.state(wanted)

    def show_search(self, stop: Callable[[], object] | None) -> None:
        """Let the button of the search stop it while it runs."""
        assert self._searches, "a button starts the search"
        if self._stop != stop:  # or Tk lays out the toolbar at each step of a search
            self._stop = stop
            self._searches.configure(text="Stop" if stop else "Solve")
            self._draw_icons()

    def _draw_icons(self) -> None:
        for button, action in self._buttons:
            is_stop = action.is_search and self._stop
            set_icon(button, "stop" if is_stop else action.tool.lower(), self._theming.colors)

    def _fit(self, width: int) -> None:
        """Show words if there is room for them."""
        font = fonts.named(self)
        words = sum(
            font.measure(action.tool) for _, action in self._buttons if action.tool not in _WORDLESS
        )
        present = sum(button.winfo_reqwidth() for button, _ in self._buttons)
        needed = present + scale.pixels(self, _OTHERS) + (0 if self._has_words else words)
        if (width >= needed) != self._has_words:
            self._has_words = not self._has_words
            for button, action in self._buttons:
                if self._has_words:
                    button.configure(compound=_compound(action), padding="")
                else:
                    button.configure(compound="image", padding=("2.25p", "3p"))
            for line in self._lines:
                line.pack_configure(padx="4.5p" if self._has_words else "1.5p")


def _compound(action: Action) -> Literal["image", "left"]:
    """Return how a button looks where there is room, by Tk's word for it."""
    return "image" if action.tool in _WORDLESS else "left"

"""Toolbar: the actions that are needed most, as buttons with an icon each."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Literal

from flowdesk.app import fonts, look, scale
from flowdesk.app.actions import Action, key_text
from flowdesk.app.look import set_icon
from flowdesk.app.shell import Shell
from flowdesk.app.widgets.tooltip import Tooltip

#: Points beside the buttons for what else is there, such as the verdict: wanted, and at least.
_OTHERS, _LEAST = 330, 200
#: Points of width without which the parts beside the buttons give way to the verdict.
_NARROW = 270
#: Points on either side of a button, and of a line where there is room.
_BESIDE, _LINE = 1.5, 4.5
#: Everybody knows these by their icons.
_WORDLESS = {"Undo", "Redo"}


class Toolbar(ttk.Frame):
    """Its buttons show words only while there is room for them; room is left on its right.

    Where there is hardly any, only the last buttons are there, and that of the search: the menus
    have all of them.
    """

    def __init__(self, parent: tk.Misc, shell: Shell) -> None:
        super().__init__(parent, padding=("6p", "4.5p"))
        self._mac = shell.mac
        self._buttons: list[tuple[ttk.Button, Action]] = []
        self._lines: dict[ttk.Button, ttk.Separator] = {}  # by the button on their right
        self._row = ttk.Frame(self)
        self._row.pack(side="left")
        self._searches: ttk.Button | None = None
        self._has_words = True
        self._shown: tuple[list[ttk.Button], bool] = [], True
        self._stop: Callable[[], object] | None = None
        self._spare: tk.Widget | None = None
        self.bind("<Configure>", lambda event: self._fit(event.width))

    def add(self, action: Action, run: Callable[[], object]) -> None:
        """Add the button of an action; a line parts it from those of another menu."""
        command = (lambda: (self._stop or run)()) if action.is_search else run
        button = ttk.Button(self._row, text=action.tool, takefocus=False, command=command, width=0)
        if self._buttons and self._buttons[-1][1].menu != action.menu:
            self._lines[button] = ttk.Separator(self._row, orient="vertical")
        button.configure(
            style=look.ACCENT if action.is_search else look.FLAT, compound=_compound(action)
        )
        Tooltip(button, f"{action.tip}  ({key_text(action.key, self._mac)})")
        self._buttons.append((button, action))
        self._pack([button for button, _ in self._buttons])
        set_icon(button, action.tool.lower())
        if action.is_search:
            self._searches = button

    def add_spare(self, part: tk.Widget) -> None:
        """Show a part beside the buttons, unless the toolbar is narrow."""
        self._spare = part
        part.pack(side="left", padx=f"{_LINE}p")

    @property
    def actions(self) -> list[Action]:
        """What the buttons do."""
        return [action for _, action in self._buttons]

    def show_possible(self, possible: Mapping[Action, bool]) -> None:
        """Grey out the buttons of what is not possible; a search can always be stopped."""
        for button, action in self._buttons:
            wanted = ["!disabled" if possible[action] else "disabled"]
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
            set_icon(button, "stop" if is_stop else action.tool.lower())

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
        is_narrow = width < scale.pixels(self, _NARROW)
        if self._spare and is_narrow == bool(self._spare.winfo_manager()):
            self._spare.pack_forget() if is_narrow else self.add_spare(self._spare)
        room = width - scale.pixels(self, _LEAST)
        fitting: list[ttk.Button] = []
        waiting = sorted(self._buttons, key=lambda one: one[1].is_search)
        while waiting:
            button, action = waiting.pop()
            room -= button.winfo_reqwidth() + scale.pixels(self, 2 * _BESIDE + _LINE)
            if room > 0 or action.is_search:
                fitting.append(button)
        self._pack([button for button, _ in self._buttons if button in fitting])

    def _pack(self, buttons: list[ttk.Button]) -> None:
        """Show these buttons, with the lines between them."""
        if (buttons, self._has_words) == self._shown:
            return
        self._shown = buttons, self._has_words
        for part in self._row.pack_slaves():
            part.pack_forget()
        for button in buttons:
            if button in self._lines and button is not buttons[0]:
                beside = f"{_LINE if self._has_words else _BESIDE}p"
                self._lines[button].pack(side="left", fill="y", padx=beside, pady="3p")
            button.pack(side="left", padx=f"{_BESIDE}p")


def _compound(action: Action) -> Literal["image", "left"]:
    """Return how a button looks where there is room, by Tk's word for it."""
    return "image" if action.tool in _WORDLESS else "left"

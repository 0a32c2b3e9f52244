"""The window's theme: choose it, follow changes of its file, and make one to change."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from flowdesk.app import look
from flowdesk.app.actions import Choice, Command
from flowdesk.app.dialogs import message
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.pictures.themes import make_own, theme_named, theme_names, theme_title, themes
from flowdesk.draw.theme import DARK, Theme

#: Milliseconds until a message that the chosen theme cannot be used.
_LOOK_FIRST_MS = 300


class Theming:
    """Knows the current `theme`, and applies it; `listeners` are called after each change."""

    def __init__(self, shell: Shell) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._shell = shell
        self._timer = Timer(shell.root)
        try:
            self.theme = theme_named(shell.settings.theme)
        except FlowDeskError as error:
            self.theme = DARK
            self._timer.start(_LOOK_FIRST_MS, self._explain, "The dark theme instead", error)
        look.apply(shell.root, self.theme)
        shell.root.bind("<FocusIn>", self._came_back, add=True)

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Next theme": Command(self.next),
            "Make a theme of my own ...": Command(self.make_own),
        }

    @property
    def colors(self) -> look.Palette:
        """The colours of everything but the board."""
        return look.palette_of(self.theme)

    @property
    def labels(self) -> bool:
        """Whether the board shows labels."""
        return self._shell.settings.labels or self.theme.labels

    def choices(self) -> tuple[Sequence[Choice], str]:
        """Return the themes, and the title of the current one."""
        choices = [(theme_title(name), partial(self.choose, name)) for name in theme_names()]
        return choices, theme_title(self._shell.settings.theme)

    def choose(self, name: str) -> None:
        """Use the theme with this name; if its file is faulty, show why."""
        try:
            theme = theme_named(name)
        except FlowDeskError as error:
            self._explain("Theme not changed", error)
            return
        self._shell.remember(theme=name)
        self._use(theme)

    def next(self) -> None:
        """Use the next of the themes whose files are in order."""
        names = list(themes())
        present = self._shell.settings.theme
        place = names.index(present) + 1 if present in names else 0
        name = names[place % len(names)]
        self.choose(name)
        self._shell.say(f"Theme: {theme_title(name)}.")

    def toggle_labels(self) -> None:
        self._shell.remember(labels=not self._shell.settings.labels)
        self._tell()

    def make_own(self) -> None:
        """Write a file like the current theme for the user to change, and use it."""
        root, model = self._shell.root, self.theme.name
        try:
            path = make_own(self.theme)
        except FlowDeskError as error:
            self._explain("No theme was made", error)
            return
        self.choose(path.stem)
        text = (
            f"{theme_title(path.stem)!r} looks like {theme_title(model)!r} so far. Change "
            "its colours with any text editor: they show as soon as you come back to this window."
            f"\n\n{path}"
        )
        if message.offer(root, "A theme of your own", text, "Copy path"):
            root.clipboard_clear()
            root.clipboard_append(str(path))

    def _explain(self, title: str, error: FlowDeskError) -> None:
        message.show_message(self._shell.root, title, str(error))

    def _came_back(self, event: tk.Event[Any]) -> None:
        """Apply the theme's file again: it may have been changed while we had no focus."""
        if event.widget is not self._shell.root:
            return
        try:
            theme = theme_named(self._shell.settings.theme)
        except FlowDeskError as error:
            self._shell.say(str(error))
            return
        if theme != self.theme:
            self._use(theme)

    def _use(self, theme: Theme) -> None:
        self.theme = theme
        look.apply(self._shell.root, theme)
        self._tell()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    def close(self) -> None:
        self._timer.stop()

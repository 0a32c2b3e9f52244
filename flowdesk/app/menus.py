"""Menu, toolbar and keys, all made from the one table of actions."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from flowdesk.app import look
from flowdesk.app.actions import ACTIONS, MENUS, Action, key_sequences, key_text
from flowdesk.app.tooltip import add_tooltip
from flowdesk.desk.themes import theme_names, theme_title

if TYPE_CHECKING:
    from flowdesk.app.window import Window


class Menus:
    """The menu, the toolbar and the keys of a window; `toolbar` has room left on its right."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.toolbar = ttk.Frame(window.root, padding=(8, 6))
        self._menu = tk.Menu(window.root)
        self._items: list[tuple[tk.Menu, int, Action]] = []
        self._checks: dict[str, tk.BooleanVar] = {}
        self._tools: list[tuple[ttk.Button, Action]] = []
        self._theme = tk.StringVar(window.root)
        self._build()
        window.root.configure(menu=self._menu)

    def perform(self, action: Action) -> None:
        """Do what an action says, if it is possible now; a drag that is going on is given up."""
        if self._window.edit.abandon():
            self._window.say("The drag was given up.")
            return
        self._window.side.commit()
        if action.enabled(self._window):
            action.run(self._window)
        if not self._window.closed:
            self.refresh()

    def refresh(self) -> None:
        """Grey out what is not possible; say what undo would take back."""
        window = self._window
        for menu, index, action in self._items:
            menu.entryconfigure(index, state="normal" if action.enabled(window) else "disabled")
            if action.object is not None:
                menu.entryconfigure(index, label=f"{action.label} {action.object(window)}".strip())
            if action.checked is not None:
                self._checks[action.label].set(action.checked(window))
        for button, action in self._tools:
            if button is not self._solve:
                button.state(["!disabled" if action.enabled(window) else "disabled"])

    def show_search(self, stop: Callable[[], None] | None) -> None:
        """The button that solves is the one that stops the search while one runs."""
        self._solve.configure(text="Stop" if stop else "Solve", command=stop or self._start_search)

    def theme_changed(self) -> None:
        """Use the window's present colours: ttk's themes do not reach menus."""
        look.dress_menus(self._menu, self._window.colors)

    def _build(self) -> None:
        menus = {name: tk.Menu(self._menu, tearoff=False) for name in MENUS}
        for name, menu in menus.items():
            self._menu.add_cascade(label=name, menu=menu)
            menu.configure(postcommand=self.refresh)
        last = MENUS[0]
        for action in ACTIONS:
            if action is None:
                menus[last].add_separator()
                continue
            last = action.menu
            if action.label == "Next theme":
                self._themes = tk.Menu(menus[last], tearoff=False, postcommand=self._fill_themes)
                menus[last].add_cascade(label="Theme", menu=self._themes)
            self._add_to_menu(menus[last], action)
            if action.label.startswith("Open"):
                self._recent = tk.Menu(menus[last], tearoff=False, postcommand=self._fill_recent)
                menus[last].add_cascade(label="Open recent", menu=self._recent)
            if action.tool:
                self._add_tool(action)
            if action.key:
                for sequence in key_sequences(action.key, self._window.mac):
                    self._window.root.bind(sequence, self._key_handler(action))

    def _add_to_menu(self, menu: tk.Menu, action: Action) -> None:
        options: dict[str, Any] = {
            "label": action.label,
            "accelerator": key_text(action.key, self._window.mac),
            "command": partial(self.perform, action),
        }
        if action.checked is not None:
            self._checks[action.label] = tk.BooleanVar(self._window.root)
            menu.add_checkbutton(**options, variable=self._checks[action.label])
        else:
            menu.add_command(**options)
        index = menu.index("end")
        assert index is not None
        self._items.append((menu, index, action))

    def _add_tool(self, action: Action) -> None:
        if self._tools and self._tools[-1][1].menu != action.menu:
            line = ttk.Separator(self.toolbar, orient="vertical")
            line.pack(side="left", fill="y", padx=8, pady=4)
        button = ttk.Button(
            self.toolbar, text=action.tool, takefocus=False, command=partial(self.perform, action)
        )
        button.pack(side="left", padx=2)
        add_tooltip(button, f"{action.tip}  ({key_text(action.key, self._window.mac)})")
        self._tools.append((button, action))
        if action.tool == "Solve":
            self._solve = button
            self._start_search = partial(self.perform, action)
            button.configure(style=look.ACCENT)

    def _key_handler(self, action: Action) -> Callable[[tk.Event[Any]], str | None]:
        def handle(event: tk.Event[Any]) -> str | None:
            if not action.in_text and isinstance(event.widget, (ttk.Entry, tk.Text)):
                return None  # the key means the text
            self.perform(action)
            return "break"

        return handle

    def _fill_recent(self) -> None:
        self._recent.delete(0, "end")
        for name in self._window.settings.recent:
            path = Path(name)
            self._recent.add_command(
                label=f"{path.name}   {path.parent}",
                command=partial(self._window.files.open_recent, path),
            )
        if not self._window.settings.recent:
            self._recent.add_command(label="No files yet", state="disabled")

    def _fill_themes(self) -> None:
        self._themes.delete(0, "end")
        self._theme.set(self._window.settings.theme)
        for name in theme_names():
            self._themes.add_radiobutton(
                label=theme_title(name),
                value=name,
                variable=self._theme,
                command=partial(self._window.theming.choose, name),
            )

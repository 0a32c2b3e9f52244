"""Menu, toolbar and keys, all made from the one table of actions."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from flowdesk.app import look
from flowdesk.app.actions import ENTRIES, MENUS, Action, Submenu, key_sequences, key_text
from flowdesk.app.widgets.tooltip import add_tooltip

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

    def show_search(self, stop: Callable[[], object] | None) -> None:
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
        for entry in ENTRIES:
            if entry is None:
                menus[last].add_separator()
                continue
            last = entry.menu
            if isinstance(entry, Submenu):
                self._add_submenu(menus[last], entry)
                continue
            self._add_to_menu(menus[last], entry)
            if entry.tool:
                self._add_tool(entry)
            if entry.key:
                for sequence in key_sequences(entry.key, self._window.mac):
                    self._window.root.bind(sequence, self._key_handler(entry))

    def _add_submenu(self, menu: tk.Menu, submenu: Submenu) -> None:
        inner = tk.Menu(menu, tearoff=False)
        chosen = tk.StringVar(inner)

        def fill() -> None:
            inner.delete(0, "end")
            choices = submenu.choices(self._window)
            if submenu.chosen is not None:
                chosen.set(submenu.chosen(self._window))
            for label, choose in choices:
                if submenu.chosen is not None:
                    inner.add_radiobutton(label=label, value=label, variable=chosen, command=choose)
                else:
                    inner.add_command(label=label, command=choose)
            if not choices:
                inner.add_command(label=submenu.empty, state="disabled")

        inner.configure(postcommand=fill)
        menu.add_cascade(label=submenu.label, menu=inner)

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
        if action.is_search:
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

"""Menu, toolbar and keys, all made from the one table of actions."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import Any

from flowdesk.app import look
from flowdesk.app.actions import (
    DROPPING,
    ENTRIES,
    GESTURES,
    MENUS,
    Action,
    Choices,
    Command,
    Submenu,
    key_sequences,
    key_text,
)
from flowdesk.app.dialogs import message
from flowdesk.app.document_view import DocumentView
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.kinds.editor import Tool


class Menus:
    """The menu, the toolbar and the keys of a window; `toolbar` has room left on its right.

    `commands` and `choices` are what actions and submenus do, by their labels. `may_begin` is
    called before each command, and may refuse it.
    """

    def __init__(
        self,
        shown: DocumentView,
        commands: Mapping[str, Command],
        choices: Mapping[str, Choices],
        may_begin: Callable[[], bool],
    ) -> None:
        self._shown = shown
        self._shell = shown.shell
        self._root = root = shown.shell.root
        self.toolbar = ttk.Frame(root, padding=(8, 6))
        self._commands = dict(commands)
        self._choices = choices
        self._edit = shown.edit
        self._may_begin = may_begin
        self._menu = tk.Menu(root)
        self._items: list[tuple[tk.Menu, int, Action]] = []
        self._checks: dict[str, tk.BooleanVar] = {}
        self._buttons: list[tuple[ttk.Button, Action]] = []
        self._tools: Sequence[Tool] = ()
        self._build()
        root.configure(menu=self._menu)
        theming = shown.theming
        theming.listeners.append(lambda: look.dress_menus(self._menu, theming.colors))

    def show_menu(self, *, shown: bool) -> None:
        """Show the bar of menus, or hide it; keys work all the same."""
        self._root["menu"] = self._menu if shown else ""

    def perform(self, action: Action) -> None:
        if not self._may_begin():
            return
        command = self._commands[action.label]
        if self._is_enabled(action):
            command.run()
        if not self._shell.closed:
            self.refresh()

    def refresh(self) -> None:
        """Grey out what is not possible, and show what undo would take back."""
        self._show_tools()
        for menu, index, action in self._items:
            command = self._commands[action.label]
            label = self._name(action)
            if command.object is not None:
                label = f"{label} {command.object()}".strip()
            state = "normal" if self._is_enabled(action) else "disabled"
            menu.entryconfigure(index, label=label, state=state)
            if command.checked is not None:
                self._checks[action.label].set(command.checked())
        for button, action in self._buttons:
            if button is not self._solve:
                button.state(["!disabled" if self._is_enabled(action) else "disabled"])

    def _is_enabled(self, action: Action) -> bool:
        is_possible = not (action.edits and self._is_played)
        return is_possible and self._commands[action.label].is_possible()

    @property
    def _is_played(self) -> bool:
        return self._shown.hands is not self._edit

    def _name(self, action: Action) -> str:
        """Return what an action is called for the kind of puzzle on the board."""
        return action.label.format_map(self._edit.kind.names)

    def show_search(self, stop: Callable[[], object] | None) -> None:
        """Let the Solve button stop the search while one runs."""
        self._solve.configure(text="Stop" if stop else "Solve", command=stop or self._start_search)

    def show_keys(self, *, accepts_drops: bool) -> None:
        """Show the sheet of all keys, and what the pointer does."""
        rows: list[tuple[str, str]] = [("", "On the board")]
        mod = key_text("Mod", self._shell.mac)
        gestures = self._shown.hands.gestures
        rows += [(keys.format(mod=mod), text) for keys, text in (*gestures, *GESTURES)]
        rows += [DROPPING] if accepts_drops else []
        for menu in MENUS:
            rows.append(("", menu))
            rows += [
                (key_text(action.key, self._shell.mac), self._name(action).removesuffix(" ..."))
                for _, _, action in self._items
                if action.key and action.menu == menu and self._commands[action.label].suits()
            ]
        message.show_table(self._root, "Keys and pointer", rows)

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
            else:
                self._add(menus[last], entry)
        self._tools_menu = menus["Edit"]
        self._show_tools()

    def _add(self, menu: tk.Menu, action: Action) -> None:
        options: dict[str, Any] = {
            "label": self._name(action),
            "accelerator": key_text(action.key, self._shell.mac),
            "command": partial(self.perform, action),
        }
        if self._commands[action.label].checked is not None:
            self._checks[action.label] = tk.BooleanVar(self._root)
            menu.add_checkbutton(**options, variable=self._checks[action.label])
        else:
            menu.add_command(**options)
        index = menu.index("end")
        assert index is not None
        self._items.append((menu, index, action))
        if action.tool:
            self._add_tool(action)
        for sequence in key_sequences(action.key, self._shell.mac) if action.key else ():
            self._root.bind(sequence, partial(self._key_pressed, action))

    def _show_tools(self) -> None:
        """List the tools of the puzzle on the board, with their keys."""
        menu, tools = self._tools_menu, self._edit.kind.tools
        if tools is self._tools:
            return
        for tool in self._tools:
            action = Action("Edit", tool.action, tool.key, edits=True)
            self._items = [item for item in self._items if item[2] != action]
            menu.delete("end")
            for sequence in key_sequences(tool.key, self._shell.mac):
                self._root.unbind(sequence)
        self._tools = tools
        for tool in tools:
            self._commands[tool.action] = Command(partial(self._edit.choose_tool, tool))
            self._add(menu, Action("Edit", tool.action, tool.key, edits=True))

    def _add_submenu(self, menu: tk.Menu, submenu: Submenu) -> None:
        inner = tk.Menu(menu, tearoff=False)
        chosen = tk.StringVar(inner)
        offer = self._choices[submenu.label]

        def fill() -> None:
            inner.delete(0, "end")
            choices, current = offer()
            chosen.set(current or "")
            for label, choose in choices:
                if current is None:
                    inner.add_command(label=label, command=choose)
                else:
                    inner.add_radiobutton(label=label, value=label, variable=chosen, command=choose)
            if not choices:
                inner.add_command(label=submenu.empty, state="disabled")

        inner.configure(postcommand=fill)
        menu.add_cascade(label=submenu.label, menu=inner)

    def _add_tool(self, action: Action) -> None:
        if self._buttons and self._buttons[-1][1].menu != action.menu:
            line = ttk.Separator(self.toolbar, orient="vertical")
            line.pack(side="left", fill="y", padx=8, pady=4)
        button = ttk.Button(
            self.toolbar, text=action.tool, takefocus=False, command=partial(self.perform, action)
        )
        button.pack(side="left", padx=2)
        Tooltip(button, f"{action.tip}  ({key_text(action.key, self._shell.mac)})")
        self._buttons.append((button, action))
        if action.is_search:
            self._solve = button
            self._start_search = partial(self.perform, action)
            button.configure(style=look.ACCENT)

    def _key_pressed(self, action: Action, event: tk.Event[Any]) -> str | None:
        if not action.in_text and isinstance(event.widget, (ttk.Entry, tk.Text)):
            return None  # the key means the text
        self.perform(action)
        return "break"

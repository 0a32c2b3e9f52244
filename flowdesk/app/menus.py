"""Menus, toolbar and keys, all made from the one table of actions, and the letters of menus."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import Any

from flowdesk.app.actions import (
    DROPPING,
    ENTRIES,
    GESTURES,
    GREYED,
    MENUS,
    NOT_THIS_KIND,
    WITHIN,
    Action,
    Choices,
    Command,
    Submenu,
    key_sequences,
    key_text,
)
from flowdesk.app.bars import Toolbar
from flowdesk.app.dialogs.help import show_keys
from flowdesk.app.front import Front
from flowdesk.app.palette_panel import add_item_entries
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.narrow import FittedMenu
from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import capital
from flowdesk.kinds.editor import Tool


class Menus:
    """The menu, the toolbar and the keys of a window, for the document in front.

    `commands` and `choices` are what actions and submenus do, by their labels. `may_begin` is
    called before each command, and may refuse it.
    """

    def __init__(
        self,
        toolbar: Toolbar,
        front: Front,
        commands: Mapping[str, Command],
        choices: Mapping[str, Choices],
        may_begin: Callable[[], bool],
    ) -> None:
        self._front = front
        self._shell = shell = front.shell
        self._root = root = shell.root
        self.toolbar = toolbar
        self.show_search = toolbar.show_search
        self._commands = dict(commands)
        self._choices = choices
        self._may_begin = may_begin
        self._menu = tk.Menu(root)
        self._refreshing = Timer(root)
        self._items: list[tuple[tk.Menu, int, Action]] = []
        self._entries: dict[Action, tuple[str, str]] = {}  # their labels and states now
        self._checks: dict[str, tk.BooleanVar] = {}
        self._tools: Sequence[Tool[Puzzle]] = ()
        self._inner: list[tuple[tk.Menu, int, str]] = []  # the menus within menus
        self._underlined: dict[tk.Menu, list[tuple[int, str]]] = {}
        self._build()
        root.configure(menu=self._menu)

    def use(self, commands: Mapping[str, Command]) -> None:
        """Make these calls from now on: another document is in front."""
        self._commands = dict(commands)
        self._add_tool_commands()
        self.refresh_soon()

    def perform(self, action: Action) -> None:
        if not self._may_begin():
            return
        if self._is_enabled(action):
            self._commands[action.label].run()
        else:
            self._shell.bar.answer(self._why_not(action))
        self.refresh_soon()

    def refresh_soon(self) -> None:
        """Grey out buttons when the window is idle: once, whatever has happened until then."""
        if not self._shell.ended:
            self._show_tools()
            self._refreshing.when_idle(self._refresh_toolbar)

    def _refresh_toolbar(self) -> None:
        actions = self.toolbar.actions
        self.toolbar.show_possible({action: self._is_enabled(action) for action in actions})

    def refresh(self, opened: tk.Menu | None = None) -> None:
        """Grey out what is not possible in a menu that opens, and show what undo would take back.

        Without a menu, in all of them.
        """
        self._show_tools()
        labels: dict[tk.Menu, list[tuple[int, str]]] = {}
        for menu, index, action in self._items:
            if opened in (None, menu):
                self._refresh_entry(menu, index, action)
                labels.setdefault(menu, []).append((index, self._short_name(action)))
        for menu, index, label in self._inner:
            if menu in labels:
                labels[menu].append((index, label))
        for menu, entries in labels.items():
            self._underline(menu, sorted(entries))

    def _refresh_entry(self, menu: tk.Menu, index: int, action: Action) -> None:
        entry = self._label(action), "normal" if self._is_enabled(action) else "disabled"
        if self._entries.get(action) != entry:  # or Tk measures the whole menu again
            self._entries[action] = entry
            menu.entryconfigure(index, label=entry[0], state=entry[1])
        self._refresh_check(action)

    def _refresh_check(self, action: Action) -> None:
        if (checked := self._commands[action.label].checked) is not None:
            self._checks[action.label].set(checked())

    def _underline(self, menu: tk.Menu, entries: list[tuple[int, str]]) -> None:
        """Underline a letter of each entry, which chooses it while its menu is open."""
        if self._underlined.get(menu) != entries:
            self._underlined[menu] = entries
            places = self._underlines([label for _, label in entries])
            for (index, _), place in zip(entries, places, strict=True):
                menu.entryconfigure(index, underline=place)

    def _underlines(self, labels: Sequence[str]) -> list[int]:
        return [-1] * len(labels) if self._shell.mac else underlines(labels)

    def _is_enabled(self, action: Action) -> bool:
        is_possible = not (action.edits and self._is_played)
        return is_possible and self._commands[action.label].is_possible()

    def _why_not(self, action: Action) -> str:
        if action.edits and self._is_played:
            return (
                f"The puzzle cannot be changed now: {self._shell.stop_key} leads back to editing."
            )
        return self._commands[action.label].refusal() or GREYED.get(action.label, NOT_THIS_KIND)

    @property
    def _is_played(self) -> bool:
        return self._front.session.hands is not self._front.edit

    def _label(self, action: Action) -> str:
        """Return the label of an action in menus, with what it would act on."""
        acts_on = self._commands[action.label].object
        return f"{self._short_name(action)} {acts_on() if acts_on else ''}".strip()

    def _name(self, action: Action) -> str:
        """Return what an action is called for the kind of puzzle on the board."""
        return action.label.format_map(self._front.edit.kind.words.names._asdict())

    def _short_name(self, action: Action) -> str:
        """Return the same without what the name of its menu says already."""
        within = action.menu.partition(WITHIN)[2] or WITHIN
        name = self._name(action).removeprefix(within).strip()
        return f"{name[:1].upper()}{name[1:]}"

    def add_actions(self, menu: tk.Menu, labels: Iterable[str | None]) -> None:
        """Add actions to a menu that opens now, greyed out where not possible; None is a line."""
        actions = {action.label: action for _, _, action in self._items}
        for label in labels:
            if label is None:
                menu.add_separator()
                continue
            action, command = actions[label], self._commands[label]
            options: dict[str, Any] = {
                "label": self._label(action),
                "accelerator": f"{key_text(action.key, self._shell.mac)}  ",
                "command": partial(self.perform, action),
                "state": "normal" if self._is_enabled(action) else "disabled",
            }
            if command.checked is None:
                menu.add_command(**options)
            else:
                self._refresh_check(action)
                menu.add_checkbutton(**options, variable=self._checks[label])

    def show_keys(self, *, accepts_drops: bool) -> None:
        """Show the sheet of all keys, and what the pointer does."""
        rows: list[tuple[str, str]] = [("", "On the board")]
        mod = key_text("Mod", self._shell.mac)
        gestures = self._front.session.hands.gestures
        rows += [(keys.format(mod=mod), text) for keys, text in (*gestures, *GESTURES)]
        rows += [DROPPING] if accepts_drops else []
        for menu in MENUS:
            rows.append(("", menu))
            rows += [
                (key_text(action.key, self._shell.mac), self._name(action).removesuffix(" ..."))
                for _, _, action in self._items
                if action.key
                and action.menu.partition(WITHIN)[0] == menu
                and not self._commands[action.label].refusal()
            ]
        show_keys(self._root, "Keys and pointer", rows)

    @property
    def _room(self) -> str:
        """What stands round words where Tk draws menus itself, and leaves no room at any scale."""
        return " " if self._shell.system == "x11" else ""

    def _build(self) -> None:
        menus = {name: FittedMenu(self._menu) for name in MENUS}
        room = self._room
        for (name, menu), place in zip(menus.items(), self._underlines(MENUS), strict=True):
            label, place = f"{room}{name}{room}", place + len(room)
            self._menu.add_cascade(label=label, menu=menu, underline=place)
            menu.fill = partial(self.refresh, menu)
        last = MENUS[0]
        for entry in ENTRIES:
            if entry is None:
                menus[last].add_separator()
                continue
            last, _, within = entry.menu.partition(WITHIN)
            if within and entry.menu not in menus:
                menus[entry.menu] = self._add_menu(menus[last], within)
            if isinstance(entry, Submenu):
                self._add_submenu(menus[last], entry)
            else:
                self._add(menus[entry.menu], entry)
        self._tools_menu = menus["Edit"]
        self._show_tools()

    def _add(self, menu: tk.Menu, action: Action) -> None:
        options: dict[str, Any] = {
            "label": self._short_name(action),
            "accelerator": key_text(action.key, self._shell.mac) + 2 * self._room,
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
        self._entries.pop(action, None)  # one of another kind of puzzle
        if action.tool:
            self.toolbar.add(action, partial(self.perform, action))
        for sequence in key_sequences(action.key, self._shell.mac) if action.key else ():
            self._root.bind(sequence, partial(self._key_pressed, action))

    def _show_tools(self) -> None:
        """List the tools of the puzzle on the board, with their keys."""
        menu, tools = self._tools_menu, self._front.edit.tools
        if tools is self._tools:
            return
        for tool in self._tools:
            action = Action("Edit", tool.action, tool.key, edits=True)
            self._items = [item for item in self._items if item[2] != action]
            menu.delete("end")
            for sequence in key_sequences(tool.key, self._shell.mac):
                self._root.unbind(sequence)
        self._tools = tools
        self._underlined.pop(menu, None)
        self._add_tool_commands()
        for tool in tools:
            self._add(menu, Action("Edit", tool.action, tool.key, edits=True))

    def _add_tool_commands(self) -> None:
        for tool in self._tools:
            self._commands[tool.action] = Command(partial(self._front.edit.choose_tool, tool))

    def _add_menu(self, menu: FittedMenu, label: str) -> FittedMenu:
        inner = menu.add_menu(label)
        inner.fill = partial(self.refresh, inner)
        index = menu.index("end")
        assert index is not None
        self._inner.append((menu, index, label))
        return inner

    def _add_submenu(self, menu: FittedMenu, submenu: Submenu) -> None:
        inner = self._add_menu(menu, submenu.label)
        chosen = tk.StringVar(inner)
        offer = self._choices[submenu.label]

        def fill() -> None:
            inner.delete(0, "end")
            choices, current = offer()
            chosen.set(current or "")
            places = self._underlines([label for label, _ in choices])
            for (label, choose), place in zip(choices, places, strict=True):
                options: dict[str, Any] = {"label": label, "command": choose, "underline": place}
                if current is None:
                    inner.add_command(**options)
                else:
                    inner.add_radiobutton(value=label, variable=chosen, **options)
            if not choices:
                inner.add_command(label=submenu.empty, state="disabled")

        inner.fill = fill

    def _key_pressed(self, action: Action, event: tk.Event[tk.Misc]) -> str | None:
        if not action.in_text and isinstance(event.widget, (ttk.Entry, tk.Text)):
            return None  # the key means the text
        self.perform(action)
        return "break"


#: What is offered for what is selected.
_SELECTION = ("Cut as {text}", "Copy as {text}", "Paste a puzzle", None, "Make again here", None)
_TURNS = (None, "Rotate", "Flip horizontally", "Flip vertically", "Clear", None)


class BoardMenu:
    """Opens the menu of a board: what the kind, the palette and the window offer there."""

    def __init__(self, menus: Menus, front: Front) -> None:
        self._menus, self._front = menus, front
        self.menu: FittedMenu | None = None

    def open(self, spot: Spot, x: int, y: int, *, by_key: bool = False) -> None:
        """Open the menu of a spot at a point of the screen; with a key, on its first entry."""
        front = self._front
        if self.menu:
            self.menu.destroy()
        self.menu = menu = FittedMenu(front.view)
        if front.session.hands is front.edit:
            self._add_cell(menu, spot)
        self._menus.add_actions(menu, front.session.hands.offers)
        if by_key:
            menu.tk_popup(x, y, 0)
        else:
            menu.open_beside(x, y)

    def _add_cell(self, menu: FittedMenu, spot: Spot) -> None:
        """Add what can be done with what is selected, or in the cell."""
        front, edit = self._front, self._front.edit
        area, level, editing = edit.selection.area, edit.level, edit.kind.editing
        if area and spot.cell in area:
            self._menus.add_actions(menu, _SELECTION)
            self._add_gestures(menu, editing.area_choices(level, area))
            self._menus.add_actions(menu, _TURNS)
            return
        if level.on_board(spot.cell):
            self._add_gestures(menu, editing.choices(level, spot, edit.item))
            items = list(edit.kind.editing.palette(level, edit.item))
            named = front.stage.item_at(spot.cell)
            if item := next((item for item in items if item.name == named), None):
                add_item_entries(menu, front.document, item, items)
            menu.add_separator()
        self._menus.add_actions(menu, ("Paste a puzzle", "Select all", None))

    def _add_gestures(self, menu: tk.Menu, gestures: Sequence[Gesture[Puzzle]]) -> None:
        for gesture in gestures:
            make = partial(self._front.edit.make, gesture)
            menu.add_command(label=capital(gesture.name), command=make)


def underlines(labels: Sequence[str]) -> list[int]:
    """Return for each label the index of its letter, or -1 if there is none left for it.

    No letter is used twice. First letters of words come first, and earlier labels have the choice;
    they take another letter where a later one would have none.
    """
    places = [_places(label) for label in labels]
    owners: dict[str, int] = {}

    def settle(entry: int, tried: set[str]) -> bool:
        """Find a letter for an entry, if need be by finding another one for its owner."""
        free = [letter for letter in places[entry] if letter not in owners]
        for letter in (*free, *places[entry]):
            if letter not in tried:
                tried.add(letter)
                if letter not in owners or settle(owners[letter], tried):
                    owners[letter] = entry
                    return True
        return False

    for entry in range(len(labels)):
        settle(entry, set())
    letters = {entry: letter for letter, entry in owners.items()}
    return [
        places[entry][letters[entry]] if entry in letters else -1 for entry in range(len(labels))
    ]


def _places(label: str) -> dict[str, int]:
    """Return where each letter of a label is, first letters of words first."""
    starts = [i for i in range(len(label)) if i == 0 or not label[i - 1].isalnum()]
    places: dict[str, int] = {}
    for place in (*starts, *range(len(label))):
        letter = label[place].lower()
        if letter.isascii() and letter.isalpha():
            places.setdefault(letter, place)
    return places

"""The dialog of settings: a table of them, each of which takes effect as soon as it is changed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from tkinter import ttk
from typing import Any

from flowdesk.app.dialogs.base import Dialog, choice_field, switch
from flowdesk.desk.documents.settings import Settings

_WITH_LIST = {f"{percent} %": percent for percent in (75, 90, 100, 110, 125, 150, 175, 200, 250)}


@dataclass(frozen=True)
class Setting:
    """A line of the dialog: a field of `Settings`, its label, and what can be chosen.

    `values` are offered by their names in a list; without them, it is a switch.
    """

    name: str
    label: str
    values: Mapping[str, Any] | None = None


_RIGHT = {"erases": "erase", "opens a menu": "menu"}

SETTINGS = (
    Setting("scale", "Interface size", {**_WITH_LIST, "300 %": 300}),
    Setting("right_button", "Right click on the board", _RIGHT),
    Setting("live", "Check while drawing"),
    Setting("show_time", "Show play time"),
    Setting("reduce_motion", "Reduce motion"),
    Setting("reopen", "Start with the puzzles that were open last"),
)


def show_settings(
    parent: tk.Misc, present: Callable[[], Settings], change: Callable[..., object]
) -> None:
    """Show the settings; `change` gets each one that is changed, by its name."""
    dialog = Dialog(parent, "Settings")
    lists = ttk.Frame(dialog.body)
    lists.pack(anchor="w", pady=(0, "6p"))
    for row, setting in enumerate(SETTINGS):
        value = getattr(present(), setting.name)
        if setting.values is None:
            tick, button = switch(dialog.body, setting.label, value)
            button.configure(command=lambda s=setting, v=tick: change(**{s.name: v.get()}))  # type: ignore[misc]  # the same
        else:
            names = {known: name for name, known in setting.values.items()}
            name = names.get(value, f"{value} %")
            text, box = choice_field(lists, setting.label, list(setting.values), name, row)
            chosen = partial(_chosen, text, setting, change)
            box.bind("<<ComboboxSelected>>", chosen, add=True)
    dialog.buttons(["Close"])
    dialog.run()


def _chosen(
    text: tk.StringVar, setting: Setting, change: Callable[..., object], event: object
) -> None:
    assert setting.values is not None
    change(**{setting.name: setting.values[text.get()]})

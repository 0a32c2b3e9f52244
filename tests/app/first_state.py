"""What a window shows and remembers: all of it, to tell whether it is as it was at first."""

from __future__ import annotations

import re
import tkinter as tk
from collections import deque
from collections.abc import Iterable
from enum import Enum
from functools import cache
from pathlib import PurePath
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType
from typing import Any

from flowdesk.app.timers import Loop, Slices, Timer

#: How what is of a type is compared.
_SORTS = {
    "value": (type(None), bool, int, float, complex, str, bytes, Enum, PurePath),
    "call": (FunctionType, MethodType, BuiltinFunctionType),
    "variable": (tk.Variable,),
    "mapping": (dict, MappingProxyType),
    "row": (list, tuple, set, frozenset, deque),
}
#: Where the objects are from that are compared as they are, and those that change.
_VALUES = ("flowdesk.kinds", "flowdesk.draw.theme")
_CHANGING = ("flowdesk.app", "flowdesk.core.signal", "flowdesk.desk", "flowdesk.lab")
#: What Tk's Python objects remember for themselves.
_OF_TK = {
    "master",
    "tk",
    "children",
    "_w",
    "_name",
    "_tclCommands",
    "widgetName",
    "_last_child_ids",
}
#: What is kept because it was worked out once, or is not looked at again.
_KEPT = {
    "Background._share",
    "BoardView._chunks",
    "BoardMenu.menu",
    "BoardView._scene",
    "LinkedText._discs",
    "Drawer._is_dragged",
    "FirstHints._drawn",
    "Job._began",
    "Job._told",
    "Jobs._idle",
    "KnowledgeList._discs",
    "LevelBar._frozen",
    "LevelBar._shown",
    "LevelBar._watch",
    "LevelBar._tips",
    "Loop.running",
    "Menus._checks",
    "Menus._commands",
    "Menus._entries",
    "Menus._items",
    "Menus._underlined",
    "Owner._heard",
    "Shell._heard",
    "PalettePanel._menu",
    "PalettePanel._photos",
    "PalettePanel._layout",
    "PalettePanel._places",
    "PalettePanel._shown",
    "PlayPanel._texts",
    "Input._is_click",
    "Input._last",
    "Input._press",
    "PlaybackBar._icons",
    "PlaybackBar._tip",
    "Pointer._is_click",
    "Pointer._last",
    "Pointer._press",
    "Results._store",
    "Verdicts._store",
    "Rulers._drawn",
    "Rescaling._before",
    "Rescaling._exact",
    "Segments._chosen",
    "Slices._on_slice",
    "Slices._work",
    "SpriteSheet._masks",
    "SpaceKey.used",
    "SpriteSheet._stacks",
    "StatusBar._stop_work",
    "ScreenGrab._near",
    "TabStrip._bounds",
    "TileRow._before",
    "TileRow._unseen",
    "Tiles._unseen",
    "TabStrip._dragged",
    "TabStrip._is_on_mark",
    "TabStrip._tip",
    "TabStrip._hovered",
    "TabStrip._pressed_at",
    "TabStrip._colors",
    "TabStrip._labels",
    "Thumbnails._look",
    "Thumbnails._photos",
    "Thumbnails._sheets",
    "Thumbnails._size",
    "Thumbnails._theme",
    "Timer._id",
    "Timer._widget",
    "Toolbar._worded",
    "VerdictBadge._look",
}
#: What each test has of its own, and panels that show only what that knows.
_NEW = {"Tab", "SessionShell", "ExplorerPanel", "ThinkPanel", "Presenter", "LessonBar"}
#: Describes a widget and all below it: in Tcl, because there are hundreds.
_DESCRIBE = """
proc describe_widgets {w} {
    lappend said [winfo class $w] [winfo geometry $w] [lsort [bind $w]] [llength [bindtags $w]]
    foreach option [$w configure] {
        if {[llength $option] > 2} { lappend said [lindex $option 0] [lindex $option end] }
    }
    switch -- [winfo class $w] {
        Text { lappend said [$w get 1.0 end] }
        Entry - TEntry - TCombobox - TSpinbox { lappend said [$w get] }
        Canvas {
            foreach item [$w find all] {
                lappend said [$w type $item] [$w coords $item] [$w itemcget $item -state]
            }
            lappend said [$w xview] [$w yview]
        }
    }
    foreach child [winfo children $w] {
        if {[winfo ismapped $child]} { append said "\n" [describe_widgets $child] }
    }
    return $said
}
"""
#: Names that are given anew to what looks the same.
_NAMES = re.compile(r"pyimage\d+|\d{9,}\w*|(?<=toplevel)\d+")


def shown(root: tk.Misc) -> str:
    """Return a description of a window and of every widget that is shown in it, a line each."""
    if not root.tk.call("info", "procs", "describe_widgets"):
        root.tk.eval(_DESCRIBE)
    return _NAMES.sub("", str(root.tk.call("describe_widgets", str(root))))


def remembered(top: object) -> tuple[dict[str, object], list[Timer | Loop | Slices]]:
    """Return what an object and all that it knows remember, by the way to it, and its timers."""
    found: dict[str, object] = {}
    timers: list[Timer | Loop | Slices] = []
    seen: set[int] = set()
    waiting: deque[tuple[str, Any]] = deque([("", top)])
    while waiting:
        way, value = waiting.popleft()
        if id(value) in seen:
            continue
        seen.add(id(value))
        inner = dict(_inner(value))
        found[way] = type(value).__qualname__, len(inner)
        for name, each in inner.items():
            sort = _sort(each.__class__)
            if sort == "value":
                found[f"{way}.{name}"] = each
            elif sort == "call":
                found[f"{way}.{name}"] = each.__qualname__
            else:
                waiting.append((f"{way}.{name}", each))
        if isinstance(value, (Timer, Loop, Slices)):
            timers.append(value)
    return found, timers


@cache
def _sort(kind: type) -> str:
    """Return how what is of a type is compared; asked thousands of times after each test."""
    if kind.__module__.startswith(_VALUES):
        return "value"
    is_ours = kind.__module__.startswith(_CHANGING) and kind.__name__ not in _NEW
    sorts = (sort for sort, kinds in _SORTS.items() if issubclass(kind, kinds))
    return next(sorts, "object" if is_ours else "")


@cache
def _left_out(kind: type) -> set[str]:
    """Return the attributes of a class that are not compared."""
    of, dot = kind.__name__, "."
    return _OF_TK | {name.partition(dot)[2] for name in _KEPT if name.startswith(of + dot)}


def _inner(value: Any) -> Iterable[tuple[object, Any]]:
    """Return what a value consists of, and the names of that; nothing of what never changes."""
    match _sort(value.__class__):
        case "variable":
            return [("value", value.get())]
        case "mapping":
            return tuple(value.items())
        case "row":
            return enumerate(value)
        case "object":
            left_out = _left_out(value.__class__)
            known = getattr(value, "__dict__", {})
            return [(name, each) for name, each in known.items() if name not in left_out]
    return []

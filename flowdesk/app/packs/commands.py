"""Every command of the pack browser, once: its toolbar, its keys and the menu of a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flowdesk.app.packs.window import PackWindow


@dataclass(frozen=True)
class Command:
    """One thing that the browser can do; `key` is written as in `flowdesk.app.actions`.

    Those without a tip are not on the toolbar. Keys do not work while a title is typed.
    """

    label: str
    run: Callable[[PackWindow], object]
    key: str
    tip: str = ""
    enabled: Callable[[PackWindow], bool] = lambda browser: True


def _one(browser: PackWindow) -> bool:
    return len(browser.table.selected) == 1 and _some(browser)


def _some(browser: PackWindow) -> bool:
    items, chosen = browser.listing.items, browser.table.selected
    return any(items[id].entry for id in chosen) and not (
        browser.pack.unread and any(not items[id].is_read for id in chosen)
    )


def _movable(browser: PackWindow) -> bool:
    return not browser.is_sorted and _some(browser)


#: In the order of the toolbar; None draws a line.
COMMANDS: tuple[Command | None, ...] = (
    Command("Open", lambda b: b.open(), "Return", "Open the level in the main window", _one),
    None,
    Command("▲ Up", lambda b: b.changes.move(-1), "Mod-Up", "Move the levels up", _movable),
    Command("▼ Down", lambda b: b.changes.move(1), "Mod-Down", "Move the levels down", _movable),
    Command("Rename", lambda b: b.changes.rename(), "F2", "Give the level another title", _one),
    Command("Duplicate", lambda b: b.changes.duplicate(), "Mod-d", "Copy the levels", _some),
    Command("Delete", lambda b: b.changes.delete(), "Delete", "Take the levels out", _some),
    None,
    Command(
        "Undo",
        lambda b: b.changes.undo(),
        "Mod-z",
        "Take back the last change",
        lambda b: bool(b.pack.undo_label) and not b.pack.unavailable,
    ),
    Command(
        "Redo",
        lambda b: b.changes.redo(),
        "Mod-Shift-Z",
        "Bring back what was undone",
        lambda b: bool(b.pack.redo_label) and not b.pack.unavailable,
    ),
    Command(
        "Print booklet ...",
        lambda b: b.print_booklet(),
        "Mod-p",
        enabled=lambda b: bool(b.listing.levels) and not b.pack.unread,
    ),
    Command("Select all", lambda b: b.table.select_all(), "Mod-a"),
    Command("Check all, or stop", lambda b: b.check_all(), "F5"),
    Command("Keys", lambda b: b.show_keys(), "question"),
    Command("Close", lambda b: b.hide(), "Escape"),
)

"""The Help menu: the sheet of all keys, and what this program is."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable, Sequence

from flowdesk import __version__
from flowdesk.app.actions import DROPPING, GESTURES, MENUS, Action, key_text
from flowdesk.app.dialogs import message


def show_keys(
    root: tk.Misc,
    gestures: Iterable[tuple[str, str]],
    actions: Sequence[Action],
    *,
    mac: bool,
    accepts_drops: bool,
) -> None:
    rows: list[tuple[str, str]] = [("", "On the board")]
    mod = key_text("Mod", mac)
    rows += [(keys.format(mod=mod), text) for keys, text in (*gestures, *GESTURES)]
    rows += [DROPPING] if accepts_drops else []
    for menu in MENUS:
        rows.append(("", menu))
        rows += [
            (key_text(action.key, mac), action.label.removesuffix(" ..."))
            for action in actions
            if action.key and action.menu == menu
        ]
    message.show_table(root, "Keys and pointer", rows)


def show_about(root: tk.Misc) -> None:
    message.show_message(
        root,
        "About FlowDesk",
        f"FlowDesk {__version__}\n\nDraw puzzles like Flow Free, solve them, and watch the "
        "paths run in.\n\nA path joins the two endpoints of each colour. The paths cover "
        "every cell, and never cross.",
    )

"""Carrying: levels that are dragged from one pack to another: to a tab, the row, or the browser."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from flowdesk.app.packs.window import OpenPacks
from flowdesk.app.shell import Shell
from flowdesk.app.strip import Strip
from flowdesk.app.tab_strip import TabStrip
from flowdesk.app.widgets.toplevel import widget_at
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.lineup import Lineup
from flowdesk.desk.packs.pack import Pack
from flowdesk.kinds.entry import Entry

#: What is told of a place where levels can be dropped, and what takes them there.
Target: TypeAlias = tuple[str, Callable[[Sequence[Entry]], object]]


class Carrying:
    """Copies levels to where they are dropped. They stay where they were."""

    def __init__(self, shell: Shell, tabs: TabStrip, strip: Strip, packs: OpenPacks) -> None:
        self._bar, self._tabs, self._strip, self._packs = shell.bar, tabs, strip, packs

    def carry(
        self,
        source: Pack | Document,
        levels: Callable[[], Sequence[Entry]],
        x: int,
        y: int,
        is_dropped: bool,
    ) -> bool:
        """Tell what a drop at a place on the screen would do, or drop the levels there.

        Return whether they can be dropped there: the `source` is for its own list.
        """
        target = self._at(source, x, y)
        self._bar.show_meanwhile("" if is_dropped or not target else f"Copy to {target[0]}")
        if target and is_dropped:
            target[1](levels())
        return target is not None

    def _at(self, source: Pack | Document, x: int, y: int) -> Target | None:
        strip, browser = self._strip, self._packs.browser
        tab = self._tabs.tab_over(x, y)
        if tab:
            row, before = strip.lineup_of(tab.document), None
        elif _is_over(strip.tiles, x, y):
            row, before = strip.lineup, strip.tiles.place_over(x, y)
        elif browser and _is_over(browser.view.table, x, y):
            table, pack = browser.view.table, browser.pack
            place = table.place_over(x, y)
            id = None if place is None else browser.view.listing.order[place]
            is_possible = pack is not source and not (pack.fixed or pack.unavailable)
            take = partial(browser.editing.insert, before=id)
            return (pack.path.name, take) if is_possible else None
        else:
            return None
        return self._into(row, before) if source not in (row.pack, row.document) else None

    def _into(self, row: Lineup, before: int | None) -> Target | None:
        if row.fixed:
            return None
        insert = partial(self._strip.changes.insert, row, "copy", before=before)
        return row.pack.path.name if row.pack else row.document.name, insert


def _is_over(widget: tk.Misc, x: int, y: int) -> bool:
    found = widget_at(widget, x, y)
    return found is not None and str(found).startswith(str(widget))

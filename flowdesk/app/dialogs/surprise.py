"""The dialog that asks what a surprise should be like."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from enum import Enum
from random import Random
from typing import NamedTuple

from flowdesk.app.dialogs.base import Dialog, choice_field
from flowdesk.app.widgets.writing import when_written
from flowdesk.desk.play.choosing import Wish, read_size
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import KINDS, AnyKind

_ANY = "any"
_SIZES = (*range(5, 16), 20, 25, 30)


class Source(Enum):
    """Where a surprise comes from."""

    SHIPPED = "shipped"
    AT_HAND = "at hand"
    NEW = "new"


class Asked(NamedTuple):
    """What was chosen, and the texts that the dialog starts with the next time.

    For a new level, `request` is that of its kind.
    """

    source: Source
    wish: Wish
    request: tuple[AnyKind, Request] | None
    texts: dict[str, str]


def ask_surprise(
    parent: tk.Misc, at_hand: str, texts: Mapping[str, str], chance: Random
) -> Asked | None:
    """Ask for a level to play; None if cancelled. `at_hand` is the name of the open pack, if any.

    Only new levels have a difficulty that can be chosen.
    """
    dialog = Dialog(parent, "Surprise me")
    sources = {Source.SHIPPED: "the puzzles of FlowDesk", Source.NEW: "a new puzzle"}
    if at_hand:
        sources[Source.AT_HAND] = f"the open pack, {_short(at_hand)}"
    kinds = {kind.name: kind for kind in KINDS.values() if kind.playing}
    sizes = [_ANY, *(f"{side} x {side}" for side in _SIZES)]
    words = [_ANY, *_difficulties(kinds)]

    first = next((s for s in sources if s.value == texts.get("source")), Source.SHIPPED)
    source, box = choice_field(dialog.body, "From", list(sources.values()), sources[first], 0)
    box.configure(width=26)
    name = texts.get("kind") if texts.get("kind") in kinds else _ANY
    kind, _ = choice_field(dialog.body, "Puzzle", [_ANY, *kinds], name or _ANY, 1)
    size, sized = choice_field(dialog.body, "Size", sizes, texts.get("size") or _ANY, 2)
    sized.configure(state="normal")  # others can be typed
    word = texts.get("difficulty") if texts.get("difficulty") in words else _ANY
    difficulty, field = choice_field(dialog.body, "Difficulty", words, word or _ANY, 3)

    def chosen() -> Source:
        return next(each for each in sources if sources[each] == source.get())

    def refresh() -> None:
        field.configure(state="readonly" if chosen() is Source.NEW else "disabled")

    def asked() -> Asked:
        is_new = chosen() is Source.NEW
        wish = Wish(
            kinds[kind.get()].key if kind.get() in kinds else "",
            read_size(size.get().replace(_ANY, "")),
            difficulty.get().replace(_ANY, "") if is_new else "",
        )
        kept = {"kind": kind.get(), "size": size.get(), "difficulty": difficulty.get()}
        request = wish.request(chance) if is_new else None
        return Asked(chosen(), wish, request, {"source": chosen().value, **kept})

    when_written(source, field, refresh)
    refresh()
    return dialog.ask("Play", asked)


def _difficulties(kinds: Mapping[str, AnyKind]) -> list[str]:
    """Return the words for difficulties of these kinds, each once, in order."""
    return list(dict.fromkeys(word for kind in kinds.values() for word in kind.difficulties))


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:23]}…"

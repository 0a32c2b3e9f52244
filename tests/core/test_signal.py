"""Signals: who hears what, in which order, and until when."""

from __future__ import annotations

import gc
import weakref
from functools import partial

import pytest

from flowdesk.core.signal import Owner, Signal


def test_all_who_are_connected_hear_it_in_their_order() -> None:
    moved, heard, owner = Signal[[int, str]](), list[tuple[str, int, str]](), Owner()

    def second(place: int, to: str) -> None:
        heard.append(("second", place, to))

    moved.connect(lambda place, to: heard.append(("first", place, to)), owner)
    moved.connect(second, owner)
    moved.emit(3, "end")
    assert heard == [("first", 3, "end"), ("second", 3, "end")]


def test_a_connection_ends_with_its_owner_and_no_other() -> None:
    changed, heard = Signal[[]](), list[str]()
    owners = {name: Owner() for name in ("tab", "window")}
    for name, owner in owners.items():
        changed.connect(partial(heard.append, name), owner)
    owners["tab"].end()
    changed.emit()
    assert heard == ["window"]


def test_an_owner_ends_what_it_hears_of_all() -> None:
    opened, closed, heard, owner = Signal[[]](), Signal[[]](), list[str](), Owner()
    opened.connect(partial(heard.append, "opened"), owner)
    closed.connect(partial(heard.append, "closed"), owner)
    owner.end()
    opened.emit()
    closed.emit()
    assert not heard


def test_what_was_begun_for_an_owner_ends_once_with_it_the_latest_first() -> None:
    ended, owner = list[str](), Owner()
    owner.at_end(partial(ended.append, "first"))
    owner.at_end(partial(ended.append, "next"), partial(ended.append, "after that"))
    owner.end()
    owner.end()
    assert ended == ["next", "after that", "first"]


def test_who_ends_while_it_is_told_hears_nothing_more() -> None:
    changed, heard, late = Signal[[]](), list[str](), Owner()
    changed.connect(late.end, Owner())
    changed.connect(partial(heard.append, "late"), late)
    changed.connect(partial(heard.append, "last"), Owner())
    changed.emit()
    assert heard == ["last"]


def test_who_is_connected_while_it_is_told_hears_the_next_one() -> None:
    changed, heard, owner, once = Signal[[]](), list[str](), Owner(), Owner()

    def connect() -> None:
        changed.connect(partial(heard.append, "new"), owner)
        once.end()

    changed.connect(connect, once)
    changed.emit()
    assert not heard
    changed.emit()
    assert heard == ["new"]


def test_an_error_reaches_whoever_emits() -> None:
    changed, owner = Signal[[]](), Owner()
    changed.connect(lambda: 1 // 0, owner)
    with pytest.raises(ZeroDivisionError):
        changed.emit()


def test_a_signal_keeps_nobody_whose_owner_has_ended() -> None:
    class Part:
        def follow(self) -> None: ...

    changed, owner, part = Signal[[]](), Owner(), Part()
    changed.connect(part.follow, owner)
    known = weakref.ref(part)
    owner.end()
    del part
    gc.collect()
    assert known() is None


def test_nothing_is_connected_for_who_has_ended() -> None:
    owner = Owner()
    owner.end()
    with pytest.raises(AssertionError):
        Signal[[]]().connect(print, owner)

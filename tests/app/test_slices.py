"""Long work in slices of time: the window handles events between them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

import pytest

from flowdesk.app.timers import SLICE, Slices
from flowdesk.core.finding import FlowDeskError


class Clock:
    """A clock that goes on only when something is done."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def work(clock: Clock, steps: int, done: list[int]) -> Iterator[None]:
    """Steps that each take two fifths of a slice."""
    for step in range(steps):
        clock.now += 0.4 * SLICE
        done.append(step)
        yield


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_short_work_is_over_at_once(root: tk.Tk, clock: Clock) -> None:
    slices, done, told = Slices(root, clock), list[int](), list[int]()
    slices.start(work(clock, 2, done), lambda: told.append(len(done)))
    assert (done, told, slices.running) == ([0, 1], [2], False)


def test_long_work_leaves_turns_to_the_window(root: tk.Tk, clock: Clock) -> None:
    slices, done, told = Slices(root, clock), list[int](), list[int]()
    slices.start(work(clock, 8, done), lambda: told.append(len(done)))
    assert (told, slices.running) == ([3], True)
    ended = tk.BooleanVar(root)
    root.after(1, ended.set, True)
    root.wait_variable(ended)
    while slices.running:
        root.update()
    assert (told, len(done)) == ([3, 6, 8], 8)


def test_what_is_stopped_or_replaced_goes_no_further(root: tk.Tk, clock: Clock) -> None:
    slices, first, second = Slices(root, clock), list[int](), list[int]()
    slices.start(work(clock, 8, first), lambda: None)
    slices.start(work(clock, 2, second), lambda: None)
    assert (len(first), len(second), slices.running) == (3, 2, False)
    slices.start(work(clock, 8, second), lambda: slices.stop())
    root.update()
    assert (len(second), slices.running) == (5, False)


def test_work_that_fails_is_over(root: tk.Tk, clock: Clock) -> None:
    def failing() -> Iterator[None]:
        yield
        raise FlowDeskError("failed")

    slices = Slices(root, clock)
    with pytest.raises(FlowDeskError, match="failed"):
        slices.start(failing(), lambda: None)
    assert not slices.running


def test_a_step_may_begin_other_work_instead(root: tk.Tk, clock: Clock) -> None:
    slices, done = Slices(root, clock), list[int]()

    def first() -> Iterator[None]:
        slices.start(work(clock, 2, done), lambda: None)
        yield
        done.append(-1)

    slices.start(first(), lambda: done.append(-2))
    assert (done, slices.running) == ([0, 1], False)

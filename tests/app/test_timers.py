"""Timers, loops and long work in slices of time, on a clock that the test advances."""

from __future__ import annotations

import gc
import itertools
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from flowdesk.app.timers import SLICE, Loop, Slices, Timer, collect_in_pauses
from flowdesk.core.finding import FlowDeskError


class Clock(tk.Misc):
    """Stands in for Tk's loop: `pass_time` makes the calls that come due."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._numbers = itertools.count()
        self._calls: dict[str, tuple[float, Callable[..., object]]] = {}

    def __call__(self) -> float:
        return self.seconds

    def after(self, ms: int, func: Callable[..., object], *args: object) -> str:  # type: ignore[override]  # Tk's has overloads
        assert not args
        name = f"after#{next(self._numbers)}"
        self._calls[name] = self.seconds + ms / 1000, func
        return name

    def after_idle(self, func: Callable[..., object], *args: object) -> str:
        return self.after(0, func, *args)

    def nametowidget(self, name: str) -> Clock:  # type: ignore[override]  # Tk's returns any widget
        return self

    def winfo_exists(self) -> bool:
        return True

    def after_cancel(self, id: str) -> None:
        del self._calls[id]  # a call that was made or cancelled cannot be cancelled again

    def pass_time(self, seconds: float) -> None:
        end = self.seconds + seconds
        while due := [(at, name) for name, (at, _) in self._calls.items() if at <= end]:
            at, name = min(due)
            self.seconds = max(at, self.seconds)
            self._calls.pop(name)[1]()
        self.seconds = max(end, self.seconds)


def test_a_timer_makes_one_call_and_the_last_start_counts() -> None:
    clock, calls = Clock(), list[str]()
    timer = Timer(clock)
    timer.start(100, calls.append, "first")
    clock.pass_time(0.09)
    timer.start(100, calls.append, "second")
    clock.pass_time(0.09)
    assert calls == []
    assert timer.running
    clock.pass_time(0.02)
    assert calls == ["second"]
    assert not timer.running
    timer.stop()
    timer.start(100, calls.append, "third")
    timer.stop()
    clock.pass_time(1)
    assert calls == ["second"]


def test_a_call_for_an_idle_moment_is_made_once_in_place_of_another() -> None:
    clock, calls = Clock(), list[str]()
    timer = Timer(clock)
    timer.start(100, calls.append, "later")
    timer.when_idle(calls.append, "idle")
    assert timer.running
    clock.pass_time(1)
    assert calls == ["idle"]
    timer.when_idle(calls.append, "never")
    timer.stop()
    clock.pass_time(1)
    assert calls == ["idle"]
    assert not timer.running


def test_a_call_may_start_its_timer_again() -> None:
    clock, calls = Clock(), list[int]()
    timer = Timer(clock)

    def count(left: int) -> None:
        calls.append(left)
        if left:
            timer.start(10, count, left - 1)

    timer.start(10, count, 3)
    clock.pass_time(1)
    assert calls == [3, 2, 1, 0]


def test_a_loop_steps_at_its_pace_until_a_step_says_no() -> None:
    clock, times = Clock(), list[float]()

    def step() -> bool:
        times.append(clock.seconds)
        return len(times) < 4

    loop = Loop(clock, step, 0.1, clock)
    loop.start()
    loop.start()
    clock.pass_time(10)
    assert [round(at, 2) for at in times] == [0.1, 0.2, 0.3, 0.4]
    assert not loop.running


def test_a_slow_step_delays_the_following_and_is_not_made_up_for() -> None:
    clock, times = Clock(), list[float]()

    def step() -> bool:
        times.append(clock.seconds)
        clock.seconds += {1: 0.05, 2: 0.35}.get(len(times), 0)
        return len(times) < 5

    Loop(clock, step, 0.1, clock).start()
    clock.pass_time(10)
    assert [round(at, 2) for at in times] == [0.1, 0.2, 0.55, 0.65, 0.75]


def test_a_step_may_stop_its_loop_and_start_it_anew() -> None:
    clock, steps = Clock(), list[str]()

    def step() -> bool:
        steps.append("step")
        if len(steps) == 2:
            loop.stop()
        if len(steps) == 4:
            loop.stop()
            loop.start()
            return False
        return len(steps) < 6

    loop = Loop(clock, step, 0.1, clock)
    loop.start()
    clock.pass_time(10)
    assert len(steps) == 2, "it was stopped, whatever the step said"
    assert not loop.running
    loop.start()
    clock.pass_time(10)
    assert len(steps) == 6, "it was started anew, whatever the step said"
    assert not loop.running


def test_a_loop_whose_step_failed_can_be_started_again() -> None:
    clock, steps = Clock(), list[str]()

    def step() -> bool:
        steps.append("step")
        if len(steps) == 1:
            raise ValueError("an error of ours")
        return len(steps) < 3

    loop = Loop(clock, step, 0.1, clock)
    loop.start()
    with pytest.raises(ValueError, match="of ours"):
        clock.pass_time(1)
    assert not loop.running
    loop.start()
    clock.pass_time(1)
    assert len(steps) == 3


def test_steps_that_take_longer_than_their_pace_leave_turns_to_the_rest(root: tk.Tk) -> None:
    steps = list[str]()

    def step() -> bool:
        steps.append("step")
        time.sleep(0.003)
        root.after_idle(time.sleep, 0.003)  # so long does painting take
        return len(steps) < 20

    loop = Loop(root, step, 0.001)
    loop.start()
    turns = 0
    while loop.running:
        root.update()
        turns += 1
    assert turns > 2, "Tk handled nothing but steps"


# Slices


def work(clock: Clock, steps: int, done: list[int]) -> Iterator[None]:
    """Steps that each take two fifths of a slice."""
    for step in range(steps):
        clock.seconds += 0.4 * SLICE
        done.append(step)
        yield


def test_short_work_is_over_at_once(root: tk.Tk) -> None:
    clock = Clock()
    slices, done, told = Slices(root, clock), list[int](), list[int]()
    slices.start(work(clock, 2, done), lambda: told.append(len(done)))
    assert (done, told, slices.running) == ([0, 1], [2], False)


def test_long_work_leaves_turns_to_the_window(root: tk.Tk) -> None:
    clock = Clock()
    slices, done, told = Slices(root, clock), list[int](), list[int]()
    slices.start(work(clock, 8, done), lambda: told.append(len(done)))
    assert (told, slices.running) == ([3], True)
    ended = tk.BooleanVar(root)
    root.after(1, ended.set, True)
    root.wait_variable(ended)
    while slices.running:
        root.update()
    assert (told, len(done)) == ([3, 6, 8], 8)


def test_what_is_stopped_or_replaced_goes_no_further(root: tk.Tk) -> None:
    clock = Clock()
    slices, first, second = Slices(root, clock), list[int](), list[int]()
    slices.start(work(clock, 8, first), lambda: None)
    slices.start(work(clock, 2, second), lambda: None)
    assert (len(first), len(second), slices.running) == (3, 2, False)
    slices.start(work(clock, 8, second), lambda: slices.stop())
    root.update()
    assert (len(second), slices.running) == (5, False)


def test_work_that_fails_is_over(root: tk.Tk) -> None:
    clock = Clock()

    def failing() -> Iterator[None]:
        yield
        raise FlowDeskError("failed")

    slices = Slices(root, clock)
    with pytest.raises(FlowDeskError, match="failed"):
        slices.start(failing(), lambda: None)
    assert not slices.running


def test_a_step_may_begin_other_work_instead(root: tk.Tk) -> None:
    clock = Clock()
    slices, done = Slices(root, clock), list[int]()

    def first() -> Iterator[None]:
        slices.start(work(clock, 2, done), lambda: None)
        yield
        done.append(-1)

    slices.start(first(), lambda: done.append(-2))
    assert (done, slices.running) == ([0, 1], False)


@pytest.mark.parametrize(
    ("inactive", "old", "collects"),
    [(200, 1, False), (2000, 1, True), (2000, 0, False), (-1, 1, True)],
    ids=["somebody works", "nobody works", "all is young", "Tk cannot tell"],
)
def test_old_garbage_is_collected_while_nobody_works(
    inactive: int, old: int, collects: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, collected, thresholds = Clock(), list[float](), list[int]()
    clock.tk = SimpleNamespace(call=lambda *_: inactive)  # type: ignore[assignment]
    monkeypatch.setattr(gc, "collect", lambda: collected.append(clock.seconds))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, old))
    monkeypatch.setattr(gc, "set_threshold", lambda *all_: thresholds.extend(all_))
    collect_in_pauses(clock)
    clock.pass_time(2.5)
    assert len(collected) == (3 if collects else 0)
    young, middle, old_ones = thresholds
    assert young * middle * old_ones >= 10_000_000, "minutes of work without a pause"

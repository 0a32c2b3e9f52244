"""Playback: how far the steps of a solution have been shown."""

from __future__ import annotations

from flowdesk.kinds.steps import Step

#: The limits of the speed, as multiples of the normal one.
SLOWEST, FASTEST = 0.1, 10.0

#: How long a cell lights up, in seconds, and in how many levels it fades.
PULSE_SECONDS = 0.35
_PULSE_LEVELS = 6


def pulse_strength(seconds: float) -> float:
    """How strongly a cell lights up after so many seconds, from 1 to 0 in a few levels."""
    left = 1 - seconds / PULSE_SECONDS
    return max(0, round(left * _PULSE_LEVELS)) / _PULSE_LEVELS


class Playback:
    """How far a solution has been shown. Time comes from the caller, in seconds of any clock."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        self.shown = 0
        self.playing = False
        self._speed = 1.0
        self._position = 0.0
        self._now = 0.0

    @property
    def finished(self) -> bool:
        """Whether everything is shown."""
        return self.shown == len(self.steps)

    def play(self, now: float) -> None:
        """Run on from where it stands."""
        self.playing = not self.finished
        self._now = now

    def pause(self) -> None:
        """Stand still."""
        self.playing = False

    def set_speed(self, speed: float, now: float) -> None:
        """Run `speed` times as fast as normal from now on."""
        self._advance(now)
        self._speed = speed

    def tick(self, now: float) -> list[Step]:
        """The steps that have become due since the last tick."""
        if not self.playing:
            return []
        self._advance(now)
        first = self.shown
        while self.shown < len(self.steps) and self.steps[self.shown].at <= self._position:
            self.shown += 1
        self.playing = not self.finished
        return self.steps[first : self.shown]

    def step(self) -> list[Step]:
        """The next step alone, standing still; an empty list at the end."""
        self.pause()
        return self._show_to(self.shown + 1)

    def skip(self) -> list[Step]:
        """All the rest."""
        self.pause()
        return self._show_to(len(self.steps))

    def rewind(self) -> None:
        """Back to the start, standing still."""
        self.pause()
        self.shown, self._position = 0, 0.0

    def _show_to(self, number: int) -> list[Step]:
        first = self.shown
        self.shown = min(number, len(self.steps))
        if self.shown:
            self._position = self.steps[self.shown - 1].at
        return self.steps[first : self.shown]

    def _advance(self, now: float) -> None:
        if self.playing:
            self._position += (now - self._now) * self._speed
        self._now = now

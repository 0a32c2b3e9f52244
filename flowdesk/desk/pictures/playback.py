"""Playback: shows the steps of a solution in time."""

from __future__ import annotations

from flowdesk.kinds.steps import Step

#: The limits of the speed, as multiples of the normal one.
SLOWEST, FASTEST = 0.1, 10.0

#: How long a cell lights up, in seconds, and the number of strengths as it fades.
PULSE_SECONDS = 0.35
_PULSE_LEVELS = 6


def pulse_strength(seconds: float) -> float:
    """Return how strongly a cell is lit after some seconds, from 1 to 0."""
    left = 1 - seconds / PULSE_SECONDS
    return max(0, round(left * _PULSE_LEVELS)) / _PULSE_LEVELS


class Playback:
    """The steps of a solution, of which `shown` are shown; `now` is in seconds of any clock."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        self.shown = 0
        self.playing = False
        self._speed = 1.0
        self._position = 0.0
        self._now = 0.0

    @property
    def finished(self) -> bool:
        """Whether all steps are shown."""
        return self.shown == len(self.steps)

    def play(self, now: float) -> None:
        """Continue from the current position."""
        self.playing = not self.finished
        self._now = now

    def pause(self) -> None:
        """Stop at the current position."""
        self.playing = False

    def set_speed(self, speed: float, now: float) -> None:
        """Change the speed; 1 is normal."""
        self._advance(now)
        self._speed = speed

    def tick(self, now: float) -> list[Step]:
        """Show the steps that are due, and return them."""
        if not self.playing:
            return []
        self._advance(now)
        first = self.shown
        while self.shown < len(self.steps) and self.steps[self.shown].at <= self._position:
            self.shown += 1
        self.playing = not self.finished
        return self.steps[first : self.shown]

    def step(self) -> list[Step]:
        """Pause and show the next step; return it, or an empty list at the end."""
        self.pause()
        return self._show_to(self.shown + 1)

    def skip(self) -> list[Step]:
        """Pause and show all further steps; return them."""
        self.pause()
        return self._show_to(len(self.steps))

    def rewind(self) -> None:
        """Pause and go back to the start."""
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

"""SpaceKey: the space bar on the board, tapped to place, or held while the pointer pans."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

from flowdesk.app.timers import Timer

_REPEAT_MS = 25  # a held key repeats as release and press, this far apart at most


class SpaceKey:
    """Calls `tapped` when the key is released, unless `used` was set meanwhile, as panning does."""

    def __init__(self, view: tk.Misc, tapped: Callable[[], object]) -> None:
        self.held = False
        self.used = False
        self._tapped = tapped
        self._release = Timer(view)
        view.bind("<KeyPress-space>", self._pressed)
        view.bind("<KeyRelease-space>", self._released)
        view.bind("<FocusOut>", lambda event: self._forget())

    def _pressed(self, event: tk.Event[Any]) -> str:
        if self._release.running:
            self._release.stop()  # a held key repeats as release and press: it is still held
        elif not self.held:
            self.held, self.used = True, False
        return "break"

    def _released(self, event: tk.Event[Any]) -> str:
        self._release.start(_REPEAT_MS, self._is_up)
        return "break"

    def _is_up(self) -> None:
        self._forget()
        if not self.used:
            self._tapped()

    def _forget(self) -> None:
        self._release.stop()
        self.held = False

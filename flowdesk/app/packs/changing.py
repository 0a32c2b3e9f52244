"""Changing: changes a pack step by step; the open documents follow."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import nullcontext

from flowdesk.app.dialogs import message
from flowdesk.app.files import Files
from flowdesk.app.timers import Slices
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Signal
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.siblings import following
from flowdesk.desk.work.steps import Steps


class Changing:
    """Makes one change at a time, whichever window it is for; emits `ended` after each."""

    def __init__(self, widget: tk.Misc, files: Files) -> None:
        self.ended: Signal[[]] = Signal()
        self._widget, self._files = widget, files
        self._slices = Slices(widget)
        self._waiting: list[Callable[[], object]] = []

    @property
    def running(self) -> bool:
        """Whether a long change is being made."""
        return self._slices.running

    def stop(self) -> None:
        """Stop changing; undo can undo what was done so far."""
        self._waiting.clear()
        self._slices.stop()

    def when_ended(self, call: Callable[[], object]) -> None:
        """Make a call now, or when the changes have ended that are being made or wait."""
        if self.running:
            self._waiting.append(call)
        else:
            call()

    def start(
        self,
        steps: Steps[object],
        on_slice: Callable[[bool], object],
        pack: Pack | None = None,
        over: tk.Misc | None = None,
        *,
        waits: bool = False,
    ) -> None:
        """Make a change; `on_slice` gets whether all was done, in the end.

        While another one is made nothing is done, unless this one `waits` for its end.

        Documents at levels of the `pack` follow, which must be saved. A failure is shown `over` a
        window.
        """
        if self.running:
            if waits:
                self.when_ended(lambda: self.start(steps, on_slice, pack, over))
            return
        documents = [opened.document for opened in self._files.documents]
        problems: list[str] = []

        def followed() -> Steps[None]:
            try:
                with following(documents, pack) if pack else nullcontext():
                    yield from steps
            except FlowDeskError as error:
                problems.append(str(error))

        def slice_done() -> None:
            on_slice(not problems)
            if not self.running:
                self.ended.emit()
                for problem in problems:
                    message.show_message(over or self._widget, "Not changed", problem)
                while self._waiting and not self.running:
                    self._waiting.pop(0)()

        self._slices.start(followed(), slice_done)

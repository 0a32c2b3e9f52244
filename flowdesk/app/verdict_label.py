"""VerdictLabel: what is known of the level in a few words, above the board."""

from __future__ import annotations

import tkinter as tk

from flowdesk.app.dialogs import message
from flowdesk.app.live import LiveVerdict
from flowdesk.app.making import Making
from flowdesk.app.stage import Stage
from flowdesk.app.theming import Theming
from flowdesk.app.widgets.pill import Pill
from flowdesk.app.widgets.tooltip import add_tooltip
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Mood, Verdict

_LONG = 0.4  # seconds: what takes longer shows its time, and how to stop it
_MAKING = Verdict("making a level", "A level is being made.", Mood.DOUBTFUL)


class VerdictLabel(Pill):
    """A click explains what it says, or ends the search."""

    def __init__(
        self, parent: tk.Misc, theming: Theming, stage: Stage, live: LiveVerdict, making: Making
    ) -> None:
        super().__init__(parent)
        self._theming = theming
        self._stage = stage
        self._live = live
        self._making = making
        self.configure(cursor="hand2")
        self.bind("<Button-1>", lambda event: self._clicked())
        self._tip = add_tooltip(self, "")
        for events in (theming.listeners, stage.listeners, live.listeners, live.ticks):
            events.append(self.refresh)
        making.listeners.append(self.refresh)

    def refresh(self) -> None:
        """Say what is known now."""
        known, colors = self._known(), self._theming.colors
        text, overlay, live = known.text, self._stage.overlay, self._live
        if self._making.running:
            text += f" ... {self._making.elapsed:.1f} s"
        elif overlay and overlay.elapsed is not None:
            text += f" ... {overlay.elapsed:.1f} s"
        elif self._is_searching() and live.elapsed > _LONG:
            text += f" ... {live.elapsed:.0f} s   ■ Stop"
        self._tip.text = "Click to stop looking" if self._is_searching() else "Click to see why"
        self.say(text, getattr(colors, known.mood.value), colors.background)

    def explain(self) -> None:
        """Say in whole sentences what the words mean."""
        known, live, root = self._known(), self._live, self.winfo_toplevel()
        if not live.was_given_up:
            message.show_message(root, known.text.capitalize(), known.meaning)
        elif message.offer(root, known.text.capitalize(), known.meaning, "Look again"):
            live.look_again()

    def _clicked(self) -> None:
        if self._is_searching():
            self._live.stop()
        else:
            self.explain()

    def _is_searching(self) -> bool:
        """Whether the verdict is still open, and being found out."""
        overlay, live = self._stage.overlay, self._live
        busy = overlay is not None and overlay.is_searching
        return live.running and live.known.status is CheckStatus.UNKNOWN and not busy

    def _known(self) -> Verdict:
        if self._making.running:
            return _MAKING
        overlay, known = self._stage.overlay, self._live.known
        return (overlay.verdict(known) if overlay else None) or verdict(known)

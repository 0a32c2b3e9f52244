"""VerdictBadge: what is known of the level in a few words, above the board."""

from __future__ import annotations

import tkinter as tk
from tkinter import font as tkfont

from PIL import Image, ImageDraw, ImageTk

from flowdesk.app.dialogs import message
from flowdesk.app.document_view import DocumentView
from flowdesk.app.generation import Generation
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.desk.knowledge.verdict import verdict, with_reason
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Mood, Verdict

_SMOOTH = 4  # drawn this many times larger and reduced
_LONG = 0.4  # seconds: what takes longer shows its time, and how to stop it
_MAKING = Verdict("making a puzzle", "A puzzle is being made.", Mood.DOUBTFUL)


class VerdictBadge(tk.Label):
    """Words on a rounded ground. A click shows what they mean, or stops the search."""

    def __init__(self, parent: tk.Misc, shown: DocumentView, generation: Generation) -> None:
        super().__init__(
            parent, compound="center", borderwidth=0, foreground="#ffffff", cursor="hand2"
        )
        self.text = ""
        self._look: tuple[str, str, str] | None = None
        self._photo: ImageTk.PhotoImage | None = None
        self._theming = shown.theming
        self._stage = shown.stage
        self._live_check = shown.live_check
        self._generation = generation
        self.bind("<Button-1>", lambda event: self._clicked())
        self._tip = Tooltip(self, "")
        for told in (shown.theming, shown.stage, shown.live_check, generation):
            told.listeners.append(self.refresh)
        shown.live_check.ticks.append(self.refresh)

    def _say(self, text: str, color: str, background: str) -> None:
        """Show a text on a colour; `background` is the colour of the parent."""
        if self._look == (text, color, background):
            return
        self.text, self._look = text, (text, color, background)
        font = tkfont.nametofont(self.cget("font"), self)
        height = font.metrics("linespace") + 10
        width = font.measure(text) + height + 8
        large = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), background)
        box = (0, 0, large.width - 1, large.height - 1)
        ImageDraw.Draw(large).rounded_rectangle(box, radius=large.height / 2, fill=color)
        self._photo = ImageTk.PhotoImage(large.reduce(_SMOOTH), master=self)
        self.configure(text=text, image=self._photo, background=background)

    def refresh(self) -> None:
        known, colors = self._known(), self._theming.colors
        text, overlay, live_check = known.text, self._stage.overlay, self._live_check
        if self._generation.running:
            text += f" ... {self._generation.elapsed:.1f} s"
        elif overlay and overlay.elapsed is not None:
            text += f" ... {overlay.elapsed:.1f} s"
        elif self._is_searching() and live_check.elapsed > _LONG:
            text += f" ... {live_check.elapsed:.0f} s   ■ Stop"
        self._tip.text = "Click to stop the search" if self._is_searching() else "Click to see why"
        self._say(text, getattr(colors, known.mood.value), colors.background)

    def explain(self) -> None:
        known, live_check, root = self._known(), self._live_check, self.winfo_toplevel()
        if not live_check.was_given_up:
            message.show_message(root, known.text.capitalize(), known.meaning)
        elif message.offer(root, known.text.capitalize(), known.meaning, "Look again"):
            live_check.look_again()

    def _clicked(self) -> None:
        if self._is_searching():
            self._live_check.stop()
        else:
            self.explain()

    def _is_searching(self) -> bool:
        """Whether the badge shows a live check without a result so far."""
        overlay, live_check = self._stage.overlay, self._live_check
        busy = overlay is not None and overlay.is_searching
        return live_check.running and live_check.known.status is CheckStatus.UNKNOWN and not busy

    def _known(self) -> Verdict:
        if self._generation.running:
            return _MAKING
        overlay, known = self._stage.overlay, self._live_check.known
        found = (overlay.verdict(known) if overlay else None) or verdict(known)
        return with_reason(found, known)

"""VerdictBadge: what is known of the level in a few words, above the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from math import ceil

from PIL import Image, ImageDraw, ImageTk

from flowdesk.app import fonts, look
from flowdesk.app.front import Front
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.tooltip import Tooltip, short
from flowdesk.desk.knowledge.verdict import verdict, while_drawing
from flowdesk.draw.theme import text_color
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Mood, Verdict

_SMOOTH = 4  # drawn this many times larger and reduced
_LONG = 0.4  # seconds: what takes longer shows its time, and how to stop it
_LEAST = 4  # letters
_ANY_WIDTH = 10_000  # pixels
_MAKING = Verdict("making a puzzle", "A puzzle is being made.", Mood.NEUTRAL)


class VerdictBadge(tk.Label):
    """Words on a rounded ground. A click calls `explain`, which shows what they mean, or stops
    the search.
    """

    def __init__(self, parent: tk.Misc, front: Front, explain: Callable[[], object]) -> None:
        super().__init__(
            parent, compound="center", borderwidth=0, padx=0, cursor="hand2", font=fonts.TEXT
        )
        self.text = ""
        self._verdict = _MAKING
        self._look: tuple[str, str, str, str, int, look.Palette] | None = None
        self._photo: ImageTk.PhotoImage | None = None
        self._front, self._theming = front, front.theming
        self._explain = explain
        self.bind("<Button-1>", lambda event: self._clicked())
        self._fitting = Timer(self)
        self.bind("<Configure>", lambda event: self._fitting.when_idle(self._show))
        self._tip = Tooltip(self, "")
        for changed in (front.theming.changed, front.switched):
            changed.connect(self.refresh, front.shell)
        front.hear(lambda tab: tab.session.stage.changed, self.refresh)
        front.hear(lambda tab: tab.session.live_check.changed, self.refresh)
        front.hear(lambda tab: tab.generation.changed, self.refresh)
        front.hear(lambda tab: tab.session.stage.ticked, self._show)
        front.hear(lambda tab: tab.session.live_check.ticked, self._show)

    def _say(self, words: str, brief: str, color: str) -> None:
        """Show words on a colour, or if there is no room for them, the brief ones."""
        colors, sign, room = self._theming.colors, self._verdict.sign, self._room()
        if self._look == (words, brief, color, sign, room, colors):
            return
        self._look = words, brief, color, sign, room, colors
        font, background = fonts.named(self), colors.background
        height = font.metrics("linespace") + pixels(self, 7.5)
        ends, ink = height + pixels(self, 6), text_color(color)
        side = font.metrics("ascent") if sign else 0
        gap = " " * ceil(1.3 * side / font.measure(" "))  # as Tk centres words alone
        room -= ends + font.measure(gap)
        text = words if font.measure(words) <= room else short(brief, room, font)
        if len(text) < _LEAST < len(brief):
            text = ""  # the colour alone says more
        width = font.measure(text + gap) + ends
        large = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), background)
        box = (0, 0, large.width - 1, large.height - 1)
        ImageDraw.Draw(large).rounded_rectangle(box, radius=large.height / 2, fill=color)
        picture = large.reduce(_SMOOTH)
        if sign:
            icon = look.mask(sign).resize((side, side), Image.Resampling.BOX)
            picture.paste(ink, (width - ends // 2 - side, (height - side) // 2), icon)
        self._photo = ImageTk.PhotoImage(picture, master=self)
        self.configure(text=text + gap, image=self._photo, background=background, foreground=ink)

    def _room(self) -> int:
        """How wide it may be beside what else is in the bar."""
        bar = self.master
        if not self.winfo_ismapped():
            return _ANY_WIDTH
        room = bar.winfo_width() - pixels(self, 12)
        for other in bar.pack_slaves():
            if other is not self:  # by what it asks for: it may not have its place yet
                left, right = _both(other.pack_info()["padx"])
                room -= other.winfo_reqwidth() + left + right
        return room

    @property
    def color(self) -> str:
        return self._look[2] if self._look else ""

    def refresh(self) -> None:
        """Put into words what is known now."""
        self._verdict = self._known()
        self._show()

    def _show(self) -> None:
        """Show the words, and how long the search takes."""
        known, time = self._verdict, ""
        mode, live_check = self._front.stage.mode, self._front.session.live_check
        making = self._front.tab.generation
        if making.running:
            time = f" ... {making.elapsed:.1f} s"
        elif mode and mode.elapsed is not None:
            time = f" ... {mode.elapsed:.1f} s"
        elif self._is_searching() and live_check.elapsed > _LONG:
            time = f" ... {live_check.elapsed:.0f} s   ■ Stop"
        self.text = known.text + time
        tip = "Click to stop the search" if self._is_searching() else "Click to see why"
        self._tip.text = f"{known.text}\n{tip}" if known.sign else tip
        color = getattr(self._theming.colors, known.mood.value)
        self._say(known.words + time, known.brief + time, color)

    def _clicked(self) -> None:
        if self._is_searching():
            self._front.session.live_check.stop()
        else:
            self._explain()

    def _is_searching(self) -> bool:
        """Whether the badge shows a live check without a result so far."""
        mode, live_check = self._front.stage.mode, self._front.session.live_check
        busy = mode is not None and mode.is_searching
        return live_check.running and live_check.known.status is CheckStatus.UNKNOWN and not busy

    def _known(self) -> Verdict:
        if self._front.tab.generation.running:
            return _MAKING
        mode, known = self._front.stage.mode, self._front.session.live_check.known
        found = (mode.verdict(known) if mode else None) or verdict(known)
        return while_drawing(found, known)


def _both(padding: object) -> tuple[int, int]:
    """Return the pixels on the left and on the right, which Tk tells as one number if possible."""
    left, right = padding if isinstance(padding, tuple) else (padding, padding)
    return int(str(left)), int(str(right))

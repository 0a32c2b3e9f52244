"""Presenter: only the board with rulers, and the words of a step in large type below it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import font as tkfont
from typing import Protocol

from flowdesk.app.document_view import DocumentView
from flowdesk.app.scale import pixels
from flowdesk.app.stage import Overlay
from flowdesk.kinds.known import Mood
from flowdesk.lab.slide import Slide

_LINES = 29  # of the title, fit one above the other on the screen
_SHARE = 0.3  # of the window's height; the same for all steps, so that the board stands still
_PAD = 12  # points


class Presented(Protocol):
    """An overlay that can be walked through."""

    @property
    def slide(self) -> Slide:
        """The words of the step that is shown."""

    def next(self) -> None:
        """Go a step forward."""

    def back(self) -> None:
        """Go a step back."""


class Presenter(tk.Frame):
    """`begin` begins to walk through something if nothing of the kind is shown yet.

    `on_change` is called when presenting begins or ends.
    """

    def __init__(
        self,
        parent: tk.Misc,
        shown: DocumentView,
        walks: Sequence[Overlay],
        begin: Callable[[], None],
    ) -> None:
        super().__init__(parent)
        self.pack_propagate(False)
        self.on_change: Callable[[], None] = lambda: None
        self.is_on = False
        self._top = shown.shell.root
        self._shown = shown
        self._walks = walks
        self._begin = begin
        usual = tkfont.nametofont("TkDefaultFont", self)
        self._fonts = {name: usual.copy() for name in ("title", "text", "formula", "note")}
        for name in ("title", "note"):
            self._fonts[name].configure(weight="bold")
        self._words: dict[str, tk.Label] = {}
        for name, font in self._fonts.items():
            self._words[name] = tk.Label(
                self, font=font, anchor="w", justify="left", padx=f"{_PAD}p"
            )
            self._words[name].pack(side="top", fill="x")
        parent.bind("<Configure>", lambda event: self._fit(), add=True)
        shown.stage.listeners.append(self._overlay_changed)
        shown.theming.listeners.append(self.refresh)

    @property
    def walk(self) -> Presented | None:
        """What is walked through, if anything is."""
        overlay = self._shown.stage.overlay
        return overlay if overlay in self._walks else None  # type: ignore[return-value]  # each walk has a slide

    def toggle(self) -> None:
        if self.is_on:
            self.leave()
            return
        if self.walk is None:
            self._begin()
        if self.walk is not None:
            self._set(on=True)

    def leave(self) -> bool:
        """End presenting; return whether it was on."""
        was_on = self.is_on
        if was_on:
            self._set(on=False)
        return was_on

    def next(self) -> None:
        if self.walk:
            self.walk.next()

    def back(self) -> None:
        if self.walk:
            self.walk.back()

    def refresh(self) -> None:
        """Show the words of the present step."""
        if not self.is_on or self.walk is None:
            return
        colors, slide = self._shown.theming.colors, self.walk.slide
        words = {"title": slide.title, "text": slide.text}
        words |= {"formula": slide.formula, "note": slide.note}
        inks = dict.fromkeys(words, colors.text) | {"formula": colors.accent}
        inks["note"] = (
            colors.text if slide.mood is Mood.NEUTRAL else getattr(colors, slide.mood.value)
        )
        self.configure(background=colors.background)
        for name, label in self._words.items():
            label.configure(text=words[name], foreground=inks[name], background=colors.background)

    def _set(self, *, on: bool) -> None:
        self.is_on = on
        self._top.attributes("-fullscreen", on)
        self._shown.view.show_rulers(shown=on or self._shown.shell.settings.rulers, large=on)
        self.on_change()
        self._fit()
        self.refresh()

    def _overlay_changed(self) -> None:
        if self.is_on and self.walk is None:
            self._set(on=False)
        self.refresh()

    def _fit(self) -> None:
        """Make the type as large as suits the window."""
        if not self.is_on:
            return
        self.configure(height=round(_SHARE * self._top.winfo_height()))
        size = max(pixels(self, 9), self._top.winfo_height() // _LINES)
        for name, font in self._fonts.items():
            share = {"title": 1.0, "text": 0.85, "formula": 0.85, "note": 0.85}[name]
            font.configure(size=-round(size * share))  # negative: pixels
        for label in self._words.values():
            label.configure(wraplength=self._top.winfo_width() - 2 * pixels(self, _PAD))

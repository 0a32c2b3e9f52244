"""FittedMenu: a menu with room round its words, and no larger than the screen."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from flowdesk.app import fonts
from flowdesk.app.scale import pixels

_ROUND = 3  # points of ground round the words
_LEADS_ON = "  ›"  # after the words of a menu within: Tk's own sign is hardly seen on X11
_ASIDE = 1.5  # points from the pointer to the corner, so that the release chooses nothing


class FittedMenu(tk.Menu):
    """Calls `fill` before it opens. Where the screen is too low for it, it has two columns, and
    where that is not enough, smaller letters: Tk on X11 cuts off what lies beyond the screen.
    """

    def __init__(self, parent: tk.Misc, fill: Callable[[], object] = lambda: None) -> None:
        super().__init__(parent, tearoff=False, postcommand=self._open)
        self.fill = fill

    def add_menu(self, label: str) -> FittedMenu:
        """Add a menu within this one."""
        inner = FittedMenu(self)
        self.add_cascade(label=label + _LEADS_ON * self._is_drawn, menu=inner)
        return inner

    def open_beside(self, x: int, y: int) -> None:
        """Open it at the pointer."""
        aside = pixels(self, _ASIDE)
        self.tk_popup(x + aside, y + aside)

    def _open(self) -> None:
        self.fill()
        if self._is_drawn and self.index("end") is not None:
            self._fit()

    @property
    def _is_drawn(self) -> bool:
        """Whether Tk draws it, and not the system."""
        return bool(self.tk.call("tk", "windowingsystem") == "x11")

    def _fit(self) -> None:
        usual = fonts.named(self, "TkMenuFont")
        self.configure(font="TkMenuFont", borderwidth=f"{_ROUND}p")
        last = self.index("end") or 0
        places = [place for place in range(last + 1) if self.type(place) != "separator"]
        for place in places:
            self.entryconfigure(place, columnbreak=False)
        if self._shares[1] < 1:
            self.entryconfigure(places[len(places) // 2], columnbreak=True)
        size = int(usual.cget("size"))
        while (share := min(self._shares)) < 1 and size < -1:
            size = max(size + 1, int(size * share))
            self.configure(font=(usual.actual("family"), size))

    @property
    def _shares(self) -> tuple[float, float]:
        """The shares of its width and height for which the screen has room, beside a menu bar."""
        self.yposition("end")  # makes Tk measure it now
        high = self.winfo_screenheight()
        for child in map(str, self.tk.splitlist(self.tk.call("winfo", "children", self._window))):
            kind = self.tk.call("winfo", "class", child)
            if kind == "Menu" and str(self.tk.call(child, "cget", "-type")) == "menubar":
                high -= self.tk.call("winfo", "height", child)
        return self.winfo_screenwidth() / self.winfo_reqwidth(), high / self.winfo_reqheight()

    @property
    def _window(self) -> tk.Misc:
        parent: tk.Misc = self
        while isinstance(parent, tk.Menu):
            parent = parent.master
        return parent.winfo_toplevel()

"""ResultWindow: a window of the lab beside the main one, whose results are saved as files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_new_name
from flowdesk.app.front import Front
from flowdesk.app.widgets.scrolled import Scrolled
from flowdesk.app.widgets.tooltip import ShortLabel
from flowdesk.app.widgets.toplevel import Size, Top, set_size
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import write_atomically


class ResultWindow:
    """Closing only hides it, so that it can be shown again. At its foot are words, and buttons."""

    def __init__(self, front: Front, title: str, size: Size, least: Size, name: str = "") -> None:
        self._front, self._shell, self._theming = front, front.shell, front.theming
        self.top = top = Top(front.shell.root)
        top.withdraw()
        top.title(f"{title} – FlowDesk")
        set_size(top, size, least=least, name=name, over=front.shell.root)
        self._foot = ttk.Frame(top, padding=("9p", "6p", "9p", "7.5p"))
        self._foot.pack(side="bottom", fill="x")
        self._message = ShortLabel(self._foot)
        self._message.pack(side="left", fill="x", expand=True)
        self._savers: list[ttk.Button] = []
        top.bind("<Escape>", lambda event: self.hide())
        top.protocol("WM_DELETE_WINDOW", self.hide)
        front.theming.changed.connect(self._theme_changed, front.shell)

    def _page(self) -> ttk.Frame:
        """Return where the contents go, which scroll where the window is lower than they are."""
        scrolled = Scrolled(self.top)
        scrolled.pack(side="top", fill="both", expand=True)
        page = ttk.Frame(scrolled.body)
        page.grid(row=0, column=0, sticky="nsew")
        return page

    def appear(self) -> None:
        self.top.deiconify()
        self.top.lift()

    def hide(self) -> None:
        self.top.withdraw()
        self._front.view.focus_force()

    def _theme_changed(self) -> None:
        self.top.configure(background=self._theming.colors.background)

    def _say(self, text: str) -> None:
        self._message.show(text)

    def _offer(self, what: str, type: str, name: str, data: Callable[[], bytes]) -> None:
        """Add a button that saves what is shown, left of those before."""
        button = ttk.Button(self._foot, text=f"Save {what} ...")
        button.configure(command=partial(self._ask, f"Save {what}", type, name, data))
        button.pack(side="right", padx=("6p", 0), before=self._message)
        self._savers.append(button)

    def _allow_saving(self, *, possible: bool) -> None:
        for button in self._savers:
            button.state(["!disabled" if possible else "disabled"])

    def _ask(self, title: str, type: str, name: str, data: Callable[[], bytes]) -> None:
        types = [(type, f"*{Path(name).suffix}")]
        if chosen := ask_new_name(self.top, title, types, name):
            self.save(chosen[0], data())

    def save(self, path: Path, data: bytes) -> None:
        """Write a file, and say where, or why not."""
        try:
            write_atomically(path, data)
        except FlowDeskError as error:
            message.show_message(self.top, "Not saved", str(error))
        else:
            self._say(f"Saved as {path}.")

"""What all dialogs share: Enter accepts, Escape cancels, and the focus comes back."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from flowdesk.app.look import ACCENT
from flowdesk.app.widgets.focus import last_focus


class Dialog(tk.Toplevel):
    """A small window above its parent. Fill `body`, call `buttons`, then `run`.

    `foot` has room left of the buttons for a problem. `answer` is the name of the pressed button;
    closing the window gives that of the last one.
    """

    def __init__(self, parent: tk.Misc, title: str) -> None:
        super().__init__(parent)
        self.withdraw()
        top = parent.winfo_toplevel()
        if top.state() == "withdrawn":  # window managers hide a dialog with what it belongs to
            top.deiconify()
        self.title(title)
        self.resizable(False, False)
        self.transient(top)
        self.answer = ""
        self._parent = parent
        self._frame = ttk.Frame(self, padding=16)
        self._frame.pack(fill="both", expand=True)
        self.body = ttk.Frame(self._frame)
        self.body.pack(fill="both", expand=True)
        self.foot = ttk.Frame(self._frame)
        self.foot.pack(fill="x", pady=(16, 0))

    def buttons(
        self, names: Sequence[str], accept: Callable[[str], bool] = lambda name: True
    ) -> None:
        """Add buttons from right to left: the first is the default, the last means cancel.

        A pressed button closes the dialog if `accept` agrees.
        """

        def press(name: str, event: object = None) -> str:
            if name == names[-1] or accept(name):
                self.answer = name
                self.destroy()
            return "break"

        made = []
        for name in names:
            button = ttk.Button(self.foot, text=name, command=partial(press, name))
            button.pack(side="right", padx=(8, 0))
            button.bind("<Return>", partial(press, name))
            made.append(button)
        made[0].configure(style=ACCENT)
        self.bind("<Return>", lambda event: press(names[0]))
        self.bind("<Escape>", lambda event: press(names[-1]))
        self.protocol("WM_DELETE_WINDOW", partial(press, names[-1]))
        self._first = made[0]

    def run(self, focus: tk.Misc | None = None) -> str:
        """Show the dialog and wait; return the answer."""
        self.update_idletasks()
        top = self._parent.winfo_toplevel()
        before = last_focus(top)
        x = top.winfo_rootx() + (top.winfo_width() - self.winfo_reqwidth()) // 2
        y = top.winfo_rooty() + (top.winfo_height() - self.winfo_reqheight()) // 3
        self.geometry(f"+{max(0, x)}+{max(0, y)}")
        self.deiconify()
        self.wait_visibility()
        self.grab_set()
        chosen = focus or self._first
        chosen.focus_force()
        if isinstance(chosen, ttk.Entry) and not isinstance(chosen, ttk.Combobox):
            chosen.selection_range(0, "end")  # typing replaces what was suggested
        self.wait_window()
        if before.winfo_exists():
            before.focus_force()
        return self.answer


def is_dialog_open(widget: tk.Misc) -> bool:
    """Whether a dialog, ours or Tk's, waits for an answer."""
    return bool(widget.tk.call("grab", "current"))


def number_field(
    parent: tk.Misc, label: str, value: int, low: int, high: int, row: int
) -> tuple[tk.StringVar, ttk.Spinbox]:
    """Add a labelled row for a whole number to a grid."""
    ttk.Label(parent, text=label).grid(row=row, column=0, sticky="w", padx=(0, 12), pady=4)
    variable = tk.StringVar(parent, str(value))
    field = ttk.Spinbox(parent, from_=low, to=high, textvariable=variable, width=7)
    field.grid(row=row, column=1, sticky="w", pady=4)
    return variable, field


def choice_field(
    parent: tk.Misc, label: str, values: Sequence[str], value: str, row: int
) -> tuple[tk.StringVar, ttk.Combobox]:
    """Add a labelled row with a list to choose from to a grid."""
    ttk.Label(parent, text=label).grid(row=row, column=0, sticky="w", padx=(0, 12), pady=4)
    variable = tk.StringVar(parent, value)
    box = ttk.Combobox(parent, values=list(values), textvariable=variable, state="readonly")
    box.configure(width=18)
    box.grid(row=row, column=1, sticky="ew", pady=4)
    # A list shows its choice as selected text, which looks as if it could be typed over.
    box.bind("<<ComboboxSelected>>", lambda event: box.selection_clear(), add=True)
    return variable, box


def switch(parent: tk.Misc, text: str, value: bool) -> tuple[tk.BooleanVar, ttk.Checkbutton]:
    """Add a box to tick, below those that are there."""
    variable = tk.BooleanVar(parent, value)
    button = ttk.Checkbutton(parent, text=text, variable=variable)
    button.pack(anchor="w", pady=2)
    return variable, button


def whole_number(text: str) -> int | None:
    try:
        return int(text.strip())
    except ValueError:
        return None

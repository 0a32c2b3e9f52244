"""The look of everything round the board: sv-ttk where it is installed, else a tidy clam."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any

from flowdesk.draw.theme import Theme

#: The style of the button that is expected to be pressed.
ACCENT = "Accent.TButton"


@dataclass(frozen=True)
class Palette:
    """The colours of plain Tk widgets, and of the fallback theme."""

    background: str
    raised: str
    text: str
    faint: str
    accent: str
    good: str
    bad: str
    doubtful: str
    gold: str
    neutral: str = "#666666"


DARK = Palette(
    background="#1c1c1c",
    raised="#2b2b2b",
    text="#f2f2f2",
    faint="#a3a3a3",
    accent="#57c8ff",
    good="#2f9e5b",
    bad="#d64545",
    doubtful="#c98a1b",
    gold="#ffc83d",
)
LIGHT = Palette(
    background="#fafafa",
    raised="#e9e9e9",
    text="#1c1c1c",
    faint="#5f5f5f",
    accent="#0067c0",
    good="#1f7a43",
    bad="#b3261e",
    doubtful="#8a5a00",
    gold="#b87a00",
)


def palette_of(theme: Theme) -> Palette:
    return LIGHT if theme.is_light else DARK


def apply(root: tk.Misc, theme: Theme) -> None:
    """Set the look of all widgets, present and to come."""
    palette = palette_of(theme)
    if not _sun_valley(root, theme):
        _clam(root, palette)
    for name, value in _menu_options(palette).items():
        root.option_add(f"*Menu.{name}", value)
    # Tk's file dialogs list names on white whatever the theme: on X11 they would be white on white.
    for dialog in ("TkFDialog", "TkChooseDir"):
        root.option_add(f"*{dialog}*Canvas.foreground", "#000000")
    root.option_add("*Menu.borderWidth", 0)
    root.option_add("*Menu.activeBorderWidth", 0)
    style = ttk.Style(root)
    style.configure("Faint.TLabel", foreground=palette.faint)
    style.configure("Heading.TLabel", font=heading_font(root))
    style.configure("Problem.TLabel", foreground=palette.bad)
    for kind in ("TEntry", "TSpinbox"):
        root.bind_class(kind, "<Control-a>", partial(_select_all, root))
    settle(root)


def settle(root: tk.Misc) -> None:
    """Restore the colours of label styles, which sv-ttk overrides."""
    root.update_idletasks()
    _keep_label_styles(root)


def _select_all(root: tk.Misc, event: tk.Event[Any]) -> str:
    """Do what Ctrl+A does everywhere but in Tk on X11; also in fields of Tk's own dialogs."""
    root.tk.call(str(event.widget), "selection", "range", 0, "end")
    return "break"


def _menu_options(palette: Palette) -> dict[str, str]:
    """Return the colours of menus, by the names of Tk's option database."""
    return {
        "background": palette.raised,
        "foreground": palette.text,
        "activeBackground": palette.accent,
        "activeForeground": palette.background,
        "selectColor": palette.text,
        "relief": "flat",
    }


def dress_menus(menu: tk.Menu, palette: Palette) -> None:
    """Set the colours of a menu and those below it, which ttk's themes do not reach."""
    menu.configure({name.lower(): value for name, value in _menu_options(palette).items()})
    for child in menu.winfo_children():
        if isinstance(child, tk.Menu):
            dress_menus(child, palette)


def heading_font(root: tk.Misc) -> tuple[str, int, str]:
    usual = label_font(root)
    return usual.actual("family"), usual.cget("size"), "bold"


def label_font(widget: tk.Misc) -> tkfont.Font:
    """Return a copy of the font of labels, for measuring."""
    name = ttk.Style(widget).lookup("TLabel", "font") or "TkDefaultFont"
    return tkfont.Font(widget, font=name)


def _sun_valley(root: tk.Misc, theme: Theme) -> bool:
    """Use sv-ttk if it is installed; it does not scale, so not on screens of twice the density."""
    try:
        import sv_ttk
    except ImportError:
        return False
    if float(root.tk.call("tk", "scaling")) >= 2 * 96 / 72:
        return False
    sv_ttk.set_theme("light" if theme.is_light else "dark", root.nametowidget("."))
    root.update_idletasks()  # now it sets its colours: later it would undo what we add to them
    return True


def _keep_label_styles(widget: tk.Misc) -> None:
    for child in widget.winfo_children():
        if isinstance(child, ttk.Label):
            child.configure(foreground="")
        _keep_label_styles(child)


def _clam(root: tk.Misc, palette: Palette) -> None:
    style = ttk.Style(root)
    style.theme_use("clam")
    style.configure(
        ".",
        background=palette.background,
        foreground=palette.text,
        fieldbackground=palette.raised,
        bordercolor=palette.raised,
        lightcolor=palette.raised,
        darkcolor=palette.raised,
        troughcolor=palette.raised,
        selectbackground=palette.accent,
        selectforeground=palette.background,
        insertcolor=palette.text,
        arrowcolor=palette.text,
        focuscolor=palette.accent,
    )
    style.configure("TButton", background=palette.raised, padding=(10, 4), relief="flat", width=0)
    style.configure(ACCENT, background=palette.accent, foreground=palette.background)
    style.map(ACCENT, background=[("active", palette.accent)])
    style.configure("TProgressbar", background=palette.accent)
    style.configure("TScale", background=palette.accent)
    style.configure("Toolbutton", padding=(10, 4))
    ground = palette.background
    style.configure("Treeview", background=ground, fieldbackground=ground, borderwidth=0)
    style.configure("Treeview.Heading", background=palette.raised, font="TkDefaultFont")
    style.map("Treeview.Heading", background=[("active", palette.raised)])
    style.configure("TScrollbar", background=palette.neutral, gripcount=0)
    style.map("TScrollbar", background=[("disabled", palette.raised), ("active", palette.faint)])
    for name in ("TButton", "Toolbutton", "TRadiobutton", "TCheckbutton"):
        style.map(
            name,
            background=[("active", palette.raised), ("selected", palette.raised)],
            foreground=[("disabled", palette.faint)],
        )
    for name in ("TRadiobutton", "TCheckbutton"):
        style.configure(
            name, indicatorbackground=palette.raised, indicatorforeground=palette.background
        )
        style.map(name, indicatorbackground=[("selected", palette.accent)])
    style.map(
        "TCombobox",
        fieldbackground=[("readonly", palette.raised)],
        foreground=[("readonly", palette.text)],
        selectbackground=[("readonly", palette.raised)],
        selectforeground=[("readonly", palette.text)],
    )
    root.option_add("*TCombobox*Listbox.background", palette.raised)
    root.option_add("*TCombobox*Listbox.foreground", palette.text)
    style.map("TEntry", fieldbackground=[("disabled", palette.background)])

"""The look of everything round the board: sv-ttk where it is installed, else a tidy clam."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass, replace
from functools import cache, partial
from tkinter import ttk
from typing import Any
from weakref import WeakKeyDictionary

from PIL import Image, ImageDraw, ImageOps, ImageTk

from flowdesk.app import fonts, scale, sun_valley
from flowdesk.core.storage import shipped
from flowdesk.draw.charts import ON_DARK, ON_LIGHT, Inks
from flowdesk.draw.lettering import text_mask
from flowdesk.draw.theme import Theme, between

#: The style of the button that is expected to be pressed.
ACCENT = "Accent.TButton"
#: The style of a button without a ground, until the pointer is over it.
FLAT = "Flat.TButton"
#: The style of a button that stays pressed, then in the accent colour.
TOGGLE = "Toggle.TButton"
#: Points between the ends of a column in a table and its heading, or the text of a cell.
CELL_PADDING = 4.5
#: Pixels of it that Tk adds by itself round the text of a cell, at every scale.
_CELL_PIXELS = 4


@dataclass(frozen=True)
class Palette:
    """The colours of plain Tk widgets, and of the fallback theme.

    What is drawn in them depends on the `scale` as well, and is drawn again when either changes.
    """

    background: str
    raised: str
    line: str
    text: str
    faint: str
    disabled: str
    accent: str
    good: str
    bad: str
    doubtful: str
    gold: str
    neutral: str = "#666666"
    scale: float = 1.0

    @property
    def selected(self) -> str:
        """The ground of selected rows, on which words of every colour can be read."""
        return between(self.background, self.accent, 0.1)


DARK = Palette(
    background="#1c1c1c",
    raised="#2b2b2b",
    line="#3c3c3c",
    text="#f2f2f2",
    faint="#a3a3a3",
    disabled="#666666",
    accent="#57c8ff",
    good="#36a964",
    bad="#e76e6e",
    doubtful="#c98a1b",
    gold="#ffc83d",
)
LIGHT = Palette(
    background="#fafafa",
    raised="#e9e9e9",
    line="#d4d4d4",
    text="#1c1c1c",
    faint="#5f5f5f",
    disabled="#adadad",
    accent="#0067c0",
    good="#1c7440",
    bad="#b3261e",
    doubtful="#8a5a00",
    gold="#b87a00",
)


_BESIDE = 48  # points of the screen's width that the words of a box to tick never have


def palette_of(theme: Theme, scale: float = 1.0) -> Palette:
    return _palette(theme.is_light, scale)


@cache  # it is asked for dozens of times after each click
def _palette(is_light: bool, scale: float) -> Palette:
    return replace(LIGHT if is_light else DARK, scale=scale)


def inks_of(theme: Theme, scale: float) -> Inks:
    """Return what charts and graphs are drawn with on the ground of a theme, at a scale."""
    inks = ON_LIGHT if theme.is_light else ON_DARK
    return replace(inks, paper=palette_of(theme).background, scale=scale)


#: The theme of each program: a test may run several.
_themes: dict[tk.Misc, Theme] = {}


def theme_of(widget: tk.Misc) -> Theme:
    """Return the theme that was applied last; what is drawn in it hears ``<<ThemeChanged>>``."""
    return _themes[widget.nametowidget(".")]


def colors_of(widget: tk.Misc) -> Palette:
    """Return the colours of everything but the board, at the present scale."""
    return palette_of(theme_of(widget), scale.factor(widget))


def apply(root: tk.Misc, theme: Theme) -> None:
    """Set the look of all widgets, present and to come, for the present scale."""
    palette = palette_of(theme)
    _themes[root.nametowidget(".")] = theme
    fonts.set_fonts(root)
    scheme = "light" if theme.is_light else "dark"
    if not sun_valley.use(root, scheme, round(100 * scale.factor(root))):
        _clam(root, palette)
    for name, value in _plain_options(palette).items():
        root.option_add(f"*{name}", value)
    for name, value in _menu_options(palette).items():
        root.option_add(f"*Menu.{name}", value)
    root.option_add("*Menu.borderWidth", 0)
    root.option_add("*Menu.activeBorderWidth", 0)
    style = ttk.Style(root)
    style.configure(".", space="3p")  # between the icon and the words of a button
    _flat_buttons(root, palette)
    _select_in_accent(root, palette)
    _tables(root)
    style.configure("Faint.TLabel", foreground=palette.faint)
    style.configure("Tooltip.TFrame", background=palette.faint)
    style.configure("Tooltip.TLabel", background=palette.raised, foreground=palette.text)
    style.configure("Heading.TLabel", font=fonts.HEADING)
    style.configure("Problem.TLabel", foreground=palette.bad)
    for name in ("TCheckbutton", "TRadiobutton"):
        style.configure(name, wraplength=root.winfo_screenwidth() - scale.pixels(root, _BESIDE))
    style.configure("Handle.TLabel", font=fonts.HEADING, padding=0)
    style.configure("Handle.TLabel", foreground=palette.faint)
    style.configure("Hover.Handle.TLabel", foreground=palette.accent)
    for kind in ("TEntry", "TSpinbox"):
        root.bind_class(kind, "<Control-a>", partial(_select_all, root))


def _select_in_accent(root: tk.Misc, palette: Palette) -> None:
    """Show what is selected in the accent colour, in widgets of ttk and of Tk."""
    style = ttk.Style(root)
    ground, ink = palette.accent, palette.background
    style.configure(".", selectbackground=ground, selectforeground=ink, focuscolor=ground)
    grounds: list[Any] = [("readonly", "!focus", palette.raised), ("readonly", ground)]
    inks: list[Any] = [("readonly", "!focus", palette.text), ("readonly", ink)]
    style.map("TCombobox", selectbackground=grounds, selectforeground=inks)
    style.map("Treeview", background=[("selected", ground)], foreground=[("selected", ink)])
    lists = {"background": palette.raised, "foreground": palette.text, "borderWidth": "0"}
    for name, value in lists.items():
        root.option_add(f"*TCombobox*Listbox.{name}", value)
    _dress_plain(root, str(root.nametowidget(".")), palette)


def _tables(root: tk.Misc) -> None:
    """Let the headings of tables begin where the cells do; no row has rows below it to unfold."""
    style, padding = ttk.Style(root), scale.pixels(root, CELL_PADDING)
    style.configure("Treeview.Heading", padding=(padding, "3p"))
    style.configure("Treeview.Item", padding=(padding, 0))
    style.configure("Treeview.Cell", padding=(max(padding - _CELL_PIXELS, 0), 0))
    text = ("Treeitem.text", {"side": "left", "sticky": ""})
    parts: list[tuple[str, Any]] = [("Treeitem.image", {"side": "left", "sticky": ""}), text]
    style.layout("Treeview.Item", [("Treeitem.padding", {"sticky": "nswe", "children": parts})])


def _dress_plain(root: tk.Misc, name: str, palette: Palette) -> None:
    """Give Tk's own widgets below one, which ttk's themes do not reach, the palette's colours.

    They go by their names, because lists that drop down are not known to tkinter.
    """
    kind, colors = root.tk.call("winfo", "class", name), {}
    if kind == "Menu":
        colors = _menu_options(palette)
    elif kind in ("Text", "Listbox", "Entry"):
        colors = {"selectBackground": palette.accent, "selectForeground": palette.background}
        if kind == "Listbox":
            colors |= {"background": palette.raised, "foreground": palette.text}
    elif str(root.tk.call("winfo", "toplevel", name)) == name:
        # It is seen for a moment where something appears, before that is drawn.
        colors = {"background": palette.background}
    for option, color in colors.items():
        root.tk.call(name, "configure", f"-{option.lower()}", color)
    for child in root.tk.splitlist(root.tk.call("winfo", "children", name)):
        _dress_plain(root, child, palette)


#: Pixels of a ground between its corners.
_MIDDLE = 64

#: Kept for good: Tk draws nothing where a picture was collected.
_grounds: dict[tuple[tk.Misc, str], list[ImageTk.PhotoImage]] = {}


def _flat_buttons(root: tk.Misc, palette: Palette) -> None:
    """Make the style of buttons whose ground shows only under the pointer, at this scale."""
    style, corner = ttk.Style(root), scale.pixels(root, 3)
    element = f"Flat{corner}.button"
    key = root.nametowidget("."), f"{element} {style.theme_use()}"
    if key not in _grounds:
        looks = [("", ""), (palette.raised, ""), (palette.line, ""), ("", palette.accent)]
        empty, active, pressed, focus = _grounds[key] = [
            ImageTk.PhotoImage(_ground(corner, *colors), master=key[0]) for colors in looks
        ]
        states = [("disabled", empty), ("pressed", pressed), ("active", active), ("focus", focus)]
        size = {"width": 2 * corner, "height": 2 * corner}
        style.element_create(element, "image", empty, *states, border=corner, sticky="nsew", **size)
    inside: tuple[str, Any] = (
        "Button.padding",
        {"children": [("Button.label", {"side": "left", "expand": 1})]},
    )
    style.layout(FLAT, [(element, {"sticky": "nsew", "children": [inside]})])
    style.configure(FLAT, padding=("6p", "3p"), anchor="center")


def _ground(corner: int, fill: str, outline: str) -> Image.Image:
    """Return a rounded square, whose middle Tk repeats: a small one hundreds of times a button."""
    finer = 4
    side = (2 * corner + _MIDDLE) * finer
    picture = Image.new("RGBA", (side, side))
    box = (0, 0, side - 1, side - 1)
    if fill or outline:  # else Pillow would draw an outline in white
        draw = ImageDraw.Draw(picture)
        draw.rounded_rectangle(box, corner * finer, fill or None, outline or None, finer)
    return picture.reduce(finer)


def _select_all(root: tk.Misc, event: tk.Event[tk.Misc]) -> str:
    """Do what Ctrl+A does everywhere but in Tk on X11; also in fields of Tk's own dialogs."""
    root.tk.call(str(event.widget), "selection", "range", 0, "end")
    return "break"


def _plain_options(palette: Palette) -> dict[str, str]:
    """Return the colours of other plain widgets, by the names of Tk's option database."""
    return {
        "background": palette.background,
        "foreground": palette.text,
        "highlightBackground": palette.background,
        "highlightColor": palette.accent,
        "selectBackground": palette.accent,
        "selectForeground": palette.background,
        "insertBackground": palette.text,
    }


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


def _clam(root: tk.Misc, palette: Palette) -> None:
    style = ttk.Style(root)
    style.theme_use("clam")
    style.configure(".", font=fonts.TEXT)
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
    style.configure(
        "TButton", background=palette.raised, padding=("7.5p", "3p"), relief="flat", width=0
    )
    style.configure(ACCENT, background=palette.accent, foreground=palette.background)
    style.map(ACCENT, background=[("active", palette.accent)])
    style.configure(TOGGLE, background=palette.background, padding="3p")
    style.map(TOGGLE, background=[("selected", palette.accent), ("active", palette.raised)])
    style.configure("TProgressbar", background=palette.accent)
    style.configure("TScale", background=palette.accent)
    style.configure("Toolbutton", padding=("7.5p", "3p"))
    ground = palette.background
    style.configure("Treeview", background=ground, fieldbackground=ground, borderwidth=0)
    row = fonts.named(root).metrics("linespace") + scale.pixels(root, 3)
    style.configure("Treeview", rowheight=row)
    style.configure("Treeview.Heading", background=palette.raised, font=fonts.SMALL)
    style.map("Treeview.Heading", background=[("active", palette.raised)])
    style.configure("TScrollbar", background=palette.neutral, gripcount=0, arrowsize="9p")
    style.configure("TProgressbar", thickness="9p")
    style.configure("TScale", sliderlength="15p", sliderthickness="10.5p", gripcount=0)
    style.configure("TCombobox", arrowsize="9p", padding="2.25p")
    style.configure("TSpinbox", arrowsize="7.5p", padding="2.25p")
    style.configure("TEntry", padding="2.25p")
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
        style.configure(
            name, indicatorsize="7.5p", indicatormargin=("1.5p", "1.5p", "4.5p", "1.5p")
        )
        style.map(name, indicatorbackground=[("selected", palette.accent)])
    style.map(
        "TCombobox",
        fieldbackground=[("readonly", palette.raised)],
        foreground=[("readonly", palette.text)],
    )
    style.map("TEntry", fieldbackground=[("disabled", palette.background)])


#: Points a side: of an icon on a button, and of one in a list.
USUAL_ICON, SMALL_ICON = 15, 12

_LETTER_SIDE = 144  # pixels, of a letter that stands for a missing mask

#: Kept for good: Tk shows nothing where the picture of a widget was collected.
_icons: dict[tuple[tk.Misc, str, int, str], ImageTk.PhotoImage] = {}
#: What buttons show, kept as long as they are there.
_shown: WeakKeyDictionary[tk.Misc, list[object]] = WeakKeyDictionary()


def icon(widget: tk.Misc, name: str, color: str, points: float = USUAL_ICON) -> ImageTk.PhotoImage:
    """Return an icon in a colour, for widgets of the same program as this one."""
    size = scale.pixels(widget, points)
    key = widget.nametowidget("."), name, size, color
    if key not in _icons:
        _icons[key] = _tinted(key[0], mask(name), size, color)
    return _icons[key]


def _tinted(root: tk.Misc, mask: Image.Image, size: int, color: str) -> ImageTk.PhotoImage:
    picture = Image.new("RGBA", (size, size), color)
    picture.putalpha(mask.resize((size, size), Image.Resampling.BOX))
    return ImageTk.PhotoImage(picture, master=root)


def set_icon(button: ttk.Widget, shown: str | Image.Image, points: float = USUAL_ICON) -> None:
    """Show an icon or a mask on a button in the ink of its text, in every state and theme."""
    colors, style = palette_of(theme_of(button)), str(button.cget("style"))
    button.bind("<<ThemeChanged>>", lambda event: set_icon(button, shown, points))
    usual = colors.background if style == ACCENT else colors.text
    chosen = colors.background if style == TOGGLE else usual

    def tinted(color: str) -> ImageTk.PhotoImage:
        if isinstance(shown, str):
            return icon(button, shown, color, points)
        return _tinted(button, shown, scale.pixels(button, points), color)

    images: list[object] = [tinted(usual)]
    for state, color in (("disabled", colors.disabled), ("selected", chosen)):
        images += [state, tinted(color)]
    button["image"] = _shown[button] = images


@cache
def mask(name: str) -> Image.Image:
    """Return a mask from the assets in its original size; if there is none, the first letter."""
    picture: Image.Image
    try:
        with Image.open(shipped("assets") / "icons" / f"{name}.png") as picture:
            return picture.convert("L")
    except FileNotFoundError:
        picture = text_mask(name[:1].upper(), _LETTER_SIDE)
        picture = ImageOps.pad(picture.crop(picture.getbbox()), (_LETTER_SIDE, _LETTER_SIDE))
        return ImageOps.expand(picture, _LETTER_SIDE // 8)

"""The help: the pages of the guide in a window that stays beside, and the sheet of all keys."""

from __future__ import annotations

import re
import tkinter as tk
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from tkinter import ttk
from typing import Any, TypeAlias

from PIL import Image, ImageTk

from flowdesk.app import fonts, look
from flowdesk.app.dialogs.base import Dialog, when_written
from flowdesk.app.scale import factor, pixels
from flowdesk.app.theming import Theming
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.narrow import FittedMenu
from flowdesk.app.widgets.scrolled import Scrolled, bind_keys
from flowdesk.app.widgets.toplevel import Top, grid_if, set_size
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Owner
from flowdesk.core.storage import read_bytes, shipped

_SIZE, _LEAST = (520, 560), (300, 240)  # points
_WIDEST, _BESIDE_TEXT = 440, 36  # points of a picture, and of what is beside text


class GuideWindow:
    """Closing only hides it, so it opens where one was."""

    def __init__(self, root: tk.Misc, theming: Theming, owner: Owner) -> None:
        self._root, self._theming = root, theming
        self._before: list[tuple[str, float]] = []  # the pages that Back leads to, and their places
        self._photos: list[ImageTk.PhotoImage] = []
        self.top = top = Top(root)
        self._idle = Timer(top)
        top.withdraw()
        top.title("Guide – FlowDesk")
        width, _ = set_size(top, _SIZE, least=_LEAST, name="guide", over=root)
        self._look = self._room(width), theming.colors  # of what is shown
        self._bar = bar = ttk.Frame(top, padding=("6p", "4.5p"))
        bar.pack(side="top", fill="x")
        self._back = ttk.Button(bar, text="Back", style=look.FLAT, width=0, command=self.back)
        self._back.pack(side="left", padx=(0, "9p"))
        self._tabs = {
            name: ttk.Button(bar, text=title, width=0, command=partial(self.go_to, name))
            for name, title in PAGES.items()
        }
        self._choice = ttk.Menubutton(bar)  # where the tabs have no room
        self._menu = FittedMenu(self._choice)
        self._choice.configure(menu=self._menu)
        for name, title in PAGES.items():
            self._menu.add_command(label=title, command=partial(self.go_to, name))
        bar.bind("<Configure>", lambda event: self._idle.when_idle(self._fit))
        self.text = LinkedText(top, fonts.TEXT, height=10, spacing=3)
        scroll = ttk.Scrollbar(top, command=self.text.yview)
        self.text.configure(yscrollcommand=scroll.set, padx=pixels(top, 12), pady=pixels(top, 9))
        scroll.pack(side="right", fill="y")
        self.text.pack(side="left", fill="both", expand=True)
        bind_keys(top, self.text.yview_scroll)
        top.bind("<space>", lambda event: self.text.yview_scroll(1, "pages"))
        top.bind("<Home>", lambda event: self.text.yview_moveto(0))
        top.bind("<End>", lambda event: self.text.yview_moveto(1))
        top.bind("<Alt-Left>", lambda event: self.back())
        top.bind("<BackSpace>", lambda event: self.back())
        top.bind("<Escape>", lambda event: self.hide())
        top.protocol("WM_DELETE_WINDOW", self.hide)
        theming.changed.connect(lambda: self._idle.when_idle(self._fit), owner)
        self._show(next(iter(PAGES)))

    def open(self) -> None:
        self.top.deiconify()
        self.top.lift()
        self.top.focus_force()

    def _room(self, width: int) -> int:
        """Return how wide a picture is in a window of a width, in pixels."""
        most, beside = pixels(self.top, _WIDEST), pixels(self.top, _BESIDE_TEXT)
        return min(most, max(beside, width - beside))  # a window has no width at first

    def _fit(self) -> None:
        """Show a tab for each page, or a menu of them; and pictures that have room."""
        width = self._bar.winfo_width()
        now = self._room(width), self._theming.colors
        if now != self._look:
            self._look = now
            self._show(self.name, self._place)
        tabs = self._tabs.values()
        parts = self._back, *tabs
        is_wide = sum(part.winfo_reqwidth() + pixels(part, 6) for part in parts) <= width
        for part in (*tabs, self._choice):
            part.pack_forget()
        for part in tabs if is_wide else (self._choice,):
            part.pack(side="left", padx=(0, "3p"))

    def hide(self) -> None:
        self.top.withdraw()
        self._root.focus_force()

    def go_to(self, name: str) -> None:
        """Show a page; `Back` leads to the one before."""
        if name != self.name:
            self._before.append((self.name, self._place))
            self._show(name)

    def back(self) -> None:
        if self._before:
            self._show(*self._before.pop())

    @property
    def _place(self) -> float:
        return float(self.text.yview()[0])

    def _show(self, name: str, place: float = 0) -> None:
        self.name = name
        self._back.state(["disabled" if not self._before else "!disabled"])
        for each, button in self._tabs.items():
            button.configure(style=look.ACCENT if each == name else look.FLAT)
        self._choice.configure(text=f"{PAGES.get(name, 'Pages')}  ")
        self._photos.clear()
        text = self.text
        text.begin()
        self._set_looks()
        try:
            for block in page(name):
                self._add(block)
        except FlowDeskError as error:
            text.add(str(error))
        text.end()
        text.update_idletasks()
        text.yview_moveto(place)

    def _set_looks(self) -> None:
        looks: dict[str, dict[str, Any]] = {
            "title": {"font": fonts.HEADING, "spacing3": "6p"},
            "heading": {"font": fonts.HEADING, "spacing1": "9p", "spacing3": "3p"},
            "text": {"spacing1": "3p", "spacing3": "6p"},
            "item": {"lmargin1": "3p", "lmargin2": "15p", "tabs": "15p", "spacing3": "3p"},
            "cells": {"tabs": "132p", "lmargin2": "132p", "spacing3": "2p", "wrap": "word"},
            "head": {"tabs": "132p", "font": fonts.BOLD, "spacing3": "2p"},
            "block": {"font": "TkFixedFont", "lmargin1": "9p", "lmargin2": "24p"},
            "under": {
                "foreground": self._theming.colors.faint,
                "font": fonts.SMALL,
                "wrap": "word",
            },
            "code": {"font": "TkFixedFont"},
            "italic": {"font": fonts.BOLD},
        }
        for tag, options in looks.items():
            self.text.tag_configure(tag, **options)

    def _add(self, block: Block) -> None:
        text = self.text
        if block.kind == "picture":
            self._add_picture(block)
            return
        tag = {"code": "block", "row": "cells"}.get(block.kind, block.kind)  # not those of words
        text.add("•\t" if block.kind == "item" else "", tag)
        for words in block.words:
            tags = (tag, words.look) if words.look else (tag,)
            text.add(words.text, *tags, click=self._click(words.target) if words.target else None)
        text.add("\n", tag)

    def _add_picture(self, block: Block) -> None:
        (words,) = block.words
        path = shipped("docs") / words.target
        light = path.with_stem(f"{path.stem}-light")
        if self._theming.theme.is_light and light.is_file():
            path = light
        with Image.open(path) as picture:
            share = min(factor(self.text), self._look[0] / picture.width)
            size = round(share * picture.width), round(share * picture.height)
            resized = picture.convert("RGB").resize(size, Image.Resampling.HAMMING)
        photo = ImageTk.PhotoImage(resized, master=self.text)
        self._photos.append(photo)
        self.text.image_create("end", image=photo)
        self.text.tag_add("text", "end-2c")
        self.text.add(f"\n{words.text}\n", "under", "text")

    def _click(self, target: str) -> Callable[[], object]:
        name = target.partition("#")[0]
        if "://" not in target and (shipped("docs") / name).is_file():
            return partial(self.go_to, name)
        return partial(webbrowser.open, target)


#: A key and what it does; an empty key makes a heading.
Row: TypeAlias = tuple[str, str]

#: Points: between the two columns, between key and text, and above a heading. And those of a
#: screen's width and height that are not the sheet's: for frame, title, field and buttons, with
#: the least height for these.
_BETWEEN, _BESIDE_KEY, _ABOVE = 18, 9, 6
_BESIDE, _ABOVE_AND_BELOW, _LEAST_BESIDE = 28, 150, 72
_KEYS = 0.4  # of the width in one column, at most
_NONE = "No key has to do with this."


def show_keys(parent: tk.Misc, title: str, rows: Sequence[Row]) -> None:
    KeySheet(parent, title, rows).show()


class KeySheet(Dialog):
    """Escape clears the search first, and then closes the sheet; the arrows scroll."""

    def __init__(self, parent: tk.Misc, title: str, rows: Sequence[Row]) -> None:
        super().__init__(parent, title)
        self._rows = rows
        self._wanted = tk.StringVar(self)
        search = ttk.Frame(self.body)
        search.pack(fill="x", pady=(0, "6p"))
        ttk.Label(search, text="Search").pack(side="left", padx=(0, "6p"))
        self._field = ttk.Entry(search, textvariable=self._wanted)
        self._field.pack(side="left", fill="x", expand=True)
        self._sheet = Scrolled(self.body)
        self._sheet.pack(fill="both", expand=True)
        self._table = ttk.Frame(self._sheet.body)
        self._table.grid(row=0, column=0, sticky="nw")
        self._columns = [ttk.Frame(self._table) for _ in range(2)]
        for place, column in enumerate(self._columns):
            left = pixels(self, _BETWEEN) if place else 0
            column.grid(row=0, column=place, sticky="n", padx=(left, 0))
        self._labels = [self._made(*row) for row in rows]
        self._none = ttk.Label(self._table, text=_NONE, style="Faint.TLabel")
        self._none.grid(row=1, column=0, columnspan=2)
        self._lay_out(rows, in_two=True)
        self.update_idletasks()
        room = self.winfo_screenwidth() - pixels(self, _BESIDE)
        self._in_two = self._table.winfo_reqwidth() <= room
        if not self._in_two:
            for key, _ in self._labels:
                key.configure(wraplength=round(_KEYS * room))
            self.update_idletasks()
            beside = max(key.winfo_reqwidth() for key, _ in self._labels)
            beside += pixels(self, _BESIDE_KEY)
            for (name, _), (_, text) in zip(rows, self._labels, strict=True):
                text.configure(wraplength=room - beside if name else room)
            self._lay_out(rows, in_two=False)
            self.update_idletasks()
        high, usual, least = self.winfo_screenheight(), _ABOVE_AND_BELOW, _LEAST_BESIDE
        most = max(high - pixels(self, usual), min(high - pixels(self, least), pixels(self, usual)))
        bar = pixels(self, _BETWEEN)
        height = min(self._table.winfo_reqheight(), most)
        self._sheet.limit(self._table.winfo_reqwidth() + bar, height)
        when_written(self._wanted, self, self._filter)

    def show(self) -> None:
        self.buttons(["Close"])
        self._field.bind("<Escape>", lambda event: self._clear())
        bind_keys(self, self._sheet.scroll)
        self.run(self._field)

    def _made(self, key: str, text: str) -> tuple[ttk.Label, ttk.Label]:
        words = ttk.Label(self._table, text=text, style="Faint.TLabel" if key else "Heading.TLabel")
        return ttk.Label(self._table, text=key), words

    def _clear(self) -> str | None:
        """Clear the search; if there is none, leave the key to the dialog."""
        if not self._wanted.get():
            return None
        self._wanted.set("")
        return "break"

    def _filter(self) -> None:
        words = self._wanted.get().casefold().split()
        found: list[Row] = []
        heading: Row | None = None
        for row in self._rows:
            if not row[0]:
                heading = row
            elif all(word in f"{row[0]} {row[1]}".casefold() for word in words):
                found += [heading] if heading else []
                found.append(row)
                heading = None
        self._lay_out(found, in_two=self._in_two)
        self._sheet.reset()

    def _lay_out(self, rows: Sequence[Row], *, in_two: bool) -> None:
        """Show some of the rows, with a heading at the top of the second column."""
        made = zip(self._rows, self._labels, strict=True)
        shown = [(row, labels) for row, labels in made if row in rows]
        for labels in self._labels:
            for label in labels:
                label.grid_remove()
        headings = [place for place, (row, _) in enumerate(shown) if place and not row[0]]
        split = min(headings, key=lambda place: abs(place - len(shown) / 2), default=len(shown))
        for line, (row, (key, text)) in enumerate(shown):
            column = self._columns[in_two and line >= split]
            if row[0]:
                key.grid(in_=column, row=line, column=0, sticky="nw")
                key.grid_configure(padx=(0, pixels(self, _BESIDE_KEY)))
                text.grid(in_=column, row=line, column=1, sticky="nw")
            else:
                above = pixels(self, _ABOVE) if line not in (0, split) else 0
                text.grid(in_=column, row=line, column=0, columnspan=2, sticky="w")
                text.grid_configure(pady=(above, "1.5p"))
        are_used = bool(shown), in_two and split < len(shown)
        for column, is_used in zip(self._columns, are_used, strict=True):
            grid_if(is_used, column)  # without anything in it, a frame keeps its size
        grid_if(not shown, self._none)


#: The pages with their titles, the first one for whoever is new.
PAGES = {
    "guide.md": "Designing",
    "play.md": "Playing",
    "teaching.md": "Teaching",
    "commands.md": "Commands",
}

#: Words that look different: bold, italic, as code, a link with its target.
_INLINE = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)", re.DOTALL)
_PICTURE = re.compile(r"!\[(.*?)\]\((.*?)\)", re.DOTALL)


@dataclass(frozen=True)
class Phrase:
    """A part of a text; `look` is ``bold``, ``italic``, ``code``, ``link`` or empty.

    The target of a link, or the file of a picture, is relative to the page.
    """

    text: str
    look: str = ""
    target: str = ""


@dataclass(frozen=True)
class Block:
    """What stands alone: a ``title``, ``heading``, ``text``, ``item``, ``code``, the ``head`` or a
    ``row`` of a table, or a ``picture``, whose words are its description.
    """

    kind: str
    words: tuple[Phrase, ...]


def page(name: str) -> list[Block]:
    """Return a shipped page of the guide by its file name; FlowDeskError if it cannot be read."""
    return blocks(read_bytes(shipped("docs") / name).decode())


def blocks(text: str) -> list[Block]:
    """Return the blocks of a text: of Markdown, what the guide is written in."""
    found: list[Block] = []
    for part in re.split(r"\n{2,}", text.strip("\n")):
        lines = part.split("\n")
        if part.startswith("    "):
            code = "\n".join(line.removeprefix("    ") for line in lines)
            found.append(Block("code", (Phrase(code),)))
        elif picture := _PICTURE.fullmatch(part):
            found.append(Block("picture", (Phrase(picture[1], "", picture[2]),)))
        elif part.startswith("|"):
            head, _ruler, *rows = [tuple(_row(line)) for line in lines]
            found += [Block("head", head), *(Block("row", row) for row in rows)]
        elif part.startswith("#"):
            hashes, _, title = part.partition(" ")
            found.append(Block("title" if hashes == "#" else "heading", tuple(_words(title))))
        elif re.match(r"\* |\d+\. ", part):
            items = re.split(r"\n(?=\* |\d+\. )", part)
            found += [Block("item", tuple(_words(_joined(item[2:])))) for item in items]
        else:
            found.append(Block("text", tuple(_words(_joined(part)))))
    return found


def _joined(text: str) -> str:
    return " ".join(text.split())


def _row(line: str) -> Iterator[Phrase]:
    for number, cell in enumerate(line.strip().strip("|").split(" | ")):
        yield Phrase("\t" if number else "")
        yield from _words(cell.strip())


def _words(text: str) -> Iterator[Phrase]:
    end = 0
    for match in _INLINE.finditer(text):
        yield Phrase(text[end : match.start()])
        bold, italic, code, link, target = match.groups()
        if link:
            yield Phrase(link, "link", target)
        else:
            yield Phrase(bold or italic or code, "bold" if bold else "italic" if italic else "code")
        end = match.end()
    yield Phrase(text[end:])

"""FileChooser: our own dialog for files, where Tk's is none of the system's: on X11."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tkinter import ttk

from flowdesk.app import fonts, look, scale
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.folder_list import LOW, FolderList, Listed, readable
from flowdesk.app.packs.pictures import Thumbnails
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.app.widgets.tooltip import Tooltip, short, tool_button
from flowdesk.app.widgets.toplevel import has_focus, pack_if, set_size
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import reason, shipped
from flowdesk.desk.documents.settings import load_settings
from flowdesk.desk.packs.lineup import Glance, glance_at
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Done, Event

#: What is offered: a name for people, and patterns such as ``*.txt *.json``.
Type = tuple[str, str]

_SIZE, _LEAST = (600, 375), (300, 225)  # points
_PREVIEW, _PLACES = 112.5, 97.5  # points: sides of the picture, most width of the places
#: Points of a screen on which all fits beside a name to save, and the path above that.
_WIDE, _HIGH = 470, 150
_HOW_TO_SEE = "The puzzle in a file is shown here."
_BESIDE_NAME = 30  # points: of the icon of a place, and round it
_REST_MS = 200  # until what is chosen is read for the preview
_MOST_RECENT = 4

OPEN, SAVE, FOLDER = "Open", "Save", "Choose"


class FileChooser(Dialog):
    """Asks for a file to open, a file to save, or a folder, as `action` says.

    `chosen` is the answer, or None; `type` is the type that was chosen last.
    """

    def __init__(
        self,
        parent: tk.Misc,
        title: str,
        action: str,
        folder: Path,
        types: Sequence[Type],
        name: str = "",
        type: str = "",
    ) -> None:
        super().__init__(parent, title)
        self.chosen: Path | None = None
        self.action, self.types = action, dict(types)
        self._folder = folder
        self.resizable(True, True)
        self.fixed_size = set_size(self, _SIZE, least=_LEAST)
        self._job = Job(jobs_of(self), self._handle)
        self._resting = Timer(self)
        size = scale.pixels(self, _PREVIEW)
        self._thumbnails = Thumbnails(self, _PREVIEW, self._show_picture)
        self._shown: Glance | None = None
        self._is_low = self.winfo_screenheight() < scale.pixels(self, LOW)
        self._places: list[ttk.Button] = []
        self._build_path()
        self._build_foot(name, type or next(iter(self.types), ""))
        middle = ttk.Frame(self.body)
        middle.pack(fill="both", expand=True, pady="1.5p" if self._is_low else "6p")
        self._build_places(middle)
        self._build_preview(middle, size)
        self.list = FolderList(middle, self._choose, self._open)
        self.list.pack(side="left", fill="both", expand=True)
        self.buttons([action, "Cancel"], lambda name: self._accept())
        if self._is_low:
            self.tighten()
        self.problem.pack(in_=self.foot, side="left", fill="x", expand=True)
        self.problem.bind("<Configure>", lambda e: self.problem.configure(wraplength=e.width))
        self._filter()
        self.bind("<Control-l>", lambda event: self._type_path())
        self.list.tree.bind("<BackSpace>", lambda event: self.go_up())
        for key, begins in {"slash": "/", "asciitilde": "~"}.items():
            self.list.tree.bind(f"<{key}>", lambda event, b=begins: self._type_path(b))  # type: ignore[misc]  # mypy does not know the type of a default
        self.bind("<Alt-Up>", lambda event: self.go_up())
        self.bind("<Destroy>", lambda event: self._job.close(), add=True)
        folder = Path(os.path.abspath(folder.expanduser()))
        while not self.go_to(folder) and folder.parent != folder:  # it is gone
            folder = folder.parent

    def ask_path(self) -> Path | None:
        """Show the dialog, wait, and return the path that was chosen."""
        self.run(self._field if self.action == SAVE else self.list.tree)
        return self.chosen

    @property
    def type(self) -> str:
        return self._type.get()

    # Parts

    def _build_path(self) -> None:
        row = ttk.Frame(self.body)
        if self.action != SAVE or self.winfo_screenheight() >= scale.pixels(self, _HIGH):
            row.pack(fill="x")
        self._button(row, "up", "The folder above  (Backspace)", self.go_up).pack(side="left")
        self._path = ttk.Entry(row)
        self._path.pack(side="left", fill="x", expand=True, padx="3p")
        self._path.bind("<Return>", lambda event: self._path_typed())
        Tooltip(self._path, "Type where to go  (Ctrl+L)")
        if self.action != OPEN:
            tip = (
                "A folder of levels is a pack: what is saved in it stands in a row below the board"
            )
            new = self._button(row, "new-folder", tip, self._ask_new_folder)
            new.configure(text="New folder", compound="left")
            new.pack(side="left")

    def _button(
        self, parent: tk.Misc, icon: str, tip: str, run: Callable[[], object]
    ) -> ttk.Button:
        options = {"compound": "image", "style": look.FLAT, "width": 0, "padding": "3p"}
        button = tool_button(parent, tip, run, tip, **options)
        look.set_icon(button, icon)
        return button

    def _build_places(self, parent: tk.Misc) -> None:
        frame = ttk.Frame(parent)
        room = scale.pixels(self, _PLACES - _BESIDE_NAME)
        if not self._is_low:
            frame.pack(side="left", fill="y", padx=(0, "6p"))
        frame.bind("<Configure>", lambda event: self._fit_places(event.height))
        for icon, name, path in places():
            text, go = short(readable(name), room, fonts.named(self)), partial(self.go_to, path)
            button = tool_button(frame, text, go, readable(str(path)), style=look.FLAT)
            button.configure(compound="left", padding="3p")
            look.set_icon(button, icon, look.SMALL_ICON)
            button.pack(anchor="w")
            self._places.append(button)

    def _fit_places(self, height: int) -> None:
        """Leave out the last places where they would be cut."""
        for number, button in enumerate(self._places, 1):
            pack_if(number * button.winfo_reqheight() <= height, button, anchor="w")

    def _build_preview(self, parent: tk.Misc, size: int) -> None:
        frame = ttk.Frame(parent, width=size)
        frame.pack_propagate(False)
        if self.action == OPEN and self.winfo_screenwidth() >= scale.pixels(self, _SIZE[0]):
            frame.pack(side="right", fill="y", padx=("6p", 0))
        self._picture = tk.Label(frame, borderwidth=0, background=look.colors_of(self).background)
        self._picture.pack(anchor="nw")
        self._words = ttk.Label(frame, style="Faint.TLabel", wraplength=size, justify="left")
        self._words.pack(anchor="nw", pady="4.5p")

    def _build_foot(self, name: str, type: str) -> None:
        foot = ttk.Frame(self.body)
        if self.action == SAVE or not self._is_low:
            foot.pack(side="bottom", fill="x")
        self._field = ttk.Entry(foot)
        if self.action == SAVE:
            ttk.Label(foot, text="Name").pack(side="left", padx=(0, "6p"))
            self._field.insert(0, name)
            self._field.pack(side="left", fill="x", expand=True, padx=(0, "9p"))
        self._hidden = tk.BooleanVar(self, False)
        self.hidden = ttk.Checkbutton(foot, text="Show hidden", variable=self._hidden)
        self.hidden.configure(command=self._filter)
        if self.action != SAVE or self.winfo_screenwidth() >= scale.pixels(self, _WIDE):
            self.hidden.pack(side="right", padx=("9p", 0))
        self._type = tk.StringVar(self, type)
        if self.types:
            names = list(self.types)
            types = ttk.Combobox(foot, values=names, textvariable=self._type, state="readonly")
            types.configure(width=min(max(map(len, names)) + 2, 26))
            types.pack(side="right")
            types.bind("<<ComboboxSelected>>", lambda event: self._type_chosen(types))

    # Going about

    def go_to(self, folder: Path, wanted: str = "") -> bool:
        """List a folder; if that is not possible, say why and stay."""
        try:
            self.list.show(folder, wanted)
        except FlowDeskError as error:
            self.tell(str(error))
            return False
        self.tell("")
        self._folder = folder
        self._path.delete(0, "end")
        self._path.insert(0, readable(str(folder)))
        self._path.xview_moveto(1)
        return True

    def go_up(self) -> str:
        """Go to the folder above, and select the one that we come from."""
        if self._folder.parent != self._folder:
            self.go_to(self._folder.parent, self._folder.name)
        return "break"

    def _type_path(self, begins: str = "") -> str:
        self._path.focus_set()
        if begins:
            self._path.delete(0, "end")
            self._path.insert(0, begins)
        else:
            self._path.selection_range(0, "end")
        return "break"

    def _path_typed(self) -> str:
        path = self._folder / Path(self._path.get()).expanduser()
        if path.is_dir():
            if self.go_to(path):
                self.list.tree.focus_set()
        elif self.action == SAVE:
            self._field.delete(0, "end")
            self._field.insert(0, path.name)
            self.go_to(path.parent)
        else:
            self._finish(path)
        return "break"

    def _filter(self) -> None:
        patterns = self.types.get(self._type.get(), "").lower().split()
        others = self.action != OPEN  # whoever saves sees what there is
        self.list.filter(patterns, hidden=self._hidden.get(), others=others)

    def _type_chosen(self, box: ttk.Combobox) -> None:
        box.selection_clear()
        self._filter()
        name = Path(self._field.get())
        first = self.types[self._type.get()].split()[0].removeprefix("*")
        known = {
            suffix.removeprefix("*") for text in self.types.values() for suffix in text.split()
        }
        if self.action == SAVE and name.suffix in known and first and name.suffix != first:
            self._field.delete(0, "end")
            self._field.insert(0, str(name.with_suffix(first)))

    # Choosing

    def _choose(self, listed: Listed) -> None:
        if self.action == SAVE and not listed.is_folder and has_focus(self.list.tree):
            self._field.delete(0, "end")
            self._field.insert(0, listed.name)
        self._job.cancel()
        self._shown = Glance(_HOW_TO_SEE) if listed.is_folder else None
        self._show_picture()
        if self.action == OPEN and not listed.is_folder:
            self._resting.start(_REST_MS, self._job.start, glance_at, listed.path)
        else:
            self._resting.stop()

    def _open(self, listed: Listed) -> None:
        if listed.is_folder:
            self.go_to(listed.path)
        elif self.action != FOLDER:
            self._accept(listed)

    def _accept(self, listed: Listed | None = None) -> bool:
        """Take what is chosen, or go into it; return whether the dialog is over."""
        listed = listed or self.list.chosen
        if self.action == FOLDER:
            in_list = listed and listed.is_folder and has_focus(self.list.tree)
            return self._finish(listed.path if listed and in_list else self._folder)
        if self.action == SAVE:
            return self._save()
        if listed is None:
            return False
        if listed.is_folder:
            self.go_to(listed.path)
            return False
        return self._finish(listed.path)

    def _save(self) -> bool:
        name = self._field.get().strip()
        if not name:
            self.tell("Type a name for the file.")
            self._field.focus_set()
            return False
        path = self._folder / Path(name).expanduser()
        if path.is_dir():
            self.go_to(path)
            return False
        if not path.parent.is_dir():
            self.tell(f"There is no folder {readable(str(path.parent))}.")
            return False
        if not path.suffix and (patterns := self.types.get(self._type.get(), "").split()):
            path = path.with_name(path.name + patterns[0].removeprefix("*"))
        return message.may_replace(self, path) and self._finish(path)

    def _finish(self, path: Path) -> bool:
        if self.action == OPEN and not path.exists():
            self.tell(f"There is no file {readable(path.name)}.")
            return False
        self.chosen = path
        self.answer = self.action
        self.destroy()
        return True

    def _ask_new_folder(self) -> None:
        dialog = Dialog(self, "New folder")
        field = ttk.Entry(dialog.body, width=30)
        field.insert(0, "New folder")
        field.pack(fill="x")

        def make() -> Path:
            path = self._folder / field.get().strip()
            try:
                path.mkdir()
            except OSError as error:
                raise FlowDeskError(f"No folder was made: {reason(error)}.") from error
            return path

        made = dialog.ask("Make", make, field)
        if made:
            self.go_to(made)

    # The preview

    def _handle(self, event: Event) -> None:
        match event:
            case Done(Glance() as glance):
                self._shown = glance
            case _:
                self._shown = Glance("There is no preview.")
        self._show_picture()

    def _show_picture(self) -> None:
        level = self._shown.level if self._shown else None
        photo = self._thumbnails.picture(level) if level else None
        self._picture.configure(image=photo or "")
        self._words.configure(text=self._shown.text if self._shown else "")


def places() -> list[tuple[str, str, Path]]:
    """Return where people look for files: an icon, a name and a folder each, each folder once."""
    home = Path.home()
    found = [("home", "Home", home)]
    found += [("folder", name, home / name) for name in ("Documents", "Desktop", "Downloads")]
    found.append(("puzzle", "Puzzles", shipped("puzzles")))
    known = {path.resolve() for *_, path in found}
    recent = dict.fromkeys(Path(name).parent for name in load_settings().recent)
    others = [path for path in recent if path.resolve() not in known]
    found += [("recent", path.name or "/", path) for path in others[:_MOST_RECENT]]
    for above in (Path("/media") / home.name, Path("/run/media") / home.name, Path("/mnt")):
        try:
            names = sorted(above.iterdir())
        except OSError:
            continue
        found += [("disk", path.name, path) for path in names if os.path.ismount(path)]
    once: dict[Path, tuple[str, str, Path]] = {}
    for place in found:
        if place[2].is_dir():
            once.setdefault(place[2].resolve(), place)
    return list(once.values())

"""ScreenGrab: hides the windows, takes a picture of the screen, and lets a part of it be chosen."""

from __future__ import annotations

import contextlib
import tkinter as tk
from collections.abc import Callable
from typing import TypeAlias

from PIL import Image, ImageTk

from flowdesk.app import fonts
from flowdesk.app.dialogs import message
from flowdesk.app.look import DARK
from flowdesk.app.scale import pixels
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.app.widgets.toplevel import Top, is_maximised, maximise
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress, Refused
from flowdesk.scan.loading import grab_board

#: Milliseconds until a desktop has faded out the windows that were hidden.
_FADED_MS = 350


class ScreenGrab:
    """`on_part` gets the part of the screen that was chosen."""

    def __init__(self, shell: Shell, on_part: Callable[[Image.Image], object]) -> None:
        self._shell = shell
        self._on_part = on_part
        self._job = Job(jobs_of(shell.root), self._handle)
        self._timer = Timer(shell.root)
        self._hidden: list[tuple[tk.Tk | tk.Toplevel, bool]] = []  # whether they were maximised
        self.chooser: PartChooser | None = None
        shell.at_end(self._timer.stop, self._job.close)

    def start(self) -> None:
        if self._hidden:
            return
        root = self._shell.root
        jobs_of(root).warm_up()
        self._shell.say("")
        self._near = root.winfo_rootx() + root.winfo_width() // 2, root.winfo_rooty()
        for window in (root, *root.winfo_children()):
            if not isinstance(window, (tk.Tk, tk.Toplevel)) or window.overrideredirect():
                continue
            if window.state() in ("normal", "zoomed"):
                self._hidden.append((window, is_maximised(window)))
                window.withdraw()
        root.update_idletasks()
        self._timer.start(_FADED_MS, self._job.start, grab_board)

    def _handle(self, event: Event) -> None:
        match event:
            case Progress(picture):
                self._choose_part(picture)
            case Done(board):
                if self.chooser and board:
                    self.chooser.propose(board)
            case _ if self.chooser:
                pass  # without a proposal the part can be chosen as well
            case Refused(reason=reason):
                self._show_again()
                message.show_message(self._shell.root, "Nothing was grabbed", reason)
            case Died() | Failed():
                self._show_again()
                self._shell.tell_end("Nothing was grabbed: the process", event)

    def _choose_part(self, picture: Image.Image) -> None:
        def chosen(part: Box | None) -> None:
            self._job.cancel()
            self._show_again()
            if self.chooser:
                self.chooser.destroy()
                self.chooser = None
            if part is None:
                self._shell.say("Nothing was grabbed.")
            else:
                self._timer.when_idle(self._on_part, picture.crop(part))

        self.chooser = PartChooser(self._shell.root, picture, chosen, self._near)
        self.chooser.appear()

    def _show_again(self) -> None:
        for window, was_maximised in reversed(self._hidden):
            window.deiconify()
            if was_maximised:
                maximise(window)
        self._hidden.clear()
        self._shell.root.lift()
        self._shell.root.focus_force()


#: Left, top, right and bottom in pixels, the last two exclusive.
Box: TypeAlias = tuple[int, int, int, int]

#: How bright the picture is outside the part; how far the pointer moves in a click, and how large
#: a part is at least, in points.
_DIM, _CLICK, _LEAST = 0.45, 3, 12
#: What a text has round it on its plate, across and down; and points of the plate beside the part.
_AROUND, _BESIDE = ("7.5p", "4.5p"), 4.5
_BELOW_EDGE, _AT_SIDES = 36, 24
_HINT = "Drag over a board, or click to take the whole screen. Esc cancels."
_PROPOSAL = "Click in it or press Enter to take this board, or drag over another. Esc cancels."


def _scaled(box: Box, of: tuple[int, int], to: tuple[int, int]) -> Box:
    left, top, right, bottom = (
        round(value * to[axis % 2] / of[axis % 2]) for axis, value in enumerate(box)
    )
    return left, top, right, bottom


def _between(start: tuple[int, int], end: tuple[int, int]) -> Box:
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(start, end, strict=True))
    return left, top, right, bottom


class PartChooser(Top):
    """Hides and calls `on_choice` once, with the chosen part of the picture or None.

    Destroy it when another window has the focus: Tk crashes otherwise.
    `near` is a point of the screen, on the monitor where the hint is to be.
    """

    def __init__(
        self,
        parent: tk.Misc,
        picture: Image.Image,
        on_choice: Callable[[Box | None], object],
        near: tuple[int, int],
    ) -> None:
        super().__init__(parent, background="black", cursor="crosshair")
        self.withdraw()
        self.overrideredirect(True)
        left, top = self.winfo_vrootx(), self.winfo_vrooty()
        size = self.winfo_vrootwidth(), self.winfo_vrootheight()
        self.geometry(f"{size[0]}x{size[1]}+{left}+{top}")
        self._on_choice = on_choice
        self._whole: Box = 0, 0, *picture.size
        self._shown = size  # of the picture on the screen, in pixels
        self._start: tuple[int, int] | None = None
        self._end = (0, 0)
        self._board: Box | None = None
        shown = picture if picture.size == size else picture.resize(size)
        self._bright = ImageTk.PhotoImage(shown, master=self)
        self._dimmed = ImageTk.PhotoImage(shown.point(lambda value: value * _DIM), master=self)
        self._ground = _canvas(self)
        self._ground.create_image(0, 0, image=self._dimmed, anchor="nw")
        self._ground.pack(fill="both", expand=True)
        # A widget of its own shows the part bright: Tk cuts it off at its border.
        self._part = _canvas(self._ground)
        self._part.create_image(0, 0, image=self._bright, anchor="nw", tags="picture")
        self._hole = self._ground.create_window(0, 0, window=self._part, anchor="nw")
        self._frame = self._ground.create_rectangle(0, 0, 0, 0, outline=DARK.accent, width="1.5p")
        self._near = near[0] - left, max(near[1] - top, 0) + pixels(self, _BELOW_EDGE)
        self._hint, self._size = self._label(), self._label()
        self._say(self._hint, _HINT, *self._near, 0.5, 0)
        self._show(None)
        for event, call in {
            "<ButtonPress-1>": self._press,
            "<B1-Motion>": self._drag,
            "<ButtonRelease-1>": self._release,
            "<Return>": lambda event: self._accept(),
            "<KP_Enter>": lambda event: self._accept(),
            "<Escape>": lambda event: self._choose(None),
            "<ButtonPress-3>": lambda event: self._choose(None),
        }.items():
            self.bind(event, call)

    def appear(self) -> None:
        """Cover the screen, and take what is pressed; a key may end that before all is seen."""
        self.deiconify()
        self.attributes("-topmost", True)
        self.lift()
        try:
            self.wait_visibility()
            with contextlib.suppress(tk.TclError):  # another program holds the pointer
                # For all programs, because no window manager gives this window the keys.
                self.grab_set_global()
            self.update()  # Tk forgets the focus when it learns that the hidden windows lost it
            if self.state() == "normal":
                self.focus_force()
        except tk.TclError:
            if self.winfo_exists():
                raise

    def propose(self, board: Box) -> None:
        """Show a board that was found, which a click takes, unless a part is dragged already."""
        if self._start is None:
            self._board = board
            self._say(self._hint, _PROPOSAL, *self._near, 0.5, 0)
            self._show(self._on_screen(board))

    # The pointer

    def _point(self, event: tk.Event[tk.Misc]) -> tuple[int, int]:
        return event.x_root - self.winfo_rootx(), event.y_root - self.winfo_rooty()

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._start = self._end = self._point(event)

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        if self._start is not None:
            self._end = self._point(event)
            if self._is_dragged():
                self._show(_between(self._start, self._end))

    def _release(self, event: tk.Event[tk.Misc]) -> None:
        if self._start is None:
            return
        self._end = self._point(event)
        if self._is_dragged():
            self._choose(self._in_picture(_between(self._start, self._end)))
        elif self._is_clicked():
            self._accept()
        else:  # what is too thin for a board, or a click elsewhere, is a mistake
            self._start = None
            self._show(self._on_screen(self._board) if self._board else None)

    @property
    def _moved(self) -> tuple[int, int]:
        (left, top), (right, bottom) = self._start or self._end, self._end
        return abs(right - left), abs(bottom - top)

    def _is_dragged(self) -> bool:
        return min(self._moved) >= pixels(self, _LEAST)

    def _is_clicked(self) -> bool:
        """Whether the pointer was pressed and released in the board, or anywhere if none is lit."""
        left, top, right, bottom = self._on_screen(self._board or self._whole)
        x, y = self._end
        return max(self._moved) <= pixels(self, _CLICK) and left <= x < right and top <= y < bottom

    def _accept(self) -> None:
        self._choose(self._board or self._whole)

    def _choose(self, part: Box | None) -> None:
        self.grab_release()
        self.withdraw()
        self._on_choice(part)

    # Showing

    def _in_picture(self, box: Box) -> Box:
        """Return the part of the picture in a box on the screen."""
        left, top, right, bottom = _scaled(box, self._shown, self._whole[2:])
        return max(0, left), max(0, top), min(self._whole[2], right), min(self._whole[3], bottom)

    def _on_screen(self, part: Box) -> Box:
        return _scaled(part, self._whole[2:], self._shown)

    def _show(self, box: Box | None) -> None:
        """Show a part of the screen bright, with its size in pixels of the picture."""
        ground = self._ground
        for item in (self._hole, self._frame):
            ground.itemconfigure(item, state="normal" if box else "hidden")
        if box is None:
            self._size.place_forget()
            return
        left, top, right, bottom = box
        ground.coords(self._hole, left, top)
        ground.itemconfigure(self._hole, width=max(1, right - left), height=max(1, bottom - top))
        self._part.coords("picture", -left, -top)
        ground.coords(self._frame, left - 1, top - 1, right + 1, bottom + 1)
        part = self._in_picture(box)
        text, beside = f"{part[2] - part[0]} × {part[3] - part[1]}", pixels(self, _BESIDE)
        if top < pixels(self, _BELOW_EDGE):
            self._say(self._size, text, right, bottom + beside, 1, 0)
        else:
            self._say(self._size, text, right, top - beside, 1, 1)

    def _label(self) -> tk.Label:
        label = tk.Label(self._ground, background=DARK.raised, foreground=DARK.text)
        label.configure(font=fonts.TEXT, borderwidth=0, padx=_AROUND[0], pady=_AROUND[1])
        label.configure(wraplength=self._shown[0] - pixels(self, _AT_SIDES))
        return label

    def _say(self, label: tk.Label, text: str, x: int, y: int, across: float, down: float) -> None:
        """Show a text within the screen, of which (x, y) is these shares right and below."""
        label.configure(text=text)
        width, height = label.winfo_reqwidth(), label.winfo_reqheight()
        left = min(max(round(x - across * width), 0), self._shown[0] - width)
        top = min(max(round(y - down * height), 0), self._shown[1] - height)
        label.place(x=left, y=top)


def _canvas(parent: tk.Misc) -> tk.Canvas:
    return tk.Canvas(parent, highlightthickness=0, borderwidth=0, background="black")

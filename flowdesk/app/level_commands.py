"""Commands for the whole level: cut, copy, paste, resize, rotate, flip, swap and clear."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flowdesk.app.actions import NOT_THIS_KIND, Command
from flowdesk.app.dialogs import fields as field_dialogs
from flowdesk.app.dialogs import message
from flowdesk.app.files import Files
from flowdesk.app.front import Front
from flowdesk.app.incoming import clipboard_text
from flowdesk.app.modes.selection import Clip
from flowdesk.app.palette_panel import swap_items
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import TURNS, Area
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.publishing import results
from flowdesk.formats.registry import JSON, doubt, format_named, holding, losses, read_pasted
from flowdesk.kinds.editor import Part
from flowdesk.kinds.entry import SOLUTION, Entry, Format
from flowdesk.kinds.table import kind_of


class LevelCommands:
    """Each command that changes the level is one step of undo.

    `paste_picture` pastes what is no text, or shows a sentence on why nothing was pasted;
    `paste_results` takes the results of players.
    """

    def __init__(
        self,
        front: Front,
        files: Files,
        paste_picture: Callable[[str], object],
        paste_results: Callable[[str], object],
    ) -> None:
        self._front = front
        self._shell = front.shell
        self._files = files
        self._paste_picture, self._paste_results = paste_picture, paste_results

    @property
    def commands(self) -> dict[str, Command]:
        edit = self._front.edit

        def can_shape() -> bool:
            return edit.kind.shaping is not None

        def what() -> str:
            return "(selection)" if edit.selection.part else ""

        return {
            "Cut as {text}": Command(self.cut, object=what),
            "Copy as {text}": Command(self.copy, object=what),
            "Copy as puzz.link link": Command(lambda: self.copy("link"), object=what),
            "Copy as FlowDesk JSON": Command(lambda: self.copy("json"), object=what),
            "Paste a puzzle": Command(self.paste),
            "Select all": Command(self.select_all, can_shape),
            "Resize ...": Command(self.resize, can_shape),
            **{
                turn.capitalize(): Command(partial(self.turn, turn), can_shape, object=what)
                for turn in TURNS
            },
            "Swap two {items} ...": Command(
                self.swap, refusal=lambda: "" if edit.kind.coloring else NOT_THIS_KIND
            ),
            "Clear": Command(partial(self.clear, "clear"), object=what),
        }

    def copy(self, key: str = "") -> bool:
        """Copy the level, or what is selected of it, in the format with this key.

        Without a key, that is the first one of its kind that holds it. Return whether that was
        possible.
        """
        part = self._front.edit.selection.part
        if part and not (alone := puzzle_of(part)):
            item = kind_of(part.puzzle).drawing.item_at(part.puzzle, part.area.corner, None)
            self._put_on_clipboard(f"{item or '.'}\n", part)
            self._shell.say("Copied a single cell.")
            return True
        root, entries = self._shell.root, [Entry(alone) if part else self._front.document.entry]
        own = holding(entries[0].level)
        format = format_named(key) if key else own[0] if own else JSON
        if part and not key and not _can_be_pasted(format, entries):
            format = JSON  # such as a single row, which is no map among other text
        try:
            text = format.write(entries)
            lost = [loss for loss in losses(format, entries) if loss != SOLUTION]
        except FormatError as error:
            hint = "Edit > Copy as FlowDesk JSON holds everything."
            text = f"Not copied as {format.name}: {error.message} {hint}"
            message.show_message(root, "Not copied", text)
            return False
        if text.count("\n") == 1:
            text = text.rstrip("\n")  # a link goes into lines where no line may end
        self._put_on_clipboard(text, part)
        what = "Copied the selection" if part else "Copied"
        self._shell.say(f"{what} as {format.name}{message.without(lost)}.")
        return True

    def _put_on_clipboard(self, text: str, part: Part[Puzzle] | None) -> None:
        root = self._shell.root
        root.clipboard_clear()
        root.clipboard_append(text)
        self._shell.shared.clip = Clip(part, text) if part else None

    def cut(self) -> None:
        if self.copy():
            self.clear("cut")

    def select_all(self) -> None:
        self._front.edit.choose_selecting()
        self._front.edit.selection.select_all()

    def paste(self) -> None:
        """Open the level on the clipboard, which may be a part of a text, or be in a picture.

        A part that was copied, or with a tool that selects any level that fits on the board, floats
        until it is placed. Else it goes into the open pack. Without one, unsaved work is replaced
        in a step that can be undone; a saved file is left alone, and the level opens in a new tab.
        """
        root, document = self._shell.root, self._front.document
        try:
            text = clipboard_text(root)
            if self._paste_part(text):
                return
            if results.is_in(text):
                self._paste_results(text)
                return
            entries = read_pasted(text)
        except FormatError as error:
            self._paste_picture(message.no_level(error))
            return
        except FlowDeskError as error:
            message.show_message(root, "Not pasted", str(error))
            return
        if len(entries) == 1 and self._front.edit.tool.select and self._may_float(entries[0].level):
            level = entries[0].level
            self._float(Part(level, Area.of_board(level.width, level.height)))
        elif len(entries) == 1 and not document.is_saved and not self._files.pack():
            document.apply("paste", entries[0].level)
            self._front.edit.begin_anew()
            said = "Pasted over the puzzle; undo brings it back."
            self._shell.say(f"{doubt(entries[0])} {said}".strip())
            message.show_remarks(root, entries[0].remarks)
        else:
            self._files.take_in("paste", entries, "Pasted")

    def _paste_part(self, text: str) -> bool:
        """Let the part float that was copied with a text; return whether it was."""
        clip: Clip | None = self._shell.shared.clip
        is_it = bool(clip and clip.text == text and self._is_of_kind(clip.part.puzzle))
        if clip and is_it:
            self._float(clip.part)
        return is_it

    def _float(self, part: Part[Puzzle]) -> None:
        edit = self._front.edit
        edit.choose_selecting()
        edit.selection.float(part, edit.cursor.target)

    def _is_of_kind(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle may float above the board, which must not be played."""
        edit, is_edited = self._front.edit, self._front.session.hands is self._front.edit
        return is_edited and puzzle.kind == edit.kind.key and bool(edit.kind.shaping)

    def _may_float(self, puzzle: Puzzle) -> bool:
        level = self._front.document.level
        fits = puzzle.width <= level.width and puzzle.height <= level.height
        return fits and self._is_of_kind(puzzle)

    def resize(self) -> None:
        level, shaping = self._front.edit.level, self._front.edit.kind.shaping
        if shaping and (resized := field_dialogs.ask_resize(self._shell.root, level, shaping)):
            self._front.document.apply("resize", resized)

    def turn(self, turn: str) -> None:
        edit, shaping = self._front.edit, self._front.edit.kind.shaping
        try:
            if not edit.selection.turn(turn) and shaping:
                self._front.document.apply(turn, shaping.turned(edit.level, turn))
        except ValueError as error:  # turned hexagons can need a larger board
            self._shell.say(str(error))

    def swap(self) -> None:
        edit = self._front.edit
        items = edit.kind.editing.palette(edit.level, edit.item)
        chosen = field_dialogs.ask_two_items(self._shell.root, items, edit.item)
        if chosen:
            swap_items(self._front.document, *chosen)

    def clear(self, name: str) -> None:
        edit = self._front.edit
        if not edit.selection.clear(f"{name} selection"):
            self._front.document.apply(name, edit.kind.editing.cleared(edit.level))


def puzzle_of(part: Part[Puzzle]) -> Puzzle | None:
    """Return a part as a puzzle of its own, or None if it is too small for one."""
    kind, area = kind_of(part.puzzle), part.area
    assert kind.shaping, "or there would be no part"
    if kind.size_problem(area.width, area.height):
        return None
    puzzle: Puzzle = kind.shaping.alone(part)
    return puzzle


def _can_be_pasted(format: Format, entries: list[Entry]) -> bool:
    """Whether a puzzle is found again in its text."""
    try:
        (found,) = read_pasted(format.write(entries))
    except (FormatError, ValueError):
        return False
    return bool(found.level.is_same_puzzle(entries[0].level))

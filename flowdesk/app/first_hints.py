"""FirstHints: how to begin, drawn on the empty board of a first start, until it has been done."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFilter, ImageTk

from flowdesk.app import fonts
from flowdesk.app.front import Front
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.draw.raster import SpriteSheet, paint
from flowdesk.draw.scene import Scene
from flowdesk.draw.theme import Look, between, text_color
from flowdesk.kinds.editor import FirstStep
from flowdesk.kinds.table import board_scene, kind_of

_CELL, _SMALL_CELL = 18, 9  # points of a cell in the pictures
_GAP = 6  # points
_TAG = "first-hints"
_FINER = 4  # arrows are drawn this many times larger, then reduced


class FirstHints:
    """Shows the first steps of the kind of puzzle that are not done yet.

    On an empty board they stand in its middle, later the next one below the board. The pointer does
    not notice them.
    """

    def __init__(self, front: Front) -> None:
        self._front, self._view = front, front.view
        self._shell, self._theming = front.shell, front.theming
        self._began_empty = False
        self._photos: list[ImageTk.PhotoImage] = []
        self._drawn: object = None
        self._drawing = Timer(self._view)
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.hear(lambda tab: tab.session.stage.changed, self._stage_changed)
        front.switched.connect(lambda: self._document_changed(DocumentEvent.OPENED), front.shell)
        front.theming.changed.connect(self._draw_soon, front.shell)
        self._view.moved.connect(self._draw_soon, front.shell)

    @property
    def steps(self) -> list[FirstStep[Puzzle]]:
        is_shown = self._began_empty and self._shell.settings.first_hints
        if not is_shown or self._front.stage.mode:
            return []
        kind, learned = self._front.stage.kind, self._shell.settings.learned
        steps = kind.editing.first_steps
        return [step for step in steps if f"{kind.key} {step.name}" not in learned]

    def show(self) -> None:
        """Show all steps again, also those that were done."""
        self._shell.remember(first_hints=True, learned=())
        self._draw_soon()

    def hide(self) -> bool:
        """Never show any again; return whether there were any."""
        are_shown = bool(self.steps)
        if are_shown:
            self._shell.remember(first_hints=False)
            self._draw()
        return are_shown

    def _document_changed(self, what: DocumentEvent) -> None:
        level = self._front.document.level
        if what is DocumentEvent.OPENED:
            self._began_empty = self._front.stage.kind.is_empty(level)
        else:
            self._learn([step for step in self.steps if self._is_done(step, level)])
        self._draw_soon()

    def _is_done(self, step: FirstStep[Puzzle], level: Puzzle) -> bool:
        """Whether a step is done: to see a solution, once one is drawn."""
        if step.is_done:
            return bool(step.is_done(level))
        playing = self._front.stage.kind.playing
        return playing is not None and playing.progress(level).is_solved

    def _stage_changed(self) -> None:
        mode = self._front.stage.mode
        if self._began_empty and mode and mode.solution:
            steps = self._front.stage.kind.editing.first_steps
            self._learn([step for step in steps if step.is_done is None])
        self._draw_soon()

    def _learn(self, steps: list[FirstStep[Puzzle]]) -> None:
        learned = self._shell.settings.learned
        names = (f"{self._front.stage.kind.key} {step.name}" for step in steps)
        if new := tuple(name for name in names if name not in learned):
            self._shell.remember(learned=(*learned, *new))

    # Drawing

    def _draw_soon(self) -> None:
        """Draw once all is as it will be seen: a new tab is empty for a moment."""
        if not self._drawing.running:
            self._drawing.when_idle(self._draw)

    def _draw(self) -> None:
        view, steps = self._view, self.steps
        if not steps and not self._photos:
            return
        is_empty = self._front.stage.kind.is_empty(self._front.document.level)
        room = view.winfo_width(), view.winfo_height(), *view.board
        state = tuple(step.name for step in steps), is_empty, room, self._theming.theme
        if state == self._drawn:
            return
        self._drawn = state
        view.delete(_TAG)
        self._photos.clear()
        if steps and is_empty:
            self._draw_on_board(steps)
        elif steps:
            self._draw_below(steps[0])

    def _draw_on_board(self, steps: list[FirstStep[Puzzle]]) -> None:
        """Draw the steps one below the other, as many as there is room for."""
        view, gap, theme = self._view, pixels(self._view, _GAP), self._theming.theme
        left, top, right, bottom = view.board
        room, end = right - left - 2 * gap, 0
        for step in steps:
            picture = self._picture(step, _CELL)
            if picture.width > room:
                picture = self._picture(step, _SMALL_CELL)
            start = end + 2 * gap if end else 0
            image = view.create_image(0, start, image=self._photo(picture), anchor="n", tags=_TAG)
            y, place = start + picture.height + gap // 2, {"anchor": "n", "justify": "center"}
            ink, room = text_color(theme.cell), max(room, 1)
            text = fonts.write(view, 0, y, self._words(step), ink, width=room, **place)
            view.addtag_withtag(_TAG, text)
            if view.bbox(text)[3] > bottom - top - 2 * gap:
                view.delete(image, text)
                break
            end = view.bbox(text)[3]
        if not end:
            return  # the board is too small for any
        x, y = (left + right) // 2, (top + bottom) // 2
        around = view.bbox(_TAG)
        view.move(_TAG, x - (around[0] + around[2]) // 2, y - (around[1] + around[3]) // 2)
        size = around[2] - around[0], around[3] - around[1]
        ground = self._photo(self._glow(*size, 2 * gap, (right - left, bottom - top)))
        view.tag_lower(view.create_image(x, y, image=ground, tags=_TAG), _TAG)

    def _draw_below(self, step: FirstStep[Puzzle]) -> None:
        """Draw one step below the board, if that leaves a margin at the lower edge."""
        view, gap, theme = self._view, pixels(self._view, _GAP), self._theming.theme
        words, font = self._words(step), fonts.named(view)
        if view.winfo_height() - view.board[3] < font.metrics("linespace"):
            return
        picture = self._photo(self._picture(step, _SMALL_CELL))
        wide = font.measure(words) + gap + picture.width()
        left = view.board[0]  # beside which are the numbers of rows
        has_room = left + wide < view.winfo_width() - gap
        shown = wide if has_room else font.measure(words)
        x = max(left, (view.winfo_width() - shown) // 2)
        y = view.winfo_height() - pixels(view, 9)
        if has_room:
            view.create_image(x, y, image=picture, anchor="w", tags=_TAG)
            x += picture.width() + gap
        color = between(theme.ground, text_color(theme.ground), 0.65)
        view.addtag_withtag(_TAG, fonts.write(view, x, y, words, color, anchor="w"))

    def _words(self, step: FirstStep[Puzzle]) -> str:
        return step.text.format(solve=self._shell.key("Solve"))

    def _photo(self, picture: Image.Image) -> ImageTk.PhotoImage:
        photo = ImageTk.PhotoImage(picture, master=self._view)
        self._photos.append(photo)
        return photo

    def _picture(self, step: FirstStep[Puzzle], points: int) -> Image.Image:
        """Return the boards before and after a step, and an arrow from one to the other."""
        theme, cell = self._theming.theme, pixels(self._view, points)
        sheet = SpriteSheet(Look(theme, cell, transparent=True))
        before, after = (paint(_scene(puzzle), sheet) for puzzle in (step.before, step.after))
        (width, height), long = before.size, 2 * cell
        picture = Image.new("RGBA", (2 * width + long, height))
        picture.paste(before, (0, 0))
        picture.paste(after, (width + long, 0))
        arrow = Image.new("L", (_FINER * long, _FINER * height))
        draw, unit = ImageDraw.Draw(arrow), _FINER * cell / 8
        middle, tip = arrow.height / 2, arrow.width - 3 * unit
        draw.line((3 * unit, middle, tip - 2 * unit, middle), fill=255, width=round(unit))
        head = [(tip, middle), (tip - 3 * unit, middle - 2 * unit)]
        draw.polygon([*head, (tip - 3 * unit, middle + 2 * unit)], fill=255)
        ink = text_color(theme.cell)
        mask = arrow.reduce(_FINER)
        picture.paste(Image.new("RGBA", mask.size, ink), (width, 0), mask)
        return picture

    def _glow(self, width: int, height: int, around: int, most: tuple[int, int]) -> Image.Image:
        """Return a ground in the colour of cells on which text can be read, without an edge.

        It is no larger than the board, whose size is the most.
        """
        size = width + 4 * around, height + 4 * around
        mask = Image.new("L", size)
        box = (around, around, size[0] - around, size[1] - around)
        ImageDraw.Draw(mask).rounded_rectangle(box, radius=2 * around, fill=235)
        glow = Image.new("RGBA", size, self._theming.theme.cell)
        glow.putalpha(mask.filter(ImageFilter.GaussianBlur(around / 2)))
        across, down = (max(0, own - least) // 2 for own, least in zip(size, most, strict=True))
        return glow.crop((across, down, size[0] - across, size[1] - down))


def _scene(puzzle: Puzzle) -> Scene:
    kind = kind_of(puzzle)
    drawn = kind.drawing.drawn_answer(puzzle)
    return board_scene(puzzle, kind.drawing.segments(puzzle, drawn) if drawn else {})

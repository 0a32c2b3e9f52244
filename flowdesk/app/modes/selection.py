"""Selection: the cells that are selected, and the part that floats above the board."""

from __future__ import annotations

from dataclasses import dataclass

from flowdesk.app.stage import Stage
from flowdesk.core.edit import Gesture
from flowdesk.core.grid import STEPS, Area, Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.editor import Move, Part, floating

_HOW_TO_PLACE = "Click or Enter places it, arrows move it, Escape cancels."


@dataclass(frozen=True)
class Clip:
    """A part that was copied, and the text of it on the clipboard."""

    part: Part[Puzzle]
    text: str


class Selection:
    """The selected `area`, and the `ghost` of a part that is placed by a click or Enter."""

    def __init__(self, stage: Stage) -> None:
        self.area: Area | None = None
        self.ghost: Move[Puzzle] | None = None
        self._stage, self._document = stage, stage.document
        self._say = stage.shell.say
        stage.theming.changed.connect(self._show, stage.shell)

    @property
    def part(self) -> Part[Puzzle] | None:
        """What is selected or floats, if anything."""
        if self.ghost:
            return self.ghost.part
        return Part(self._document.level, self.area) if self.area else None

    # What is selected

    def select(self, area: Area | None) -> None:
        """Select cells instead of those before, and give up the ghost."""
        self.ghost, self.area = None, area
        self._show()

    def select_all(self) -> None:
        level = self._document.level
        self.select(Area.of_board(level.width, level.height))
        self.tell_size()

    def tell_size(self) -> None:
        if area := self.area:
            self._say(f"Selected: {area.width} × {area.height} cells.")

    def preview(self, gesture: Gesture[Puzzle] | None) -> None:
        """Show what a gesture selects and moves so far; None ends that."""
        area, puzzle = (gesture.area, gesture.preview) if gesture else (self.area, None)
        if puzzle is self._document.level:
            puzzle = None  # the drag is where it began
        self._stage.frame("selection", area, self._stage.theming.colors.accent)
        self._stage.set_preview(puzzle, frozenset(area.cells) if area and puzzle else ())

    def fit(self) -> None:
        """Give up the ghost, and what is selected unless it is on the board, which has changed."""
        level = self._document.level
        if self.ghost or (self.area and not self.area.inside(level.width, level.height)):
            self.select(self.area.within(level.width, level.height) if self.area else None)

    def escape(self) -> bool:
        """Give up the ghost, else what is selected; return whether there was something."""
        was_there = bool(self.ghost or self.area)
        if self.ghost:
            self._say("Nothing was pasted.")
        self.select(self.area if self.ghost else None)
        return was_there

    # What is done with it

    def clear(self, name: str) -> bool:
        """Remove what is selected, or give up the ghost; return whether there was something."""
        shaping, area = self._stage.kind.shaping, self.area
        if self.ghost:
            self.select(area)
        elif area and shaping:
            self._document.apply(name, shaping.emptied(self._document.level, area))
        else:
            return False
        return True

    def turn(self, turn: str) -> bool:
        """Turn the ghost, or what is selected; return whether there is something."""
        kind, level, area = self._stage.kind, self._document.level, self.area
        if not (kind.shaping and (self.ghost or area)):
            return False
        if self.ghost:
            self._float(self.ghost.turned(turn))
        elif area:
            part = kind.shaping.turned_part(Part(level, area), turn)
            width, height = part.area.width, part.area.height
            if width > level.width or height > level.height:
                too = "wide" if width > level.width else "high"
                self._say(f"Turned, the selection would be too {too} for the board.")
                return True
            x, y = area.corner
            at = min(x, level.width - width), min(y, level.height - height)
            turned, remark = kind.shaping.placed(kind.shaping.emptied(level, area), part, at)
            self._document.apply(f"{turn} selection", turned)
            self.select(part.area.moved(at))
            if remark:
                self._say(remark)
        return True

    # The ghost

    def float(self, part: Part[Puzzle], cell: Cell | None) -> None:
        """Let a part float at a cell, or where it was taken from."""
        shaping, level = self._stage.kind.shaping, self._document.level
        assert shaping, "kinds with a tool that selects have it"
        x, y = part.area.corner
        at = max(0, min(x, level.width - 1)), max(0, min(y, level.height - 1))
        self._float(floating(shaping, level, part, at))
        if cell:
            self.follow(cell)
        self._say(_HOW_TO_PLACE)

    def follow(self, cell: Cell | None) -> None:
        """Move the ghost to the pointer."""
        if self.ghost and cell:
            self._float(self.ghost.to_cell(cell))

    def step(self, side: str) -> bool:
        """Move the ghost by a cell; return whether there is one."""
        if self.ghost:
            self._float(self.ghost.stepped(STEPS[side]))
        return self.ghost is not None

    def place(self) -> bool:
        """Place the ghost, and select what was placed; return whether there was one."""
        ghost = self.ghost
        if ghost is None:
            return False
        self.select(ghost.area)
        self._document.apply(ghost.name, ghost.result)
        if ghost.problem:
            self._say(ghost.problem)
        return True

    def _float(self, ghost: Move[Puzzle]) -> None:
        self.ghost = ghost
        self.preview(ghost)

    def _show(self) -> None:
        self.preview(self.ghost)

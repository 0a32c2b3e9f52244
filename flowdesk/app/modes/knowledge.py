"""What is known of a level, on the board: two solutions, maps of what is certain or hard, hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain

from flowdesk.app.modes.level_mode import LevelMode, outline
from flowdesk.app.stage import Stage
from flowdesk.app.timers import jobs_of
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Area, Cell, Edge, by_row, places
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.desk.knowledge.inspector import Inspector
from flowdesk.desk.knowledge.verdict import edge_shares
from flowdesk.desk.publishing.results import (
    NOBODY,
    PlayerFigures,
    collected_near,
    figures_text,
    wrong_turns,
)
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed
from flowdesk.draw.scene import Tile
from flowdesk.kinds.answers import Trace

DIM = Tile("cell", strength=0.3)  # over cells that a hint is not about


class KnowledgeMode(LevelMode):
    def __init__(self, stage: Stage, inspector: Inspector) -> None:
        super().__init__(stage)
        self._inspector = inspector


class TwoSolutions(KnowledgeMode):
    """One of the two solutions that the check has found."""

    solution: Answer | None = None

    @property
    def can_flip(self) -> bool:
        check = self._inspector.known.check
        return check is not None and len(check.solutions) == 2

    def flip(self) -> None:
        """Show the other of the two solutions, with the cells outlined that differ."""
        check = self._inspector.known.check
        assert check, "`can_flip` says so"
        number = 1 if self.solution == check.solutions[0] else 0
        self.solution = check.solutions[number]
        self.display(
            self._stage.segments(self.solution), above=outline(check.differs, self._stage.level)
        )
        which = "Another" if number else "One"
        self.sentence = f"{which} solution; outlined cells differ."
        self._shell.say(self.sentence, check.differs)

    def left(self) -> None:
        super().left()
        self.solution = None


class CertaintyMap(KnowledgeMode):
    """The map, which follows the level until it is switched off."""

    def __init__(self, stage: Stage, inspector: Inspector) -> None:
        super().__init__(stage, inspector)
        inspector.changed.connect(self._knowledge_changed, stage.shell)

    @property
    def can_show(self) -> bool:
        return self._stage.kind.counting is not None

    def toggle(self) -> None:
        if self.is_on:
            self._stage.show_level_alone()
        else:
            self._stage.show(self)
            self._inspector.check_now()
            self._knowledge_changed()

    def level_changed(self, before: Puzzle) -> bool:
        """Show nothing until this level is checked."""
        self.display()
        return True

    def _knowledge_changed(self) -> None:
        if self.is_on:
            self._inspector.find_certain_edges()
            known = edge_shares(self._inspector.known)
            shares = {**dict.fromkeys(known.open, 0.5), **known.shares}
            map_tiles = self._stage.kind.drawing.map_tiles
            self.display(edges=map_tiles(self._stage.level, shares, known.unsettled, known.off))
            self.sentence = known.text
            self._shell.say(known.text)


class WrongTurns(LevelMode):
    """Where players of the published pack went wrong: the more often, the stronger."""

    def toggle(self) -> None:
        if self.is_on:
            self._stage.show_level_alone()
            return
        try:
            self._show(self._figures())
        except FlowDeskError as error:
            self._shell.say(str(error))

    def _figures(self) -> PlayerFigures:
        """Return what players did with the level. Raises FlowDeskError."""
        figures = NOBODY
        if path := self._stage.document.path:
            collected = collected_near(path)
            collected.refresh()
            figures = collected.figures_of(self._stage.level)
        if not figures.players:
            sentence = "No player has sent results of this puzzle. Paste a text that one has sent."
            raise FlowDeskError(sentence)
        return figures

    def _show(self, figures: PlayerFigures) -> None:
        level, kind = self._stage.level, self._stage.kind
        cells, edges = Counter[Cell](), Counter[Edge]()
        for item, times in wrong_turns(level, figures):
            match item:
                case int(x), int(y):
                    cells[x, y] += times
                case (_, _) as here, (_, _) as there:
                    edges[here, there] += times
        most = max(chain(cells.values(), edges.values()), default=0)
        marked = [(edge, "", times / most) for edge, times in edges.items()]
        lines = kind.drawing.edge_tiles(level, marked, ()).items()
        self.display(
            marks={cell: Tile("mark", strength=0.15 + 0.6 * n / most) for cell, n in cells.items()},
            edges={
                at: tuple(each._replace(kind="bad loop") for each in tiles) for at, tiles in lines
            },
            above={cell: (self._number(cell, f"{n}"),) for cell, n in cells.items()},
        )
        beside = [*cells.items(), *((cell, n) for edge, n in edges.items() for cell in edge)]
        worst = {cell for cell, n in beside if n == most and level.on_board(cell)}
        said = f" Most often wrong, {most} times: {places(worst)}." if worst else ""
        self.sentence = f"{figures_text(figures)}{said}"
        self._shell.say(self.sentence, by_row(worst))

    def _number(self, cell: Cell, text: str) -> Tile:
        """Return a number that can be read on a cell, or on the endpoint in it."""
        dots = [tile for tile in self.plain_tiles(cell) if tile.kind == "dot"]
        return Tile("text", dots[0].color, text=text) if dots else Tile("clue", text=text)


class HintMode(KnowledgeMode):
    """The hints that were given, the one of them that is shown, and the search for the next one.

    `told` is what it says; `is_told` whether that stands beside the board. There is a frame round
    the board while it rests on more than the rules.
    """

    def __init__(self, stage: Stage, inspector: Inspector, is_told: Callable[[], bool]) -> None:
        super().__init__(stage, inspector)
        stage.theming.changed.connect(self._frame_board, stage.shell)
        self.told = ""
        self._is_told = is_told
        self.job = Job(jobs_of(stage.shell.root), self._hint_found)
        stage.shell.at_end(self.job.close)
        self._hints = Trace()
        self._number = 0  # of the hint that is shown, from 1

    @property
    def solution(self) -> Answer | None:
        """The solution, once the hints have led to it."""
        solution: Answer | None = self._hints.solution if self._is_last else None
        return solution

    @property
    def title(self) -> str:
        if self.text == self.told:
            return "Hint"
        more = "" if self._is_last else f" of {len(self._hints.deductions)} so far"
        return f"Hint {self._number}{more}"

    @property
    def text(self) -> str:
        """What is told, below the heading, which has the number of the hint."""
        return self.told.replace(f"Hint {self._number}: ", "", 1)

    @property
    def assumption(self) -> str:
        """What it rests on beyond the rules, in a sentence; empty if on nothing."""
        reasoning, steps = self._stage.kind.reasoning, self._until(self._number)
        assumed = reasoning.assumption(self._stage.level, steps) if reasoning else ""
        return assumed and f"Assuming that {assumed}."

    @property
    def caption(self) -> str:
        return f"{self.sentence} {self.assumption}".strip()

    @property
    def can_go_back(self) -> bool:
        return self.is_on and self._number > 1 and not self.job.running

    @property
    def _is_last(self) -> bool:
        return self._number == len(self._hints.deductions)

    def hint(self) -> None:
        """Show the next hint; look for it if it is not known yet."""
        inspector = self._inspector
        if not inspector.known.is_complete:
            self._shell.say(f"Hints are available when {self._stage.kind.words.complete_when}.")
        elif not self._is_last:
            self._go_to(self._number + 1)
        elif not self.job.running and (reasoning := self._stage.kind.reasoning):
            inspector.check_now()
            self._stage.show(self)
            self.job.start(reasoning.hint, inspector.known, self._hints)
            self._stage.changed.emit()

    def back(self) -> None:
        if self.can_go_back:
            self._go_to(self._number - 1)

    def stop(self) -> bool:
        if not self.job.cancel():
            return False
        self._shell.say("The search for a hint was stopped.")
        self._leave_if_empty()
        return True

    def _leave_if_empty(self) -> None:
        if not (self._hints.deductions or self._hints.solution):
            self._stage.show(None)

    def left(self) -> None:
        super().left()
        self.job.cancel()
        self._hints, self._number, self.told = Trace(), 0, ""
        self._frame_board()

    def _hint_found(self, event: Event) -> None:
        match event:
            case Died() | Failed():
                self._shell.tell_end("The search for a hint", event)
                self._leave_if_empty()
            case Done(hints):
                before, self._hints = self._hints, hints
                self._number = len(hints.deductions)
                if hints != before:
                    self._show_hints()
                self._tell(before, hints)
                self._leave_if_empty()

    def _go_to(self, number: int) -> None:
        self._number = number
        self._show_hints()
        self._tell(self._until(number - 1), self._until(number))

    def _until(self, number: int) -> Trace:
        """Return the first hints, as they were when there were no others."""
        hints = self._hints
        steps, is_all = hints.deductions[:number], number == len(hints.deductions)
        return Trace(steps, hints.solution if is_all else None, hints.touching)

    def _tell(self, before: Trace, now: Trace) -> None:
        cells = now.deductions[-1].cells if now.leads_on(before) else ()
        if reasoning := self._stage.kind.reasoning:
            self.told = self.sentence = reasoning.hint_text(self._inspector.known, before, now)
            is_beside = self._is_told() and now.leads_on(before)
            self._shell.say(self._how_to_go_on() if is_beside else self.told, cells)
        self._stage.bring_into_view(cells)
        self._stage.changed.emit()

    def _how_to_go_on(self) -> str:
        keys = {
            "Next hint": "" if self.solution else self._shell.key("Hint"),
            "Back": self._shell.key("Previous hint") if self.can_go_back else "",
        }
        ways = [f"{words}: {key}." for words, key in keys.items() if key]
        return " ".join(ways) or f"Done: {self._shell.stop_key}."

    def _frame_board(self) -> None:
        """Frame the board while something is assumed."""
        level = self._stage.level
        board = Area.of_board(level.width, level.height) if self.assumption else None
        self._stage.frame("assumption", board, self._stage.theming.theme.cursor)

    def _show_hints(self) -> None:
        """Show what the hints have found, outline the cells of the last one, and dim the others."""
        self._frame_board()
        stage, steps = self._stage, self._hints.deductions[: self._number]
        if self.solution:
            cells = steps[-1].cells if steps else ()
            self.display(stage.segments(self.solution), above=outline(cells, stage.level))
            return
        reasoning = stage.kind.reasoning
        edges = reasoning.hint_tiles(stage.level, steps) if reasoning else {}
        cells = steps[-1].cells if steps else ()
        lit = {*cells, *(cell for step in steps[-1:] for edge in step.on for cell in edge)}
        is_dim = bool(lit) and not stage.kind.drawing.margin  # or half of a line would be dim
        others = [cell for cell in stage.level.board.cells if is_dim and cell not in lit]
        above = {**dict.fromkeys(others, (DIM,)), **outline(cells, stage.level)}
        self.display(edges=edges, above=above)

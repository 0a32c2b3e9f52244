"""Making levels: the generator and "Fill the rest", in the background."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from flowdesk.app.dialogs import generate as generate_dialog
from flowdesk.app.dialogs import message
from flowdesk.app.task import Task
from flowdesk.desk.work.jobs import Died, Done, Event, Failed, Progress
from flowdesk.kinds.answers import Made
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.drawing import finished_paths
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.generate import Wish, generate, problem

if TYPE_CHECKING:
    from flowdesk.app.window import Window


class Making:
    """The wishes that are being fulfilled, one after the other, and what has been made so far."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._task = Task(window.root, self._handle, window.refresh_verdict)
        self._wishes: list[Wish] = []
        self._made: list[Made] = []
        self._filling: Level | None = None
        self._leaves: Level | None = None
        self._fills = 0

    @property
    def running(self) -> bool:
        """Whether a level is being made."""
        return self._task.running

    @property
    def elapsed(self) -> float:
        """Seconds since the present level was begun."""
        return self._task.elapsed

    def generate(self) -> None:
        """Ask what is wished for, and make it."""
        window = self._window
        if not window.files.may_leave():
            return
        seed = random.SystemRandom().randrange(1, 1_000_000)
        asked = generate_dialog.ask_wish(window.root, window.settings, window.document.level, seed)
        if asked is None:
            return
        wish, number = asked
        window.remember(
            wish_width=wish.width,
            wish_height=wish.height,
            wish_colors="-".join(map(str, dict.fromkeys(wish.colors or ()))),
            wish_number=number,
            wish_difficulty=wish.difficulty,
            wish_shortest=wish.shortest,
            wish_non_touching=wish.non_touching,
        )
        self._filling, self._leaves = None, window.document.level
        self._begin([replace(wish, seed=wish.seed + k) for k in range(number)])

    def fill(self) -> None:
        """Cover what the drawn paths leave free with new ones, so that there is one solution."""
        window = self._window
        level = window.document.level
        pinned = finished_paths(level)
        for label, cells in level.pairs.items():
            if label not in pinned:
                window.say(f"{label} has no path yet: draw it or erase it, then fill.", cells)
                window.stage.point_out(cells)
                return
        self._fills += 1
        wish = Wish(
            level.width,
            level.height,
            seed=self._fills,
            holes=level.holes,
            walls=level.walls,
            non_touching=not level.touching,
            pinned=pinned,
        )
        if wrong := problem(wish):
            message.show_message(window.root, "Not filled", wrong)
        else:
            self._filling = level
            self._begin([wish])

    def stop(self) -> bool:
        """Make no more, and show the levels that are finished; whether any was being made."""
        if not self._task.cancel():
            return False
        self._window.say("Stopped: nothing was made.")
        self._window.refresh_verdict()
        self._show()
        return True

    def level_changed(self) -> None:
        """Who goes on drawing does not want the rest filled any more."""
        level = self._window.document.level
        if self.running and self._filling not in (None, level):
            self._task.cancel()
            self._window.say("Filling was stopped, because the level has changed.")

    def close(self) -> None:
        """End the process."""
        self._task.close()

    def _begin(self, wishes: list[Wish]) -> None:
        self._wishes, self._made = wishes, []
        self._next()

    def _next(self) -> None:
        self._say("")
        self._task.start(generate, self._wishes[len(self._made)])

    def _say(self, what: str) -> None:
        """How far it has come."""
        place = f"Level {len(self._made) + 1} of {len(self._wishes)}" if self._many else "Making"
        stop = self._window.key("Stop, or hide what is shown")
        self._window.say(f"{place} ... {what} {stop} stops it.".replace("  ", " "))

    @property
    def _many(self) -> bool:
        return len(self._wishes) > 1

    def _handle(self, event: Event) -> None:
        window = self._window
        match event:
            case Progress(text):
                self._say(text)
            case Done(made):
                self._made.append(made)
                if len(self._made) < len(self._wishes):
                    self._next()
                else:
                    self._show()
            case Died(exit_code):
                window.say(f"The process that makes levels ended (status {exit_code}).")
                self._show()
            case Failed(traceback):
                window.show_error(traceback)
                self._show()

    def _show(self) -> None:
        """Show what was made, and say honestly whether it is what was wished for."""
        window, made = self._window, self._made
        entries = [
            Entry(
                replace(each.level, about={**each.level.about, "seed": str(wish.seed)}),
                each.solution,
            )
            for wish, each in zip(self._wishes, made, strict=False)
            if each.level
        ]
        unmet = [each.report for each in made if not each.met]
        if not made:
            return
        if not entries:
            message.show_message(window.root, "No level was made", made[0].report)
        elif self._filling is not None:
            level, solution = entries[0].level, entries[0].solution
            assert solution, "a level is made together with its solution"
            self._filling = None
            whole = replace(level, drawn=solution.paths)
            window.document.apply(
                "fill the rest", editing.with_puzzle_of(window.document.level, whole)
            )
            window.say(made[0].report)
        elif window.document.level is self._leaves or window.files.may_leave():
            window.document.open_entries(entries)
            window.say(f"{len(entries)} levels made." if self._many else made[0].report)
        else:
            window.say(f"Dropped. Seed {self._wishes[0].seed} makes the same again.")
            return
        if entries and unmet:
            more = f"\n\nThe same goes for {len(unmet) - 1} more." if len(unmet) > 1 else ""
            message.show_message(window.root, "Not quite as wished", unmet[0] + more)

"""Making levels: the generator and "Fill the rest", in the background."""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace

from flowdesk.app.dialogs import generate as generate_dialog
from flowdesk.app.dialogs import message
from flowdesk.app.document_view import DocumentView
from flowdesk.app.messages import Messages
from flowdesk.app.preferences import Preferences
from flowdesk.app.task import Task
from flowdesk.desk.work.jobs import Died, Done, Event, Failed, Progress
from flowdesk.kinds.answers import Made
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.drawing import finished_paths
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.generate import Request, generate, problem


class Making:
    """The requests that are being met, one after the other, and what has been made so far."""

    def __init__(
        self,
        root: tk.Misc,
        shown: DocumentView,
        may_leave: Callable[[], bool],
        preferences: Preferences,
        messages: Messages,
        stop_key: str,
    ) -> None:
        self.listeners: list[Callable[[], None]] = []  # told again and again while it runs
        self._root = root
        self._document = shown.document
        self._stage = shown.stage
        self._may_leave = may_leave
        self._preferences = preferences
        self._messages = messages
        self._stop_key = stop_key
        self._task = Task(root, self._handle, self._tell)
        self._requests: list[Request] = []
        self._made: list[Made] = []
        self._filling: Level | None = None
        self._leaves: Level | None = None
        self._fills = 0
        shown.document.listeners.append(lambda what: self._document_changed())

    @property
    def running(self) -> bool:
        """Whether a level is being made."""
        return self._task.running

    @property
    def elapsed(self) -> float:
        """Seconds since the present level was begun."""
        return self._task.elapsed

    def generate(self) -> None:
        """Ask what levels are to be like, and make them."""
        if not self._may_leave():
            return
        seed = random.SystemRandom().randrange(1, 1_000_000)
        asked = generate_dialog.ask_request(
            self._root, self._preferences.now, self._document.level, seed
        )
        if asked is None:
            return
        request, number = asked
        self._preferences.remember(
            wish_width=request.width,
            wish_height=request.height,
            wish_colors="-".join(map(str, dict.fromkeys(request.colors or ()))),
            wish_number=number,
            wish_difficulty=request.difficulty,
            wish_shortest=request.shortest,
            wish_non_touching=request.non_touching,
        )
        self._filling, self._leaves = None, self._document.level
        self._begin([replace(request, seed=request.seed + k) for k in range(number)])

    def fill(self) -> None:
        """Cover what the drawn paths leave free with new ones, so that there is one solution."""
        level = self._document.level
        pinned = finished_paths(level)
        for label, cells in level.pairs.items():
            if label not in pinned:
                self._messages.say(
                    f"{label} has no path yet: draw it or erase it, then fill.", cells
                )
                self._stage.point_out(cells)
                return
        self._fills += 1
        request = Request(
            level.width,
            level.height,
            seed=self._fills,
            holes=level.holes,
            walls=level.walls,
            non_touching=not level.touching,
            pinned=pinned,
        )
        if wrong := problem(request):
            message.show_message(self._root, "Not filled", wrong)
        else:
            self._filling = level
            self._begin([request])

    def stop(self) -> bool:
        """Make no more, and show the levels that are finished; whether any was being made."""
        if not self._task.cancel():
            return False
        self._messages.say("Stopped: nothing was made.")
        self._tell()
        self._show()
        return True

    def _document_changed(self) -> None:
        """Who goes on drawing does not want the rest filled any more."""
        level = self._document.level
        if self.running and self._filling not in (None, level):
            self._task.cancel()
            self._messages.say("Filling was stopped, because the level has changed.")

    def close(self) -> None:
        """End the process."""
        self._task.close()

    def _begin(self, requests: list[Request]) -> None:
        self._requests, self._made = requests, []
        self._next()

    def _next(self) -> None:
        self._say("")
        self._task.start(generate, self._requests[len(self._made)])

    def _say(self, what: str) -> None:
        """How far it has come."""
        place = f"Level {len(self._made) + 1} of {len(self._requests)}" if self._many else "Making"
        self._messages.say(f"{place} ... {what} {self._stop_key} stops it.".replace("  ", " "))

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    @property
    def _many(self) -> bool:
        return len(self._requests) > 1

    def _handle(self, event: Event) -> None:
        match event:
            case Progress(text):
                self._say(text)
            case Done(made):
                self._made.append(made)
                if len(self._made) < len(self._requests):
                    self._next()
                else:
                    self._show()
            case Died(exit_code):
                self._messages.say(f"The process that makes levels ended (status {exit_code}).")
                self._show()
            case Failed(traceback):
                self._messages.show_error(traceback)
                self._show()

    def _show(self) -> None:
        """Show what was made, and say honestly whether it is what was requested."""
        made = self._made
        entries = [
            Entry(
                replace(each.level, about={**each.level.about, "seed": str(request.seed)}),
                each.solution,
            )
            for request, each in zip(self._requests, made, strict=False)
            if each.level
        ]
        unmet = [each.report for each in made if not each.met]
        if not made:
            return
        if not entries:
            message.show_message(self._root, "No level was made", made[0].report)
        elif self._filling is not None:
            level, solution = entries[0].level, entries[0].solution
            assert solution, "a level is made together with its solution"
            self._filling = None
            whole = replace(level, drawn=solution.paths)
            self._document.apply(
                "fill the rest", editing.with_puzzle_of(self._document.level, whole)
            )
            self._messages.say(made[0].report)
        elif self._document.level is self._leaves or self._may_leave():
            self._document.open_entries(entries)
            self._messages.say(f"{len(entries)} levels made." if self._many else made[0].report)
        else:
            self._messages.say(f"Dropped. Seed {self._requests[0].seed} makes the same again.")
            return
        if entries and unmet:
            more = f"\n\nThe same goes for {len(unmet) - 1} more." if len(unmet) > 1 else ""
            message.show_message(self._root, "Not quite as requested", unmet[0] + more)

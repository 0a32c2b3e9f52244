"""Generation: new levels, and what completes the level on the board, in the background."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.generate import ask_requests
from flowdesk.app.document_view import DocumentView
from flowdesk.app.task import Task
from flowdesk.core.finding import Finding
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.kinds.answers import Made
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.generator import Completion, Generator


class Generation:
    """Makes the requested levels one after the other; `listeners` are called repeatedly."""

    def __init__(self, shown: DocumentView, may_leave: Callable[[], bool]) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._shell = shown.shell
        self._document = shown.document
        self._stage = shown.stage
        self._may_leave = may_leave
        self._task = Task(self._shell.root, self._handle, self._tell)
        self._generator: Generator
        self._requests: Sequence[Any] = []
        self._made: list[Made] = []
        self._completing: Puzzle | None = None
        self._level_before: Puzzle | None = None
        self._completions = 0
        self._then: Callable[[], object] = lambda: None
        shown.is_quiet = lambda: not self.running
        shown.document.listeners.append(lambda what: self._document_changed())

    @property
    def running(self) -> bool:
        return self._task.running

    @property
    def elapsed(self) -> float:
        return self._task.elapsed

    @property
    def commands(self) -> dict[str, Command]:
        def can_generate() -> bool:
            return not self.running and self._stage.kind.generator is not None

        def can_complete() -> bool:
            return not self.running and self._completion is not None

        return {
            "{complete}": Command(self.complete, can_complete),
            "Generate ...": Command(self.generate, can_generate),
        }

    @property
    def _completion(self) -> Completion | None:
        generator = self._stage.kind.generator
        return generator.completion if generator else None

    def generate(self) -> None:
        generator = self._stage.kind.generator
        if not generator or not self._may_leave():
            return
        seed = random.SystemRandom().randrange(1, 1_000_000)
        texts, level = self._shell.settings.request, self._document.level
        asked = ask_requests(self._shell.root, generator, texts, level, seed)
        if asked:
            self._shell.remember(request=asked.texts)
            self.make(generator, asked.requests)

    def make(
        self,
        generator: Generator,
        requests: Sequence[Any],
        then: Callable[[], object] = lambda: None,
    ) -> None:
        """Make the requested levels and open them; call `then` once they are open."""
        self._completing, self._level_before, self._then = None, self._document.level, then
        self._begin(generator, requests)

    def complete(self) -> None:
        """Complete what is drawn to a level with one solution, as the kind does that."""
        generator, level = self._stage.kind.generator, self._document.level
        if not generator or not generator.completion:
            return
        self._completions += 1
        request = generator.completion.request(level, self._completions)
        if isinstance(request, Finding):
            self._shell.say(request.message, request.cells)
            self._stage.point_out(request.cells)
        elif wrong := generator.problem(request):
            message.show_message(self._shell.root, f"Not {generator.completion.done}", wrong)
        else:
            self._completing = level
            self._begin(generator, [request])

    def stop(self) -> bool:
        """Stop, and show the levels that are finished; return whether it was running."""
        if not self._task.cancel():
            return False
        self._shell.say("Stopped: nothing was made.")
        self._tell()
        self._show()
        return True

    def _document_changed(self) -> None:
        """Stop completing a level that has changed."""
        if self.running and self._completing not in (None, self._document.level):
            self._task.cancel()
            assert self._generator.completion
            what = self._generator.completion.going_on
            self._shell.say(f"{what} was stopped, because the puzzle has changed.")

    def close(self) -> None:
        self._task.close()

    def _begin(self, generator: Generator, requests: Sequence[Any]) -> None:
        self._generator, self._requests, self._made = generator, requests, []
        self._next()

    def _next(self) -> None:
        self._say("")
        self._task.start(self._generator.generate, self._requests[len(self._made)])

    def _say(self, what: str) -> None:
        place = f"Puzzle {len(self._made) + 1} of {len(self._requests)}" if self._many else "Making"
        self._shell.say(f"{place} ... {what} {self._shell.stop_key} stops it.".replace("  ", " "))

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
                self._shell.say(f"The process that makes puzzles ended (status {exit_code}).")
                self._show()
            case Failed(traceback):
                self._shell.show_error(traceback)
                self._show()

    def _show(self) -> None:
        """Show what was made, and whether it is as requested."""
        made = self._made
        if not made:
            return
        generator = self._generator
        unmet = [each.report for each in made if not each.met]
        entries = []
        for request, each in zip(self._requests, made, strict=False):
            if level := each.level:
                about = {**level.about, **generator.about(request)}
                entries.append(Entry(replace(level, about=about), each.solution))
        if not entries:
            message.show_message(self._shell.root, "No puzzle was made", made[0].report)
        elif self._completing is not None:
            assert generator.completion
            self._completing = None
            level = self._document.level
            completed = generator.completion.completed(level, made[0])
            self._document.apply(generator.completion.edit, completed)
            self._shell.say(made[0].report)
        elif self._document.level is self._level_before or self._may_leave():
            self._document.open_entries(entries)
            self._shell.say(f"{len(entries)} puzzles made." if self._many else made[0].report)
            self._then()
        else:
            self._shell.say(
                f"The new puzzle was discarded. Seed {self._requests[0].seed} gives it again."
            )
            return
        if entries and unmet:
            more = f"\n\nThis applies to {len(unmet) - 1} more." if len(unmet) > 1 else ""
            message.show_message(self._shell.root, "Not quite as requested", unmet[0] + more)

"""Generation: new levels, and what completes the level on the board, in the background."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.generate import StepsDialog, ask_requests
from flowdesk.app.files import Files, OpenDocument, OpenPack
from flowdesk.app.session import Session
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.core.finding import Finding
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.core.text import counted
from flowdesk.desk.documents.known_file import Snapshot
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.kinds.answers import Made
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.making import Completion, Request, SteppedCompletion
from flowdesk.kinds.table import AnyMaking


class Generation:
    """Makes the requested levels one after the other; emits `changed` meanwhile."""

    def __init__(self, session: Session, files: Files) -> None:
        self.changed: Signal[[]] = Signal()
        self._shell = session.shell
        self._document = session.document
        self._stage = session.stage
        self._files = files
        self._session = session
        self._job = Job(jobs_of(self._shell.root), self._handle, self.changed.emit)
        self._generator: AnyMaking
        self._requests: Sequence[Request] = []
        self._made: list[Made] = []
        self._doubt = ""  # why what is requested may take long, or not be met
        self._is_set = False  # whether a set is made, one by one into this document or the pack
        self._kept = 0  # how many of a set are there
        self._pack: OpenPack | None = None  # where they go
        self._completing: Puzzle | None = None
        self._replaced: Puzzle | None = None
        self._completions = 0
        self._later: tuple[str, str] | None = None  # a message, as long as the tab is hidden
        self._showing = Timer(session.shell.root)
        self._then: Callable[[OpenDocument], object] = lambda opened: None
        session.document.changed.connect(lambda what: self._document_changed(), self._shell)
        session.seen_or_hidden.connect(self._seen, session.shell)
        session.shell.at_end(self._showing.stop, self._job.close)

    @property
    def running(self) -> bool:
        return self._job.running

    @property
    def elapsed(self) -> float:
        return self._job.elapsed

    @property
    def commands(self) -> dict[str, Command]:
        def can_generate() -> bool:
            return not self.running and self._stage.kind.making is not None

        def can_complete() -> bool:
            return not self.running and self._completion is not None

        return {
            "{complete}": Command(self.complete, can_complete),
            "Generate ...": Command(self.generate, can_generate),
        }

    @property
    def _completion(self) -> Completion[Any, Any] | None:
        generator = self._stage.kind.making
        return generator.completion if generator else None

    def generate(self) -> None:
        generator = self._stage.kind.making
        if not generator:
            return
        seed = random.SystemRandom().randrange(1, 1_000_000)
        texts, level = dict(self._shell.settings.request), self._document.level
        if self._document.path or not self._stage.kind.is_empty(level):
            texts |= {"width": str(level.width), "height": str(level.height), "shape": ""}
        if colors := self._shell.pack_beside(self._document.path).colors:
            texts["colors"] = str(colors)
        asked = ask_requests(self._shell.root, generator, texts, level, seed)
        if asked:
            requests, texts = asked
            self._shell.remember(request=texts)
            is_set, pack = len(requests) > 1, self._files.pack()
            if is_set and not pack:
                self._files.room().make(generator, requests)
            else:
                self.make(generator, requests, is_set=is_set, pack=pack)

    def make(
        self,
        generator: AnyMaking,
        requests: Sequence[Request],
        then: Callable[[OpenDocument], object] = lambda opened: None,
        replaced: Puzzle | None = None,
        *,
        is_set: bool = False,
        pack: OpenPack | None = None,
    ) -> None:
        """Make the requested levels and open them; call `then` with where they are open.

        They take the place of the level `replaced`, if that is open still. Those of a set are had
        in this document, each as soon as it is ready. With a `pack` they go there instead.
        """
        self._completing, self._replaced, self._then, self._pack = None, replaced, then, pack
        self._begin(generator, requests, is_set=is_set)

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many levels of how many are made, while a set is."""
        return (self._kept, len(self._requests)) if self._is_set else None

    @property
    def is_beginning(self) -> bool:
        """Whether a set is made of which this document has nothing yet, only what was there."""
        return self._is_set and not self._kept and self._pack is None

    def complete(self) -> None:
        """Complete what is drawn to a level with one solution, as the kind does that."""
        generator, level = self._stage.kind.making, self._document.level
        if not generator or not generator.completion:
            return
        self._completions += 1
        request = generator.completion.request(level, self._completions)
        if isinstance(request, Finding):
            self._shell.say(request.message, request.cells)
            self._stage.point_out(request.cells)
        elif wrong := generator.problem(request):
            message.show_message(self._shell.root, f"Not {generator.completion.done}", wrong)
        elif isinstance(generator.completion, SteppedCompletion):
            self._choose_step(generator, generator.completion, request, level)
        else:
            self._completing, self._pack = level, None
            self._begin(generator, [request])

    def _choose_step(
        self,
        generator: AnyMaking,
        completion: SteppedCompletion[Any, Any],
        request: Request,
        level: Puzzle,
    ) -> None:
        """Complete the level step by step, and take the step that is chosen."""
        title = self._stage.kind.words.names.complete.removesuffix(" ...")
        made = StepsDialog(self._shell.root, title, generator, completion, request, level).taken()
        if made and self._document.level == level:
            self._document.apply(completion.edit, completion.completed(level, made))
            self._shell.say(f"{made.report}.")

    def stop(self) -> bool:
        """Stop, and show the levels that are finished; return whether it was running."""
        if not self._job.cancel():
            return False
        self._shell.say("Stopped: nothing was made.")
        self.changed.emit()
        self._show()
        return True

    def _document_changed(self) -> None:
        """Stop completing a level that has changed."""
        if self.running and self._completing not in (None, self._document.level):
            self._job.cancel()
            assert self._generator.completion
            what = self._generator.completion.going_on
            self._shell.say(f"{what} was stopped, because the puzzle has changed.")

    def _begin(
        self, generator: AnyMaking, requests: Sequence[Request], *, is_set: bool = False
    ) -> None:
        self._generator, self._requests, self._made = generator, requests, []
        self._is_set, self._kept = is_set, 0
        self._doubt = generator.doubt(requests[0])
        self._next()

    def _next(self) -> None:
        self._say("")
        self._job.start(self._generator.generate, self._requests[len(self._made)])

    def _say(self, what: str) -> None:
        of = len(self._requests)
        place = f"Puzzle {len(self._made) + 1} of {of}" if of > 1 else "Making"
        what = self._doubt or what
        self._shell.say(f"{place} ... {what} {self._shell.stop_key} stops it.".replace("  ", " "))

    def _handle(self, event: Event) -> None:
        match event:
            case Progress(text):
                self._say(text)
            case Done(made):
                self._made.append(made)
                if self._is_set:
                    self._take(made)
                if len(self._made) < len(self._requests):
                    self._next()
                else:
                    self._show()
            case Died() | Failed():
                self._shell.tell_end("The process that makes puzzles", event)
                self._show()

    def _show(self) -> None:
        """Show what was made, and whether it is as requested."""
        made, is_set, self._is_set = self._made, self._is_set, False
        self.changed.emit()
        if not made:
            return
        unmet = [each.report for each in made if not each.met]
        pairs = zip(self._requests, made, strict=False)
        entries = [entry for request, each in pairs if (entry := self._entry(request, each))]
        if not entries:
            self._report("No puzzle was made", made[0].report)
        elif self._completing is not None:
            generator = self._generator
            assert generator.completion
            self._completing = None
            level = self._document.level
            completed = generator.completion.completed(level, made[0])
            self._document.apply(generator.completion.edit, completed)
            self._shell.say(made[0].report)
        elif is_set:
            where = f"in {self._pack.name}" if self._pack else "not saved yet"
            self._shell.say(f"{counted(len(entries), 'puzzle')} made, {where}.")
        elif self._pack:
            self._pack.add("generate", entries)
            self._shell.say(made[0].report)
        else:
            self._open(entries, made[0].report)
        if entries and unmet:
            more = f"\n\nThis applies to {len(unmet) - 1} more." if len(unmet) > 1 else ""
            self._report("Not quite as requested", unmet[0] + more)

    def _report(self, title: str, text: str) -> None:
        """Show a message, or keep it until the tab comes to the front."""
        self._later = None if self._session.is_in_front else (title, text)
        if self._later is None:
            message.show_message(self._shell.root, title, text)

    def _seen(self) -> None:
        """Show the message of what was made while the tab was hidden, once the tab is there."""
        if self._later and self._session.is_in_front:
            self._showing.when_idle(self._report, *self._later)

    def _take(self, made: Made) -> None:
        """Have a level of a set in the document."""
        entry = self._entry(self._requests[len(self._made) - 1], made)
        if entry and self._pack:
            self._pack.add("generate", [entry], opens=False)
        elif entry and self._kept:
            self._document.add([entry])
        elif entry:
            name = self._files.free_name(self._document)
            self._document.start(Snapshot([entry], called=name))
        self._kept += entry is not None

    def _entry(self, request: Request, made: Made) -> Entry | None:
        """Return what was made, with what was requested; None if nothing could be made."""
        if made.level is None:
            return None
        author = self._shell.pack_beside(self._document.path).author
        about = {**made.level.about, **self._generator.about(request)}
        about |= {"author": author} if author else {}
        return Entry(replace(made.level, about=about), made.solution)

    def _open(self, entries: Sequence[Entry], report: str) -> None:
        """Open what was made: in front, unless the user has gone to another tab meanwhile."""
        document = self._document
        here = self._replaced is not None and document.level is self._replaced
        is_seen = self._session.is_in_front
        opened = self._files.room(document if here else None, in_front=is_seen)
        name = self._files.free_name(opened.document)
        opened.document.start(Snapshot(entries, called=name))
        opened.session.shell.say(report)
        if not is_seen:
            self._shell.say(f"{report} See the tab {opened.document.name}.")
        self._then(opened)

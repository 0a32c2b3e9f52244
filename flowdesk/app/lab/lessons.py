"""Lessons: opens and saves lessons, and walks through the steps of the one that is open."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from flowdesk.app.actions import Choice, Command
from flowdesk.app.dialogs import files as file_dialogs
from flowdesk.app.dialogs import message
from flowdesk.app.files import Files
from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.session import Session
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Signal
from flowdesk.core.storage import home_folder, is_shipped_puzzle, shipped
from flowdesk.core.text import capital
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.documents.known_file import UnsavedLesson
from flowdesk.kinds.entry import Entry
from flowdesk.lab import lessons
from flowdesk.lab.lessons import SUFFIX, Lesson, LessonStep
from flowdesk.lab.trace import SearchPlace


class Lessons:
    """Emits `changed` when a lesson is opened or closed, `turned` when its step or a note changes.

    `in_front` returns the lessons of the tab in front, after a level was opened in it.
    """

    def __init__(
        self,
        session: Session,
        files: Files,
        exploring: ExploreMode,
        thinking: ThinkMode,
        in_front: Callable[[], Lessons],
    ) -> None:
        self.changed: Signal[[]] = Signal()
        self.turned: Signal[[]] = Signal()
        self._in_front = in_front
        self.lesson: Lesson | None = None
        self.at = 0
        self.shows_answer = False
        self._saved: Lesson | None = None
        self._given_up: Lesson | None = None  # the user has said not to save it
        self._path: Path | None = None
        self._content = ""  # of that file, as it was read or written
        self._was_on = False
        self._level = session.document.level  # of the lesson, as it was last on the board
        self._is_here = True  # whether that is on the board
        self._document = session.document
        self._shell = session.shell
        self._files = files
        self._exploring = exploring
        self._thinking = thinking
        session.document.changed.connect(self._document_changed, session.shell)
        session.stage.changed.connect(self._stage_changed, session.shell)
        exploring.changed.connect(self._explored, session.shell)
        thinking.missed.connect(self._missed, session.shell)

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Open lesson ...": Command(self._ask_open),
            "Save lesson ...": Command(self.save_as, self._can_save),
            "Close lesson": Command(self.leave, lambda: self.lesson is not None),
            "Show answer": Command(
                self.toggle_answer, lambda: self.lesson is not None, lambda: self.shows_answer
            ),
            "Begin step here": Command(self.begin_here, lambda: self.can_begin_here),
        }

    def shipped(self) -> tuple[Sequence[Choice], None]:
        """Return the lessons that come with FlowDesk."""
        found: list[Choice] = []
        for path in lessons.shipped_lessons():
            try:
                found.append((lessons.open_lesson(path).title, partial(self.open, path)))
            except FlowDeskError:
                found.append((path.stem, partial(self.open, path)))  # which says what is wrong
        return found, None

    # Open and close

    def open(self, path: Path) -> bool:
        try:
            lesson, content = lessons.open_lesson(path), lessons.content_of(path)
        except FlowDeskError as error:
            message.show_message(self._shell.root, "Not opened", str(error))
            return False
        if not self._open_level(lesson):
            return False
        there = self._in_front()
        if not there.may_leave():
            return False
        there.begin(lesson, path, content)
        message.show_remarks(self._shell.root, lesson.remarks)
        return True

    def _ask_open(self) -> None:
        folder = self._path.parent if self._path else shipped("puzzles") / "lessons"
        if path := file_dialogs.ask_lesson(self._shell.root, str(folder)):
            self.open(path)

    def _open_level(self, lesson: Lesson) -> bool:
        if lesson.puzzle:
            return self._files.open_named(str(shipped("puzzles") / lesson.puzzle))
        self._files.open_entries([lesson.entry], lesson.title or "Lesson")
        return True

    def begin(self, lesson: Lesson, path: Path, content: str, at: int = 0) -> None:
        self.lesson = self._saved = lesson
        self._path, self._content, self.at = path, content, at
        self._level = lesson.entry.level
        self._is_here = self._document.level.is_same_puzzle(self._level)
        self.go(at)
        self.changed.emit()

    def resume(self, kept: UnsavedLesson) -> None:
        """Go on with a lesson that was not saved when its window ended."""
        try:
            lesson, saved = lessons.read(kept.text), lessons.read(kept.content)
        except FlowDeskError as error:
            message.show_message(self._shell.root, "The lesson was not recovered", str(error))
            return
        last = len(lesson.steps) - 1
        self.begin(lesson, Path(kept.path), kept.content, max(0, min(kept.at, last)))
        self._saved = saved
        self.turned.emit()

    @property
    def unsaved(self) -> UnsavedLesson | None:
        """The lesson to be kept in case of a crash, if it is not saved."""
        if self.lesson is None or self.is_saved:
            return None
        text = lessons.write(self._with_level(self.lesson))
        return UnsavedLesson(os.path.abspath(self._path or ""), text, self.at, self._content)

    def leave(self) -> None:
        """Close the lesson, after asking about unsaved notes."""
        if self.may_leave():
            self._close()

    def _close(self) -> None:
        self.lesson = None
        self._exploring.changed.emit()
        self.changed.emit()

    def may_leave(self) -> bool:
        """Return whether the lesson may be closed, after asking about what is not saved."""
        lesson = self.lesson
        if lesson is None or lesson in (self._saved, self._given_up):
            return True
        answer = message.ask_about_unsaved(self._shell.root, f"The lesson “{lesson.title}”")
        if answer == "Save":
            return self.save()
        if answer == "Don't save":
            self._given_up = lesson
        return answer == "Don't save"

    # Save

    def _can_save(self) -> bool:
        return self.lesson is not None or (self._exploring.is_on and not self._exploring.problem[0])

    def save(self) -> bool:
        """Save to the file of the lesson, unless FlowDesk ships it; else ask for a name."""
        path = self._path
        if path is None or is_shipped_puzzle(path):
            return self.save_as()
        return self.save_to(path)

    def save_as(self) -> bool:
        """Ask for a name and save; return whether it is saved."""
        path = self._path or Path(f"lesson{SUFFIX}")
        if not self._path or is_shipped_puzzle(path):
            path = home_folder() / path.name
        target = file_dialogs.ask_save_lesson(self._shell.root, path)
        return target is not None and self.save_to(target)

    def save_to(self, path: Path) -> bool:
        """Save the open lesson; without one, the walk that goes on from the rules now on."""
        lesson = self._with_level(self.lesson) if self.lesson else self._walk(path)
        if not self._may_overwrite(path):
            return False
        try:
            lessons.save_lesson(lesson, path)
        except FlowDeskError as error:
            message.show_message(self._shell.root, "Not saved", str(error))
            return False
        if self.lesson:
            self.lesson = self._saved = lesson
            self._path, self._content = path, lessons.write(lesson)
            self.turned.emit()
        else:
            self.begin(lesson, path, lessons.write(lesson))
        self._shell.say(f"Saved as {path.name}: {len(lesson.steps)} steps.")
        return True

    def _may_overwrite(self, path: Path) -> bool:
        """Return whether to save over the open file, which may have been edited by hand since."""
        if path != self._path or not path.exists():
            return True
        try:
            if lessons.content_of(path) == self._content:
                return True
        except FlowDeskError:
            pass  # it cannot be read any more
        text = f"{path.name} was changed by another program. Save over its changes?"
        title, action = "Changed elsewhere", "Save over them"
        return message.offer(self._shell.root, title, text, action, "Cancel")

    def _with_level(self, lesson: Lesson) -> Lesson:
        """Return the lesson with its level as it is now, if that was changed."""
        if self._level == lesson.entry.level:
            return lesson
        return replace(lesson, entry=Entry(self._level), puzzle="")

    def keeps(self) -> bool:
        """Whether all that was changed in the level on the board is saved in the lesson."""
        if self._saved is None or not self._is_here or self._document.count > 1:
            return False
        return bool(self._level == self._saved.entry.level)

    def _walk(self, path: Path) -> Lesson:
        document, state = self._document, self._exploring.state
        folder, puzzle = shipped("puzzles"), ""
        if document.path and document.is_saved and folder in document.path.resolve().parents:
            number = f"#{document.index + 1}" if document.count > 1 else ""
            puzzle = document.path.resolve().relative_to(folder).as_posix() + number
        on = [number for number in state.order if number in state.on]
        title, entry = capital(path.stem.replace("-", " ")), Entry(document.level)
        return lessons.walk_from(title, entry, puzzle, state.form, state.order, on)

    @property
    def keeper(self) -> Lessons | None:
        """What the level on the board is saved in: the open lesson, if it is the lesson's."""
        return self if self.lesson and self._is_here else None

    # The steps

    @property
    def guide(self) -> Lessons | None:
        """The steps to walk through, if a lesson is open."""
        return self if self.lesson else None

    def goes(self, step: int) -> bool:
        """Whether there are so many steps more."""
        return self.lesson is not None and 0 <= self.at + step < len(self.lesson.steps)

    def go_by(self, step: int) -> None:
        if self.goes(step):
            self.go(self.at + step)

    def begin_again(self) -> None:
        if self.lesson:
            self.go(0)

    def go(self, at: int, *, search: bool = True) -> None:
        """Show a step; if it says so, watch the search, unless not wanted."""
        lesson, exploring, document = self.lesson, self._exploring, self._document
        assert lesson
        if not self._is_here:
            say = exploring.announce if exploring.is_on else self._shell.say
            say("This puzzle is not the lesson's: open the lesson again, or close it.")
            return
        self.at, self.shows_answer = at, False
        is_restored = document.level != lesson.entry.level
        if is_restored:
            document.apply("restore the lesson's board", lesson.entry.level)
        watched, rules = lesson.steps[at].search, lesson.rules_at(at)
        if watched and self._thinking.is_watching(rules, lesson.form):
            if isinstance(watched, SearchPlace):
                self._thinking.go_to_place(watched)
            self.turned.emit()
            return
        if not exploring.is_on:
            self._was_on = True  # what follows is this step already
            exploring.toggle()
        before = exploring.state.on
        state = exploring.state.with_form(lesson.form)
        state = state.in_order(lesson.order) if lesson.order else state
        if state.is_answered and state.on == {*rules}:
            exploring.state = state
            exploring.changed.emit()
        else:
            exploring.ask_for(state.with_rules(rules))
        state = exploring.state
        new = [number for number in state.order if number in state.on - before]
        if is_restored:
            exploring.announce("The board is the lesson's again.")
        last = state.last_rule or state.rows[0].rule
        exploring.reached.emit(new[-1] if new else last.number)
        self.turned.emit()
        if search and watched:
            self._thinking.start(watched if isinstance(watched, SearchPlace) else SearchPlace())

    @property
    def step(self) -> LessonStep:
        """The present step; an empty one if no lesson is open."""
        return self.lesson.steps[self.at] if self.lesson else LessonStep()

    def write(self, name: str, text: str) -> None:
        """Change the note of the present step, its question or its answer."""
        if self.lesson:
            self.lesson = self.lesson.with_step(self.at, **{name: text})
            self.turned.emit()

    def toggle_answer(self) -> None:
        self.shows_answer = not self.shows_answer
        self.turned.emit()

    @property
    def can_begin_here(self) -> bool:
        """Whether a search is watched in which the present step can begin."""
        if self.lesson is None or not (self._is_here and self._thinking.is_on):
            return False
        return self._thinking.thinking.form == self.lesson.form

    def begin_here(self) -> None:
        """Let the present step begin where the search that is watched stands."""
        if self.lesson and self.can_begin_here:
            thinking = self._thinking.thinking
            place = thinking.trace.place
            self.lesson = self.lesson.with_search(self.at, place, thinking.rules)
            self._shell.say(f"Step {self.at + 1} begins {place} now.")
            self.turned.emit()

    @property
    def is_saved(self) -> bool:
        """Whether the open lesson is as in its file, its level included."""
        return self.lesson is None or self._with_level(self.lesson) == self._saved

    # What happens elsewhere

    def _document_changed(self, what: DocumentEvent) -> None:
        """Close the lesson when another level is opened, unless notes would be lost."""
        if self.lesson is None:
            return
        level = self._document.level
        if what is DocumentEvent.OPENED:
            if self.lesson in (self._saved, self._given_up):
                self._close()
            self._is_here = level.is_same_puzzle(self._level)
        elif self._is_here:
            self._level = level
            self.turned.emit()

    def _stage_changed(self) -> None:
        """Take up the step again when the rules are explored again, but not after a search."""
        was_on, self._was_on = self._was_on, self._exploring.is_on or self._thinking.leads_back
        if self.lesson and self._was_on and not was_on:
            self.go(self.at, search=False)

    def _missed(self, place: SearchPlace) -> None:
        """Tell that a step begins where the search has no such place."""
        if place == self.step.search:
            self._shell.say(lessons.missed(self.at, self._thinking.thinking.trace, place))

    def _explored(self) -> None:
        """Take over an order that rules were dragged into."""
        lesson, state = self.lesson, self._exploring.state
        is_same = lesson and self._exploring.is_on and state.form == lesson.form
        if lesson and is_same and lesson.order and state.order != self._order_of(lesson):
            self.lesson = lesson.in_order(state.order)
            self.turned.emit()

    def _order_of(self, lesson: Lesson) -> tuple[int, ...]:
        form = self._exploring.state.book.forms[lesson.form]
        return tuple(rule.number for rule in form.ordered(lesson.order))

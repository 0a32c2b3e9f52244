"""Lesson: a walk through the rules of a puzzle, with a note for each step; and its file.

::

    {"flowdesk-lesson": 1, "title": "Loops", "puzzle": "05x05-first-steps.txt",
     "form": "corrected", "order": [1, 2, 3, 10], "on": [1, 2],
     "steps": [{"note": "..."}, {"note": "...", "question": "...", "answer": "..."},
               {"rules": [1, 2, 10]}, {"search": {"order": "cell by cell", "conflict": 1}}]}

The puzzle is one that FlowDesk ships, by its name below ``puzzles`` (``packs/05x05.txt#3`` for one
of many), or, as "level", an object of FlowDesk JSON. "form", "order" (rules that it does not name
follow by number) and "on", the rules that are on in the first step, may be missing. Each further
step turns on the next rule, unless it has "rules" of its own, which are then those that are on;
a "search" is watched with the rules of the step before, at its place or, if it is true, from where
it stands.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.storage import decode, read_bytes, shipped, write_atomically
from flowdesk.core.text import counted, is_text, printable_json
from flowdesk.formats import flowdesk_json
from flowdesk.formats.registry import source_named
from flowdesk.kinds.entry import Entry
from flowdesk.lab.cdcl import Conflicted
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of, without_rules
from flowdesk.lab.trace import ORDERS, SearchPlace, SearchTrace

VERSION = 1
#: Not ``.json``: folders of puzzles are searched for that.
SUFFIX = ".lesson"

_BEGINS = 'Lessons begin with {"flowdesk-lesson": 1, ...'
_FIELDS = "A lesson has title, puzzle or level, form, order, on and steps."
_STEP_FIELDS = "A step has note, question, answer, rules and search."
_SEARCH_FIELDS = "A search has order, learn, conflict and step."
_SEARCHES = 'Use true, or {"order": "cell by cell", "conflict": 1}.'


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson: a note for the lecturer, a question to the room, and what it shows.

    `rules` are those that are on; None: those of the step before and the next one, or, if a search
    is to be watched, just those of the step before. A search that is just True goes on where it
    stands, if it is watched already.
    """

    note: str = ""
    rules: tuple[int, ...] | None = None
    search: SearchPlace | bool = False
    question: str = ""
    answer: str = ""


@dataclass(frozen=True)
class Lesson:
    """A level, a form and an order of its rules, those that are on at first, and the steps.

    `puzzle` is the name of the level if FlowDesk ships it, else empty. `remarks` tell what of the
    file could not be used.
    """

    title: str
    entry: Entry
    puzzle: str
    form: str
    order: tuple[int, ...]
    on: tuple[int, ...]
    steps: tuple[LessonStep, ...]
    remarks: tuple[str, ...] = field(default=(), compare=False)

    def rules_at(self, number: int) -> tuple[int, ...]:
        """Return the rules that are on in a step, which counts from 0, in no special order."""
        form = book_of(self.entry.level).forms[self.form]
        order = [rule.number for rule in form.ordered(self.order)]
        on = list(self.on)
        for at, step in enumerate(self.steps[: number + 1]):
            if step.rules is not None:
                on = list(step.rules)
            elif at and not step.search:
                on += [rule for rule in order if rule not in on][:1]
        return tuple(rule for rule in on if rule in order)

    def with_step(self, number: int, **changes: Any) -> Lesson:
        """Return it with changes to a step: new values by their names."""
        steps = list(self.steps)
        steps[number] = replace(steps[number], **changes)
        return replace(self, steps=tuple(steps))

    def with_search(self, number: int, place: SearchPlace, rules: Sequence[int]) -> Lesson:
        """Return it with a step at a place of the search that has these rules."""
        lesson = self.with_step(number, search=place, rules=None)
        is_same = {*lesson.rules_at(number)} == {*rules}
        return lesson if is_same else lesson.with_step(number, rules=tuple(rules))

    def in_order(self, order: Sequence[int]) -> Lesson:
        """Return it with another order of the rules; steps go with the rules that they turn on.

        Those of rules that no step turns on any more take those that come in.
        """
        after = replace(self, order=tuple(order))
        left = {rule: self.steps[at] for at, rule in self._turned_on}
        steps, without = list(self.steps), []
        for at, rule in after._turned_on:
            if rule in left:
                steps[at] = left.pop(rule)
            else:
                without.append(at)
        for at, step in zip(without, left.values(), strict=True):
            steps[at] = step
        return replace(after, steps=tuple(steps))

    @property
    def _turned_on(self) -> list[tuple[int, int]]:
        """The steps that turn on the next rule, and that rule."""
        on = [self.rules_at(at) for at in range(len(self.steps))]
        return [
            (at, on[at][-1])
            for at, step in enumerate(self.steps)
            if at and step.rules is None and not step.search and len(on[at]) > len(on[at - 1])
        ]


def walk_from(
    title: str, entry: Entry, puzzle: str, form: str, order: Sequence[int], on: Sequence[int]
) -> Lesson:
    """Return a lesson that goes on from these rules until those that make the game are on."""
    needed = book_of(entry.level).needed(entry.level, form)
    last = max((at for at, rule in enumerate(order) if rule in needed), default=0)
    off = [rule for rule in order[: last + 1] if rule not in on]
    steps = tuple(LessonStep() for _ in range(len(off) + 1))
    return Lesson(title, entry, puzzle, form, tuple(order), tuple(on), steps)


def shipped_lessons() -> list[Path]:
    """Return the files of the lessons that come with FlowDesk."""
    return sorted((shipped("puzzles") / "lessons").glob(f"*{SUFFIX}"))


def open_lesson(path: Path) -> Lesson:
    """Return the lesson in a file; FlowDeskError with the place and a hint if there is none."""
    try:
        lesson = read(content_of(path))
        remarks = tuple(f"{path.name}: {remark}" for remark in lesson.remarks)
        return replace(lesson, remarks=remarks)
    except FormatError as error:
        raise error.at(source=path.name) from None


def missed(number: int, trace: SearchTrace, place: SearchPlace) -> str:
    """Return in a sentence that the search of a step, which counts from 0, has no such place."""
    ends = f"ends after {counted(len(trace.places[Conflicted]), 'conflict')}"
    if not trace.is_over:
        ends = f"is followed for {len(trace.events):,} events only"
    return (
        f"'steps'[{number}].search: there is nothing {place}, because the search {ends}. "
        "Go where the step is to begin, and press “Here”."
    )


def content_of(path: Path) -> str:
    """Return the text of a file; FlowDeskError with the reason if it cannot be read as one."""
    return decode(read_bytes(path))


def save_lesson(lesson: Lesson, path: Path) -> None:
    """Write a lesson as a whole or not at all; FlowDeskError with the reason."""
    write_atomically(path, write(lesson).encode())


# Reading


def read(text: str) -> Lesson:
    """Return a lesson; FormatError with the value that is wrong."""
    data = JsonObject(parse_json(text))
    version = data.get("flowdesk-lesson", int, hint=_BEGINS)
    if version != VERSION:
        raise FormatError(
            f"'flowdesk-lesson' is {version}: this FlowDesk knows version {VERSION}.",
            hint="Get the newest FlowDesk to open it." if version > VERSION else "",
        )
    title, form = _text(data, "title"), data.get("form", str, FORMS[0])
    if form not in FORMS:
        raise FormatError(f"'form' is {form!r}.", hint=f"Use {', '.join(map(repr, FORMS))}.")
    puzzle = _text(data, "puzzle")
    entry = _level(data, puzzle)
    if refused := without_rules(entry.level):
        raise FormatError(refused)
    # The published form may name all classic rules, as files of former versions do.
    numbered = form if form == "fast" else FORMS[0]
    known = [rule.number for rule in book_of(entry.level).forms[numbered].rules]
    order = _rules(data, "order", known) or ()
    on = _rules(data, "on", known) or ()
    remarks: list[str] = []
    steps = tuple(_step(step, known, remarks) for step in data.objects("steps"))
    if not steps:
        raise FormatError("'steps' is empty.", hint='Begin with [{"note": "..."}].')
    _refuse_unknown(data, _FIELDS)
    return Lesson(title, entry, puzzle, form, order, on, steps, tuple(remarks))


def _level(data: JsonObject, puzzle: str) -> Entry:
    """Return the level of a lesson: one that is shipped, or one in the file."""
    hint = 'Name a shipped one, as in "puzzle": "05x05-first-steps.txt", or put one in as "level".'
    level = data.get("level", dict, {})
    if bool(level) == bool(puzzle):
        raise FormatError(f"there {'are two puzzles' if puzzle else 'is no puzzle'}.", hint=hint)
    try:
        if not puzzle:
            return flowdesk_json.read(json.dumps({"flowdesk": flowdesk_json.VERSION, **level}))[0]
        if ".." in Path(puzzle).parts or Path(puzzle).is_absolute():
            raise FormatError(f"{puzzle!r} is not below FlowDesk's folder of puzzles.", hint=hint)
        return source_named(str(shipped("puzzles") / puzzle)).read()[1][0]
    except FormatError as error:
        place = "'puzzle'" if puzzle else "'level'"
        raise FormatError(f"{place}: {error.message}", hint=error.hint) from None
    except FlowDeskError as error:
        raise FormatError(f"'puzzle': {error}", hint=hint) from None


def _step(data: JsonObject, known: Sequence[int], remarks: list[str]) -> LessonStep:
    try:
        search = _search(data)
    except FormatError as error:
        remarks.append(f"{error} The search of this step is watched from its beginning.")
        search = SearchPlace()
    told = _text(data, "note"), _rules(data, "rules", known)
    step = LessonStep(*told, search, _text(data, "question"), _text(data, "answer"))
    _refuse_unknown(data, _STEP_FIELDS)
    return step


def _search(data: JsonObject) -> SearchPlace | bool:
    if not isinstance(data.rest.get("search"), dict):
        return data.get("search", bool, False, hint=_SEARCHES)
    found, usual = JsonObject(data.get("search", dict), data.place("search")), SearchPlace()
    order = found.get("order", str, usual.order)
    if order not in ORDERS:
        hint = f"Use {', '.join(map(repr, ORDERS))}."
        raise FormatError(f"{found.place('order')} is {order!r}.", hint=hint)
    learns = found.get("learn", bool, usual.learns)
    counts = [found.get(name, int, 0) for name in ("conflict", "step")]
    for name, count in zip(("conflict", "step"), counts, strict=True):
        if count < 0:
            raise FormatError(f"{found.place(name)} is below 0.", hint="Conflicts count from 1.")
    _refuse_unknown(found, _SEARCH_FIELDS)
    return SearchPlace(order, learns, *counts)


def _text(data: JsonObject, name: str) -> str:
    text: str = data.get(name, str, "")
    if not is_text(text):
        raise FormatError(f"{data.place(name)} cannot be written as UTF-8.")
    return text


def _rules(data: JsonObject, name: str, known: Sequence[int]) -> tuple[int, ...] | None:
    if name not in data:
        return None
    numbers = data.get(name, list)
    for at, number in enumerate(numbers):
        place = f"{data.place(name)}[{at}]"
        if type(number) is not int or number not in known:
            hint = f"Use the numbers from {known[0]} to {known[-1]}."
            raise FormatError(f"{place} is no rule of this form.", hint=hint)
        if number in numbers[:at]:
            raise FormatError(f"{place}: rule {number} is there twice.", hint="Keep one of them.")
    return tuple(numbers)


def _refuse_unknown(data: JsonObject, hint: str) -> None:
    """Raise FormatError for a name that nobody reads: its value would be lost when saving."""
    if data.unknown:
        raise FormatError(f"{data.place(data.unknown[0])} is unknown.", hint=hint)


# Writing


def write(lesson: Lesson) -> str:
    """Return the text of a lesson, to be read and edited by hand: a line for each step."""
    fields: dict[str, str] = {"flowdesk-lesson": str(VERSION), "title": _json(lesson.title)}
    if lesson.puzzle:
        fields["puzzle"] = _json(lesson.puzzle)
    else:
        level = flowdesk_json.written(lesson.entry)
        fields["level"] = level.replace("\n", "\n  ")
    fields["form"] = _json(lesson.form)
    fields["order"] = _json(lesson.order)
    fields["on"] = _json(lesson.on)
    steps = ",\n    ".join(map(_step_text, lesson.steps))
    fields["steps"] = f"[\n    {steps}\n  ]"
    lines = ",\n  ".join(f"{_json(name)}: {value}" for name, value in fields.items())
    return f"{{\n  {lines}\n}}\n"


def _step_text(step: LessonStep) -> str:
    found: dict[str, object] = {}
    if step.rules is not None:
        found["rules"] = step.rules
    if isinstance(place := step.search, SearchPlace):
        learn = {} if place.learns else {"learn": False}
        counts = {"conflict": place.conflict, "step": place.step}
        told = {name: count for name, count in counts.items() if count}
        found["search"] = {"order": place.order, **learn, **told}
    elif place:
        found["search"] = True
    found["note"] = step.note
    asked = {"question": step.question, "answer": step.answer}
    return _json({**found, **{name: text for name, text in asked.items() if text}})


def _json(value: object) -> str:
    return printable_json(json.dumps(value, ensure_ascii=False))

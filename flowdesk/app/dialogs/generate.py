"""The dialogs that ask for puzzles: new ones by their properties, steps, and a surprise."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from tkinter import ttk
from typing import Any, NamedTuple

from flowdesk.app.dialogs.base import Dialog, choice_field, number_field, text_field, when_written
from flowdesk.app.dialogs.preview import PreviewDialog, small_picture
from flowdesk.app.dialogs.shapes import ShapePictures
from flowdesk.app.look import FLAT, theme_of
from flowdesk.app.timers import jobs_of
from flowdesk.app.widgets.toplevel import grid_if
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import MAX_WINDOW_SIDE, Puzzle
from flowdesk.desk.pictures.picture import scene_of
from flowdesk.desk.play.choosing import Wish, read_size
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Done, Event, Progress
from flowdesk.draw.theme import Look
from flowdesk.kinds.answers import Made
from flowdesk.kinds.making import Field, Request, SteppedCompletion, whole_number
from flowdesk.kinds.table import KINDS, AnyKind, AnyMaking

_MOST_LEVELS = 1000
_ANY = "any"


def ask_requests(
    parent: tk.Misc, generator: AnyMaking, texts: Mapping[str, str], puzzle: Puzzle, seed: int
) -> tuple[list[Request], dict[str, str]] | None:
    """Ask for the properties of levels; None if cancelled. A shaped `puzzle` lends its shape.

    Return a request for each level, and the texts that the dialog starts with the next time.
    """
    dialog = Dialog(parent, "Generate")
    body = dialog.body
    fields = _fields(generator, seed)
    shape = next((field for field in generator.fields if field.name == "shape"), None)
    plain = [field for field in fields if field is not shape]
    plain.sort(key=lambda field: not field.in_sight)
    seen = sum(bool(field.in_sight) for field in plain)
    places = [row + (row >= seen) for row in range(len(plain))]  # the rest is below a button
    rows = {
        field.name: add_row(body, field, texts, row)
        for field, row in zip(plain, places, strict=True)
    }
    for cell in body.grid_slaves(column=1):
        cell.grid_configure(sticky="ew")
    more = plain[seen:]
    fold = Fold(body)
    fold.grid(row=seen, column=0, sticky="w", pady=("3p", 0))
    below = [cell for column in (0, 1) for cell in body.grid_slaves(column=column)]
    fold.hold([cell for cell in below if cell.grid_info()["row"] > seen])
    fold.show(is_open=any(_first_text(each, texts) != each.text(each.default) for each in more))
    second = (body.grid_slaves(row=row, column=1)[0] for row in (0, 1))
    sides = [field for field in second if isinstance(field, ttk.Spinbox)]
    shapes = None
    if shape:
        shapes = ShapePictures(body, generator, shape, _first_text(shape, texts), puzzle, sides)
        shapes.grid(row=0, column=2, rowspan=len(plain) + 2, sticky="n", padx=("12p", 0))
        shapes.lower()  # the Tab key comes to it first

    def asked() -> tuple[list[Request], dict[str, str]]:
        typed = {name: row.text() for name, row in rows.items()}
        if shapes:
            typed["shape"] = shapes.text()
        values = {field.name: value_of(field, typed[field.name]) for field in fields}
        size = values.pop("width"), values.pop("height")
        number, seed = values.pop("number"), values.pop("seed")
        lends = shapes.lends if shapes else None
        requests = [generator.request(*size, seed + k, lends, **values) for k in range(number)]
        if problem := generator.problem(requests[0]):
            raise FlowDeskError(problem)
        kept = {name: typed[name] for name in (*values, "number")}
        return requests, {"width": str(size[0]), "height": str(size[1]), **kept}

    return dialog.ask("Generate", asked, sides[0])


class Fold(ttk.Button):
    """A button that folds widgets of a grid, or unfolds them."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style=FLAT, command=lambda: self.show(is_open=not self.is_open))
        self.configure(padding=("0", "3p", "6p", "3p"))  # its words begin near labels
        self.is_open = False
        self._held: Sequence[tk.Widget] = ()

    def hold(self, widgets: Sequence[tk.Widget]) -> None:
        """Have these widgets instead of those before, folded if those were."""
        self._held = widgets
        self.show(is_open=self.is_open)

    def show(self, *, is_open: bool) -> None:
        self.is_open = is_open
        self.configure(text="Less ▴" if is_open else "More ▾")
        for widget in self._held:
            grid_if(is_open, widget)


def _fields(generator: AnyMaking, seed: int) -> list[Field]:
    def number(name: str, words: str, default: int, most: int, offered: int) -> Field:
        read, numbers = partial(whole_number, least=1, most=most), range(1, offered + 1)
        named = partial(Field, name=name, words=words, default=default)
        return named(read=read, numbers=numbers, in_sight=True)

    return [
        number("width", "Width", 7, 9999, MAX_WINDOW_SIDE),
        number("height", "Height", 7, 9999, MAX_WINDOW_SIDE),
        *(field for field in generator.fields if not field.is_check),
        number("number", "Number of puzzles", 1, _MOST_LEVELS, _MOST_LEVELS),
        seed_field("Seed: the same seed gives the same puzzles", seed),
        *(field for field in generator.fields if field.is_check),
    ]


def seed_field(words: str, seed: int) -> Field:
    read = partial(whole_number, least=0, most=10**18 - 1)
    return Field(name="seed", words=words, default=seed, read=read)


class Row(NamedTuple):
    """A field in a dialog: its variable, and a function that gives its text."""

    variable: tk.Variable
    text: Callable[[], str]


def add_row(body: ttk.Frame, field: Field, texts: Mapping[str, str], row: int) -> Row:
    """Add a field in a row of its own; `texts` are those of the last time."""
    text = _first_text(field, texts)
    if field.is_check:
        ticked = tk.BooleanVar(body, bool(text))
        box = ttk.Checkbutton(body, text=field.words, variable=ticked)
        box.grid(row=row, column=0, columnspan=2, sticky="w", pady=("3p", 0))
        return Row(ticked, lambda: field.text(ticked.get()))
    if field.numbers:
        first, last = field.numbers[0], field.numbers[-1]
        typed, _ = number_field(body, field.words, int(text), first, last, row)
    elif field.choices:
        choices = [field.unset, *field.choices] if field.default == "" else field.choices
        typed, _ = choice_field(body, field.words, choices, text or field.unset, row)
        return Row(typed, lambda: "" if typed.get() == field.unset else typed.get())
    else:
        typed, _ = text_field(body, field.words, text, row)
    return Row(typed, lambda: typed.get().replace(" ", ""))


def _first_text(field: Field, texts: Mapping[str, str]) -> str:
    """Return a field's text of the last time, if it is valid, else its default."""
    text = texts.get(field.name, "")
    try:
        field.value(text)
    except ValueError:
        return field.text(field.default)
    return text


def value_of(field: Field, text: str) -> Any:
    """Return what was typed into a field; FlowDeskError if it is nothing that it can hold."""
    try:
        return field.value(text)
    except ValueError as error:
        raise FlowDeskError(f"{short_words(field)}: {error}.") from None


def short_words(field: Field) -> str:
    """Return what a field is called, without an example."""
    return re.split("[:,]", field.words)[0]


_SIZES = (*range(5, 16), 20, 25, 30)


#: Where a surprise comes from.
SHIPPED, AT_HAND, NEW = "shipped", "at hand", "new"


def ask_surprise(
    parent: tk.Misc, at_hand: str, texts: Mapping[str, str], chance: Random
) -> tuple[Wish, tuple[AnyKind, Request] | None, dict[str, str]] | None:
    """Ask for a level to play; None if cancelled. `at_hand` is the name of the open pack, if any.

    Return what is wished for, for a new level the request to its kind, and the texts that the
    dialog starts with the next time. Only new levels have a difficulty that can be chosen.
    """
    dialog = Dialog(parent, "Surprise me")
    sources = {SHIPPED: "FlowDesk's puzzles", NEW: "a new puzzle"}
    if at_hand:
        name = at_hand if len(at_hand) <= 24 else f"{at_hand[:23]}…"
        sources[AT_HAND] = f"the open pack, {name}"
    kinds = {kind.name: kind for kind in KINDS.values() if kind.playing}
    sizes = [_ANY, *(f"{side} x {side}" for side in _SIZES)]
    words = list(dict.fromkeys([_ANY, *(word for k in kinds.values() for word in k.difficulties)]))

    first = sources.get(texts.get("source", ""), sources[SHIPPED])
    source, box = choice_field(dialog.body, "From", list(sources.values()), first, 0)
    box.configure(width=26)
    before = texts.get("kind", "") if texts.get("kind") in kinds else _ANY
    kind, _ = choice_field(dialog.body, "Puzzle", [_ANY, *kinds], before, 1)
    size, sized = choice_field(dialog.body, "Size", sizes, texts.get("size") or _ANY, 2)
    sized.configure(state="normal")  # others can be typed
    word = texts.get("difficulty") if texts.get("difficulty") in words else _ANY
    difficulty, field = choice_field(dialog.body, "Difficulty", words, word or _ANY, 3)

    def chosen() -> str:
        return next(each for each in sources if sources[each] == source.get())

    def refresh() -> None:
        field.configure(state="readonly" if chosen() == NEW else "disabled")

    def asked() -> tuple[Wish, tuple[AnyKind, Request] | None, dict[str, str]]:
        is_new = chosen() == NEW
        wish = Wish(
            kinds[kind.get()].key if kind.get() in kinds else "",
            read_size(size.get().replace(_ANY, "")),
            difficulty.get().replace(_ANY, "") if is_new else "",
        )
        kept = {"kind": kind.get(), "size": size.get(), "difficulty": difficulty.get()}
        request = wish.request(chance) if is_new else None
        return wish, request, {"source": chosen(), **kept}

    when_written(source, field, refresh)
    refresh()
    return dialog.ask("Play", asked)


class StepsDialog(PreviewDialog):
    """Has the aim on the left, and on the right each step on the way to it, by a slider.

    The slider follows the search unless it is drawn away from its end.
    """

    def __init__(
        self,
        parent: tk.Misc,
        title: str,
        generator: AnyMaking,
        completion: SteppedCompletion[Any, Any],
        request: Request,
        puzzle: Puzzle,
    ) -> None:
        super().__init__(parent, title)
        self._generator, self._completion = generator, completion
        self._request, self._puzzle = request, puzzle
        self._aim: dict[str, object] | None = None  # what is searched for
        self._steps: list[Made] = []
        self._ended = ""  # what the search has not reached
        self._search = Job(jobs_of(self), self._searched)
        self.bind("<Destroy>", lambda event: self._search.close(), add=True)
        self._slider = ttk.Scale(self.body, from_=0, to=0, command=lambda place: self.follow())
        self._slider.pack(side="top", fill="x", pady=("6p", 0), before=self._about)
        fields = self._completion.fields
        self._rows = [add_row(self.fields, field, {}, row) for row, field in enumerate(fields)]
        self.watch(self._show, (row.variable for row in self._rows))

    def taken(self) -> Made | None:
        """Wait for the answer: the step that is taken; None if cancelled."""
        action = self._completion.edit
        return self.ask(action[0].upper() + action[1:], self._taken, self._slider)

    def follow(self) -> None:
        super().follow()
        if self._ended and not self.problem["text"]:
            self.tell(self._ended)

    def _taken(self) -> Made:
        self._show()
        if not self._steps:
            raise FlowDeskError(self._ended or "There is no step yet: wait for it.")
        return self._steps[self._place]

    @property
    def _place(self) -> int:
        return round(float(self._slider.get()))

    def _show(self) -> str:
        """Search for what the fields ask, show the chosen step, and return what it is."""
        pairs = zip(self._completion.fields, self._rows, strict=True)
        aim = {field.name: value_of(field, row.text()) for field, row in pairs}
        if aim != self._aim:
            self._begin(aim)
        if not self._steps:
            return f"{self._completion.going_on} ..." if self._search.running else ""
        step = self._steps[self._place]
        scene = scene_of(self._completion.completed(self._puzzle, step), None, labels=False)
        look = Look(theme_of(self), self.preview.side)
        self.preview.show(small_picture(scene, look, self.preview.side))
        return step.report + " ..." * self._search.running

    def _begin(self, aim: dict[str, object]) -> None:
        self._search.cancel()
        self._aim, self._steps, self._ended = aim, [], ""
        self._slider.configure(to=0, value=0)
        request: object = replace(self._request, **aim)  # type: ignore[arg-type]  # its own fields
        if problem := self._generator.problem(request):
            self._aim = None  # it is said again
            raise FlowDeskError(problem)
        self._search.start(self._completion.steps, request)

    def _searched(self, event: Event) -> None:
        match event:
            case Progress(step):
                is_at_end = self._place == len(self._steps) - 1
                self._steps.append(step)
                self._slider.configure(to=len(self._steps) - 1)
                if is_at_end:
                    self._slider.set(len(self._steps) - 1)
            case Done(made):
                self._ended = "" if made.met else made.report
            case _:
                self._ended = "The search ended without a result."
        self.follow()

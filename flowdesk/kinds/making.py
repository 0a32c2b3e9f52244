"""Making: how puzzles of a kind are generated, and the fields of a request for one."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from flowdesk.core.finding import Finding, FlowDeskError, Severity
from flowdesk.core.grid import Area, Cell
from flowdesk.core.puzzle import P
from flowdesk.kinds.answers import Difficulty, Made, Progress, unheard


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a request.

    In the dialog it is a check box if the default is a bool, a list if there are `choices`, which
    calls an empty default `unset`, else a text, with arrows if there are `numbers`. On the command
    line it is the option of its `name`; a check box is a switch, or if it `is_shared` one of the
    switches that all verbs have. Fields of one name are one option; they differ in choices at most.
    """

    name: str
    words: str
    default: object
    #: text -> value; raises ValueError with a sentence on what is wrong.
    read: Callable[[str], object] = str
    #: value -> text.
    text: Callable[[Any], str] = str
    choices: tuple[str, ...] = ()
    unset: str = "any"
    numbers: range | None = None
    metavar: str | None = None
    help: str | None = None
    is_shared: bool = False
    #: A further option, a switch that stands for one value.
    switch: tuple[str, object] | None = None
    #: Whether a panel shows it at once, or among more; None: it is about the shape, and whatever is
    #: made like a puzzle has the shape of that.
    in_sight: bool | None = False
    #: Whether it is added to a board: what has it is not asked for it again.
    adds: bool = False

    @property
    def option(self) -> str:
        """Its option on the command line."""
        return "--" + self.name.replace("_", "-")

    def typed(self, value: object) -> str:
        """Return a value as it is asked for on the command line."""
        if self.switch and value == self.switch[1]:
            return self.switch[0]
        return self.option if self.is_check else f"{self.option} {self.text(value)}"

    @property
    def is_check(self) -> bool:
        """Whether it is a check box."""
        return isinstance(self.default, bool)

    def value(self, text: str) -> object:
        """Return the value of a text; raise ValueError if it has none."""
        if text == self.text(self.default):
            return self.default
        if self.choices and text not in self.choices:
            raise ValueError(f"{text!r} is none of {', '.join(self.choices)}")
        return self.read(text)


def check_box(name: str, words: str, *, help: str | None = None, is_shared: bool = False) -> Field:
    """Return a check box; its text is `yes` or empty."""
    return Field(
        name=name,
        words=words,
        default=False,
        read=bool,
        text=lambda is_on: "yes" if is_on else "",
        help=help,
        is_shared=is_shared,
    )


def whole_number(text: str, *, least: int, most: int) -> int:
    """Read a whole number within bounds, as the `read` of a field."""
    if not (text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise ValueError(f"{text!r} is no number from {least} to {most}")
    return int(text)


def number_range(text: str, *, what: str) -> tuple[int, int]:
    """Read the least and the most of a text such as ``8`` or ``6-8``, as the `read` of a field."""
    match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", text)
    if not match:
        raise ValueError(f"{text!r} is no {what}: write 8, or 6-8 for a range")
    return int(match.group(1)), int(match.group(2) or match.group(1))


def range_typed(numbers: tuple[int, int] | None) -> str:
    """Return the text for such numbers; empty for any."""
    return "-".join(map(str, dict.fromkeys(numbers or ())))


#: What each symmetry does to a cell of a board of this width and height; done again and again it
#: leads back to the cell.
SYMMETRIES: dict[str, Callable[[Cell, int, int], Cell]] = {
    "turn": lambda cell, width, height: (width - 1 - cell[0], height - 1 - cell[1]),
    "quarter": lambda cell, width, height: (height - 1 - cell[1], cell[0]),
    "left-right": lambda cell, width, height: (width - 1 - cell[0], cell[1]),
    "top-bottom": lambda cell, width, height: (cell[0], height - 1 - cell[1]),
}


def alike(symmetry: str, cell: Cell, width: int, height: int) -> tuple[Cell, ...]:
    """Return a cell, and those that a symmetry moves it to; without a symmetry the cell alone."""
    cells = [cell]
    while symmetry and (moved := SYMMETRIES[symmetry](cells[-1], width, height)) != cell:
        cells.append(moved)
    return tuple(cells)


SYMMETRY = Field(
    name="symmetry",
    words="Symmetry",
    default="",
    choices=tuple(SYMMETRIES),
    unset="none",
    help="of the cells with clues, or of the endpoints: a half turn, a quarter turn, or a mirror "
    "(default: none)",
    switch=("--symmetric", "turn"),
    in_sight=True,
)
SCORE = Field(
    name="score",
    words="Score, for example 40-60",
    default=None,
    read=partial(number_range, what="score"),
    text=range_typed,
    metavar="A-B",
    help="of the difficulty, from A to B",
)
NO_SUPPOSING = check_box(
    "no_supposing", "Without suppositions", help="solved by rules alone, without suppositions"
)


def difficulty(words: Iterable[str]) -> Field:
    """Return the field for a level of difficulty, one of a kind's own."""
    choices = tuple(words)
    return Field(name="difficulty", words="Difficulty", default="", choices=choices, in_sight=True)


def needs(rules: Iterable[str]) -> Field:
    """Return the field for a rule that has to be used, one of a kind's own."""
    return Field(
        name="needs",
        words="Needs the rule",
        default="",
        choices=tuple(rules),
        metavar="RULE",
        help="whoever always takes the easiest deduction uses this rule",
    )


def steps_of_difficulty(
    difficulty: Difficulty | None, words: Sequence[str], most: int
) -> dict[str, dict[str, Any]]:
    """Return what to ask for to make a puzzle harder or easier by one of the words, if it is rated.

    Beyond the last one it is by a quarter of the score; none is higher than `most`.
    """
    if difficulty is None:
        return {}
    place, score = words.index(difficulty.level), int(difficulty.score)
    least = score + score // 4 + 1
    ways: dict[str, dict[str, Any]] = {}
    if words[place + 1 :]:
        ways["harder"] = {"difficulty": words[place + 1]}
    elif least <= most:
        ways["harder"] = {"score": (least, most)}
    below = {"score": (0, score - score // 4)}
    ways["easier"] = {"difficulty": words[place - 1]} if place else below
    return ways


def are_groups(number: int, sizes: Mapping[int, int]) -> bool:
    """Whether some of the groups of these sizes, each a multiple of the smaller ones, are so many.

    `sizes` says how many groups there are of each size.
    """
    for size in sorted(sizes, reverse=True):
        number -= size * min(sizes[size], number // size)
    return number == 0


@dataclass(frozen=True)
class Request:
    """What a puzzle should be like; a kind's own has more fields.

    `difficulty` is one of the kind's words, or "" for any; the `score` is from the least to the
    most, or None for any. Who takes the easiest deductions uses the rule that it `needs`, and with
    `no_supposing` no supposition. A `symmetry` moves the cells with clues, or the endpoints, onto
    each other. With another `seed` it is another puzzle of the same sort.
    """

    width: int
    height: int
    seed: int = 0
    difficulty: str = ""
    symmetry: str = ""
    score: tuple[int, int] | None = None
    needs: str = ""
    no_supposing: bool = False

    @property
    def is_rated(self) -> bool:
        """Whether anything is asked of how the puzzle is solved."""
        return bool(self.difficulty or self.score or self.needs or self.no_supposing)

    def alike(self, cell: Cell) -> tuple[Cell, ...]:
        """Return a cell, and those that the symmetry moves it to."""
        return alike(self.symmetry, cell, self.width, self.height)

    def unknown(self, words: Iterable[str], rules: Iterable[str]) -> str:
        """Say which word, rule or symmetry there is not, of this kind or size; or nothing."""
        for asked, of, known in (
            (self.difficulty, "difficulty", words),
            (self.needs, "rule", rules),
            (self.symmetry, "symmetry", SYMMETRIES),
        ):
            if asked not in ("", *known):
                return f"{asked!r} is no {of}: choose one of {', '.join(known)}."
        if self.symmetry == "quarter" and self.width != self.height:
            takes = "A quarter turn takes as many rows as columns"
            return f"{takes}: {self.width}x{self.height} has no such symmetry."
        if self.score and self.score[0] > self.score[1]:
            ends = "The score asked for ends before it begins"
            return f"{ends}: write {self.score[1]}-{self.score[0]}."
        return ""


#: A kind's own type of requests.
R = TypeVar("R", bound=Request)


class Completion(ABC, Generic[P, R]):
    """How what is drawn on a board is completed, and what that is called."""

    #: What undo calls it, as in "fill the rest".
    edit: ClassVar[str]
    #: What goes on meanwhile, as in "Filling".
    going_on: ClassVar[str]
    #: What the board has not become if it is impossible, as in "filled".
    done: ClassVar[str]

    @abstractmethod
    def request(self, puzzle: P, seed: int, /) -> R | Finding:
        """Return a request that keeps what is drawn, or why that is impossible."""

    @abstractmethod
    def completed(self, puzzle: P, made: Made, /) -> P:
        """Return the puzzle with what was made for it."""


class SteppedCompletion(Completion[P, R]):
    """How it is completed step by step, so that one of the steps can be chosen."""

    #: What can be asked of the last step.
    fields: ClassVar[tuple[Field, ...]]

    @abstractmethod
    def steps(self, request: R, /, *, progress: Progress[Made] = unheard) -> Made:
        """Complete it; `progress` gets what is made in each step, with a short report."""


class Making(ABC, Generic[P, R]):
    """How puzzles are generated."""

    #: Increased whenever some request gives another puzzle than before.
    version: ClassVar[int]
    #: The fields of a request besides size and seed.
    fields: ClassVar[tuple[Field, ...]]
    #: What of a puzzle can be kept, by name, whatever is locked in it.
    keeps: ClassVar[tuple[str, ...]] = ()
    #: How what is drawn is completed.
    completion: Completion[P, R] | None = None

    @abstractmethod
    def request(
        self, width: int, height: int, seed: int, lends: P | None = None, /, **asked: Any
    ) -> R:
        """Return a request for a puzzle of the shape of another one; `asked` are its fields.

        FlowDeskError if a field asks for what no board of this size has.
        """

    def like(
        self,
        puzzle: P,
        seed: int,
        /,
        *,
        keep: str = "",
        solution: Any = None,
        area: Area | None = None,
        **asked: object,
    ) -> R | Finding:
        """Return a request for puzzles of the shape of this one which keep what is locked in it.

        If it names one of `keeps`, they `keep` that instead. `asked` are fields. With a `solution`,
        the search begins there and changes little; then of an `area` only what lies in it, or
        leads through it, changes. A finding tells why that is impossible, as far as it shows.
        """
        words = "There are no variations of this kind of puzzle."
        return Finding("no-variations", words, (), Severity.INVALID)

    def request_like(self, puzzle: P, seed: int, /, **options: Any) -> R:
        """Return the request of `like`, which takes these options.

        FlowDeskError with why it cannot be met, as far as it shows without a search.
        """
        request = self.like(puzzle, seed, **options)
        if isinstance(request, Finding):
            raise FlowDeskError(request.message)
        if wrong := self.problem(request):
            raise FlowDeskError(wrong)
        return request

    def steered(
        self, puzzle: P, solution: Any, difficulty: Difficulty | None, /
    ) -> Mapping[str, Mapping[str, object]]:
        """Return ways to change a puzzle by names such as "harder": what to ask `like` for."""
        return {}

    @abstractmethod
    def problem(self, request: R, /) -> str:
        """Say in a sentence why a request cannot be met; empty if it may be."""

    def doubt(self, request: R, /) -> str:
        """Say in a sentence why a request may take long, or may not be met; empty if it should."""
        return ""

    @abstractmethod
    def empty(self, request: R, /) -> P:
        """Return the empty puzzle of the requested shape."""

    def has_shape_of(self, request: R, puzzle: P, /) -> bool:
        """Whether a puzzle may have been made for a request, judged by its shape."""
        return (request.width, request.height) == (puzzle.width, puzzle.height)

    @abstractmethod
    def generate(self, request: R, /, *, progress: Progress[str] = unheard) -> Made:
        """Make a puzzle; `progress` gets a few words on what is being done."""

    def map_problem(self, request: R, /) -> str:
        """Say why its puzzles may not fit into a map, as the end of a sentence, or nothing."""
        return ""

    def seeded(self, request: R, seed: int, /) -> R:
        """Return the same request with another seed."""
        return replace(request, seed=seed)

    def about(self, request: R, /) -> dict[str, str]:
        """Return what is kept in `about`: the same version makes the same puzzle from this seed."""
        return {"seed": str(request.seed), "generator": str(self.version)}

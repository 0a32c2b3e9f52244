"""Kind: what the program knows of a kind of puzzle.

A kind is an object with a few parts, such as `solving`, `drawing` and `files`, each an abstract
class whose methods say what they get and return. A kind subclasses those that it has; a part that
is None is greyed out in the window and refused on the command line. Kinds and parts have no state
of their own, so that their methods can be sent to worker processes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic

from flowdesk.core.edit import Edit, Kept
from flowdesk.core.finding import Finding
from flowdesk.core.puzzle import P, S, noted, size_problem
from flowdesk.kinds.drawing import Drawing
from flowdesk.kinds.editor import Coloring, Editing
from flowdesk.kinds.entry import Files, Scanning
from flowdesk.kinds.making import Making
from flowdesk.kinds.part import Shaping
from flowdesk.kinds.play import Playing
from flowdesk.kinds.sameness import Pattern
from flowdesk.kinds.solving import Counting, Mending, Reasoning, Solving
from flowdesk.kinds.words import Words


class Kind(ABC, Generic[P, S]):
    """A kind of puzzle: its name, what a puzzle of it is, and its parts."""

    #: The key in files and in JSON, and the name that people read.
    key: ClassVar[str]
    name: ClassVar[str]

    words: Words[P, S] = Words()
    files: Files[S]
    drawing: Drawing[P, S, Any]
    editing: Editing[P]
    solving: Solving[P]
    counting: Counting[P, S] | None = None
    mending: Mending[P, S] | None = None
    reasoning: Reasoning[P] | None = None
    shaping: Shaping[P] | None = None
    coloring: Coloring[P] | None = None
    making: Making[P, Any] | None = None
    playing: Playing[P, S, Any] | None = None
    scanning: Scanning[P] | None = None

    @abstractmethod
    def new(self, width: int, height: int, /) -> P:
        """Return an empty puzzle."""

    @abstractmethod
    def findings(self, puzzle: P, /) -> list[Finding]:
        """Return everything that is wrong with a puzzle."""

    @abstractmethod
    def incomplete(self, puzzle: P, /) -> list[Finding]:
        """Return only what has to be added or corrected before it can be solved at all."""

    @property
    def difficulties(self) -> tuple[str, ...]:
        """The levels of difficulty, the easiest first; none if it does not tell any."""
        return self.reasoning.difficulties if self.reasoning else ()

    def is_empty(self, puzzle: P, /) -> bool:
        """Whether nothing to be solved is placed yet."""
        return False

    def is_sketch(self, puzzle: P, /) -> bool:
        """Whether so little is placed that nobody expects a solution yet."""
        return False

    def contents(self, puzzle: P, /) -> Mapping[str, int]:
        """Return the numbers of things that formats limit or lists of puzzles show, by name."""
        return {}

    def pattern(self, puzzle: P, /) -> Pattern | None:
        """Return what makes a puzzle, to find the same one turned or in other colours."""
        return None

    def difference(self, edit: Edit[P], /) -> Kept[P]:
        """Return what undo keeps of an old edit, if possible less than two whole puzzles."""
        return edit

    def with_puzzle_of(self, puzzle: P, other: P, /) -> P:
        """Return another puzzle with title, author and the like of the first."""
        return noted(other, puzzle.about)

    def size_problem(self, width: int, height: int, /, *, in_window: bool = False) -> str:
        """Say in a sentence why a puzzle cannot have this size, if so; windows have less room."""
        return size_problem(width, height, in_window=in_window)

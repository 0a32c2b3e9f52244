"""Kind: what the program knows of a kind of puzzle.

A kind is an object with a few parts, such as `solving`, `drawing` and `files`, each an abstract
class whose methods say what they get and return. A kind subclasses those that it has; a part that
is None is greyed out in the window and refused on the command line. Some parts are imported when
first asked for: who checks a puzzle need not wait for tools and generators. Kinds and parts have no
state of their own, so that their methods can be sent to worker processes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from flowdesk.core.edit import Edit, Kept
from flowdesk.core.finding import Finding
from flowdesk.core.puzzle import P, S, noted, size_problem
from flowdesk.kinds.known import Words

if TYPE_CHECKING:
    from flowdesk.kinds.drawing import Drawing
    from flowdesk.kinds.editor import Coloring, Editing, Shaping
    from flowdesk.kinds.entry import Files, Scanning
    from flowdesk.kinds.making import Making
    from flowdesk.kinds.play import Playing, Publishing
    from flowdesk.kinds.sameness import Pattern
    from flowdesk.kinds.solving import Counting, Mending, Reasoning, Solving


@dataclass(frozen=True)
class EmptyBoard(Generic[P]):
    """A board that a new puzzle can have: its name, its icon, and how it is made.

    `make` gets width and height, which are at least `least`.
    """

    name: str
    icon: str
    make: Callable[[int, int], P]
    least: int = 1


class Kind(ABC, Generic[P, S]):
    """A kind of puzzle: its name, what a puzzle of it is, and its parts."""

    #: The key in files and in JSON, and the name that people read.
    key: ClassVar[str]
    name: ClassVar[str]

    words: Words[P, S] = Words()
    files: Files[S]

    @property
    @abstractmethod
    def drawing(self) -> Drawing[P, S, Any]:
        """How puzzles and solutions look."""

    @property
    @abstractmethod
    def editing(self) -> Editing[P]:
        """How puzzles are drawn."""

    @property
    @abstractmethod
    def solving(self) -> Solving[P]:
        """How puzzles are solved and checked."""

    @property
    def counting(self) -> Counting[P, S] | None:
        """How solutions are counted."""
        return None

    @property
    def mending(self) -> Mending[P, S] | None:
        """Why puzzles have no solution or several, and what helps."""
        return None

    @property
    def reasoning(self) -> Reasoning[P] | None:
        """How a player solves puzzles: hints, difficulty."""
        return None

    @property
    def shaping(self) -> Shaping[P] | None:
        """How puzzles are turned, resized and put together of parts."""
        return None

    @property
    def coloring(self) -> Coloring[P] | None:
        """How the colours of items are changed."""
        return None

    @property
    def making(self) -> Making[P, Any] | None:
        """How puzzles are generated."""
        return None

    @property
    def playing(self) -> Playing[P, S, Any] | None:
        """How puzzles are played."""
        return None

    @property
    def publishing(self) -> Publishing[P, S] | None:
        """How puzzles are published as a page to play."""
        return None

    @property
    def scanning(self) -> Scanning[P] | None:
        """How puzzles are made of the dots of pictures."""
        return None

    @abstractmethod
    def new(self, width: int, height: int, /) -> P:
        """Return an empty puzzle."""

    @property
    def boards(self) -> Sequence[EmptyBoard[P]]:
        """What boards a new puzzle can have; that of `new` comes first."""
        return (EmptyBoard("Squares", "squares", self.new),)

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

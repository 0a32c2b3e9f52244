"""Format: one way to write puzzles in a file, and what such a file can hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flowdesk.core.finding import FormatError
from flowdesk.kinds.entry import Entry

#: What `Kind.lost` calls a solution: the one loss that can be found again.
SOLUTION = "the solution"


def only_read(entries: Sequence[Entry]) -> str:
    """The writer of a format that is not written."""
    raise FormatError("this format is only read.", hint="Choose another one.")


def anything(text: str) -> bool:
    """Recognise any text: a format with this test is offered a text after all others."""
    return True


@dataclass(frozen=True, kw_only=True, eq=False)
class Format:
    """One format: what it is called, what it holds, how it is recognised, read and written.

    `key` is its name for scripts, `name` that for people, and `called` stands in sentences.
    `recognize` looks at a text's beginning; `read` and `write` raise FormatError. `write` gets
    one entry, or any number if the format `holds_many`.
    """

    key: str
    name: str
    called: str
    suffixes: tuple[str, ...]
    read: Callable[[str], list[Entry]]
    recognize: Callable[[str], bool] = anything
    write: Callable[[Sequence[Entry]], str] = only_read
    holds_many: bool = False
    #: The most it holds of what `Kind.contents` counts. The registry refuses to write more.
    most: Mapping[str, int] = field(default_factory=dict)
    #: The kinds of puzzle that it holds; None for every kind. The registry fills it in.
    kinds: frozenset[str] | None = None
    #: A small file. Formats that hold several kinds need none: a puzzle of each is written.
    sample: str = ""
    #: Read the puzzles among lines of words, as in a mail; none if there are none.
    find: Callable[[list[str]], list[Entry]] | None = None

    @property
    def can_write(self) -> bool:
        """Whether puzzles can be written in it."""
        return self.write is not only_read

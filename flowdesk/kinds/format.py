"""Format: one way to write puzzles in a file, and what such a file can hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flowdesk.core.finding import FormatError
from flowdesk.kinds.entry import Entry

#: The name of a solution in `Kind.lost`: a loss that does not matter, as it can be found again.
SOLUTION = "the solution"


def only_read(entries: Sequence[Entry]) -> str:
    """Refuse to write: the `write` of formats that are only read."""
    raise FormatError("this format is only read.", hint="Choose another one.")


def anything(text: str) -> bool:
    """Accept any text: the `recognize` of a format that is tried after all others."""
    return True


@dataclass(frozen=True, kw_only=True, eq=False)
class Format:
    """A format: its names, what it can hold, and how it is recognised, read and written.

    `key` is its name for scripts, `name` the one in menus, `called` the one in sentences.
    `recognize` tells by the beginning of a text; `read` and `write` raise FormatError. `write`
    takes one entry, or any number if the format `holds_many`.
    """

    key: str
    name: str
    called: str
    suffixes: tuple[str, ...]
    read: Callable[[str], list[Entry]]
    recognize: Callable[[str], bool] = anything
    write: Callable[[Sequence[Entry]], str] = only_read
    holds_many: bool = False
    #: The largest numbers that it can hold, by the names of `Kind.contents`; the registry refuses
    #: to write more.
    most: Mapping[str, int] = field(default_factory=dict)
    #: The keys of the kinds that it can hold, filled in by the registry; None for every kind.
    kinds: frozenset[str] | None = None
    #: A small file, for tests. Formats for several kinds need none: tests write one of each kind.
    sample: str = ""
    #: lines of a text such as a mail -> the puzzles among its words.
    find: Callable[[list[str]], list[Entry]] | None = None

    @property
    def can_write(self) -> bool:
        """Whether puzzles can be written in it."""
        return self.write is not only_read

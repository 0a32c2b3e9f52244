"""Series: levels of one request with consecutive seeds, and the texts in their files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import printable
from flowdesk.kinds.answers import Difficulty, Made
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import AnyKind, AnyMaking

#: The most levels of a series: each takes a byte of memory.
MOST = 100_000_000
#: The most files in a folder.
THOUSAND = 1000


@dataclass(frozen=True)
class Series:
    """Levels of one request with consecutive seeds, numbered from 1."""

    kind: AnyKind
    generator: AnyMaking
    request: Request
    asked: Mapping[str, object]
    count: int
    options: str

    def request_of(self, number: int) -> Request:
        seed = self.request.seed + number - 1
        request: Request = self.generator.seeded(self.request, seed)
        return request

    def title(self, number: int) -> str:
        return f"{self.request.width}x{self.request.height} number {number}"

    def command(self, number: int) -> str:
        """Return the command that makes one of the levels again by itself."""
        asked = self.request_of(number)
        return f"generate {asked.width}x{asked.height} --seed {asked.seed} {self.options}".rstrip()

    def file_name(self, number: int) -> str:
        """Return the path of a level's file in the folder of the series.

        Each thousand of levels, except for the first one, has a folder of its own.
        """
        name = f"{self.request.width}x{self.request.height}-{number:04}.txt"
        before = (number - 1) // THOUSAND * THOUSAND
        return f"{before + 1}-{before + THOUSAND}/{name}" if before else name

    def about(self, number: int) -> dict[str, str]:
        """Return the texts in the file of a level, with all that is needed to make it again."""
        about = {"title": self.title(number), **self.generator.about(self.request_of(number))}
        return about | ({"options": self.options} if self.options else {})

    def call(self, number: int) -> Callable[..., Rated]:
        """Return the call that makes a level."""
        return partial(make, self.generator.generate, None, self.request_of(number))

    def entry(self, number: int, made: Made) -> Entry:
        """Return a level as it is written; one that is not as requested has a note."""
        assert made.level, "nothing was made"
        note = {} if made.met else {"note": made.report}
        about = {**self.about(number), **made.level.about, **note}
        return Entry(replace(made.level, about=about))

    def has(self, number: int, level: Puzzle) -> bool:
        """Whether a level is one of the series, by the texts in its file and by its shape.

        A file without the version of the generator is of version 1.
        """
        texts = {"generator": "1", "options": "", **level.about}
        expected = {"options": "", **self.about(number)}
        if level.kind != self.kind.key or not texts.items() >= expected.items():
            return False
        request, make = self.request, self.generator.request
        return bool(make(level.width, level.height, request.seed, level, **self.asked) == request)


@dataclass(frozen=True)
class Rated:
    """A level that was made; its difficulty if it was rated."""

    made: Made
    difficulty: Difficulty | None = None


def make(
    generate: Callable[[Any], Made],
    rate: Callable[[Any], Difficulty | None] | None,
    request: Request,
    *,
    progress: Callable[[Rated], None],
) -> Rated:
    """Make a level, and rate it if it is as requested; worker processes call this."""
    made = generate(request)
    if not (rate and made.met):
        return Rated(made)
    progress(Rated(made))  # the time limit may end the rating
    return Rated(made, rate(made.level))


def status(made: Made) -> str:
    """Return how a search for a level has ended, as scripts see it."""
    return "made" if made.met else "nearest" if made.level else "unknown"


def options_typed(generator: AnyMaking, asked: Mapping[str, object], mask: str | None) -> str:
    """Return the options besides size and seed that a level depends on, as they are typed."""
    chosen = [field for field in generator.fields if asked[field.name] != field.default]
    typed = [f"{f.option} {f.text(asked[f.name])}" for f in chosen if not f.is_check]
    typed += [f"--mask {printable(Path(mask).name)}"] if mask else []
    typed += [f.option for f in chosen if f.is_check]
    return " ".join(typed)

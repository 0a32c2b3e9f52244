"""Series: levels of one request with one seed after the other, and what their files tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flowdesk.core.terminal import printable
from flowdesk.kinds.answers import Made
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.generator import Generator, Request
from flowdesk.kinds.kind import Kind


@dataclass(frozen=True)
class Series:
    """Levels of one request, with one seed after the other; they are counted from 1."""

    kind: Kind
    generator: Generator
    request: Any
    asked: Mapping[str, Any]
    count: int
    options: str

    def request_of(self, number: int) -> Request:
        """What is requested of one of the levels."""
        request: Request = replace(self.request, seed=self.request.seed + number - 1)
        return request

    def title(self, number: int) -> str:
        """What one of the levels is called."""
        return f"{self.request.width}x{self.request.height} number {number}"

    def command(self, number: int) -> str:
        """How one of the levels is made again by itself."""
        asked = self.request_of(number)
        return f"generate {asked.width}x{asked.height} --seed {asked.seed} {self.options}".rstrip()

    def file_name(self, number: int) -> str:
        """What the file of one of the levels is called in a folder."""
        return f"{self.request.width}x{self.request.height}-{number:04}.txt"

    def about(self, number: int) -> dict[str, str]:
        """What its file says about one of the levels: all that it takes to make it again."""
        about = {"title": self.title(number), **self.generator.about(self.request_of(number))}
        return about | ({"options": self.options} if self.options else {})

    def entry(self, number: int, made: Made) -> Entry:
        """A level that was made as it is written; one that is not as requested says so itself."""
        assert made.level, "nothing was made"
        note = {} if made.met else {"note": made.report}
        about = {**self.about(number), **made.level.about, **note}
        return Entry(replace(made.level, about=about))

    def has(self, number: int, level: Any) -> bool:
        """Whether a level is one of the series, by what its file says, and by its shape.

        Version 1 of the generator is meant where no version is written down.
        """
        told = {"generator": "1", "options": "", **level.about}
        expected = {"options": "", **self.about(number)}
        if level.kind != self.kind.key or not told.items() >= expected.items():
            return False
        request, make = self.request, self.generator.request
        return bool(make(level.width, level.height, request.seed, level, **self.asked) == request)


def options_typed(generator: Generator, asked: Mapping[str, Any], mask: str | None) -> str:
    """The options beside size and seed that a level depends on, as they are typed."""
    chosen = [field for field in generator.fields if asked[field.name] != field.default]
    typed = [f"--{f.name} {f.text(asked[f.name])}" for f in chosen if not f.is_check]
    typed += [f"--mask {printable(Path(mask).name)}"] if mask else []
    typed += ["--" + f.name.replace("_", "-") for f in chosen if f.is_check]
    return " ".join(typed)

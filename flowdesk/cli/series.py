"""Series: levels of one request with consecutive seeds, and the texts in their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flowdesk.core.terminal import printable
from flowdesk.kinds.answers import Made
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.generator import Generator
from flowdesk.kinds.kind import Kind


@dataclass(frozen=True)
class Series:
    """Levels of one request with consecutive seeds, numbered from 1."""

    kind: Kind
    generator: Generator
    request: Any
    asked: Mapping[str, Any]
    count: int
    options: str

    def request_of(self, number: int) -> Any:
        return replace(self.request, seed=self.request.seed + number - 1)

    def title(self, number: int) -> str:
        return f"{self.request.width}x{self.request.height} number {number}"

    def command(self, number: int) -> str:
        """Return the command that makes one of the levels again by itself."""
        asked = self.request_of(number)
        return f"generate {asked.width}x{asked.height} --seed {asked.seed} {self.options}".rstrip()

    def file_name(self, number: int) -> str:
        return f"{self.request.width}x{self.request.height}-{number:04}.txt"

    def about(self, number: int) -> dict[str, str]:
        """Return the texts in the file of a level, with all that is needed to make it again."""
        about = {"title": self.title(number), **self.generator.about(self.request_of(number))}
        return about | ({"options": self.options} if self.options else {})

    def entry(self, number: int, made: Made) -> Entry:
        """Return a level as it is written; one that is not as requested has a note."""
        assert made.level, "nothing was made"
        note = {} if made.met else {"note": made.report}
        about = {**self.about(number), **made.level.about, **note}
        return Entry(replace(made.level, about=about))

    def has(self, number: int, level: Any) -> bool:
        """Whether a level is one of the series, by the texts in its file and by its shape.

        A file without the version of the generator is of version 1.
        """
        texts = {"generator": "1", "options": "", **level.about}
        expected = {"options": "", **self.about(number)}
        if level.kind != self.kind.key or not texts.items() >= expected.items():
            return False
        request, make = self.request, self.generator.request
        return bool(make(level.width, level.height, request.seed, level, **self.asked) == request)


def options_typed(generator: Generator, asked: Mapping[str, Any], mask: str | None) -> str:
    """Return the options besides size and seed that a level depends on, as they are typed."""
    chosen = [field for field in generator.fields if asked[field.name] != field.default]
    typed = [f"{f.option} {f.text(asked[f.name])}" for f in chosen if not f.is_check]
    typed += [f"--mask {printable(Path(mask).name)}"] if mask else []
    typed += [f.option for f in chosen if f.is_check]
    return " ".join(typed)

"""Series: levels of one request with consecutive seeds, and the texts in their files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from flowdesk.core import growing_csv
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import make_folder, sweep_temporaries
from flowdesk.core.text import printable
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.formats.registry import JSON, format_for, load, losses, write_file
from flowdesk.kinds.answers import CheckResult, CheckStatus, Difficulty, Made, NonTouching
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import AnyKind, AnyMaking

#: The most levels of a series: each takes a byte of memory.
MOST = 100_000_000
#: The most files in a folder.
THOUSAND = 1000

#: What rates a level, if it is to be rated.
Rate: TypeAlias = Callable[[Puzzle], Difficulty | None] | None


@dataclass(frozen=True)
class Series:
    """Levels of one request with consecutive seeds, numbered from 1."""

    kind: AnyKind
    generator: AnyMaking
    request: Request
    count: int
    options: str

    def request_of(self, number: int) -> Request:
        request: Request = self.generator.seeded(self.request, self.request.seed + number - 1)
        return request

    def title(self, number: int) -> str:
        return f"{self.request.width}x{self.request.height} number {number}"

    def command(self, number: int) -> str:
        """Return the command that makes one of the levels again by itself."""
        asked = self.request_of(number)
        return f"generate {asked.width}x{asked.height} --seed {asked.seed} {self.options}".rstrip()

    def file_name(self, number: int, suffix: str = ".txt") -> str:
        """Return the path of a level's file in the folder of the series.

        It is JSON where a text file has no room for what is said of the level. Each thousand of
        levels, except for the first one, has a folder of its own.
        """
        name = f"{self.request.width}x{self.request.height}-{number:04}{suffix}"
        before = (number - 1) // THOUSAND * THOUSAND
        return f"{before + 1}-{before + THOUSAND}/{name}" if before else name

    def about(self, number: int) -> dict[str, str]:
        """Return the texts in the file of a level, with all that is needed to make it again."""
        about = {"title": self.title(number), **self.generator.about(self.request_of(number))}
        return about | ({"options": self.options} if self.options else {})

    def call(self, number: int, rate: Rate = None) -> Callable[..., Rated]:
        """Return the call that makes a level."""
        return partial(make, partial(self.generator.generate, self.request_of(number)), rate)

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
        is_named = level.kind == self.kind.key and texts.items() >= expected.items()
        return is_named and self.generator.has_shape_of(self.request, level)


@dataclass(frozen=True)
class Rated:
    """A level that was made; its difficulty if it was rated."""

    made: Made
    difficulty: Difficulty | None = None


def make(
    generate: Callable[[], Made],
    rate: Rate,
    *,
    progress: Callable[[Rated], None],
) -> Rated:
    """Make a level, and rate it if it is as requested; worker processes call this."""
    made = generate()
    if not (rate and made.met):
        return Rated(made)
    progress(Rated(made))  # the time limit may end the rating
    return Rated(made, rate(made.level))


def status(made: Made) -> str:
    """Return how a search for a level has ended, as scripts see it."""
    return "made" if made.met else "nearest" if made.level else "unknown"


def options_typed(
    generator: AnyMaking, asked: Mapping[str, object], others: Mapping[str, str | None]
) -> str:
    """Return the options besides size and seed that a level depends on, as they are typed.

    `others` are no fields, such as the file of a mask, without its folder.
    """
    chosen = [field for field in generator.fields if asked[field.name] != field.default]
    typed = [field.typed(asked[field.name]) for field in chosen]
    valued = [text for text in typed if " " in text]
    valued += [f"--{name} {printable(Path(text).name)}" for name, text in others.items() if text]
    return " ".join(valued + [text for text in typed if " " not in text])


#: The name of the table.
TABLE = "manifest.csv"
#: What to do about a line that does not belong there.
_INSTEAD = "Name another folder, or remove the file."

#: What there is of a level.
_FILE, _ROW = 1, 2


class SeriesRow(NamedTuple):
    """What the table says about a level.

    `status` is "made" or "nearest", `verdict` as `flowdesk check` prints it, and empty unless the
    level is as requested. `note` says what is not. Without a difficulty the level is rated later,
    and gets another row, unless no rating is asked for.
    """

    number: int
    seed: int
    file: str
    status: str
    verdict: str
    difficulty: str
    score: str
    note: str
    generator: int


class SeriesFolder:
    """The folder of a series: what is there already, and what is still to make.

    There is a table if the series has more levels than fit into a folder. Then files are not
    synced, which would take longer than making them: what a power cut may leave, an empty file, is
    made again. Memory: a byte for each level.
    """

    def __init__(self, folder: Path, series: Series, *, rated: bool) -> None:
        """Make the folder; FlowDeskError if that is not possible. `look` before all else."""
        make_folder(folder)
        self._folder, self._series = folder, series
        self._table = folder / TABLE if series.count > THOUSAND else None
        reasoning = series.kind.reasoning
        self._rate = reasoning.rate if reasoning and rated and self._table else None
        self._complete = _FILE | _ROW if self._table else _FILE
        self._has = bytearray(series.count + 1)
        self._made_folder = folder

    def look(self) -> Iterator[tuple[int, str]]:
        """Find what is there; yield number and note of levels; FlowDeskError if it is not ours."""
        sweep_temporaries(self._folder)
        if self._table:
            yield from self._read_table(self._table)
        is_compared = False
        for number in range(1, self._series.count + 1):
            path = self._path(number)
            if not path:
                self._has[number] = 0  # its row, which may be of other options, is written again
                continue
            if self._has[number] & _ROW and is_compared:
                self._has[number] |= _FILE
                continue
            level = self._level(path, number)
            is_compared = True
            note = level.about.get("note")
            if not self._table and note:
                yield number, note
            if self._has[number] & _ROW or not (self._table and note):
                self._has[number] |= _FILE  # without a row, one with a note is made again
            if self._table and self._has[number] == _FILE and not self._rate:
                self._add_row(number, path, Rated(_found(level)))

    def has(self, number: int) -> bool:
        """Whether the file of a level is there."""
        return bool(self._has[number] & _FILE)

    @property
    def left(self) -> int:
        """How many levels are still to make, or to rate."""
        return self._series.count - self._has.count(self._complete)

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of those levels."""
        for number in range(1, self._series.count + 1):
            if self._has[number] != self._complete:
                yield number

    def call(self, number: int) -> Callable[..., Rated]:
        """Return the call that makes a level, or rates it if it is there."""
        if self._has[number] == _FILE and (path := self._path(number)):
            return partial(make, partial(_found, self._level(path, number)), self._rate)
        return self._series.call(number, self._rate)

    def keep(self, number: int, rated: Rated) -> None:
        """Write a level, unless there is none; FlowDeskError if that is not possible."""
        if not rated.made.level:
            return
        path = self._path(number) if self.has(number) else None
        if path is None:
            entry = self._series.entry(number, rated.made)
            path = self._folder / self._series.file_name(number, _suffix(entry))
            if path.parent != self._made_folder:
                make_folder(path.parent)
                sweep_temporaries(path.parent)
                self._made_folder = path.parent
            write_file(path, [entry], sync=self._table is None)
            self._has[number] |= _FILE
        self._add_row(number, path, rated)

    def finish(self) -> None:
        """Sort the table if all levels are there."""
        if self._table and not self.left:
            growing_csv.put_in_order(self._table)

    def _path(self, number: int) -> Path | None:
        """Return the path of a level that is there; in older folders all are side by side."""
        name = self._series.file_name(number)
        as_json = self._series.file_name(number, JSON.suffixes[0])
        for path in dict.fromkeys((name, os.path.basename(name), as_json)):
            try:
                size = os.stat(os.path.join(self._folder, path)).st_size
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError:
                size = 1  # reading it will tell why not
            if size or not self._table:
                return self._folder / path
        return None

    def _level(self, path: Path, number: int) -> Puzzle:
        """Return the level in a file; FlowDeskError if it is another one."""
        level: Puzzle = load(path)[0]
        if not self._series.has(number, level):
            instead = "name another folder, or remove the file."
            raise FlowDeskError(f"{path} is another puzzle: {instead}")
        return level

    def _read_table(self, table: Path) -> Iterator[tuple[int, str]]:
        """Take in the rows of the table, and begin it if it has none."""
        if table.exists():
            rows = growing_csv.read_rows(table, SeriesRow._fields, "table of levels", _INSTEAD)
            for line, values in rows:
                number, note, is_rated = self._entry(table, line, values)
                if self._rate and not is_rated:
                    continue  # there was no time for it, or --no-rating
                if number <= self._series.count:
                    self._has[number] |= _ROW
                    if note and self._path(number):
                        yield number, note
            growing_csv.mend(table)
        if not table.exists() or not table.stat().st_size:
            growing_csv.append(table, [SeriesRow._fields])

    def _entry(self, table: Path, line: int, values: list[str]) -> tuple[int, str, bool]:
        """Return number and note of a row, and whether it is rated; FormatError if not ours."""
        try:
            number, seed, file, ended, _, difficulty, _, note, version = values
            at = int(number)
            expected = self._series.request_of(at).seed, self._series.generator.version
            is_ours = (int(seed), int(version)) == expected
            is_ours &= Path(file).stem == Path(self._series.file_name(at)).stem
        except ValueError:
            is_ours = False
        if not is_ours or not 1 <= at <= MOST or ended not in ("made", "nearest"):
            problem = "this is no row of this series of levels."
            raise FormatError(problem, line=line, hint=_INSTEAD, source=str(table))
        return at, note, bool(difficulty) or ended == "nearest"

    def _add_row(self, number: int, path: Path, rated: Rated) -> None:
        if not self._table or self._has[number] & _ROW:
            return
        known = Known(rated.made.level, check=CheckResult(CheckStatus.UNIQUE, NonTouching.ONE))
        row = SeriesRow(
            number=number,
            seed=self._series.request_of(number).seed,
            file=path.relative_to(self._folder).as_posix(),
            status=status(rated.made),
            verdict=verdict(known).line if rated.made.met else "",
            difficulty=rated.difficulty.level if rated.difficulty else "",
            score=f"{rated.difficulty.score:g}" if rated.difficulty else "",
            note="" if rated.made.met else printable(rated.made.report),
            generator=self._series.generator.version,
        )
        growing_csv.append(self._table, [row])
        self._has[number] |= _ROW


def _found(level: Puzzle) -> Made:
    """Return a level that is there as it was made."""
    return Made(level, None, 0, True, "")


def _suffix(entry: Entry) -> str:
    """Return the suffix of the file for a level: of text, unless that loses something of it."""
    with contextlib.suppress(FormatError):
        if not losses(format_for(Path("level.txt"), [entry.level]), [entry]):
            return ".txt"
    return JSON.suffixes[0]

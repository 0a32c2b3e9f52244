"""Scan: what was read from a picture, what the solver says about that, and files that grow by it.

A level that was designed has exactly one solution by the stricter rule of its kind, and one that
was read wrong hardly ever has: so the solver is asked about every reading.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle, noted
from flowdesk.core.storage import check_writable, write_atomically
from flowdesk.core.text import printable
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.formats.registry import (
    JSON,
    check_spares_picture,
    described,
    format_for,
    losses,
    open_file,
    puzzle_of,
    read_data,
    read_file,
    write_file,
)
from flowdesk.kinds.answers import CheckResult, CheckStatus, unheard
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import KINDS, kind_of
from flowdesk.scan.loading import Picture, load_picture
from flowdesk.scan.reading import Certainty, Doubt, Reading, judge
from flowdesk.scan.samples import Lattice
from flowdesk.scan.scan import look_at, read_board

#: Columns and rows, and the cells of each colour.
Dots: TypeAlias = tuple[int, int, frozenset[tuple[Cell, ...]]]

#: The answers of the solver that make a reading doubtful.
_OBJECTIONS = (CheckStatus.UNSOLVABLE, CheckStatus.MULTIPLE)


@dataclass(frozen=True)
class Scan:
    """A picture by its `name`, its `reading`, and the puzzle of that, if there is one.

    `answer` is what the solver has found out about the puzzle by the stricter rule of its kind;
    None if it was not asked, or has not said anything yet. `remarks` are sentences on what was left
    out of the picture. `problem` is why the picture could not be read at all, else empty; `gave_up`
    tells that the reading was ended before its time. `digest` is a hash of the picture's bytes.
    """

    name: str
    reading: Reading
    puzzle: Any = None
    answer: CheckResult | None = None
    remarks: tuple[str, ...] = ()
    problem: str = ""
    gave_up: bool = False
    digest: str = ""

    @property
    def status(self) -> Certainty:
        """How sure the reading is: sure only if the solver does not object."""
        if self.puzzle is None:
            return Certainty.NOTHING
        return Certainty.DOUBTFUL if self.doubts else Certainty.SURE

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is doubtful, for the picture and for the solver."""
        found = self.reading.doubts
        if self.problem:
            found = (Doubt(self.problem),)
        if self.answer is None or self.puzzle is None:
            return found
        if self.answer.status in _OBJECTIONS:
            return (*found, Doubt(f"The solver finds {self.solver_says}: please check the dots."))
        if self.answer.status is CheckStatus.INVALID and not found:
            return tuple(Doubt(finding.message, finding.cells) for finding in self.answer.findings)
        return found

    @property
    def solver_says(self) -> str:
        """How many solutions there are, in words; empty if the solver was not asked."""
        if self.answer is None or self.puzzle is None:
            return ""
        puzzle = kind_of(self.puzzle).solving.strict(self.puzzle)
        return verdict(Known(puzzle, self.answer.findings, check=self.answer)).line

    @property
    def is_answered(self) -> bool:
        """Whether the solver has told what it was asked, or there is nothing to ask."""
        is_known = self.answer is not None and self.answer.status is not CheckStatus.UNKNOWN
        return self.puzzle is None or is_known

    @property
    def is_level(self) -> bool:
        """Whether there is a puzzle with dots: an empty board is no level."""
        return self.puzzle is not None and bool(self.reading.dots)

    @property
    def labels(self) -> dict[Cell, str]:
        """The letters of the dots, as they will be in the level."""
        if self.puzzle is None:
            return {}
        item_at = kind_of(self.puzzle).drawing.item_at
        cells = (cell for dots in self.reading.dots for cell in dots.cells)
        return {cell: item_at(self.puzzle, cell, None) or "" for cell in cells}

    @property
    def entry(self) -> Entry | None:
        """The puzzle with the name of its picture and its doubts among its notes, or None."""
        if self.puzzle is None:
            return None
        name = printable(Path(self.name).name).strip()
        about = {"title": printable(Path(self.name).stem).strip(), "picture": name}
        if self.doubts:
            about["doubts"] = "\n".join(described(doubt) for doubt in self.doubts)
        return Entry(noted(self.puzzle, {**about, **self.puzzle.about}))

    def with_answer(self, answer: CheckResult) -> Scan:
        """Return the scan with what the solver says, which may be the result so far."""
        return replace(self, answer=answer)


def scan_of(reading: Reading, name: str, remarks: tuple[str, ...] = ()) -> Scan:
    """Return the scan of a reading, such as one with corrections by hand."""
    return Scan(name, reading, puzzle_of(reading), remarks=remarks)


def scan_data(
    data: bytes,
    name: str,
    lattice: Lattice | None = None,
    *,
    progress: Callable[[Scan], None] = unheard,
) -> Scan:
    """Read a picture and ask the solver; any problem is part of the result.

    `progress` gets the reading as soon as it is known, and then the solver's results so far: the
    caller may end the process at any time and go on with the last one. A `lattice` that was set by
    hand is taken as it is.
    """
    digest = digest_of(data)
    try:
        picture = load_picture(data, name)
        reading = _reading_of(picture, lattice)
    except FormatError as error:
        return replace(unreadable(name, str(error)), digest=digest)
    scan = replace(scan_of(reading, name, picture.remarks), digest=digest)
    progress(scan)
    if scan.puzzle is None:
        return scan
    found = ask_solver(scan.puzzle, progress=lambda so_far: progress(scan.with_answer(so_far)))
    return scan.with_answer(found)


def _reading_of(picture: Picture, lattice: Lattice | None) -> Reading:
    """Return what a picture shows, in pixels of its file; FormatError if a lattice lies outside."""
    if lattice is None:
        reading = read_board(picture.image)
    else:
        width, height = (round(picture.scale * side) for side in picture.image.size)
        left, top, right, bottom = lattice.box
        if left >= width or top >= height or right <= 0 or bottom <= 0:
            size = f"{width} x {height} pixels"
            raise FormatError(f"the corners lie outside the picture, which has {size}.")
        reading = judge(look_at(picture.image, lattice.scaled(1 / picture.scale)), {})
    return reading.on(reading.lattice.scaled(picture.scale)) if reading.lattice else reading


def ask_solver(puzzle: Puzzle, *, progress: Callable[[CheckResult], None] = unheard) -> CheckResult:
    """Return how many solutions a puzzle has, by the stricter rule of its kind if it has one."""
    solving = kind_of(puzzle).solving
    return solving.check(solving.strict(puzzle), progress=progress)


def unreadable(name: str, problem: str) -> Scan:
    """Return the scan of a picture that cannot be read; the problem need not name it."""
    return Scan(name, Reading(None), problem=problem.removeprefix(f"{name}: "))


def digest_of(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def rows_of(puzzle: Puzzle) -> list[str]:
    """Return the rows of a puzzle: a letter for each dot, a full stop for each other cell."""
    item_at = kind_of(puzzle).drawing.item_at
    rows = [[item_at(puzzle, cell, None) or "." for cell in row] for row in puzzle.board.rows]
    longest = max(len(word) for row in rows for word in row)
    gap = " " if longest > 1 else ""
    return [gap.join(word.ljust(longest) for word in row).rstrip() for row in rows]


def dots_of(puzzle: Puzzle) -> Dots:
    """Return size and dots without the colours' names: the same level seen twice has the same."""
    item_at = kind_of(puzzle).drawing.item_at
    groups: dict[str, list[Cell]] = {}
    for cell in puzzle.board.cells:
        if item := item_at(puzzle, cell, None):
            groups.setdefault(item, []).append(cell)
    return puzzle.width, puzzle.height, frozenset(map(tuple, groups.values()))


class Headline(NamedTuple):
    """The verdict in short, what else there is to say, and the name of its colour in a palette."""

    text: str
    more: str
    mood: str
    is_doubtful: bool = True


READING = Headline("Reading the picture ...", "", "neutral")


def headline(scan: Scan, *, solving: bool) -> Headline:
    if scan.reading.lattice is None:
        return Headline("No board was found", "Drag the corners onto it.", "doubtful")
    if scan.puzzle is None:
        return Headline("No level has this size", "Change the columns and rows.", "bad")
    if not scan.reading.dots:
        return Headline("No dots were found", "Click a cell, and choose its colour.", "bad")
    has_doubts, says = bool(scan.reading.doubts), f"{scan.solver_says.capitalize()}."
    status = scan.answer.status if scan.answer else CheckStatus.UNKNOWN
    if status is CheckStatus.INVALID:
        return Headline("Not complete", "Every dot needs one partner of its colour.", "bad")
    if status is CheckStatus.UNIQUE and has_doubts:
        return Headline("Probably right", f"{says} Please look at what is marked.", "doubtful")
    if status is CheckStatus.UNIQUE:
        return Headline("Certain", says, "good", is_doubtful=False)
    if status is not CheckStatus.UNKNOWN:
        what = "Please check" if _unread(scan) else "Please check the dots"
        return Headline(what, says, "bad")
    unknown = "Still looking for solutions ..." if solving else "Its solutions are not known."
    if has_doubts:
        return Headline("Please check", unknown, "doubtful")
    return Headline("Looks right", unknown, "neutral", is_doubtful=False)


def remarks_for(scan: Scan) -> tuple[str, ...]:
    """Return what else there is to say of a picture: what is not read of it."""
    return (*scan.remarks, *_unread(scan))


def _unread(scan: Scan) -> tuple[str, ...]:
    looks = scan.reading.looks
    if looks and (looks.walls or looks.missing or looks.gaps):
        return ("Draw walls and holes after opening.",)
    return ()


#: From this share of equal dots on, a doubtful board is taken for one that was seen before, with a
#: menu, a pointer or a path over some of its dots.
_SAME = 0.5


class Watch:
    """Remembers which levels were seen.

    A level is new once: when it is sure, or was read the same twice in a row. So a board that is
    appearing is not taken for ten levels.
    """

    def __init__(self) -> None:
        self._seen: set[Dots] = set()
        self._last: Dots | None = None

    def has(self, scan: Scan) -> bool:
        return scan.puzzle is not None and dots_of(scan.puzzle) in self._seen

    def takes(self, scan: Scan) -> bool:
        """Whether a board, with what the solver says, is a new level; then it is remembered."""
        board = dots_of(scan.puzzle) if scan.puzzle is not None else None
        was_last, self._last = self._last == board, board
        if board is None or board in self._seen or not any(len(dots) == 2 for dots in board[2]):
            return False
        if scan.reading.looks and scan.reading.looks.goes_on:
            return False  # something covers a part of it
        if scan.status is not Certainty.SURE and not (was_last and self._is_other(board)):
            return False
        self.remember(scan.puzzle)
        return True

    def remember(self, puzzle: Puzzle) -> None:
        """Count a level as seen, such as one that is in the file already."""
        self._seen.add(dots_of(puzzle))

    def _is_other(self, board: Dots) -> bool:
        """Whether a doubtful board is not just a seen one of which some dots are hidden."""
        alike = [seen for seen in self._seen if seen[:2] == board[:2]]
        dots, *seen = ({cell for cells in one[2] for cell in cells} for one in (board, *alike))
        return not any(len(dots & others) >= _SAME * len(dots | others) for others in seen)


#: The name of the note that tells an edited level from one that is as it was written.
_MARK = "scan"


def check_target(path: Path) -> bool:
    """Return whether a file has levels; FlowDeskError if none can be written, or it has others.

    Call it before long work. Levels that `write_scanned` wrote may be overwritten, unless
    somebody has edited them.
    """
    entries = _entries_to_keep(path)
    format_for(path, [_any_puzzle()])
    if not all(entry.level.about.get(_MARK) == _key(entry.level) for entry in entries):
        problem = f"{path} has levels that were not scanned, or were edited since"
        raise FlowDeskError(f"{problem}: name another file, or remove it.")
    return bool(entries)


def write_scanned(path: Path, entries: Sequence[Entry]) -> None:
    """Write levels to a file; errors as of `check_target`."""
    check_target(path)
    # It is noted what each level is like now, so that later changes show.
    write_file(path, [one.noted({**one.level.about, _MARK: _key(one.level)}) for one in entries])


def _key(level: Puzzle) -> str:
    """Return a hash of a level and its notes; spaces at their ends are no difference."""
    about: Mapping[str, str] = level.about
    notes = [f"{name}: {text.strip()}" for name, text in about.items() if name != _MARK]
    return digest_of("\n".join([level.puzzle_key, *sorted(notes)]).encode())[:12]


def check_growing(path: Path) -> list[Entry]:
    """Return the puzzles in a file; FlowDeskError if `append` cannot add others."""
    entries = _entries_to_keep(path)
    _grown(path, entries, Entry(_any_puzzle()))
    return entries


def append(path: Path, entry: Entry) -> None:
    """Add a level to a file, which is read again: somebody may have edited it meanwhile.

    What is in it stays, in a text to the letter. FlowDeskError if that is not possible.
    """
    write_atomically(path, _grown(path, _entries_to_keep(path), entry))


def _grown(path: Path, entries: Sequence[Entry], entry: Entry) -> bytes:
    """Return the content of a file with these entries after one was added."""
    if not entries:
        return format_for(path, [entry.level] * 2).write([entry]).encode()
    before = read_file(path)
    format, _ = read_data(before, str(path))
    why = "what is in it would change."
    if format is JSON:
        lost = losses(JSON, entries)
        remarks = [remark for entry in entries for remark in entry.remarks]
        if not lost and not remarks:
            return JSON.write([*entries, entry]).encode()
        why = remarks[0] if remarks else f"{' and '.join(lost)} would be lost."
    elif format.can_write:
        gap = b"\n" if before.endswith(b"\n") else b"\n\n"
        with contextlib.suppress(FormatError):
            data = before + gap + format.write([entry]).encode()
            after = read_data(data, str(path))[1]
            if [one.level for one in after] == [one.level for one in (*entries, entry)]:
                return data
    hint = "Name another file."
    raise FormatError(f"levels cannot be added to this file: {why}", hint=hint, source=str(path))


def _entries_to_keep(path: Path) -> list[Entry]:
    """Return the puzzles in a file, if there are any; FlowDeskError if it cannot be written."""
    check_spares_picture(path)
    check_writable(path)
    if not path.is_file() or path.stat().st_size == 0:
        return []
    return open_file(path)[1]


def _any_puzzle() -> Puzzle:
    puzzle: Puzzle = next(iter(KINDS.values())).new(2, 2)
    return puzzle

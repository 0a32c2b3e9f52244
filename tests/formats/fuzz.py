"""Fuzz the readers: random mistakes in files and texts, and what must hold for every result.

The tests do this for a moment, ``make fuzz`` for MINUTES: it prints the seed that it starts from,
and writes a failing input to ``build/fuzz-failure.bin``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from flowdesk.core.finding import FormatError
from flowdesk.core.puzzle import Puzzle
from flowdesk.formats.registry import FORMATS, JSON, format_of, losses, read_data, read_pasted
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.table import kind_of
from tests.formats.cases import BAD, GOOD

FAILURE = Path("build/fuzz-failure.bin")
#: No text may keep a reader busy for longer, in seconds of the processor.
SECONDS = 20

SOURCES = ("a.txt", "b.json", "-")
SAMPLES = [
    text.encode()
    for key in GOOD
    for text in [good.text for good in GOOD[key].values()] + [bad for bad, *_ in BAD[key].values()]
    if len(text) < 2000
]
_PIECES = [
    *(bytes([byte]) for byte in b'\n\r\t #0169RAz.:;,-+|/?%"[](){}\0\xff'),
    *(
        b"\r\n\r\n",
        b"\xef\xbb\xbf",
        b"null",
        b"999999999",
        b"-1",
        b"name: ",
        b"colors: ",
        b"walls: ",
    ),
    *("é".encode(), "\u2028".encode(), "²٣".encode(), b"%2F", b"?arukone/", b"?slither/"),
    *(b"9x9t0:", b"UNSAT", b"pzprv3/", b"https://"),
]

#: How a text may begin, and what may follow it again and again.
_ENDLESS = {
    "": [
        *(*" \n.1R[%", "1 ", "# a\n", "# a: b\n", "a: ", "R.R\n", "RR\n\n", "> ", "%2F"),
        *("?arukone/", "3.\n", "9x9t0:"),
    ],
    "5 5 ..": ["..", " ..", " #"],
    "2 2 .. ..\n": ["UNSAT\n", "2 2 00 000 00 000 00\n"],
    "500x125t0:": ["z", "0", "a1"],
    "?slither/500/125/": ["z", "a"],
    "pzprv3.1/slither/125/500/": [". ", "0 "],
    "RR\n\n": ["a: b\n"],
    "RR\n\na": [" "],
    "RR\n\na: ": ["b"],
    "RR\n\nwalls: ": ["0,0-1,0 "],
    "5 5": [" 5", "\n"],
    "5 5 5": [" "],
    "9 500 100\n": ["(0, 0) (1, 0)\n"],
    "1 2 1\n(": [" "],
    "{": ['"'],
    '[["': ["a"],
    "[[null": [",null"],
    "[[null]": [",[null]"],
    "[[[0": [",0"],
    "pzprv3": [" ", "\n"],
    "pzprv3/": ["/"],
    "pzprv3/numlin/500/125/": ["1 "],
    "5": [":", "1,"],
    "5,0,1,1": [" "],
    "5,0,1,5;": [","],
    "500:125,0,1,9;": ["0,1;"],
    "?arukone/500/125/": ["z"],
    "https://": ["?", "https://"],
    "https://a?arukone/2/1/": ["%31"],
}


def damaged(chance: random.Random) -> bytes:
    """A sample with a few pieces cut out, put in, doubled, exchanged or taken from another one."""
    data = chance.choice(SAMPLES)
    for _ in range(chance.randint(0, 4)):
        a, b = sorted((chance.randint(0, len(data)), chance.randint(0, len(data))))
        piece = chance.choice([*_PIECES, chance.randbytes(chance.randint(0, 4))])
        other = chance.choice(SAMPLES)
        data = chance.choice(
            [
                data[:a],
                data[:a] + data[b:],
                data[:a] + piece + data[a:],
                data[:a] + piece + data[a + 1 :],
                data[:b] + data[a:],
                data[:a] + other[chance.randint(0, len(other)) :],
                data.replace(data[a : a + 1], piece) if len(data) < 5000 else data,
                chance.randbytes(chance.randint(0, 40)) if chance.random() < 0.1 else data,
            ]
        )
    return data


def check_file(data: bytes, source: str) -> str:
    """The key of the format that the file is read as, or nothing if it is refused in a sentence.

    What is read can be written again: as JSON with all that it has, and in any other format as
    the same puzzle, which that format then recognises as its own, or refused.
    """
    try:
        format, entries = read_data(data, source)
    except FormatError as error:
        expect_sentence(error, source)
        return ""
    assert entries
    again = JSON.read(JSON.write(entries))
    assert [(e.level, e.solution) for e in again] == [(e.level, e.solution) for e in entries]
    for other in FORMATS:
        if other.can_write and (other.holds_many or len(entries) == 1):
            check_written(other, entries)
    return format.key


def check_written(format: Format, entries: list[Entry]) -> None:
    """What a format writes is read by it, and by nobody else, as the same puzzles."""
    try:
        text = format.write(entries)
    except FormatError as error:
        expect_sentence(error)
        return
    assert format_of(text, format.suffixes[0]) is format
    for before, after in zip(entries, format.read(text), strict=True):
        assert shape(before.level) == shape(after.level)
    assert all(losses(format, entries))


def shape(puzzle: Puzzle) -> object:
    """What makes a puzzle, whatever its colours are called and look like."""
    size = puzzle.kind, puzzle.width, puzzle.height
    if isinstance(puzzle, Level):
        return (*size, puzzle.holes, puzzle.walls, {*puzzle.pairs.values()})
    return (*size, kind_of(puzzle).pattern(puzzle) or puzzle.puzzle_key)


def check_pasted(text: str) -> bool:
    """Whether a level is found in a text that is pasted."""
    try:
        return bool(read_pasted(text))
    except FormatError as error:
        expect_sentence(error)
        return False


def expect_sentence(error: FormatError, source: str = "") -> None:
    """An error is a whole sentence, and knows the file that it is about."""
    assert error.source == source
    assert error.message.endswith((".", "?")), str(error)
    assert not error.hint or error.hint.endswith((".", "?")), str(error)


def long_texts() -> Iterator[bytes]:
    """Texts that are like a format at their beginning, and then go on for a million letters."""
    for start, pieces in _ENDLESS.items():
        for piece in pieces:
            yield (start + piece * (1_000_000 // len(piece))).encode()


def inputs(chance: random.Random, minutes: float) -> Iterator[bytes]:
    """The long texts, and then damaged samples for so many minutes."""
    yield from long_texts()
    ends = time.monotonic() + 60 * minutes
    while time.monotonic() < ends:
        yield damaged(chance)


def main() -> None:
    """Try for some minutes; ends with status 1 at the first failure, whose input is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000_000)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    print(f"seed {arguments.seed}", flush=True)
    seen: Counter[str] = Counter()
    for data in inputs(chance, arguments.minutes):
        began = time.process_time()
        try:
            for source in SOURCES:
                seen[check_file(data, source) or "refused"] += 1
            seen["pasted" if check_pasted(data.decode("latin-1")) else "not pasted"] += 1
            assert time.process_time() - began < SECONDS, "this takes too long"
        except Exception:
            traceback.print_exc()
            FAILURE.parent.mkdir(exist_ok=True)
            FAILURE.write_bytes(data)
            sys.exit(f"seed {arguments.seed}: {sum(seen.values())} inputs; see {FAILURE}")
    print(", ".join(f"{count} {what}" for what, count in seen.most_common()))


if __name__ == "__main__":
    main()

"""Make the packs in `puzzles/slitherlink`: ``python -m assets.make_slitherlinks``, in the project.

Names as arguments (``05x05``) select packs; ``--check`` compares them with the files instead of
writing them. The files do not depend on the number of processes. Every puzzle has exactly one
solution.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from math import inf

from assets.make_puzzles import ADJECTIVES, NOUNS
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.deduction.difficulty import WORDS, rate
from flowdesk.kinds.slitherlink.making.generate import generate
from flowdesk.kinds.slitherlink.making.request import Request
from flowdesk.kinds.slitherlink.puzzle import Slitherlink

#: The number of puzzles of each size.
PACKS = {5: 16, 6: 12, 7: 16, 8: 12, 10: 16, 12: 8, 15: 8, 20: 6, 25: 3, 30: 3}
#: From this size on no puzzle takes suppositions: there are no experts.
NO_EXPERTS = 15
#: Every third puzzle has symmetric clues.
SYMMETRIC = 3
#: Titles go on where those of the Flow levels end.
TITLES_USED = 340


def requests() -> Iterator[tuple[str, Request]]:
    """Yield the titles and requests of all puzzles of all packs."""
    number = TITLES_USED
    for size, count in PACKS.items():
        words = WORDS[:-1] if size >= NO_EXPERTS else WORDS
        for place in range(count):
            number += 1
            title = f"{ADJECTIVES[number * 7 % len(ADJECTIVES)]} {NOUNS[number * 5 % len(NOUNS)]}"
            yield (
                title,
                Request(
                    size,
                    size,
                    seed=100 * size + place,
                    difficulty=words[place % len(words)],
                    symmetric=place % SYMMETRIC == SYMMETRIC - 1,
                ),
            )


def make(named: tuple[str, Request]) -> Slitherlink:
    """Make a puzzle; where the difficulty cannot be had, the nearest one."""
    title, request = named
    puzzle: Slitherlink = generate(request).level
    about = {"title": title, "author": "FlowDesk", "seed": str(request.seed)}
    return replace(puzzle, about=about)


def pack_text(puzzles: Iterable[Slitherlink]) -> str:
    """Return the text of a pack, ordered from the easiest puzzle to the hardest."""
    return JSON.write([Entry(puzzle) for puzzle in sorted(puzzles, key=hardness)])


def hardness(puzzle: Slitherlink) -> tuple[float, int]:
    """Return the sort key in a pack: the score, or for puzzles without one the empty cells."""
    rated = rate(puzzle)
    return rated.score if rated else inf, -len(puzzle.clues)


def main() -> int:
    """Write or compare the packs; return 1 if one differs from its file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = {f"{size:02}x{size:02}": size for size in PACKS}
    parser.add_argument("packs", nargs="*", metavar="PACK", help=" ".join(names))
    parser.add_argument("--check", action="store_true", help="compare with the files")
    arguments = parser.parse_args()
    if unknown := set(arguments.packs) - set(names):
        parser.error(f"there is no pack {', '.join(sorted(unknown))}")
    differing = False
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in arguments.packs or names:
            wanted = [named for named in requests() if named[1].width == names[name]]
            text = pack_text(pool.map(make, wanted))
            path = shipped("puzzles") / "slitherlink" / f"{name}.json"
            if not arguments.check:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(text.encode())
                print(f"{path} written", flush=True)
            elif not path.exists() or path.read_bytes() != text.encode():
                print(f"{path} differs from what this script makes")
                differing = True
    return int(differing)


if __name__ == "__main__":
    sys.exit(main())

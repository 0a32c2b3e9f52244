"""Make the packs in `puzzles/slitherlink`: ``python -m assets.make_slitherlinks``, in the project.

Names as arguments (``05x05``) select packs; ``--check`` compares them with the files instead of
writing them. The files do not depend on the number of processes. Every puzzle has exactly one
solution.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import replace

from assets.make_puzzles import ADJECTIVES, NOUNS, by_size, hardness, write_packs
from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.deduction.hints import WORDS
from flowdesk.kinds.slitherlink.making.generate import generate
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest
from flowdesk.kinds.slitherlink.puzzle import Slitherlink

#: The number of puzzles of each size.
PACKS = {5: 16, 6: 12, 7: 16, 8: 12, 10: 16, 12: 8, 15: 8, 20: 6, 25: 3, 30: 3}
#: From this size on there are no experts, which take minutes to rate.
NO_EXPERTS = 25
#: Every third puzzle has symmetric clues.
SYMMETRIC = 3
#: Titles go on where those of the Flow levels end.
TITLES_USED = 340


def requests() -> Iterator[tuple[str, SlitherlinkRequest]]:
    """Yield the titles and requests of all puzzles of all packs."""
    number = TITLES_USED
    for size, count in PACKS.items():
        words = WORDS[:-1] if size >= NO_EXPERTS else WORDS
        for place in range(count):
            number += 1
            title = f"{ADJECTIVES[number * 7 % len(ADJECTIVES)]} {NOUNS[number * 5 % len(NOUNS)]}"
            yield (
                title,
                SlitherlinkRequest(
                    size,
                    size,
                    seed=100 * size + place,
                    difficulty=words[place % len(words)],
                    symmetry="turn" if place % SYMMETRIC == SYMMETRIC - 1 else "",
                ),
            )


def make(named: tuple[str, SlitherlinkRequest]) -> Slitherlink:
    """Make a puzzle; where the difficulty cannot be had, the nearest one."""
    title, request = named
    puzzle: Slitherlink = generate(request).level
    about = {"title": title, "author": "FlowDesk", "seed": str(request.seed)}
    return replace(puzzle, about=about)


def pack_text(puzzles: Iterable[Slitherlink]) -> str:
    """Return the text of a pack, ordered from the easiest puzzle to the hardest."""
    return JSON.write([Entry(puzzle) for puzzle in sorted(puzzles, key=hardness)])


def _pack(size: int, pool: Executor) -> str:
    return pack_text(pool.map(make, [named for named in requests() if named[1].width == size]))


if __name__ == "__main__":
    sys.exit(write_packs(__doc__, by_size(PACKS), "slitherlink/{}.json", _pack))

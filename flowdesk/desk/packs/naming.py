"""Names in a pack: titles of levels by its pattern, and names of files by number and title.

A pattern is a text with ``{title}`` (a level's own), ``{number}`` (its place in the pack),
``{size}`` and ``{colors}``; other braces mean themselves.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.table import kind_of

#: What a pattern may name, and what of a title may be that.
_PARTS = {"{title}": "(?P<title>.*)", "{number}": r"\d+", "{size}": r"\d+x\d+", "{colors}": r"\d+"}
_IN_PATTERN = re.compile("|".join(map(re.escape, _PARTS)))
#: The number that the name of a file begins with: ``01-spiral.txt``, but not ``06x06-spiral.txt``.
_NUMBER = re.compile(r"([0-9]{1,9})(?=[-._ ])")
_LONGEST = 60  # letters of a title that become the name of a file


def title_by(pattern: str, own: str, level: Puzzle, number: int) -> str:
    """Return the title of a level by a pattern, given its own title and its number.

    A pattern without a title makes those of levels that have none; one with it, no empty ones.
    """
    if bool(own) != ("{title}" in pattern):
        return own
    colors = len(kind_of(level).words.color_names(level))
    parts = dict(zip(_PARTS, (own, number, f"{level.width}x{level.height}", colors), strict=True))
    return " ".join(_IN_PATTERN.sub(lambda part: str(parts[part[0]]), pattern).split())


def own_title(pattern: str, title: str) -> str:
    """Return what of a title is the level's own: all of it if it was not made by the pattern."""
    if "{title}" not in pattern:
        return title
    head, _, tail = pattern.partition("{title}")  # a second one is made of the first
    found = re.fullmatch(_expression(head) + _PARTS["{title}"] + _expression(tail), title)
    return found["title"] if found else title


def _expression(pattern: str) -> str:
    texts, parts = _IN_PATTERN.split(pattern), _IN_PATTERN.findall(pattern)
    found = [".*" if part == "{title}" else _PARTS[part] for part in parts]
    return "".join(map("".join, zip(map(re.escape, texts), [*found, ""], strict=True)))


def name_beside(there: Collection[str], title: str) -> str:
    """Return a name without suffix: numbered if those beside it are, or there is no title."""
    name = as_name(title)
    return name if name and not any(map(_NUMBER.match, there)) else numbered(there, [title])[0]


def as_name(title: str) -> str:
    """Return a title as the name of a file or page, without a suffix; it may be empty."""
    return "-".join(re.findall(r"\w+", title.lower()))[:_LONGEST].rstrip("-")


def renamed(name: str, title: str) -> str:
    """Return the name of a file after a title; its number and its suffix stay."""
    number, suffix = _NUMBER.match(name), os.path.splitext(name)[1]
    stem = "-".join(filter(None, [number[1] if number else "", as_name(title)]))
    return f"{stem}{suffix}" if stem else name


def numbered(there: Collection[str], titles: Sequence[str]) -> list[str]:
    """Return names without suffixes for files that follow those that are there."""
    found = [match[1] for name in there if (match := _NUMBER.match(name))]
    last = max(map(int, found), default=0)
    digits = max(map(len, [*(found or ["01"]), str(last + len(titles))]))
    names = enumerate(map(as_name, titles), last + 1)
    return [f"{number:0{digits}}-{title}".rstrip("-") for number, title in names]

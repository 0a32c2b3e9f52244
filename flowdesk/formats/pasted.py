"""Levels in pasted text: a map or a link in a mail or on a web page rarely comes alone."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from dataclasses import replace

from flowdesk.core.finding import FormatError
from flowdesk.core.text import lines_of
from flowdesk.formats import puzz_link
from flowdesk.formats.registry import LINK, MAP, format_of
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.files import level_string, map_text
from flowdesk.kinds.flow.files.labels import numbered_label

_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060"))
_QUOTE_MARKS = re.compile(r"^[>|\s]+")
_ROW = re.compile(r"[A-Za-z0-9.#_\-*+]+")
_SPACED_ROW = re.compile(r"\S( \S)+")
_NUMBER = r"([0-5]?[0-9]|6[0-2])"  # as many as a map has labels
_ROW_OF_NUMBERS = re.compile(rf"{_NUMBER}([ \t]+{_NUMBER})*")
_JSON = re.compile(r'\{\s*"flowdesk"|\[\s*\[')
_STRING = re.compile(r"(?<!\S)[0-9]+(:[0-9]+)?(\+B)?,.*")
_ABOUT = re.compile(r"[a-z][^:]*:.*")


def read_pasted(text: str) -> list[Entry]:
    """The levels in a text of any format, or the links, level strings or largest map within it.

    Quote marks and indentation before the rows, blanks between cells or rows, and words around
    them do no harm. A table of numbers is a map whose cells with 0 are empty. FormatError if there
    is nothing like a level, or if there is a mistake in it.
    """
    text = text.translate(_INVISIBLE)
    format = format_of(text)
    is_one_link = format is LINK and len(text.split()) == 1 and not text.startswith(tuple("(<["))
    if is_one_link or format not in (MAP, LINK):
        return format.read(text)
    lines = [_QUOTE_MARKS.sub("", line).rstrip() for line in lines_of(text)]
    if found := _json("\n".join(lines)):
        return format_of(found).read(found)
    if links := _links(text):
        left_out = tuple(
            f"A link to {name}, another kind of puzzle, was left out."
            for name in puzz_link.others_in(text)
        )
        return [replace(links[0], remarks=links[0].remarks + left_out), *links[1:]]
    if strings := list(filter(None, map(_level_string, lines))):
        return level_string.read("\n".join(strings))
    rows = [line.replace(" ", "") if _SPACED_ROW.fullmatch(line) else line for line in lines]
    places = _largest_map(rows)
    table = _largest_table(lines)
    others = "".join(lines[place] for place in places if place not in table)
    if table and not re.search("[. ]", others):  # nothing but words stands beside it
        rows, places = list(map(_row_of_numbers, lines)), table
    if places:
        about = _about_lines(lines[places[-1] + 1 :])
        return map_text.read("\n".join([*(rows[place] for place in places), "", *about]))
    if format is LINK:
        return format.read(text)
    raise FormatError(
        "no map, link, level string or JSON was found.",
        hint="A map has one line per row, all equally long, as in 'R..G'.",
    )


def _json(text: str) -> str:
    """The JSON in a text that may be a level; empty if there is none."""
    if match := _JSON.search(text):
        with contextlib.suppress(ValueError, RecursionError):
            return text[match.start() : json.JSONDecoder().raw_decode(text, match.start())[1]]
    return ""


def _links(text: str) -> list[Entry]:
    """The levels of all links among words, but for those that say where a map comes from."""
    return [
        puzz_link.read_link(link, number, at)
        for number, line in enumerate(lines_of(text), 1)
        if not _QUOTE_MARKS.sub("", line).startswith("source:")
        for at, link in puzz_link.links_in(line)
    ]


def _level_string(line: str) -> str:
    """The level string that a line ends in; empty if there is none."""
    match = _STRING.search(line)
    return line[match.start() :] if match and level_string.recognize(match.group()) else ""


def _blocks(lines: list[str]) -> list[list[int]]:
    """The places of lines that belong together.

    Those are paragraphs, and paragraphs of one line in a row: mail programs like to put blank
    lines between all lines.
    """
    paragraphs: list[list[int]] = [[]]
    for place, line in enumerate(lines):
        if line:
            paragraphs[-1].append(place)
        elif paragraphs[-1]:
            paragraphs.append([])
    blocks = [paragraph for paragraph in paragraphs if len(paragraph) > 1]
    alone: list[int] = []
    for paragraph in [*paragraphs, []]:
        if len(paragraph) == 1 and _ROW.fullmatch(lines[paragraph[0]]):
            alone += paragraph
        elif alone:
            blocks.append(alone)
            alone = []
    return blocks


def _row_length(lines: list[str]) -> int:
    """How long most of those lines are that may be rows; 0 if there are none."""
    lengths = Counter(len(line) for line in lines if _ROW.fullmatch(line))
    return max(lengths, key=lambda length: (lengths[length], length), default=0)


def _cells(lines: list[str]) -> int:
    """How many cells the rows among the lines have; 0 if they look like words."""
    length = _row_length(lines)
    rows = [line for line in lines if len(line) == length and _ROW.fullmatch(line)]
    text = "".join(rows)
    if not re.search(r"[A-Za-z0-9]", text) or (len(rows) == 1 and "." not in text):
        return 0
    return len(text)


def _largest_map(lines: list[str]) -> list[int]:
    """The places of the rows of the largest map among the lines; none if there is no map."""
    block = max(_blocks(lines), key=lambda block: _cells([lines[i] for i in block]), default=[])
    found = [lines[i] for i in block]
    if not _cells(found):
        return []
    length = _row_length(found)
    known = {letter for line in found if len(line) == length for letter in line}
    belongs = [i for i, line in enumerate(found) if _is_row(line, length, known)]
    return block[belongs[0] : belongs[-1] + 1]


def _is_row(line: str, length: int, known: set[str]) -> bool:
    """Whether a line belongs to a map, most rows of which have this length and these characters.

    A row of another length is a mistake that has to be told, a word or number beside the map is
    not. What could be both is told: otherwise a part of the map would be lost.
    """
    return bool(_ROW.fullmatch(line)) and (
        len(line) in (1, length) or "." in line or set(line) <= known or line.isupper()
    )


def _largest_table(lines: list[str]) -> list[int]:
    """The places of the rows of the largest table of numbers; none if there is no table."""
    rows = list(map(_row_of_numbers, lines))
    block = max(_blocks(rows), key=lambda block: len("".join(rows[i] for i in block)), default=[])
    if len(block) < 2 or _row_length([rows[i] for i in block]) < 2:
        return []
    is_whole = all(rows[i] or not lines[i] for i in range(block[0], block[-1]))
    return block if is_whole else []


def _row_of_numbers(line: str) -> str:
    """A line of numbers as a row of a map, where 0 is an empty cell; empty if it is none.

    The numbers get the labels that those of other formats get.
    """
    if not _ROW_OF_NUMBERS.fullmatch(line):
        return ""
    numbers = map(int, line.split())
    return "".join(numbered_label(number) if number else "." for number in numbers)


def _about_lines(following: list[str]) -> list[str]:
    """The lines right after a map that tell about it; words and their names begin in capitals."""
    about: list[str] = []
    for line in following:
        if _ABOUT.fullmatch(line):
            about.append(line)
        elif line:
            break
    return about

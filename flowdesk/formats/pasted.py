"""Levels in pasted text: a map or a link in a mail or on a web page rarely comes alone."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from dataclasses import replace

from flowdesk.core.finding import FormatError
from flowdesk.formats import level_string, map_text, puzz_link
from flowdesk.formats.entry import Entry
from flowdesk.formats.registry import LINK, MAP, format_of

_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060"))
_QUOTE_MARKS = re.compile(r"^[>|\s]+")
_ROW = re.compile(r"[A-Za-z0-9.#_\-*+]+")
_SPACED_ROW = re.compile(r"\S( \S)+")
_JSON = re.compile(r'\{\s*"flowdesk"|\[\s*\[')
_STRING = re.compile(r"(?<!\S)[0-9]+(:[0-9]+)?(\+B)?,.*")
_ABOUT = re.compile(r"[a-z][^:]*:.*")


def read_pasted(text: str) -> list[Entry]:
    """The levels in a text of any format, or the links, level strings or largest map within it.

    Quote marks and indentation before the rows, blanks between cells or rows, and words around
    them do no harm. FormatError if there is nothing like a level, or if there is a mistake in it.
    """
    text = text.translate(_INVISIBLE)
    format = format_of(text)
    is_one_link = format is LINK and len(text.split()) == 1 and not text.startswith(tuple("(<["))
    if is_one_link or format not in (MAP, LINK):
        return format.read(text)
    lines = [_QUOTE_MARKS.sub("", line).rstrip() for line in map_text.lines_of(text)]
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
    lines = [line.replace(" ", "") if _SPACED_ROW.fullmatch(line) else line for line in lines]
    places = max(_blocks(lines), key=lambda block: _cells([lines[i] for i in block]), default=[])
    rows = _without_words([lines[i] for i in places])
    if rows:
        return map_text.read("\n".join([*rows, "", *_about_lines(lines[places[-1] + 1 :])]))
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
        for number, line in enumerate(map_text.lines_of(text), 1)
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


def _without_words(lines: list[str]) -> list[str]:
    """The lines from the first to the last that belong to the map; none if there is none.

    A row of another length is a mistake that has to be told, a word is not.
    """
    if not _cells(lines):
        return []
    length = _row_length(lines)
    belongs = [
        i
        for i, line in enumerate(lines)
        if _ROW.fullmatch(line) and (len(line) == length or "." in line)
    ]
    return lines[belongs[0] : belongs[-1] + 1]


def _about_lines(following: list[str]) -> list[str]:
    """The lines right after a map that tell about it; words and their names begin in capitals."""
    about: list[str] = []
    for line in following:
        if _ABOUT.fullmatch(line):
            about.append(line)
        elif line:
            break
    return about

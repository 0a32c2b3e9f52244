"""FlowDesk's own JSON: everything that is known of a puzzle, and of any number of them.

::

    {"flowdesk": 1, "kind": "flow", "width": 5, "height": 5, ...,
     "locked": [[x, y], ..., [[x, y], [x, y]], ...], "about": {"title": "..."}}

Several puzzles are a list: ``{"flowdesk": 1, "puzzles": [{...}, ...]}``. The other fields are those
of the puzzle's kind. "solution", "drawn", "locked" and "about" may be missing, and "kind" for the
first kind.
The version is 2 where there is a "board", which version 0.2 of FlowDesk would overlook.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import listed
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.text import is_text, printable_json
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.locks import locks_in, locks_to_json
from flowdesk.kinds.table import KINDS, kind_of

VERSION = 2

#: How the field that makes a file one of version 2 begins in the text of a puzzle.
_BOARD = '\n  "board": '

#: The fields that are written after "about".
_LAST = ("solution", "drawn")


def read(text: str) -> list[Entry]:
    """Return all puzzles of the file; FormatError with the value that is wrong."""
    data = JsonObject(parse_json(text))
    if "flowdesk-lesson" in data:
        raise FormatError("this is a lesson, no puzzle.", hint="Open it in the window.")
    if "flowdesk-pack" in data:
        problem = "this is about the puzzles beside it, no puzzle."
        raise FormatError(problem, hint="Open its folder.")
    hint = 'FlowDesk\'s files begin with {"flowdesk": 1, ...'
    version = data.get("flowdesk", int, hint=hint)
    if version > VERSION:
        raise FormatError(
            f"this file is of version {version}, written by a newer FlowDesk than this one, "
            f"which knows version {VERSION}.",
            hint="Get the newest FlowDesk to open it.",
        )
    if version < 1:
        raise FormatError(f"'flowdesk' is {version}: versions count from 1.")
    if "puzzles" not in data:
        return [_read_puzzle(data)]
    puzzles = data.get("puzzles", list)
    if not puzzles:
        raise FormatError("there is no puzzle in this file: 'puzzles' is empty.")
    return [_read_puzzle(JsonObject(item, f"puzzles[{i}]")) for i, item in enumerate(puzzles)]


def write(entries: Sequence[Entry]) -> str:
    """Return the text of any number of puzzles, a line for each part."""
    if len(entries) == 1:
        fields = _indented(_puzzle(entries[0]))
        return f'{{\n  "flowdesk": {_version([fields])},{fields}\n}}\n'
    return of_many([written(entry) for entry in entries])


def written(entry: Entry) -> str:
    """Return the text of one puzzle in a file of many."""
    return "{" + _indented(_puzzle(entry)) + "\n}"


def of_many(puzzles: Iterable[str], more: Mapping[str, object] | None = None) -> str:
    """Return the text of a file of puzzles from `written`, with further fields before them."""
    puzzles = list(puzzles)
    head = json.dumps({"flowdesk": _version(puzzles), **(more or {})}).removesuffix("}")
    return f'{head}, "puzzles": [\n' + ",\n".join(puzzles) + "\n]}\n"


FORMAT = Format(
    key="json",
    name="FlowDesk JSON",
    called="FlowDesk JSON",
    suffixes=(".json",),
    holds_many=True,
    recognize=re.compile(r'\s*\{\s*("|\})').match,
    read=read,
    write=write,
)


def _version(puzzles: Iterable[str]) -> int:
    """Return the oldest version that reads these texts as they are meant."""
    return 2 if any(_BOARD in text for text in puzzles) else 1


def _puzzle(entry: Entry) -> dict[str, object]:
    puzzle = entry.level
    for name, value in puzzle.about.items():
        if not (is_text(name) and is_text(value)):
            raise FormatError(f"the value of {name!a} cannot be written as UTF-8.")
    fields = kind_of(puzzle).files.to_json(entry)
    locked = {"locked": locks_to_json(puzzle.locked)} if puzzle.locked else {}
    about = {"about": dict(puzzle.about)} if puzzle.about else {}
    return {
        "kind": puzzle.kind,
        "width": puzzle.width,
        "height": puzzle.height,
        **{name: value for name, value in fields.items() if name not in _LAST},
        **locked,
        **about,
        **{name: fields[name] for name in _LAST if name in fields},
    }


def _indented(puzzle: Mapping[str, object]) -> str:
    """Return the fields of a puzzle, one a line; also objects in a list and lists in an object."""
    parts = []
    for name, value in puzzle.items():
        key = json.dumps(name)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inner = ",\n    ".join(map(_text_of, value))
            parts.append(f"\n  {key}: [\n    {inner}\n  ]")
        elif isinstance(value, dict) and any(isinstance(v, list | tuple) for v in value.values()):
            inner = ",\n    ".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            parts.append(f"\n  {key}: {{\n    {inner}\n  }}")
        else:
            parts.append(f"\n  {key}: {_text_of(value)}")
    return ",".join(parts)


def _text_of(value: object) -> str:
    """Return a value as readable JSON: in UTF-8, without control characters."""
    return printable_json(json.dumps(value, ensure_ascii=False))


def _read_puzzle(data: JsonObject) -> Entry:
    key = data.get("kind", str, next(iter(KINDS)))
    if key not in KINDS:
        known = f"{listed([*map(repr, KINDS)])} {'is' if len(KINDS) == 1 else 'are'}"
        raise FormatError(f"{data.place('kind')} is {key!r}: only {known} known here.")
    width, height = data.get("width", int), data.get("height", int)
    if problem := KINDS[key].size_problem(width, height):
        raise FormatError(problem)
    about = data.get("about", dict, {})
    for name, value in about.items():
        if not (isinstance(value, str) and is_text(name) and is_text(value)):
            raise FormatError(f"{data.place('about')}.{name!a} is not a text.")
    entry = KINDS[key].files.from_json(data, width, height, about)
    if locked := locks_in(data, entry.level):
        entry = replace(entry, level=replace(entry.level, locked=locked))
    unknown = [name for name in data.unknown if name not in ("flowdesk", "puzzles")]
    remarks = [f"{data.place(name)} is unknown, and was left out." for name in unknown]
    return replace(entry, remarks=(*entry.remarks, *remarks))

"""Parse JSON that people may have written: errors name their place, repeated names are errors."""

from __future__ import annotations

import json
import re
from typing import Any

from flowdesk.core.finding import FormatError

#: Where an object of a JSON text begins and ends, and its names: strings before a colon.
_PARTS = re.compile(r'(?P<text>"[^"\\]*(?:\\.[^"\\]*)*")(?P<colon>\s*:)?|[{}]')


def parse_json(text: str) -> Any:
    """Parse a JSON text; FormatError with line and column if it is not JSON.

    A name that occurs twice in one object is an error, too: one of its values would be lost.
    """

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise _repeated_name(text)
        return found

    try:
        return json.loads(text, object_pairs_hook=object_of)
    except json.JSONDecodeError as error:
        raise FormatError(
            f"this is not JSON: {error.msg}.", line=error.lineno, column=error.colno
        ) from None
    except (RecursionError, ValueError):
        raise FormatError("this JSON is nested too deeply or has too long a number.") from None


def _repeated_name(text: str) -> FormatError:
    """Return the error for the first name that occurs twice in an object; there must be one.

    json.loads does not report where names are, so this searches the text for them.
    """
    objects: list[dict[str, int]] = []
    for part in _PARTS.finditer(text):
        if part["colon"]:
            name, names = json.loads(part["text"]), objects[-1]
            if name in names:
                first, (line, column) = _place(text, names[name]), _place(text, part.start())
                return FormatError(
                    f"the name {name!r} stands here and in line {first[0]}, column {first[1]}.",
                    line=line,
                    column=column,
                    hint="An object has each name once: keep one of the two.",
                )
            names[name] = part.start()
        elif part[0] == "{":
            objects.append({})
        elif part[0] == "}":
            objects.pop()
    raise AssertionError("no object of this text has a name twice")


def _place(text: str, at: int) -> tuple[int, int]:
    """Return the line and the column, both from 1, of the character at an index."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
